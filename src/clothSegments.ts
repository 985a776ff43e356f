import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { segmentsAtDistance, type Segments } from "./bspline/tessellation.js";
import type { ClothMesh } from "./clothMesh.js";
import type { ClothTessellation } from "./clothOptions.js";

/**
 * @param mesh - The cloth, with its bounds up to date.
 * @param eyes - Positions of the cameras in the world; the nearest one counts.
 * @returns How finely to draw the cloth.
 */
export function segmentsFor(mesh: ClothMesh, eyes: readonly Vector3[]): Segments {
  const { tessellation } = mesh;
  if (tessellation.mode === "fixed") {
    return segmentsOf(mesh, tessellation.level);
  }
  const { centerWorld, radiusWorld } = mesh.getBoundingInfo().boundingSphere;
  let distance = Infinity;
  for (const eye of eyes) {
    distance = Math.min(distance, Vector3.Distance(eye, centerWorld));
  }
  return segmentsOf(mesh, segmentsAtDistance(Math.max(distance - radiusWorld, 0), tessellation));
}

/**
 * @param mesh - The cloth.
 * @returns The finest that its tessellation allows.
 */
export function mostSegments(mesh: ClothMesh): Segments {
  return segmentsOf(mesh, finest(mesh.tessellation));
}

function finest(tessellation: ClothTessellation): number {
  return tessellation.mode === "fixed" ? tessellation.level : tessellation.max;
}

/** The longer side gets `level` segments, the other as many as its length asks for. */
function segmentsOf({ sheet: { sizeU, sizeV } }: ClothMesh, level: number): Segments {
  const longer = Math.max(sizeU, sizeV);
  const along = (length: number): number => Math.max(Math.ceil((level * length) / longer - 1e-9), 1);
  return { u: along(sizeU), v: along(sizeV) };
}
