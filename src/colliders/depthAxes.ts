// Chooses the axes that depth maps look along: as few as show the whole surface.
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import { thinMatricesOf } from "../babylon/thinInstances.js";
import { worldMatrixOf } from "../babylon/worldMatrix.js";
import { trianglesOf } from "./meshField.js";
import { boundsOf, everyFace, type Triangles } from "./triangles.js";

/** Axes of a node that its maps look along, or "auto": chosen from the shape. */
export const DEPTH_AXES = ["x", "y", "z", "xy", "yz", "xz", "xyz", "auto"] as const;
/** Axes of a node that depth maps look along. */
export type ClothDepthAxes = Exclude<(typeof DEPTH_AXES)[number], "auto">;

/** Squares along a side of the pictures that are made for this. */
const SQUARES = 32;
/** Part of the area that more axes must show beyond fewer ones. */
const WORTH = 0.05;
/** An axis shows what is not steeper: least cosine between normal and axis. */
const LEAST_COSINE = 0.4;
/** From the fewest on; of equal ones the first. */
const choices = ["y", "z", "x", "yz", "xz", "xy", "xyz"] as const;
const names = ["x", "y", "z"] as const;

/** Lowest and highest place of the mesh along an axis, of each square. Shape [SQUARES, SQUARES]. */
interface Ends {
  readonly low: Float32Array;
  readonly high: Float32Array;
}

/**
 * Looks along each axis at a coarse picture of the mesh. An axis shows a part of the surface that is the first or the last along it and not steep. The
 * fewest axes are chosen that show all but 5 % of what all three do.
 *
 * @param mesh - In the axes of the maps.
 * @returns The axes.
 */
export function chooseAxes(mesh: Triangles): ClothDepthAxes {
  const { minimum, size } = boundsOf(mesh.points);
  const origin = minimum.asArray();
  const square = size.asArray().map((length) => Math.max(length, 1e-9) / SQUARES);
  const ends = names.map((_, axis) => endsAlong(mesh, axis, origin, square));
  /** Area that is shown by the axes of each set: bits of x, y and z. */
  const areas = new Float64Array(8);
  everySample(mesh, square, (point, normal, area) => {
    let shown = 0;
    names.forEach((_, axis) => {
      const cosine = Math.abs(normal[axis]);
      if (cosine >= LEAST_COSINE) {
        const [across, up] = [(axis + 1) % 3, (axis + 2) % 3];
        const at =
          squareAt(point[across], origin[across], square[across]) +
          SQUARES * squareAt(point[up], origin[up], square[up]);
        const slack = (square[across] + square[up]) / cosine;
        const isEnd = point[axis] > ends[axis].high[at] - slack || point[axis] < ends[axis].low[at] + slack;
        shown |= isEnd ? 1 << axis : 0;
      }
    });
    areas[shown] += area;
  });
  const shownBy = (axes: string): number => {
    const bits = names.reduce((sum, name, axis) => sum | (axes.includes(name) ? 1 << axis : 0), 0);
    return areas.reduce((sum, area, shown) => sum + ((shown & bits) === 0 ? 0 : area), 0);
  };
  const all = areas.reduce((sum, area) => sum + area, 0);
  const best = (count: number): ClothDepthAxes =>
    choices.filter(({ length }) => length === count).reduce((a, b) => (shownBy(b) > shownBy(a) ? b : a));
  return [best(1), best(2)].find((axes) => shownBy("xyz") - shownBy(axes) <= WORTH * all) ?? "xyz";
}

/**
 * @param meshes - Of a collider.
 * @param toOwn - From the world to the axes of the maps.
 * @returns Their triangles, without bones and morph targets.
 */
export function shownTriangles(meshes: readonly AbstractMesh[], toOwn: Matrix): Triangles {
  const points: number[] = [];
  const indices: number[] = [];
  const point = new Vector3();
  const instance = new Matrix();
  for (const mesh of meshes) {
    const local = trianglesOf(mesh);
    const matrix = worldMatrixOf(mesh).multiply(toOwn);
    const instances = thinMatricesOf(mesh) ?? Matrix.Identity().m;
    for (let at = 0; at < instances.length; at += 16) {
      const whole = Matrix.FromArrayToRef(instances, at, instance).multiply(matrix);
      const first = points.length / 3;
      for (let i = 0; i < local.points.length; i += 3) {
        Vector3.FromArrayToRef(local.points, i, point);
        Vector3.TransformCoordinatesToRef(point, whole, point);
        points.push(point.x, point.y, point.z);
      }
      for (const index of Array.from(local.indices)) {
        indices.push(first + index);
      }
    }
  }
  return { points, indices };
}

function squareAt(place: number, origin: number, length: number): number {
  return Math.min(Math.max(Math.floor((place - origin) / length), 0), SQUARES - 1);
}

function endsAlong(mesh: Triangles, axis: number, origin: readonly number[], square: readonly number[]): Ends {
  const low = new Float32Array(SQUARES ** 2).fill(Infinity);
  const high = new Float32Array(SQUARES ** 2).fill(-Infinity);
  const [across, up] = [(axis + 1) % 3, (axis + 2) % 3];
  everySample(mesh, square, (point) => {
    const at =
      squareAt(point[across], origin[across], square[across]) + SQUARES * squareAt(point[up], origin[up], square[up]);
    low[at] = Math.min(low[at], point[axis]);
    high[at] = Math.max(high[at], point[axis]);
  });
  return { low, high };
}

/** Points on all triangles, about one a square of area, with the unit normal and the area of each. */
function everySample(
  mesh: Triangles,
  square: readonly number[],
  act: (point: readonly [number, number, number], normal: readonly [number, number, number], area: number) => void,
): void {
  const fine = Math.max(...square) ** 2 / 2;
  const normal = new Vector3();
  const [ab, ac] = [new Vector3(), new Vector3()];
  everyFace(mesh, (a, b, c) => {
    b.subtractToRef(a, ab);
    c.subtractToRef(a, ac);
    Vector3.CrossToRef(ab, ac, normal);
    const area = normal.length() / 2;
    if (area > 0) {
      normal.scaleInPlace(0.5 / area);
      // A triangle in n * n small ones of equal area: their middles.
      const n = Math.ceil(Math.sqrt(area / fine));
      const upright = [normal.x, normal.y, normal.z] as const;
      for (let i = 0; i < n; i++) {
        for (let k = 0; k < 2 * (n - i) - 1; k++) {
          const isTurned = k % 2;
          const u = (i + (1 + isTurned) / 3) / n;
          const v = ((k - isTurned) / 2 + (1 + isTurned) / 3) / n;
          const point = [a.x + ab.x * u + ac.x * v, a.y + ab.y * u + ac.y * v, a.z + ab.z * u + ac.z * v] as const;
          act(point, upright, area / n ** 2);
        }
      }
    }
    return true;
  });
}
