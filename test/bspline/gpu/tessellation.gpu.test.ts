// How finely surfaces are drawn: no cracks, no more error than asked for, no pops, no more triangles than there are.
import { grevilleAbscissae } from "../../../src/bspline/knots.js";
import { constants } from "../../../src/shaders/shaders.gen.js";
import { isAtLength } from "../../support/atLength.js";
import { note } from "../../support/note.js";
import { crumpledNet, randomNumbers } from "../../support/random.js";
import { Picture, SplineReference } from "../../support/splineReference.js";
import { sphereAt } from "../../support/colliderStates.js";
import { runOnCpu } from "../../support/cpuRun.js";
import { describeRun, lying } from "../../support/solverRun.js";
import { attributeOf, eyeAt, SurfaceRun, type DrawnNet, type Net } from "../../support/surfaceRun.js";
import { useOnDevice } from "../../support/useGpu.js";
import {
  deviationOf,
  expectApart,
  expectMeets,
  expectWhole,
  randomEye,
  samplePoints,
  uvOf,
  wavyNet,
} from "./drawnSurface.js";

const { BY_ERROR, CLOSED_U, FRONT_FACE } = constants;

/** At random. */
const SCENES = isAtLength ? 200 : 80;

const surface = useOnDevice((device) => SurfaceRun.CreateAsync(device, 400_000));

function randomNet(random: () => number): Net & { net: Float32Array } {
  const [countU, countV] = [3 + Math.floor(8 * random()), 3 + Math.floor(8 * random())];
  const net = random() < 0.5 ? crumpledNet(countU, countV, random) : wavyNet(countU, countV, random, 0.3 * random());
  return { net, countU, countV };
}

test("patches of different level fit together without a crack, also where an edge meets itself", async () => {
  const random = randomNumbers(7);
  const levels = new Map<number, number>();
  for (let round = 0; round < (isAtLength ? 50 : 20); round++) {
    const nets = Array.from({ length: 20 }, (_, i): Net => {
      const { net, countU, countV } = randomNet(random);
      const isClosed = i % 4 === 0;
      if (isClosed) {
        for (let j = 0; j < countV; j++) {
          const first = 3 * j * countU;
          net.copyWithin(first + 3 * (countU - 1), first, first + 3);
        }
      }
      const input = { mode: BY_ERROR, tolerance: 0.5 * 128 ** random(), closed: isClosed ? CLOSED_U : 0 };
      return { net, countU, countV, input };
    });
    const eyes = Array.from({ length: 1 + (round % 3) }, () => randomEye(random, 1, 60).eye);
    const drawn = await surface().made.draw(nets, eyes);
    drawn.forEach((each, i) => {
      expectWhole(each);
      if (nets[i].input?.closed === CLOSED_U) expectMeets(each);
      levels.set(each.spansPerCell, (levels.get(each.spansPerCell) ?? 0) + 1);
    });
  }
  note("nets by spans a cell:", [...levels].sort(([a], [b]) => a - b).join("  "));
  expect(levels.size).toBeGreaterThan(2);
});

test("the error in pixels stays below the tolerance wherever an eye sees it", async () => {
  const random = randomNumbers(11);
  const shares: number[] = [];
  let [exempt, points, coarsened, triangles] = [0, 0, 0, 0];
  for (let scene = 0; scene < SCENES; scene++) {
    const net = randomNet(random);
    const { eye, picture } = randomEye(random, 0.7, 40);
    const tolerance = [0.25, 0.5, 1, 2][scene % 4];
    const [drawn] = await surface().made.draw([{ ...net, input: { mode: BY_ERROR, tolerance } }], [eye]);
    if (surface().made.totals.coarsened > 0) {
      coarsened++;
      continue;
    }
    const deviation = deviationOf(drawn, net, picture, random, drawn.quadCount > 5000 ? 2 : 6);
    triangles += 2 * drawn.quadCount;
    exempt += deviation.exempt;
    points += deviation.points;
    if (deviation.points > 0) shares.push(deviation.worst / tolerance);
    expect(deviation.worst).toBeLessThan(tolerance + 1e-3);
  }
  shares.sort((a, b) => a - b);
  note("worst error / tolerance: most", shares.at(-1), "median", shares[shares.length >> 1], "least", shares[0]);
  note(
    "scenes:",
    shares.length,
    "coarsened:",
    coarsened,
    "points:",
    points,
    "exempt:",
    exempt,
    "triangles:",
    triangles,
  );
  expect(shares.length).toBeGreaterThan(0.75 * SCENES);
});

test("every eye counts, however many there are", async () => {
  const random = randomNumbers(3);
  const net: Net = { net: wavyNet(9, 9, random, 0.2), countU: 9, countV: 9, input: { mode: BY_ERROR, tolerance: 1 } };
  const near = eyeAt([0, 0, -2], [0, 0, 0]);
  const away = eyeAt([0, 0, -2], [0, 0, -4]);
  const [[seenByOne], [seenByLast]] = [
    await surface().made.draw([net], [near]),
    await surface().made.draw([net], [...Array.from({ length: 40 }, () => away), near]),
  ];
  expect(seenByOne.quadCount).toBeGreaterThan(100);
  expect(seenByLast.quadCount).toBe(seenByOne.quadCount);
});

test("vertices of a face are as near to where they belong", async () => {
  const random = randomNumbers(12);
  for (let scene = 0; scene < 40; scene++) {
    const net = randomNet(random);
    const { eye, picture } = randomEye(random, 0.7, 40);
    const halfThickness = 0.01;
    const input = { mode: BY_ERROR, tolerance: 1, halfThickness, faces: FRONT_FACE };
    const [drawn] = await surface().made.draw([{ ...net, input }], [eye]);
    const reference = new SplineReference(net.net, net.countU, net.countV);
    let worst = 0;
    for (let i = 0; i < drawn.vertexCount; i++) {
      const normal = attributeOf(drawn.vertices, i, "normal", 3);
      const position = attributeOf(drawn.vertices, i, "position", 3);
      const target = reference.pointAt(...uvOf(drawn, i)).map((c, axis) => c + halfThickness * normal[axis]);
      if (picture.shows(position)) worst = Math.max(worst, picture.pixelsBetween(position, target));
    }
    expect(worst).toBeLessThan(1.001);
  }
});

test("nothing pops while an eye goes away", async () => {
  const [countU, countV] = [12, 12];
  const net = wavyNet(countU, countV, randomNumbers(5), 0.25);
  const tolerance = 1;
  const grid = 40;
  let before: { points: Float64Array; vertices: Map<string, Float32Array> } | null = null;
  let [maxPoint, maxVertex, at] = [0, 0, 0];
  for (let step = 0; step <= 400; step++) {
    const distance = 100 ** (step / 400);
    const eye = eyeAt([0.3 * distance, 0.2 * distance, -Math.sqrt(0.87) * distance], [0, 0, 0]);
    const picture = new Picture(eye);
    const [drawn] = await surface().made.draw([{ net, countU, countV, input: { mode: BY_ERROR, tolerance } }], [eye]);
    const points = samplePoints(drawn, grid);
    const vertices = new Map(
      Array.from({ length: drawn.vertexCount }, (_, i) => [
        uvOf(drawn, i).join(" "),
        attributeOf(drawn.vertices, i, "position", 3),
      ]),
    );
    if (before) {
      for (let k = 0; k < points.length; k += 3) {
        const moved = picture.pixelsBetween(points.subarray(k, k + 3), before.points.subarray(k, k + 3));
        if (moved > maxPoint) [maxPoint, at] = [moved, distance];
      }
      for (const [uv, position] of vertices) {
        const old = before.vertices.get(uv);
        if (old) maxVertex = Math.max(maxVertex, picture.pixelsBetween(position, old));
      }
    }
    before = { points, vertices };
  }
  note("greatest move in a step of 1.2 % [pixels]: of the surface", maxPoint, "at", at, "m, of a vertex", maxVertex);
  expect(maxPoint).toBeLessThan(tolerance);
  expect(maxVertex).toBeLessThan(tolerance);
});

test("nothing pops while a cloth bends slowly", async () => {
  const [countU, countV] = [12, 12];
  const [from, to] = [6, 7].map((seed) => wavyNet(countU, countV, randomNumbers(seed), 0.2));
  const eye = eyeAt([0.6, 0.4, -1.7], [0, 0, 0]);
  const picture = new Picture(eye);
  const grid = 40;
  let before: Float64Array | null = null;
  let maximum = 0;
  for (let step = 0; step <= 150; step++) {
    const net = from.map((c, i) => c + (to[i] - c) * 0.001 * step);
    const [drawn] = await surface().made.draw(
      [{ net, countU, countV, input: { mode: BY_ERROR, tolerance: 1 } }],
      [eye],
    );
    const reference = new SplineReference(net, countU, countV);
    // What the surface itself moves does not count.
    const errors = samplePoints(drawn, grid);
    for (let k = 0; k < grid * grid; k++) {
      const point = reference.pointAt(((k % grid) + 0.37) / grid, (Math.floor(k / grid) + 0.37) / grid);
      for (let axis = 0; axis < 3; axis++) errors[3 * k + axis] -= point[axis];
    }
    for (let k = 0; before && k < errors.length; k += 3) {
      maximum = Math.max(maximum, picture.pixelsBetween(errors.subarray(k, k + 3), before.subarray(k, k + 3)));
    }
    before = errors;
  }
  note("greatest change of the error in a step [pixels]", maximum);
  expect(maximum).toBeLessThan(1);
});

test("however few triangles there are, they suffice for all and nothing overlaps", async () => {
  const random = randomNumbers(13);
  const small = await SurfaceRun.CreateAsync(surface().device, 100);
  for (const [maxTriangles, count] of [
    [1300, 60],
    [4000, 60],
    [20_000, 30],
  ]) {
    small.pass.resize(maxTriangles);
    for (const coarseness of [1, 3, 100]) {
      const nets = Array.from({ length: count }, (): Net => ({
        ...randomNet(random),
        input: { mode: BY_ERROR, tolerance: 0.25 },
      }));
      const drawn = await small.draw(nets, [eyeAt([0.3, 0.5, -1.2], [0, 0, 0])], coarseness);
      const total = (of: (each: DrawnNet) => number): number => drawn.reduce((sum, each) => sum + of(each), 0);
      note(
        maxTriangles,
        coarseness,
        "drawn:",
        total((each) => 2 * each.quadCount),
        JSON.stringify(small.totals),
        "missing:",
        drawn.filter((each) => each.quadCount === 0).length,
      );
      expect(total((each) => 2 * each.quadCount)).toBeLessThanOrEqual(maxTriangles);
      expect(total((each) => each.vertexCount)).toBeLessThanOrEqual(small.pass.maxVertices);
      drawn.forEach((each) => {
        expect(each.firstVertex + each.vertexCount).toBeLessThanOrEqual(small.pass.maxVertices);
        expect(each.firstIndex + each.indices.length).toBeLessThanOrEqual(3 * maxTriangles);
        expect(each.quadCount).toBeGreaterThan(0);
        expectWhole(each);
      });
      expectApart(drawn.map((each) => [each.firstVertex, each.firstVertex + each.vertexCount]));
      expectApart(drawn.map((each) => [each.firstIndex, each.firstIndex + each.indices.length]));
    }
  }
  small.dispose();
});

/** A cloth on a round table: flat on top, its hem in eight folds. Size 0.8 m. */
function tableCloth(count: number): Float32Array {
  const [size, table, bend] = [0.8, 0.22, 0.03];
  const net = new Float32Array(3 * count * count);
  const places = grevilleAbscissae(count);
  for (let j = 0; j < count; j++) {
    for (let i = 0; i < count; i++) {
      const [x, z] = [size * (places[i] - 0.5), size * (places[j] - 0.5)];
      const [r, angle] = [Math.hypot(x, z), Math.atan2(z, x)];
      const over = Math.max(r - table, 0);
      const turn = Math.min(over / bend, Math.PI / 2);
      const down = Math.max(over - (bend * Math.PI) / 2, 0);
      const radius = Math.min(r, table) + bend * Math.sin(turn) + 0.25 * down * (1 + Math.cos(8 * angle));
      const height = -bend * (1 - Math.cos(turn)) - 0.95 * down;
      net.set([radius * Math.cos(angle), height, radius * Math.sin(angle)], 3 * (j * count + i));
    }
  }
  return net;
}

/** Greatest error of a uniform grid, in the middles of its edges and diagonals. */
function gridError(reference: SplineReference, segments: number, picture: Picture, enough: number): number {
  const row = (v: number): Float64Array[] =>
    Array.from({ length: segments + 1 }, (_, i) => reference.pointAt(i / segments, v));
  const middle = new Float64Array(3);
  const point = new Float64Array(3);
  let worst = 0;
  const compare = (a: Float64Array, b: Float64Array, u: number, v: number): void => {
    for (let axis = 0; axis < 3; axis++) middle[axis] = (a[axis] + b[axis]) / 2;
    worst = Math.max(worst, picture.pixelsBetween(middle, reference.pointAt(u / segments, v / segments, point)));
  };
  let here = row(0);
  for (let j = 0; j < segments && worst <= enough; j++) {
    const next = row((j + 1) / segments);
    for (let i = 0; i < segments; i++) {
      compare(here[i], here[i + 1], i + 0.5, j);
      compare(here[i], next[i], i, j + 0.5);
      compare(here[i], next[i + 1], i + 0.5, j + 0.5);
    }
    here = next;
  }
  return worst;
}

test("takes a fraction of the triangles of a uniform grid that is as near to the surface", async () => {
  const count = 32;
  const drape = describeRun(
    150,
    { pins: "none", controlPoints: count, width: 0.8, height: 0.8 },
    { linear: lying, drag: 0.5, bendWarp: 2e3, bendWeft: 2e3 },
    [sphereAt([0, -0.25, 0], 0.22)],
  );
  const ratios: number[] = [];
  const detailed: number[] = [];
  for (const [name, net] of [
    ["table", tableCloth(count)],
    ["sphere", runOnCpu(drape)],
  ] as const) {
    const reference = new SplineReference(net, count, count);
    for (const distance of [1, 3, 10]) {
      const eye = eyeAt(
        [0.5, 0.6, -0.62].map((c) => c * distance),
        [0, -0.1, 0],
        1.2,
      );
      const picture = new Picture(eye);
      for (const tolerance of [0.25, 0.5, 1, 2]) {
        const cloth = { net, countU: count, countV: count, input: { mode: BY_ERROR, tolerance } };
        const [drawn] = await surface().made.draw([cloth], [eye]);
        const deviation = deviationOf(drawn, cloth, picture, randomNumbers(1), 3);
        let [low, high] = [0, 1];
        while (gridError(reference, high, picture, deviation.worst) > deviation.worst) [low, high] = [high, 2 * high];
        while (high - low > Math.max(1, high / 50)) {
          const middle = (low + high) >> 1;
          if (gridError(reference, middle, picture, deviation.worst) > deviation.worst) low = middle;
          else high = middle;
        }
        const [ours, uniform] = [2 * drawn.quadCount, 2 * high * high];
        ratios.push(ours / uniform);
        if (uniform > 8000) detailed.push(ours / uniform);
        note(
          `| ${name} | ${distance.toString()} m | ${tolerance.toString()} | ${deviation.worst.toFixed(3)} | ` +
            `${ours.toString()} | ${uniform.toString()} | ${(ours / uniform).toFixed(2)} |`,
          drawn.spansPerCell,
        );
      }
    }
  }
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  note("mean ratio", mean);
  // From two segments a span on; with fewer the spans themselves are what both have.
  expect(Math.max(...detailed)).toBeLessThan(0.75);
});
