// Where a particle of a cloth at full resolution is after a step.
struct End {
  now: vec3f,
  previous: vec3f,
}

fn endOf(place: vec2i, index: u32) -> End {
  let here = particleOf(now, place);
  if (here.w == 0.0) {
    return End(pinGoal(0u, index, here.xyz), textureLoad(before, place, 0).xyz);
  }
  return End(here.xyz, previousPosition(particleOf(before, place), cloths[0].substepCount));
}
