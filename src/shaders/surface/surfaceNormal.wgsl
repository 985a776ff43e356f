// A vertex of a drawn surface, and its normal.
/// A vertex in the cloth's frame.
struct SurfaceVertex {
  position: vec3f,            // where it is drawn
  alongU: vec3f,              // derivatives of the surface there
  alongV: vec3f,
  parameters: vec2f,          // of the whole surface
}

/// Local to the mesh, on the same side as CreatePlane's normal.
fn normalOf(toLocal: mat3x3f, own: SurfaceVertex) -> vec3f {
  return unitOr(cross(toLocal * own.alongV, toLocal * own.alongU), vec3f(0.0, 0.0, -1.0));
}

fn unitOr(vector: vec3f, otherwise: vec3f) -> vec3f {
  let length = sqrt(dot(vector, vector));
  return select(otherwise, vector / length, length > 0.0);
}
