// Memory of stepControlGrid, and where a particle is in it.
// needs: CAPACITY, CLOTH_CONTACT, PARTICLES_PER_INVOCATION, SEWN, WORKGROUP_SIZE
#include<structs>
#include<linkLimits>
#include<clothParts>
#include<clothKinds>

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
/// Rest positions, bends, planes of convexes, targets of pins, motion and separation constraints, impulses.
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> tethers: array<Tether>;
@group(0) @binding(3) var<storage, read> colliders: array<Collider>;
@group(0) @binding(4) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(5) var<storage, read_write> states: array<ClothState>;
/// What each collider has got from the cloth: BODY_WORDS a collider.
@group(0) @binding(6) var<storage, read_write> impulses: array<atomic<i32>>;
/// What the kernel keeps of its particles, some vectors each: see contactList.wgsl, and gridSprings.wgsl for stepSprings.
@group(0) @binding(7) var<storage, read_write> particleVectors: array<vec4f>;
@group(0) @binding(8) var<uniform> part: StepPart;

/// Position, inverse mass in w, row by row. The relax phase lends this memory to the systems of lines: see gridRelax.wgsl.
var<workgroup> positions: array<vec4f, CAPACITY>;

/// What every substep asks of a cloth: read once, kept in registers.
struct GridStep {
  slot: u32,                  // of the cloth in cloths
  countU: u32,
  countV: u32,
  count: u32,                 // of its particles
  substepCount: u32,
  firstSubstep: u32,          // of the part of the step
  endSubstep: u32,            // one past its last; its first: nothing is left to do
  substepTime: f32,           // [s]
  share: f32,                 // of the step that one substep takes
  airInterval: u32,
  carryMode: u32,
  gravity: vec3f,
  velocityKept: f32,
  iterationCount: u32,
  warp: vec4f,                // alpha in x: compliance over time squared, see distance.wgsl
  weft: vec4f,
  shear: vec4f,
  strainLimit: f32,
  isSoft: bool,               // threads may reach the strain limit
  firstTether: u32,
  tethersPerParticle: u32,
  tetherLimit: f32,
  firstCollider: u32,
  colliderCount: u32,
  isFree: bool,               // to move or turn as one body, and of particles that weigh more where they collide: see gridMomentum.wgsl
}

/// The particles of one invocation, in its registers from one substep to the next. What the last look has found is kept, too.
struct Own {
  column: array<u32, PARTICLES_PER_INVOCATION>,       // where they are in the grid
  row: array<u32, PARTICLES_PER_INVOCATION>,
  held: array<vec4f, PARTICLES_PER_INVOCATION>,       // position, inverse mass in w; of cloth that is free or pushes bodies, from move to hold, its motion
  previous: array<vec3f, PARTICLES_PER_INVOCATION>,   // one substep ago
  remainder: array<vec3f, PARTICLES_PER_INVOCATION>,  // of the motion, besides held - previous: see gridMove.wgsl
  air: array<vec3f, PARTICLES_PER_INVOCATION>,        // velocity of the air around them
  toSurface: array<vec3f, PARTICLES_PER_INVOCATION>,  // from the control point to the surface
  lift: array<f32, PARTICLES_PER_INVOCATION>,         // of the surface over colliders [m]
  near: vec2u,                                        // one bit a collider that is near one of them
  nearby: u32,                                        // what may happen with other layers in this step, see gridNearby.wgsl
  contacts: u32,                                      // with the cloth itself and with others, in this substep
  linearError: vec3f,                                 // momenta that links and bends have made, times substepTime
  angularError: vec3f,
}

/// One of them.
struct OwnParticle {
  held: vec4f,
  previous: vec3f,
  toSurface: vec3f,
  lift: f32,
}

/// What loops over much code take, one particle after the other. The compiler knows all indices here: one that it does not know would keep all
/// particles out of registers.
fn particleAt(own: ptr<function, Own>, k: u32) -> OwnParticle {
  var one = OwnParticle((*own).held[0], (*own).previous[0], (*own).toSurface[0], (*own).lift[0]);
  for (var i = 1u; i < PARTICLES_PER_INVOCATION; i++) {
    one.held = select(one.held, (*own).held[i], i == k);
    one.previous = select(one.previous, (*own).previous[i], i == k);
    one.toSurface = select(one.toSurface, (*own).toSurface[i], i == k);
    one.lift = select(one.lift, (*own).lift[i], i == k);
  }
  return one;
}

/// Places of a particle's neighbours in positions; where the grid ends, its own.
struct Neighbours {
  left: u32,
  right: u32,
  below: u32,
  above: u32,
}

fn gridStepOf(slot: u32) -> GridStep {
  let substepTime = cloths[slot].substepTime;
  // Iterations share the compliance: each is a spring so many times as soft.
  let alphaScale = f32(cloths[slot].iterationCount) / max(substepTime * substepTime, 1e-30);
  let scaleAlpha = vec4f(alphaScale, 1.0, 1.0, 1.0);
  var grid: GridStep;
  grid.slot = slot;
  grid.countU = cloths[slot].countU;
  grid.countV = cloths[slot].countV;
  grid.count = grid.countU * grid.countV;
  grid.substepCount = cloths[slot].substepCount;
  let range = substepsOfPart(slot, part.number);
  grid.firstSubstep = range.x;
  grid.endSubstep = range.y;
  grid.substepTime = substepTime;
  grid.share = 1.0 / f32(max(grid.substepCount, 1u));
  grid.airInterval = cloths[slot].airInterval;
  grid.carryMode = cloths[slot].carryMode;
  grid.gravity = cloths[slot].gravity;
  grid.velocityKept = cloths[slot].velocityKept;
  grid.iterationCount = cloths[slot].iterationCount;
  grid.warp = cloths[slot].warp * scaleAlpha;
  grid.weft = cloths[slot].weft * scaleAlpha;
  grid.shear = cloths[slot].shear * scaleAlpha;
  grid.strainLimit = cloths[slot].strainLimit;
  grid.isSoft = isSoftCloth(cloths[slot].warp, cloths[slot].weft, grid.strainLimit);
  grid.firstTether = cloths[slot].firstTether;
  grid.tethersPerParticle = cloths[slot].tethersPerParticle;
  grid.tetherLimit = cloths[slot].tetherLimit;
  grid.firstCollider = cloths[slot].firstCollider;
  grid.colliderCount = cloths[slot].colliderCount;
  grid.isFree = cloths[slot].freedom != NO_FREEDOM && !weighsMore(slot);
  return grid;
}

/// First substep of a part of the step, and one past its last.
fn substepsOfPart(slot: u32, number: u32) -> vec2u {
  let count = cloths[slot].substepCount;
  if (SEWN != 0u && cloths[slot].sewnRounds > 0u) {
    return vec2u(firstSewnSubstep(slot, number), firstSewnSubstep(slot, number + 1u));
  }
  if (CLOTH_CONTACT != 0u && takesParts(slot)) {
    return vec2u(firstSubstepOf(part.meeting, count), firstSubstepOf(part.meeting + part.opensMeeting, count));
  }
  return vec2u(select(0u, count, number > 0u), count);
}

/// Whether the step has begun before.
fn isUnderWay() -> bool {
  return (CLOTH_CONTACT != 0u || SEWN != 0u) && part.number > 0u;
}

/// Whether the step ends with this part.
fn isLastPart(grid: GridStep) -> bool {
  return (CLOTH_CONTACT == 0u && SEWN == 0u) || grid.endSubstep == grid.substepCount;
}

/// Whether particles weigh more where they collide, until the next substep.
fn weighsMore(slot: u32) -> bool {
  return cloths[slot].collisionMassScale > 0.0;
}

/// Inverse mass of the invocation's particle k, one that is there, but for what it weighs more.
fn ownInverseMass(grid: GridStep, k: u32, own: ptr<function, Own>) -> f32 {
  if (!weighsMore(grid.slot)) {
    return (*own).held[k].w;
  }
  let index = (*own).row[k] * grid.countU + (*own).column[k];
  return particles[cloths[grid.slot].firstParticle + index].inverseArea * cloths[grid.slot].inverseDensity;
}

/// Where an invocation keeps its particle k: 32 invocations read side by side, and what one of them has lies close together.
fn ownPlace(lane: u32, k: u32) -> u32 {
  let stride = min(WORKGROUP_SIZE, 32u);
  return (lane / stride * PARTICLES_PER_INVOCATION + k) * stride + lane % stride;
}

fn neighboursOf(slot: u32, place: u32, column: u32, row: u32) -> Neighbours {
  return Neighbours(
    select(place, place - 1u, column > 0u),
    select(place, place + 1u, column + 1u < cloths[slot].countU),
    select(place, place - cloths[slot].countU, row > 0u),
    select(place, place + cloths[slot].countU, row + 1u < cloths[slot].countV));
}
