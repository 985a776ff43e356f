// How a body turns that has an angular momentum: see gridMomentum.wgsl. Second moments of mass are xx, yy, zz and xy, yz, zx.

/// Part of the inertia that a cloth has about every axis, which lets a straight line be turned back too.
const LEAST_INERTIA = 1e-6;
/// How far pins may be from a line, as a part of its length: pins that bend it more hold the cloth.
const HINGE_TOLERANCE = 1e-3;

/// Whether a place is beside a line; both are from where the line begins.
fn isOffLine(line: vec3f, place: vec3f) -> bool {
  let area = cross(line, place);
  return dot(area, area) > pow(HINGE_TOLERANCE * dot(line, line), 2.0);
}

/// The turn of a body about its center of mass, or about a pin.
fn spinOf(squares: vec3f, products: vec3f, momentum: vec3f) -> vec3f {
  let sum = squares.x + squares.y + squares.z;
  let diagonal = (1.0 + LEAST_INERTIA) * sum - squares;
  // Cramer's rule, on numbers near 1.
  let scale = 1.0 / max(sum, 1e-30);
  let first = vec3f(diagonal.x, -products.x, -products.z) * scale;
  let second = vec3f(-products.x, diagonal.y, -products.y) * scale;
  let third = vec3f(-products.z, -products.y, diagonal.z) * scale;
  let right = momentum * scale;
  let across = cross(second, third);
  return vec3f(dot(right, across), dot(first, cross(right, third)), dot(first, cross(second, right))) / max(dot(first, across), 1e-30);
}

/// The same of a body that turns about an axis alone, of unit length or zero.
fn spinAbout(axis: vec3f, squares: vec3f, products: vec3f, momentum: vec3f) -> vec3f {
  let sum = squares.x + squares.y + squares.z;
  let inertia = (1.0 + LEAST_INERTIA) * sum - dot(axis * axis, squares) - 2.0 * dot(axis * axis.yzx, products);
  return axis * (dot(axis, momentum) / max(inertia, 1e-30));
}
