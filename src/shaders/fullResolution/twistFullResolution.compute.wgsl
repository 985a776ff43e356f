// Takes twist out of the cells of a cloth at full resolution, see bend.wgsl: strips of cells at once, and implicit in the time until the next
// look. A pass of a look. What a cell pulls the particles on one side of its strip by, it pulls those on the other side back by. So node i of a
// strip has one unknown, how much farther its particle on the first side goes than that on the second one. With W their inverse masses together,
// k the stiffness of the cell behind a node times squared time, and e its twist as it will be:
//
//     s_i = W_i (k_i-1 (e_i-1 + s_i-1 - s_i) - k_i (e_i + s_i - s_i+1))
//
// Strips side by side share particles, so every second one takes its turn.
#include<structs>
#include<bend>
#include<netAhead>
#include<lineSystems>

// Set by the host. Neighbouring nodes of an invocation; strips of a workgroup; its invocations: LINES times a power of two.
const SEGMENT = 4u;
const LINES = 4u;
const WORKGROUP_SIZE = 64u;
// 1: strips along columns.
const ALONG_V = 0u;
// 1: the strips that begin with odd lines, and line 0 alone.
const ODD = 0u;

/// With a node before the segment and one behind; and the cells between these.
const NODES = SEGMENT + 2u;
const CELLS = SEGMENT + 1u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<storage, read> vectors: array<vec4f>;
/// See measureNet: a cell that resists no skew resists no twist.
@group(0) @binding(2) var<storage, read> skews: array<vec2f>;
@group(0) @binding(3) var<uniform> phase: SubstepPass;
@group(0) @binding(4) var before: texture_2d<f32>;
@group(0) @binding(5) var now: texture_2d<f32>;
/// Becomes `before`.
@group(0) @binding(6) var next: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn twistFullResolution(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let line = i32(2u * (group.x * LINES + lane % LINES)) - i32(ODD);
  let first = i32(lane / LINES * SEGMENT);
  let time = lookTime();
  let end = vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1;
  // How far the particle on the first side will be from that on the second, and their inverse masses.
  var across: array<vec3f, NODES>;
  var masses: array<vec2f, NODES>;
  for (var k = 1u; k < STRENGTHS; k++) {
    let a = aheadAt(sideOf(line, first, k, 0u), end);
    let b = aheadAt(sideOf(line, first, k, 1u), end);
    across[k] = a.xyz - b.xyz;
    masses[k] = vec2f(a.w, b.w);
  }
  // The segments before and behind have the others; beyond the ends of the line there is none.
  lent[lane] = vec4f(across[1], masses[1].x);
  lent[WORKGROUP_SIZE + lane] = vec4f(across[SEGMENT], masses[SEGMENT].x);
  lent[2u * WORKGROUP_SIZE + lane] = vec4f(masses[1].y, masses[SEGMENT].y, 0.0, 0.0);
  workgroupBarrier();
  if (lane >= LINES) {
    let word = lent[WORKGROUP_SIZE + lane - LINES];
    across[0] = word.xyz;
    masses[0] = vec2f(word.w, lent[2u * WORKGROUP_SIZE + lane - LINES].y);
  }
  if (lane + LINES < WORKGROUP_SIZE) {
    let word = lent[lane + LINES];
    across[NODES - 1u] = word.xyz;
    masses[NODES - 1u] = vec2f(word.w, lent[2u * WORKGROUP_SIZE + lane + LINES].x);
  }
  workgroupBarrier();
  var stiffnesses: array<f32, CELLS>;
  var pulls: array<vec3f, CELLS>;
  let compliance = twistCompliance(cloths[0].bendWarp, cloths[0].bendWeft);
  let count = cloths[0].countU * cloths[0].countV;
  for (var k = 0u; k < CELLS; k++) {
    let corner = sideOf(line, first, k, 0u);
    let cell = indexOf(clamp(corner, vec2i(0), end));
    let rest = vectors[cloths[0].firstBend + count + cell].xy;
    let isCell = hasParticle(corner) && skews[cell].x > 0.0;
    let off = across[k] - across[k + 1u];
    let greatest = max(masses[k], masses[k + 1u]);
    let stiffness = twistStiffness(time * time, compliance * rest.y, max(greatest.x, greatest.y), STIFFEST_TWIST_LINE);
    stiffnesses[k] = select(0.0, stiffness, isCell);
    pulls[k] = (off - restOff(off, rest.x, vec3f(0.0))) * stiffnesses[k];
  }
  var lowers: array<f32, STRENGTHS>;
  var uppers: array<f32, STRENGTHS>;
  var rights: array<vec3f, STRENGTHS>;
  for (var k = 1u; k < STRENGTHS; k++) {
    let inverseMass = masses[k].x + masses[k].y;
    let scale = inverseMass / (1.0 + inverseMass * (stiffnesses[k - 1u] + stiffnesses[k]));
    lowers[k] = -scale * stiffnesses[k - 1u];
    uppers[k] = -scale * stiffnesses[k];
    rights[k] = scale * (pulls[k - 1u] - pulls[k]);
  }
  let solution = solveVectorLine(lane, lowers, uppers, rights);
  for (var k = 1u; k < STRENGTHS; k++) {
    // The way of one substep out of those until the next look.
    let way = solution[k] / (max(masses[k].x + masses[k].y, 1e-30) * f32(cloths[0].airInterval));
    moveBack(sideOf(line, first, k, 0u), way * masses[k].x);
    moveBack(sideOf(line, first, k, 1u), way * -masses[k].y);
  }
}

/// Outside of the net, what is at its edge is read and not used.
fn aheadAt(texel: vec2i, end: vec2i) -> vec4f {
  let known = clamp(texel, vec2i(0), end);
  return particleAhead(texel, textureLoad(now, known, 0), textureLoad(before, known, 0));
}

fn moveBack(texel: vec2i, way: vec3f) {
  if (hasParticle(texel)) {
    let last = textureLoad(before, texel, 0);
    textureStore(next, texel, vec4f(last.xyz - carriedBack(way, phase.substep), last.w));
  }
}

/// Texel of the particle on a side of the strip: of the segment, node 0 is the one before.
fn sideOf(line: i32, first: i32, node: u32, side: u32) -> vec2i {
  let texel = vec2i(first + i32(node) - 1, line + i32(side));
  return select(texel, texel.yx, ALONG_V != 0u);
}
