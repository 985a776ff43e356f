// What workgroups note of a cloth at full resolution that can move as one body: see gridMomentum.wgsl. All places are from the pin about which it
// turns, or from its first particle if nothing pins it.
// needs: cloths

/// Of a workgroup: angular and linear momentum that links have added in the step, times the time of a substep; mass times place, and mass; second
/// moments of mass xx, yy, zz, and pins beside the line; the same of xy, yz, zx.
const MOMENTA_VECTORS = 5u;
const MOMENTA_LANES = 256u;
/// Workgroups, at most: every one that takes back reads what all have noted.
const MAX_MOMENTA = 512u;

fn momentaCount() -> u32 {
  return min((cloths[0].countU * cloths[0].countV + MOMENTA_LANES - 1u) / MOMENTA_LANES, MAX_MOMENTA);
}
