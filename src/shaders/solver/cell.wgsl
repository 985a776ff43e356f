// Links of four neighbouring particles, solved by one invocation in registers, for kernels that keep `positions` in workgroup memory and
// say whether links are CUTTABLE: then those of negative length do not live.
// needs: positions, CUTTABLE
#include<distance>

/// Four neighbouring particles and the links that the cell owns.
///
///     c ----- d      every cell: a-b (warp), a-c (weft), a-d and b-c (shear)
///     | \   / |      last row:    c-d as well, with a-b
///     |   X   |      last column: b-d as well, with a-c
///     | /   \ |
///     a ----- b
struct Cell {
  a: u32,                     // places in positions
  b: u32,
  links: u32,                 // 0: no cell, else ALL_CELLS and the borders it owns
  length: vec4f,              // at rest: a-b, a-c, a-d, b-c
  borderLength: vec2f,        // at rest: c-d, b-d
}
/// Cells of equal parity in both directions share no particle.
const COLORS = 4u;
const ALL_CELLS = 1u;
const LAST_ROW = 2u;
const LAST_COLUMN = 4u;

/// Solves the links of one cell in registers: warp, weft, shear. A link along u is a strip as wide as the cell is high:
/// its compliance grows with its length and falls with its width, so that the cloth does not depend on the grid.
fn relaxCell(
  cell: Cell, countU: u32, warp: vec4f, weft: vec4f, shear: vec4f, strainLimit: f32,
) {
  var a = positions[cell.a];
  var b = positions[cell.b];
  var c = positions[cell.a + countU];
  var d = positions[cell.b + countU];
  // Links of no length occur where an edge shrinks to a point.
  let slender = max(cell.length.x, 1e-9) / max(cell.length.y, 1e-9);
  let alongU = vec4f(warp.x * slender, warp.yzw);
  let alongV = vec4f(weft.x / slender, weft.yzw);

  // 1 for links that live, where links can be cut.
  let live = select(vec4f(1.0), step(vec4f(0.0), cell.length), CUTTABLE != 0u);
  // Links side by side share no particle, so their arithmetic overlaps; a border link that the cell does not own moves nothing.
  let rowInverseMass = select(0.0, c.w + d.w, (cell.links & LAST_ROW) != 0u && cell.borderLength.x >= 0.0);
  let columnInverseMass = select(0.0, b.w + d.w, (cell.links & LAST_COLUMN) != 0u && cell.borderLength.y >= 0.0);

  var first = distanceImpulse(b.xyz - a.xyz, (a.w + b.w) * live.x, cell.length.x, alongU, strainLimit);
  var second = distanceImpulse(d.xyz - c.xyz, rowInverseMass, cell.borderLength.x, alongU, strainLimit);
  a -= vec4f(first * a.w, 0.0);
  b += vec4f(first * b.w, 0.0);
  c -= vec4f(second * c.w, 0.0);
  d += vec4f(second * d.w, 0.0);
  first = distanceImpulse(c.xyz - a.xyz, (a.w + c.w) * live.y, cell.length.y, alongV, strainLimit);
  second = distanceImpulse(d.xyz - b.xyz, columnInverseMass, cell.borderLength.y, alongV, strainLimit);
  a -= vec4f(first * a.w, 0.0);
  c += vec4f(first * c.w, 0.0);
  b -= vec4f(second * b.w, 0.0);
  d += vec4f(second * d.w, 0.0);
  first = distanceImpulse(d.xyz - a.xyz, (a.w + d.w) * live.z, cell.length.z, shear, strainLimit);
  second = distanceImpulse(c.xyz - b.xyz, (b.w + c.w) * live.w, cell.length.w, shear, strainLimit);
  a -= vec4f(first * a.w, 0.0);
  d += vec4f(first * d.w, 0.0);
  b -= vec4f(second * b.w, 0.0);
  c += vec4f(second * c.w, 0.0);
  positions[cell.a] = a;
  positions[cell.b] = b;
  positions[cell.a + countU] = c;
  positions[cell.b + countU] = d;
}
