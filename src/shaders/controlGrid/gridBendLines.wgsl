// Bending of whole rows, then whole columns, in stepControlGrid, solved directly: each line is a system with five diagonals, L D L^T.
// Factors are found when something has changed, substitution is done in each substep. One invocation walks along a line; those side by side
// have lines side by side.
// needs: CAPACITY, PLATES, WORKGROUP_SIZE, PARTICLES_PER_INVOCATION
#include<gridMemory>
#include<contactList>
#include<gridSums>
#include<bend>
#include<chord>

/// Nodes of a line that are read at once.
const READ_NODES = 4u;

/// All rows, or all columns.
struct BendLines {
  alongV: bool,               // columns
  stride: u32,                // from a particle of a line to the next
  nodes: u32,                 // of a line
  count: u32,
}

fn bendLines(grid: GridStep, alongV: bool) -> BendLines {
  return BendLines(
    alongV, select(1u, grid.countU, alongV), select(grid.countU, grid.countV, alongV), select(grid.countV, grid.countU, alongV));
}

/// Place of a node, in positions while they are lent to the systems and in line memory.
fn bendPlace(lines: BendLines, line: u32, node: u32) -> u32 {
  return node * lines.count + line;
}

/// Factors of a node in line memory: the elements of L to the last node and the one before, one over D (0 where the particle is pinned), and
/// the stiffness of the bend times squared time [kg].
fn bendFactors(grid: GridStep, lines: BendLines, place: u32) -> u32 {
  return lineMemoryOf(grid.slot, place) + select(CAPACITY, 2u * CAPACITY, lines.alongV);
}

/// Stiffness of the bend with a particle in its middle, times squared time [kg]; none at the ends of a line. Positions have the inverse masses.
fn stiffnessAt(grid: GridStep, lines: BendLines, place: u32, node: u32) -> f32 {
  if (node == 0u || node + 1u >= lines.nodes) {
    return 0.0;
  }
  let ratio = chordShape(node, lines.nodes).x;
  let ends = chordInverseMass(positions[place - lines.stride].w, positions[place + lines.stride].w, ratio);
  let inverseMass = positions[place].w + ends;
  let rest = vectors[cloths[grid.slot].firstBend + place];
  let compliance = select(cloths[grid.slot].bendWarp * rest.y, cloths[grid.slot].bendWeft * rest.w, lines.alongV);
  let time = f32(cloths[grid.slot].bendInterval) * grid.substepTime;
  return bendStiffness(time * time, compliance, inverseMass, STIFFEST_BEND);
}

/// Whether lines bend as wholes. Where the kernel cannot do that, rounds stand in for it.
fn bendsDirectly(slot: u32) -> bool {
  return PLATES != 0u && cloths[slot].bendsDirectly != 0u;
}

/// Factors the systems if a stiffness or a mass is another than when they were factored. What weighs more for a substep bends as it is without that.
fn prepareBends(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  if (!bendsDirectly(grid.slot)) {
    return;
  }
  lendMasses(grid, lane, own);
  var isOld = false;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count) {
      isOld = isOld || particleVectors[lineMemoryOf(grid.slot, place)].w != positions[place].w;
      for (var direction = 0u; direction < 2u; direction++) {
        let lines = bendLines(grid, direction == 1u);
        let node = select((*own).column[k], (*own).row[k], lines.alongV);
        let line = select((*own).row[k], (*own).column[k], lines.alongV);
        let stiffness = stiffnessAt(grid, lines, place, node);
        isOld = isOld || particleVectors[bendFactors(grid, lines, bendPlace(lines, line, node))].w != stiffness;
      }
    }
  }
  // It gives positions back.
  if (isTrueForAny(lane, isOld, own)) {
    lendMasses(grid, lane, own);
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      particleVectors[lineMemoryOf(grid.slot, ownPlace(lane, k))].w = positions[ownPlace(lane, k)].w;
    }
    factorBends(grid, lane);
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      positions[ownPlace(lane, k)].w = (*own).held[k].w;
    }
    workgroupBarrier();
  }
}

/// Positions get the inverse masses with which lines bend. As a step starts, they have them.
fn lendMasses(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  if (isUnderWay() && weighsMore(grid.slot)) {
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      if (ownPlace(lane, k) < grid.count) {
        positions[ownPlace(lane, k)].w = ownInverseMass(grid, k, own);
      }
    }
    workgroupBarrier();
  }
}

fn factorBends(grid: GridStep, lane: u32) {
  for (var direction = 0u; direction < 2u; direction++) {
    let lines = bendLines(grid, direction == 1u);
    for (var line = lane; line < lines.count; line += WORKGROUP_SIZE) {
      factorLine(grid, lines, line);
    }
  }
  storageBarrier();
  workgroupBarrier();
}

fn factorLine(grid: GridStep, lines: BendLines, line: u32) {
  let first = line * select(lines.nodes, 1u, lines.alongV);
  // Of the two nodes before: D, whether they are free; of the last one its first element of L.
  var diagonal = vec2f(1.0);
  var isFree = vec2f(0.0);
  var element = 0.0;
  // Of the bends at the node before, here and at the next node.
  var stiffness = vec3f(0.0);
  var ratio = vec3f(0.0);
  for (var node = 0u; node < lines.nodes; node++) {
    let place = first + node * lines.stride;
    stiffness = vec3f(stiffness.yz, 0.0);
    ratio = vec3f(ratio.yz, 0.0);
    if (node + 2u < lines.nodes) {
      ratio.z = chordShape(node + 1u, lines.nodes).x;
      stiffness.z = stiffnessAt(grid, lines, place + lines.stride, node + 1u);
    }
    let inverseMass = positions[place].w;
    let free = select(0.0, 1.0, inverseMass > 0.0);
    let second = ratio.x * (1.0 - ratio.x) * stiffness.x * free * isFree.x;
    let last = -((1.0 - ratio.x) * stiffness.x + ratio.y * stiffness.y) * free * isFree.y;
    let toSecond = second / diagonal.x;
    let toLast = (last - element * second) / diagonal.y;
    let bends = stiffness.y + ratio.z * ratio.z * stiffness.z + (1.0 - ratio.x) * (1.0 - ratio.x) * stiffness.x;
    let d = 1.0 / max(inverseMass, 1e-30) + bends - toLast * toLast * diagonal.y - toSecond * second;
    particleVectors[bendFactors(grid, lines, bendPlace(lines, line, node))] = vec4f(toLast, toSecond, free / d, stiffness.y);
    diagonal = vec2f(diagonal.y, d);
    isFree = vec2f(isFree.y, free);
    element = toLast;
  }
}

/// Ways by the bends of all rows, then of all columns. `ahead`: places at the next look.
fn bendLineByLine(
  grid: GridStep, lane: u32, normals: array<vec3f, PARTICLES_PER_INVOCATION>, ahead: array<vec3f, PARTICLES_PER_INVOCATION>,
  own: ptr<function, Own>,
) -> array<vec3f, PARTICLES_PER_INVOCATION> {
  var moved: array<vec3f, PARTICLES_PER_INVOCATION>;
  for (var direction = 0u; direction < 2u; direction++) {
    let lines = bendLines(grid, direction == 1u);
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      positions[ownPlace(lane, k)] = vec4f(ahead[k] + moved[k], ownInverseMass(grid, k, own));
    }
    workgroupBarrier();
    var pulls = array<vec3f, PARTICLES_PER_INVOCATION>();
    var places = array<u32, PARTICLES_PER_INVOCATION>();
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let node = select((*own).column[k], (*own).row[k], lines.alongV);
      places[k] = bendPlace(lines, select((*own).row[k], (*own).column[k], lines.alongV), node);
      if (ownPlace(lane, k) < grid.count) {
        let stiffness = stiffnessAt(grid, lines, ownPlace(lane, k), node);
        pulls[k] = bendPull(grid, lines, ownPlace(lane, k), node, stiffness, true, normals[k]);
      }
    }
    workgroupBarrier();
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      if (ownPlace(lane, k) < grid.count) {
        positions[places[k]] = vec4f(pulls[k], 0.0);
      }
    }
    workgroupBarrier();
    for (var line = lane; line < lines.count; line += WORKGROUP_SIZE) {
      substituteLine(grid, lines, line);
    }
    workgroupBarrier();
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      if (ownPlace(lane, k) < grid.count) {
        moved[k] += positions[places[k]].xyz;
      }
    }
    workgroupBarrier();
  }
  return moved;
}

/// What pulls the middle of a bend to its place at rest, times squared time [kg m]; ways have no rest. Positions have what is bent.
fn bendPull(grid: GridStep, lines: BendLines, place: u32, node: u32, stiffness: f32, arePlaces: bool, unitNormal: vec3f) -> vec3f {
  if (node == 0u || node + 1u == lines.nodes) {
    return vec3f(0.0);
  }
  let ratio = chordShape(node, lines.nodes).x;
  var off = positions[place - lines.stride].xyz * ratio + positions[place + lines.stride].xyz * (1.0 - ratio) - positions[place].xyz;
  if (arePlaces) {
    let rest = vectors[cloths[grid.slot].firstBend + place];
    off -= restOff(off, select(rest.x, rest.z, lines.alongV), unitNormal);
  }
  return off * stiffness;
}

/// From the pulls of a line to the ways of its particles: forth, where pulls go to the ends of their bends too, and back. Nodes are read
/// READ_NODES at a time: each read takes as long as a dozen nodes.
fn substituteLine(grid: GridStep, lines: BendLines, line: u32) {
  let factors = bendFactors(grid, lines, line);
  var pullBefore = vec3f(0.0);
  var pull = vec3f(0.0);
  var last = vec3f(0.0);
  var second = vec3f(0.0);
  for (var start = 0u; start < lines.nodes; start += READ_NODES) {
    var factor = array<vec2f, READ_NODES>();
    var next = array<vec3f, READ_NODES>();
    for (var k = 0u; k < READ_NODES; k++) {
      let at = min(start + k, lines.nodes - 1u) * lines.count;
      factor[k] = particleVectors[factors + at].xy;
      next[k] = positions[line + min(at + lines.count, (lines.nodes - 1u) * lines.count)].xyz;
    }
    for (var k = 0u; k < READ_NODES; k++) {
      let node = start + k;
      if (node < lines.nodes) {
        let before = chordShape(max(node, 1u) - 1u, lines.nodes).x;
        let behind = chordShape(min(node + 1u, lines.nodes - 1u), lines.nodes).x;
        let here = pull - pullBefore * (1.0 - before) - next[k] * behind - factor[k].x * last - factor[k].y * second;
        positions[line + node * lines.count] = vec4f(here, 0.0);
        pullBefore = pull;
        pull = next[k];
        second = last;
        last = here;
      }
    }
  }
  // Factors of the two nodes behind.
  var factorLast = vec4f(0.0);
  var factorSecond = vec4f(0.0);
  last = vec3f(0.0);
  second = vec3f(0.0);
  for (var start = 0u; start < lines.nodes; start += READ_NODES) {
    var factor = array<vec4f, READ_NODES>();
    var forth = array<vec3f, READ_NODES>();
    for (var k = 0u; k < READ_NODES; k++) {
      let at = (max(lines.nodes, start + k + 1u) - start - k - 1u) * lines.count;
      factor[k] = particleVectors[factors + at];
      forth[k] = positions[line + at].xyz;
    }
    for (var k = 0u; k < READ_NODES; k++) {
      if (start + k < lines.nodes) {
        let here = forth[k] * factor[k].z - factorLast.x * last - factorSecond.y * second;
        positions[line + (lines.nodes - start - k - 1u) * lines.count] = vec4f(here, 0.0);
        second = last;
        last = here;
        factorSecond = factorLast;
        factorLast = factor[k];
      }
    }
  }
}
