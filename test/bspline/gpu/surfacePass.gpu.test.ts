import { VERTEX_FLOATS } from "../../../src/bspline/gpu/vertexLayout.js";
import { degreesBetween, referencePoint } from "../../support/coxDeBoor.js";
import { crumpledNet, randomNumbers } from "../../support/random.js";
import { attributeOf, SurfaceRun, type DrawnNet } from "../../support/surfaceRun.js";
import { useOnDevice } from "../../support/useGpu.js";

const surface = useOnDevice((device) => SurfaceRun.CreateAsync(device));

/** Every vertex against a float64 evaluation at its own texture coordinates. */
function expectExact({ vertices }: DrawnNet, net: Float32Array, countU: number, countV: number): void {
  let worstDistance = 0;
  let worstAngle = 0;
  for (let i = 0; i < vertices.length / VERTEX_FLOATS; i++) {
    const [u, v] = attributeOf(vertices, i, "uv", 2);
    const reference = referencePoint(net, countU, countV, u, v);
    const position = attributeOf(vertices, i, "position", 3);
    worstDistance = Math.max(worstDistance, Math.hypot(...position.map((c, axis) => c - reference.position[axis])));
    worstAngle = Math.max(
      worstAngle,
      degreesBetween(attributeOf(vertices, i, "normal", 3), reference.normal),
      degreesBetween(attributeOf(vertices, i, "tangent", 3), reference.tangent),
    );
    expect(attributeOf(vertices, i, "tangent", 4)[3]).toBe(-1);
  }
  expect(worstDistance).toBeLessThan(1e-6);
  expect(worstAngle).toBeLessThan(0.01);
}

test.each([
  [3, 3],
  [3, 32],
  [4, 5],
  [8, 8],
  [16, 16],
  [64, 64],
])("a %i x %i surface is that of the textbook, border and knots included", async (countU, countV) => {
  const net = crumpledNet(countU, countV, randomNumbers(countU * 100 + countV));
  // Twice the spans: every second row of vertices lies on a knot. And a number that has nothing to do with them.
  for (const [u, v] of [
    [2 * (countU - 2), 2 * (countV - 2)],
    [7, 13],
  ]) {
    const [drawn] = await surface().made.draw([{ net, countU, countV, input: { maxSegments: [u, v] } }]);
    expect(drawn.vertices).toHaveLength((u + 1) * (v + 1) * VERTEX_FLOATS);
    expect(drawn.indices).toHaveLength(6 * u * v);
    expectExact(drawn, net, countU, countV);
    expectWhole(drawn);
  }
});

/** Triangles of one face cover the unit square of parameters once, wound alike. */
function expectWhole({ vertices, indices }: DrawnNet): void {
  let area = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => attributeOf(vertices, indices[i + k], "uv", 2));
    const double = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    expect(double).toBeGreaterThan(-1e-6);
    area += double / 2;
  }
  expect(area).toBeCloseTo(1, 5);
}

test("vertices are local to the mesh, normals upright under uneven scaling", async () => {
  const net = new Float32Array(27);
  for (let i = 0; i < 9; i++) net.set([i % 3, Math.floor(i / 3), (i % 3) / 2], 3 * i);
  const [plain] = await surface().made.draw([{ net, countU: 3, countV: 3 }]);
  const toLocal = [2, 0, 0, 0, 1, 0, 0, 0, 0.5];
  const [scaled] = await surface().made.draw([{ net, countU: 3, countV: 3, input: { toLocal } }]);
  expect([...attributeOf(scaled.vertices, 1, "position", 3)]).toEqual(
    [...attributeOf(plain.vertices, 1, "position", 3)].map((c, axis) => c * [2, 1, 0.5][axis]),
  );
  // The plane z = x / 2 becomes z = x / 8.
  expect(degreesBetween(attributeOf(scaled.vertices, 0, "normal", 3), [1 / 8, 0, -1])).toBeLessThan(1e-3);
});
