import type { SurfaceInput } from "../bspline/gpu/surfacePass.js";
import type { Cloth } from "../cloth/cloth.js";
import { segmentsOf } from "./segments.js";
import { constants } from "../shaders/shaders.gen.js";

const { BACK_FACE, BY_DISTANCE, BY_ERROR, CLOSED_U, CLOSED_V, FIXED, FRONT_FACE } = constants;

/**
 * @param mesh - The cloth.
 * @returns How it is drawn, as the surface pass takes it: all that does not change from frame to frame.
 */
export function surfaceInputOf(mesh: Cloth): Partial<SurfaceInput> {
  const { definition, restGrid, tessellation } = mesh;
  const { front, back, frontUVs, backUVs, halfThickness } = definition.faces;
  return {
    countU: restGrid.countU,
    countV: restGrid.countV,
    closed: (restGrid.closedU ? CLOSED_U : 0) + (restGrid.closedV ? CLOSED_V : 0),
    faces: (front ? FRONT_FACE : 0) + (back ? BACK_FACE : 0),
    frontUVs,
    backUVs,
    halfThickness,
    tangentSign: tangentSignOf(mesh),
    ...finenessOf(mesh, tessellation),
  };
}

/**
 * Without tangents, Babylon takes them from the derivatives of the texture coordinates on the screen, which come out reversed in
 * left-handed scenes; normal maps are painted for that. A cloth looks as any ground does.
 *
 * @param mesh - The cloth.
 * @returns Factor of the tangents along u.
 */
export function tangentSignOf(mesh: Cloth): number {
  return mesh.getScene().useRightHandedSystem ? 1 : -1;
}

function finenessOf(mesh: Cloth, tessellation: Cloth["tessellation"]): Partial<SurfaceInput> {
  switch (tessellation.mode) {
    case "error":
      return { mode: BY_ERROR, tolerance: tessellation.pixels };
    case "distance": {
      const { near, far, min, max } = tessellation;
      const { countU, countV } = mesh.restGrid;
      const perSpan = (level: number): number[] => {
        const { u, v } = segmentsOf(mesh, level);
        return [u / (countU - 2), v / (countV - 2)];
      };
      return { mode: BY_DISTANCE, near, far, minSegments: perSpan(min), maxSegments: perSpan(max) };
    }
    case "fixed": {
      const { u, v } = segmentsOf(mesh, tessellation.level);
      return { mode: FIXED, maxSegments: [Math.ceil(u - 1e-9), Math.ceil(v - 1e-9)] };
    }
  }
}
