// Limits of threads, in the phase relax of stepControlGrid: see linkLimits.wgsl.
#include<gridMemory>
#include<gridLinks>
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
  relaxByColors(grid, lane, alongV, ByColors(true, phase, select(1e9, grid.strainLimit, grid.isSoft), sweep));
}
