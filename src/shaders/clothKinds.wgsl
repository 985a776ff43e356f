// Cloth.carryMode
const NOT_CARRIED = 0u;
const CARRIED = 1u;
const TELEPORTED = 2u;
// Cloth.closed
const CLOSED_U = 1u;
const CLOSED_V = 2u;
// Cloth.warpSolver and weftSolver: whole lines at once, or link by link.
const STIFF_THREADS = 0u;
const FAST_THREADS = 1u;
// Particle.hold of a free particle that was pinned until now.
const RELEASED = -1.0;
// Particle.hold of a pinned particle: at its position in the mesh, to be pinned where it is, or from here on following the
// target of that number.
const ON_MESH = 0.0;
const PIN_HERE = -1.0;
const FIRST_TARGET = 1.0;
// Cloth.freedom, how it can move as one body: not at all, in every way, or about the point or the line where all of its pins are.
const NO_FREEDOM = 0u;
const UNPINNED = 1u;
const TURNS_ABOUT_POINT = 2u;
const TURNS_ABOUT_LINE = 3u;
// Links of a particle that live: to the one on its right, above it, across to the right, across from right to above; and the bends
// over it along u and v.
const LINK_WARP = 1u;
const LINK_WEFT = 2u;
const LINK_SHEAR = 4u;
const LINK_SHEAR_ACROSS = 8u;
const LINK_BEND_WARP = 16u;
const LINK_BEND_WEFT = 32u;
const ALL_LINKS = 63u;
