// Threads of a cloth at full resolution that are beyond their limits are brought back, link by link, in rounds of four colors: see
// linkLimits.wgsl. After each substep those of soft cloth and of cloth with slack; after the last one threads that are too long, which
// are few, where cloth folds within a substep (Provot 1995).
#include<structs>
#include<textureNet>
#include<lineLimits>
#include<linkLimits>
#include<compliance>

// Particles along a side of a tile.
const TILE = 14u;
const WORKGROUP_SIZE = 256u;
const MARGIN = LINK_COLORS * LIMIT_SWEEPS;
const SIDE = TILE + 2u * MARGIN;
/// Threads of one direction and color that an invocation has, rounded up.
const THREADS_PER_INVOCATION = (SIDE * SIDE / 2u + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
const OWN_THREADS = 2u * LINK_COLORS * THREADS_PER_INVOCATION;
// Set by the host. 1: after the last substep.
const IS_END = 0u;
/// Law of links that only shorten what is too long.
const PULL_ONLY = vec4f(0.0, -1e9, 1e9, 0.0);

@group(0) @binding(0) var<storage, read> cloths: array<Cloth>;
@group(0) @binding(1) var now: texture_2d<f32>;
/// See measureNet.
@group(0) @binding(2) var<storage, read> threads: array<vec2f>;
@group(0) @binding(3) var next: texture_storage_2d<rgba32float, write>;

/// The tile and its margin, inverse mass in w.
var<workgroup> around: array<vec4f, SIDE * SIDE>;
var<workgroup> beyondCount: atomic<u32>;
var<workgroup> isBeyond: u32;

/// A thread of the tile with its margin, from a place to another.
struct TileThread {
  local: vec2u,
  alongV: bool,
  start: u32,
  end: u32,
  isInside: bool,
}

/// Laws of both kinds of threads, and what no thread may be longer than.
struct Limits {
  warp: vec4f,
  weft: vec4f,
  strainLimit: f32,
}

fn limitsOfCloth() -> Limits {
  let strainLimit = cloths[0].strainLimit;
  if (IS_END != 0u) {
    return Limits(PULL_ONLY, PULL_ONLY, LIMIT_SHARE * strainLimit);
  }
  let isSoft = isSoftCloth(cloths[0].warp, cloths[0].weft, strainLimit);
  return Limits(phaseOf(cloths[0].warp), phaseOf(cloths[0].weft), select(1e9, strainLimit, isSoft));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn limitFullResolution(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let origin = vec2i(group.xy * TILE) - i32(MARGIN);
  let laws = lawsOf(origin, lane);
  for (var i = lane; i < SIDE * SIDE; i += WORKGROUP_SIZE) {
    around[i] = textureLoad(now, clampedTexel(origin + vec2i(vec2u(i % SIDE, i / SIDE))), 0);
  }
  workgroupBarrier();
  // In most tiles all threads are within their limits.
  let limits = limitsOfCloth();
  for (var i = 0u; i < OWN_THREADS; i++) {
    if (any(impulseOf(threadOf(lane, i), laws[i], limits, 0u) != vec3f(0.0))) {
      atomicStore(&beyondCount, 1u);
    }
  }
  workgroupBarrier();
  if (lane == 0u) {
    isBeyond = atomicLoad(&beyondCount);
  }
  if (workgroupUniformLoad(&isBeyond) != 0u) {
    for (var sweep = 0u; sweep < LIMIT_SWEEPS; sweep++) {
      for (var i = 0u; i < OWN_THREADS; i++) {
        let thread = threadOf(lane, i);
        let impulse = impulseOf(thread, laws[i], limits, sweep);
        if (any(impulse != vec3f(0.0))) {
          around[thread.start] -= vec4f(impulse * around[thread.start].w, 0.0);
          around[thread.end] += vec4f(impulse * around[thread.end].w, 0.0);
        }
        if (i % THREADS_PER_INVOCATION + 1u == THREADS_PER_INVOCATION) {
          workgroupBarrier();
        }
      }
    }
  }
  for (var i = lane; i < TILE * TILE; i += WORKGROUP_SIZE) {
    let local = vec2u(i % TILE, i / TILE) + MARGIN;
    let texel = origin + vec2i(local);
    if (hasParticle(texel)) {
      textureStore(next, texel, around[placeOf(local)]);
    }
  }
}

/// Thread i of an invocation: those of one direction and color follow each other. Side by side, invocations have threads behind each other, whose
/// laws are side by side.
fn threadOf(lane: u32, i: u32) -> TileThread {
  let kind = i / THREADS_PER_INVOCATION;
  let alongV = kind / LINK_COLORS != 0u;
  let number = lane + i % THREADS_PER_INVOCATION * WORKGROUP_SIZE;
  let along = 2u * (number % (SIDE / 2u)) + kind % LINK_COLORS;
  let across = number / (SIDE / 2u);
  let local = select(vec2u(along, across), vec2u(across, along), alongV);
  let start = placeOf(local);
  return TileThread(local, alongV, start, start + select(1u, SIDE, alongV), across < SIDE && along + 1u < SIDE);
}

/// Those of an invocation's threads, which are read before particles are: DEAD where there is no thread.
fn lawsOf(origin: vec2i, lane: u32) -> array<vec2f, OWN_THREADS> {
  var laws: array<vec2f, OWN_THREADS>;
  for (var i = 0u; i < OWN_THREADS; i++) {
    let thread = threadOf(lane, i);
    let texel = origin + vec2i(thread.local);
    let end = texel + select(vec2i(1, 0), vec2i(0, 1), thread.alongV);
    let known = clampedTexel(texel);
    let column = cloths[0].countU * cloths[0].countV + u32(known.x) * cloths[0].countV + u32(known.y);
    let law = threads[select(indexOf(known), column, thread.alongV)];
    laws[i] = select(vec2f(DEAD, 0.0), law, thread.isInside && hasParticle(texel) && hasParticle(end));
  }
  return laws;
}

fn clampedTexel(texel: vec2i) -> vec2i {
  return clamp(texel, vec2i(0), vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1);
}

/// What brings a thread back within its limits; nothing where there is none.
fn impulseOf(thread: TileThread, law: vec2f, limits: Limits, sweep: u32) -> vec3f {
  if (law.x < 0.0) {
    return vec3f(0.0);
  }
  let a = around[thread.start];
  let b = around[thread.end];
  let phase = select(limits.warp, limits.weft, thread.alongV);
  return limitImpulse(b.xyz - a.xyz, a.w + b.w, law, phase, limits.strainLimit, sweep);
}

fn placeOf(local: vec2u) -> u32 {
  return local.y * SIDE + local.x;
}
