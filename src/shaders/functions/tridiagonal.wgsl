/// Rows of tridiagonal systems x_i = r_i - l_i x_i-1 - u_i x_i+1.
///
/// One step of cyclic reduction puts both neighbours into a row, which then has neighbours twice as far away; a neighbour that does not exist is
/// zero (Hockney 1965; Zhang, Cohen and Owens 2010 on GPUs). Rows are (l, u, r).
fn reducedRow(row: vec3f, before: vec3f, behind: vec3f) -> vec3f {
  let scale = 1.0 / (1.0 - row.x * before.y - row.y * behind.x);
  return vec3f(-row.x * before.x, -row.y * behind.y, row.z - row.x * before.z - row.y * behind.z) * scale;
}

/// A row of a system for vectors: all three coordinates have the same coefficients.
struct VectorRow {
  lower: f32,
  upper: f32,
  right: vec3f,
}

fn reducedVectorRow(row: VectorRow, before: VectorRow, behind: VectorRow) -> VectorRow {
  let scale = 1.0 / (1.0 - row.lower * before.upper - row.upper * behind.lower);
  return VectorRow(
    -row.lower * before.lower * scale, -row.upper * behind.upper * scale,
    (row.right - row.lower * before.right - row.upper * behind.right) * scale);
}
