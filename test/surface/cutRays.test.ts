// Rays that meet a cut surface at its border.
import { CutRays } from "../../src/surface/cutRays.js";
import type { SurfaceLayout } from "../../src/surface/surfaceLayout.js";
import { randomNumbers } from "../support/random.js";

const corners = [
  [1, 0],
  [0, 0],
  [0, 1],
] as const;

/** One triangle, whose side from its second to its third corner is the border u = 0. */
function raysAt(points: readonly (readonly number[])[]): CutRays {
  const layout: Pick<SurfaceLayout, "vertexCount" | "indices" | "evaluate"> = {
    vertexCount: 3,
    indices: Uint32Array.of(0, 1, 2),
    evaluate: (_points, point, visit) => {
      corners.forEach(([u, v], number) => {
        point.position.set(points[number]);
        visit(number, u, v);
      });
    },
  };
  const rays = new CutRays(layout as SurfaceLayout);
  rays.setPoints([]);
  return rays;
}

const random = randomNumbers(7);
const vector = (): number[] => [random(), random(), random()];

test("a hit at the border has parameters of the surface: rounding leads none beyond it", () => {
  let hits = 0;
  for (let k = 0; k < 20000; k++) {
    const points = corners.map(vector);
    const [along, origin] = [random(), vector()];
    const direction = origin.map((from, axis) => points[1][axis] * (1 - along) + points[2][axis] * along - from);
    const hit = raysAt(points).intersect({ origin, direction, length: 10 });
    if (hit) {
      hits++;
      expect(hit.u).toBeGreaterThanOrEqual(0);
    }
  }
  expect(hits).toBeGreaterThan(5000);
});

test("a ray from afar hits where it leads", () => {
  for (let k = 0; k < 100; k++) {
    const points = corners.map(vector);
    const origin = vector().map((coordinate) => 1e4 * (coordinate - 0.5));
    const [b, c] = [0.5 * random(), 0.5 * random()];
    const end = origin.map((_, axis) => (1 - b - c) * points[0][axis] + b * points[1][axis] + c * points[2][axis]);
    const direction = end.map((coordinate, axis) => coordinate - origin[axis]);
    const hit = raysAt(points).intersect({ origin, direction, length: 2 });
    expect(hit?.u).toBeCloseTo(1 - b - c, 6);
    expect(hit?.v).toBeCloseTo(c, 6);
    expect(hit?.distance).toBeCloseTo(1, 9);
  }
});
