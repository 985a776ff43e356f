// What the links of a coarser level of a cloth at full resolution are at rest: see measureNet.
#include<structs>
#include<netLevel>
#include<textureNet>

const WORKGROUP_WIDTH = 8u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<uniform> level: NetLevel;
/// Of the net itself.
@group(0) @binding(2) var<storage, read> netThreads: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> threads: array<vec2f>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn measureLevel(@builtin(global_invocation_id) invocation: vec3u) {
  let node = invocation.xy;
  let nodes = vec2u(level.countU, level.countV);
  if (any(node >= nodes)) {
    return;
  }
  let counts = vec2u(cloths[0].countU, cloths[0].countV);
  let a = vec2u(texelOfNode(node));
  let d = vec2u(texelOfNode(min(node + 1u, nodes - 1u)));
  // Strips reach halfway to the next ones.
  let widths = vec2f(widthOf(node.x, level.stride, nodes.x, counts.x), widthOf(node.y, level.stride, nodes.y, counts.y));
  // Along a bent shape, links are as long as the threads under them.
  var warp = vec2f(0.0);
  var weft = vec2f(0.0);
  // A link is dead if a thread under it is.
  var lives = vec2<bool>(true);
  for (var x = a.x; x < d.x; x++) {
    let thread = netThreads[a.y * counts.x + x];
    lives.x = lives.x && thread.x >= 0.0;
    warp += thread;
  }
  for (var y = a.y; y < d.y; y++) {
    let thread = netThreads[counts.x * counts.y + a.x * counts.y + y];
    lives.y = lives.y && thread.x >= 0.0;
    weft += thread;
  }
  let lengths = select(vec2f(DEAD), vec2f(warp.x, weft.x), lives);
  threads[node.y * nodes.x + node.x] = vec2f(lengths.x, warp.y / widths.y);
  threads[nodes.x * nodes.y + node.x * nodes.y + node.y] = vec2f(lengths.y, weft.y / widths.x);
}
