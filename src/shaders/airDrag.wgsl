/// Change of velocity by the air in one substep: pressure drag on the component of the relative wind along the normal,
/// dv/dt = c |v| v with c = rho Cd / (2 density). The end of the substep feels the drag (implicit in |v|), so a light
/// cloth in a storm is carried with the wind and never overshoots it.
fn airDragVelocity(wind: vec3f, velocity: vec3f, unitNormal: vec3f, drag: f32, substepTime: f32) -> vec3f {
  let through = dot(wind - velocity, unitNormal);
  let strength = drag * abs(through) * substepTime;
  return unitNormal * (through * strength / (1.0 + strength));
}
