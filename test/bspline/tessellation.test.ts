import { gridIndices, segmentsAtDistance } from "../../src/bspline/tessellation.js";

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
