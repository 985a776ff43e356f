// Contact of a cloth with another one. Both are stepped at once, so none sees where the other is: each keeps out of a sphere that both
// can foretell. Its center is that of the masses of a pair of particles, which goes on whatever they do to each other.
//
//     x - - - c - - - - o        |x - o| >= d  if  |x - c| >= d share  and  |o - c| >= d (1 - share)
//
#include<chord>

/// How softly a particle is kept out of a sphere.
struct SphereLaw {
  overlapRate: f32,           // part of an overlap that one substep pushes out
  leaveSpeed: f32,            // at which an overlap of the whole radius is left, in proportion for others [m/s]: a push that gives more makes layers bounce
  leaveLimit: f32,            // of that speed [m/s]
  freeApproach: f32,          // approaches are stopped above this speed [m/s]
  approachStop: f32,          // by this part in a substep
}

/// Where the sphere is foretold for a part of a step: approaches are stopped at once, for cloth is thin. With a third of the overlap per substep,
/// cloth on a hung one does not sleep; with a tenth, or half of the approach, two sheets on a ball sway longer.
const OVERLAP_RATE = 0.2;
const LEAVE_SPEED = 2.0;
const FREE_APPROACH = 0.3;
const APPROACH_STOP = 1.0;
/// A layer that turns away from another one it lies on is a sphere again, and deep inside: it is not thrown out.
const LEAVE_LIMIT = 0.5;
/// Where both particles know where the other one is in each substep. With a third of this rate, sheets that fall on each other pass.
const LIVE_OVERLAP_RATE = 0.5;
const LIVE_LEAVE_SPEED = 8.0;
const LIVE_APPROACH_STOP = 1.0;
/// Part of the motion along a contact that friction may take in a substep. A center that moves is foretold: with all of it, layers swing longer.
const MAX_RUB = 0.8;
/// See contactWeight.
const WEIGHT_POWER = 0.8;
/// Where two cloths face each other, spheres are discs with round rims, so that a sheet that slides meets no bumps. How far such a disc reaches
/// to the sides, as a part of its thickness: with less than 0.79, gaps are left between four of them.
const DISC_SPAN = 0.8;
/// Such a disc gets thinner as layers come to lie on each other. So thin, as a part of its sphere, it is flat: it pushes along its normal
/// alone, and its rim gets thinner over this part of the sphere.
const FLAT_PART = 0.5;
const RIM_SPAN = 0.4;
/// Of an overlap with a flat disc, and of an approach that is slow, so much is taken in a substep: all contacts of a particle push alike there. With less
/// of the approach, layers hum.
const FLAT_RATE = 0.1;
const FLAT_STOP = 0.3;
/// How much of the way from a control point to the mean of its neighbours a layer is thicker: its control points stand out where it is curved.
const SAG_PART = 0.25;
/// Of a cloth without thickness [m]: by its length, a normal is known.
const LEAST_LAYER = 1e-6;
/// Layers sink onto each other with this speed [m/s], and for each m/s above it they are kept so much farther apart [s], as far as they are: what
/// is known of others is too old for more.
const SINK_SPEED = 0.05;
const SINK_TIME = 0.1;
/// A pair that is hardly apart along its normal, as parts of the thickness of both layers, is no pair of layers yet: edges that meet.
const NO_LAYER = 0.3;
const LAYER = 0.6;
/// Acceleration that no one foretells [m/s2]: each layer is thicker by its way until others ask again. With 10, a frame of two seconds lets
/// them pass.
const UNFORETOLD = 90.0;
/// Cosines from which on a contact begins to be one of faces, and is one of faces alone. Between normals, and between them and the line of centers:
/// with less, layers that hang over an edge sway longer.
const OBLIQUE = 0.45;
const FACING = 0.75;
/// How much farther off particles may meet in a step than they are kept apart, as a part of their sizes.
const CLOTH_REACH = 0.25;
/// How far two particles at full resolution go in a step relative to each other that search again within it, as a part of how far they are kept
/// apart: of what comes near on its way, a list has the nearest alone, and what is hit is stretched.
const FAST_CLOTH_WAY = 2.0;

/// Most growth of a particle of a control grid where quads are sheared (see selfContact.wgsl): with more, a hem on a ball comes to rest later.
const MOST_GRID_GROWTH = 1.3;

/// How far the center of two particles is from one to the other, by their inverse densities: inverse mass times the square of the distance of
/// neighbours [m2/kg], 0 = it is held. By inverse masses, coarse cloth would be heavier than fine cloth.
fn contactShare(own: f32, other: f32) -> f32 {
  return own / max(own + other, 1e-30);
}

/// Speed of a particle over that of the lighter one of two, relative to the center of their masses. With one speed for both, the heavier one
/// would take more momentum than the lighter one.
fn slowness(share: f32) -> f32 {
  return share / max(share, 1.0 - share);
}

/// Part of what a contact asks that is done, by the distances of neighbours: a particle of coarse cloth meets many of fine cloth, one after the
/// other, and would be stopped by the first few of them. Without it two sheets lost up to 1.1 of the momentum of one, by the ratio of areas up
/// to 1.6; with this power 0.20, of ratios from 1.2 to 3.
fn contactWeight(own: f32, other: f32) -> f32 {
  return min(pow(other / max(own, 1e-30), WEIGHT_POWER), 1.0);
}

/// Square of the least distance of two particles in a step in which one goes `way` relative to the other, from `offset` on.
fn nearestApproach(offset: vec3f, way: vec3f) -> f32 {
  let nearest = offset + way * clamp(-dot(offset, way) / max(dot(way, way), 1e-30), 0.0, 1.0);
  return dot(nearest, nearest);
}

/// Whether two particles that may meet in a step, kept `apart` [m], are fast: one goes `way` relative to the other in the step.
fn isFastApproach(way: vec3f, apart: f32) -> bool {
  return dot(way, way) > (FAST_CLOTH_WAY * apart) * (FAST_CLOTH_WAY * apart);
}

/// By the slowness of the particle.
fn foretoldLaw(slow: f32) -> SphereLaw {
  return SphereLaw(OVERLAP_RATE, LEAVE_SPEED * slow, LEAVE_LIMIT * slow, FREE_APPROACH * slow, APPROACH_STOP);
}

fn liveLaw(slow: f32) -> SphereLaw {
  return SphereLaw(LIVE_OVERLAP_RATE, LIVE_LEAVE_SPEED * slow, LIVE_LEAVE_SPEED * slow, 0.0, LIVE_APPROACH_STOP);
}

/// Goes on from `sum` to as far along `way` as it leads: several contacts that push alike push as one.
fn farthest(sum: vec3f, way: vec3f) -> vec3f {
  return sum + way * max(1.0 - dot(sum, way) / max(dot(way, way), 1e-30), 0.0);
}

/// How much a contact is one of faces, from 0 to 1, by the cosines of OBLIQUE and FACING.
fn facingPart(cosine: f32, oblique: f32, facing: f32) -> f32 {
  return clamp((abs(cosine) - oblique) / (facing - oblique), 0.0, 1.0);
}

/// The common normal of two particles, as long as their cloths face each other: the same for both, or momentum would come from nothing.
fn facingOf(own: vec3f, other: vec3f, oblique: f32, facing: f32) -> vec3f {
  let cosine = dot(own, other);
  let sum = own + select(other, -other, cosine < 0.0);
  return sum * (facingPart(cosine, oblique, facing) / max(length(sum), 1e-30));
}

/// Normal of a control point by its neighbours, and the way from it to the mean of them along the normal [m]. Where the sheet ends, the point itself stands for a
/// neighbour: there is no mean, and along the normal what is left is nothing.
fn normalAndSag(here: vec3f, right: vec3f, left: vec3f, above: vec3f, below: vec3f) -> vec4f {
  let normal = unitOrZero(cross(right - left, above - below));
  let twice = 2.0 * here;
  return vec4f(normal, 0.5 * max(abs(dot(right + left - twice, normal)), abs(dot(above + below - twice, normal))));
}

/// How thick a cloth is where others lie on it [m]; `sag` is the way from a control point to the mean of its neighbours, along the normal. What
/// others know of it holds for `time` [s].
fn layerThickness(thickness: f32, sag: f32, time: f32) -> f32 {
  return max(thickness + SAG_PART * abs(sag) + 0.5 * UNFORETOLD * time * time, LEAST_LAYER);
}

/// How far apart two particles are kept whose cloths face each other [m]. `layers` is the thickness of both, `offset` leads from one to the other, which
/// goes with `velocity` relative to it. What grows pushes no one: it stops them where they are.
fn layerGap(offset: vec3f, velocity: vec3f, facing: vec3f, layers: f32, apart: f32) -> f32 {
  let normal = facing / max(length(facing), 1e-30);
  let height = dot(offset, normal);
  let approach = max(-dot(velocity, normal) * sign(height), 0.0);
  let wanted = layers + SINK_TIME * max(approach - SINK_SPEED, 0.0);
  let gap = min(min(wanted, max(layers, abs(height))), apart);
  return mix(apart, gap, clamp((abs(height) / max(layers, 1e-30) - NO_LAYER) / (LAYER - NO_LAYER), 0.0, 1.0));
}

/// What a sphere is where cloths face each other.
struct Disc {
  shift: vec3f,               // from its center to the point of it that is nearest, but for its thickness
  radius: f32,                // half of its thickness there
  flatness: f32,              // 1: it pushes along its normal alone
}

/// Of a disc that is `gap` thick along its normal where a sphere would have `radius`, for a particle at `offset` from its center.
fn discAt(offset: vec3f, facing: vec3f, radius: f32, gap: f32) -> Disc {
  let part = length(facing);
  let height = dot(offset, facing) / max(part, 1e-30);
  let across = offset - facing * (height / max(part, 1e-30));
  let away = length(across);
  let flatness = part * min((1.0 - gap / radius) / FLAT_PART, 1.0);
  let reach = part * DISC_SPAN * radius * max(facingPart(height / max(length(offset), 1e-30), OBLIQUE, FACING), flatness);
  let beyond = max(away - reach, 0.0);
  let shift = across * ((min(away, reach) + flatness * beyond) / max(away, 1e-30));
  return Disc(shift, mix(radius, gap, part) * (1.0 - flatness * min(beyond / (RIM_SPAN * radius), 1.0)), flatness);
}

/// How far a particle is moved that goes `motion` relative to a sphere in a substep and ends at `offset` from its center. Where it comes in
/// decides on which side it stays: where it ends may be on the other side already. The way is motion, too: a push that kept the velocity would
/// stretch links, and their answer would be energy from nothing. Where cloths face each other the sphere is a disc, see discAt.
fn keptOut(
  offset: vec3f, motion: vec3f, radius: f32, friction: f32, maxRub: f32, substepTime: f32, law: SphereLaw, facing: vec3f, gap: f32,
) -> vec3f {
  let disc = discAt(offset - motion, facing, radius, gap);
  let start = offset - motion - disc.shift;
  let outside = dot(start, start) - disc.radius * disc.radius;
  var entry = start;
  if (outside > 0.0) {
    let nearing = dot(start, motion);
    let root = nearing * nearing - dot(motion, motion) * outside;
    let time = outside / max(sqrt(max(root, 0.0)) - nearing, 1e-30);
    if (nearing >= 0.0 || root < 0.0 || time >= 1.0) {
      return vec3f(0.0);
    }
    entry = start + motion * time;
  }
  let normal = entry / max(length(entry), 1e-30);
  let depth = disc.radius - dot(offset - disc.shift, normal);
  if (depth <= 0.0 || dot(entry, entry) == 0.0) {
    return vec3f(0.0);
  }
  let through = dot(motion, normal);
  let free = law.freeApproach * substepTime;
  let stopped = law.approachStop * max(-through - free, 0.0) + FLAT_STOP * disc.flatness * clamp(-through, 0.0, free);
  let leaving = min(law.leaveSpeed * depth / radius, law.leaveLimit) * substepTime;
  let push = clamp(mix(law.overlapRate, FLAT_RATE, disc.flatness) * depth + stopped, 0.0, max(min(depth, leaving - through), 0.0));
  let along = motion - normal * through;
  return normal * push - along * min(maxRub, friction * push / max(length(along), 1e-30));
}
