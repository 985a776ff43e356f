/// Tridiagonal systems of pairs: block rows X = right - X_before lower - X_behind upper, where the columns of X are a pair of unknown
/// vectors, and blocks multiply from the right.
struct PairRow {
  lower: mat2x2f,
  upper: mat2x2f,
  right: mat2x3f,
}

const UNIT = mat2x2f(1.0, 0.0, 0.0, 1.0);

fn inverseBlock(a: mat2x2f) -> mat2x2f {
  return mat2x2f(a[1][1], -a[0][1], -a[1][0], a[0][0]) * (1.0 / (a[0][0] * a[1][1] - a[0][1] * a[1][0]));
}

fn scaledPairRow(row: PairRow, by: mat2x2f) -> PairRow {
  return PairRow(row.lower * by, row.upper * by, row.right * by);
}

/// One step of cyclic reduction, see tridiagonal.wgsl. Rows that do not exist are zero.
fn reducedPairRow(row: PairRow, before: PairRow, behind: PairRow) -> PairRow {
  let scale = inverseBlock(UNIT - before.upper * row.lower - behind.lower * row.upper);
  return scaledPairRow(
    PairRow(
      before.lower * row.lower * -1.0, behind.upper * row.upper * -1.0,
      row.right - before.right * row.lower - behind.right * row.upper),
    scale);
}
