// Gives one control net of a cloth the surface and the velocity of another, both in `particles`. Twice: along u into `between`,
// then along v into the new net. One invocation a control point.
#include<structs>
#include<clothKinds>

// Set by the host: 0 along u, 1 along v.
const ALONG_V = 0u;
const TILE = 8u;
// Sums of so many terms are added up to the whole sum: long rows then round little more than short ones.
const BLOCK = 16u;

// Words of plan.
const FROM_FIRST = 0u;
const FROM_U = 1u;
const FROM_V = 2u;
const TO_FIRST = 3u;
const TO_U = 4u;
const TO_V = 5u;
/// 1: pinned particles of the new net are placed, too.
const PINNED_FOLLOW = 6u;
/// Rows of the matrix along u, then of that along v: first old control point that counts, number of weights, first of them.
const FIRST_ROW = 7u;
const ROW_WORDS = 3u;

@group(0) @binding(0) var<storage, read> plan: array<u32>;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read_write> particles: array<Particle>;
/// Position and motion of what is refined along u only. Shape [FROM_V, TO_U, 2].
@group(0) @binding(3) var<storage, read_write> between: array<vec4f>;

/// Of one particle: where it is, and its way since one substep ago.
struct ParticleState {
  position: vec3f,
  motion: vec3f,
}

@compute @workgroup_size(TILE, TILE)
fn transferNet(@builtin(global_invocation_id) id: vec3u) {
  let column = id.x;
  let row = id.y;
  if (column >= plan[TO_U] || row >= plan[select(FROM_V, TO_V, ALONG_V == 1u)]) {
    return;
  }
  let matrixRow = FIRST_ROW + ROW_WORDS * select(column, plan[TO_U] + row, ALONG_V == 1u);
  let first = plan[matrixRow];
  let count = plan[matrixRow + 1u];
  let firstWeight = plan[matrixRow + 2u];
  // Relative to one of the old particles: weights sum to 1, and what all have in common is not rounded.
  let middle = oldState(column, row, first + count / 2u);
  var offset = vec3f(0.0);
  var motion = vec3f(0.0);
  for (var start = 0u; start < count; start += BLOCK) {
    var partOffset = vec3f(0.0);
    var partMotion = vec3f(0.0);
    for (var k = start; k < min(start + BLOCK, count); k++) {
      let state = oldState(column, row, first + k);
      partOffset += weights[firstWeight + k] * (state.position - middle.position);
      partMotion += weights[firstWeight + k] * (state.motion - middle.motion);
    }
    offset += partOffset;
    motion += partMotion;
  }
  writeState(column, row, ParticleState(middle.position + offset, middle.motion + motion));
}

/// Particle `index` of the row, or column, that is transferred.
fn oldState(column: u32, row: u32, index: u32) -> ParticleState {
  if (ALONG_V == 1u) {
    let at = 2u * (index * plan[TO_U] + column);
    return ParticleState(between[at].xyz, between[at + 1u].xyz);
  }
  let particle = particles[plan[FROM_FIRST] + row * plan[FROM_U] + index];
  // `previous` of a pinned particle is its position in the mesh, and what was just released starts from rest.
  let isMoving = particle.inverseArea != 0.0 && particle.hold != RELEASED;
  return ParticleState(particle.position, select(vec3f(0.0), particle.position - particle.previous, isMoving));
}

/// A pinned particle keeps its position in the mesh, a free one loses what it held.
fn writeState(column: u32, row: u32, state: ParticleState) {
  let index = row * plan[TO_U] + column;
  if (ALONG_V == 0u) {
    between[2u * index] = vec4f(state.position, 0.0);
    between[2u * index + 1u] = vec4f(state.motion, 0.0);
    return;
  }
  let particle = plan[TO_FIRST] + index;
  let isFree = particles[particle].inverseArea != 0.0;
  if (isFree || plan[PINNED_FOLLOW] != 0u) {
    particles[particle].position = state.position;
  }
  if (isFree) {
    particles[particle].previous = state.position - state.motion;
    particles[particle].hold = 0.0;
  }
}
