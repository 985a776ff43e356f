// Skew of the control grid's cells, in four colors.
// needs: WORKGROUP_SIZE
#include<gridMemory>
#include<skewCell>

/// One relaxation of all cells. Starts and ends with a barrier that all invocations have passed.
fn relaxSkew(grid: GridStep, lane: u32) {
  for (var color = 0u; color < SKEW_COLORS; color++) {
    let column = color & 1u;
    let row = color >> 1u;
    let across = (grid.countU - column) / 2u;
    let count = across * ((grid.countV - row) / 2u);
    for (var i = lane; i < count; i += WORKGROUP_SIZE) {
      let up = i / across;
      let a = (row + 2u * up) * grid.countU + column + 2u * (i - up * across);
      let share = vectors[cloths[grid.slot].firstLink + 2u * a + 1u].x;
      let shareAcross = vectors[cloths[grid.slot].firstLink + 2u * (a + 1u) + 1u].y;
      let places = vec4u(a, a + 1u, a + grid.countU, a + grid.countU + 1u);
      relaxCell(places, vec2f(share, shareAcross), grid.shear, 0.0, true);
    }
    workgroupBarrier();
  }
}
