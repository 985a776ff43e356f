// Levels of a cloth at full resolution. One is the net itself; coarser ones have a node on every stride-th particle along u and v, and on
// the last one. What relaxing a coarser level moves its nodes by, the finer one takes over between them, bilinearly: so one pass carries a
// pull as far as a wave runs in a substep.
// needs: cloths, level

/// Particle of a node along one direction, of `count` particles and `nodes` nodes.
fn particleAt(node: u32, stride: u32, nodes: u32, count: u32) -> u32 {
  return select(node * stride, count - 1u, node + 1u == nodes);
}

/// Node over a particle along one direction; none below `nodes` if there is none.
fn nodeOver(particle: u32, stride: u32, nodes: u32, count: u32) -> u32 {
  let node = select(particle >> firstTrailingBit(stride), nodes - 1u, particle + 1u == count);
  return select(nodes, node, node < nodes && particleAt(node, stride, nodes, count) == particle);
}

/// Texel of the particle under a node of this level.
fn texelOfNode(node: vec2u) -> vec2i {
  return vec2i(vec2u(
    particleAt(node.x, level.stride, level.countU, cloths[0].countU), particleAt(node.y, level.stride, level.countV, cloths[0].countV)));
}

/// Node before a particle along one direction, and how far the particle is on its way to the next node.
struct Between {
  node: u32,
  part: f32,
}

fn between(particle: u32, stride: u32, nodes: u32, count: u32) -> Between {
  // Strides are powers of two.
  let node = min(particle >> firstTrailingBit(stride), nodes - 2u);
  let first = node * stride;
  let last = particleAt(node + 1u, stride, nodes, count);
  return Between(node, f32(particle - first) / f32(last - first));
}

/// Particles between the halves of the spans before and behind a node: how wide the strip of cloth of a line is.
fn widthOf(node: u32, stride: u32, nodes: u32, count: u32) -> f32 {
  let behind = particleAt(min(node + 1u, nodes - 1u), stride, nodes, count);
  return 0.5 * f32(behind - particleAt(max(node, 1u) - 1u, stride, nodes, count));
}

/// The cell of the next coarser level in which a particle is, and what its nodes are moved by.
struct CoarserCell {
  node: vec2u,
  ways: array<vec3f, 4>,
}

/// Of `ways`, that of the nodes of the next coarser level.
fn coarserCell(ways: texture_2d<f32>, node: vec2u) -> CoarserCell {
  let first = vec2i(node);
  return CoarserCell(node, array(
    textureLoad(ways, first, 0).xyz, textureLoad(ways, first + vec2i(1, 0), 0).xyz,
    textureLoad(ways, first + vec2i(0, 1), 0).xyz, textureLoad(ways, first + vec2i(1, 1), 0).xyz));
}

/// What coarser levels move a particle of a cell by. `blocked`: bits of the nodes of the cell that it does not hang together with, which it does not
/// follow.
fn wayByCoarser(cell: CoarserCell, u: f32, v: f32, blocked: u32) -> vec3f {
  let ways = cell.ways;
  if (blocked == 0u) {
    return mix(mix(ways[0], ways[1], u), mix(ways[2], ways[3], u), v);
  }
  let all = vec4f((1.0 - u) * (1.0 - v), u * (1.0 - v), (1.0 - u) * v, u * v);
  let parts = select(all, vec4f(0.0), (vec4u(blocked) & vec4u(1u, 2u, 4u, 8u)) != vec4u(0u));
  let sum = dot(parts, vec4f(1.0));
  let way = ways[0] * parts.x + ways[1] * parts.y + ways[2] * parts.z + ways[3] * parts.w;
  return select(vec3f(0.0), way / max(sum, 1e-9), sum > 0.0);
}
