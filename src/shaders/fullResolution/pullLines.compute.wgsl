// What stitches pull at lines with: see pullRounds.wgsl. Each cloth solves all stitches, and keeps its own pulls.
#include<structs>
#include<pullRounds>
#include<netPlaces>
#include<netGaps>
#include<netPulls>

const WORKGROUP_SIZE = 256u;

@group(0) @binding(0) var<uniform> sewn: SewnCloth;
@group(0) @binding(1) var<uniform> phase: SubstepPass;
@group(0) @binding(2) var<storage, read> sewnParticles: array<SewnParticle>;
@group(0) @binding(3) var<storage, read> seamRows: array<SeamRow>;
@group(0) @binding(4) var<storage, read> seamTerms: array<SeamTerm>;
/// See gatherSeams.
@group(0) @binding(5) var<storage, read> places: array<vec4f>;
/// Of each stitch; behind them what they are to close.
@group(0) @binding(6) var<storage, read_write> pulls: array<vec4f>;
/// Of each particle: what stitches pull at it with, and how much longer that makes the first link of its line in w.
@group(0) @binding(7) var<storage, read_write> seamPulls: array<vec4f>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn pullLines(@builtin(local_invocation_index) lane: u32) {
  pullInRounds(SeamRange(0u, sewn.rowCount, 0u, sewn.total), lane);
}
