import { distance } from "../points.js";
import type { RestGrid } from "../restGrid.js";
import { contactGrowth } from "./functions/selfContact.js";

/**
 * How much larger particles are that keep cloth apart, by the quads around them.
 *
 * @param restGrid - Says which particles make quads.
 * @param positions - Shape [particleCount, 3].
 * @param spacing - Distance of neighbours at rest [m].
 * @param growths - Takes them, shape [particleCount].
 */
export function findGrowths(restGrid: RestGrid, positions: Float32Array, spacing: number, growths: Float32Array): void {
  const { countU, countV } = restGrid;
  const diagonals = growths.fill(0);
  for (let row = 0; row + 1 < countV; row++) {
    for (let column = 0; column + 1 < countU; column++) {
      const first = row * countU + column;
      const quad = [first, first + 1, first + countU, first + countU + 1];
      if (quad.every((particle) => restGrid.has(particle))) {
        const longest = Math.max(distance(positions, quad[0], quad[3]), distance(positions, quad[1], quad[2]));
        for (const particle of quad) {
          diagonals[particle] = Math.max(diagonals[particle], longest);
        }
      }
    }
  }
  diagonals.forEach((diagonal, i) => (growths[i] = contactGrowth(diagonal, spacing)));
}
