// Finds the pulls that close stitches, where moveLines has moved lines and knows how ends follow a pull: alike in all directions. See pullLines.
#include<structs>
#include<seamLines>
#include<seamPulls>

const WORKGROUP_SIZE = 256u;

@group(0) @binding(0) var<uniform> sewn: SewnCloth;
@group(0) @binding(1) var<storage, read> sewnParticles: array<SewnParticle>;
@group(0) @binding(2) var<storage, read> seamRows: array<SeamRow>;
@group(0) @binding(3) var<storage, read> rowTerms: array<SeamTerm>;
@group(0) @binding(4) var<storage, read> wayTerms: array<SeamTerm>;
/// See gatherSeams: lines have moved.
@group(0) @binding(5) var<storage, read> places: array<vec4f>;
/// See pullLines.
@group(0) @binding(6) var<storage, read_write> pulls: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> seamPulls: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn closeSeams(@builtin(local_invocation_index) lane: u32) {
  for (var round = 0u; round < SEAM_ROUNDS; round++) {
    for (var row = lane; row < sewn.rowCount; row += WORKGROUP_SIZE) {
      close(row);
    }
    storageBarrier();
    for (var place = lane; place < sewn.total; place += WORKGROUP_SIZE) {
      seamPulls[place] = vec4f(pullAt(place), 0.0);
    }
    storageBarrier();
  }
}

fn close(row: u32) {
  var left = pulls[sewn.rowCount + row].xyz;
  var mobility = 0.0;
  for (var t = seamRows[row].firstTerm; t < seamRows[row].firstTerm + seamRows[row].termCount; t++) {
    let place = rowTerms[t].number;
    let factor = rowTerms[t].factor;
    let other = sewnParticles[place].other;
    let moved = places[4u * sewn.total + place];
    let across = select(0.0, places[5u * sewn.total + place].y, other > 0u);
    left += factor * (moved.xyz - moved.w * seamPulls[place].xyz - across * otherPull(other).xyz);
    mobility += abs(factor) * (sewnParticles[place].weight * moved.w + otherWeight(other) * across);
  }
  pulls[row] += vec4f(select(vec3f(0.0), left / max(mobility, 1e-30), mobility > 0.0), 0.0);
}
