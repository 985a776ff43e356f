// The counter of crossings itself: figures that can be counted by hand, and points that are lost.
import { countCrossings, sheetOf, type Sheet } from "./crossings.js";

/** A square of two triangles through (0, 0, z), in the plane of x and y, or of x and z. */
function square(isUpright: boolean, z = 0): Sheet {
  const corners = [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ];
  const points = corners.flatMap(([a, b]) => (isUpright ? [0.5 * a + 0.1, 0.03, 0.5 * b + z] : [a, b, z]));
  return { points: Float64Array.from(points), triangles: Uint32Array.of(0, 1, 2, 1, 3, 2) };
}

test("squares that lie apart do not cross", () => {
  expect(countCrossings([square(false), square(false, 0.1)])).toBe(0);
  expect(countCrossings([square(false), square(true, 0.6)])).toBe(0);
});

test("squares that stand in each other cross in each pair of triangles that the common line leads through", () => {
  // The line y = 0.03, z = 0 from x = -0.4 to 0.6 changes the triangle of the lying square at x = -0.03, of the standing one at x = 0.1.
  expect(countCrossings([square(false), square(true)])).toBe(3);
});

test.each([NaN, Infinity])("a point with the coordinate %p is refused by name", (lost) => {
  const sheet = square(false);
  sheet.points[3 * 2 + 1] = lost;
  expect(() => countCrossings([square(true), sheet])).toThrow(
    `Sheet 1: point 2 is (-1, ${lost.toString()}, 0), must be finite.`,
  );
});

test("a net with one lost control point is refused, not counted as free of crossings", () => {
  const net = new Float32Array(3 * 16).map((_, k) => [Math.floor(k / 3) % 4, Math.floor(k / 12), 0][k % 3]);
  expect(countCrossings([sheetOf(net, 4, 4)])).toBe(0);
  net[3 * 5] = NaN;
  expect(() => countCrossings([sheetOf(net, 4, 4)])).toThrow(RangeError);
});
