// A surface that is evaluated where its cloth is solved. Nothing here needs Babylon.
import { vec3, type ReadonlyMat3 } from "gl-matrix";
import type { Segments } from "../../bspline/tessellation.js";
import type { CpuSurface } from "../../surface/cpuSurface.js";

/** Attributes that change from step to step, as CpuSurface.attribute gives them. */
export type MovedVertices = Readonly<Record<"position" | "normal" | "tangent", Float32Array<ArrayBuffer>>>;

/** How a surface is to be evaluated: see CpuSurface. */
export interface SurfaceShape {
  readonly segments: Segments;
  readonly links: Uint32Array | null;
}

/** All vertices: see CpuSurface. */
export interface EvaluatedSurface extends MovedVertices {
  readonly vertices: Float32Array<ArrayBuffer>;
}

/** They, with what was asked for. */
export interface ShapedSurface extends EvaluatedSurface {
  readonly shape: SurfaceShape;
}

/**
 * @param surface - That has been evaluated.
 * @returns Copies of what moves.
 */
export function movedVerticesOf(surface: CpuSurface): MovedVertices {
  return {
    position: surface.attribute("position"),
    normal: surface.attribute("normal"),
    tangent: surface.attribute("tangent"),
  };
}

/**
 * @param out - Receives the control points, local to the mesh, shape [particles, 3].
 * @param positions - The same in the frame of the cloth [m].
 * @param toLocal - From there to the mesh, column by column, shape [9].
 */
export function localNet(out: Float32Array, positions: Float32Array, toLocal: ReadonlyMat3): void {
  out.set(positions);
  vec3.forEach(out, 3, 0, 0, vec3.transformMat3, toLocal);
}
