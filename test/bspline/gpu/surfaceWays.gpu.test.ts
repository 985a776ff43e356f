// How far drawn vertices have moved since the frame before, against the textbook.
import { VERTEX_FLOATS } from "../../../src/bspline/gpu/vertexLayout.js";
import { constants } from "../../../src/shaders/shaders.gen.js";
import { referencePoint } from "../../support/coxDeBoor.js";
import { crumpledNet, randomNumbers } from "../../support/random.js";
import { largestDistance } from "../../support/largestDistance.js";
import { attributeOf, eyeAt, SurfaceRun } from "../../support/surfaceRun.js";
import { useOnDevice } from "../../support/useGpu.js";

const surface = useOnDevice((device) => SurfaceRun.CreateAsync(device));

test("are from the surface of the frame before to the one of now, of each face; without that frame they are zero", async () => {
  const [countU, countV] = [5, 7];
  const random = randomNumbers(1);
  const [net, before] = [crumpledNet(countU, countV, random), crumpledNet(countU, countV, random)];
  const halfThickness = 0.1;
  const input = {
    maxSegments: [4, 9],
    faces: constants.FRONT_FACE + constants.BACK_FACE,
    halfThickness,
    // Halves x and turns around it.
    previousToLocal: [0.5, 0, 0, 0, 0, 1, 0, -1, 0],
  };
  const turned = before.map((_, i) => [before[i] / 2, -before[i + 1], before[i - 1]][i % 3]);
  const [known, unknown] = await surface().made.draw([
    { net, before, countU, countV, input },
    { net, countU, countV, input },
  ]);
  expect(known.ways).toHaveLength(2 * 3 * 5 * 10);
  for (let i = 0; i < known.ways.length / 3; i++) {
    const [u, v] = attributeOf(known.vertices, i, "uv", 2);
    const { position, normal } = referencePoint(turned, countU, countV, u, v);
    const side = 2 * i < known.ways.length / 3 ? halfThickness : -halfThickness;
    const now = attributeOf(known.vertices, i, "position", 3);
    for (let axis = 0; axis < 3; axis++) {
      expect(known.ways[3 * i + axis]).toBeCloseTo(now[axis] - position[axis] - side * normal[axis], 5);
    }
  }
  expect(unknown.ways).toEqual(new Float32Array(known.ways.length));
});

test("of a large net that moves as a whole are the same everywhere, while levels glide", async () => {
  const count = 50;
  const net = crumpledNet(count, count, randomNumbers(2));
  const way = [0.1, -0.2, 0.05];
  const before = net.map((coordinate, i) => coordinate - way[i % 3]);
  const [drawn] = await surface().made.draw(
    [{ net, before, countU: count, countV: count, input: { mode: constants.BY_ERROR } }],
    [eyeAt([0.5, 0.5, -3], [0, 0, 0])],
  );
  expect(drawn.spansPerCell).toBeGreaterThan(1);
  expect(drawn.ways.length).toBe((3 * drawn.vertices.length) / VERTEX_FLOATS);
  expect(drawn.ways.length).toBeGreaterThan(1000);
  const expected = drawn.ways.map((_, i) => way[i % 3]);
  expect(largestDistance(drawn.ways, expected)).toBeLessThan(1e-6);
});
