/** The surface of a cut net: the same where it is whole, without cracks, and open along its cuts. */
import { CutPatches, evaluatePatch, PATCH_NUMBERS } from "../../src/bspline/cutPatches.js";
import { createSurfacePoint, evaluateSurface } from "../../src/bspline/surface.js";
import { cookRestGrid } from "../../src/cloth/cookRestGrid.js";
import { checkOptions } from "../../src/options/clothOptions.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import { cutLinks, wholeLinks } from "../../src/sim/cuts.js";
import { sheetBetween } from "../support/cuts.js";
import { note } from "../support/note.js";
import { crumpledNet, randomNumbers } from "../support/random.js";

const { LINK_WARP, LINK_WEFT } = constants;
const [countU, countV] = [14, 12];
const restGrid = cookRestGrid(checkOptions("test", { controlPoints: { u: countU, v: countV } }));
const area = restGrid.sizeU * restGrid.sizeV;
const steps = [0, 0.25, 0.5, 0.75, 1];

/** Random cuts through the sheet at rest. */
function randomCuts(seed: number, count: number, reach: number): Uint32Array {
  const random = randomNumbers(seed);
  const links = wholeLinks(restGrid);
  for (let i = 0; i < count; i++) {
    const from = [random() - 0.5, random() - 0.5];
    const to = from.map((coordinate) => coordinate + reach * (random() - 0.5));
    cutLinks(restGrid, restGrid.restPositions, links, sheetBetween(from, to));
  }
  return links;
}

function patchOf(net: ArrayLike<number>, links: ArrayLike<number>, column: number, row: number): Float64Array {
  const points = new Float64Array(PATCH_NUMBERS);
  new CutPatches(countU, countV, links, false).findPoints(net, column, row, points);
  return points;
}

/** Visits all patches of a net. */
function forPatches(
  net: ArrayLike<number>,
  links: ArrayLike<number>,
  visit: (points: Float64Array, column: number, row: number) => void,
): void {
  for (let row = 0; row < countV - 2; row++) {
    for (let column = 0; column < countU - 2; column++) visit(patchOf(net, links, column, row), column, row);
  }
}

function positionAt(points: Float64Array, s: number, t: number): Float64Array {
  const point = createSurfacePoint();
  evaluatePatch(points, s, t, point);
  return point.position;
}

function areaOf(net: ArrayLike<number>, links: ArrayLike<number>): number {
  let sum = 0;
  forPatches(net, links, (points) => {
    for (let j = 0; j < 4; j++) {
      for (let i = 0; i < 4; i++) {
        const [a, b, c, d] = [
          [i, j],
          [i + 1, j],
          [i, j + 1],
          [i + 1, j + 1],
        ].map(([x, y]) => positionAt(points, steps[x], steps[y]));
        sum += Math.abs((d[0] - a[0]) * (c[1] - b[1]) - (d[1] - a[1]) * (c[0] - b[0])) / 2;
      }
    }
  });
  return sum;
}

test("patches of a whole net are the surface", () => {
  const net = Float64Array.from(crumpledNet(countU, countV, randomNumbers(1)));
  const [own, expected] = [createSurfacePoint(), createSurfacePoint()];
  forPatches(net, wholeLinks(restGrid), (points, column, row) => {
    for (const [s, t] of [
      [0, 0.3],
      [0.7, 0.2],
      [0.5, 1],
    ]) {
      evaluatePatch(points, s, t, own);
      evaluateSurface(net, countU, countV, (column + s) / (countU - 2), (row + t) / (countV - 2), expected);
      for (const kind of ["position", "normal", "tangent"] as const) {
        own[kind].forEach((coordinate, axis) => {
          expect(coordinate).toBeCloseTo(expected[kind][axis], 12);
        });
      }
    }
  });
});

test("patches meet to the last bit where a thread lives, whatever the cuts, and nowhere else", () => {
  const net = Float64Array.from(crumpledNet(countU, countV, randomNumbers(2)));
  let [met, parted] = [0, 0];
  for (const seed of [1, 2, 3, 4, 5]) {
    const links = randomCuts(seed, 20 * seed, 0.5);
    forPatches(net, links, (points, column, row) => {
      const i = (row + 1) * countU + column + 1;
      for (const isAlongU of [true, false]) {
        if (isAlongU ? column === countU - 3 : row === countV - 3) continue;
        const other = patchOf(net, links, column + Number(isAlongU), row + Number(!isAlongU));
        const lives = (links[i] & (isAlongU ? LINK_WARP : LINK_WEFT)) !== 0;
        for (const t of steps) {
          const [a, b] = isAlongU
            ? [positionAt(points, 1, t), positionAt(other, 0, t)]
            : [positionAt(points, t, 1), positionAt(other, t, 0)];
          if (lives) expect(a).toEqual(b);
          else if (t === 0.5) expect(a).not.toEqual(b);
        }
        met += Number(lives);
        parted += Number(!lives);
      }
    });
  }
  note("patches that meet, and that are parted", met, parted);
  expect(Math.min(met, parted)).toBeGreaterThan(100);
});

test("a cut takes no area at rest, and no patch reaches over it when its sides part", () => {
  const rest = restGrid.restPositions;
  for (const [from, to] of [
    [
      [-0.6, 0.03],
      [0.6, 0.03],
    ],
    [
      [-0.6, -0.21],
      [0.6, 0.23],
    ],
    [
      [0.02, 0.6],
      [0.05, -0.6],
    ],
  ]) {
    const links = wholeLinks(restGrid);
    cutLinks(restGrid, rest, links, sheetBetween(from, to));
    const cutArea = areaOf(rest, links);
    note("area with a cut over that of the sheet", cutArea / area);
    expect(Math.abs(cutArea / area - 1)).toBeLessThan(0.02);
    // One side goes away: that of the particle in the first corner stays.
    const stays = floodFrom(countU + 1, links);
    const parted = Float64Array.from(rest, (coordinate, k) => coordinate + (stays.has(Math.floor(k / 3)) ? 0 : 10));
    expect(stays.size).toBeGreaterThan(20);
    expect(stays.size).toBeLessThan(countU * countV - 20);
    forPatches(parted, links, (points, column, row) => {
      const isFar = !stays.has((row + 1) * countU + column + 1);
      for (const s of steps) {
        for (const t of steps) {
          for (const coordinate of positionAt(points, s, t)) {
            expect(Math.abs(coordinate - (isFar ? 10 : 0))).toBeLessThan(0.7);
          }
        }
      }
    });
  }
});

test.each([
  ["diagonally", 1, 0.2],
  ["at a slope of a half", 0.5, 0.4],
  ["at a slope of a third", 1 / 3, 0.55],
])("a cut that leads %s over the threads is drawn without steps, and has normals all along", (_, slope, most) => {
  const square = cookRestGrid(checkOptions("test", { controlPoints: 14 }));
  const span = square.sizeU / 12;
  const links = wholeLinks(square);
  const [dx, dy] = [0.6, 0.6 * slope];
  cutLinks(square, square.restPositions, links, sheetBetween([-dx, 0.013 - dy], [dx, 0.013 + dy]));
  const away: number[] = [];
  const point = createSurfacePoint();
  for (let row = 1; row < 11; row++) {
    for (let column = 1; column < 11; column++) {
      const points = new Float64Array(PATCH_NUMBERS);
      new CutPatches(14, 14, links, false).findPoints(square.restPositions, column, row, points);
      const i = (row + 1) * 14 + column + 1;
      const isOpen = [links[i] & LINK_WARP, links[i - 1] & LINK_WARP, links[i] & LINK_WEFT, links[i - 14] & LINK_WEFT];
      steps.forEach((t) => {
        const sides = [
          [1, t],
          [0, t],
          [t, 1],
          [t, 0],
        ];
        sides.forEach(([s, r], side) => {
          evaluatePatch(points, s, r, point);
          expect(Math.abs(point.normal[2])).toBeCloseTo(1, 6);
          if (isOpen[side] === 0) {
            away.push((point.position[1] - 0.013 - slope * point.position[0]) / Math.hypot(1, slope) / span);
          }
        });
      });
    }
  }
  const width = Math.max(...away) - Math.min(...away);
  // Steps of a thread are 0.71, 0.89 and 0.95 wide.
  note("width of the band in which the border of a cut is drawn [spans]", width, away.length);
  expect(away.length).toBeGreaterThan(100);
  expect(width).toBeLessThan(most);
});

test("a hundred cuts leave patches no larger than two spans, and most of the area", () => {
  const links = randomCuts(9, 100, 0.3);
  const span = Math.max(restGrid.sizeU / (countU - 2), restGrid.sizeV / (countV - 2));
  forPatches(restGrid.restPositions, links, (points) => {
    for (const [s, t] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ]) {
      const [corner, center] = [positionAt(points, s, t), positionAt(points, 0.5, 0.5)];
      expect(Math.hypot(...corner.map((coordinate, axis) => coordinate - center[axis]))).toBeLessThan(span);
    }
  });
  const left = areaOf(restGrid.restPositions, links) / area;
  note("area that a hundred short cuts leave", left);
  expect(left).toBeLessThan(1.001);
});

/** Particles that hang together with one over living threads. */
function floodFrom(start: number, links: ArrayLike<number>): Set<number> {
  const found = new Set([start]);
  for (const i of found) {
    const [u, v] = [i % countU, Math.floor(i / countU)];
    for (const [next, first, thread, isThere] of [
      [i + 1, i, LINK_WARP, u + 1 < countU],
      [i - 1, i - 1, LINK_WARP, u > 0],
      [i + countU, i, LINK_WEFT, v + 1 < countV],
      [i - countU, i - countU, LINK_WEFT, v > 0],
    ] as const) {
      if (isThere && (links[first] & thread) !== 0) found.add(next);
    }
  }
  return found;
}
