/// Part of the cone of a fan over which its wind fades out, as a part of one minus the cosine of half its angle.
const ZONE_EDGE = 0.25;

/// Wind of a fan at an offset from it: away from it, slower with the distance and beside its axis.
///
///     speed (1 - r / range)^falloff      within range and cone
///
/// `reach` has its axis and the cosine of half the angle of its cone.
fn zoneWind(offset: vec3f, reach: vec4f, range: f32, speed: f32, falloff: f32) -> vec3f {
  let distance = sqrt(dot(offset, offset));
  let near = 1.0 - distance / range;
  let outward = offset / max(distance, 1e-6);
  let inside = clamp((dot(outward, reach.xyz) - reach.w) / max(ZONE_EDGE * (1.0 - reach.w), 1e-6), 0.0, 1.0);
  return select(vec3f(0.0), outward * (speed * inside * pow(max(near, 1e-30), falloff)), near > 0.0);
}
