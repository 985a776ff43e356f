/** Trimmed patches against brute force: what is inside, how much it is, that it has no cracks, and which links hold it. */
import { traceContours } from "../../src/bspline/contours.js";
import { cutSegments } from "../../src/bspline/cutPatches.js";
import { trimPatches, TRIM_SIDES, TRIM_WORDS, type TrimmedMesh } from "../../src/bspline/trim.js";
import { isWithin } from "../../src/bspline/trimPlaces.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import { outlineLinks } from "../../src/sim/outlineLinks.js";
import { note } from "../support/note.js";
import { randomNumbers } from "../support/random.js";

const { LINK_WARP, LINK_WEFT } = constants;
const COUNT = { countU: 20, countV: 15, particleCount: 300 };
const [SPANS_U, SPANS_V] = [COUNT.countU - 2, COUNT.countV - 2];

/** A star around a point: corners between two radii. */
function star(random: () => number, corners: number): number[] {
  return Array.from({ length: corners }, (_, k) => {
    const [angle, radius] = [(2 * Math.PI * k) / corners, 0.2 + 0.35 * random()];
    return [0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle)];
  }).flat();
}

function areaOf(loop: readonly number[]): number {
  let twice = 0;
  for (let k = 0; k < loop.length; k += 2) {
    const next = (k + 2) % loop.length;
    twice += loop[k] * loop[next + 1] - loop[next] * loop[k + 1];
  }
  return Math.abs(twice) / 2;
}

/** Places of the vertices on the sheet. */
function placesOf({ patches, places }: TrimmedMesh): number[][] {
  return Array.from(patches, (patch, k) => [
    ((patch % SPANS_U) + places[2 * k]) / SPANS_U,
    (Math.floor(patch / SPANS_U) + places[2 * k + 1]) / SPANS_V,
  ]);
}

test("random stars: the area is that of the polygon, no vertex is outside, and edges that are not open come in pairs", () => {
  const random = randomNumbers(5);
  for (let i = 0; i < 12; i++) {
    const loop = star(random, 5 + i);
    const mesh = trimPatches([loop], SPANS_U, SPANS_V, cutSegments(COUNT));
    const places = placesOf(mesh);
    let [area, least] = [0, 0];
    for (let q = 0; q < mesh.quads.length; q += TRIM_WORDS) {
      for (const second of [1, 2]) {
        const [a, b, c] = [mesh.quads[q], mesh.quads[q + second], mesh.quads[q + second + 1]].map((k) => places[k]);
        const own = ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
        least = Math.min(least, own);
        area += own;
      }
    }
    // No triangle is turned over. Corners are cut off by a segment.
    expect(least).toBeGreaterThanOrEqual(-1e-12);
    expect(Math.abs(area / areaOf(loop) - 1)).toBeLessThan(0.02);
    const middle = (at: number): number => 0.5 + (at - 0.5) * (1 - 1e-6);
    expect(places.every(([u, v]) => isWithin([loop], middle(u), middle(v)))).toBe(true);
    // What leads over a side of a patch is there from the other side too.
    const sides = new Map<string, number>();
    for (let e = 0; e < mesh.edges.length; e += TRIM_WORDS) {
      const [a, b, , side] = mesh.edges.subarray(e, e + TRIM_WORDS);
      if (side !== TRIM_SIDES.outline) {
        const key = [places[a], places[b]]
          .map(([u, v]) => `${u.toFixed(9)} ${v.toFixed(9)}`)
          .sort()
          .join();
        sides.set(key, (sides.get(key) ?? 0) + 1);
      }
    }
    // No star reaches the border of the sheet here: all sides meet.
    const isInside = places.every(([u, v]) => u > 0 && u < 1 && v > 0 && v < 1);
    if (isInside) {
      expect([...sides.values()].every((count) => count === 2)).toBe(true);
    }
  }
});

test("threads live just where the drawn surface leads over them", () => {
  const random = randomNumbers(11);
  for (let i = 0; i < 20; i++) {
    // Two stars that may overlap: an even number of them is no cloth.
    const loops = [star(random, 7), star(random, 9).map((at, k) => at + (k % 2 === 0 ? 0.3 : 0.2))];
    const mesh = trimPatches(loops, SPANS_U, SPANS_V, cutSegments(COUNT));
    const { links, isKept } = outlineLinks(COUNT, mesh);
    const wrong: string[] = [];
    for (let row = 0; row < SPANS_V; row++) {
      for (let column = 0; column + 1 < SPANS_U; column++) {
        const patch = row * SPANS_U + column;
        const particle = (row + 1) * COUNT.countU + column + 1;
        const areDrawn = mesh.isDrawn[patch] !== 0 && mesh.isDrawn[patch + 1] !== 0;
        if (areDrawn && ((links[particle] & LINK_WARP) !== 0) !== (mesh.meetsU[patch] !== 0))
          wrong.push(`warp ${particle}`);
        if (mesh.isDrawn[patch] && !isKept[particle]) wrong.push(`particle ${particle}`);
      }
    }
    // Nothing leads to a particle that is not there.
    links.forEach((word, k) => {
      const hasNext = (k % COUNT.countU) + 1 < COUNT.countU;
      if ((word & LINK_WARP) !== 0 && hasNext && !(isKept[k] && isKept[k + 1])) wrong.push(`end of warp ${k}`);
      const above = k + COUNT.countU;
      if ((word & LINK_WEFT) !== 0 && above < isKept.length && !(isKept[k] && isKept[above]))
        wrong.push(`end of weft ${k}`);
    });
    expect(wrong).toEqual([]);
  }
});

/** A rectangle from knots to knots. */
function knotsRectangle(fromU: number, toU: number, fromV: number, toV: number): number[] {
  const [u0, u1, v0, v1] = [fromU / SPANS_U, toU / SPANS_U, fromV / SPANS_V, toV / SPANS_V];
  return [u0, v0, u1, v0, u1, v1, u0, v1];
}

test("an outline along knots has no particles beyond it, and its sides are open", () => {
  const mesh = trimPatches([knotsRectangle(4, 9, 3, 8)], SPANS_U, SPANS_V, cutSegments(COUNT));
  const { isKept } = outlineLinks(COUNT, mesh);
  const kept = Array.from(isKept, (is, k) => (is ? [(k % COUNT.countU) - 1, Math.floor(k / COUNT.countU) - 1] : []));
  const patches = kept.filter(({ length }) => length > 0);
  expect(patches).toHaveLength(25);
  for (const [column, row] of patches) {
    expect(column >= 4 && column < 9 && row >= 3 && row < 8).toBe(true);
  }
  const places = placesOf(mesh);
  const rim = { [4 / SPANS_U]: 0, [9 / SPANS_U]: 0 };
  for (let e = 0; e < mesh.edges.length; e += TRIM_WORDS) {
    const [a, b, , side] = mesh.edges.subarray(e, e + TRIM_WORDS);
    const isAlongV = places[a][0] === places[b][0] && places[a][0] in rim;
    if (isAlongV && side === TRIM_SIDES.outline) rim[places[a][0]] += Math.abs(places[b][1] - places[a][1]);
  }
  // One corner of four is cut off by a segment.
  for (const length of Object.values(rim)) {
    expect(Math.abs(length * SPANS_V - 5)).toBeLessThan(0.3);
  }
});

test("pieces at opposite borders are two, whatever the numbers of their patches", () => {
  const outline = [knotsRectangle(-1, 3, 2, 5), knotsRectangle(SPANS_U - 3, SPANS_U + 1, 2, 5)];
  const { pieces } = outlineLinks(COUNT, trimPatches(outline, SPANS_U, SPANS_V, cutSegments(COUNT)));
  expect(pieces.map(({ particleCount }) => particleCount)).toEqual([9, 9]);
});

test("a traced circle is round, and a checkerboard has as many curves as it needs", () => {
  const inside = (u: number, v: number): number => 0.3 - Math.hypot(u - 0.5, v - 0.5);
  const [count, last] = [33, 32];
  const loops = traceContours(
    count,
    count,
    (i, j) => inside(i / last, j / last),
    (_i, _j, _axis, from, to) => from / (from - to),
    1e-4,
    1e-6,
  );
  expect(loops).toHaveLength(1);
  note("corners of the circle", loops[0].length / 2);
  expect(areaOf(loops[0]) / (Math.PI * 0.09)).toBeCloseTo(1, 2);
  const board = traceContours(
    3,
    3,
    (i, j) => ((i + j) % 2 === 0 ? 1 : -1),
    () => 0.25,
    1e-4,
    1e-6,
  );
  // Corners outside join at saddles in one way or the other, but never overlap.
  expect(isWithin(board, 0.01, 0.01)).toBe(true);
  expect([isWithin(board, 0.5, 0.01), isWithin(board, 0.01, 0.5)]).toEqual([false, false]);
  expect(isWithin(board, 0.99, 0.99)).toBe(true);
});
