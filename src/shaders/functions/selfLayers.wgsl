// Contact of a control grid with itself: spheres of selfContact.wgsl, that are discs where the cloth faces itself, see discAt in clothContact.wgsl.
// Spheres alone keep layers as far apart as control points are.
#include<selfContact>
#include<clothContact>

/// Of an overlap with a flat disc, and of the approach, so much is taken in a substep. With a third of the overlap or of the approach, a folded towel
/// does not come to rest; with all of the approach, cloth that is wrung passes through itself.
const SELF_FLAT_RATE = 0.15;
const SELF_FLAT_STOP = 0.8;
/// From this part of a disc's thickness on, and over so much more of it, an overlap is taken as that of spheres is: in a rope, layers press each other
/// through.
const SELF_DEEP = 0.3;
const SELF_DEEP_SPAN = 0.25;
/// Cloth that is curved is thicker by so many times of what layerThickness says: folds lie in folds.
const SELF_SAG = 2.0;
/// In place of OBLIQUE and FACING: in a rope, cloth that is far from parallel to itself passes between discs.
const SELF_OBLIQUE = 0.7;
const SELF_FACING = 0.95;
/// How far from its center a flat disc ends, as a part of how far apart spheres are kept: DISC_SPAN and RIM_SPAN.
const DISC_REACH = 1.2;

/// What is known of two particles of a cloth that may touch.
struct Meeting {
  offset: vec3f,              // from the other one to this one
  motion: vec3f,              // of this one relative to the other, in the substep
  size: f32,                  // how far apart spheres are kept [m]
  share: f32,                 // part of this one's inverse mass in both
  layer: vec4f,               // normal of this one, and how thick the cloth is there [m]
  otherLayer: vec4f,
}

/// Adds what touched does, of discs. Those of one particle that push alike push as one, or it would bounce. Where they were when the substep began decides on
/// which side of a flat one they are. Returns whether they touch.
fn addLayersTouched(sum: ptr<function, Touch>, meeting: Meeting, friction: f32, substepTime: f32) -> bool {
  let start = meeting.offset - meeting.motion;
  let facing = facingOf(meeting.layer.xyz, meeting.otherLayer.xyz, SELF_OBLIQUE, SELF_FACING);
  let layers = meeting.layer.w + meeting.otherLayer.w;
  let gap = layerGap(start, meeting.motion / substepTime, facing, layers, meeting.size);
  let disc = discAt(start, facing, meeting.size, gap);
  let side = mix(meeting.offset, start, disc.flatness) - disc.shift;
  let normal = side / max(length(side), 1e-30);
  let depth = disc.radius - dot(meeting.offset - disc.shift, normal);
  if (depth <= 0.0) {
    return false;
  }
  let through = dot(meeting.motion, normal);
  let soft = disc.flatness * (1.0 - clamp((depth / max(disc.radius, 1e-30) - SELF_DEEP) / SELF_DEEP_SPAN, 0.0, 1.0));
  let stopped = max(-through, 0.0) * mix(1.0, SELF_FLAT_STOP, soft);
  let push = min(depth, stopped + min(CONTACT_SPEED * substepTime, mix(CONTACT_RATE, SELF_FLAT_RATE, soft) * depth));
  // A flat disc changes velocities by all that it pushes, and that is what it presses.
  let pressed = mix(stopped, push, disc.flatness);
  let along = meeting.motion - normal * through;
  let way = (normal * push - along * min(1.0, friction * pressed / max(length(along), 1e-30))) * meeting.share;
  let done = max(dot((*sum).way, way), 0.0) / max(dot(way, way), 1e-30);
  let part = max(1.0 - disc.flatness * done, 0.0);
  (*sum).way += way * part;
  (*sum).still += normal * ((push - pressed) * meeting.share * part);
  return true;
}
