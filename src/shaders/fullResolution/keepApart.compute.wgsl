// Contact of a cloth at full resolution with itself, after a substep is relaxed: particles are spheres, and sharp folds are opened.
// gridSelfContact.wgsl does the same on control grids. Each particle adds up what it feels, and moves itself alone. Where sheets cross, with itself
// or with others, it is drawn back.
#include<structs>
#include<substepMotion>
#include<netContacts>
#include<tangle>

const WORKGROUP_WIDTH = 16u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var<uniform> phase: SubstepPass;
/// See measureNet.
@group(0) @binding(2) var<storage, read> threads: array<vec2f>;
/// See findNetContacts; not read of a cloth that does not meet itself.
@group(0) @binding(3) var<storage, read> contacts: array<u32>;
/// At the start of the substep.
@group(0) @binding(4) var before: texture_2d<f32>;
/// As particles are relaxed.
@group(0) @binding(5) var now: texture_2d<f32>;
@group(0) @binding(6) var next: texture_storage_2d<rgba32float, write>;
/// `before`, moved by what is no motion.
@group(0) @binding(7) var started: texture_storage_2d<rgba32float, write>;
/// Contacts in the last substep.
@group(0) @binding(8) var<storage, read_write> touches: array<atomic<u32>>;
/// See findNetTangles.
@group(0) @binding(9) var<storage, read> pulls: array<vec4f>;

@compute @workgroup_size(WORKGROUP_WIDTH, WORKGROUP_WIDTH)
fn keepApart(@builtin(global_invocation_id) invocation: vec3u) {
  let texel = vec2i(invocation.xy);
  if (!hasParticle(texel)) {
    return;
  }
  let here = textureLoad(now, texel, 0);
  var sum = Touch(vec3f(0.0), vec3f(0.0));
  let pull = pulls[indexOf(texel)];
  if (here.w > 0.0 && cloths[0].selfCollision != 0u) {
    let motion = motionOf(texel, here.xyz);
    addFolds(texel, here, motion, &sum);
    if (pull.w == KEEPS_APART) {
      let count = addContacts(texel, here, motion, &sum);
      if (count > 0u && phase.substep + 1u == cloths[0].substepCount) {
        atomicAdd(&touches[0], count);
      }
    }
  }
  if (here.w > 0.0) {
    let drawn = pull.xyz * tangleWay(cloths[0].spacing, cloths[0].substepTime, f32(cloths[0].substepCount));
    sum.way += drawn;
    sum.still += drawn;
  }
  let start = textureLoad(before, texel, 0);
  textureStore(next, texel, here + vec4f(sum.way, 0.0));
  textureStore(started, texel, start + vec4f(carriedBack(sum.still, phase.substep + 1u), 0.0));
}

/// Folds to the four particles of its row and column that are two apart.
fn addFolds(texel: vec2i, here: vec4f, motion: vec3f, sum: ptr<function, Touch>) {
  for (var way = 0u; way < 4u; way++) {
    let alongV = way >= 2u;
    let isAfter = (way & 1u) == 1u;
    let step = select(vec2i(1, 0), vec2i(0, 1), alongV);
    let other = texel + select(-2, 2, isAfter) * step;
    if (!hasParticle(other)) {
      continue;
    }
    let there = textureLoad(now, other, 0);
    let offset = here.xyz - there.xyz;
    // Most folds are far from sharp: nothing else is read for them.
    if (dot(offset, offset) < cloths[0].longestLink * cloths[0].longestLink) {
      let low = select(other, texel, isAfter);
      let lengths = vec2f(threadLength(low, alongV), threadLength(low + step, alongV));
      // Where the cloth is cut there is no fold.
      if (all(lengths >= vec2f(0.0))) {
        let touch = unfolded(
          offset, motion - motionOf(other, there.xyz), 0.5 * (lengths.x + lengths.y), here.w / (here.w + there.w),
          cloths[0].substepTime);
        (*sum).way += touch.way;
        (*sum).still += touch.still;
      }
    }
  }
}

/// Returns how many particles touch this one.
fn addContacts(texel: vec2i, here: vec4f, motion: vec3f, sum: ptr<function, Touch>) -> u32 {
  let i = indexOf(texel);
  var count = 0u;
  for (var k = 0u; k < MAX_NET_CONTACTS; k++) {
    let packed = contacts[contactIndex(i, k)];
    if (packed == NOTHING) {
      break;
    }
    let otherTexel = texelAt(contactOf(packed));
    let size = contactSize(cloths[0].spacing, cloths[0].thickness, growthOf(packed));
    let there = textureLoad(now, otherTexel, 0);
    let offset = here.xyz - there.xyz;
    if (dot(offset, offset) < size * size && pulls[contactOf(packed)].w == KEEPS_APART) {
      let touch = touched(
        offset, motion - motionOf(otherTexel, there.xyz), size, here.w / (here.w + there.w), cloths[0].layerFriction,
        cloths[0].substepTime);
      (*sum).way += touch.way;
      (*sum).still += touch.still;
      count++;
    }
  }
  return count;
}

/// The link of a particle to the next one along u or v [m], see measureNet.
fn threadLength(texel: vec2i, alongV: bool) -> f32 {
  let column = cloths[0].countU * cloths[0].countV + u32(texel.x) * cloths[0].countV + u32(texel.y);
  return threads[select(indexOf(texel), column, alongV)].x;
}
