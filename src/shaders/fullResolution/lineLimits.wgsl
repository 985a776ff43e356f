// Numbers that the kernels of full resolution and their twin share.

/// Links of coarser levels pull from this part of their length at rest on. Where they are shorter the cloth may be wrinkled, and what finer
/// levels can do they leave to them: else they keep loose cloth moving.
const COARSER_LENGTH = 1.003;
/// Part of the strain limit to which a thread is shortened, so that its neighbours do not end beyond the limit.
const LIMIT_SHARE = 0.9;
/// Nodes of a cell of a level: of so many bits, each tells whether a particle of the cell hangs together with it. See cutLevels.ts.
const CELL_NODES = 4u;
/// Bits of a word of links that are before those.
const LINK_BITS = 8u;
/// How often the coarsest level is relaxed in a substep: at pins it carries the weight of much cloth.
const COARSEST_SWEEPS = 2u;
