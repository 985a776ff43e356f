// What the cells of a cloth at full resolution are at rest.

/// Shares of a cell with these diagonals at rest, see skewCell.wgsl. A cell without area does not resist.
fn skewOf(diagonal: vec3f, across: vec3f) -> vec2f {
  let normal = cross(diagonal, across);
  let area = 0.5 * sqrt(dot(normal, normal));
  let lengths = sqrt(vec2f(dot(diagonal, diagonal), dot(across, across)));
  return select(vec2f(0.0), lengths / (2.0 * sqrt(max(area, 1e-30))), area > 0.0);
}
