// Closes the gaps of all stitches as far as lines can follow. Links were solved as lines that end at their border, as if no seam were there.
// Lines and seams together are the system
//
//     A L + B s = c        A: of the lines (link.wgsl); L: strengths of links; s: pulls of stitches, C x = 0
//     B^T L + S s = g      S = C W C^T; g: gaps of the stitches
//
// As A is solved already, what is left of the gaps asks for (S - B^T A^-1 B) s = g. So a particle at the end of a line is light across the line, and has
// the mass of the line along it. Stitches are solved by Jacobi's method. Each takes for the others the most that they can add, so that no
// round leaves more than the one before (l1-Jacobi: Baker, Falgout, Kolev and Yang 2011).
//
// A light particle on a taut line would fly across. The first link resists with the density q of its pull, as in link.wgsl: of a way across, the end
// takes (1 + w1 q) / (1 + (w + w1) q) and the next particle, of inverse mass w1, takes w1 q / (1 + (w + w1) q).
// Momenta stay, however far the gaps are closed: what one side gets, the other one gives.
#include<structs>
#include<seams>
#include<seamLines>

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
/// Of each particle: what stitches pull at it with, and how much longer that makes its link in w; then its way without the answer of its
/// line; then the way of the next particle.
@group(0) @binding(8) var<storage, read_write> seamWays: array<vec4f>;

/// The end of a line, as it is pulled now.
struct PulledEnd {
  inward: vec3f,      // unit vector
  inverseMass: f32,
  along: f32,         // how far a unit of pull along the line moves it
  across: f32,        // how far a unit of pull across moves it
  otherEnd: f32,      // how far a unit of pull at the other end of the line moves it
  tension: f32,       // of the first link
  way: vec3f,
  nextWay: vec3f,
}

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
  storageBarrier();
  for (var place = lane; place < sewn.total; place += WORKGROUP_SIZE) {
    let end = endAt(place);
    seamWays[sewn.total + place] = vec4f(end.way, 0.0);
    seamWays[2u * sewn.total + place] = vec4f(end.nextWay, 0.0);
  }
}

fn findPulls(lane: u32) {
  for (var place = lane; place < sewn.total; place += WORKGROUP_SIZE) {
    let own = sewnParticles[place];
    var pull = vec3f(0.0);
    for (var t = own.firstRow; t < own.firstRow + own.rowCount; t++) {
      pull += wayTerms[t].factor * pulls[wayTerms[t].number].xyz;
    }
    seamWays[place] = vec4f(pull, max(places[place].w, 0.0) * dot(inwardAt(place), pull));
  }
}

/// Each stitch pulls more, by what is left of its gap.
fn pullTogether(lane: u32) {
  for (var row = lane; row < sewn.rowCount; row += WORKGROUP_SIZE) {
    var left = pulls[sewn.rowCount + row].xyz;
    var mobility = mat3x3f();
    for (var t = seamRows[row].firstTerm; t < seamRows[row].firstTerm + seamRows[row].termCount; t++) {
      let place = rowTerms[t].number;
      let end = endAt(place);
      left += rowTerms[t].factor * (end.way + end.inward * (end.inverseMass * end.tension));
      mobility += mobilityOf(end, abs(rowTerms[t].factor) * weightAt(place), abs(rowTerms[t].factor) * otherWeightAt(place));
    }
    pulls[row] += vec4f(solved(left, mobility), 0.0);
  }
}

/// How far a unit of pull moves a particle, with the most that other stitches may add: these at the particle, and those at the other end.
fn mobilityOf(end: PulledEnd, weight: f32, otherWeight: f32) -> mat3x3f {
  let side = weight * end.across;
  let along = weight * end.along - side + otherWeight * end.otherEnd;
  let diagonal = side + PIVOT * (side + abs(along));
  let outer = mat3x3f(end.inward * end.inward.x, end.inward * end.inward.y, end.inward * end.inward.z);
  return mat3x3f(vec3f(diagonal, 0.0, 0.0), vec3f(0.0, diagonal, 0.0), vec3f(0.0, 0.0, diagonal)) + outer * along;
}

fn endAt(place: u32) -> PulledEnd {
  let inverseMass = max(places[place].w, 0.0);
  let next = places[2u * sewn.total + place];
  let answer = places[3u * sewn.total + place].xy;
  let other = sewnParticles[place].other;
  let otherPlace = max(other, 1u) - 1u;
  let otherLonger = select(0.0, seamWays[otherPlace].w, other > 0u);
  let pull = seamWays[place].xyz;
  let tension = answer.x * seamWays[place].w + answer.y * otherLonger;
  let density = max(tension, 0.0) * inverseSqrt(max(dot(next.xyz, next.xyz), 1e-30));
  let inverseNext = max(next.w, 0.0) * density;
  let scale = 1.0 / (1.0 + inverseMass * density + inverseNext);
  var end: PulledEnd;
  end.inward = inwardAt(place);
  end.inverseMass = inverseMass;
  end.along = inverseMass * (1.0 - inverseMass * answer.x);
  end.across = inverseMass * (1.0 + inverseNext) * scale;
  end.otherEnd = select(0.0, inverseMass * max(places[otherPlace].w, 0.0) * abs(answer.y), other > 0u);
  end.tension = tension;
  let alongPull = end.inward * dot(end.inward, pull);
  end.way = -end.across * (pull - alongPull) - inverseMass * alongPull;
  end.nextWay = (-inverseMass * inverseNext * scale) * (pull - alongPull);
  return end;
}

/// Along the line that ends at a particle; zero if none does.
fn inwardAt(place: u32) -> vec3f {
  let next = places[2u * sewn.total + place].xyz;
  return next * inverseSqrt(max(dot(next, next), 1e-30));
}

/// Sum of the weights with which stitches pull at a particle.
fn weightAt(place: u32) -> f32 {
  let own = sewnParticles[place];
  var sum = 0.0;
  for (var t = own.firstRow; t < own.firstRow + own.rowCount; t++) {
    sum += abs(wayTerms[t].factor);
  }
  return sum;
}

fn otherWeightAt(place: u32) -> f32 {
  let other = sewnParticles[place].other;
  if (other == 0u) {
    return 0.0;
  }
  return weightAt(other - 1u);
}

/// The pull that makes a way; none if nothing moves.
fn solved(way: vec3f, mobility: mat3x3f) -> vec3f {
  let a = cross(mobility[1], mobility[2]);
  let determinant = dot(mobility[0], a);
  let inverse = mat3x3f(a, cross(mobility[2], mobility[0]), cross(mobility[0], mobility[1]));
  return select(vec3f(0.0), transpose(inverse) * way / determinant, determinant > 0.0);
}
