import { measureSurface } from "../../src/bspline/measure.js";
import { basisIntegrals, grevilleAbscissae } from "../../src/bspline/knots.js";
import { checkOptions, type IClothOptions } from "../../src/options/clothOptions.js";
import { pinnedParticles } from "../../src/cloth/firstPins.js";
import { cookRestGrid } from "../../src/cloth/cookRestGrid.js";
import { unevenNet } from "../../src/cloth/unevenNet.js";
import type { RestGrid } from "../../src/sim/restGrid.js";
import { referencePoint } from "../support/coxDeBoor.js";

function cook(options: IClothOptions): RestGrid {
  return cookRestGrid(checkOptions("test", options));
}

function sum(values: ArrayLike<number>): number {
  return Array.from(values).reduce((total, value) => total + value, 0);
}

/** Radius 0.5, 2 high. */
const tube: IClothOptions = {
  closed: "u",
  controlPoints: { u: 34, v: 12 },
  restShape: (u, v, result) => result.set(0.5 * Math.cos(2 * Math.PI * u), 2 * v, 0.5 * Math.sin(2 * Math.PI * u)),
};
const plane: IClothOptions = {
  controlPoints: { u: 7, v: 9 },
  restShape: (u, v, result) => result.set(3 * u, 0, 2 * v),
};

test("a flat sheet has the size and area that it is given", () => {
  const restGrid = cook({ width: 3, height: 2, controlPoints: { u: 6, v: 10 } });
  expect(restGrid).toMatchObject({
    sizeU: 3,
    sizeV: 2,
    area: 6,
    isFlat: true,
    closedU: false,
    closedV: false,
  });
  expect(sum(restGrid.areas)).toBeCloseTo(6, 5);
  expect(restGrid.spacing).toBeCloseTo(3 / 4, 6);
});

test("flat sheets that are alike share their rest grid, whatever they weigh", () => {
  const options: IClothOptions = { width: 3, height: 2, controlPoints: 6 };
  expect(cook(options)).toBe(cook({ ...options, mass: 3 }));
  for (const other of [{ width: 2 }, { height: 3 }, { controlPoints: { u: 6, v: 7 } }]) {
    expect(cook({ ...options, ...other })).not.toBe(cook(options));
  }
});

test("rest shapes that are alike share their rest grid, by what they return", () => {
  expect(cook(tube)).toBe(cook({ ...tube }));
  let radius = 1;
  const cone = (turn: number): IClothOptions => ({
    controlPoints: 8,
    restShape: (u, v, result) => result.set(radius * (1 + v) * Math.cos(u), v, turn * (1 + v) * Math.sin(u)),
  });
  const options = cone(1);
  const first = cook(options);
  expect(cook(cone(1))).toBe(first);
  const mirrored = cook(cone(-1));
  expect(mirrored.area).toBe(first.area);
  expect(mirrored).not.toBe(first);
  // The same function, after what it depends on has changed.
  radius = 2;
  expect(cook(options)).not.toBe(first);
});

test("a plane as a rest shape has the measures and areas of the flat sheet", () => {
  const flat = cook({ width: 3, height: 2, controlPoints: { u: 7, v: 9 } });
  const restGrid = cook(plane);
  expect(restGrid.isFlat).toBe(false);
  for (const measure of ["sizeU", "sizeV", "area", "spacing"] as const) {
    expect(Math.abs(restGrid[measure] / flat[measure] - 1)).toBeLessThan(1e-6);
  }
  restGrid.areas.forEach((area, i) => {
    expect(Math.abs(area / flat.areas[i] - 1)).toBeLessThan(1e-6);
  });
});

test("quadrature of a plane is the closed form", () => {
  const [countU, countV] = [5, 3];
  const [u, v] = [grevilleAbscissae(countU), grevilleAbscissae(countV)];
  const net = Array.from({ length: 15 }, (_, i) => [4 * u[i % countU], v[Math.floor(i / countU)], 0]).flat();
  const { shares } = measureSurface(net, countU, countV);
  const [shareU, shareV] = [basisIntegrals(countU), basisIntegrals(countV)];
  shares.forEach((share, i) => {
    expect(share).toBeCloseTo(4 * shareU[i % countU] * shareV[Math.floor(i / countU)], 12);
  });
});

test("a tube has the area and lengths of a cylinder", () => {
  const restGrid = cook(tube);
  expect(restGrid).toMatchObject({ closedU: true, closedV: false, isFlat: false });
  expect(Math.abs(restGrid.area / (2 * Math.PI) - 1)).toBeLessThan(1e-4);
  expect(Math.abs(restGrid.sizeU / Math.PI - 1)).toBeLessThan(1e-4);
  expect(Math.abs(restGrid.sizeV / 2 - 1)).toBeLessThan(1e-4);
  expect(sum(restGrid.areas) / restGrid.area).toBeCloseTo(1, 6);
});

test("a given mass is that of the whole sheet", () => {
  const { fabric } = checkOptions("tube", { ...tube, mass: 1.5 });
  expect(fabric.density * cook(tube).area).toBeCloseTo(1.5, 6);
});

test("a cone has more area where it is wide", () => {
  // Radius 1 at v = 0, 0 at the apex: area pi * slant.
  const restGrid = cook({
    closed: "u",
    controlPoints: { u: 40, v: 10 },
    restShape: (u, v, result) =>
      result.set((1 - v) * Math.cos(2 * Math.PI * u), 2 * v, (1 - v) * Math.sin(2 * Math.PI * u)),
  });
  expect(Math.abs(restGrid.area / (Math.PI * Math.sqrt(5)) - 1)).toBeLessThan(1e-3);
  const rows = Array.from({ length: 10 }, (_, j) => sum(restGrid.areas.subarray(40 * j, 40 * (j + 1))));
  for (let j = 3; j < 8; j++) expect(rows[j]).toBeLessThan(rows[j - 1]);
  // The area is centred where that of a cone is: a third of the height. Its tip is opened a little.
  const height = restGrid.areas.reduce((moment, area, i) => moment + area * restGrid.restPositions[3 * i + 1], 0);
  expect(Math.abs(height / restGrid.area - 2 / 3)).toBeLessThan(1e-4);
});

test("the rest surface passes through the shape", () => {
  const { restPositions, countU, countV } = cook(tube);
  const [u, v] = [grevilleAbscissae(countU), grevilleAbscissae(countV)];
  for (let j = 0; j < countV; j++) {
    for (let i = 1; i < countU - 1; i++) {
      const { position } = referencePoint(restPositions, countU, countV, u[i], v[j]);
      const angle = 2 * Math.PI * u[i];
      const exact = [0.5 * Math.cos(angle), 2 * v[j], 0.5 * Math.sin(angle)];
      expect(Math.hypot(...position.map((coordinate, axis) => coordinate - exact[axis]))).toBeLessThan(1e-6);
    }
  }
});

test.each<[IClothOptions["closed"], number]>([
  ["none", 1],
  ["u", 2],
  ["v", 2],
  ["both", 4],
])("closed %s: a pin at a corner pins the particles that are one with it", (closed, count) => {
  const torus: IClothOptions = {
    controlPoints: { u: 12, v: 8 },
    pins: [{ u: 1, v: 0 }],
    ...(closed && { closed }),
    restShape: (u, v, result) => {
      const [around, along] = [2 * Math.PI * u, 2 * Math.PI * v];
      const radius = 1 + 0.3 * Math.cos(along);
      result.set(radius * Math.cos(around), 0.3 * Math.sin(along), radius * Math.sin(around));
    },
  };
  expect(sum(pinnedParticles(checkOptions("test", torus)))).toBe(count);
});

test.each<[string, IClothOptions["pins"], number[]]>([
  ["the top edge", "topEdge", [110, 111, 112, 113, 114, 115, 116, 117, 118, 119]],
  ["the top corners", "topCorners", [110, 119]],
  ["the left edge", "leftEdge", Array.from({ length: 12 }, (_, j) => [10 * j, 10 * j + 9]).flat()],
  ["a function that is true at one end of the seam", (u, v) => u === 1 && v === 0, [0, 9]],
  ["a function off the seam", (u, v) => u === 0.5 / 8 && v === 0, [1]],
  ["a point next to the seam", [{ u: 0.99, v: 0 }], [0, 9]],
])("on a tube, pins at %s", (_, pins, expected) => {
  const pinned = pinnedParticles(
    checkOptions("test", { ...tube, controlPoints: { u: 10, v: 12 }, pins: pins ?? "none" }),
  );
  expect([...pinned.keys()].filter((i) => pinned[i])).toEqual(expected);
});

test("closed along v, a pin in the first row pins its twin in the last", () => {
  const options: IClothOptions = {
    closed: "v",
    controlPoints: { u: 6, v: 9 },
    pins: [{ u: 0.5, v: 0 }],
    restShape: (u, v, result) => result.set(2 * u, Math.cos(2 * Math.PI * v), Math.sin(2 * Math.PI * v)),
  };
  const pinned = pinnedParticles(checkOptions("test", options));
  const [column] = [...pinned.keys()].filter((i) => pinned[i]);
  expect([...pinned.keys()].filter((i) => pinned[i])).toEqual([column, 48 + column]);
});

const bad: [string, unknown, new () => Error, string][] = [
  ["no function", { restShape: "tube" }, TypeError, 'Cloth "test": restShape is "tube", must be a function'],
  ["closed alone", { closed: "u" }, RangeError, 'closed is "u", must be "none" without a restShape'],
  ["closed", { ...plane, closed: "w" }, RangeError, 'closed is "w", must be "none", "u", "v", "both".'],
  ["open edges", { ...plane, closed: "u" }, RangeError, "restShape at u 0, v 0 and at u 1, v 0 is 3.00 m apart"],
  [
    "open edges along v",
    { ...plane, closed: "v" },
    RangeError,
    "restShape at u 0, v 0 and at u 0, v 1 is 2.00 m apart",
  ],
  [
    "few control points",
    { ...tube, controlPoints: { u: 4, v: 9 } },
    RangeError,
    "controlPoints.u is 4, must be at least 5",
  ],
  [
    "no number",
    {
      controlPoints: 3,
      restShape: (u: number, v: number, result: { set: (...xyz: number[]) => void }) =>
        result.set(u === 0.5 ? NaN : u, v, 0),
    },
    RangeError,
    "restShape is (NaN, 0, 0) at u 0.5, v 0, must be finite (m).",
  ],
  ["a point", { restShape: () => undefined }, RangeError, "restShape has no area at u 0, v 0"],
  [
    "a line",
    { restShape: (u: number, _: number, result: { set: (...xyz: number[]) => void }) => result.set(u, 2 * u, 0.1) },
    RangeError,
    "restShape has no area at u 0, v 0",
  ],
];

test.each(bad)("%s: it says what is wrong and where", (_, options, kind, message) => {
  const check = (): unknown => checkOptions("test", options as IClothOptions);
  expect(check).toThrow(kind);
  expect(check).toThrow(message);
});

test("what lies in a plane of the axes is a little uneven, the same each time, and its seams stay closed", () => {
  const depthsOf = ({ restPositions }: RestGrid, axis: number): number[] =>
    Array.from(restPositions).filter((_, k) => k % 3 === axis);
  const flat = depthsOf(cook({ width: 3, height: 2, controlPoints: 8 }), 2);
  expect(new Set(flat).size).toBe(flat.length);
  expect(Math.max(...flat.map(Math.abs))).toBeLessThanOrEqual(3e-11);
  expect(depthsOf(cook({ width: 3, height: 2, controlPoints: 8, mass: 2 }), 2)).toEqual(flat);
  expect(Math.max(...depthsOf(cook(plane), 1).map(Math.abs))).toBeGreaterThan(0);
  const ring = cook({
    closed: "u",
    controlPoints: { u: 12, v: 5 },
    restShape: (u, v, result) =>
      result.set((1 + v) * Math.cos(2 * Math.PI * u), 0, (1 + v) * Math.sin(2 * Math.PI * u)),
  });
  const heights = depthsOf(ring, 1);
  for (let row = 0; row < 5; row++) {
    expect(heights[12 * row + 11]).toBe(heights[12 * row]);
    expect(heights[12 * row]).not.toBe(heights[12 * row + 1]);
  }
  const start = cook({ controlPoints: 6, startShape: (u, v, result) => result.set(2 * u, v, 0) }).startPositions;
  expect(start.some((coordinate, k) => k % 3 === 2 && coordinate !== 0)).toBe(true);
});

test("what lies askew stays as it is", () => {
  const net = Float64Array.from({ length: 27 }, (_, k) => (k % 3 === 2 ? 0.1 * k : k % 5));
  expect(unevenNet(net, { countU: 3, countV: 3, closedU: false, closedV: false })).toBe(net);
});
