// Nets of full-resolution cloths: their cells are several spans wide, and are drawn as well as those of control grids.
import { cellsOf } from "../../../src/bspline/gpu/largeNets.js";
import { grevilleAbscissae } from "../../../src/bspline/knots.js";
import { maxTrianglesOn } from "../../../src/bspline/gpu/surfaceLimits.js";
import { SurfacePass } from "../../../src/bspline/gpu/surfacePass.js";
import { VERTEX_FLOATS } from "../../../src/bspline/gpu/vertexLayout.js";
import { constants } from "../../../src/shaders/shaders.gen.js";
import { degreesBetween, referencePoint } from "../../support/coxDeBoor.js";
import { note } from "../../support/note.js";
import { crumpledNet, randomNumbers } from "../../support/random.js";
import { Picture, SplineReference } from "../../support/splineReference.js";
import { attributeOf, eyeAt, parallelEye, SurfaceRun, type DrawnNet, type Net } from "../../support/surfaceRun.js";
import { useOnDevice } from "../../support/useGpu.js";
import {
  deviationOf,
  expectApart,
  expectMeets,
  expectWhole,
  placeInGrid,
  randomEye,
  samplePoints,
  uvOf,
  wavyNet,
  wrinkledNet,
} from "./drawnSurface.js";

const {
  BACK_FACE,
  BY_DISTANCE,
  BY_ERROR,
  CLOSED_U,
  CUT,
  DEMAND_UNIT,
  FIXED,
  FRONT_FACE,
  HIDDEN,
  MAX_FINE_CELLS,
  TRIMMED,
} = constants;

const surface = useOnDevice((device) => SurfaceRun.CreateAsync(device, 400_000));

/** Control points along u and v: cells of 2, 4 and 8 spans, with rests of different sizes. */
const sizes = [
  [129, 129],
  [70, 200],
  [45, 38],
  [151, 150],
  [301, 399],
] as const;

test("cells of a large net are as few as a workgroup can do", () => {
  expect(cellsOf(32, 32)).toEqual({ spansPerCell: 1, cellsU: 30, cellsV: 30 });
  expect(cellsOf(35, 34)).toEqual({ spansPerCell: 2, cellsU: 17, cellsV: 16 });
  expect(cellsOf(129, 129)).toEqual({ spansPerCell: 2, cellsU: 64, cellsV: 64 });
  expect(cellsOf(2048, 2048)).toEqual({ spansPerCell: 32, cellsU: 64, cellsV: 64 });
  expect(cellsOf(3, 2048)).toEqual({ spansPerCell: 2, cellsU: 1, cellsV: 1023 });
  for (const [countU, countV] of sizes) {
    const { cellsU, cellsV } = cellsOf(countU, countV);
    expect(cellsU * cellsV).toBeLessThanOrEqual(MAX_FINE_CELLS);
  }
});

test.each([
  [129, 129],
  [70, 200],
])("a fixed grid on a %i x %i net is that of the textbook", async (countU, countV) => {
  const net = crumpledNet(countU, countV, randomNumbers(countU));
  const [drawn] = await surface().made.draw([{ net, countU, countV, input: { mode: FIXED, maxSegments: [31, 23] } }]);
  expect(drawn.quadCount).toBe(31 * 23);
  expectExact(drawn, net, countU, countV, drawn.vertexCount);
  expectWhole(drawn);
});

/** Vertices, so many, against a float64 evaluation at their own texture coordinates. */
function expectExact(drawn: DrawnNet, net: Float32Array, countU: number, countV: number, count: number): void {
  let [worstDistance, worstAngle] = [0, 0];
  for (let k = 0; k < count; k++) {
    const vertex = Math.floor((k * drawn.vertexCount) / count);
    const reference = referencePoint(net, countU, countV, ...uvOf(drawn, vertex));
    const position = attributeOf(drawn.vertices, vertex, "position", 3);
    worstDistance = Math.max(worstDistance, Math.hypot(...position.map((c, axis) => c - reference.position[axis])));
    worstAngle = Math.max(
      worstAngle,
      degreesBetween(attributeOf(drawn.vertices, vertex, "normal", 3), reference.normal),
      degreesBetween(attributeOf(drawn.vertices, vertex, "tangent", 3), reference.tangent),
    );
  }
  expect(worstDistance).toBeLessThan(1e-6);
  expect(worstAngle).toBeLessThan(0.01);
}

test("the error in pixels stays below the tolerance, and there is no crack", async () => {
  const random = randomNumbers(21);
  const shares: number[] = [];
  let [exempt, points, triangles, whole, larger] = [0, 0, 0, 0, 0];
  for (let scene = 0; scene < 20; scene++) {
    const [countU, countV] = sizes[scene % sizes.length];
    const net = scene % 4 === 3 ? wavyNet(countU, countV, random, 0.3) : wrinkledNet(countU, countV, random);
    const { eye, picture } = randomEye(random, 0.3, 4000);
    const tolerance = [0.5, 1, 2][scene % 3];
    const cloth = { net, countU, countV, input: { mode: BY_ERROR, tolerance } };
    const [drawn] = await surface().made.draw([cloth], [eye]);
    expect(surface().made.totals.coarsened).toBe(0);
    const deviation = deviationOf(drawn, cloth, picture, random, drawn.quadCount > 5000 ? 2 : 5);
    expect(deviation.worst).toBeLessThan(tolerance + 1e-3);
    if (deviation.points > 0) shares.push(deviation.worst / tolerance);
    exempt += deviation.exempt;
    points += deviation.points;
    triangles += 2 * drawn.quadCount;
    if (drawn.spansPerCell > cellsOf(countU, countV).spansPerCell) larger++;
    if (drawn.quadCount < 40_000) {
      expectWhole(drawn);
      whole++;
    }
  }
  shares.sort((a, b) => a - b);
  note("worst error / tolerance: most", shares.at(-1), "median", shares[shares.length >> 1], "least", shares[0]);
  note("points:", points, "exempt:", exempt, "triangles:", triangles, "whole:", whole, "larger cells:", larger);
  expect(exempt).toBe(0);
  expect(whole).toBeGreaterThan(10);
  expect(larger).toBeGreaterThan(2);
});

test("wrinkles lower than the tolerance are shaded as they are, while spans are wide enough to see", async () => {
  const random = randomNumbers(8);
  const [countU, countV, grid] = [70, 66, 83];
  let [worst, quads] = [0, 0];
  for (let scene = 0; scene < 6; scene++) {
    const eye = parallelEye([0, 0, -3], [0, 0, 0], 3);
    const [spanPixels, heightPixels, turn] = [2 * 4 ** random(), 0.3 * random(), 2 * Math.PI * random()];
    const wave = Math.PI * (0.25 + 0.75 * random());
    const size = (spanPixels * (countU - 2)) / eye.pixelsPerUnit;
    const net = wavyNet(countU, countV, random, 0.02).map((c) => size * c);
    for (let k = 0; k < countU * countV; k++) {
      const along = Math.cos(turn) * (k % countU) + Math.sin(turn) * Math.floor(k / countU);
      net[3 * k + 2] += (heightPixels / eye.pixelsPerUnit) * Math.sin(wave * along);
    }
    const [drawn] = await surface().made.draw(
      [{ net, countU, countV, input: { mode: BY_ERROR, tolerance: 0.5 } }],
      [eye],
    );
    const normals = samplePoints(drawn, grid, "normal");
    for (let k = 0; k < grid * grid; k++) {
      const place = [k % grid, Math.floor(k / grid)].map((i) => placeInGrid(i, grid));
      const { normal } = referencePoint(net, countU, countV, place[0], place[1]);
      worst = Math.max(worst, degreesBetween(normals.subarray(3 * k, 3 * k + 3), normal));
    }
    note("worst:", worst, "quads:", drawn.quadCount, "pixels of a span:", spanPixels, "height:", heightPixels);
    quads += drawn.quadCount;
  }
  // SHADING_ERROR
  expect(worst).toBeLessThan(5.73);
  expect(quads).toBeLessThan(6 * (countU - 2) * (countV - 2));
});

test("closed nets meet, and two faces have a rim", async () => {
  const random = randomNumbers(22);
  for (const [countU, countV] of [sizes[1], sizes[3]]) {
    const net = wrinkledNet(countU, countV, random);
    for (let j = 0; j < countV; j++) {
      const first = 3 * j * countU;
      net.copyWithin(first + 3 * (countU - 1), first, first + 3);
    }
    const plain = { mode: BY_ERROR, tolerance: 1, closed: CLOSED_U };
    const rim = { ...plain, halfThickness: 0.001, faces: FRONT_FACE | BACK_FACE };
    const cloths = [plain, rim].map((input): Net => ({ net, countU, countV, input }));
    const [drawn, thick] = await surface().made.draw(cloths, [eyeAt([0.3, 0.4, -2], [0, 0, 0])]);
    expectWhole(drawn);
    expectMeets(drawn);
    expectClosed(thick);
    expect(thick.quadCount).toBeGreaterThan(drawn.quadCount);
  }
});

/** Every edge of a surface with rim is there once in each direction, but for the seam. */
function expectClosed(drawn: DrawnNet): void {
  const edges = new Set<string>();
  for (let i = 0; i < drawn.indices.length; i += 3) {
    const triangle = drawn.indices.subarray(i, i + 3);
    if (new Set(triangle).size === 3) {
      triangle.forEach((vertex, k) => edges.add(`${vertex.toString()} ${triangle[(k + 1) % 3].toString()}`));
    }
  }
  const open = [...edges].filter((edge) => !edges.has(edge.split(" ").reverse().join(" ")));
  for (const edge of open) {
    const [from, to] = edge.split(" ").map((vertex) => uvOf(drawn, Number(vertex))[0]);
    expect(from).toBe(to);
    expect([0, 1]).toContain(from);
  }
}

test("the farther away the less there is to do, and nothing pops on the way", async () => {
  // Cells of 4 spans, the last ones with 2 and 1.
  const [countU, countV] = [152, 143];
  const net = wrinkledNet(countU, countV, randomNumbers(5));
  let before: Float64Array | null = null;
  let [maximum, at] = [0, 0];
  const counts: number[] = [];
  const spansPerCell: number[] = [];
  for (let step = 0; step <= 50; step++) {
    const distance = 2 * 400 ** (step / 50);
    const eye = eyeAt([0.3 * distance, 0.2 * distance, -Math.sqrt(0.87) * distance], [0, 0, 0]);
    const picture = new Picture(eye);
    const [drawn] = await surface().made.draw(
      [{ net, countU, countV, input: { mode: BY_ERROR, tolerance: 1 } }],
      [eye],
    );
    expect(drawn.quadCount).toBeLessThanOrEqual(counts.at(-1) ?? Infinity);
    counts.push(drawn.quadCount);
    spansPerCell.push(drawn.spansPerCell);
    const points = samplePoints(drawn, 80);
    for (let k = 0; before && k < points.length; k += 3) {
      const moved = picture.pixelsBetween(points.subarray(k, k + 3), before.subarray(k, k + 3));
      if (moved > maximum) [maximum, at] = [moved, distance];
    }
    before = points;
  }
  note("quads:", counts.join(" "), "greatest move [pixels]", maximum, "at", at, "m");
  expect(counts[0]).toBeGreaterThan(20 * (counts.at(-1) ?? 0));
  expect(spansPerCell[0]).toBe(4);
  expect(spansPerCell.at(-1)).toBeGreaterThan(4);
  expect(maximum).toBeLessThan(1);
});

test("by distance, a span gets the segments that were asked for, whatever lights are near", async () => {
  const [countU, countV] = sizes[3];
  const net = wavyNet(countU, countV, randomNumbers(6));
  const input = { mode: BY_DISTANCE, near: 2, far: 100, maxSegments: [2, 1], minSegments: [0.02, 0.01] };
  const counts: number[] = [];
  for (const distance of [1, 4, 10, 30, 200]) {
    const light = { ...eyeAt([0, 0, -1], [0, 0, 0]), isLight: 1 };
    const eyes = [eyeAt([0, 0, -distance], [0, 0, 0]), light];
    const [drawn] = await surface().made.draw([{ net, countU, countV, input }], eyes);
    expectWhole(drawn);
    counts.push(drawn.quadCount);
  }
  note("quads:", counts.join(" "));
  counts.slice(1).forEach((count, i) => {
    expect(count).toBeLessThan(counts[i]);
  });
  // 37 whole cells along both; the last ones have 1 span, which needs 2 segments along u.
  expect(counts[0]).toBe((37 * 8 + 2) * 37 * 4);
  // 64 spans a cell: half of the 50 that have one segment, along v at most.
  expect(counts.at(-1)).toBe(25);
});

test("however few triangles there are, they suffice for large nets too", async () => {
  const random = randomNumbers(23);
  const small = await SurfaceRun.CreateAsync(surface().device, 400);
  for (const maxTriangles of [400, 20_000]) {
    small.pass.resize(maxTriangles);
    const nets = [...sizes.slice(0, 4), [12, 12]].map(([countU, countV]): Net => {
      const input = { mode: BY_ERROR, tolerance: 0.25 };
      return { net: wrinkledNet(countU, countV, random), countU, countV, input };
    });
    const drawn = await small.draw(nets, [eyeAt([0.3, 0.5, -1.2], [0, 0, 0])]);
    note(drawn.map((each) => `${each.quadCount.toString()}/${each.spansPerCell.toString()}`).join(" "));
    expect(drawn.reduce((sum, each) => sum + 2 * each.quadCount, 0)).toBeLessThanOrEqual(maxTriangles);
    drawn.forEach((each) => {
      expect(each.quadCount).toBeGreaterThan(0);
      expectWhole(each);
    });
    expectApart(drawn.map((each) => [each.firstVertex, each.firstVertex + each.vertexCount]));
    expectApart(drawn.map((each) => [each.firstIndex, each.firstIndex + each.indices.length]));
  }
  small.dispose();
});

test.each([
  ["a cut net", { mode: CUT }],
  ["a net with an outline", { mode: TRIMMED, coarseVertices: 4 * 58 * 58, coarseQuads: 58 * 58, coarseEdges: 58 * 58 }],
])("%s that has no room at all is not drawn, and makes no others coarser", async (_name, input) => {
  const small = await SurfaceRun.CreateAsync(surface().device, 4000);
  const random = randomNumbers(29);
  const netOf = (count: number, own: NonNullable<Net["input"]>): Net => ({
    net: wrinkledNet(count, count, random),
    countU: count,
    countV: count,
    input: own,
  });
  const nets = [netOf(60, input), netOf(12, { mode: BY_ERROR, tolerance: 4 })];
  const [without, other] = await small.draw(nets, [eyeAt([0.3, 0.5, -1.2], [0, 0, 0])]);
  expect(without.quadCount).toBe(0);
  note(`the other has ${other.quadCount.toString()} quads, totals`, JSON.stringify(small.totals));
  expect(other.quadCount).toBeGreaterThan(100);
  expect(small.totals.coarsened).toBe(0);
  expect(DEMAND_UNIT * small.totals.demand).toBeLessThan(2000);
  small.dispose();
});

test("vertices glide on the line from the surface to the middle of their neighbours, over knots too", async () => {
  const random = randomNumbers(26);
  // Bent along u alone, so one vertex lies beside the other; 298 spans are cells of 4, the last one of 2.
  const [countU, countV] = [300, 150];
  const column = Array.from({ length: countU }, (_, i) => [i + random() - 0.5, random() - 0.5].map((c) => c / countU));
  const net = Float32Array.from({ length: 3 * countU * countV }, (_, k) => {
    const [at, axis] = [Math.floor(k / 3), k % 3];
    return axis === 1 ? Math.floor(at / countU) / countV : column[at % countU][axis / 2];
  });
  const reference = new SplineReference(net, countU, countV);
  let [gliding, worst] = [0, 0];
  for (const distance of [6, 8, 10, 14]) {
    const input = { mode: BY_ERROR, tolerance: 1 };
    const [drawn] = await surface().made.draw(
      [{ net, countU, countV, input }],
      [eyeAt([0.5, 0.5, -distance], [0.5, 0.5, 0])],
    );
    const row = Array.from({ length: drawn.vertexCount }, (_, vertex) => ({ vertex, u: uvOf(drawn, vertex)[0] }))
      .filter(({ vertex }) => uvOf(drawn, vertex)[1] === 0)
      .sort((a, b) => a.u - b.u);
    for (let k = 1; k + 1 < row.length; k++) {
      const [before, here, after] = [-1, 0, 1].map((step) => reference.pointAt(row[k + step].u, 0));
      const way = here.map((c, axis) => (before[axis] + after[axis]) / 2 - c);
      const moved = here.map((c, axis) => drawn.vertices[row[k].vertex * VERTEX_FLOATS + axis] - c);
      const share = (moved[0] * way[0] + moved[2] * way[2]) / Math.hypot(...way) ** 2;
      if (share > 0.05) gliding++;
      expect(share).toBeGreaterThan(-0.01);
      expect(share).toBeLessThan(1.01);
      worst = Math.max(worst, Math.hypot(...moved.map((c, axis) => c - share * way[axis])));
    }
  }
  note("gliding:", gliding, "beside the line [m]:", worst);
  expect(gliding).toBeGreaterThan(20);
  expect(worst).toBeLessThan(1e-6);
});

test("coarser than asked for, the error grows with the square", async () => {
  const random = randomNumbers(24);
  for (let scene = 0; scene < 40; scene++) {
    const [countU, countV] = scene % 10 === 0 ? sizes[2] : [6 + (scene % 3), 6];
    const net = scene % 2 === 0 ? crumpledNet(countU, countV, random) : bowl(countU, countV);
    const { eye, picture } = randomEye(random, 1, 10);
    const [tolerance, coarseness] = [0.5, 1 + 7 * random()];
    const cloth = { net, countU, countV, input: { mode: BY_ERROR, tolerance } };
    const [drawn] = await surface().made.draw([cloth], [eye], coarseness);
    const deviation = deviationOf(drawn, cloth, picture, random);
    expect(deviation.worst).toBeLessThan(tolerance * coarseness * coarseness + 1e-3);
  }
});

/** Bent alike everywhere and in both directions. Size 1. */
function bowl(countU: number, countV: number): Float32Array {
  const [placesU, placesV] = [grevilleAbscissae(countU), grevilleAbscissae(countV)];
  const net = new Float32Array(3 * countU * countV);
  placesV.forEach((v, j) => {
    placesU.forEach((u, i) => {
      net.set([u - 0.5, v - 0.5, 0.3 * ((u - 0.5) ** 2 + (v - 0.5) ** 2)], 3 * (j * countU + i));
    });
  });
  return net;
}

test("fine and coarse nets side by side, hidden ones, and one that takes another's place", async () => {
  const random = randomNumbers(25);
  const of = (countU: number, countV: number, mode: number): Net => {
    return { net: wrinkledNet(countU, countV, random), countU, countV, input: { mode, tolerance: 1 } };
  };
  const eyes = [eyeAt([0.3, 0.4, -2], [0, 0, 0])];
  const [coarse, hidden, fine] = [of(20, 20, BY_ERROR), of(70, 70, HIDDEN), of(100, 80, BY_ERROR)];
  const [alone] = await surface().made.draw([fine], eyes);
  for (const gone of [undefined, [60, 60], [5, 5]] as const) {
    for (const nets of [
      [coarse, hidden, fine],
      [hidden, fine, coarse],
    ]) {
      const drawn = await surface().made.draw(nets, eyes, 1, gone);
      expect(drawn[nets.indexOf(hidden)].quadCount).toBe(0);
      expectWhole(drawn[nets.indexOf(coarse)]);
      expect(drawn[nets.indexOf(fine)].vertices).toEqual(alone.vertices);
    }
  }
});

test("what the device has no room for is an error that says how much", async () => {
  expect(() => surface().made.pass.add(40_000, 40_000)).toThrow(
    /40000x40000 control points take 51200000000 bytes.*at most \d+/,
  );
  const maximum = maxTrianglesOn(surface().device);
  expect(() => {
    surface().made.pass.resize(maximum + 2);
  }).toThrow(new RegExp(`${(maximum + 2).toString()} triangles.*${maximum.toString()}`));
  const create = SurfacePass.CreateAsync(surface().device, () => undefined, maximum + 2);
  await expect(create).rejects.toThrow(RangeError);
});
