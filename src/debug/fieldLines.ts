// The surface of a distance field as the solver sees it: where layers of its grid cross it.
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { WorldShape } from "../colliders/colliderTypes.js";

/** About so many layers along each axis are drawn. */
const LAYERS = 12;

/** By the rows of a field, which are new ones whenever its shape changes. */
const known = new WeakMap<Float32Array, readonly number[]>();

/**
 * @param shape - A field in the world.
 * @returns Lines in the axes of the shape, shape [lines, 2, 3].
 */
export function zeroLines({ planes, field }: WorldShape): readonly number[] {
  if (!planes || !field) {
    return [];
  }
  let lines = known.get(planes);
  if (!lines) {
    lines = findLines(planes, field);
    known.set(planes, lines);
  }
  return lines;
}

function findLines(rows: Float32Array, { values, counts }: NonNullable<WorldShape["field"]>): readonly number[] {
  const strides = [1, counts[0], counts[0] * counts[1]];
  // From cells to the axes of the shape; flat ones have no way back and no surface.
  const toCells = Matrix.FromValues(
    ...([rows[0], rows[4], rows[8], 0] as const),
    ...([rows[1], rows[5], rows[9], 0] as const),
    ...([rows[2], rows[6], rows[10], 0] as const),
    ...([0, 0, 0, 1] as const),
  );
  if (toCells.determinant() === 0) {
    return [];
  }
  const fromCells = toCells.invert();
  const lines: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const step = Math.max(Math.round(counts[axis] / LAYERS), 1);
    for (let layer = 0; layer < counts[axis]; layer += step) {
      for (let i = 0; i + 1 < counts[u]; i++) {
        for (let j = 0; j + 1 < counts[v]; j++) {
          const first = layer * strides[axis] + i * strides[u] + j * strides[v];
          for (const [s, t] of crossingsOf(values, first, strides[u], strides[v])) {
            const place = [0, 0, 0];
            place[axis] = layer;
            place[u] = i + s;
            place[v] = j + t;
            const centered = Vector3.FromArray(place.map((at, k) => at - (counts[k] - 1) / 2));
            lines.push(...Vector3.TransformCoordinates(centered, fromCells).asArray());
          }
        }
      }
    }
  }
  return lines;
}

/** Where the sign changes on the border of a square: two points, or four where two lines cross it. */
function crossingsOf(
  values: Float32Array,
  first: number,
  u: number,
  v: number,
): readonly (readonly [number, number])[] {
  const [a, b, c, d] = [values[first], values[first + u], values[first + u + v], values[first + v]];
  const share = (from: number, to: number): number => from / (from - to);
  const found: [number, number][] = [];
  if (a < 0 !== b < 0) found.push([share(a, b), 0]);
  if (b < 0 !== c < 0) found.push([1, share(b, c)]);
  if (c < 0 !== d < 0) found.push([1 - share(c, d), 1]);
  if (d < 0 !== a < 0) found.push([0, 1 - share(d, a)]);
  return found;
}
