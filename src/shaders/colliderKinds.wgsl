const SPHERE = 0u;
const PLANE = 1u;
const ELLIPSOID = 2u;
const BOX = 3u;
const CAPSULE = 4u;
const CONVEX = 5u;
/// A cloth looks for the colliders nearby in a mask of so many bits.
const MAX_COLLIDERS = 64u;
/// Impulses are summed as whole numbers, in any order the same: so many are one N s.
const IMPULSE_UNIT = 4194304.0;
