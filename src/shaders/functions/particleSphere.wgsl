// Spheres that an animation draws around single particles (PhysX 3, motion and separation constraints).

/// Nearest position inside the sphere; a radius of zero or less locks the particle at the center.
fn motionPosition(position: vec3f, center: vec3f, radius: f32) -> vec3f {
  let difference = position - center;
  let squared = dot(difference, difference);
  let reach = max(radius, 0.0);
  return select(position, center + difference * (reach * inverseSqrt(max(squared, 1e-30))), squared > reach * reach);
}

/// Nearest position outside the sphere.
fn separationPosition(position: vec3f, center: vec3f, radius: f32) -> vec3f {
  let difference = position - center;
  let squared = dot(difference, difference);
  if (radius <= 0.0 || squared >= radius * radius) {
    return position;
  }
  return center + select(vec3f(0.0, radius, 0.0), difference * (radius * inverseSqrt(squared)), squared > 0.0);
}
