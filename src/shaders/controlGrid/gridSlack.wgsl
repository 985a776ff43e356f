// Limits of threads: slack that gives at first and then holds, and the strain limit of soft cloth. They are kept link by link, in two
// colors a direction, after the lines: a link that comes to its limit and leaves it again has no place in a linear system, where it keeps
// cloth from resting.
// needs: WORKGROUP_SIZE
#include<gridMemory>
#include<distance>

const LINK_COLORS = 2u;
/// Relaxations a substep that bring soft cloth to its strain limit.
const LIMIT_SWEEPS = 4u;

/// Law of a line: compliance over squared time between the limits. A line of links that give freely does nothing.
fn lineLaw(phase: vec4f) -> vec4f {
  return vec4f(phase.x / max(phase.w, 1e-9), 1.0, 1.0, 1.0);
}

/// All links that are beyond their limits. Starts and ends with a barrier that all invocations have passed.
fn relaxSlack(grid: GridStep, lane: u32) {
  for (var sweep = 0u; sweep < select(1u, LIMIT_SWEEPS, grid.isSoft); sweep++) {
    relaxLimits(grid, lane, false, sweep);
    relaxLimits(grid, lane, true, sweep);
  }
}

/// One relaxation along u or along v. Slack takes part in the first sweep.
fn relaxLimits(grid: GridStep, lane: u32, alongV: bool, sweep: u32) {
  let phase = select(grid.warp, grid.weft, alongV);
  if (phase.w >= 1.0 && !grid.isSoft) {
    return;
  }
  let share = select(1e-9, max(1.0 - phase.w, 1e-9), sweep == 0u);
  let strainLimit = select(1e9, grid.strainLimit, grid.isSoft);
  let stride = select(1u, grid.countU, alongV);
  for (var color = 0u; color < LINK_COLORS; color++) {
    for (var a = lane; a < grid.count; a += WORKGROUP_SIZE) {
      let row = a / grid.countU;
      let threads = vectors[cloths[grid.slot].firstLink + 2u * a];
      let law = select(threads.xy, threads.zw, alongV);
      if (select(a - row * grid.countU, row, alongV) % LINK_COLORS == color && law.x > 0.0) {
        let b = a + stride;
        let limits = vec4f(phase.x * law.y / share, phase.yz, 0.0);
        let inverseMass = positions[a].w + positions[b].w;
        let impulse = distanceImpulse(positions[b].xyz - positions[a].xyz, inverseMass, law.x, limits, strainLimit);
        positions[a] -= vec4f(impulse * positions[a].w, 0.0);
        positions[b] += vec4f(impulse * positions[b].w, 0.0);
      }
    }
    workgroupBarrier();
  }
}
