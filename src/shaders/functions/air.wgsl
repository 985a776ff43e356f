/// Change of velocity by the air in a time: drag along the relative wind v and lift across it, on the side of the face that
/// looks to leeward. With c = v . n and s = |v|, per area and half density:
///
///     drag = Cd |c| v        lift = Cl |c| s (n sign(c) - v |c| / s^2)        nothing along the face, all drag across it
///
/// `drag` and `lift` are rho C / (2 cloth density). Implicit in |c|, so that a light cloth in a storm is carried with the
/// wind and does not overshoot it.
fn airVelocity(wind: vec3f, velocity: vec3f, unitNormal: vec3f, drag: f32, lift: f32, time: f32) -> vec3f {
  let relative = wind - velocity;
  let through = dot(relative, unitNormal);
  let speed = sqrt(dot(relative, relative));
  let dragged = drag * abs(through) * time;
  let lifted = lift * time;
  let across = unitNormal * (through * speed) - relative * (through * through / max(speed, 1e-20));
  return relative * (dragged / (1.0 + dragged)) + across * (lifted / (1.0 + lifted * speed));
}
