/// Vector turned by a unit quaternion.
fn rotated(rotation: vec4f, vector: vec3f) -> vec3f {
  let twice = 2.0 * cross(rotation.xyz, vector);
  return vector + rotation.w * twice + cross(rotation.xyz, twice);
}

/// Vector turned back.
fn unrotated(rotation: vec4f, vector: vec3f) -> vec3f {
  return rotated(vec4f(-rotation.xyz, rotation.w), vector);
}
