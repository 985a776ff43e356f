// Distance of a point from a drawn mesh, by depth maps: how high its surface is, seen from both ends of some axes.
// needs: vectors
#include<structs>
#include<timeLeft>
#include<finite>

/// Heights below this are of texels without a surface [m].
const NO_SURFACE = -100000000.0;
/// What a map knows of a point: nothing of the mesh is there; an edge of the mesh; a surface.
const NOT_THERE = 0u;
const AT_EDGE = 1u;
const SEEN = 2u;

/// The surface of a mesh, seen from a point in the collider's axes.
struct DepthHit {
  plane: vec4f,               // outward unit normal, distance
  way: vec3f,                 // of the surface in this step, beside the motion of the collider's axes [m]
  state: u32,
}

/// What the map at `first` knows of a point at `place` [texels], `height` towards its eye. In its axes: across, up, towards the eye.
fn depthHit(first: u32, count: u32, place: vec2f, texel: vec2f, height: f32) -> DepthHit {
  let last = f32(count - 1u);
  if (min(place.x, place.y) < 0.0 || max(place.x, place.y) > last) {
    return DepthHit(vec4f(0.0), vec3f(0.0), NOT_THERE);
  }
  let corner = min(floor(place), vec2f(last - 1.0));
  let at = place - corner;
  let left = first + u32(corner.x) + u32(corner.y) * count;
  let a = vectors[left];
  let b = vectors[left + 1u];
  let c = vectors[left + count];
  let d = vectors[left + count + 1u];
  if (min(min(a.x, b.x), min(c.x, d.x)) < NO_SURFACE) {
    let isThere = max(max(a.x, b.x), max(c.x, d.x)) >= NO_SURFACE;
    return DepthHit(vec4f(0.0), vec3f(0.0), select(NOT_THERE, AT_EDGE, isThere));
  }
  let below = mix(a, b, at.x);
  let above = mix(c, d, at.x);
  let surface = mix(below, above, at.y);
  let slope = vec2f(mix(b.x - a.x, d.x - c.x, at.y), above.x - below.x) / texel;
  let upright = inverseSqrt(1.0 + dot(slope, slope));
  return DepthHit(vec4f(-slope * upright, upright, (height - surface.x) * upright), surface.yzw, SEEN);
}

/// The maps bound the mesh from all their sides, so the farthest of what they say counts. A point that one of them has outside is never pushed,
/// nor one that is deeper than the collider says, or than an edge of the mesh that it is at in one of them: no map shows the side that is nearer.
fn depthAt(collider: Collider, point: vec3f) -> DepthHit {
  let settings = vectors[collider.firstPlane];
  // Turned from axis to axis, so that the axis that the maps look along comes first: across and up follow it.
  var place = point - vectors[collider.firstPlane + 1u].xyz;
  var half = vectors[collider.firstPlane + 2u].xyz;
  let count = u32(settings.x);
  let axes = u32(settings.y);
  var nearest = DepthHit(vec4f(0.0, 1.0, 0.0, -FARTHEST), vec3f(0.0), NOT_THERE);
  var isOutside = false;
  var deepest = settings.z;
  var first = collider.firstSample;
  // As data, so that the compiler keeps the loops instead of six copies of what they do.
  let axisCount = select(3u, 0u, axes == 0u);
  let sideCount = min(axisCount, 2u);
  for (var axis = 0u; axis < axisCount; axis++) {
    if (((axes >> axis) & 1u) != 0u) {
      let texel = half.yz * (2.0 / settings.x);
      let inMap = place.yz / texel + 0.5 * (settings.x - 1.0);
      // A point over one side of the mesh is below the other one, which then says nothing new.
      var isOver = false;
      for (var turn = 0u; turn < sideCount && !isOver; turn++) {
        let isUpper = (place.x >= 0.0) == (turn == 0u);
        let sign = select(-1.0, 1.0, isUpper);
        let hit = depthHit(first + select(count * count, 0u, isUpper), count, inMap, texel, sign * place.x);
        isOutside = isOutside || hit.state == NOT_THERE;
        deepest = select(deepest, min(deepest, texel.x + texel.y), hit.state == AT_EDGE);
        isOver = hit.state == NOT_THERE || (hit.state == SEEN && hit.plane.w > 0.0);
        if (hit.state == SEEN && hit.plane.w > nearest.plane.w) {
          nearest = DepthHit(vec4f(sign * hit.plane.z, hit.plane.xy, hit.plane.w), hit.way, SEEN);
        }
      }
      first += 2u * count * count;
    }
    place = place.yzx;
    half = half.yzx;
    nearest.plane = nearest.plane.yzxw;
  }
  let isFar = (isOutside && nearest.plane.w < 0.0) || nearest.plane.w < -deepest;
  if (isFar) {
    nearest.plane = vec4f(0.0, 1.0, 0.0, FARTHEST);
  }
  return nearest;
}

/// How far a point is at least: outside of the box that the maps show.
fn leastDepthDistance(collider: Collider, point: vec3f) -> f32 {
  let beyond = abs(point - vectors[collider.firstPlane + 1u].xyz) - vectors[collider.firstPlane + 2u].xyz;
  let outside = max(beyond, vec3f(0.0));
  return sqrt(dot(outside, outside));
}

/// The same at the time of the pose that was asked for last: the surface has not gone all of its way yet.
fn depthNow(collider: Collider, point: vec3f) -> DepthHit {
  let isMoving = timeLeft > 0.0 && vectors[collider.firstPlane].w > 0.0;
  var hit = DepthHit(vec4f(0.0), vec3f(0.0), SEEN);
  for (var asks = select(1u, 2u, isMoving); asks > 0u && hit.state == SEEN; asks--) {
    hit = depthAt(collider, point + hit.way * timeLeft);
  }
  return hit;
}
