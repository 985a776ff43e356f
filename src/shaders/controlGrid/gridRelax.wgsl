// Relax, a phase of stepControlGrid: links in four colors of cells. A color has at most a quarter of the particles, so one
// invocation owns one cell of each color.
#include<gridMemory>
#include<cell>

/// One color after the other, as often as the cloth asks for.
fn relax(grid: GridStep, cells: array<Cell, COLORS>) {
  for (var iteration = 0u; iteration < grid.iterationCount; iteration++) {
    relaxOwn(grid, cells[0]);
    workgroupBarrier();
    relaxOwn(grid, cells[1]);
    workgroupBarrier();
    relaxOwn(grid, cells[2]);
    workgroupBarrier();
    relaxOwn(grid, cells[3]);
    workgroupBarrier();
  }
}

fn relaxOwn(grid: GridStep, cell: Cell) {
  if (cell.links != 0u) {
    relaxCell(cell, grid.countU, grid.warp, grid.weft, grid.shear, grid.strainLimit);
  }
}

fn cellsOf(slot: u32, lane: u32) -> array<Cell, COLORS> {
  return array<Cell, COLORS>(cellOf(slot, lane, 0u), cellOf(slot, lane, 1u), cellOf(slot, lane, 2u), cellOf(slot, lane, 3u));
}

/// The cell of `color` that invocation `lane` owns. Rest lengths are measured on the rest shape as the mesh scales it.
fn cellOf(slot: u32, lane: u32, color: u32) -> Cell {
  let parityU = color & 1u;
  let parityV = color >> 1u;
  let columns = (cloths[slot].countU - parityU) / 2u;
  let rows = (cloths[slot].countV - parityV) / 2u;
  var cell: Cell;
  if (lane >= columns * rows) {
    return cell;
  }
  let column = 2u * (lane % columns) + parityU;
  let row = 2u * (lane / columns) + parityV;
  let corner = cloths[slot].firstRest + row * cloths[slot].countU + column;
  cell.a = placeOf(column, row, cloths[slot].countU);
  cell.b = placeOf(column + 1u, row, cloths[slot].countU);
  cell.links = ALL_CELLS;
  let a = vectors[corner].xyz;
  let b = vectors[corner + 1u].xyz;
  let c = vectors[corner + cloths[slot].countU].xyz;
  let d = vectors[corner + cloths[slot].countU + 1u].xyz;
  cell.length = vec4f(
    length(cloths[slot].linear * (b - a)), length(cloths[slot].linear * (c - a)), length(cloths[slot].linear * (d - a)), length(cloths[slot].linear * (c - b)));
  if (row + 2u == cloths[slot].countV) {
    cell.links |= LAST_ROW;
    cell.borderLength.x = length(cloths[slot].linear * (d - c));
  }
  if (column + 2u == cloths[slot].countU) {
    cell.links |= LAST_COLUMN;
    cell.borderLength.y = length(cloths[slot].linear * (d - b));
  }
  return cell;
}
