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
  // All is read before anything is asked, so that reads wait together. Outside of the net, what is at its edge is read and not used.
  let end = vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1;
  var here: array<vec4f, 2u * NODES>;
  var last: array<vec4f, 2u * NODES>;
  for (var i = 0u; i < 2u * NODES; i++) {
    let known = clamp(sideOf(line, first, i), vec2i(0), end);
    here[i] = textureLoad(now, known, 0);
    last[i] = textureLoad(before, known, 0);
  }
  var rests: array<vec2f, CELLS>;
  var isCell: array<bool, CELLS>;
  let count = cloths[0].countU * cloths[0].countV;
  for (var k = 0u; k < CELLS; k++) {
    let corner = sideOf(line, first, 2u * k);
    let cell = indexOf(clamp(corner, vec2i(0), end));
    rests[k] = vectors[cloths[0].firstBend + count + cell].xy;
    isCell[k] = hasParticle(corner) && skews[cell].x > 0.0;
  }
  var ahead: array<vec4f, 2u * NODES>;
  for (var i = 0u; i < 2u * NODES; i++) {
    ahead[i] = particleAhead(sideOf(line, first, i), here[i], last[i]);
  }
  var stiffnesses: array<f32, CELLS>;
  var pulls: array<vec3f, CELLS>;
  let compliance = twistCompliance(cloths[0].bendWarp, cloths[0].bendWeft);
  for (var k = 0u; k < CELLS; k++) {
    if (isCell[k]) {
      let off = ahead[2u * k].xyz - ahead[2u * k + 1u].xyz - (ahead[2u * k + 2u].xyz - ahead[2u * k + 3u].xyz);
      let inverseMass = max(max(ahead[2u * k].w, ahead[2u * k + 1u].w), max(ahead[2u * k + 2u].w, ahead[2u * k + 3u].w));
      stiffnesses[k] = twistStiffness(time * time, compliance * rests[k].y, inverseMass, STIFFEST_TWIST_LINE);
      pulls[k] = (off - restOff(off, rests[k].x, vec3f(0.0))) * stiffnesses[k];
    }
  }
  var lowers: array<f32, STRENGTHS>;
  var uppers: array<f32, STRENGTHS>;
  var rights: array<vec3f, STRENGTHS>;
  for (var k = 1u; k < STRENGTHS; k++) {
    let inverseMass = ahead[2u * k].w + ahead[2u * k + 1u].w;
    let scale = inverseMass / (1.0 + inverseMass * (stiffnesses[k - 1u] + stiffnesses[k]));
    lowers[k] = -scale * stiffnesses[k - 1u];
    uppers[k] = -scale * stiffnesses[k];
    rights[k] = scale * (pulls[k - 1u] - pulls[k]);
  }
  let solution = solveVectorLine(lane, lowers, uppers, rights);
  for (var k = 1u; k < STRENGTHS; k++) {
    let inverseMass = ahead[2u * k].w + ahead[2u * k + 1u].w;
    let share = solution[k] / max(inverseMass, 1e-30);
    for (var side = 0u; side < 2u; side++) {
      let i = 2u * k + side;
      let texel = sideOf(line, first, i);
      if (hasParticle(texel)) {
        // The way of one substep out of those until the next look.
        let way = share * (ahead[i].w * select(1.0, -1.0, side == 1u) / f32(cloths[0].airInterval));
        textureStore(next, texel, vec4f(last[i].xyz - carriedBack(way, phase.substep), last[i].w));
      }
    }
  }
}

/// Texel of a particle of the segment: those of node i / 2 - 1 on both sides of the strip follow each other.
fn sideOf(line: i32, first: i32, i: u32) -> vec2i {
  let texel = vec2i(first + i32(i / 2u) - 1, line + i32(i % 2u));
  return select(texel, texel.yx, ALONG_V != 0u);
}
