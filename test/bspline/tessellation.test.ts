import { gridIndices, segmentsAtDistance, segmentsWithin } from "../../src/bspline/tessellation.js";
import { note } from "../support/note.js";
import { SplineReference } from "../support/splineReference.js";

const mode = { near: 2, far: 50, min: 8, max: 64 };

test("the nearer the finer, within the limits", () => {
  expect(segmentsAtDistance(0, mode)).toBe(64);
  expect(segmentsAtDistance(2, mode)).toBe(64);
  expect(segmentsAtDistance(50, mode)).toBe(8);
  expect(segmentsAtDistance(Infinity, mode)).toBe(8);
  const distances = Array.from({ length: 200 }, (_, i) => i / 2);
  const segments = distances.map((distance) => segmentsAtDistance(distance, mode));
  segments.forEach((count, i) => {
    expect(count).toBeLessThanOrEqual(segments[Math.max(i - 1, 0)]);
    expect(Number.isInteger(count)).toBe(true);
  });
});

test("the triangles of a grid cover it once, wound alike", () => {
  const segments = { u: 5, v: 3 };
  const indices = gridIndices(segments);
  expect(indices).toHaveLength(6 * 15);
  const position = (index: number): [number, number] => [index % 6, Math.floor(index / 6)];
  let area = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i], indices[i + 1], indices[i + 2]].map(position);
    const signed = ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
    expect(signed).toBe(0.5);
    area += signed;
  }
  expect(area).toBe(15);
});

/** Distance of the bilinear quads' centers and edges from the surface, the greatest. */
function errorOf(net: Float32Array, count: number, segments: { u: number; v: number }): number {
  const exact = new SplineReference(net, count, count);
  const at = (i: number, j: number): Float64Array => exact.pointAt(i / segments.u, j / segments.v, new Float64Array(3));
  let worst = 0;
  for (let j = 0; j < segments.v; j++) {
    for (let i = 0; i < segments.u; i++) {
      // Both triangles of a quad have its diagonal.
      const [from, to, middle] = [at(i, j), at(i + 1, j + 1), at(i + 0.5, j + 0.5)];
      worst = Math.max(worst, Math.hypot(...[0, 1, 2].map((axis) => (from[axis] + to[axis]) / 2 - middle[axis])));
    }
  }
  return worst;
}

test.each([0.3, 0.1, 0.01, 1e-3])("a bowl is drawn within %d m, and not much better", (tolerance) => {
  const count = 10;
  const net = new Float32Array(3 * count * count);
  for (let j = 0; j < count; j++) {
    for (let i = 0; i < count; i++) {
      const [x, y] = [i - (count - 1) / 2, j - (count - 1) / 2];
      net.set([x, y, 0.2 * (x * x + y * y)], 3 * (j * count + i));
    }
  }
  const segments = segmentsWithin(tolerance, net, count, count);
  const error = errorOf(net, count, segments);
  note("error of a bowl", { tolerance, error, segments });
  expect(error).toBeLessThanOrEqual(tolerance);
  // A power of two may leave a quarter of the error; the first and the last span are bent more than all others.
  expect(error).toBeGreaterThan(tolerance / 8);
});
