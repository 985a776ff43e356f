/// Distance constraint with compliance: XPBD (Macklin et al. 2016, eq. 18) for C = |b - a| - restLength.
///
///     a o------->------o b      n = (b - a) / |b - a|
///       -wa dL n    +wb dL n    dL = -C / (wa + wb + alpha)
///
/// `inverseMass` = wa + wb. `phase` is what all links of a kind share: alpha = compliance / dt^2, compression limit, stretch limit
/// (parts of the rest length) and stiffness between them: of the part of C within the limits only so much counts (PhysX 3,
/// stretchLimit and stretchStiffness). The link never ends longer than 1 + `strainLimit` (Provot 1995).
/// Returns dL n. No inverse mass (two pins) and zero length give zero.
fn distanceImpulse(difference: vec3f, inverseMass: f32, restLength: f32, phase: vec4f, strainLimit: f32) -> vec3f {
  let squared = max(dot(difference, difference), 1e-30);
  let reciprocal = inverseSqrt(squared);
  let error = squared * reciprocal - restLength;
  let slack = clamp(error, (phase.y - 1.0) * restLength, (phase.z - 1.0) * restLength);
  let counted = error - (1.0 - phase.w) * slack;
  // One division for two: by inverseMass + alpha, and by inverseMass.
  let softened = inverseMass + phase.x;
  let divided = 1.0 / max(inverseMass * softened, 1e-30);
  let limited = min(-counted * inverseMass, (strainLimit * restLength - error) * softened);
  return difference * (select(0.0, limited * divided, inverseMass > 0.0) * reciprocal);
}
