// What follows from a rest shape as its mesh scales it, once for each rest grid and scale.
import { mat3, type ReadonlyMat3 } from "gl-matrix";
import { metricOf } from "./points.js";
import type { RestGrid } from "./restGrid.js";

const IDENTITY = mat3.create();

/** Computes something from a rest grid in the axes of its mesh, column by column, shape [9]. */
type Cook = (restGrid: RestGrid, linear: ReadonlyMat3) => Float32Array<ArrayBuffer>;

/**
 * @param cook - Computes what does not change as the mesh turns.
 * @returns The same; the result for meshes that are not scaled is shared by all cloths of a rest grid.
 */
export function sharedByTurns(cook: Cook): Cook {
  const unscaled = new WeakMap<RestGrid, Float32Array<ArrayBuffer>>();
  return (restGrid, linear) => {
    if (!isTurn(linear)) {
      return cook(restGrid, linear);
    }
    const known = unscaled.get(restGrid) ?? cook(restGrid, IDENTITY);
    unscaled.set(restGrid, known);
    return known;
  };
}

/** Whether a matrix keeps all lengths. */
function isTurn(linear: ReadonlyMat3): boolean {
  return metricOf(linear).every((product, i) => Math.abs(product - IDENTITY[i]) <= 1e-5);
}
