// What seams.wgsl asks of cloths at full resolution.
// needs: phase, sewn
#include<seams>
#include<seamLines>

fn gapBefore(row: u32) -> f32 {
  let before = gapOf(row, BEFORE);
  return sqrt(dot(before, before));
}

fn seamSeconds() -> f32 {
  return sewn.roundTime * f32(phase.substep + 1u);
}
