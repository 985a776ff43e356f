// Where particles go that are behind a collider, for both solvers.
// needs: PARTICLES_PER_INVOCATION, besideOf, cloths, vectors
#include<collide>

/// Bounding radius of what particles can be behind, over the diagonal of a cell: around something smaller, links lead through it anyway.
const LEAST_BOARD = 3.0;
/// How far a way goes on at least until it enters a collider [m].
const ENTRY_TOLERANCE = 0.0001;

/// How far a knot is from a control point beside it, as the rest shape has it in its middle [m].
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

/// Where particles are in the axes of a collider.
fn inAxesOf(pose: Pose, held: array<vec4f, PARTICLES_PER_INVOCATION>) -> array<vec3f, PARTICLES_PER_INVOCATION> {
  var local: array<vec3f, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    local[k] = unrotated(pose.rotation, held[k].xyz - pose.position);
  }
  return local;
}

/// From particles behind a collider to the side where their neighbours are; zero for others. Cloth cannot have gone through it. Links lead through
/// the collider then, in both directions of the grid. Single particles and rows have no more than one link that does not; larger pieces come back
/// upwards alone, since their other side may be the wrong one. No link leads through from above the plane that touches the collider nearest to a
/// particle; the others are followed from their far ends, as sweptContact follows ways. One loop asks for all points: a second place that asks
/// would make the kernel slower, even unused.
fn waysOver(
  slot: u32, collider: Collider, pose: Pose, places: array<u32, PARTICLES_PER_INVOCATION>,
  held: array<vec4f, PARTICLES_PER_INVOCATION>, lift: array<f32, PARTICLES_PER_INVOCATION>,
) -> array<vec3f, PARTICLES_PER_INVOCATION> {
  let here = inAxesOf(pose, held);
  var contacts: array<vec4f, PARTICLES_PER_INVOCATION>;
  var crossing: array<u32, PARTICLES_PER_INVOCATION>;
  var neighbours: array<f32, PARTICLES_PER_INVOCATION>;
  var through: array<vec2f, PARTICLES_PER_INVOCATION>;
  var back: array<vec3f, PARTICLES_PER_INVOCATION>;
  var points = here;
  var traveled: array<f32, PARTICLES_PER_INVOCATION>;
  var isFollowed: array<bool, PARTICLES_PER_INVOCATION>;
  var left = 0u;
  var side = 0u;
  var isFirst = true;
  var step = 0u;
  loop {
    let found = shapeContacts(collider, points);
    var isGoing = false;
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let gap = cloths[slot].thickness + lift[k];
      if (isFirst) {
        contacts[k] = found[k];
        if (held[k].w > 0.0 && isBeside(collider, pose, held[k].xyz, gap)) {
          for (var each = 0u; each < 4u; each++) {
            let beside = besideOf(slot, places[k], each);
            let above = found[k].w + dot(unrotated(pose.rotation, beside.xyz - pose.position) - here[k], found[k].xyz);
            neighbours[k] += beside.w;
            crossing[k] |= select(0u, 1u << each, beside.w > 0.0 && above <= 0.0);
          }
          crossing[k] = select(0u, crossing[k], (crossing[k] & 3u) != 0u && (crossing[k] & 12u) != 0u);
          left |= crossing[k];
        }
      } else if (isFollowed[k]) {
        let start = unrotated(pose.rotation, besideOf(slot, places[k], side).xyz - pose.position);
        let way = here[k] - start;
        let length = sqrt(dot(way, way));
        if (found[k].w <= 0.0) {
          // What starts inside does not enter.
          if (step > 0u && dot(found[k].xyz, contacts[k].xyz) < OPPOSED) {
            through[k] += select(vec2f(1.0, 0.0), vec2f(0.0, 1.0), side > 1u);
            let depth = gap - found[k].w - dot(here[k] - points[k], found[k].xyz);
            back[k] += rotated(pose.rotation, found[k].xyz) * depth;
          }
          isFollowed[k] = false;
        } else {
          traveled[k] += min(found[k].w + ENTRY_TOLERANCE, longestStep(collider, length));
          isFollowed[k] = step < MAX_TRACE_STEPS && traveled[k] < length;
          points[k] = start + way * (traveled[k] / length);
        }
        isGoing |= isFollowed[k];
      }
    }
    step++;
    if (!isGoing) {
      if (left == 0u) {
        break;
      }
      isFirst = false;
      side = firstTrailingBit(left);
      left &= left - 1u;
      step = 0u;
      for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
        isFollowed[k] = ((crossing[k] >> side) & 1u) != 0u;
        traveled[k] = 0.0;
        points[k] = unrotated(pose.rotation, besideOf(slot, places[k], side).xyz - pose.position);
      }
    }
  }
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let sum = through[k].x + through[k].y;
    let isBehind = sum + 1.0 >= neighbours[k] || dot(back[k], cloths[slot].gravity) < 0.0;
    back[k] = select(vec3f(0.0), back[k] / max(sum, 1.0), through[k].x > 0.0 && through[k].y > 0.0 && isBehind);
  }
  return back;
}
