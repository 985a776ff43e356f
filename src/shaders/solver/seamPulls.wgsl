// What stitches pull at particles with.
// needs: pullOf, seamPullAt, seamTerms, sewnParticles

/// At a particle.
fn pullAt(place: u32) -> vec3f {
  let own = sewnParticles[place];
  var pull = vec3f(0.0);
  for (var t = own.firstRow; t < own.firstRow + own.rowCount; t++) {
    pull += seamTerms[t].factor * pullOf(seamTerms[t].number);
  }
  return pull;
}

/// At the other end of a line, as it was found last. `other`: one more than its place; 0: nothing pulls there.
fn otherPull(other: u32) -> vec4f {
  if (other == 0u) {
    return vec4f(0.0);
  }
  return seamPullAt(other - 1u);
}

/// What stitches can pull with at the other end of a line, as a sum of weights. `other`: as above.
fn otherWeight(other: u32) -> f32 {
  if (other == 0u) {
    return 0.0;
  }
  return sewnParticles[other - 1u].weight;
}

/// Stitches of cloths that are joined, and their particles.
struct SeamRange {
  firstRow: u32,
  endRow: u32,
  firstPlace: u32,
  endPlace: u32,
}
