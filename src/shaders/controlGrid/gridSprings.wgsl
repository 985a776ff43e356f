// The spring model of stepSprings: accelerations by springs, and one substep by the integrator of the cloth.
// needs: CAPACITY, PARTICLES_PER_INVOCATION
#include<gridMemory>
#include<clothKinds>
#include<integrators>
#include<spring>

/// In particleVectors: the velocity of a particle in a stage; then the rates of former steps, a velocity and
/// an acceleration each. In w of the first two of them are the number of the steps so far and the substeps of the cloth after them.
const SPRING_VECTORS = 7u;

/// What the particles of an invocation keep from one substep to the next.
struct Springs {
  velocity: array<vec3f, PARTICLES_PER_INVOCATION>,
  motion: array<vec3f, PARTICLES_PER_INVOCATION>,     // what they covered in the substep, as the other phases know it
}

fn springMemoryOf(slot: u32, place: u32) -> u32 {
  return SPRING_VECTORS * CAPACITY * slot + place;
}

/// Of Adams-Bashforth: how many former rates are there. Those of another step length, of a mesh that carries its cloth, or of a cloth that has
/// gone on without this kernel do not count.
fn formerSteps(slot: u32, substepsBefore: u32, lane: u32) -> u32 {
  let first = springMemoryOf(slot, ownPlace(lane, 0u)) + CAPACITY;
  let isSame = u32(particleVectors[first + CAPACITY].w) == substepsBefore && cloths[slot].timeChange == 1.0;
  let goesOn = isSame && cloths[slot].reset == 0u && cloths[slot].carryMode == NOT_CARRIED;
  return select(0u, u32(particleVectors[first].w), goesOn);
}

/// For {@link formerSteps} of the next step.
fn keepFormerSteps(grid: GridStep, lane: u32, steps: u32, substeps: u32) {
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let first = springMemoryOf(grid.slot, ownPlace(lane, k)) + CAPACITY;
    particleVectors[first].w = select(0.0, f32(steps), cloths[grid.slot].integrator == ADAMS_BASHFORTH);
    particleVectors[first + CAPACITY].w = f32(substeps);
  }
}

/// Velocities, after other phases have changed positions or previous positions.
fn followMotion(grid: GridStep, own: ptr<function, Own>, springs: ptr<function, Springs>) {
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let motion = (*own).held[k].xyz - (*own).previous[k];
    (*springs).velocity[k] += (motion - (*springs).motion[k]) / grid.substepTime;
    (*springs).motion[k] = motion;
  }
}

/// One substep. `steps` of Adams-Bashforth were before it.
fn integrate(grid: GridStep, lane: u32, steps: u32, own: ptr<function, Own>, springs: ptr<function, Springs>) {
  let integrator = cloths[grid.slot].integrator;
  let stages = stageCount(integrator);
  var sums: array<mat2x3f, PARTICLES_PER_INVOCATION>;
  var rates: array<mat2x3f, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    positions[place] = (*own).held[k];
    particleVectors[springMemoryOf(grid.slot, place)] = vec4f((*springs).velocity[k], 0.0);
  }
  for (var stage = 0u; stage < stages; stage++) {
    workgroupBarrier();
    storageBarrier();
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let place = ownPlace(lane, k);
      if (place < grid.count) {
        rates[k] = rateOf(grid, place, (*own).column[k], (*own).row[k]);
      }
    }
    workgroupBarrier();
    storageBarrier();
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let place = ownPlace(lane, k);
      let memory = springMemoryOf(grid.slot, place);
      let start = mat2x3f((*own).held[k].xyz, (*springs).velocity[k]);
      let here = mat2x3f(positions[place].xyz, particleVectors[memory].xyz);
      var next = nextStage(integrator, stage, grid.substepTime, start, here, rates[k], sums[k]);
      if (integrator == ADAMS_BASHFORTH) {
        next.state = afterFormer(grid, memory, steps, (*own).held[k].w, start, rates[k], next.state);
      }
      sums[k] = next.sum;
      positions[place] = vec4f(next.state[0], (*own).held[k].w);
      particleVectors[memory] = vec4f(next.state[1], 0.0);
    }
  }
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    let velocity = particleVectors[springMemoryOf(grid.slot, place)].xyz;
    (*springs).velocity[k] = velocity;
    (*own).previous[k] = positions[place].xyz - velocity * grid.substepTime;
    (*springs).motion[k] = positions[place].xyz - (*own).previous[k];
  }
  workgroupBarrier();
}

/// A step of Adams-Bashforth, or `euler` while there are too few rates. Keeps the rate in the place of the oldest one.
fn afterFormer(
  grid: GridStep, memory: u32, steps: u32, inverseMass: f32, start: mat2x3f, rate: mat2x3f, euler: mat2x3f,
) -> mat2x3f {
  let oldest = formerPlace(memory, steps);
  let third = mat2x3f(particleVectors[oldest].xyz, particleVectors[oldest + CAPACITY].xyz);
  particleVectors[oldest] = vec4f(rate[0], particleVectors[oldest].w);
  particleVectors[oldest + CAPACITY] = vec4f(rate[1], particleVectors[oldest + CAPACITY].w);
  // A pin goes at the velocity that it is given.
  if (steps < FORMER_RATES || inverseMass == 0.0) {
    return euler;
  }
  let first = formerPlace(memory, steps + 2u);
  let second = formerPlace(memory, steps + 1u);
  return adamsBashforth(
    grid.substepTime, start, rate, mat2x3f(particleVectors[first].xyz, particleVectors[first + CAPACITY].xyz),
    mat2x3f(particleVectors[second].xyz, particleVectors[second + CAPACITY].xyz), third);
}

/// Where the rate of a step is: places are used in turns.
fn formerPlace(memory: u32, step: u32) -> u32 {
  return memory + (1u + 2u * (step % FORMER_RATES)) * CAPACITY;
}

/// Velocity and acceleration of a particle in the stage.
fn rateOf(grid: GridStep, place: u32, column: u32, row: u32) -> mat2x3f {
  let slot = grid.slot;
  let velocity = particleVectors[springMemoryOf(slot, place)].xyz;
  let inverseMass = positions[place].w;
  if (inverseMass == 0.0) {
    return mat2x3f(velocity, vec3f(0.0));
  }
  let stiffness = vec3f(cloths[slot].springStiffness, cloths[slot].springShear, cloths[slot].springBend);
  var force = vec3f(0.0);
  for (var n = 0u; n < SPRINGS; n++) {
    force += pullFrom(grid, place, vec2i(i32(column), i32(row)), springOffset(n), stiffness[n / 4u]);
  }
  return mat2x3f(velocity, grid.gravity - velocity * cloths[slot].dampingRate + force * inverseMass);
}

/// Force of the spring to the particle so many columns and rows away; none where the grid ends, or without stiffness.
fn pullFrom(grid: GridStep, place: u32, at: vec2i, offset: vec2i, stiffness: f32) -> vec3f {
  let slot = grid.slot;
  let other = at + offset;
  let size = vec2i(i32(grid.countU), i32(cloths[slot].countV));
  if (stiffness == 0.0 || any(other < vec2i(0)) || any(other >= size)) {
    return vec3f(0.0);
  }
  let end = u32(other.y) * grid.countU + u32(other.x);
  let firstRest = cloths[slot].firstRest;
  let rest = length(cloths[slot].linear * (vectors[firstRest + end].xyz - vectors[firstRest + place].xyz));
  let law = SpringLaw(stiffness, rest, cloths[slot].springDamping, cloths[slot].springViscosity);
  let motion = particleVectors[springMemoryOf(slot, end)].xyz - particleVectors[springMemoryOf(slot, place)].xyz;
  return springForce(law, positions[end].xyz - positions[place].xyz, motion);
}
