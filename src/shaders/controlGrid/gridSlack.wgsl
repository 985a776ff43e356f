// Limits of threads, in the phase relax of stepControlGrid: see linkLimits.wgsl.
// needs: WORKGROUP_SIZE
#include<gridMemory>
#include<linkLimits>

/// All links that are beyond their limits. Starts and ends with a barrier that all invocations have passed.
fn relaxSlack(grid: GridStep, lane: u32) {
  for (var sweep = 0u; sweep < select(1u, LIMIT_SWEEPS, grid.isSoft); sweep++) {
    relaxLimits(grid, lane, false, sweep);
    relaxLimits(grid, lane, true, sweep);
  }
}

/// One relaxation along u or along v.
fn relaxLimits(grid: GridStep, lane: u32, alongV: bool, sweep: u32) {
  let phase = select(grid.warp, grid.weft, alongV);
  if (phase.w >= 1.0 && !grid.isSoft) {
    return;
  }
  let strainLimit = select(1e9, grid.strainLimit, grid.isSoft);
  let stride = select(1u, grid.countU, alongV);
  for (var color = 0u; color < LINK_COLORS; color++) {
    for (var a = lane; a < grid.count; a += WORKGROUP_SIZE) {
      let row = a / grid.countU;
      let threads = vectors[cloths[grid.slot].firstLink + 2u * a];
      let law = select(threads.xy, threads.zw, alongV);
      if (select(a - row * grid.countU, row, alongV) % LINK_COLORS == color && law.x > 0.0) {
        let b = a + stride;
        let inverseMass = positions[a].w + positions[b].w;
        let impulse = limitImpulse(positions[b].xyz - positions[a].xyz, inverseMass, law, phase, strainLimit, sweep);
        positions[a] -= vec4f(impulse * positions[a].w, 0.0);
        positions[b] += vec4f(impulse * positions[b].w, 0.0);
      }
    }
    workgroupBarrier();
  }
}
