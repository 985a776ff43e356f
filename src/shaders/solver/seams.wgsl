// Stitches of cloths that are sewn together: see seamSystem.ts.
// needs: gapBefore, placeVector, seamRows, seamSeconds, seamTerms, sewnParticles
#include<seamLines>

/// What of the gap of a stitch is to close in this round.
fn closing(row: u32) -> vec3f {
  let gap = gapOf(row, HERE);
  let length = sqrt(dot(gap, gap));
  let allowed = max(gapBefore(row) - seamRows[row].speed * seamSeconds(), 0.0);
  return select(vec3f(0.0), gap * (1.0 - allowed / max(length, 1e-30)), length > allowed);
}

/// From one side of a stitch to the other. `when`: HERE or BEFORE.
fn gapOf(row: u32, when: u32) -> vec3f {
  var gap = seamRows[row].frames;
  for (var t = seamRows[row].firstTerm; t < seamRows[row].firstTerm + seamRows[row].termCount; t++) {
    gap += seamTerms[t].factor * placeVector(when, seamTerms[t].number).xyz;
  }
  return gap;
}

/// How far gaps move a particle, all together: it goes back by that. See sewFullResolution.
fn closingWay(place: u32) -> vec3f {
  var way = vec3f(0.0);
  for (var t = sewnParticles[place].firstTerm; t < sewnParticles[place].firstTerm + sewnParticles[place].termCount; t++) {
    way += seamTerms[t].factor * closing(seamTerms[t].number);
  }
  return way;
}
