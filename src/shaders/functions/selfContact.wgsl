/// Diameter of particles that keep cloth apart, over the distance of neighbours, of a square with the same diagonal. From 0.71 on none passes
/// between four others.
const CONTACT_SPAN = 0.9;
/// A quad that is sheared has a longer diagonal, and other particles pass between its four: there, spheres are larger. So much for each part
/// that the diagonal is longer than a square's, and at most so much.
const CONTACT_GROWTH = 2.0;
const MOST_GROWTH = 1.4;
/// Particles that are nearer than this times the diameter at rest are neighbours: links hold them, not contact. Those of one quad are, too. On a
/// net of rectangles others are as near. More than MOST_GROWTH, or sheared cloth pushes apart what is at rest; with 1.6, what is three short
/// sides apart passes through itself. Discs of control grids reach farther (DISC_REACH): where cells are longer than on average, as inside of a net of
/// few columns, so do neighbours (neighbourSpan).
const NEIGHBOUR_SPAN = 1.45;
/// The same across a seam.
const SEAM_SPAN = 1.6;
/// Part of an overlap that one substep pushes out, and the highest speed of it [m/s]: softly, or stacked layers jitter.
const CONTACT_RATE = 0.3;
const CONTACT_SPEED = 3.0;
/// Part of a correction that a fold makes, for a particle is in several and all look before one moves (Jacobi), and the part of the approach
/// that it takes away: all of it would make cloth stiff. Contacts correct whole: with less, cloth that is wrung passes through itself.
const FOLD_SHARE = 0.7;
const FOLD_STOP = 0.3;
/// How much farther off particles may meet in a step: a part of the spacing, or the way that they go relative to each other with some more,
/// up to some spacings.
const REACH_SPAN = 0.5;
const REACH_WAY = 1.2;
const REACH_LIMIT = 4.0;

/// What a contact does to one particle: how far it moves, and which part of this does not change its velocity.
struct Touch {
  way: vec3f,
  still: vec3f,
}

/// How far apart particles are kept [m]; `growth` is that of the pair.
fn contactSize(spacing: f32, thickness: f32, growth: f32) -> f32 {
  return max(CONTACT_SPAN * spacing * growth, thickness);
}

/// Whether two particles of cloths that are sewn together are neighbours across a seam, by how far each is from it at rest [m]. Far along the
/// seam, too: contact begins beside it.
fn areSeamNeighbours(own: f32, other: f32, size: f32) -> bool {
  return own + other <= SEAM_SPAN * size;
}

/// How many places two nodes of a net are apart, along u or v, whichever is more. Not by `abs`: a driver takes a difference of whole numbers that were
/// unsigned for unsigned, too, and leaves it negative. Then each particle met only those with higher numbers.
fn placesApart(a: vec2u, b: vec2u) -> u32 {
  let apart = max(a, b) - min(a, b);
  return max(apart.x, apart.y);
}

/// How much larger a particle is, by the longest diagonal of the quads around it [m].
fn contactGrowth(diagonal: f32, spacing: f32) -> f32 {
  return clamp(1.0 + CONTACT_GROWTH * (diagonal / (sqrt(2.0) * spacing) - 1.0), 1.0, MOST_GROWTH);
}

/// From where on two particles may meet in a step in which one goes `way` relative to the other [m].
fn contactReach(size: f32, spacing: f32, way: f32) -> f32 {
  return size + max(REACH_SPAN * spacing, min(REACH_WAY * way, REACH_LIMIT * spacing));
}

/// Whether two may meet in a step, `apart` at its start, that are farther off than contactReach may be, or come from farther.
fn isFastMeeting(size: f32, spacing: f32, apart: f32, way: f32) -> bool {
  return REACH_WAY * way > REACH_LIMIT * spacing && apart < size + REACH_WAY * way;
}

/// Two particles as spheres: pushed apart, their approach stopped, rubbed by Coulomb's law. `offset` leads from the other one to this one,
/// `motion` is that of this one relative to the other in the substep, `share` the part of this one's inverse mass in both.
fn touched(offset: vec3f, motion: vec3f, size: f32, share: f32, friction: f32, substepTime: f32) -> Touch {
  let distance = length(offset);
  let normal = offset / max(distance, 1e-30);
  let through = dot(motion, normal);
  let stopped = max(-through, 0.0);
  let depth = size - distance;
  let push = min(depth, stopped + min(CONTACT_SPEED * substepTime, CONTACT_RATE * depth));
  let along = motion - normal * through;
  let rubbed = min(1.0, friction * stopped / max(length(along), 1e-30));
  let part = select(0.0, share, depth > 0.0 && distance > 0.0);
  return Touch((normal * push - along * rubbed) * part, normal * ((push - stopped) * part));
}

/// Two particles of a row, one between them: a fold that is sharper than their distance at rest allows is opened. `least` is half of it.
fn unfolded(offset: vec3f, motion: vec3f, least: f32, share: f32, substepTime: f32) -> Touch {
  let distance = length(offset);
  let normal = offset / max(distance, 1e-30);
  let stopped = max(-dot(motion, normal), 0.0);
  let push = min(least - distance, stopped + CONTACT_SPEED * substepTime);
  let part = select(0.0, share, distance < least && distance > 0.0);
  return Touch(normal * (FOLD_SHARE * push * part), normal * ((FOLD_SHARE * push - FOLD_STOP * stopped) * part));
}
