// The spring model at full resolution: what its particles keep, by particle, in one buffer.
// needs: cloths

/// Velocities of a stage; those of the next one; at the start of the substep; what a particle covered in it, as the other phases know it; a sum
/// of rates; and the rates of former steps, a velocity and an acceleration each. In w of the first two of them are the number of the steps so
/// far and the substeps of the cloth after them.
const START_VELOCITY = 2u;
const MOTION = 3u;
const SUM = 4u;
const FORMER = 6u;
const NET_SPRING_VECTORS = 12u;

/// Where a vector of a particle is.
fn springPlace(vector: u32, index: u32) -> u32 {
  return vector * cloths[0].countU * cloths[0].countV + index;
}
