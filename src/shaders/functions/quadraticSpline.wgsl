/// The three quadratic B-spline basis functions that are not zero in a knot span, on an open uniform knot vector
/// (Piegl and Tiller, The NURBS Book, 2nd ed., ch. 2), with their derivatives by the parameter of the span.
struct QuadraticBasis {
  weight: vec3f,              // sums to 1
  slope: vec3f,               // first derivative; sums to 0
  bow: vec3f,                 // second derivative, constant; sums to 0
}

/// `t` in [0, 1] within span `span` of `spans`.
///
///   knots  0 0 0 1 2 ... m m m: left and right tell whether the neighbouring span exists; without it the basis
///   function starts (or ends) at a threefold knot and its denominator is halved.
fn quadraticBasis(span: u32, t: f32, spans: u32) -> QuadraticBasis {
  let left = select(1.0, 0.5, span > 0u);
  let right = select(1.0, 0.5, span + 1u < spans);
  let first = (1.0 - t) * (1.0 - t) * left;
  let last = t * t * right;
  let firstSlope = -2.0 * (1.0 - t) * left;
  let lastSlope = 2.0 * t * right;
  return QuadraticBasis(
    vec3f(first, 1.0 - first - last, last),
    vec3f(firstSlope, -firstSlope - lastSlope, lastSlope),
    vec3f(2.0 * left, -2.0 * (left + right), 2.0 * right));
}
