// A stage of an integrator of springs at full resolution, in a pass over its textures. Twin of integrate in gridSprings.wgsl.
#include<structs>
#include<airField>
#include<textureNet>
#include<integrators>
#include<spring>
#include<netSprings>

const WORKGROUP_WIDTH = 16u;
// Set by the host: from 0.
const STAGE = 0u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
@group(0) @binding(2) var<storage, read> states: array<ClothState>;
@group(0) @binding(3) var<storage, read_write> springs: array<vec4f>;
@group(0) @binding(4) var<uniform> phase: SubstepPass;
/// At the start of the substep.
@group(0) @binding(5) var started: texture_2d<f32>;
/// In this stage.
@group(0) @binding(6) var now: texture_2d<f32>;
@group(0) @binding(7) var next: texture_storage_2d<rgba32float, write>;
/// After the last stage: where particles were one substep ago at their new velocities.
@group(0) @binding(8) var previous: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn integrateSprings(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let index = indexOf(texel);
  let integrator = cloths[0].integrator;
  let time = cloths[0].substepTime;
  let particle = textureLoad(now, texel, 0);
  let here = mat2x3f(particle.xyz, velocityOf(index));
  let start = mat2x3f(textureLoad(started, texel, 0).xyz, springs[springPlace(START_VELOCITY, index)].xyz);
  let rate = rateOf(texel, index, here, particle.w);
  var sum = mat2x3f(vec3f(0.0), vec3f(0.0));
  if (STAGE > 0u) {
    sum = mat2x3f(springs[springPlace(SUM, index)].xyz, springs[springPlace(SUM + 1u, index)].xyz);
  }
  let stage = nextStage(integrator, STAGE, time, start, here, rate, sum);
  var state = stage.state;
  if (integrator == ADAMS_BASHFORTH) {
    state = afterFormer(index, particle.w, start, rate, state);
  }
  springs[springPlace(SUM, index)] = vec4f(stage.sum[0], 0.0);
  springs[springPlace(SUM + 1u, index)] = vec4f(stage.sum[1], 0.0);
  springs[springPlace((STAGE + 1u) % 2u, index)] = vec4f(state[1], 0.0);
  textureStore(next, texel, vec4f(state[0], particle.w));
  if (STAGE + 1u == stageCount(integrator)) {
    let last = state[0] - state[1] * time;
    textureStore(previous, texel, vec4f(last, particle.w));
    springs[springPlace(MOTION, index)] = vec4f(state[0] - last, 0.0);
  }
}

fn velocityOf(index: u32) -> vec3f {
  return springs[springPlace(STAGE % 2u, index)].xyz;
}

/// Velocity and acceleration of a particle in the stage.
fn rateOf(texel: vec2i, index: u32, here: mat2x3f, inverseMass: f32) -> mat2x3f {
  if (inverseMass == 0.0) {
    return mat2x3f(here[1], vec3f(0.0));
  }
  let stiffness = vec3f(cloths[0].springStiffness, cloths[0].springShear, cloths[0].springBend);
  var force = vec3f(0.0);
  for (var n = 0u; n < SPRINGS; n++) {
    force += pullFrom(texel + springOffset(n), index, here, stiffness[n / 4u]);
  }
  return mat2x3f(here[1], cloths[0].gravity - here[1] * cloths[0].dampingRate + force * inverseMass);
}

/// Force of the spring to the particle `end`; none where the net ends, or without stiffness.
fn pullFrom(end: vec2i, index: u32, here: mat2x3f, stiffness: f32) -> vec3f {
  if (stiffness == 0.0 || !hasParticle(end)) {
    return vec3f(0.0);
  }
  let other = indexOf(end);
  let firstRest = cloths[0].firstRest;
  let rest = length(cloths[0].linear * (vectors[firstRest + other].xyz - vectors[firstRest + index].xyz));
  let law = SpringLaw(stiffness, rest, cloths[0].springDamping, cloths[0].springViscosity);
  return springForce(law, textureLoad(now, end, 0).xyz - here[0], velocityOf(other) - here[1]);
}

/// A step of Adams-Bashforth, or `euler` while there are too few rates. Keeps the rate in the place of the oldest one.
fn afterFormer(index: u32, inverseMass: f32, start: mat2x3f, rate: mat2x3f, euler: mat2x3f) -> mat2x3f {
  let steps = formerSteps(index);
  let third = formerRate(index, steps);
  let place = formerPlace(index, steps);
  springs[place[0]] = vec4f(rate[0], springs[place[0]].w);
  springs[place[1]] = vec4f(rate[1], springs[place[1]].w);
  // Only the remainder and that there are enough count.
  springs[springPlace(FORMER, index)].w = f32(select(steps + 1u, steps - 2u, steps >= 2u * FORMER_RATES));
  springs[springPlace(FORMER + 1u, index)].w = f32(countedSubsteps(0u) + phase.substep + 1u);
  // A pin goes at the velocity that it is given.
  if (steps < FORMER_RATES || inverseMass == 0.0) {
    return euler;
  }
  return adamsBashforth(
    cloths[0].substepTime, start, rate, formerRate(index, steps + 2u), formerRate(index, steps + 1u), third);
}

/// How many former rates are there: see formerSteps in gridSprings.wgsl.
fn formerSteps(index: u32) -> u32 {
  let steps = u32(springs[springPlace(FORMER, index)].w);
  if (phase.substep > 0u) {
    return steps;
  }
  let isSame = u32(springs[springPlace(FORMER + 1u, index)].w) == countedSubsteps(0u) && cloths[0].timeChange == 1.0;
  return select(0u, steps, isSame && cloths[0].reset == 0u && cloths[0].carryMode == NOT_CARRIED);
}

fn formerRate(index: u32, step: u32) -> mat2x3f {
  let place = formerPlace(index, step);
  return mat2x3f(springs[place[0]].xyz, springs[place[1]].xyz);
}

/// Where both halves of the rate of a step are: places are used in turns.
fn formerPlace(index: u32, step: u32) -> vec2u {
  let first = FORMER + 2u * (step % FORMER_RATES);
  return vec2u(springPlace(first, index), springPlace(first + 1u, index));
}
