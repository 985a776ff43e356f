/// The three quadratic B-spline basis functions that are not zero at a parameter, on an open uniform knot vector
/// (Piegl and Tiller, The NURBS Book, 2nd ed., ch. 2), with their derivatives.
struct QuadraticBasis {
  firstControlPoint: u32,
  weight: vec3f,              // sums to 1
  derivative: vec3f,          // by the parameter; sums to 0
}

/// `parameter` in [0, 1], `count` >= 3 control points. The last span is closed, so 1 is an ordinary value.
///
///   knots  0 0 0 1 2 ... m m m  (over m = count - 2 spans); left and right tell whether the neighbouring span exists:
///   without it the basis function starts (or ends) at a threefold knot and its denominator is halved.
fn quadraticBasis(parameter: f32, count: u32) -> QuadraticBasis {
  let spans = count - 2u;
  let scaled = parameter * f32(spans);
  let span = min(u32(max(scaled, 0.0)), spans - 1u);
  let t = scaled - f32(span);
  let left = select(1.0, 0.5, span > 0u);
  let right = select(1.0, 0.5, span + 1u < spans);
  let first = (1.0 - t) * (1.0 - t) * left;
  let last = t * t * right;
  let firstSlope = -2.0 * (1.0 - t) * left;
  let lastSlope = 2.0 * t * right;
  var basis: QuadraticBasis;
  basis.firstControlPoint = span;
  basis.weight = vec3f(first, 1.0 - first - last, last);
  basis.derivative = vec3f(firstSlope, -firstSlope - lastSlope, lastSlope) * f32(spans);
  return basis;
}
