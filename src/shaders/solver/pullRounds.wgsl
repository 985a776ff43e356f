// Finds what stitches pull with, so that their gaps close as far as lines can follow. Links were solved as lines that end at their border, as if no seam
// were there. Lines and seams together are the system
//
//     A L + B s = c        A: of the lines (link.wgsl); L: strengths of links; s: pulls of stitches, C x = 0
//     B^T L + S s = g      S = C W C^T; g: gaps of the stitches
//
// As A is solved already, what is left of the gaps asks for (S - B^T A^-1 B) s = g. So a particle at the end of a line is light across the line, and
// has the mass of the line along it. Stitches are solved by Jacobi's method. Each takes for the others the most that they can add, so that no
// round leaves more than the one before (l1-Jacobi: Baker, Falgout, Kolev and Yang 2011).
//
// Links then pull along the directions that they lead to, as in link.wgsl: lines are solved with what their links answer as force
// densities, and closeRounds finds the pulls that close the gaps of these. Momenta stay, however far gaps are closed: what one side
// gets, the other one gives.
// needs: WORKGROUP_SIZE, placeVector, pullOf, seamPullAt, seamRows, seamTerms, setPull, setSeamPull, setToClose, sewnParticles, toClose
#include<seams>
#include<seamLines>
#include<seamPulls>

/// One workgroup. Starts after a barrier, ends without one.
fn pullInRounds(range: SeamRange, lane: u32) {
  for (var row = range.firstRow + lane; row < range.endRow; row += WORKGROUP_SIZE) {
    setPull(row, vec3f(0.0));
    setToClose(row, closing(row));
  }
  storageBarrier();
  for (var round = 0u; round < SEAM_ROUNDS; round++) {
    findPulls(range, lane);
    storageBarrier();
    pullTogether(range, lane);
    storageBarrier();
  }
  findPulls(range, lane);
}

fn findPulls(range: SeamRange, lane: u32) {
  for (var place = range.firstPlace + lane; place < range.endPlace; place += WORKGROUP_SIZE) {
    let pull = pullAt(place);
    setSeamPull(place, vec4f(pull, max(placeVector(HERE, place).w, 0.0) * dot(inwardAt(place), pull)));
  }
}

/// Each stitch pulls more, by what is left of its gap.
fn pullTogether(range: SeamRange, lane: u32) {
  for (var row = range.firstRow + lane; row < range.endRow; row += WORKGROUP_SIZE) {
    var left = toClose(row);
    var mobility = mat3x3f();
    for (var t = seamRows[row].firstTerm; t < seamRows[row].firstTerm + seamRows[row].termCount; t++) {
      let place = seamTerms[t].number;
      let other = sewnParticles[place].other;
      let inverseMass = max(placeVector(HERE, place).w, 0.0);
      let coupling = placeVector(COUPLINGS, place).xy;
      let pull = seamPullAt(place);
      let longer = vec2f(pull.w, otherPull(other).w);
      left += seamTerms[t].factor * inverseMass * (inwardAt(place) * dot(coupling, longer) - pull.xyz);
      mobility += mobilityOf(place, coupling, abs(seamTerms[t].factor));
    }
    setPull(row, pullOf(row) + pullFor(left, mobility));
  }
}

/// How far a unit of pull moves a particle, with the most that other stitches may add: these at the particle, and those at the other end.
fn mobilityOf(place: u32, coupling: vec2f, factor: f32) -> mat3x3f {
  let inward = inwardAt(place);
  let inverseMass = max(placeVector(HERE, place).w, 0.0);
  let side = factor * sewnParticles[place].weight * inverseMass;
  var along = -side * inverseMass * coupling.x;
  let other = sewnParticles[place].other;
  if (other > 0u) {
    along += factor * otherWeight(other) * inverseMass * max(placeVector(HERE, other - 1u).w, 0.0) * abs(coupling.y);
  }
  let diagonal = side + PIVOT * (side + abs(along));
  let outer = mat3x3f(inward * inward.x, inward * inward.y, inward * inward.z);
  return mat3x3f(vec3f(diagonal, 0.0, 0.0), vec3f(0.0, diagonal, 0.0), vec3f(0.0, 0.0, diagonal)) + outer * along;
}

/// Along the line that ends at a particle; zero if none does.
fn inwardAt(place: u32) -> vec3f {
  let next = placeVector(TO_NEXT, place).xyz;
  return next * inverseSqrt(max(dot(next, next), 1e-30));
}

/// The pull that makes a way; none if nothing moves.
fn pullFor(way: vec3f, mobility: mat3x3f) -> vec3f {
  let a = cross(mobility[1], mobility[2]);
  let determinant = dot(mobility[0], a);
  let inverse = mat3x3f(a, cross(mobility[2], mobility[0]), cross(mobility[0], mobility[1]));
  return select(vec3f(0.0), transpose(inverse) * way / determinant, determinant > 0.0);
}
