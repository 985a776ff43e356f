// Relaxes all rows or all columns of one level of a cloth at full resolution: a pass of a substep.
#include<structs>
#include<lineRelax>

// Set by the host. Neighbouring nodes of an invocation; lines of a workgroup, side by side; its invocations: LINES times a power of two.
const SEGMENT = 4u;
const LINES = 4u;
const WORKGROUP_SIZE = 64u;
// 1: columns.
const ALONG_V = 0u;
// 1: rows with which a level starts.
const STARTS = 0u;
// 1: lines that may be rings, of closed cloth.
const RINGS = 0u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<uniform> level: NetLevel;
/// See measureNet.
@group(0) @binding(2) var<storage, read> threads: array<vec2f>;
@group(0) @binding(3) var now: texture_2d<f32>;
/// By the next coarser level.
@group(0) @binding(4) var ways: texture_2d<f32>;
/// The net itself, as coarser levels have started from it.
@group(0) @binding(5) var started: texture_2d<f32>;
/// Positions; of columns of coarser levels, how far all coarser levels have moved their nodes.
@group(0) @binding(6) var next: texture_storage_2d<rgba32float, write>;
/// Of links in the order of threads: see keepStrengths.
@group(0) @binding(7) var<storage, read_write> strengths: array<f32>;
/// Of the next coarser level.
@group(0) @binding(8) var<storage, read> coarserStrengths: array<f32>;
/// Of the nodes of a coarser level [1/m2].
@group(0) @binding(9) var<storage, read> inverseAreas: array<f32>;
/// Of a cut net: see cutLevels.ts.
@group(0) @binding(10) var<storage, read> links: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn relaxFullResolution(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let segment = segmentOf(group.x, lane);
  let moved = waysOf(lane, segment);
  workgroupBarrier();
  for (var round = 0u; round < ROUNDS; round++) {
    if (segment.first / ROUND_NODES == round) {
      for (var k = 0u; k < SEGMENT; k++) {
        let here = segment.here[k + 1u];
        var result = vec4f(here.xyz + moved[k + 1u], here.w);
        if (RINGS != 0u && segment.isRing) {
          if (isEnd(segment.first + k)) {
            result = seamAfter(segment, k + 1u, moved);
          } else {
            // Without what it carries.
            result.w = nodeBefore(nodeOf(segment.line, segment.first + k)).w;
          }
        }
        lent[placeOfNode(lane, segment.first + k)] = result;
      }
    }
    workgroupBarrier();
    for (var i = 0u; i < 4u; i++) {
      let lentNode = lentNodeOf(group.x, lane + i * WORKGROUP_SIZE, round);
      if (lentNode.line < lineCount() && lentNode.number < nodeCount()) {
        let node = nodeOf(lentNode.line, lentNode.number);
        var result = lent[lentNode.place];
        if (level.stride > 1u && ALONG_V != 0u && level.sweep == level.lastSweep) {
          result -= vec4f(textureLoad(started, texelOfNode(vec2u(node)), 0).xyz, 0.0);
        }
        textureStore(next, node, result);
      }
    }
    workgroupBarrier();
  }
}
