// How threads of a cloth at full resolution are loaded before they tear.
// needs: cloths, now, threads, strengths, cut, torn
#include<textureNet>
#include<tears>

/// From a particle to the next one along u or v.
struct Thread {
  texel: vec2i,
  isAlongV: bool,
}

/// So many threads further on its line, and so many lines beside it.
fn threadBeside(thread: Thread, along: i32, across: i32) -> Thread {
  return Thread(thread.texel + select(vec2i(along, across), vec2i(across, along), thread.isAlongV), thread.isAlongV);
}

/// Whether it is one inside of the border.
fn isInside(thread: Thread) -> bool {
  let counts = vec2i(i32(cloths[0].countU), i32(cloths[0].countV));
  let end = counts - select(vec2i(2, 1), vec2i(1, 2), thread.isAlongV);
  return all(thread.texel >= vec2i(1)) && all(thread.texel < end);
}

fn lives(thread: Thread) -> bool {
  let index = indexOf(thread.texel);
  let isTorn = (torn[index / TORN_PER_WORD] & tornBit(index, thread.isAlongV)) != 0u;
  return !isTorn && (cut[index] & select(LINK_WARP, LINK_WEFT, thread.isAlongV)) != 0u;
}

/// Strain over that at which it breaks; 0 where none can.
fn loadOf(thread: Thread) -> f32 {
  let index = indexOf(thread.texel);
  let strength = strengths[index];
  let limit = select(strength.x, strength.y, thread.isAlongV);
  if (limit <= 0.0 || !lives(thread)) {
    return 0.0;
  }
  let column = cloths[0].countU * cloths[0].countV + u32(thread.texel.x) * cloths[0].countV + u32(thread.texel.y);
  let restLength = threads[select(index, column, thread.isAlongV)].x;
  let end = thread.texel + select(vec2i(1, 0), vec2i(0, 1), thread.isAlongV);
  let reach = distance(textureLoad(now, end, 0).xyz, textureLoad(now, thread.texel, 0).xyz);
  return (reach / max(restLength, 1e-15) - 1.0) / limit;
}
