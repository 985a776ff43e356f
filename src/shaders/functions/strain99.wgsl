// The strain that 99 of 100 links stay below, without sorting: links are counted beyond each of eight rungs of a ladder.

/// High rungs over the goal; each low rung is a sixteenth of a high one.
const HIGHEST_RUNG = 4.0;
const LOW_SHARE = 0.0625;
const ALLOWED_SHARE = 0.01;

/// The high rungs of a ladder around a strain.
fn rungsOf(goal: f32) -> vec4f {
  return goal * HIGHEST_RUNG * vec4f(1.0, 0.5, 0.25, 0.125);
}

/// 1 for each rung that a strain is beyond.
fn beyondRungs(strain: f32, rungs: vec4f) -> vec4f {
  return select(vec4f(0.0), vec4f(1.0), vec4f(strain) > rungs);
}

/// `high` and `low`: how many links are beyond each rung. The strain is beyond the goal exactly if more than one link in a hundred is.
/// Between two rungs it follows a straight line; it is told as the highest or the lowest rung where it is beyond them.
fn strain99(high: vec4f, low: vec4f, linkCount: f32, goal: f32) -> f32 {
  let allowed = ALLOWED_SHARE * linkCount;
  var rung = goal * HIGHEST_RUNG;
  var above = high.x;
  if (above > allowed) {
    return rung;
  }
  for (var k = 1u; k < 8u; k++) {
    let beyond = select(high[k % 4u], low[k % 4u], k >= 4u);
    rung *= 0.5;
    if (beyond > allowed) {
      return rung + rung * (beyond - allowed) / (beyond - above);
    }
    above = beyond;
  }
  return rung;
}
