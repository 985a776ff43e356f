// Twist of the control grid's cells: see bend.wgsl. A particle tells what the cell above it and to its right pulls its corners by.
#include<gridMemory>
#include<bend>

/// Whether a particle is the first corner of a cell.
fn hasCell(grid: GridStep, column: u32, row: u32) -> bool {
  return column + 1u < grid.countU && row + 1u < grid.countV;
}

/// Stiffness of the particle's cell, times squared time [kg]; none where there is no cell. Positions have the inverse masses.
fn twistStiffnessAt(grid: GridStep, place: u32, column: u32, row: u32) -> f32 {
  if (!hasCell(grid, column, row)) {
    return 0.0;
  }
  let time = f32(cloths[grid.slot].bendInterval) * grid.substepTime;
  let compliance = twistCompliance(cloths[grid.slot].bendWarp, cloths[grid.slot].bendWeft);
  let above = place + grid.countU;
  let lower = max(positions[place].w, positions[place + 1u].w);
  let upper = max(positions[above].w, positions[above + 1u].w);
  let factor = vectors[cloths[grid.slot].firstBend + grid.count + place].y;
  return twistStiffness(time * time, compliance * factor, max(lower, upper), STIFFEST_TWIST);
}

/// What the particle's cell pulls its second and third corner by, and the others back, times squared time [kg m]; ways have no rest. Positions
/// have what is twisted.
fn twistPull(grid: GridStep, place: u32, column: u32, row: u32, stiffness: f32, arePlaces: bool) -> vec3f {
  if (!hasCell(grid, column, row)) {
    return vec3f(0.0);
  }
  let above = place + grid.countU;
  var off = positions[place].xyz - positions[place + 1u].xyz - (positions[above].xyz - positions[above + 1u].xyz);
  if (arePlaces) {
    off -= restOff(off, vectors[cloths[grid.slot].firstBend + grid.count + place].x, vec3f(0.0));
  }
  return off * stiffness;
}

/// What the cells around a particle pull it by. Positions have the pulls of cells, zero where there is none.
fn twistSum(grid: GridStep, place: u32, column: u32, row: u32) -> vec3f {
  var sum = vec3f(0.0);
  if (column > 0u && row > 0u) {
    sum -= positions[place - grid.countU - 1u].xyz;
  }
  if (row > 0u) {
    sum += positions[place - grid.countU].xyz;
  }
  if (column > 0u) {
    sum += positions[place - 1u].xyz;
  }
  return sum - positions[place].xyz;
}
