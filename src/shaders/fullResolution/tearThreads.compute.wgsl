// Threads break: in the first round of a step the one that is loaded most, if it is beyond its strength; in all rounds those at the ends of tears,
// which break sooner. So a tear starts at a weak place and runs on across the pull, and cloth that is pulled evenly does not fall to dust.
#include<structs>
#include<netThreads>

const WORKGROUP_SIZE = 64u;
// 1: the first round.
const BEGINS = 0u;

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var now: texture_2d<f32>;
@group(0) @binding(2) var<storage, read> threads: array<vec2f>;
@group(0) @binding(3) var<storage, read> strengths: array<vec2f>;
@group(0) @binding(4) var<storage, read> cut: array<u32>;
/// Before the round.
@group(0) @binding(5) var<storage, read> torn: array<u32>;
/// After it.
@group(0) @binding(6) var<storage, read_write> tornNext: array<u32>;
@group(0) @binding(7) var<storage, read> worst: array<u32>;

/// An invocation has the particles of a word.
@compute @workgroup_size(WORKGROUP_SIZE)
fn tearThreads(@builtin(global_invocation_id) invocation: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = cloths[0].countU * cloths[0].countV;
  let wordCount = (count + TORN_PER_WORD - 1u) / TORN_PER_WORD;
  for (var place = invocation.x; place < wordCount; place += groups.x * WORKGROUP_SIZE) {
    var word = torn[place];
    for (var index = place * TORN_PER_WORD; index < min((place + 1u) * TORN_PER_WORD, count); index++) {
      let texel = vec2i(vec2u(index % cloths[0].countU, index / cloths[0].countU));
      word |= select(0u, tornBit(index, false), breaks(Thread(texel, false)));
      word |= select(0u, tornBit(index, true), breaks(Thread(texel, true)));
    }
    tornNext[place] = word;
  }
}

fn breaks(thread: Thread) -> bool {
  let load = loadOf(thread);
  if (BEGINS != 0u && load > 1.0 && bitcast<u32>(load) == worst[0]) {
    return true;
  }
  return load > TIP_SHARE && isTip(thread) && isWorst(thread, load);
}

/// Whether a tear ends beside it: a thread of the next line is dead there, and its own line is whole around it.
fn isTip(thread: Thread) -> bool {
  let reach = i32(TEAR_REACH);
  for (var along = -reach; along <= reach; along++) {
    if (isDead(threadBeside(thread, along, 0))) {
      return false;
    }
  }
  var isBeside = false;
  for (var along = -1; along <= 1; along++) {
    isBeside |= isDead(threadBeside(thread, along, -1)) || isDead(threadBeside(thread, along, 1));
  }
  return isBeside;
}

/// An outline is no tear: both of its particles must be there.
fn isDead(thread: Thread) -> bool {
  let end = threadBeside(thread, 1, 0).texel;
  return isInside(thread) && !lives(thread) && textureLoad(now, thread.texel, 0).w >= 0.0 && textureLoad(now, end, 0).w >= 0.0;
}

/// Whether none of the tips near it on its line is loaded more. Of equals it is the first.
fn isWorst(thread: Thread, load: f32) -> bool {
  let reach = i32(TEAR_REACH);
  for (var along = -reach; along <= reach; along++) {
    let other = threadBeside(thread, along, 0);
    if (along == 0 || !isInside(other)) {
      continue;
    }
    let otherLoad = loadOf(other);
    if ((otherLoad > load || (otherLoad == load && along < 0)) && isTip(other)) {
      return false;
    }
  }
  return true;
}
