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
