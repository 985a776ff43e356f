// What is torn of a cloth at full resolution, apart from what is cut: TORN_BITS a particle, the bit for the thread along u first.
const TORN_BITS = 2u;
const TORN_PER_WORD = 16u;
/// So far along a line, at most one thread breaks at a time, and a line that is torn does not tear again.
const TEAR_REACH = 3u;

/// Its bit in the word of a particle.
fn tornBit(index: u32, isAlongV: bool) -> u32 {
  return 1u << (TORN_BITS * (index % TORN_PER_WORD) + u32(isAlongV));
}
/// A thread at the end of a tear breaks at this part of its own strain: fabrics tear more easily than they burst.
const TIP_SHARE = 0.5;
/// How many threads a tear may run on in a step, at each end. Even.
const TEAR_ROUNDS = 4u;
