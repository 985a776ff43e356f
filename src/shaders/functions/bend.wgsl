/// Bending of three neighbours in a row: the middle one is off the chord of the others by e, at rest by |e| = `rest` on the
/// side of the unit normal (negative: on the other side).
///
///          o b               e = ratio a + (1 - ratio) c - b       (Bergou et al. 2006 for an isometric sheet: e is linear
///         / \  e             k = 4 D width / (l^2 r^2) (l + r) / 2  in the positions, so flat cloth needs no root)
///     a o-----+-o c          D = bending stiffness [N m], l = |b - a|, r = |c - b| at rest
///
/// The bend pulls along e, so it turns nothing, and a bend at rest stays there. Where the cloth is nearly flat, e has no direction to speak of:
/// below half of the rest distance the normal takes part, with up to BEND_LEAN of it.
const BEND_LEAN = 0.1;
/// An e on the wrong side of the surface is pulled through it. Along rows that turn within the surface, e may lie on either side by a little, so
/// this begins at a cosine to the normal of -MIRRORED_FROM + MIRRORED_WITHIN, without a jump, and is complete as far beyond -MIRRORED_FROM.
const MIRRORED_FROM = 0.6;
const MIRRORED_WITHIN = 0.3;
/// The stiffest bends, over the mass per squared time: float32 solves no stiffer ones for ways alone, nor for ways and pulls together.
const STIFFEST_BEND = 1e5;
const STIFFEST_MIXED_BEND = 1e9;

/// Stiffness of a bend times squared time [kg]; `inverseMass` is the sum of inverse masses times squared shares.
fn bendStiffness(squaredTime: f32, compliance: f32, inverseMass: f32, stiffest: f32) -> f32 {
  return select(0.0, min(squaredTime / max(compliance, 1e-30), stiffest / inverseMass), inverseMass > 0.0);
}

/// Twist of a cell with corners a, b, c (above a) and d (above b): e = a - b - c + d, at rest by |e| = `rest`. Its energy is that of a plate
/// without lateral contraction, D e^2 / area = k e^2 / 2 (Timoshenko and Woinowsky-Krieger 1959), with D between those of both directions.
/// No stiffer one, over the mass per squared time, is solved in MAX_BEND_ROUNDS: 16 times this is T^2 K / M where all cells are so stiff.
const STIFFEST_TWIST = 6.0;
/// That of strips of cells, which are solved at once.
const STIFFEST_TWIST_LINE = 1e5;

fn twistCompliance(warp: f32, weft: f32) -> f32 {
  return sqrt(max(warp, 1e-30)) * sqrt(max(weft, 1e-30));
}

/// Stiffness k times squared time [kg]; `inverseMass` is the greatest of the corners.
fn twistStiffness(squaredTime: f32, compliance: f32, inverseMass: f32, stiffest: f32) -> f32 {
  return select(0.0, min(squaredTime / max(compliance, 1e-30), stiffest / inverseMass), inverseMass > 0.0);
}

/// e at rest: see BEND_LEAN.
fn restOff(off: vec3f, rest: f32, unitNormal: vec3f) -> vec3f {
  let distance = abs(rest);
  let length = sqrt(max(dot(off, off), 1e-30));
  let up = select(1.0, -1.0, rest < 0.0);
  let cosine = up * dot(off, unitNormal) / length;
  let side = clamp((cosine + MIRRORED_FROM) / MIRRORED_WITHIN, -1.0, 1.0);
  let share = BEND_LEAN * max(distance - 2.0 * length, 0.0);
  let lean = off * select(1.0, -1.0, side < 0.0) + unitNormal * (up * share);
  return lean * (abs(side) * distance * inverseSqrt(max(dot(lean, lean), 1e-30)));
}

/// Inverse mass of a point of the chord between neighbours of inverse masses a and c, to which a gives `ratio`.
fn chordInverseMass(a: f32, c: f32, ratio: f32) -> f32 {
  return a * ratio * ratio + c * (1.0 - ratio) * (1.0 - ratio);
}
