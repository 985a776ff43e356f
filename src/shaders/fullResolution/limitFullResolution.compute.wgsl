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
  let last = vec2i(i32(cloths[0].countU), i32(cloths[0].countV)) - 1;
  for (var i = lane; i < SIDE * SIDE; i += WORKGROUP_SIZE) {
    around[i] = particleOf(now, clamp(origin + vec2i(vec2u(i % SIDE, i / SIDE)), vec2i(0), last));
  }
  workgroupBarrier();
  // In most tiles all threads are within their limits.
  let limits = limitsOfCloth();
  for (var i = lane; i < SIDE * SIDE; i += WORKGROUP_SIZE) {
    let local = vec2u(i % SIDE, i / SIDE);
    if (any(impulseOf(origin, local, false, limits, 0u) != vec3f(0.0)) || any(impulseOf(origin, local, true, limits, 0u) != vec3f(0.0))) {
      atomicStore(&beyondCount, 1u);
    }
  }
  workgroupBarrier();
  if (lane == 0u) {
    isBeyond = atomicLoad(&beyondCount);
  }
  if (workgroupUniformLoad(&isBeyond) != 0u) {
    for (var round = 0u; round < 2u * LINK_COLORS * LIMIT_SWEEPS; round++) {
      let color = round % LINK_COLORS;
      let alongV = round / LINK_COLORS % 2u != 0u;
      for (var i = lane; i < SIDE * SIDE / 2u; i += WORKGROUP_SIZE) {
        let across = i % SIDE;
        let along = 2u * (i / SIDE) + color;
        let local = select(vec2u(along, across), vec2u(across, along), alongV);
        let impulse = impulseOf(origin, local, alongV, limits, round / (2u * LINK_COLORS));
        if (any(impulse != vec3f(0.0))) {
          let place = placeOf(local);
          let other = place + select(1u, SIDE, alongV);
          around[place] -= vec4f(impulse * around[place].w, 0.0);
          around[other] += vec4f(impulse * around[other].w, 0.0);
        }
      }
      workgroupBarrier();
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

/// What brings the thread from a particle to the next one back within its limits; nothing where there is none.
fn impulseOf(origin: vec2i, local: vec2u, alongV: bool, limits: Limits, sweep: u32) -> vec3f {
  let texel = origin + vec2i(local);
  let step = select(vec2u(1u, 0u), vec2u(0u, 1u), alongV);
  if (any(local + step >= vec2u(SIDE)) || !hasParticle(texel) || !hasParticle(texel + vec2i(step))) {
    return vec3f(0.0);
  }
  let column = cloths[0].countU * cloths[0].countV + u32(texel.x) * cloths[0].countV + u32(texel.y);
  let law = threads[select(indexOf(texel), column, alongV)];
  let a = around[placeOf(local)];
  let b = around[placeOf(local + step)];
  let phase = select(limits.warp, limits.weft, alongV);
  let impulse = limitImpulse(b.xyz - a.xyz, a.w + b.w, law, phase, limits.strainLimit, sweep);
  return select(vec3f(0.0), impulse, law.x >= 0.0);
}

fn placeOf(local: vec2u) -> u32 {
  return local.y * SIDE + local.x;
}
