// One substep of a cloth at full resolution in one pass over its textures (NVIDIA 2005, in one pass instead of nine). A workgroup
// has a tile of the net and a halo around it in its memory: what relaxation reaches from outside of the halo does not come as far as
// the tile, so that the result does not depend on how large tiles are.
#include<structs>
#include<clothKinds>
#include<textureNet>
#include<verlet>
#include<chord>
#include<carry>
#include<tether>
#include<cell>
#include<held>
#include<collide>

// Set by the host: particles along a side of a tile, even.
const TILE = 20u;
const WORKGROUP_SIZE = 256u;
// Of the tile, rounded up.
const PARTICLES_PER_INVOCATION = 2u;
// 1: with continuous collision.
const CONTINUOUS = 0u;
// 1: some links do not live.
const CUTTABLE = 0u;
/// Four colors of cells reach 4 particles far. Even, so that colors are those of the whole net.
const HALO = 4u;
const WIDTH = TILE + 2u * HALO;
/// Particles and cells of the tile with its halo that an invocation has, rounded up.
const LOADS = (WIDTH * WIDTH + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
const CELLS = WIDTH / 2u;
const CELLS_PER_INVOCATION = (CELLS * CELLS + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
/// Fastest way out of a collider beyond what stops the particle [m/s]: three textures do not tell a push from a motion.
const MAX_PUSH = 0.5;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> tethers: array<Tether>;
@group(0) @binding(3) var<storage, read> colliders: array<Collider>;
@group(0) @binding(4) var<storage, read> particles: array<Particle>;
@group(0) @binding(5) var<storage, read_write> impulses: array<atomic<i32>>;
@group(0) @binding(6) var<uniform> phase: SubstepPass;
/// One substep ago; in a pass that does not move, where the substep started.
@group(0) @binding(7) var before: texture_2d<f32>;
@group(0) @binding(8) var now: texture_2d<f32>;
@group(0) @binding(9) var next: texture_storage_2d<rgba32float, write>;
/// Of the links of the cell above and to the right of a particle: a-b, a-c, a-d, b-c, see Cell.
@group(0) @binding(10) var lengths: texture_2d<f32>;

/// The tile and its halo, inverse mass in w; zero outside of the net. Even columns of a row come first, see gridMemory.wgsl.
var<workgroup> positions: array<vec4f, WIDTH * WIDTH>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn stepFullResolution(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let origin = vec2i(group.xy * TILE) - i32(HALO);
  let share = 1.0 / f32(cloths[0].substepCount);
  let time = f32(phase.substep + 1u) * share;

  let cell0 = cellIn(origin, lane, 0u);
  let cell1 = cellIn(origin, lane, 1u);
  let cell2 = cellIn(origin, lane, 2u);
  let cell3 = cellIn(origin, lane, 3u);

  // Move. All particles of an invocation go through each line together: their memory is read side by side.
  var moved: array<vec4f, LOADS>;
  var index: array<u32, LOADS>;
  for (var k = 0u; k < LOADS; k++) {
    let texel = nearestTexel(origin + loadedLocal(lane, k));
    index[k] = indexOf(texel);
    moved[k] = movedParticle(texel);
  }
  if (phase.moves != 0u) {
    for (var t = 0u; t < cloths[0].tethersPerParticle; t++) {
      for (var k = 0u; k < LOADS; k++) {
        moved[k] = vec4f(tetheredParticle(index[k], t, moved[k].xyz, moved[k].w), moved[k].w);
      }
    }
  }
  for (var k = 0u; k < LOADS; k++) {
    let local = vec2u(loadedLocal(lane, k));
    if (lane + k * WORKGROUP_SIZE < WIDTH * WIDTH) {
      positions[placeIn(local.x, local.y)] = moved[k];
    }
  }
  workgroupBarrier();
  // The surface over the control points, before they are relaxed: it hardly changes in a substep.
  var toSurface: array<vec3f, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    toSurface[k] = wayToSurface(ownLocal(lane, k), origin);
  }
  workgroupBarrier();

  // Relax.
  relaxColor(cell0, origin, lane, 0u);
  workgroupBarrier();
  relaxColor(cell1, origin, lane, 1u);
  workgroupBarrier();
  relaxColor(cell2, origin, lane, 2u);
  workgroupBarrier();
  relaxColor(cell3, origin, lane, 3u);
  workgroupBarrier();

  // Hold: the tile alone.
  var held: array<vec4f, PARTICLES_PER_INVOCATION>;
  var previous: array<vec3f, PARTICLES_PER_INVOCATION>;
  var lift: array<f32, PARTICLES_PER_INVOCATION>;
  var own: array<u32, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let local = ownLocal(lane, k);
    let texel = nearestTexel(origin + vec2i(local));
    own[k] = indexOf(texel);
    held[k] = positions[placeIn(local.x, local.y)];
    previous[k] = startOfSubstep(texel);
    if (lane + k * WORKGROUP_SIZE >= TILE * TILE || !hasParticle(origin + vec2i(local))) {
      held[k].w = 0.0;
    }
  }
  if (phase.holds != 0u) {
    for (var t = 0u; t < cloths[0].tethersPerParticle; t++) {
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        held[k] = vec4f(tetheredParticle(own[k], t, held[k].xyz, held[k].w), held[k].w);
      }
    }
    if (cloths[0].motionCount + cloths[0].separationCount > 0u) {
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        let guided = guidedPosition(0u, own[k], held[k].xyz, time);
        held[k] = vec4f(select(held[k].xyz, guided, held[k].w > 0.0), held[k].w);
      }
    }
    if (cloths[0].collisionMassScale > 0.0) {
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        held[k].w = select(0.0, particles[cloths[0].firstParticle + own[k]].inverseMass, held[k].w > 0.0);
      }
    }
    let started = previous;
    for (var c = 0u; c < cloths[0].colliderCount; c++) {
      let touched = collided(0u, cloths[0].firstCollider + c, time, share, held, previous, toSurface, lift);
      held = touched.now;
      previous = touched.previous;
    }
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      held[k] = vec4f(slowPush(held[k].xyz, previous[k] - started[k]), held[k].w);
    }
  }
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let texel = origin + vec2i(ownLocal(lane, k));
    if (lane + k * WORKGROUP_SIZE < TILE * TILE && hasParticle(texel)) {
      textureStore(next, texel, held[k]);
    }
  }
}

/// Column and row in the tile with its halo of particle k that an invocation loads.
fn loadedLocal(lane: u32, k: u32) -> vec2i {
  let local = lane + k * WORKGROUP_SIZE;
  return vec2i(vec2u(local % WIDTH, local / WIDTH));
}

/// The same of particle k that it holds; beyond the tile the last ones again.
fn ownLocal(lane: u32, k: u32) -> vec2u {
  let local = min(lane + k * WORKGROUP_SIZE, TILE * TILE - 1u);
  return vec2u(local % TILE, local / TILE) + HALO;
}

/// Outside of the net, what is at its edge is read and not used.
fn nearestTexel(texel: vec2i) -> vec2i {
  return clamp(texel, vec2i(0), vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1);
}

fn placeIn(column: u32, row: u32) -> u32 {
  return row * WIDTH + column / 2u + (column & 1u) * (WIDTH / 2u);
}

/// A particle after gravity and inertia. In a pass that does not move, as the pass before has left it.
fn movedParticle(texel: vec2i) -> vec4f {
  if (phase.moves == 0u) {
    return textureLoad(now, texel, 0);
  }
  let here = particleOf(now, texel);
  let last = previousPosition(particleOf(before, texel), phase.substep);
  var position = here.xyz;
  var motion = position - last;
  let pinned = vec4f(position + motion, 0.0);
  if (cloths[0].carryMode == CARRIED) {
    position = carriedPosition(0u, position, f32(phase.substep) / f32(cloths[0].substepCount));
    motion = cloths[0].carry * motion;
  }
  let moved = verletPosition(position, motion, cloths[0].velocityKept, cloths[0].gravity, cloths[0].substepTime);
  return select(vec4f(moved, here.w), pinned, here.w == 0.0);
}

/// Where a free particle was when the substep started.
fn startOfSubstep(texel: vec2i) -> vec3f {
  if (phase.moves == 0u) {
    return previousPosition(particleOf(before, texel), phase.substep + 1u);
  }
  return previousPosition(particleOf(now, texel), phase.substep + 1u);
}

/// A particle within reach of its tether t. Tethers lead to pins, which nothing but their own motion moves.
fn tetheredParticle(index: u32, t: u32, position: vec3f, inverseMass: f32) -> vec3f {
  let tether = tethers[cloths[0].firstTether + index * cloths[0].tethersPerParticle + t];
  let anchor = vec2i(vec2u(tether.anchor % cloths[0].countU, tether.anchor / cloths[0].countU));
  let end = textureLoad(now, anchor, 0);
  let motion = select(vec3f(0.0), end.xyz - textureLoad(before, anchor, 0).xyz, phase.moves != 0u);
  let held = tetheredPosition(position, end.xyz + motion, tether.length * cloths[0].tetherLimit);
  return select(position, held, inverseMass > 0.0 && end.w == 0.0);
}

/// Cell `number` of a color in the tile and its halo: as cellOf, with lengths that are found once a step.
fn cellIn(origin: vec2i, number: u32, color: u32) -> Cell {
  var cell: Cell;
  let column = 2u * (number % CELLS) + (color & 1u);
  let row = 2u * (number / CELLS) + (color >> 1u);
  let corner = origin + vec2i(vec2u(column, row));
  if (column + 1u >= WIDTH || row + 1u >= WIDTH || !hasParticle(corner) || !hasParticle(corner + 1)) {
    return cell;
  }
  cell.a = placeIn(column, row);
  cell.b = placeIn(column + 1u, row);
  cell.links = ALL_CELLS;
  cell.length = textureLoad(lengths, corner, 0);
  cell.borderLength = vec2f(DEAD);
  if (corner.y + 2 == i32(cloths[0].countV)) {
    cell.links |= LAST_ROW;
    cell.borderLength.x = textureLoad(lengths, corner + vec2i(0, 1), 0).x;
  }
  if (corner.x + 2 == i32(cloths[0].countU)) {
    cell.links |= LAST_COLUMN;
    cell.borderLength.y = textureLoad(lengths, corner + vec2i(1, 0), 0).y;
  }
  return cell;
}

fn relaxColor(first: Cell, origin: vec2i, lane: u32, color: u32) {
  // Iterations share the compliance: each is a spring so many times as soft.
  let scaleAlpha = vec4f(f32(cloths[0].iterationCount) / (cloths[0].substepTime * cloths[0].substepTime), 1.0, 1.0, 1.0);
  let warp = cloths[0].warp * scaleAlpha;
  let weft = cloths[0].weft * scaleAlpha;
  let shear = cloths[0].shear * scaleAlpha;
  if (first.links != 0u) {
    relaxCell(first, WIDTH, warp, weft, shear, cloths[0].strainLimit);
  }
  for (var k = 1u; k < CELLS_PER_INVOCATION; k++) {
    let cell = cellIn(origin, lane + k * WORKGROUP_SIZE, color);
    if (cell.links != 0u) {
      relaxCell(cell, WIDTH, warp, weft, shear, cloths[0].strainLimit);
    }
  }
}

/// From a control point to the surface over it.
fn wayToSurface(local: vec2u, origin: vec2i) -> vec3f {
  if (cloths[0].surfaceSamples == 0u) {
    return vec3f(0.0);
  }
  let texel = nearestTexel(origin + vec2i(local));
  let chordU = chordShape(u32(texel.x), cloths[0].countU);
  let chordV = chordShape(u32(texel.y), cloths[0].countV);
  let here = positions[placeIn(local.x, local.y)].xyz;
  let left = positions[placeIn(local.x - 1u, local.y)].xyz;
  let right = positions[placeIn(local.x + 1u, local.y)].xyz;
  let below = positions[placeIn(local.x, local.y - 1u)].xyz;
  let above = positions[placeIn(local.x, local.y + 1u)].xyz;
  let offU = left * chordU.x + right * (1.0 - chordU.x) - here;
  let offV = below * chordV.x + above * (1.0 - chordV.x) - here;
  return offU * chordU.y + offV * chordV.y;
}

/// Colliders push a particle by `push` beyond what stops it. In three textures this counts as motion, so it is done slowly.
fn slowPush(position: vec3f, push: vec3f) -> vec3f {
  let maximum = MAX_PUSH * cloths[0].substepTime;
  let length = sqrt(dot(push, push));
  return select(position, position - push * (1.0 - maximum / length), length > maximum);
}
