// Where particles go that are behind a collider, for both solvers.
// needs: cloths, vectors
#include<collide>

/// Bounding radius of what particles can be behind, over the diagonal of a cell: around something smaller, links lead through it anyway.
const LEAST_BOARD = 3.0;

/// How far a knot is from a control point beside it, as the rest shape has it in its middle [m].
fn knotReach(slot: u32) -> f32 {
  let middle = cloths[slot].firstRest + (cloths[slot].countV / 2u) * cloths[slot].countU + cloths[slot].countU / 2u;
  let diagonal = vectors[middle].xyz - vectors[middle - cloths[slot].countU - 1u].xyz;
  return 0.75 * length(cloths[slot].linear * diagonal);
}

/// Whether particles can be behind a collider.
fn isBoard(slot: u32, collider: Collider) -> bool {
  return collider.kind != PLANE && shapeReach(collider.kind, collider.size) > LEAST_BOARD * knotReach(slot);
}

/// Whether a particle is so close to a collider that it may be behind it.
fn isBeside(collider: Collider, pose: Pose, here: vec3f, gap: f32) -> bool {
  let offset = here - pose.position;
  let reach = shapeReach(collider.kind, collider.size) + gap;
  return dot(offset, offset) <= reach * reach;
}

/// From a particle behind a collider to the side where its neighbours are; zero for others. Neighbours are left, right, below and above it, with
/// w = 1, or 0 for none. Cloth cannot have gone through it. Links lead through the collider then, in both directions of the grid. Single
/// particles and rows have no more than one link that does not; larger pieces come back upwards alone, since their other side may be the wrong
/// one. `here` is in the collider's axes, where `contact` is the surface nearest to it: no link from above the plane that touches it leads through.
fn wayBack(slot: u32, collider: Collider, pose: Pose, here: vec3f, contact: vec4f, beside: array<vec4f, 4>, gap: f32) -> vec3f {
  var back = vec3f(0.0);
  var neighbours = 0.0;
  var through = vec2f(0.0);
  var starts: array<vec3f, 4>;
  var crossing = 0u;
  for (var side = 0u; side < 4u; side++) {
    starts[side] = unrotated(pose.rotation, beside[side].xyz - pose.position);
    let isBelow = contact.w + dot(starts[side] - here, contact.xyz) <= 0.0;
    crossing |= select(0u, 1u << side, beside[side].w > 0.0 && isBelow);
    neighbours += beside[side].w;
  }
  if ((crossing & 3u) == 0u || (crossing & 12u) == 0u) {
    return vec3f(0.0);
  }
  for (; crossing != 0u; crossing &= crossing - 1u) {
    let side = firstTrailingBit(crossing);
    let entry = entryPoint(collider, starts[side], here);
    if (entry.w < FARTHEST && dot(entry.xyz, contact.xyz) < OPPOSED) {
      through += select(vec2f(1.0, 0.0), vec2f(0.0, 1.0), side > 1u);
      back += rotated(pose.rotation, entry.xyz) * (gap - entry.w);
    }
  }
  let sum = through.x + through.y;
  let isBehind = sum + 1.0 >= neighbours || dot(back, cloths[slot].gravity) < 0.0;
  return select(vec3f(0.0), back / max(sum, 1.0), through.x > 0.0 && through.y > 0.0 && isBehind);
}
