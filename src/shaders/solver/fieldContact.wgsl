// Distance of a point from a triangle mesh, by a grid of distances.
// needs: vectors
#include<structs>
#include<finite>

/// How far a point is at least: between samples the distance may be a cell less, and the axis that is scaled most has the shortest cells.
fn leastFieldDistance(collider: Collider, point: vec3f) -> f32 {
  let x = vectors[collider.firstPlane].xyz;
  let y = vectors[collider.firstPlane + 1u].xyz;
  let z = vectors[collider.firstPlane + 2u].xyz;
  let squares = vec3f(dot(x, x), dot(y, y), dot(z, z));
  let most = sqrt(max(squares.x, max(squares.y, squares.z)));
  let least = sqrt(min(squares.x, min(squares.y, squares.z)));
  return (fieldContact(collider, point).w * least - 1.0) / max(most, 1e-30);
}

/// Trilinear, with its gradient as the normal. Beyond the grid, the nearest point of the grid counts: all of the mesh is at least as far as both ways
/// at right angles say. To first order at the surface where the collider is scaled unevenly, as for ellipsoids.
fn fieldContact(collider: Collider, point: vec3f) -> vec4f {
  let x = vectors[collider.firstPlane];
  let y = vectors[collider.firstPlane + 1u];
  let z = vectors[collider.firstPlane + 2u];
  let count = vec3f(x.w, y.w, z.w);
  let inGrid = vec3f(dot(x.xyz, point), dot(y.xyz, point), dot(z.xyz, point)) + 0.5 * (count - 1.0);
  let nearest = clamp(inGrid, vec3f(0.0), count - 1.0);
  let corner = min(floor(nearest), count - 2.0);
  let at = nearest - corner;
  // The corners of a cell lie side by side, so a point reads one place of the memory, not eight.
  let column = u32(corner.y) * (u32(count.x) - 1u) + u32(corner.x);
  let square = collider.firstSample + column * u32(count.z) + u32(corner.z);
  let near = vectors[square];
  let far = vectors[square + 1u];
  let between = mix(near, far, at.z);
  let across = mix(between.xy, between.zw, at.y);
  let slopes = far - near;
  let along = mix(slopes.xy, slopes.zw, at.y);
  let gradient = vec3f(
    across.y - across.x,
    mix(between.z - between.x, between.w - between.y, at.x),
    mix(along.x, along.y, at.x));
  let slope = sqrt(dot(gradient, gradient));
  let away = inGrid - nearest;
  var outward = select(vec3f(0.0, 1.0, 0.0), gradient / slope, slope > 0.0);
  var distance = mix(across.x, across.y, at.x);
  let beyond = dot(away, away);
  let isBeyond = beyond > 0.0;
  let further = outward * max(distance, 0.0) + away;
  outward = select(outward, further * inverseSqrt(max(dot(further, further), 1e-30)), isBeyond);
  distance = select(distance, sqrt(distance * distance + beyond), isBeyond);
  let normal = x.xyz * outward.x + y.xyz * outward.y + z.xyz * outward.z;
  let cells = sqrt(dot(normal, normal));
  return select(vec4f(0.0, 1.0, 0.0, FARTHEST), vec4f(normal, distance) / cells, cells > 0.0);
}
