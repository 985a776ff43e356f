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
// Links then pull along the directions that they lead to, as in link.wgsl: moveLines solves lines with what their links answer as force
// densities, and closeSeams finds the pulls that close the gaps of these. Momenta stay, however far gaps are closed: what one side
// gets, the other one gives.
#include<structs>
#include<seams>
#include<seamLines>
#include<seamPulls>

const WORKGROUP_SIZE = 256u;

@group(0) @binding(0) var<uniform> sewn: SewnCloth;
@group(0) @binding(1) var<uniform> phase: SubstepPass;
@group(0) @binding(2) var<storage, read> sewnParticles: array<SewnParticle>;
@group(0) @binding(3) var<storage, read> seamRows: array<SeamRow>;
@group(0) @binding(4) var<storage, read> rowTerms: array<SeamTerm>;
@group(0) @binding(5) var<storage, read> wayTerms: array<SeamTerm>;
/// See gatherSeams.
@group(0) @binding(6) var<storage, read> places: array<vec4f>;
/// Of each stitch; behind them what they are to close. Each cloth solves all, and keeps its own.
@group(0) @binding(7) var<storage, read_write> pulls: array<vec4f>;
/// Of each particle: what stitches pull at it with, and how much longer that makes the first link of its line in w.
@group(0) @binding(8) var<storage, read_write> seamPulls: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn pullLines(@builtin(local_invocation_index) lane: u32) {
  for (var row = lane; row < sewn.rowCount; row += WORKGROUP_SIZE) {
    pulls[row] = vec4f(0.0);
    pulls[sewn.rowCount + row] = vec4f(closing(row), 0.0);
  }
  storageBarrier();
  for (var round = 0u; round < SEAM_ROUNDS; round++) {
    findPulls(lane);
    storageBarrier();
    pullTogether(lane);
    storageBarrier();
  }
  findPulls(lane);
}

fn findPulls(lane: u32) {
  for (var place = lane; place < sewn.total; place += WORKGROUP_SIZE) {
    let pull = pullAt(place);
    seamPulls[place] = vec4f(pull, max(places[place].w, 0.0) * dot(inwardAt(place), pull));
  }
}

/// Each stitch pulls more, by what is left of its gap.
fn pullTogether(lane: u32) {
  for (var row = lane; row < sewn.rowCount; row += WORKGROUP_SIZE) {
    var left = pulls[sewn.rowCount + row].xyz;
    var mobility = mat3x3f();
    for (var t = seamRows[row].firstTerm; t < seamRows[row].firstTerm + seamRows[row].termCount; t++) {
      let place = rowTerms[t].number;
      let other = sewnParticles[place].other;
      let inverseMass = max(places[place].w, 0.0);
      let coupling = places[3u * sewn.total + place].xy;
      let longer = vec2f(seamPulls[place].w, otherPull(other).w);
      left += rowTerms[t].factor * inverseMass * (inwardAt(place) * dot(coupling, longer) - seamPulls[place].xyz);
      mobility += mobilityOf(place, coupling, abs(rowTerms[t].factor));
    }
    pulls[row] += vec4f(solved(left, mobility), 0.0);
  }
}

/// How far a unit of pull moves a particle, with the most that other stitches may add: these at the particle, and those at the other end.
fn mobilityOf(place: u32, coupling: vec2f, factor: f32) -> mat3x3f {
  let inward = inwardAt(place);
  let inverseMass = max(places[place].w, 0.0);
  let side = factor * sewnParticles[place].weight * inverseMass;
  var along = -side * inverseMass * coupling.x;
  let other = sewnParticles[place].other;
  if (other > 0u) {
    along += factor * otherWeight(other) * inverseMass * max(places[other - 1u].w, 0.0) * abs(coupling.y);
  }
  let diagonal = side + PIVOT * (side + abs(along));
  let outer = mat3x3f(inward * inward.x, inward * inward.y, inward * inward.z);
  return mat3x3f(vec3f(diagonal, 0.0, 0.0), vec3f(0.0, diagonal, 0.0), vec3f(0.0, 0.0, diagonal)) + outer * along;
}

/// Along the line that ends at a particle; zero if none does.
fn inwardAt(place: u32) -> vec3f {
  let next = places[2u * sewn.total + place].xyz;
  return next * inverseSqrt(max(dot(next, next), 1e-30));
}

/// The pull that makes a way; none if nothing moves.
fn solved(way: vec3f, mobility: mat3x3f) -> vec3f {
  let a = cross(mobility[1], mobility[2]);
  let determinant = dot(mobility[0], a);
  let inverse = mat3x3f(a, cross(mobility[2], mobility[0]), cross(mobility[0], mobility[1]));
  return select(vec3f(0.0), transpose(inverse) * way / determinant, determinant > 0.0);
}
