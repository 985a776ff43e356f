// Contact of a cloth with itself, at the start of the hold phase: particles are spheres, or discs, see selfLayers.wgsl.
// findContacts.compute.wgsl has found which ones may meet in this step.
// needs: CAPACITY, PARTICLES_PER_INVOCATION
#include<gridMemory>
#include<contactList>
#include<selfLayers>
#include<gridNearby>
#include<gridTangles>

/// In place of how much larger a particle is: it keeps apart from nothing, see tangle.wgsl.
const LOST = -1.0;

fn keepApart(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  let motions = lineMemoryOf(grid.slot, 0u) + CONTACT_MOTION * CAPACITY;
  let layers = lineMemoryOf(grid.slot, 0u) + CONTACT_LAYER * CAPACITY;
  var folds: array<u32, PARTICLES_PER_INVOCATION>;
  workgroupBarrier();
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count) {
      folds[k] = sharpFolds(grid, place, (*own).column[k], (*own).row[k]);
      var growth = 1.0;
      if (isListed(own, k)) {
        growth = select(growthAt(grid, place, (*own).column[k], (*own).row[k]), LOST, isLost(grid, place, own));
        particleVectors[layers + place] = layerAt(grid, place, (*own).column[k], (*own).row[k]);
      }
      if (isListed(own, k) || folds[k] != 0u) {
        particleVectors[motions + place] = vec4f(positions[place].xyz - (*own).previous[k], growth);
      }
    }
  }
  storageBarrier();
  workgroupBarrier();
  var touches: array<Touch, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count && positions[place].w > 0.0) {
      var touch = Touch(vec3f(0.0), vec3f(0.0));
      if (folds[k] != 0u) {
        touch = foldTouches(grid, place, folds[k]);
      }
      if (isListed(own, k)) {
        (*own).contacts += addContacts(grid, place, &touch);
      }
      touches[k] = touch;
    }
  }
  workgroupBarrier();
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count) {
      positions[place] += vec4f(touches[k].way, 0.0);
      (*own).previous[k] += touches[k].still;
    }
  }
  workgroupBarrier();
}

/// How much larger a particle is than on a square net, by the quads around it.
fn growthAt(grid: GridStep, place: u32, column: u32, row: u32) -> f32 {
  let here = positions[place].xyz;
  var longest = 0.0;
  for (var corner = 0u; corner < 4u; corner++) {
    let isRight = (corner & 1u) == 1u;
    let isUp = corner >= 2u;
    if (select(column > 0u, column + 1u < grid.countU, isRight) && select(row > 0u, row + 1u < cloths[grid.slot].countV, isUp)) {
      let alongU = select(place - 1u, place + 1u, isRight);
      let alongV = select(place - grid.countU, place + grid.countU, isUp);
      let across = positions[alongU + alongV - place].xyz;
      longest = max(longest, max(distance(here, across), distance(positions[alongU].xyz, positions[alongV].xyz)));
    }
  }
  return contactGrowth(longest, cloths[grid.slot].spacing);
}

/// Normal, and how thick the cloth is there [m].
fn layerAt(grid: GridStep, place: u32, column: u32, row: u32) -> vec4f {
  let right = positions[select(place, place + 1u, column + 1u < grid.countU)].xyz;
  let left = positions[select(place, place - 1u, column > 0u)].xyz;
  let above = positions[select(place, place + grid.countU, row + 1u < cloths[grid.slot].countV)].xyz;
  let below = positions[select(place, place - grid.countU, row > 0u)].xyz;
  let layer = normalAndSag(positions[place].xyz, right, left, above, below);
  return vec4f(layer.xyz, layerThickness(cloths[grid.slot].thickness, SELF_SAG * layer.w, 0.0));
}

/// Where a fold leads to, in the particle's row or column: two places along u or v, before or behind.
struct Fold {
  alongV: bool,
  other: u32,
}

fn foldOf(grid: GridStep, place: u32, side: u32) -> Fold {
  let alongV = side >= 2u;
  let step = select(1u, grid.countU, alongV);
  return Fold(alongV, select(place - 2u * step, place + 2u * step, (side & 1u) == 1u));
}

/// Which of the four folds of a particle may be sharp, a bit each. Most are far from it: nothing else is read for them.
fn sharpFolds(grid: GridStep, place: u32, column: u32, row: u32) -> u32 {
  var sharp = 0u;
  let longest = cloths[grid.slot].longestLink;
  for (var side = 0u; side < 4u; side++) {
    let fold = foldOf(grid, place, side);
    let node = select(column, row, fold.alongV);
    let nodes = select(grid.countU, cloths[grid.slot].countV, fold.alongV);
    if (select(node >= 2u, node + 2u < nodes, (side & 1u) == 1u)) {
      let offset = positions[place].xyz - positions[fold.other].xyz;
      sharp |= select(0u, 1u << side, dot(offset, offset) < longest * longest);
    }
  }
  return sharp;
}

/// What they do.
fn foldTouches(grid: GridStep, place: u32, sharp: u32) -> Touch {
  var sum = Touch(vec3f(0.0), vec3f(0.0));
  for (var side = 0u; side < 4u; side++) {
    if (((sharp >> side) & 1u) != 0u) {
      let fold = foldOf(grid, place, side);
      let offset = positions[place].xyz - positions[fold.other].xyz;
      let first = cloths[grid.slot].firstLink;
      let low = min(place, fold.other);
      let step = select(1u, grid.countU, fold.alongV);
      let links = vec2f(linkLength(first, low, fold.alongV), linkLength(first, low + step, fold.alongV));
      let touch = unfolded(
        offset, relativeMotion(grid, place, fold.other), 0.5 * (links.x + links.y),
        positions[place].w / (positions[place].w + positions[fold.other].w), grid.substepTime);
      sum.way += touch.way;
      sum.still += touch.still;
    }
  }
  return sum;
}

/// The link of a particle to the next one along u or v [m], see cookLinks.
fn linkLength(first: u32, place: u32, alongV: bool) -> f32 {
  let links = vectors[first + 2u * place];
  return select(links.x, links.z, alongV);
}

/// Returns how many particles touch this one.
fn addContacts(grid: GridStep, place: u32, sum: ptr<function, Touch>) -> u32 {
  var count = 0u;
  let spacing = cloths[grid.slot].spacing;
  let thickness = cloths[grid.slot].thickness;
  let largest = DISC_REACH * contactSize(spacing, thickness, MOST_GROWTH);
  let motions = lineMemoryOf(grid.slot, 0u) + CONTACT_MOTION * CAPACITY;
  let layers = lineMemoryOf(grid.slot, 0u) + CONTACT_LAYER * CAPACITY;
  let friction = cloths[grid.slot].layerFriction;
  for (var list = 0u; list < CONTACT_VECTORS; list++) {
    let packed = particleVectors[listIndex(grid.slot, place) + list * CAPACITY];
    // The nearest come first.
    if (packed.x < 0.0) {
      break;
    }
    for (var entry = 0u; entry < 8u; entry++) {
      let other = unpackContact(packed, entry);
      let offset = positions[place].xyz - positions[other].xyz;
      let squared = dot(offset, offset);
      // Most are farther off: nothing else is read for them. The list ends with the particle itself.
      if (squared >= largest * largest || other == place) {
        continue;
      }
      let growths = vec2f(particleVectors[motions + place].w, particleVectors[motions + other].w);
      let size = contactSize(spacing, thickness, max(growths.x, growths.y));
      if (squared < DISC_REACH * DISC_REACH * size * size && min(growths.x, growths.y) != LOST) {
        let meeting = Meeting(
          offset, relativeMotion(grid, place, other), size, positions[place].w / (positions[place].w + positions[other].w),
          particleVectors[layers + place], particleVectors[layers + other]);
        count += select(0u, 1u, addLayersTouched(sum, meeting, friction, grid.substepTime));
      }
    }
  }
  return count;
}

fn relativeMotion(grid: GridStep, place: u32, other: u32) -> vec3f {
  let motions = lineMemoryOf(grid.slot, 0u) + CONTACT_MOTION * CAPACITY;
  return particleVectors[motions + place].xyz - particleVectors[motions + other].xyz;
}
