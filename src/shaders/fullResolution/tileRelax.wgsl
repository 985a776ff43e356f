// Relax, a phase of stepFullResolution: links of the tile and its halo, in four colors of cells.
// needs: WORKGROUP_SIZE
#include<textureNet>
#include<tileMemory>
#include<cell>

const CELLS = WIDTH / 2u;
/// Cells of one color that an invocation has, rounded up.
const CELLS_PER_INVOCATION = (CELLS * CELLS + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;

/// `cells`: the invocation's first ones of each color, which are read while particles move.
fn relax(cells: array<Cell, COLORS>, origin: vec2i, lane: u32) {
  relaxColor(cells[0], origin, lane, 0u);
  workgroupBarrier();
  relaxColor(cells[1], origin, lane, 1u);
  workgroupBarrier();
  relaxColor(cells[2], origin, lane, 2u);
  workgroupBarrier();
  relaxColor(cells[3], origin, lane, 3u);
  workgroupBarrier();
}

fn firstCells(origin: vec2i, lane: u32) -> array<Cell, COLORS> {
  return array<Cell, COLORS>(cellIn(origin, lane, 0u), cellIn(origin, lane, 1u), cellIn(origin, lane, 2u), cellIn(origin, lane, 3u));
}

fn relaxColor(first: Cell, origin: vec2i, lane: u32, color: u32) {
  // Iterations share the compliance: each is a spring so many times as soft.
  let scaleAlpha = vec4f(f32(cloths[0].iterationCount) / (cloths[0].substepTime * cloths[0].substepTime), 1.0, 1.0, 1.0);
  let warp = cloths[0].warp * scaleAlpha;
  let weft = cloths[0].weft * scaleAlpha;
  let shear = cloths[0].shear * scaleAlpha;
  if (first.links != 0u) {
    relaxCell(first, WIDTH, warp, weft, shear, cloths[0].strainLimit);
  }
  for (var k = 1u; k < CELLS_PER_INVOCATION; k++) {
    let cell = cellIn(origin, lane + k * WORKGROUP_SIZE, color);
    if (cell.links != 0u) {
      relaxCell(cell, WIDTH, warp, weft, shear, cloths[0].strainLimit);
    }
  }
}

/// Cell `number` of a color in the tile and its halo: as in gridRelax.wgsl, with lengths that are found once a step.
fn cellIn(origin: vec2i, number: u32, color: u32) -> Cell {
  var cell: Cell;
  let column = 2u * (number % CELLS) + (color & 1u);
  let row = 2u * (number / CELLS) + (color >> 1u);
  let corner = origin + vec2i(vec2u(column, row));
  if (column + 1u >= WIDTH || row + 1u >= WIDTH || !hasParticle(corner) || !hasParticle(corner + 1)) {
    return cell;
  }
  cell.a = placeIn(column, row);
  cell.b = placeIn(column + 1u, row);
  cell.links = ALL_CELLS;
  cell.length = textureLoad(lengths, corner, 0);
  cell.borderLength = vec2f(DEAD);
  if (corner.y + 2 == i32(cloths[0].countV)) {
    cell.links |= LAST_ROW;
    cell.borderLength.x = textureLoad(lengths, corner + vec2i(0, 1), 0).x;
  }
  if (corner.x + 2 == i32(cloths[0].countU)) {
    cell.links |= LAST_COLUMN;
    cell.borderLength.y = textureLoad(lengths, corner + vec2i(1, 0), 0).y;
  }
  return cell;
}
