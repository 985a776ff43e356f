// Stitches of cloths that are sewn together: see seamSystem.ts.
// needs: sewn, phase, seamRows, rowTerms, places

/// What of the gap of a stitch is to close in this round.
fn closing(row: u32) -> vec3f {
  let gap = gapOf(row, 0u);
  let before = gapOf(row, sewn.total);
  let length = sqrt(dot(gap, gap));
  let allowed = max(sqrt(dot(before, before)) - seamRows[row].speed * sewn.roundTime * f32(phase.substep + 1u), 0.0);
  return select(vec3f(0.0), gap * (1.0 - allowed / max(length, 1e-30)), length > allowed);
}

/// From one side of a stitch to the other. `first`: of the places.
fn gapOf(row: u32, first: u32) -> vec3f {
  var gap = seamRows[row].frames;
  for (var t = seamRows[row].firstTerm; t < seamRows[row].firstTerm + seamRows[row].termCount; t++) {
    gap += rowTerms[t].factor * places[first + rowTerms[t].number].xyz;
  }
  return gap;
}
