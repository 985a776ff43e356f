// Twist of the control grid's cells: see bend.wgsl.
#include<gridMemory>
#include<bend>

/// Cell i of the four around a particle: its first corner, and whether there is one. Cells to the left come before those to the right, cells
/// below before those above.
struct TwistCell {
  first: u32,
  isThere: bool,
}

fn twistCell(grid: GridStep, place: u32, column: u32, row: u32, i: u32) -> TwistCell {
  let side = vec2u(i & 1u, i >> 1u);
  let ends = vec2u(column, row) + side;
  return TwistCell(
    place + side.x + side.y * grid.countU - grid.countU - 1u,
    all(ends > vec2u(0u)) && ends.x < grid.countU && ends.y < grid.countV);
}

/// Stiffnesses of the cells around a particle, times squared time [kg]. Positions have the inverse masses.
fn twistStiffnesses(grid: GridStep, place: u32, column: u32, row: u32) -> vec4f {
  let time = f32(cloths[grid.slot].bendInterval) * grid.substepTime;
  let compliance = twistCompliance(cloths[grid.slot].bendWarp, cloths[grid.slot].bendWeft);
  var stiffnesses = vec4f(0.0);
  for (var i = 0u; i < 4u; i++) {
    let cell = twistCell(grid, place, column, row, i);
    if (cell.isThere) {
      let above = cell.first + grid.countU;
      let lower = max(positions[cell.first].w, positions[cell.first + 1u].w);
      let upper = max(positions[above].w, positions[above + 1u].w);
      let factor = vectors[cloths[grid.slot].firstBend + grid.count + cell.first].y;
      stiffnesses[i] = twistStiffness(time * time, compliance * factor, max(lower, upper));
    }
  }
  return stiffnesses;
}

/// What the twist of the cells around a particle pulls it by, times squared time [kg m]; ways have no rest. Positions have what is twisted.
fn twistPull(grid: GridStep, place: u32, column: u32, row: u32, stiffnesses: vec4f, arePlaces: bool) -> vec3f {
  var pull = vec3f(0.0);
  for (var i = 0u; i < 4u; i++) {
    let cell = twistCell(grid, place, column, row, i);
    if (cell.isThere) {
      let above = cell.first + grid.countU;
      let lower = positions[cell.first].xyz - positions[cell.first + 1u].xyz;
      var off = lower - (positions[above].xyz - positions[above + 1u].xyz);
      if (arePlaces) {
        off -= restOff(off, vectors[cloths[grid.slot].firstBend + grid.count + cell.first].x, vec3f(0.0));
      }
      // The particle is the first or the last corner in cells 0 and 3.
      pull += off * select(stiffnesses[i], -stiffnesses[i], i == 0u || i == 3u);
    }
  }
  return pull;
}
