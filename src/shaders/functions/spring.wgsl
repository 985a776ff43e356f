// A damped spring (Glassenberg 2003, 2.3.1): Hooke's law, damping along the spring, and artificial viscosity in all directions.

struct SpringLaw {
  stiffness: f32,             // [N/m]
  length: f32,                // at rest [m]
  damping: f32,               // along the spring [N s/m]
  viscosity: f32,             // of all relative motion [N s/m]
}

/// Force on one end of a spring: `way` leads to the other end, `motion` is the velocity of that end relative to this one.
fn springForce(law: SpringLaw, way: vec3f, motion: vec3f) -> vec3f {
  let reach = max(length(way), 1e-20);
  let direction = way / reach;
  return direction * (law.stiffness * (reach - law.length) + law.damping * dot(motion, direction)) + motion * law.viscosity;
}
