// Figures of a cloth that follow from what can be read back.
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { IClothSurface } from "../../src/index.js";

/**
 * Distance of an edge's middle from the smooth surface that both of its ends and their normals belong to. For a curve of degree 2
 * it is a quarter of half the turn of the tangent over the edge.
 *
 * @param surface - Positions and normals.
 * @param a - Number of a vertex.
 * @param b - Number of another.
 * @returns The distance [m].
 */
export function sagOf({ positions, normals }: IClothSurface, a: number, b: number): number {
  let turn = 0;
  for (let axis = 0; axis < 3; axis++) {
    turn += (normals[3 * b + axis] - normals[3 * a + axis]) * (positions[3 * b + axis] - positions[3 * a + axis]);
  }
  return Math.abs(turn) / 8;
}

/**
 * @param camera - Of a picture or a part of one.
 * @param place - World [m].
 * @returns Pixels that a metre across the view covers there.
 */
export function pixelsPerMeter(camera: Camera, place: ArrayLike<number>): number {
  const { x, y, z } = camera.globalPosition;
  const distance = Math.max(Math.hypot(place[0] - x, place[1] - y, place[2] - z), camera.minZ);
  return camera.getEngine().getRenderHeight() / 2 / Math.tan(camera.fov / 2) / distance;
}

/**
 * @param surface - As it was drawn.
 * @param camera - Who sees it. What it does not see, as behind the divider, is drawn coarsely and does not count.
 * @returns The greatest distance between the triangles and the true surface, as seen [pixels].
 */
export function greatestError(surface: IClothSurface, camera: Camera): number {
  const { indices, positions } = surface;
  const isSeen = Array.from({ length: positions.length / 3 }, (_, vertex) => sees(camera, positions, 3 * vertex));
  let greatest = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i], indices[i + 1], indices[i + 2]];
    if (!isSeen[a] && !isSeen[b] && !isSeen[c]) continue;
    const sag = Math.max(sagOf(surface, a, b), sagOf(surface, b, c), sagOf(surface, c, a));
    greatest = Math.max(greatest, sag * pixelsPerMeter(camera, positions.subarray(3 * a, 3 * a + 3)));
  }
  return greatest;
}

function sees(camera: Camera, positions: Float32Array, at: number): boolean {
  const [x, y, z] = positions.subarray(at, at + 3);
  Vector3.TransformCoordinatesFromFloatsToRef(x, y, z, camera.getTransformationMatrix(), clip);
  return Math.abs(clip.x) <= 1 && Math.abs(clip.y) <= 1;
}

/** One for all: a surface has thousands of vertices. */
const clip = new Vector3();

/**
 * @param rest - Particles at rest [m], shape [rows, columns, 3].
 * @param now - The same particles now.
 * @param columns - Particles along u.
 * @returns How much longer the links along u and v are, as a part of their length: the mean of those that are, and the greatest.
 */
export function stretchOf(rest: Float32Array, now: Float32Array, columns: number): { mean: number; worst: number } {
  const count = rest.length / 3;
  const lengthIn = (positions: Float32Array, a: number, b: number): number =>
    Math.hypot(...[0, 1, 2].map((axis) => positions[3 * b + axis] - positions[3 * a + axis]));
  let [sum, links, worst] = [0, 0, 0];
  const add = (a: number, b: number): void => {
    const strain = Math.max(lengthIn(now, a, b) / lengthIn(rest, a, b) - 1, 0);
    sum += strain;
    links++;
    worst = Math.max(worst, strain);
  };
  for (let i = 0; i < count; i++) {
    if ((i + 1) % columns !== 0) add(i, i + 1);
    if (i + columns < count) add(i, i + columns);
  }
  return { mean: sum / links, worst };
}
