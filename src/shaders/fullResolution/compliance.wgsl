// How links of a cloth at full resolution resist.
// needs: cloths

/// Compliance over time squared, and limits, of a kind of links.
fn phaseOf(kind: vec4f) -> vec4f {
  // Iterations share the compliance: each is a spring so many times as soft.
  let alpha = f32(cloths[0].iterationCount) / (cloths[0].substepTime * cloths[0].substepTime);
  return kind * vec4f(alpha, 1.0, 1.0, 1.0);
}
