// What stitches pull with once lines have moved: see closeRounds.wgsl. Each cloth solves all stitches, and keeps its own pulls.
#include<structs>
#include<closeRounds>
#include<netPlaces>
#include<netPulls>

const WORKGROUP_SIZE = 256u;

@group(0) @binding(0) var<uniform> sewn: SewnCloth;
@group(0) @binding(1) var<storage, read> sewnParticles: array<SewnParticle>;
@group(0) @binding(2) var<storage, read> seamRows: array<SeamRow>;
@group(0) @binding(3) var<storage, read> seamTerms: array<SeamTerm>;
/// See gatherSeams: lines have moved.
@group(0) @binding(4) var<storage, read> places: array<vec4f>;
/// See pullLines.
@group(0) @binding(5) var<storage, read_write> pulls: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> seamPulls: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn closeSeams(@builtin(local_invocation_index) lane: u32) {
  closeInRounds(SeamRange(0u, sewn.rowCount, 0u, sewn.total), lane);
}
