// What the kernels write for each vertex of a surface.
import { constants } from "../../shaders/shaders.gen.js";

/** Floats of one vertex: position 3, normal 3, tangent 4, uv 2. */
export const VERTEX_FLOATS = 4 * constants.VERTEX_VECTORS;
/** Floats before each attribute of a vertex. */
export const VERTEX_OFFSETS = { position: 0, normal: 3, tangent: 6, uv: 10 };
