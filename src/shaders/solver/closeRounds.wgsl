// Finds the pulls that close stitches, where lines have moved and it is known how their ends follow a pull: alike in all directions. See pullRounds.
// needs: WORKGROUP_SIZE, placeVector, pullOf, seamPullAt, seamRows, seamTerms, setPull, setSeamPull, sewnParticles, toClose
#include<seamLines>
#include<seamPulls>

/// One workgroup. Starts after a barrier, ends with one.
fn closeInRounds(range: SeamRange, lane: u32) {
  for (var round = 0u; round < SEAM_ROUNDS; round++) {
    for (var row = range.firstRow + lane; row < range.endRow; row += WORKGROUP_SIZE) {
      close(row);
    }
    storageBarrier();
    for (var place = range.firstPlace + lane; place < range.endPlace; place += WORKGROUP_SIZE) {
      setSeamPull(place, vec4f(pullAt(place), 0.0));
    }
    storageBarrier();
  }
}

fn close(row: u32) {
  var left = toClose(row);
  var mobility = 0.0;
  for (var t = seamRows[row].firstTerm; t < seamRows[row].firstTerm + seamRows[row].termCount; t++) {
    let place = seamTerms[t].number;
    let factor = seamTerms[t].factor;
    let other = sewnParticles[place].other;
    let moved = placeVector(MOVED, place);
    let across = select(0.0, placeVector(MOBILITIES, place).y, other > 0u);
    left += factor * (moved.xyz - moved.w * seamPullAt(place).xyz - across * otherPull(other).xyz);
    mobility += abs(factor) * (sewnParticles[place].weight * moved.w + otherWeight(other) * across);
  }
  setPull(row, pullOf(row) + select(vec3f(0.0), left / max(mobility, 1e-30), mobility > 0.0));
}
