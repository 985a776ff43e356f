// Levels of a cloth at full resolution. One is the net itself; coarser ones have a node on every stride-th particle along u and v, and on
// the last one. What relaxing a coarser level moves its nodes by, the finer one takes over between them, bilinearly: so one pass carries a
// pull as far as a wave runs in a substep.
// needs: cloths, level

/// Particle of a node along one direction, of `count` particles and `nodes` nodes.
fn particleAt(node: u32, stride: u32, nodes: u32, count: u32) -> u32 {
  return select(node * stride, count - 1u, node + 1u == nodes);
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
  let node = min(particle / stride, nodes - 2u);
  let first = node * stride;
  let last = particleAt(node + 1u, stride, nodes, count);
  return Between(node, f32(particle - first) / f32(last - first));
}

/// Particles between the halves of the spans before and behind a node: how wide the strip of cloth of a line is.
fn widthOf(node: u32, stride: u32, nodes: u32, count: u32) -> f32 {
  let behind = particleAt(min(node + 1u, nodes - 1u), stride, nodes, count);
  return 0.5 * f32(behind - particleAt(max(node, 1u) - 1u, stride, nodes, count));
}

/// What coarser levels move a particle by; `ways` has that of the nodes of the next one. `blocked`: bits of the nodes of its cell that it does not hang
/// together with, which it does not follow.
fn wayByCoarser(ways: texture_2d<f32>, texel: vec2i, blocked: u32) -> vec3f {
  let u = between(u32(texel.x), level.coarserStride, level.coarserU, cloths[0].countU);
  let v = between(u32(texel.y), level.coarserStride, level.coarserV, cloths[0].countV);
  let node = vec2i(vec2u(u.node, v.node));
  let nodes = array(
    textureLoad(ways, node, 0).xyz, textureLoad(ways, node + vec2i(1, 0), 0).xyz,
    textureLoad(ways, node + vec2i(0, 1), 0).xyz, textureLoad(ways, node + vec2i(1, 1), 0).xyz);
  if (blocked == 0u) {
    return mix(mix(nodes[0], nodes[1], u.part), mix(nodes[2], nodes[3], u.part), v.part);
  }
  let all = vec4f((1.0 - u.part) * (1.0 - v.part), u.part * (1.0 - v.part), (1.0 - u.part) * v.part, u.part * v.part);
  let parts = select(all, vec4f(0.0), (vec4u(blocked) & vec4u(1u, 2u, 4u, 8u)) != vec4u(0u));
  let sum = dot(parts, vec4f(1.0));
  let way = nodes[0] * parts.x + nodes[1] * parts.y + nodes[2] * parts.z + nodes[3] * parts.w;
  return select(vec3f(0.0), way / max(sum, 1e-9), sum > 0.0);
}
