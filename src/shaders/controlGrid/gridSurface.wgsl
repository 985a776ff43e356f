// Where the surface is over the control points, see chord.wgsl.
// needs: PARTICLES_PER_INVOCATION
#include<gridMemory>
#include<chord>

/// From the control point at `here` to the surface.
fn wayFrom(grid: GridStep, column: u32, row: u32, here: vec3f, next: Neighbours) -> vec3f {
  return wayToSurface(
    chordShape(column, grid.countU), chordShape(row, grid.countV), here, positions[next.left].xyz, positions[next.right].xyz,
    positions[next.below].xyz, positions[next.above].xyz);
}

/// Before colliders hold the surface it is found anew: one that is known since the last look drives loose edges, which then sway for ever.
/// Ends with a barrier if the cloth has surface samples.
fn followSurface(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  if (cloths[grid.slot].surfaceSamples == 0u) {
    return;
  }
  if (((*own).near.x | (*own).near.y) != 0u) {
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let place = ownPlace(lane, k);
      if (place < grid.count) {
        let next = neighboursOf(grid.slot, place, (*own).column[k], (*own).row[k]);
        (*own).toSurface[k] = wayFrom(grid, (*own).column[k], (*own).row[k], (*own).held[k].xyz, next);
      }
    }
  }
  workgroupBarrier();
}
