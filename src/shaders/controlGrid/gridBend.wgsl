// Bending in stepControlGrid, implicit in the time T from one look to the next, so that any stiffness is stable:
//
//   (M + T^2 K) dx = -T^2 K (x + T v + T^2 g - rest)       K: bending energy of the quadratic B-spline, see bend.wgsl
//
// What fabrics are made of is solved by a few rounds of Chebyshev's iteration (Golub and Varga 1961) over M^-1 (M + T^2 K), whose
// eigenvalues are from 1 to 1 + bendBound; each round leaves both momenta alone. Plates are solved directly: gridBendLines.wgsl.
// needs: CAPACITY, PARTICLES_PER_INVOCATION
#include<gridMemory>
#include<gridBendLines>
#include<chord>
#include<gridMomentum>

/// What needs more rounds is solved directly.
const MAX_BEND_ROUNDS = 24u;

/// Velocities that bending gives until the next look. `normals` of the invocation's particles are for cloth that is bent at rest.
fn bend(grid: GridStep, lane: u32, normals: array<vec3f, PARTICLES_PER_INVOCATION>, own: ptr<function, Own>) {
  let rounds = cloths[grid.slot].bendRounds;
  if (rounds == 0u) {
    return;
  }
  let interval = f32(grid.airInterval);
  let time = interval * grid.substepTime;
  var ahead: array<vec3f, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let here = (*own).held[k];
    let way = (here.xyz - (*own).previous[k]) * interval + grid.gravity * (time * time);
    ahead[k] = here.xyz + select(vec3f(0.0), way, here.w > 0.0);
  }
  var moved: array<vec3f, PARTICLES_PER_INVOCATION>;
  if (rounds == BEND_DIRECTLY) {
    moved = bendLineByLine(grid, lane, normals, ahead, own);
  } else {
    moved = bendInRounds(grid, lane, rounds, normals, ahead, own);
  }
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    // The way of one substep out of those until the next look.
    let before = (*own).previous[k];
    (*own).previous[k] = before - moved[k] / interval;
    if (grid.isFree && ownPlace(lane, k) < grid.count) {
      noteChange((*own).held[k].w, (*own).held[k].xyz, before - (*own).previous[k], own);
    }
  }
}

/// Chebyshev's iteration. Bends pull through lineMemory, ways go through positions: what a round reads, the last one has written.
fn bendInRounds(
  grid: GridStep, lane: u32, rounds: u32, normals: array<vec3f, PARTICLES_PER_INVOCATION>, ahead: array<vec3f, PARTICLES_PER_INVOCATION>,
  own: ptr<function, Own>,
) -> array<vec3f, PARTICLES_PER_INVOCATION> {
  let center = 1.0 + 0.5 * cloths[grid.slot].bendBound;
  let radius = 0.5 * cloths[grid.slot].bendBound;
  var moved: array<vec3f, PARTICLES_PER_INVOCATION>;
  var way: array<vec3f, PARTICLES_PER_INVOCATION>;
  var left: array<vec3f, PARTICLES_PER_INVOCATION>;
  var share = radius / center;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    way[k] = ahead[k];
  }
  for (var i = 0u; i < rounds; i++) {
    let pulled = bendPulls(grid, lane, i == 0u, normals, way, own);
    let next = select(1.0 / (2.0 * center / radius - share), share, i == 0u);
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      if (i == 0u) {
        left[k] = pulled[k];
        way[k] = left[k] / center;
      } else {
        left[k] += pulled[k] - way[k];
        way[k] = way[k] * (next * share) + left[k] * (2.0 * next / radius);
      }
      moved[k] += way[k];
    }
    share = next;
  }
  return moved;
}

/// - T^2 K / M times the points of the invocation's particles; minus their rest if these are places, not ways.
fn bendPulls(
  grid: GridStep, lane: u32, arePlaces: bool, normals: array<vec3f, PARTICLES_PER_INVOCATION>, points: array<vec3f, PARTICLES_PER_INVOCATION>,
  own: ptr<function, Own>,
) -> array<vec3f, PARTICLES_PER_INVOCATION> {
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    positions[ownPlace(lane, k)] = vec4f(points[k], (*own).held[k].w);
  }
  workgroupBarrier();
  var pulls: array<vec3f, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count) {
      let alongU = bendPull(grid, bendLines(grid, false), place, (*own).column[k], arePlaces, normals[k]);
      let alongV = bendPull(grid, bendLines(grid, true), place, (*own).row[k], arePlaces, normals[k]);
      lineMemory[lineMemoryOf(grid, place) + CAPACITY] = vec4f(alongU, 0.0);
      lineMemory[lineMemoryOf(grid, place) + 2u * CAPACITY] = vec4f(alongV, 0.0);
      pulls[k] = alongU + alongV;
    }
  }
  storageBarrier();
  workgroupBarrier();
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count) {
      let backU = bendBack(grid, bendLines(grid, false), place, (*own).column[k]);
      let backV = bendBack(grid, bendLines(grid, true), place, (*own).row[k]);
      pulls[k] = (pulls[k] - backU - backV) * (*own).held[k].w;
    }
  }
  return pulls;
}

/// What the bends before and behind take back from a particle.
fn bendBack(grid: GridStep, lines: BendLines, place: u32, node: u32) -> vec3f {
  let first = lineMemoryOf(grid, place) + select(CAPACITY, 2u * CAPACITY, lines.alongV);
  var back = vec3f(0.0);
  if (node > 0u) {
    back += lineMemory[first - lines.stride].xyz * (1.0 - chordShape(node - 1u, lines.nodes).x);
  }
  if (node + 1u < lines.nodes) {
    back += lineMemory[first + lines.stride].xyz * chordShape(node + 1u, lines.nodes).x;
  }
  return back;
}
