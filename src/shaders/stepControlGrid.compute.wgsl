// Simulates whole cloths: one workgroup a cloth, all substeps of the step in one dispatch. Positions live in workgroup
// memory; a barrier separates the phases of a substep: move, four colors of constraints, hold (tethers and colliders).
#include<structs>
#include<verlet>
#include<airDrag>
#include<distance>
#include<tether>
#include<contact>

// Set per size class of cloths by the host (see controlGridSolver.ts); a power of two.
const WORKGROUP_SIZE = 64u;
const PARTICLES_PER_INVOCATION = 4u;
// Twice the workgroup size is what the reduction at the end needs.
const CAPACITY = WORKGROUP_SIZE * max(PARTICLES_PER_INVOCATION, 2u);
// Cells of equal parity in both directions share no particle; a color has at most a quarter of the particles, so one
// invocation owns one cell of each color.
const COLORS = 4u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> restParticles: array<vec4f>;
@group(0) @binding(2) var<storage, read> tethers: array<Tether>;
@group(0) @binding(3) var<storage, read> colliders: array<Collider>;
@group(0) @binding(4) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(5) var<storage, read_write> extents: array<ClothExtent>;

/// Position, inverse mass in w.
var<workgroup> positions: array<vec4f, CAPACITY>;

/// Four neighbouring particles and the links that the cell owns.
///
///     c ----- d      every cell: a-b (warp), a-c (weft), a-d and b-c (shear)
///     | \   / |      last row:    c-d as well
///     |   X   |      last column: b-d as well
///     | /   \ |
///     a ----- b
struct Cell {
  corner: u32,                // particle a
  links: u32,                 // 0: no cell, else ALL_CELLS and the borders it owns
  length: vec4f,              // at rest: a-b, a-c, a-d, b-c
  borderLength: vec2f,        // at rest: c-d, b-d
}
const ALL_CELLS = 1u;
const LAST_ROW = 2u;
const LAST_COLUMN = 4u;

/// Multipliers of a cell's links, collected over the iterations of a substep.
struct CellMultipliers {
  inner: vec4f,
  border: vec2f,
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn stepControlGrid(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let cloth = cloths[group.x];
  let count = cloth.countU * cloth.countV;
  // Of this invocation's particles: position one substep ago, and column and row.
  var previous: array<vec3f, PARTICLES_PER_INVOCATION>;
  var column: array<u32, PARTICLES_PER_INVOCATION>;
  var row: array<u32, PARTICLES_PER_INVOCATION>;
  let share = 1.0 / f32(max(cloth.substepCount, 1u));

  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let i = lane + k * WORKGROUP_SIZE;
    if (i < count) {
      let particle = particles[cloth.firstParticle + i];
      let rest = restParticles[cloth.firstRest + i].xyz;
      var position = particle.position - cloth.frameShift;
      previous[k] = particle.previous - cloth.frameShift;
      if (cloth.reset != 0u) {
        position = cloth.linear * rest;
        previous[k] = position;
      } else if (particle.inverseMass == 0.0) {
        // A pin moves with the mesh at constant velocity; Verlet's inertia does it.
        position = cloth.previousLinear * rest - cloth.frameShift;
        previous[k] = position - (cloth.linear * rest - position) * share;
      }
      positions[i] = vec4f(position, particle.inverseMass);
      column[k] = i % cloth.countU;
      row[k] = i / cloth.countU;
    }
  }

  var cells: array<Cell, COLORS>;
  cells[0] = cellOf(cloth, lane, 0u);
  cells[1] = cellOf(cloth, lane, 1u);
  cells[2] = cellOf(cloth, lane, 2u);
  cells[3] = cellOf(cloth, lane, 3u);
  let alphaScale = 1.0 / max(cloth.substepTime * cloth.substepTime, 1e-30);
  let compliance = vec3f(cloth.warpCompliance, cloth.weftCompliance, cloth.shearCompliance) * alphaScale;
  workgroupBarrier();

  for (var substep = 0u; substep < cloth.substepCount; substep++) {
    // Move. Wind needs the neighbours' positions before anyone moves, hence the barrier in the middle.
    var moved: array<vec3f, PARTICLES_PER_INVOCATION>;
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let i = lane + k * WORKGROUP_SIZE;
      if (i < count) {
        let particle = positions[i];
        var motion = particle.xyz - previous[k];
        previous[k] = particle.xyz;
        if (particle.w == 0.0) {
          moved[k] = particle.xyz + motion;
        } else {
          if (cloth.airDrag > 0.0) {
            let normal = normalAt(cloth, i, column[k], row[k]);
            let velocity = motion / cloth.substepTime;
            motion += airDragVelocity(cloth.wind, velocity, normal, cloth.airDrag, cloth.substepTime) * cloth.substepTime;
          }
          moved[k] = verletPosition(particle.xyz, motion, cloth.velocityKept, cloth.gravity, cloth.substepTime);
        }
      }
    }
    if (cloth.airDrag > 0.0) {
      workgroupBarrier();
    }
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let i = lane + k * WORKGROUP_SIZE;
      if (i < count) {
        positions[i] = vec4f(moved[k], positions[i].w);
      }
    }
    workgroupBarrier();

    // Relax.
    // With a value of its own: Dawn was seen to keep the last substep's where the zero was left to the language.
    var multipliers = array<CellMultipliers, COLORS>();
    for (var iteration = 0u; iteration < cloth.iterationCount; iteration++) {
      if (cells[0].links != 0u) {
        multipliers[0] = relaxCell(cells[0], cloth.countU, compliance, multipliers[0]);
      }
      workgroupBarrier();
      if (cells[1].links != 0u) {
        multipliers[1] = relaxCell(cells[1], cloth.countU, compliance, multipliers[1]);
      }
      workgroupBarrier();
      if (cells[2].links != 0u) {
        multipliers[2] = relaxCell(cells[2], cloth.countU, compliance, multipliers[2]);
      }
      workgroupBarrier();
      if (cells[3].links != 0u) {
        multipliers[3] = relaxCell(cells[3], cloth.countU, compliance, multipliers[3]);
      }
      workgroupBarrier();
    }

    // Hold. Tethers lead to pins, which this phase does not move, so every particle is on its own. All particles of the
    // invocation go through one tether or collider together: its memory is read once and their arithmetic overlaps.
    let time = f32(substep + 1u) * share;
    var held: array<vec4f, PARTICLES_PER_INVOCATION>;
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      held[k] = positions[lane + k * WORKGROUP_SIZE];
    }
    for (var t = 0u; t < cloth.tethersPerParticle; t++) {
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        let tether = tethers[cloth.firstTether + (lane + k * WORKGROUP_SIZE) * cloth.tethersPerParticle + t];
        let anchor = positions[tether.anchor].xyz;
        held[k] = vec4f(tetheredPosition(held[k].xyz, anchor, tether.length * cloth.tetherLimit), held[k].w);
      }
    }
    for (var c = 0u; c < cloth.colliderCount; c++) {
      let collider = colliders[cloth.firstCollider + c];
      let friction = cloth.friction * collider.friction;
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        let contact = colliderContact(collider, held[k].xyz, time, share);
        held[k] = vec4f(contactPosition(contact, held[k].xyz, previous[k], cloth.thickness, friction), held[k].w);
      }
    }
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let i = lane + k * WORKGROUP_SIZE;
      if (i < count && held[k].w != 0.0) {
        positions[i] = held[k];
      }
    }
    workgroupBarrier();
  }

  var minimum = vec3f(1e30);
  var maximum = vec3f(-1e30);
  var speed = 0.0;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let i = lane + k * WORKGROUP_SIZE;
    if (i < count) {
      var position = positions[i].xyz;
      if (positions[i].w == 0.0) {
        // Exactly where the mesh puts it: the substeps above may be a rounding error away.
        position = cloth.linear * restParticles[cloth.firstRest + i].xyz;
      }
      particles[cloth.firstParticle + i].position = position;
      particles[cloth.firstParticle + i].previous = previous[k];
      let local = cloth.toLocal * position;
      minimum = min(minimum, local);
      maximum = max(maximum, local);
      let motion = position - previous[k];
      speed = max(speed, sqrt(dot(motion, motion)) / cloth.substepTime);
    }
  }
  workgroupBarrier();
  writeExtent(group.x, lane, vec4f(minimum, 0.0), vec4f(maximum, speed));
}

/// The cell of `color` that invocation `lane` owns. Rest lengths are measured on the rest shape as the mesh scales it.
fn cellOf(cloth: Cloth, lane: u32, color: u32) -> Cell {
  let parityU = color & 1u;
  let parityV = color >> 1u;
  let columns = (cloth.countU - parityU) / 2u;
  let rows = (cloth.countV - parityV) / 2u;
  var cell: Cell;
  if (lane >= columns * rows) {
    return cell;
  }
  let column = 2u * (lane % columns) + parityU;
  let row = 2u * (lane / columns) + parityV;
  cell.corner = row * cloth.countU + column;
  cell.links = ALL_CELLS;
  let a = restParticles[cloth.firstRest + cell.corner].xyz;
  let b = restParticles[cloth.firstRest + cell.corner + 1u].xyz;
  let c = restParticles[cloth.firstRest + cell.corner + cloth.countU].xyz;
  let d = restParticles[cloth.firstRest + cell.corner + cloth.countU + 1u].xyz;
  cell.length = vec4f(
    length(cloth.linear * (b - a)), length(cloth.linear * (c - a)), length(cloth.linear * (d - a)), length(cloth.linear * (c - b)));
  if (row + 2u == cloth.countV) {
    cell.links |= LAST_ROW;
    cell.borderLength.x = length(cloth.linear * (d - c));
  }
  if (column + 2u == cloth.countU) {
    cell.links |= LAST_COLUMN;
    cell.borderLength.y = length(cloth.linear * (d - b));
  }
  return cell;
}

/// Solves the links of one cell one after the other in registers. A link along u is a strip as wide as the cell is high:
/// its compliance grows with its length and falls with its width, so that the sheet does not depend on the grid.
fn relaxCell(cell: Cell, countU: u32, compliance: vec3f, collected: CellMultipliers) -> CellMultipliers {
  var a = positions[cell.corner];
  var b = positions[cell.corner + 1u];
  var c = positions[cell.corner + countU];
  var d = positions[cell.corner + countU + 1u];
  let slender = cell.length.x / cell.length.y;
  let warp = compliance.x * slender;
  let weft = compliance.y / slender;
  var sum = collected;

  var impulse = distanceImpulse(b.xyz - a.xyz, a.w + b.w, cell.length.x, warp, sum.inner.x);
  a -= vec4f(impulse.xyz * a.w, 0.0);
  b += vec4f(impulse.xyz * b.w, 0.0);
  sum.inner.x += impulse.w;

  impulse = distanceImpulse(c.xyz - a.xyz, a.w + c.w, cell.length.y, weft, sum.inner.y);
  a -= vec4f(impulse.xyz * a.w, 0.0);
  c += vec4f(impulse.xyz * c.w, 0.0);
  sum.inner.y += impulse.w;

  impulse = distanceImpulse(d.xyz - a.xyz, a.w + d.w, cell.length.z, compliance.z, sum.inner.z);
  a -= vec4f(impulse.xyz * a.w, 0.0);
  d += vec4f(impulse.xyz * d.w, 0.0);
  sum.inner.z += impulse.w;

  impulse = distanceImpulse(c.xyz - b.xyz, b.w + c.w, cell.length.w, compliance.z, sum.inner.w);
  b -= vec4f(impulse.xyz * b.w, 0.0);
  c += vec4f(impulse.xyz * c.w, 0.0);
  sum.inner.w += impulse.w;

  if ((cell.links & LAST_ROW) != 0u) {
    impulse = distanceImpulse(d.xyz - c.xyz, c.w + d.w, cell.borderLength.x, warp, sum.border.x);
    c -= vec4f(impulse.xyz * c.w, 0.0);
    d += vec4f(impulse.xyz * d.w, 0.0);
    sum.border.x += impulse.w;
  }
  if ((cell.links & LAST_COLUMN) != 0u) {
    impulse = distanceImpulse(d.xyz - b.xyz, b.w + d.w, cell.borderLength.y, weft, sum.border.y);
    b -= vec4f(impulse.xyz * b.w, 0.0);
    d += vec4f(impulse.xyz * d.w, 0.0);
    sum.border.y += impulse.w;
  }

  positions[cell.corner] = a;
  positions[cell.corner + 1u] = b;
  positions[cell.corner + countU] = c;
  positions[cell.corner + countU + 1u] = d;
  return sum;
}

/// Unit normal of the control grid at a particle, zero where the grid is degenerate.
fn normalAt(cloth: Cloth, i: u32, column: u32, row: u32) -> vec3f {
  let left = select(i, i - 1u, column > 0u);
  let right = select(i, i + 1u, column + 1u < cloth.countU);
  let below = select(i, i - cloth.countU, row > 0u);
  let above = select(i, i + cloth.countU, row + 1u < cloth.countV);
  let normal = cross(positions[right].xyz - positions[left].xyz, positions[above].xyz - positions[below].xyz);
  let length = sqrt(dot(normal, normal));
  return select(vec3f(0.0), normal / length, length > 0.0);
}

/// Reduces the extents of all invocations in workgroup memory, which the substeps no longer need.
fn writeExtent(clothIndex: u32, lane: u32, minimum: vec4f, maximum: vec4f) {
  positions[lane] = minimum;
  positions[lane + WORKGROUP_SIZE] = maximum;
  workgroupBarrier();
  for (var stride = WORKGROUP_SIZE / 2u; stride > 0u; stride /= 2u) {
    if (lane < stride) {
      positions[lane] = min(positions[lane], positions[lane + stride]);
      positions[lane + WORKGROUP_SIZE] = max(positions[lane + WORKGROUP_SIZE], positions[lane + WORKGROUP_SIZE + stride]);
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    extents[clothIndex] = ClothExtent(positions[0].xyz, positions[WORKGROUP_SIZE].w, positions[WORKGROUP_SIZE].xyz);
  }
}
