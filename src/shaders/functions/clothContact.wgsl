// Contact of a cloth with another one. Both are stepped at once, so none sees where the other is: each keeps out of a sphere that both
// can foretell. Its center is that of the masses of a pair of particles, which goes on whatever they do to each other.
//
//     x - - - c - - - - o        |x - o| >= d  if  |x - c| >= d share  and  |o - c| >= d (1 - share)
//
#include<selfContact>

/// Part of an approach that one substep stops. With all of it, cloth that carries another one would not feel its weight.
const APPROACH_STOP = 0.5;
/// Part of an overlap that one substep pushes out: that of the radius that it is, at least this. Softly, or cloth on cloth sways.
const LEAST_RATE = 0.1;
/// How much farther off particles may meet in a step than they are kept apart, as a part of their sizes.
const CLOTH_REACH = 0.25;

/// How far the center of two particles is from one to the other, by their inverse densities: inverse mass times the square of the distance of
/// neighbours [m2/kg], 0 = it is held. By inverse masses, coarse cloth would be heavier than fine cloth.
fn contactShare(own: f32, other: f32) -> f32 {
  return own / max(own + other, 1e-30);
}

/// Square of the least distance of two particles in a step in which one goes `way` relative to the other, from `offset` on.
fn nearestApproach(offset: vec3f, way: vec3f) -> f32 {
  let nearest = offset + way * clamp(-dot(offset, way) / max(dot(way, way), 1e-30), 0.0, 1.0);
  return dot(nearest, nearest);
}

/// A particle that goes `motion` relative to a sphere in a substep and ends at `offset` from its center. Where it comes in decides on which
/// side it stays: where it ends may be on the other side already.
fn keptOut(offset: vec3f, motion: vec3f, radius: f32, friction: f32, substepTime: f32) -> Touch {
  let none = Touch(vec3f(0.0), vec3f(0.0));
  let start = offset - motion;
  let outside = dot(start, start) - radius * radius;
  var entry = start;
  if (outside > 0.0) {
    let nearing = dot(start, motion);
    let root = nearing * nearing - dot(motion, motion) * outside;
    let time = outside / max(sqrt(max(root, 0.0)) - nearing, 1e-30);
    if (nearing >= 0.0 || root < 0.0 || time >= 1.0) {
      return none;
    }
    entry = start + motion * time;
  }
  let normal = entry / max(length(entry), 1e-30);
  let depth = radius - dot(offset, normal);
  if (depth <= 0.0 || dot(entry, entry) == 0.0) {
    return none;
  }
  let through = dot(motion, normal);
  let stopped = APPROACH_STOP * max(-through, 0.0);
  let push = min(depth, stopped + min(CONTACT_SPEED * substepTime, clamp(depth / radius, LEAST_RATE, 1.0) * depth));
  let along = motion - normal * through;
  let rubbed = min(APPROACH_STOP, friction * stopped / max(length(along), 1e-30));
  return Touch(normal * push - along * rubbed, normal * (push - stopped));
}
