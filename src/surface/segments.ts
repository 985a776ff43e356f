import { segmentsAtDistance, segmentsWithin, type Segments } from "../bspline/tessellation.js";
import type { Cloth } from "../cloth/cloth.js";
import type { Eyes } from "./eyes.js";

/**
 * How finely to draw a cloth where one grid has to do for all of it: on the CPU.
 *
 * @param mesh - The cloth, with its bounds up to date.
 * @param positions - Its control points [m], shape [particles, 3].
 * @param eyes - Who sees it.
 * @returns Whole segments.
 */
export function segmentsFor(mesh: Cloth, positions: ArrayLike<number>, eyes: Eyes): Segments {
  const { tessellation, restGrid } = mesh;
  const { centerWorld, radiusWorld } = mesh.getBoundingInfo().boundingSphere;
  switch (tessellation.mode) {
    case "error": {
      const tolerance = tessellation.pixels / eyes.pixelsPerMeter(centerWorld, radiusWorld);
      return segmentsWithin(tolerance, positions, restGrid.countU, restGrid.countV);
    }
    case "distance": {
      const level = segmentsAtDistance(eyes.distanceTo(centerWorld, radiusWorld), tessellation);
      return whole(segmentsOf(mesh, Math.round(level)));
    }
    case "fixed":
      return whole(segmentsOf(mesh, tessellation.level));
  }
}

/**
 * @param mesh - The cloth.
 * @param level - Segments along its longer side.
 * @returns As many as the lengths of both sides ask for, not whole.
 */
export function segmentsOf({ restGrid: { sizeU, sizeV } }: Cloth, level: number): Segments {
  const longer = Math.max(sizeU, sizeV);
  return { u: (level * sizeU) / longer, v: (level * sizeV) / longer };
}

function whole({ u, v }: Segments): Segments {
  const up = (segments: number): number => Math.max(Math.ceil(segments - 1e-9), 1);
  return { u: up(u), v: up(v) };
}
