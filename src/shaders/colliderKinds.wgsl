const SPHERE = 0u;
const PLANE = 1u;
const ELLIPSOID = 2u;
const BOX = 3u;
const CAPSULE = 4u;
const CONVEX = 5u;
const FIELD = 6u;
const DEPTH = 7u;
// A capsule that keeps cloth inside.
const INNER_CAPSULE = 8u;
/// Height of a texel of a depth map that shows no surface [m].
const EMPTY_TEXEL = -1000000000.0;
/// A cloth looks for the colliders nearby in a mask of so many bits.
const MAX_COLLIDERS = 64u;
/// Impulses [N s, N m s], ways [m] and turns [rad] are summed as whole numbers, in any order the same: so many are one.
const IMPULSE_UNIT = 4194304.0;
/// And mass of cloth over mass of a body.
const LOAD_UNIT = 262144.0;
/// Words of a collider in `impulses`. First what cloth has done to its body since the start: linear and angular impulse about the center of
/// mass, way and turn.
const BODY_WORDS = 48u;
const BODY_SUMS = 12u;
/// What of it the host has handed on.
const BODY_HANDED = 12u;
/// Impulses of this substep, and mass that they move over that of the body; the same of the last substep.
const BODY_FRESH = 24u;
const BODY_FRESH_LOAD = 30u;
const BODY_LOAD = 31u;
/// The sums as a step or a part of it found them: what is undone has done nothing.
const BODY_START = 32u;
/// Sums of the contacts of a collider, in as many words as BODY_WORDS: impulse on it; normals and points, each times the impulse; the impulse
/// without its direction. So many are the mass of the cloth times 1 m/s.
const CONTACT_UNIT = 67108864.0;
const CONTACT_SUMS = 10u;
const CONTACT_NORMAL = 3u;
const CONTACT_POINT = 6u;
const CONTACT_WEIGHT = 9u;
/// Each sum goes on in a second word, so that neither long steps nor hard blows wrap it around: 64 bits, the low ones first.
const CONTACT_HIGH = 10u;
const CONTACT_START = 20u;
/// Points count for less, so that those of large cloths fit.
const CONTACT_PLACE = 0.125;
