// Where particles go that are behind a collider, for both solvers.
// needs: besideOf, cloths, vectors
#include<collide>

/// Bounding radius of what particles can be behind, over the diagonal of a cell: around something smaller, links lead through it anyway.
const LEAST_BOARD = 3.0;
/// How far a way goes on at least until it enters a collider [m].
const ENTRY_TOLERANCE = 0.0001;

/// How far a knot is from a control point beside it, as the rest shape has it in its middle [m]: half of the diagonal of a cell, and a margin of
/// half as much.
fn knotReach(slot: u32) -> f32 {
  let middle = cloths[slot].firstRest + (cloths[slot].countV / 2u) * cloths[slot].countU + cloths[slot].countU / 2u;
  let diagonal = vectors[middle].xyz - vectors[middle - cloths[slot].countU - 1u].xyz;
  return 0.75 * length(cloths[slot].linear * diagonal);
}

/// Whether particles can be behind a collider.
fn isBoard(slot: u32, collider: Collider) -> bool {
  return !isEndless(collider.kind) && shapeReach(collider.kind, collider.size) > LEAST_BOARD * knotReach(slot);
}

/// Whether a particle is so close to a collider that it may be behind it.
fn isBeside(collider: Collider, pose: Pose, here: vec3f, gap: f32) -> bool {
  let offset = here - pose.position;
  let reach = shapeReach(collider.kind, collider.size) + gap;
  return dot(offset, offset) <= reach * reach;
}

/// From a particle behind a collider to the side where its neighbours are; zero for others. Cloth cannot have gone through it. Links lead through
/// the collider then, in both directions of the grid. Single particles and rows have no more than one link that does not; larger pieces come back
/// upwards alone, since their other side may be the wrong one. No link leads through from above the plane that touches the collider nearest to the
/// particle; the others are followed from their far ends, as sweptContact follows ways. One loop asks for all points: a second place that asks
/// would make the kernel slower, even unused.
fn wayOver(slot: u32, collider: Collider, pose: Pose, place: u32, held: vec4f, lift: f32) -> vec3f {
  let gap = cloths[slot].thickness + lift;
  if (held.w == 0.0 || !isBeside(collider, pose, held.xyz, gap)) {
    return vec3f(0.0);
  }
  let here = unrotated(pose.rotation, held.xyz - pose.position);
  var contact: vec4f;
  var crossing = 0u;
  var neighbours = 0.0;
  var through = vec2f(0.0);
  var back = vec3f(0.0);
  var point = here;
  var start = here;
  var traveled = 0.0;
  var side = 0u;
  var isFirst = true;
  var step = 0u;
  loop {
    let found = shapeContact(collider, point);
    var isGoing = false;
    if (isFirst) {
      isFirst = false;
      contact = found;
      for (var each = 0u; each < 4u; each++) {
        let beside = besideOf(slot, place, each);
        let above = found.w + dot(unrotated(pose.rotation, beside.xyz - pose.position) - here, found.xyz);
        neighbours += beside.w;
        crossing |= select(0u, 1u << each, beside.w > 0.0 && above <= 0.0);
      }
      crossing = select(0u, crossing, (crossing & 3u) != 0u && (crossing & 12u) != 0u);
    } else if (found.w <= 0.0) {
      // What starts inside does not enter.
      if (step > 0u && dot(found.xyz, contact.xyz) < OPPOSED) {
        through += select(vec2f(1.0, 0.0), vec2f(0.0, 1.0), side > 1u);
        let depth = gap - found.w - dot(here - point, found.xyz);
        back += rotated(pose.rotation, found.xyz) * depth;
      }
    } else {
      let way = here - start;
      let length = sqrt(dot(way, way));
      traveled += min(found.w + ENTRY_TOLERANCE, longestStep(collider, length));
      isGoing = step < MAX_TRACE_STEPS && traveled < length;
      point = start + way * (traveled / length);
      step++;
    }
    if (!isGoing) {
      if (crossing == 0u) {
        break;
      }
      side = firstTrailingBit(crossing);
      crossing &= crossing - 1u;
      step = 0u;
      traveled = 0.0;
      start = unrotated(pose.rotation, besideOf(slot, place, side).xyz - pose.position);
      point = start;
    }
  }
  let sum = through.x + through.y;
  let isBehind = sum + 1.0 >= neighbours || dot(back, cloths[slot].gravity) < 0.0;
  return select(vec3f(0.0), back / max(sum, 1.0), through.x > 0.0 && through.y > 0.0 && isBehind);
}
