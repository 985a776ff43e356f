// Lines that end at seams: see seamLines.ts. Their twin shares these numbers.

/// Bits of SewnParticle.end.
const ENDS_LINE = 1u;
const ENDS_COLUMN = 2u;
const ENDS_LAST = 4u;

/// Of an entry of sewnEnds: the line leads away from the seam, so it answers what the seam pulls at its end. Else the seam leads along it.
const ANSWERS = 2147483648u;

/// Rounds of Jacobi's method for stitches, before lines move and after it. Each reaches one piece of cloth further; more of them change little.
const SEAM_ROUNDS = 4u;
/// Part of its mobility by which a stitch moves more easily, so that what nothing moves does not divide by zero.
const PIVOT = 1e-6;

/// What is known of the particles of stitches, a vector each. Where they are, inverse masses in w; where they were as the step began.
const HERE = 0u;
const BEFORE = 1u;
/// Of the line that ends there: the way to its next particle; what its first link pulls with when it, or that at the other end, is longer by one.
const TO_NEXT = 2u;
const COUPLINGS = 3u;
/// Once lines have moved: the way of the particle, and in w how far a unit of pull at it moves it; how far one at the other end does, in y.
const MOVED = 4u;
const MOBILITIES = 5u;
/// Vectors of a particle.
const SEAM_VECTORS = 6u;
