// How a grip gives way, as fingers do that hold only so hard. The strain of the links around what it holds tells how hard the cloth pulls.
// A grip that is held back loses pace at once and wins it back by and by, as senders on a busy line do (Chiu and Jain 1989).

/// Pace of a grip that has just taken hold [m/s]: any.
const FASTEST_GRIP = 1e6;
/// One that is so near to where it was sent has been there [m].
const THERE = 1e-5;
/// A grip that nothing pulls wins so much of its pace with each step, and so much more [m/s].
const PACE_GAIN = 0.5;
const PACE_STEP = 0.12;
/// One that is held back has had at most this pace [m/s], or twice what it needs: more was not made use of.
const READY_PACE = 3.0;
/// At twice the strain from which it is held back it would lose so much of that, but it keeps a part.
const PACE_LOSS = 6.0;
const LEAST_KEPT = 0.25;
/// There it goes towards the cloth at this speed [m/s].
const RETREAT = 6.0;

/// How fast a grip may go in a step [m/s]. `pace` is that of the step before, `strain` the greatest that pulls against its way, `bound` the
/// strain from which it is held back, and `far` what it has to go [m].
fn gripPace(pace: f32, strain: f32, bound: f32, far: f32, seconds: f32) -> f32 {
  if (strain > bound) {
    let kept = max(1.0 - PACE_LOSS * gripExcess(strain, bound), LEAST_KEPT);
    return kept * min(pace, max(READY_PACE, 2.0 * far / seconds));
  }
  return min(pace + (1.0 - strain / bound) * (PACE_GAIN * pace + PACE_STEP), FASTEST_GRIP);
}

/// Speed of a grip towards the cloth [m/s].
fn gripRetreat(strain: f32, bound: f32) -> f32 {
  return RETREAT * gripExcess(strain, bound);
}

/// From 0 at `bound` to 1 at twice as much: nothing jumps, or a grip that is held would tremble.
fn gripExcess(strain: f32, bound: f32) -> f32 {
  return clamp(strain / bound - 1.0, 0.0, 1.0);
}
