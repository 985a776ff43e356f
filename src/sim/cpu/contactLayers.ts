// Which way each particle of a cloth faces that meets others or itself, and how thick the cloth is there, on the CPU. Twin of lastLayer in
// gatherCloths.compute.wgsl, of layerAt in gridSelfContact.wgsl, and of normalAndSag.
import type { RestGrid } from "../restGrid.js";
import { unitOrZero } from "./functions/chord.js";
import { layerThickness } from "./functions/clothContact.js";
import { createVector, cross, dot, loadDifference, scale, store } from "./vectors.js";

const { abs, max } = Math;

const alongU = createVector();
const alongV = createVector();
const normal = createVector();
const bend = createVector();

/**
 * @param restGrid - The cloth at rest.
 * @param positions - Where its particles are [m], shape [count, 3].
 * @param thickness - Of the cloth [m].
 * @param time - For which others know where it is [s].
 * @param layers - Receives the normals of particles, as long as the cloth is thick there [m]; shape [count, 3].
 * @param sagPart - SELF_SAG, where a cloth meets itself.
 */
export function findLayers(
  restGrid: RestGrid,
  positions: Float32Array,
  thickness: number,
  time: number,
  layers: Float32Array,
  sagPart = 1,
): void {
  const { countU, countV, particleCount } = restGrid;
  for (let i = 0; i < particleCount; i++) {
    const column = i % countU;
    const row = (i - column) / countU;
    // Where the sheet ends, the particle itself.
    const beside = (at: number, isThere: boolean): number => 3 * (isThere && restGrid.has(at) ? at : i);
    const [right, left] = [beside(i + 1, column + 1 < countU), beside(i - 1, column > 0)];
    const [above, below] = [beside(i + countU, row + 1 < countV), beside(i - countU, row > 0)];
    loadDifference(alongU, positions, right, left);
    loadDifference(alongV, positions, above, below);
    unitOrZero(normal, cross(normal, alongU, alongV));
    const sag = (one: number, other: number): number => {
      for (let axis = 0; axis < 3; axis++) {
        bend[axis] = positions[one + axis] + positions[other + axis] - 2 * positions[3 * i + axis];
      }
      return 0.5 * abs(dot(bend, normal));
    };
    const thick = layerThickness(thickness, sagPart * max(sag(right, left), sag(above, below)), time);
    store(layers, 3 * i, scale(normal, normal, thick));
  }
}
