// Which way each particle of a cloth that meets others faces, on the CPU. Twin of normalAt in gatherCloths.compute.wgsl.
import type { RestGrid } from "../restGrid.js";
import { unitOrZero } from "./functions/chord.js";
import { createVector, cross, loadDifference, store } from "./vectors.js";

const alongU = createVector();
const alongV = createVector();
const normal = createVector();

/**
 * @param restGrid - The cloth at rest.
 * @param positions - Where its particles are [m], shape [count, 3].
 * @param normals - Receives their normals, of length one; shape [count, 3].
 */
export function findNormals(restGrid: RestGrid, positions: Float32Array, normals: Float32Array): void {
  const { countU, countV, particleCount } = restGrid;
  for (let i = 0; i < particleCount; i++) {
    const column = i % countU;
    const row = (i - column) / countU;
    // Where the sheet ends, the particle itself.
    const beside = (at: number, isThere: boolean): number => 3 * (isThere && restGrid.has(at) ? at : i);
    loadDifference(alongU, positions, beside(i + 1, column + 1 < countU), beside(i - 1, column > 0));
    loadDifference(alongV, positions, beside(i + countU, row + 1 < countV), beside(i - countU, row > 0));
    store(normals, 3 * i, unitOrZero(normal, cross(normal, alongU, alongV)));
  }
}
