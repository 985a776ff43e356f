// Threads link by link, in the phase relax of stepControlGrid: in two colors a direction, even links and odd ones (Zeller 2005, NVIDIA; the
// fast solver of PhysX 3). What one pass does not settle is left to the next substep, so cloth gives the more, the more links it has.
// needs: FAST, WORKGROUP_SIZE
#include<gridMemory>
#include<clothKinds>
#include<linkLimits>

fn isFast(grid: GridStep, alongV: bool) -> bool {
  return FAST != 0u && select(cloths[grid.slot].warpSolver, cloths[grid.slot].weftSolver, alongV) == FAST_THREADS;
}

/// All links along u or along v, once. Starts and ends with a barrier that all invocations have passed. See lineLaw for the limits.
fn relaxLinks(grid: GridStep, lane: u32, alongV: bool) {
  relaxByColors(grid, lane, alongV, ByColors(false, lineLaw(select(grid.warp, grid.weft, alongV)), 0.0, 0u));
}

/// How links are relaxed one by one: as linkImpulse says, or as limitImpulse does.
struct ByColors {
  isLimit: bool,
  phase: vec4f,
  strainLimit: f32,
  sweep: u32,
}

fn relaxByColors(grid: GridStep, lane: u32, alongV: bool, by: ByColors) {
  let stride = select(1u, grid.countU, alongV);
  for (var color = 0u; color < LINK_COLORS; color++) {
    for (var a = lane; a < grid.count; a += WORKGROUP_SIZE) {
      let row = a / grid.countU;
      let threads = vectors[cloths[grid.slot].firstLink + 2u * a];
      let law = select(threads.xy, threads.zw, alongV);
      if (select(a - row * grid.countU, row, alongV) % LINK_COLORS == color && law.x > 0.0) {
        let b = a + stride;
        let difference = positions[b].xyz - positions[a].xyz;
        let inverseMass = positions[a].w + positions[b].w;
        var impulse = vec3f(0.0);
        if (by.isLimit) {
          impulse = limitImpulse(difference, inverseMass, law, by.phase, by.strainLimit, by.sweep);
        } else {
          impulse = linkImpulse(difference, inverseMass, law, by.phase);
        }
        positions[a] -= vec4f(impulse * positions[a].w, 0.0);
        positions[b] += vec4f(impulse * positions[b].w, 0.0);
      }
    }
    workgroupBarrier();
  }
}
