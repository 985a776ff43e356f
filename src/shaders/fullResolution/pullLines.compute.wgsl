// How far stitches move the lines that end at them: see seamLines.ts.
#include<structs>
#include<seams>

const WORKGROUP_SIZE = 64u;

@group(0) @binding(0) var<uniform> sewn: SewnCloth;
@group(0) @binding(1) var<uniform> phase: SubstepPass;
@group(0) @binding(2) var<storage, read> sewnParticles: array<SewnParticle>;
@group(0) @binding(3) var<storage, read> seamRows: array<SeamRow>;
@group(0) @binding(4) var<storage, read> rowTerms: array<SeamTerm>;
@group(0) @binding(5) var<storage, read> wayTerms: array<SeamTerm>;
/// See gatherSeams.
@group(0) @binding(6) var<storage, read> places: array<vec4f>;
/// Of the line of each particle.
@group(0) @binding(7) var<storage, read_write> shifts: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn pullLines(@builtin(global_invocation_id) invocation: vec3u) {
  if (invocation.x >= sewn.count) {
    return;
  }
  let place = sewn.first + invocation.x;
  let own = sewnParticles[place];
  var sum = vec3f(0.0);
  if (own.lineInverseMass > 0.0) {
    for (var t = own.firstRow; t < own.firstRow + own.rowCount; t++) {
      let pull = pullOf(wayTerms[t].number);
      sum += wayTerms[t].factor * shareOfLines(wayTerms[t].number, pull) * pull;
    }
  }
  shifts[place] = vec4f(-own.lineInverseMass * sum, 0.0);
}

/// What a stitch pulls lines with.
fn pullOf(row: u32) -> vec3f {
  var pull = vec3f(0.0);
  for (var t = seamRows[row].firstLineTerm; t < seamRows[row].firstLineTerm + seamRows[row].lineTermCount; t++) {
    pull += wayTerms[t].factor * closing(wayTerms[t].number);
  }
  return pull;
}

/// Which part of the pull of a stitch moves lines: what both sides are pulled along their lines by, or one of them if the other does not move; and no more than a small part of the distance of
/// their particles.
fn shareOfLines(row: u32, pull: vec3f) -> f32 {
  let length = sqrt(dot(pull, pull));
  var cosines = vec2f(0.0);
  var weights = vec2f(0.0);
  var isStill = vec2f(0.0);
  var most = 1.0;
  for (var t = seamRows[row].firstTerm; t < seamRows[row].firstTerm + seamRows[row].termCount; t++) {
    let number = rowTerms[t].number;
    let weight = rowTerms[t].factor;
    let side = select(vec2f(0.0, 1.0), vec2f(1.0, 0.0), weight > 0.0);
    let way = places[number].xyz - places[2u * sewn.total + number].xyz;
    let distance = sqrt(dot(way, way));
    weights += side * abs(weight);
    if (sewnParticles[number].lineSteps > 0.0) {
      cosines -= side * weight * dot(way, pull) / max(distance * length, 1e-30);
      isStill = select(isStill, vec2f(select(1.0, 0.0, sewnParticles[number].lineInverseMass > 0.0)), side > vec2f(0.0));
      let shift = abs(weight) * sewnParticles[number].lineInverseMass * length;
      most = min(most, MOST_SHIFT * distance / max(sewnParticles[number].lineSteps * shift, 1e-30));
    }
  }
  let means = cosines / max(weights, vec2f(1e-30));
  let lengths = abs(means);
  let cosine = select(max(isStill.x * lengths.y, isStill.y * lengths.x), min(lengths.x, lengths.y), means.x * means.y > 0.0);
  let share = clamp((cosine - LEAST_COSINE) / (1.0 - LEAST_COSINE), 0.0, 1.0);
  return most * share * share;
}
