// What stitches have to know of the lines that end at their particles.
// needs: answerOf, placePosition, wayOf
#include<structs>
#include<seamLines>

/// The way to the next particle of the line; what its first link pulls with when it is longer by one, and when that at the other end is.
fn lineAt(own: SewnParticle, here: vec4f) -> array<vec4f, 2> {
  if (own.end == 0u) {
    return array(vec4f(0.0, 0.0, 0.0, max(here.w, 0.0)), vec4f(0.0));
  }
  let isLast = (own.end & ENDS_LAST) != 0u;
  let next = placePosition(select(own.particle + own.step, own.particle - own.step, isLast));
  let couplings = answerOf(own.node - u32(isLast));
  return array(vec4f(next.xyz - here.xyz, 0.0), vec4f(select(couplings, couplings.yx, isLast), 0.0, 0.0));
}

/// Once lines have moved: the way of the particle; how far a unit of pull at it moves it, and one at the other end.
fn movedLineAt(own: SewnParticle, here: vec4f) -> array<vec4f, 2> {
  if (own.end == 0u) {
    return array(vec4f(0.0, 0.0, 0.0, max(here.w, 0.0)), vec4f(0.0));
  }
  let mobilities = answerOf(own.node);
  let mobility = select(mobilities, mobilities.yx, (own.end & ENDS_LAST) != 0u);
  return array(vec4f(wayOf(own.node), mobility.x), vec4f(0.0, mobility.y, 0.0, 0.0));
}
