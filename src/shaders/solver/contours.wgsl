// Contours along which sheets cross, and how uneven their threads are: for both nets, see tangle.wgsl.
// needs: cloths, contourOf, hasThread, isHeldAt, markOf
#include<edges>
#include<tangle>

/// Whether an edge that pierces ends at a particle: it is of a contour.
fn isOfContour(slot: u32, i: u32) -> bool {
  let countU = cloths[slot].countU;
  return (markOf(i) & (PIERCES_U | PIERCES_V)) != 0u
    || (i % countU > 0u && (markOf(i - min(i, 1u)) & PIERCES_U) != 0u)
    || (i >= countU && (markOf(i - min(i, countU)) & PIERCES_V) != 0u);
}

/// The lowest number of the contour of a particle that its neighbours know, or the particle that gave it its number, `own`: so long contours take
/// few rounds.
fn lowestAround(slot: u32, i: u32, own: u32) -> u32 {
  let counts = vec2u(cloths[slot].countU, cloths[slot].countV);
  let node = vec2u(i % counts.x, i / counts.x);
  let high = min(node + 1u, counts - 1u);
  var lowest = min(own, contourOf(own));
  for (var row = max(node.y, 1u) - 1u; row <= high.y; row++) {
    for (var column = max(node.x, 1u) - 1u; column <= high.x; column++) {
      lowest = min(lowest, contourOf(row * counts.x + column));
    }
  }
  return lowest;
}

/// How much longer the thread of an edge is after it than before it, up to the next edges that pierce.
fn imbalanceOf(slot: u32, i: u32, which: u32) -> i32 {
  let isAlongV = which >= 2u;
  let step = stepOf(slot, which);
  let pierces = select(PIERCES_U, PIERCES_V, isAlongV);
  let low = lowEnd(slot, i, which);
  let node = select(low % cloths[slot].countU, low / cloths[slot].countU, isAlongV);
  let nodes = select(cloths[slot].countU, cloths[slot].countV, isAlongV);
  var before = lengthOf(slot, low);
  var after = lengthOf(slot, low + step);
  var at = low;
  for (var n = node; n > 0u && goesOn(slot, at - step, isAlongV, pierces); n--) {
    at -= step;
    before += lengthOf(slot, at);
  }
  at = low + step;
  for (var n = node + 1u; n + 1u < nodes && goesOn(slot, at, isAlongV, pierces); n++) {
    at += step;
    after += lengthOf(slot, at);
  }
  return tangleImbalance(before, after);
}

/// Whether a thread is not cut after a particle, and pierces nothing there.
fn goesOn(slot: u32, i: u32, isAlongV: bool, pierces: u32) -> bool {
  return hasThread(slot, i, isAlongV) && (markOf(i) & pierces) == 0u;
}

fn lengthOf(slot: u32, i: u32) -> f32 {
  return select(1.0, HELD_PARTICLES, isHeldAt(slot, i));
}
