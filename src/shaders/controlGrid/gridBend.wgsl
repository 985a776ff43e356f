// Bending in stepControlGrid, implicit in the time T until it comes again, so that any stiffness is stable:
//
//   (M + T^2 K) dx = -T^2 K (x + T v + T^2 g - rest)       K: bending energy of the quadratic B-spline, see bend.wgsl
//
// What fabrics are made of is solved by a few rounds of Chebyshev's iteration (Golub and Varga 1961) over M^-1 (M + T^2 K), whose
// eigenvalues are from 1 to 1 + bendBound; each round leaves both momenta alone. Plates are solved directly, see gridBendLines.wgsl, but for
// their twist; and in each substep: what they carry by pushes would buckle from one look to the next.
// needs: PARTICLES_PER_INVOCATION
#include<gridMemory>
#include<gridBendLines>
#include<gridTwist>
#include<chord>
#include<gridMomentum>

/// What needs more rounds is solved directly.
const MAX_BEND_ROUNDS = 24u;
/// Bound that these rounds solve. Where they stand in for a direct solution, cloth is softened to this.
const ROUNDS_BOUND = 110.0;

/// Velocities that bending gives until it comes again. Starts and ends with a barrier that all invocations have passed.
fn bend(grid: GridStep, lane: u32, own: ptr<function, Own>) {
  let rounds = cloths[grid.slot].bendRounds;
  if (rounds == 0u) {
    return;
  }
  let interval = f32(cloths[grid.slot].bendInterval);
  let time = interval * grid.substepTime;
  // For cloth that is bent at rest.
  var normals: array<vec3f, PARTICLES_PER_INVOCATION>;
  var ahead: array<vec3f, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    if (ownPlace(lane, k) < grid.count) {
      let next = neighboursOf(grid.slot, ownPlace(lane, k), (*own).column[k], (*own).row[k]);
      normals[k] = unitOrZero(
        cross(positions[next.right].xyz - positions[next.left].xyz, positions[next.above].xyz - positions[next.below].xyz));
    }
    let here = (*own).held[k];
    let way = (here.xyz - (*own).previous[k] + (*own).remainder[k]) * interval + grid.gravity * (time * time);
    ahead[k] = here.xyz + select(vec3f(0.0), way, here.w > 0.0);
  }
  workgroupBarrier();
  var moved: array<vec3f, PARTICLES_PER_INVOCATION>;
  if (bendsDirectly(grid.slot)) {
    moved = bendLineByLine(grid, lane, normals, ahead, own);
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      ahead[k] += moved[k];
    }
    let twisted = bendInRounds(grid, lane, cloths[grid.slot].twistRounds, cloths[grid.slot].twistBound, true, normals, ahead, own);
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      moved[k] += twisted[k];
    }
  } else {
    moved = bendInRounds(grid, lane, rounds, cloths[grid.slot].bendBound, false, normals, ahead, own);
  }
  var hinge = vec3f(0.0);
  if (grid.isFree) {
    tellPins(lane, own);
    hinge = hingePlace(grid);
  }
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    // The way of one substep out of those until bending comes again.
    let way = moved[k] / interval;
    (*own).remainder[k] += way;
    if (grid.isFree && ownPlace(lane, k) < grid.count) {
      noteChange((*own).held[k].w, (*own).held[k].xyz - hinge, way, own);
    }
  }
  workgroupBarrier();
}

/// Chebyshev's iteration, for all that bends or for twist alone.
fn bendInRounds(
  grid: GridStep, lane: u32, rounds: u32, bound: f32, isTwistAlone: bool, normals: array<vec3f, PARTICLES_PER_INVOCATION>,
  ahead: array<vec3f, PARTICLES_PER_INVOCATION>, own: ptr<function, Own>,
) -> array<vec3f, PARTICLES_PER_INVOCATION> {
  let solved = min(bound, ROUNDS_BOUND);
  let softness = solved / max(bound, 1e-30);
  let center = 1.0 + 0.5 * solved;
  let radius = 0.5 * solved;
  var moved: array<vec3f, PARTICLES_PER_INVOCATION>;
  var way: array<vec3f, PARTICLES_PER_INVOCATION>;
  var left: array<vec3f, PARTICLES_PER_INVOCATION>;
  var share = radius / center;
  // Of each particle's cell and bends: reading them in each round takes long.
  var stiffnesses: array<vec3f, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    way[k] = ahead[k];
    positions[ownPlace(lane, k)] = (*own).held[k];
  }
  workgroupBarrier();
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    if (place < grid.count) {
      stiffnesses[k].x = twistStiffnessAt(grid, place, (*own).column[k], (*own).row[k]);
      if (!isTwistAlone) {
        stiffnesses[k].y = stiffnessAt(grid, bendLines(grid, false), place, (*own).column[k]);
        stiffnesses[k].z = stiffnessAt(grid, bendLines(grid, true), place, (*own).row[k]);
      }
      stiffnesses[k] *= softness;
    }
  }
  for (var i = 0u; i < rounds; i++) {
    let pulled = bendPulls(grid, lane, i == 0u, isTwistAlone, normals, way, stiffnesses, own);
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

/// - T^2 K / M times the points of the invocation's particles; minus their rest if these are places, not ways. Positions are lent to points,
/// then to the pulls of cells, of bends along u, and of those along v: other memory has no room, or takes long. A barrier must follow.
fn bendPulls(
  grid: GridStep, lane: u32, arePlaces: bool, isTwistAlone: bool, normals: array<vec3f, PARTICLES_PER_INVOCATION>, points: array<vec3f, PARTICLES_PER_INVOCATION>,
  stiffnesses: array<vec3f, PARTICLES_PER_INVOCATION>, own: ptr<function, Own>,
) -> array<vec3f, PARTICLES_PER_INVOCATION> {
  workgroupBarrier();
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    positions[ownPlace(lane, k)] = vec4f(points[k], (*own).held[k].w);
  }
  workgroupBarrier();
  var twists: array<vec3f, PARTICLES_PER_INVOCATION>;
  var alongU: array<vec3f, PARTICLES_PER_INVOCATION>;
  var alongV: array<vec3f, PARTICLES_PER_INVOCATION>;
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    let place = ownPlace(lane, k);
    let column = (*own).column[k];
    let row = (*own).row[k];
    if (place < grid.count) {
      twists[k] = twistPull(grid, place, column, row, stiffnesses[k].x, arePlaces);
      if (!isTwistAlone) {
        alongU[k] = bendPull(grid, bendLines(grid, false), place, column, stiffnesses[k].y, arePlaces, normals[k]);
        alongV[k] = bendPull(grid, bendLines(grid, true), place, row, stiffnesses[k].z, arePlaces, normals[k]);
      }
    }
  }
  var pulls: array<vec3f, PARTICLES_PER_INVOCATION>;
  for (var part = 0u; part < select(3u, 1u, isTwistAlone); part++) {
    workgroupBarrier();
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      positions[ownPlace(lane, k)] = vec4f(select(select(alongU[k], alongV[k], part == 2u), twists[k], part == 0u), 0.0);
    }
    workgroupBarrier();
    for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
      let place = ownPlace(lane, k);
      if (place < grid.count && part == 0u) {
        pulls[k] = twistSum(grid, place, (*own).column[k], (*own).row[k]) + (alongU[k] + alongV[k]);
      } else if (place < grid.count) {
        pulls[k] -= bendBack(bendLines(grid, part == 2u), place, select((*own).column[k], (*own).row[k], part == 2u));
      }
    }
  }
  for (var k = 0u; k < PARTICLES_PER_INVOCATION; k++) {
    pulls[k] *= (*own).held[k].w;
  }
  return pulls;
}

/// What the bends before and behind take back from a particle. Positions have the pulls of bends.
fn bendBack(lines: BendLines, place: u32, node: u32) -> vec3f {
  var back = vec3f(0.0);
  if (node > 0u) {
    back += positions[place - lines.stride].xyz * (1.0 - chordShape(node - 1u, lines.nodes).x);
  }
  if (node + 1u < lines.nodes) {
    back += positions[place + lines.stride].xyz * chordShape(node + 1u, lines.nodes).x;
  }
  return back;
}
