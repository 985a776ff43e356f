// The B-spline article: its normals, written down again in float32, and its law of distance, beside this library.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import { segmentsAt } from "../../demo/scenes/bspline.js";
import { CreateCloth } from "../../src/index.js";
import { note } from "../support/note.js";

const COUNT = 10;
const DEGREE = 2;
/** Offset of u and v for the article's tangents. */
const EPSILON = 0.00002;
const { fround } = Math;

type Point = readonly [number, number, number];
type Round = (x: number) => number;

/** The article's recursion over an open uniform knot vector; weights of all control points at u. */
function weights(u: number, span: number, round: Round): number[] {
  const knot = (i: number): number => round(Math.min(Math.max((i - DEGREE) / (COUNT - DEGREE), 0), 1));
  const basis = (i: number, degree: number): number => {
    if (degree === 0) return i === span ? 1 : 0;
    const part = (from: number, to: number, at: number, next: number): number =>
      to === from ? 0 : round(round(round(at) / round(to - from)) * next);
    return round(
      part(knot(i), knot(i + degree), u - knot(i), basis(i, degree - 1)) +
        part(knot(i + 1), knot(i + degree + 1), knot(i + degree + 1) - u, basis(i + 1, degree - 1)),
    );
  };
  return Array.from({ length: COUNT }, (_, i) => basis(i, DEGREE));
}

/** Place of the surface, with the spans of another u and v, as the article takes them for its neighbours. */
function surfaceAt(
  points: readonly Point[],
  center: Point,
  at: readonly [number, number],
  spans: readonly [number, number],
  round: Round,
): Point {
  const [wu, wv] = [weights(at[0], spans[0], round), weights(at[1], spans[1], round)];
  const sum: [number, number, number] = [0, 0, 0];
  points.forEach((point, i) => {
    const weight = round(wu[i % COUNT] * wv[Math.floor(i / COUNT)]);
    for (let k = 0; k < 3; k++) sum[k] = round(sum[k] + round(weight * round(point[k] - center[k])));
  });
  return sum;
}

/** Of a tangent along u and along v, from places `offset` away. */
function normalAt(points: readonly Point[], center: Point, u: number, v: number, offset: number, round: Round): Point {
  const spans = [u, v].map((x) => DEGREE + Math.floor((COUNT - DEGREE) * x * 0.9999)) as [number, number];
  const place = (du: number, dv: number): Point =>
    surfaceAt(points, center, [round(u + du), round(v + dv)], spans, round);
  const here = place(0, 0);
  const [along, across] = [place(offset, 0), place(0, offset)].map((end) =>
    unit(end.map((x, k) => round(x - here[k]))),
  );
  return unit([
    along[1] * across[2] - along[2] * across[1],
    along[2] * across[0] - along[0] * across[2],
    along[0] * across[1] - along[1] * across[0],
  ]);
}

function unit(vector: readonly number[]): Point {
  const size = Math.hypot(...vector);
  return [vector[0] / size, vector[1] / size, vector[2] / size];
}

/** Between lines [degrees]: which way a normal looks is a convention. */
function angle(a: ArrayLike<number>, b: Point): number {
  const cross = Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
  return (Math.asin(Math.min(cross, 1)) * 180) / Math.PI;
}

/** Control points of a sheet of 1 m with waves. */
const wave = (u: number, v: number): Point => [u - 0.5, v - 0.5, 0.08 * Math.sin(6 * u + 2 * v)];

test("normals: the article's differences lose digits that our derivatives keep", async () => {
  Logger.LogLevels = Logger.ErrorLogLevel;
  const engine = new NullEngine();
  const scene = new Scene(engine);
  const cloth = CreateCloth(
    "sheet",
    {
      ...{ controlPoints: COUNT, pins: "none", tessellation: { mode: "fixed", level: 64 } },
      startShape: (u, v, result) => {
        result.set(...wave(u, v));
      },
    },
    scene,
  );
  cloth.position.copyFrom(new Vector3(0, 2, 0));
  new FreeCamera("camera", new Vector3(0, 2, -2), scene);
  scene.render();
  const positions = await cloth.readPositions(cloth.position);
  const { normals, uvs } = await cloth.readSurface();
  const points = Array.from({ length: COUNT * COUNT }, (_, i): Point => [
    positions[3 * i],
    positions[3 * i + 1],
    positions[3 * i + 2],
  ]);
  const center: Point = [0, 0, 0];
  const far = points.map(([x, y, z]): Point => [fround(x + 100), fround(y), fround(z + 100)]);
  const [here, theirs, theirsFar]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < uvs.length / 2; i += 7) {
    const [u, v] = [uvs[2 * i], uvs[2 * i + 1]];
    // Float64, with differences both ways so small that their error does not show.
    const exact = normalAt(points, center, u, v, 1e-7, (x) => x);
    here.push(angle(normals.subarray(3 * i, 3 * i + 3), exact));
    theirs.push(angle(normalAt(points, center, u, v, EPSILON, fround), exact));
    theirsFar.push(angle(normalAt(far, center, u, v, EPSILON, fround), exact));
  }
  const worst = (angles: readonly number[]): number => Math.max(...angles);
  note(
    "normals [degrees]: here",
    worst(here),
    "article, about its middle",
    worst(theirs),
    "100 m away",
    worst(theirsFar),
  );
  expect(worst(here)).toBeLessThan(0.01);
  expect(worst(theirs)).toBeGreaterThan(10 * worst(here));
  expect(worst(theirsFar)).toBeGreaterThan(10 * worst(theirs));
  engine.dispose();
});

test("the law of distance has the article's ends and exponent", () => {
  expect([0.1, 1.5, 20, 100].map((distance) => segmentsAt(distance, 1.5))).toEqual([64, 64, 4, 4]);
  // Half way: 4 + 60 / 2 ** exponent.
  expect([1, 2].map((exponent) => segmentsAt(10.75, exponent))).toEqual([34, 19]);
});
