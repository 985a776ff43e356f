// Distance of a point from each shape, in the shape's own axes: outward unit normal in xyz, distance in w, negative inside.
#include<colliderKinds>

fn sphereContact(point: vec3f, radius: f32) -> vec4f {
  let squared = dot(point, point);
  let reciprocal = inverseSqrt(squared);
  return select(vec4f(0.0, 1.0, 0.0, -radius), vec4f(point * reciprocal, squared * reciprocal - radius), squared > 0.0);
}

/// To first order at the surface, along the gradient of |p / radii|; the NVIDIA paper's projection to the center overshoots.
fn ellipsoidContact(point: vec3f, radii: vec3f) -> vec4f {
  let scaled = point / radii;
  let gradient = scaled / radii;
  let squared = dot(scaled, scaled);
  let slope = sqrt(dot(gradient, gradient));
  if (slope == 0.0) {
    return vec4f(0.0, 1.0, 0.0, -min(radii.x, min(radii.y, radii.z)));
  }
  let level = sqrt(squared);
  return vec4f(gradient / slope, level * (level - 1.0) / slope);
}

fn boxContact(point: vec3f, halfSize: vec3f) -> vec4f {
  let beyond = abs(point) - halfSize;
  let side = select(vec3f(-1.0), vec3f(1.0), point >= vec3f(0.0));
  let depth = max(beyond.x, max(beyond.y, beyond.z));
  // Inside, the nearest face counts alone, the first of equal ones.
  let isX = depth == beyond.x;
  let isY = !isX && depth == beyond.y;
  let face = select(select(vec3f(0.0, 0.0, 1.0), vec3f(0.0, 1.0, 0.0), isY), vec3f(1.0, 0.0, 0.0), isX);
  let outside = max(beyond, vec3f(0.0));
  let squared = dot(outside, outside);
  let reciprocal = inverseSqrt(max(squared, 1e-30));
  return select(vec4f(face * side, depth), vec4f(outside * side * reciprocal, squared * reciprocal), squared > 0.0);
}

/// Tapered capsule along y: `size` = radius at -y, half length between centers, radius at +y. The cone touches both spheres.
///
///      .--.                sin of the slope b = (r0 - r1) / length
///     (    )=====-.        above the cone if the foot of the normal lies between the centers
///      '--'-------'
fn capsuleContact(point: vec3f, size: vec3f) -> vec4f {
  let length = 2.0 * size.y;
  // One sphere inside the other leaves the larger one.
  let slope = clamp((size.x - size.z) / max(length, 1e-20), -1.0, 1.0);
  let along = sqrt(max(1.0 - slope * slope, 0.0));
  let squared = dot(point.xz, point.xz);
  let reciprocal = inverseSqrt(max(squared, 1e-30));
  let radial = squared * reciprocal;
  let foot = (point.y + size.y) * along - radial * slope;
  let isStart = foot <= 0.0 || slope == 1.0;
  let isEnd = !isStart && (foot >= length * along || slope == -1.0);
  let sphere = sphereContact(point + vec3f(0.0, select(-size.y, size.y, isStart), 0.0), select(size.z, size.x, isStart));
  let outward = select(vec2f(1.0, 0.0), point.xz * reciprocal, squared > 0.0);
  let cone = vec4f(outward.x * along, slope, outward.y * along, radial * along + (point.y + size.y) * slope - size.x);
  return select(cone, sphere, isStart || isEnd);
}

/// Of the inside of a capsule: what is outside of it is behind the surface.
fn innerCapsuleContact(point: vec3f, size: vec3f) -> vec4f {
  return -capsuleContact(point, size);
}

/// Whether a shape has no end, so that cloth may be behind it anywhere.
fn isEndless(kind: u32) -> bool {
  return kind == PLANE || kind == INNER_CAPSULE;
}

/// Bounding radius about the origin of the shape's axes; a plane has none.
fn shapeReach(kind: u32, size: vec3f) -> f32 {
  switch (kind) {
    case BOX: { return sqrt(dot(size, size)); }
    case CAPSULE: { return size.y + max(size.x, size.z); }
    default: { return max(size.x, max(size.y, size.z)); }
  }
}
