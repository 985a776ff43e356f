// The edges at a particle of either net, and what is marked of them where sheets cross.
// needs: cloths, hasThread

/// Edges of a particle: to the left, to the right, below, above.
const EDGES = 4u;
/// Bits of a particle: its edges to the right and above pierce, it is where sheets cross; at full resolution, its own cloth or others have passed it.
/// Above them counts the threads of the contour that has its number.
const PIERCES_U = 1u;
const PIERCES_V = 2u;
const CROSSES = 4u;
const PASSED_BY_ITSELF = 8u;
const PASSED_BY_OTHERS = 16u;
const THREAD = 32u;
/// No particle, no contour.
const NOWHERE = 0xffffffffu;

fn stepOf(slot: u32, which: u32) -> u32 {
  return select(1u, cloths[slot].countU, which >= 2u);
}

/// Of an edge at a particle; NOWHERE if there is none.
fn lowEnd(slot: u32, i: u32, which: u32) -> u32 {
  let isAlongV = which >= 2u;
  let node = select(i % cloths[slot].countU, i / cloths[slot].countU, isAlongV);
  let nodes = select(cloths[slot].countU, cloths[slot].countV, isAlongV);
  let isAfter = (which & 1u) == 1u;
  if (!select(node > 0u, node + 1u < nodes, isAfter)) {
    return NOWHERE;
  }
  let low = select(i - stepOf(slot, which), i, isAfter);
  return select(NOWHERE, low, hasThread(slot, low, isAlongV));
}
