/** Checks of a drawn surface: its triangles fit together, and how far they are from the surface itself. */
import { cellsOf } from "../../../src/bspline/gpu/largeNets.js";
import type { EyeState } from "../../../src/bspline/gpu/surfaceEyes.js";
import { VERTEX_FLOATS, VERTEX_OFFSETS } from "../../../src/bspline/gpu/vertexLayout.js";
import { constants } from "../../../src/shaders/shaders.gen.js";
import { Picture, SplineReference } from "../../support/splineReference.js";
import { attributeOf, eyeAt, parallelEye, type DrawnNet, type Net } from "../../support/surfaceRun.js";

const MAX_SEGMENTS = 2 ** constants.MAX_EXPONENT;

/** Waves that a sheet of size 1 throws, in all directions: smoother than a crumpled one. */
export function wavyNet(countU: number, countV: number, random: () => number, height = 0.1): Float32Array {
  const net = new Float32Array(3 * countU * countV);
  const waves = Array.from({ length: 4 }, () => [8 * random() - 4, 8 * random() - 4, 6 * random(), 6 * random()]);
  for (let j = 0; j < countV; j++) {
    for (let i = 0; i < countU; i++) {
      const [x, y] = [i / (countU - 1) - 0.5, j / (countV - 1) - 0.5];
      const wave = (k: number): number =>
        waves.reduce((sum, [a, b, ...phases]) => sum + Math.sin(2 * (a * x + b * y) + phases[k]), 0) / 4;
      net.set([x + 0.2 * height * wave(1), y, height * wave(0)], 3 * (j * countU + i));
    }
  }
  return net;
}

/** A sheet of size 1 with wrinkles of 6 to 40 spans, more of them here than there. */
export function wrinkledNet(countU: number, countV: number, random: () => number): Float32Array {
  const net = new Float32Array(3 * countU * countV);
  const longest = Math.max(countU, countV);
  const wrinkles = Array.from({ length: 5 }, () => {
    const [turn, phase, x, y] = [2 * Math.PI * random(), 2 * Math.PI * random(), random() - 0.5, random() - 0.5];
    const wave = (2 * Math.PI * longest) / (6 + 34 * random());
    return { a: wave * Math.cos(turn), b: wave * Math.sin(turn), phase, x, y, height: 0.5 / wave };
  });
  for (let j = 0; j < countV; j++) {
    for (let i = 0; i < countU; i++) {
      const [x, y] = [i / (countU - 1) - 0.5, j / (countV - 1) - 0.5];
      const z = wrinkles.reduce(
        (sum, { height, a, b, phase, ...center }) =>
          sum + height * Math.exp(-8 * ((x - center.x) ** 2 + (y - center.y) ** 2)) * Math.sin(a * x + b * y + phase),
        0,
      );
      net.set([x, y, z], 3 * (j * countU + i));
    }
  }
  return net;
}

/** An eye somewhere around the origin. */
export function randomEye(
  random: () => number,
  nearest: number,
  farthest: number,
): { eye: EyeState; picture: Picture } {
  const distance = nearest * (farthest / nearest) ** random();
  const [turn, height] = [2 * Math.PI * random(), 1.8 * random() - 0.9];
  const flat = Math.sqrt(1 - height * height);
  const forward = [-Math.cos(turn) * flat, -height, -Math.sin(turn) * flat];
  const at = [0.4, 0.4, 0.1].map((reach) => reach * (2 * random() - 1));
  const position = at.map((c, axis) => c - distance * forward[axis]);
  if (random() < 0.25) {
    const eye = parallelEye(position, at, distance);
    return { eye, picture: new Picture(eye, forward) };
  }
  const eye = eyeAt(position, at, 0.4 + random());
  return { eye, picture: new Picture(eye) };
}

export function uvOf({ vertices }: DrawnNet, vertex: number): [number, number] {
  const at = vertex * VERTEX_FLOATS + VERTEX_OFFSETS.uv;
  return [vertices[at], vertices[at + 1]];
}

/** Triangles that use no vertex twice, three vertices each. */
function trianglesOf({ indices }: DrawnNet): number[][] {
  const triangles: number[][] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = indices.subarray(i, i + 3);
    if (a !== b && b !== c && c !== a) triangles.push([a, b, c]);
  }
  return triangles;
}

/** Triangles of one face fit together, edge by edge, and cover the unit square of parameters once, wound alike. */
export function expectWhole(drawn: DrawnNet): void {
  const edges = new Set<number>();
  const edge = (from: number, to: number): number => from * drawn.vertexCount + to;
  let area = 0;
  let isWoundAlike = true;
  let edgeCount = 0;
  for (const triangle of trianglesOf(drawn)) {
    const [a, b, c] = triangle.map((vertex) => uvOf(drawn, vertex));
    const double = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    isWoundAlike &&= double > 0;
    area += double / 2;
    triangle.forEach((vertex, k) => edges.add(edge(vertex, triangle[(k + 1) % 3])));
    edgeCount += 3;
  }
  expect(isWoundAlike).toBe(true);
  expect(area).toBeCloseTo(1, 5);
  // Each edge once in each direction, but for the border.
  expect(edges.size).toBe(edgeCount);
  let open = 0;
  for (const key of edges) {
    const [from, to] = [Math.floor(key / drawn.vertexCount), key % drawn.vertexCount];
    if (!edges.has(edge(to, from))) {
      const [a, b] = [uvOf(drawn, from), uvOf(drawn, to)];
      const isBorder = [0, 1].some((axis) => a[axis] === b[axis] && (a[axis] === 0 || a[axis] === 1));
      if (!isBorder) open++;
    }
  }
  expect(open).toBe(0);
}

/** Vertices along both ends of u, by v, are at the same places. */
export function expectMeets(drawn: DrawnNet): void {
  const side = (end: number): string[] => {
    const found: [number, string][] = [];
    for (let i = 0; i < drawn.vertexCount; i++) {
      const [u, v] = uvOf(drawn, i);
      if (u === end) found.push([v, [v, ...attributeOf(drawn.vertices, i, "position", 3)].join(" ")]);
    }
    return found.sort(([a], [b]) => a - b).map(([, text]) => text);
  };
  expect(side(0)).toEqual(side(1));
}

/** What the drawn surface is away from the true one, in all triangles. */
interface Deviation {
  worst: number;
  points: number;
  /** Points of patches that would need more segments than there can be. */
  exempt: number;
}

export function deviationOf(
  drawn: DrawnNet,
  net: Net,
  picture: Picture,
  random: () => number,
  pointsEach = 4,
): Deviation {
  const reference = new SplineReference(net.net, net.countU, net.countV);
  const { spansPerCell } = cellsOf(net.countU, net.countV);
  const minimum = [net.countU, net.countV].map((count) => (1.01 * spansPerCell) / (MAX_SEGMENTS * (count - 2)));
  const deviation = { worst: 0, points: 0, exempt: 0 };
  const point = new Float64Array(3);
  const onSurface = new Float64Array(3);
  for (const triangle of trianglesOf(drawn)) {
    const uvs = triangle.map((vertex) => uvOf(drawn, vertex));
    const positions = triangle.map((vertex) => attributeOf(drawn.vertices, vertex, "position", 3));
    const isExempt = [0, 1].some((axis) => {
      const along = uvs.map((uv) => uv[axis]);
      return Math.max(...along) - Math.min(...along) < minimum[axis];
    });
    for (let k = 0; k < pointsEach; k++) {
      let [b, c] = [random(), random()];
      // The middles of the edges are where most of the error is.
      if (k < 3) [b, c] = k === 0 ? [0.5, 0.5] : k === 1 ? [0.5, 0] : [0, 0.5];
      else if (b + c > 1) [b, c] = [1 - b, 1 - c];
      const a = 1 - b - c;
      for (let axis = 0; axis < 3; axis++) {
        point[axis] = a * positions[0][axis] + b * positions[1][axis] + c * positions[2][axis];
      }
      if (picture.shows(point)) {
        if (isExempt) {
          deviation.exempt++;
        } else {
          deviation.points++;
          const [u, v] = [0, 1].map((axis) => a * uvs[0][axis] + b * uvs[1][axis] + c * uvs[2][axis]);
          reference.pointAt(u, v, onSurface);
          deviation.worst = Math.max(deviation.worst, picture.pixelsBetween(point, onSurface));
        }
      }
    }
  }
  return deviation;
}

/** Parameters of a grid of places, no border of patches among them: `(i + 0.37) / grid`. */
export function placeInGrid(i: number, grid: number): number {
  return (i + 0.37) / grid;
}

/** Where the drawn surface is at the places of a grid of parameters, or another attribute there, as it is drawn. */
export function samplePoints(
  drawn: DrawnNet,
  grid: number,
  attribute: "position" | "normal" = "position",
): Float64Array {
  const points = new Float64Array(3 * grid * grid).fill(NaN);
  const from = (low: number): number => Math.max(Math.ceil(low * grid - 0.37), 0);
  const to = (high: number): number => Math.min(Math.floor(high * grid - 0.37), grid - 1);
  for (const triangle of trianglesOf(drawn)) {
    const [a, b, c] = triangle.map((vertex) => uvOf(drawn, vertex));
    const corners = triangle.map((vertex) => attributeOf(drawn.vertices, vertex, attribute, 3));
    const double = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    for (let j = from(Math.min(a[1], b[1], c[1])); j <= to(Math.max(a[1], b[1], c[1])); j++) {
      for (let i = from(Math.min(a[0], b[0], c[0])); i <= to(Math.max(a[0], b[0], c[0])); i++) {
        const [u, v] = [placeInGrid(i, grid) - a[0], placeInGrid(j, grid) - a[1]];
        const second = (u * (c[1] - a[1]) - v * (c[0] - a[0])) / double;
        const third = ((b[0] - a[0]) * v - (b[1] - a[1]) * u) / double;
        if (second >= -1e-9 && third >= -1e-9 && second + third <= 1 + 1e-9) {
          for (let axis = 0; axis < 3; axis++) {
            points[3 * (j * grid + i) + axis] =
              corners[0][axis] * (1 - second - third) + corners[1][axis] * second + corners[2][axis] * third;
          }
        }
      }
    }
  }
  expect(points.some(Number.isNaN)).toBe(false);
  return points;
}

export function expectApart(ranges: number[][]): void {
  ranges.sort(([a], [b]) => a - b);
  ranges.slice(1).forEach(([start], i) => {
    expect(start).toBeGreaterThanOrEqual(ranges[i][1]);
  });
}
