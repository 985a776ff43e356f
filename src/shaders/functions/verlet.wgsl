/// Position after one substep, Verlet with damping (NVIDIA 2005, eq. 1): P + k (P - P') + dt^2 F / m.
/// `motion` is what the particle covered in the substep before, k = `kept`.
fn verletPosition(position: vec3f, motion: vec3f, kept: f32, acceleration: vec3f, substepTime: f32) -> vec3f {
  return position + motion * kept + acceleration * (substepTime * substepTime);
}
