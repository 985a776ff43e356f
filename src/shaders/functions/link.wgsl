/// A link in the tridiagonal system of its line. Corrections along a line of particles j with inverse masses w move each by
///
///     x_j += w_j (L_j n_j - L_j-1 n_j-1)          n = (x_j+1 - x_j) / |x_j+1 - x_j|
///
/// and shall leave each link with C_j = alpha L_j, where C = |x_j+1 - x_j| - restLength (XPBD, Macklin et al. 2016). Linearized,
///
///     (w_j + w_j+1 + alpha) L_j - w_j n_j.n_j-1 L_j-1 - w_j+1 n_j.n_j+1 L_j+1 = C_j
///
/// (Goldenthal et al. 2007 for one line of a sheet; Han and Harada 2013 for strands).
///
/// Moved so, a taut line swings wildly across: directions change as its particles move. Pulls therefore act along the directions that
/// they lead to, as forces of a density q = L / endLength of each link (force densities, Schek 1974), where the end length is the one that the pull
/// leaves: restLength + alpha L, as far as the strain limit allows. With way d of each particle,
///
///     d_j (1 + w_j (q_j + q_j-1)) - w_j q_j d_j+1 - w_j q_j-1 d_j-1 = w_j (q_j (x_j+1 - x_j) - q_j-1 (x_j - x_j-1))
///
/// That is the geometric stiffness of the line, implicit. Pushes have none, and act along the directions of now. A link that pulls already
/// and pulls more by L counts with all it pulls with in q, and with L n + q (|x_j+1 - x_j| - endLength) n on the right.

/// Lets a straight line between two pins be solved, whose rigid links else depend on each other: the least compliance.
const RIDGE = 1e-4;

/// The same of a link in a line of so many nodes. It stays below the softest mode of the line with a free end, (pi / 2 nodes)^2: as large as that mode,
/// it lets hung lines swing ever wider.
fn ridgeOf(nodes: u32) -> f32 {
  return min(RIDGE, 1.0 / f32(nodes * nodes));
}

/// The row of a link, divided by its diagonal: what couples it to its neighbours, before their inverse mass and direction, and the
/// right side.
///
/// `inverseMass` = w_j + w_j+1; `pulled` is what the link has pulled with before, so that L adds to it. `phase` is what all links of a kind share: alpha = compliance / dt^2, compression limit,
/// stretch limit (parts of the rest length) and stiffness between them: of the part of C within the limits only so much counts
/// (PhysX 3, stretchLimit and stretchStiffness). `ridge`: see ridgeOf.
fn linkRow(length: f32, restLength: f32, inverseMass: f32, pulled: f32, phase: vec4f, ridge: f32) -> vec2f {
  let error = length - restLength;
  let slack = clamp(error, (phase.y - 1.0) * restLength, (phase.z - 1.0) * restLength);
  let counted = error - (1.0 - phase.w) * slack;
  // What a change of the length counts.
  let slope = select(1.0, phase.w, slack == error);
  let diagonal = slope * inverseMass + max(phase.x, slope * inverseMass * ridge);
  return select(vec2f(0.0), vec2f(slope, counted - phase.x * pulled) / diagonal, diagonal > 0.0);
}

/// Density of the force with which a link pulls, and its length then: see above. `all`: with what it has pulled with before.
fn pullDensity(pull: f32, all: f32, restLength: f32, compliance: f32, strainLimit: f32) -> vec2f {
  let endLength = restLength + min(compliance * max(all, 0.0), strainLimit * restLength);
  return vec2f(pull / endLength, endLength);
}

/// Most of q w / dt^2 that a push is kept with [1/s2]. It acts along links that have turned since, and lets a zigzag grow at the rate of
/// 2 sqrt(q w) / dt. Twice as much throws up heavy cloth that falls together; nothing at all leaves sheets that are pushed together on a ball too soft.
const KEPT_PUSH = 6000.0;

/// What a line keeps of a pull for its next substep: all of it, but only so much of a push.
fn keptPull(pull: f32, restLength: f32, inverseMass: f32, seconds: f32) -> f32 {
  return max(pull, -KEPT_PUSH * seconds * seconds * restLength / max(inverseMass, 1e-30));
}

/// What linkRow takes for alpha of the skew of a cell, so that one relaxation in four colors ends with the skew that alpha asks for.
///
/// Let a cell be moved by L = C / D. The corners of cells of the last two colors have been moved by cells across from them, each of which
/// adds w L to C; what cells beside them do cancels out. The mean strength is then (C / D) (1 + w / 2D). It is C / alpha if
/// D = (alpha + sqrt(alpha (alpha + 2 w))) / 2; D = w leaves no skew in a cell, and is the least.
fn skewAlpha(alpha: f32, inverseMass: f32) -> f32 {
  return max(0.5 * (alpha + sqrt(alpha * (alpha + 2.0 * inverseMass))) - inverseMass, 0.0);
}
