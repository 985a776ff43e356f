// Distances of a field as the GPU reads them: the eight corners of a cell in two vectors, one after the other.
import type { FieldSamples } from "./clothStep.js";

/** Corners of a square, one a component. */
const CORNERS = 4;

/** @returns Memory of the squares of a grid on the GPU [bytes]. */
export function squareBytes([countX, countY, countZ]: FieldSamples["counts"]): number {
  return Float32Array.BYTES_PER_ELEMENT * CORNERS * (countX - 1) * (countY - 1) * countZ;
}

/**
 * @param field - Its samples are in up to four squares each.
 * @returns Squares of the grid across z, each with the samples at its corners, x fastest: shape [y, x, z, 4]. A cell is a square and the next one.
 */
export function squaresOf({ values, counts }: FieldSamples): Float32Array<ArrayBuffer> {
  const [countX, countY, countZ] = counts;
  const squares = new Float32Array(squareBytes(counts) / Float32Array.BYTES_PER_ELEMENT);
  let at = 0;
  for (let j = 0; j + 1 < countY; j++) {
    for (let i = 0; i + 1 < countX; i++) {
      for (let k = 0; k < countZ; k++, at += CORNERS) {
        const corner = i + (j + k * countY) * countX;
        squares[at] = values[corner];
        squares[at + 1] = values[corner + 1];
        squares[at + 2] = values[corner + countX];
        squares[at + 3] = values[corner + countX + 1];
      }
    }
  }
  return squares;
}
