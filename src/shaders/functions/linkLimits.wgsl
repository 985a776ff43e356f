// Limits of threads: slack that gives at first and then holds, and the strain limit of soft cloth. They are kept link by link, in two
// colors a direction, after the lines: a link that comes to its limit and leaves it again has no place in a linear system, where it keeps
// cloth from resting.
#include<distance>

const LINK_COLORS = 2u;
/// Relaxations a substep that bring soft cloth to its strain limit. Slack takes part in the first.
const LIMIT_SWEEPS = 4u;
/// Cloth is soft if this pull makes it longer than its strain limit [N/m].
const LIMIT_LOAD = 100.0;

/// Whether threads may reach the strain limit: then each substep keeps it, else what follows the last one.
fn isSoftCloth(warp: vec4f, weft: vec4f, strainLimit: f32) -> bool {
  return LIMIT_LOAD * max(warp.x, weft.x) > strainLimit;
}

/// Law of a line: compliance over squared time between the limits. A line of links that give freely does nothing.
fn lineLaw(phase: vec4f) -> vec4f {
  return vec4f(phase.x / max(phase.w, 1e-9), 1.0, 1.0, 1.0);
}

/// What a link that is solved alone is moved by. `law`: as for limitImpulse; `phase`: from lineLaw.
fn linkImpulse(difference: vec3f, inverseMass: f32, law: vec2f, phase: vec4f) -> vec3f {
  return distanceImpulse(difference, inverseMass, law.x, phase * vec4f(law.y, 1.0, 1.0, 1.0), 1e9);
}

/// What brings a link back within its limits in a sweep: see distance.wgsl. `law`: its length at rest, and what the compliance is
/// multiplied by.
fn limitImpulse(difference: vec3f, inverseMass: f32, law: vec2f, phase: vec4f, strainLimit: f32, sweep: u32) -> vec3f {
  let share = select(1e-9, max(1.0 - phase.w, 1e-9), sweep == 0u);
  return distanceImpulse(difference, inverseMass, law.x, vec4f(phase.x * law.y / share, phase.yz, 0.0), strainLimit);
}
