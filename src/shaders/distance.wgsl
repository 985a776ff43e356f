/// Distance constraint with compliance: XPBD (Macklin et al. 2016, eq. 18) for C = |b - a| - restLength.
///
///     a o------->------o b      n = (b - a) / |b - a|
///       -wa dL n    +wb dL n    dL = (-C - alpha L) / (wa + wb + alpha)
///
/// `weight` = wa + wb, `alpha` = compliance / dt^2, `multiplier` = L collected by earlier iterations of the substep.
/// Returns dL n in xyz and dL in w. Zero weight (two pins) and zero length give zero.
fn distanceImpulse(difference: vec3f, weight: f32, restLength: f32, alpha: f32, multiplier: f32) -> vec4f {
  let length = sqrt(dot(difference, difference));
  let change = (restLength - length - alpha * multiplier) / (weight + alpha);
  let solvable = weight > 0.0 && length > 0.0;
  return select(vec4f(0.0), vec4f(difference * (change / length), change), solvable);
}
