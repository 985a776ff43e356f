// Samples of a field as the GPU reads them.
import { squareBytes, squaresOf } from "../../src/sim/fieldSquares.js";

test("two vectors in a row have the eight corners of a cell, every cell of a grid", () => {
  const counts = [3, 4, 5] as const;
  const [countX, countY, countZ] = counts;
  const sampleAt = (i: number, j: number, k: number): number => i + 10 * j + 100 * k;
  const values = Float32Array.from({ length: countX * countY * countZ }, (_, at) =>
    sampleAt(at % countX, Math.floor(at / countX) % countY, Math.floor(at / (countX * countY))),
  );
  const squares = squaresOf({ values, counts });
  expect(squares.byteLength).toBe(squareBytes(counts));
  expect(squares).toHaveLength(4 * 2 * 3 * 5);
  for (let i = 0; i < countX - 1; i++) {
    for (let j = 0; j < countY - 1; j++) {
      for (let k = 0; k < countZ - 1; k++) {
        const first = 4 * ((j * (countX - 1) + i) * countZ + k);
        const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
          sampleAt(i + (bits & 1), j + ((bits >> 1) & 1), k + (bits >> 2)),
        );
        expect([...squares.subarray(first, first + 8)]).toEqual(corners);
      }
    }
  }
});
