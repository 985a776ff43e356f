// Skew of the control grid's cells, in four colors: cells of a color share no particle.
// needs: WORKGROUP_SIZE
#include<gridMemory>
#include<link>

const CELL_COLORS = 4u;

/// One relaxation of all cells. Starts and ends with a barrier that all invocations have passed.
fn relaxSkew(grid: GridStep, lane: u32) {
  for (var color = 0u; color < CELL_COLORS; color++) {
    let column = color & 1u;
    let row = color >> 1u;
    let across = (grid.countU - column) / 2u;
    let count = across * ((grid.countV - row) / 2u);
    for (var i = lane; i < count; i += WORKGROUP_SIZE) {
      let up = i / across;
      relaxCell(grid, (row + 2u * up) * grid.countU + column + 2u * (i - up * across));
    }
    workgroupBarrier();
  }
}

/// The cell above and to the right of a place:
///
///     c---d     C = share' |d - a| - share |c - b|, where shares are the diagonals at rest over 2 sqrt(area).
///     | X |     Stretch leaves C alone. If the threads skew by a small angle t, C = sqrt(area) t: with compliance 1 / G its energy
///     a---b     C^2 G / 2 is that of the cell's area of cloth of shear modulus G [N/m per radian].
///
fn relaxCell(grid: GridStep, a: u32) {
  let b = a + 1u;
  let c = a + grid.countU;
  let d = c + 1u;
  let share = vectors[cloths[grid.slot].firstLink + 2u * a + 1u].x;
  let shareAcross = vectors[cloths[grid.slot].firstLink + 2u * b + 1u].y;
  let first = positions[d] - positions[a];
  let second = positions[c] - positions[b];
  let squares = vec2f(dot(first.xyz, first.xyz), dot(second.xyz, second.xyz));
  let lengths = sqrt(max(squares, vec2f(1e-30)));
  let inverseMass = shareAcross * shareAcross * (positions[a].w + positions[d].w) + share * share * (positions[b].w + positions[c].w);
  let phase = vec4f(skewAlpha(grid.shear.x, inverseMass), grid.shear.yzw);
  // A link that is as long as both diagonals, and longer by C.
  let own = lengths.x * shareAcross;
  let strength = linkRow(2.0 * own, own + lengths.y * share, inverseMass, 0.0, phase).y;
  let pull = first.xyz * (strength * shareAcross / lengths.x);
  let push = second.xyz * (strength * share / lengths.y);
  positions[a] += vec4f(pull * positions[a].w, 0.0);
  positions[d] -= vec4f(pull * positions[d].w, 0.0);
  positions[b] -= vec4f(push * positions[b].w, 0.0);
  positions[c] += vec4f(push * positions[c].w, 0.0);
}
