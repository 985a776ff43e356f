/// Eddies of the air: smooth noise between random vectors on a lattice that repeats, the same on every device.

/// Distance of lattice points [m].
const EDDY_SIZE = 0.5;
/// Of the lattice, in points; a power of two.
const EDDY_PERIOD = 256.0;

/// Three numbers from -1 to 1 for a lattice point: pcg3d (Jarzynski and Olano, Hash Functions for GPU Rendering, 2020).
fn latticeVector(point: vec3i) -> vec3f {
  var v = (vec3u(point) & vec3u(u32(EDDY_PERIOD) - 1u)) * 1664525u + 1013904223u;
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v ^= v >> vec3u(16u);
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  return vec3f(v >> vec3u(8u)) * (1.0 / 8388608.0) - 1.0;
}

/// Velocity of the eddies at a point of the air, each component from -1 to 1.
fn eddies(point: vec3f) -> vec3f {
  let scaled = point / EDDY_SIZE;
  let corner = floor(scaled);
  let t = scaled - corner;
  let w = t * t * (3.0 - 2.0 * t);
  let cell = vec3i(corner);
  var velocity = vec3f(0.0);
  for (var k = 0u; k < 8u; k++) {
    let far = vec3u(k & 1u, (k >> 1u) & 1u, k >> 2u);
    let weight = select(1.0 - w, w, far == vec3u(1u));
    velocity += latticeVector(cell + vec3i(far)) * (weight.x * weight.y * weight.z);
  }
  return velocity;
}
