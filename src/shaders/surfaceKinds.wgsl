// How finely a surface is drawn: struct Surface, mode.
/// No eye sees it: nothing is drawn.
const HIDDEN = 0u;
/// So that the error is below its tolerance.
const BY_ERROR = 1u;
const BY_DISTANCE = 2u;
/// A grid that has nothing to do with the knots.
const FIXED = 3u;
/// Each patch on its own, see evaluateCutSurface.
const CUT = 4u;
/// Each patch on its own, as far as the outline of the sheet leaves it, see evaluateTrimmedSurface.
const TRIMMED = 5u;

// Surface.faces
const FRONT_FACE = 1u;
const BACK_FACE = 2u;

/// vec4f of a vertex: position 3, normal 3, tangent 4, uv 2.
const VERTEX_VECTORS = 3u;
/// Vertices or quads that a workgroup of evaluateSurface does.
const CHUNK_ITEMS = 128u;
const QUAD_INDICES = 6u;
/// All demands together fit into 32 bits in this.
const DEMAND_UNIT = 8u;

/// Control nets of more spans than this are large: measureSurface measures them.
const MAX_COARSE_SPANS = 1024u;
/// Cells of a large net, at most.
const MAX_FINE_CELLS = 4096u;

/// Words of a trimmed vertex: its patch; its place along u and v in 16 bits each.
const TRIM_VERTEX_WORDS = 2u;
/// Corners of a trimmed quad. Of an edge: two corners, so that the cloth is on their left, patch, and side.
const TRIM_QUAD_WORDS = 4u;
/// The last place of a patch.
const LAST_PLACE = 65535u;

// Where an edge of trimmed triangles is: on the outline, or on a side of its patch.
const TRIM_OUTLINE = 0u;
const TRIM_BELOW = 1u;
const TRIM_RIGHT = 2u;
const TRIM_ABOVE = 3u;
const TRIM_LEFT = 4u;
/// Quads that are kept for each surface: one and the rim, for both faces.
const MIN_QUADS = 10u;
