// What nodes of a coarser level weigh with the ballast of the particles around them. A particle is moved by its share of the ways of the nodes around it, so
// each of them carries this share of its ballast. Then what the level gives particles is what it takes from others: momenta stay.
#include<structs>
#include<netLevel>

const WORKGROUP_SIZE = 256u;
// Set by the host: invocations of a node, a power of two, at most WORKGROUP_SIZE.
const LANES = 256u;
/// Particles that an invocation reads together: reads wait together then.
const READS = 8u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<uniform> level: NetLevel;
/// Of the nodes without ballast [1/m2].
@group(0) @binding(2) var<storage, read> bareAreas: array<f32>;
/// Of particles [kg].
@group(0) @binding(3) var<storage, read> ballasts: array<f32>;
/// Of the nodes with ballast, as if they had that much more cloth [1/m2].
@group(0) @binding(4) var<storage, read_write> inverseAreas: array<f32>;

var<workgroup> sums: array<f32, WORKGROUP_SIZE>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn weighNodes(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let nodes = vec2u(level.countU, level.countV);
  let number = group.x * (WORKGROUP_SIZE / LANES) + lane / LANES;
  // Beyond the last node is the last one.
  let node = min(vec2u(number % nodes.x, number / nodes.x), nodes - 1u);
  let middle = vec2u(texelOfNode(node));
  let first = vec2u(texelOfNode(max(node, vec2u(1u)) - 1u));
  let last = vec2u(texelOfNode(min(node + 1u, nodes - 1u)));
  let counts = last - first + 1u;
  var sum = 0.0;
  for (var start = lane % LANES; start < counts.x * counts.y; start += READS * LANES) {
    for (var k = 0u; k < READS; k++) {
      let i = start + k * LANES;
      let texel = min(first + vec2u(i % counts.x, i / counts.x), last);
      let ballast = select(0.0, ballasts[texel.y * cloths[0].countU + texel.x], i < counts.x * counts.y);
      sum += ballast * shareOf(texel.x, first.x, middle.x, last.x) * shareOf(texel.y, first.y, middle.y, last.y);
    }
  }
  sums[lane] = sum;
  for (var half = LANES / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (lane % LANES < half) {
      sums[lane] += sums[lane + half];
    }
  }
  if (lane % LANES == 0u && number < nodes.x * nodes.y) {
    let bare = bareAreas[number];
    inverseAreas[number] = bare / (1.0 + bare * cloths[0].inverseDensity * sums[lane]);
  }
}

/// Of the node in the middle, along one direction.
fn shareOf(particle: u32, first: u32, middle: u32, last: u32) -> f32 {
  if (particle < middle) {
    return f32(particle - first) / f32(middle - first);
  }
  return select(f32(last - particle) / f32(max(last - middle, 1u)), 1.0, particle == middle);
}
