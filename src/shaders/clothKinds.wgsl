// Cloth.carryMode
const NOT_CARRIED = 0u;
const CARRIED = 1u;
const TELEPORTED = 2u;
// Cloth.closed
const CLOSED_U = 1u;
const CLOSED_V = 2u;
// Particle.hold of a free particle that was pinned until now.
const RELEASED = -1.0;
// Particle.hold of a pinned particle: on its place in the mesh, to be pinned where it is, or from here on following the
// target of that number.
const ON_MESH = 0.0;
const PIN_HERE = -1.0;
const FIRST_TARGET = 1.0;
