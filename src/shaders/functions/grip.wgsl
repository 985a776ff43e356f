// How a grip gives way, as fingers do that hold only so hard. The strain of the links beside what it holds tells how hard the cloth pulls.
// A grip that is held back loses pace at once and wins it back by and by, as senders on a busy line do (Chiu and Jain 1989).

/// Of what a grip holds: left, right, below, above.
const GRIP_SIDES = 4u;
/// Of a pace that is just enough: rounding leaves nothing behind.
const WIDER = 1.000001;
/// One that is so near to where it was sent has been there [m].
const THERE = 1e-5;
/// A grip that nothing pulls wins so much of its pace with each step, and so much more [m/s].
const PACE_GAIN = 1.0;
const PACE_STEP = 0.5;
/// It has at most this pace, or that at which it is sent [m/s]: else it would leap when the cloth gives.
const READY_PACE = 3.0;
/// At twice the strain from which it is held back it would lose so much of that, but it keeps a part.
const PACE_LOSS = 6.0;
const LEAST_KEPT = 0.4;
/// There it goes towards the cloth at this speed [m/s].
const RETREAT = 6.0;
/// But at most this part of a link, or of what it is too long, in a step: between cloth and a pin it would go to and fro.
const MOST_RETREAT = 0.25;

/// How fast a grip may go in a step [m/s]. `pace` is that of the step before, `strain` the greatest that pulls against its way, `bound` the
/// strain from which it is held back, `sent` how fast it is sent [m/s], and `isThere` whether it has been where it was sent until now.
fn gripPace(pace: f32, strain: f32, bound: f32, sent: f32, isThere: bool) -> f32 {
  let most = max(READY_PACE, sent);
  if (strain > bound) {
    return max(1.0 - PACE_LOSS * gripExcess(strain, bound), LEAST_KEPT) * min(pace, most);
  }
  return select(min(pace + (1.0 - strain / bound) * (PACE_GAIN * pace + PACE_STEP), most), most, isThere);
}

/// Way of a grip towards the cloth in a step [m]. `link` is the length of its links at rest [m].
fn gripRetreat(strain: f32, bound: f32, link: f32, seconds: f32) -> f32 {
  return min(RETREAT * gripExcess(strain, bound) * seconds, MOST_RETREAT * link * max(strain, 1.0));
}

/// From 0 at `bound` to 1 at twice as much: nothing jumps, or a grip that is held would tremble.
fn gripExcess(strain: f32, bound: f32) -> f32 {
  return clamp(strain / bound - 1.0, 0.0, 1.0);
}
