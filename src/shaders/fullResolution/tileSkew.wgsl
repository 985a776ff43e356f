// Skew of the cells of a tile and its halo, in four colors and in SKEW_PASSES passes. The first pass gives uniform skew the force that it asks for
// (see skewAlpha), but skew that differs from cell to cell less: the second one gives it the rest.
// needs: cloths, skews, WORKGROUP_SIZE
#include<tileMemory>
#include<skewCell>
#include<compliance>

const CELLS = vec2u(WIDTH / 2u, HEIGHT / 2u);
/// Cells of one color that an invocation has, rounded up.
const CELLS_PER_INVOCATION = (CELLS.x * CELLS.y + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
const OWN_CELLS = SKEW_COLORS * CELLS_PER_INVOCATION;

/// The invocation's cells at rest, color by color; 0 where there is no cell. They are read while particles move.
fn skewsIn(origin: vec2i, counts: vec2u, lane: u32) -> array<vec2f, OWN_CELLS> {
  var cells: array<vec2f, OWN_CELLS>;
  for (var i = 0u; i < OWN_CELLS; i++) {
    let cell = cellIn(lane, i);
    let corner = origin + vec2i(cell);
    let isInside = all(vec2u(WIDTH, HEIGHT) > cell + 1u) && all(corner >= vec2i(0)) && all(vec2i(counts) > corner + 1);
    let known = vec2u(clamp(corner, vec2i(0), vec2i(counts) - 1));
    cells[i] = select(vec2f(0.0), skews[known.y * counts.x + known.x], isInside);
  }
  return cells;
}

/// First corner of cell i of an invocation in the tile and its halo.
fn cellIn(lane: u32, i: u32) -> vec2u {
  let color = i / CELLS_PER_INVOCATION;
  let number = lane + i % CELLS_PER_INVOCATION * WORKGROUP_SIZE;
  return vec2u(2u * (number % CELLS.x) + (color & 1u), 2u * (number / CELLS.x) + (color >> 1u));
}

/// Relaxes all cells in some passes. Ends with a barrier.
fn relaxSkew(cells: array<vec2f, OWN_CELLS>, lane: u32) {
  let shear = phaseOf(cloths[0].shear);
  var pulled: array<f32, OWN_CELLS>;
  for (var round = 0u; round < SKEW_PASSES; round++) {
    for (var i = 0u; i < OWN_CELLS; i++) {
      if (cells[i].x > 0.0) {
        let cell = cellIn(lane, i);
        let places = vec4u(placeIn(cell), placeIn(cell + vec2u(1u, 0u)), placeIn(cell + vec2u(0u, 1u)), placeIn(cell + 1u));
        pulled[i] = relaxCell(places, cells[i], shear, pulled[i], round == 0u);
      }
      if (i % CELLS_PER_INVOCATION + 1u == CELLS_PER_INVOCATION) {
        workgroupBarrier();
      }
    }
  }
}
