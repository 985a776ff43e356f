// A damped spring (Glassenberg 2003, 2.3.1): Hooke's law, damping along the spring, and artificial viscosity in all directions.

/// Of a particle.
const SPRINGS = 12u;

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

/// Columns and rows to the other end of a spring: four along the threads, four across the cells, four between those two apart.
fn springOffset(n: u32) -> vec2i {
  let low = 2 * i32(n % 2u) - 1;
  let high = 2 * i32(n % 4u / 2u) - 1;
  let along = select(vec2i(0, low), vec2i(low, 0), high < 0);
  return select(along * select(1, 2, n >= 8u), vec2i(low, high), n / 4u == 1u);
}
