/** Colliders of the runs by which the GPU and its CPU twin are compared. */
import { makeDistanceField } from "../../src/colliders/distanceField.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import type { ColliderState } from "../../src/sim/clothStep.js";
import { colliderAt } from "./colliderStates.js";

const { BOX, CAPSULE, INNER_CAPSULE, CONVEX, DEPTH, ELLIPSOID, EMPTY_TEXEL, FIELD, PLANE, SPHERE } = constants;

/** What turns about an axis and moves, by so much a frame. */
export function movingCollider(
  frame: number,
  from: readonly number[],
  path: readonly number[],
  spin: readonly number[],
  shape: Partial<ColliderState>,
): ColliderState {
  const angle = Math.hypot(...spin);
  const rotationAt = (turns: number): number[] => {
    const half = (angle * turns) / 2;
    const scale = angle > 0 ? Math.sin(half) / angle : 0;
    return [...spin.map((component) => component * scale), Math.cos(half)];
  };
  const positionAt = (steps: number): number[] => from.map((start, axis) => start + steps * path[axis]);
  return colliderAt(positionAt(frame + 1), {
    previousPosition: positionAt(frame),
    rotation: rotationAt(frame + 1),
    previousRotation: rotationAt(frame),
    spin: [...spin],
    ...shape,
  });
}

/** Outward planes of an octahedron. */
const octahedron = Float32Array.from(
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) => [
    ...[1, 2, 4].map((bit) => (corner & bit ? 1 : -1) / Math.sqrt(3)),
    0.12,
  ]),
);

/** Two boxes side by side, 0.3 long, one of them higher: concave. */
function stepField(): Partial<ColliderState> {
  const points: number[] = [];
  const indices: number[] = [];
  for (const [start, end, height] of [
    [-0.15, 0, 0.1],
    [0.001, 0.15, 0.2],
  ]) {
    const first = points.length / 3;
    for (let corner = 0; corner < 8; corner++) {
      points.push(corner & 1 ? end : start, corner & 2 ? height : 0, corner & 4 ? 0.15 : -0.15);
    }
    for (const [a, b, c, d] of [
      [0, 2, 3, 1],
      [4, 5, 7, 6],
      [0, 4, 6, 2],
      [1, 3, 7, 5],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
    ]) {
      indices.push(...[a, b, c, a, c, d].map((i) => first + i));
    }
  }
  const field = makeDistanceField({ points, indices }, 16, false);
  const rows = [0, 1, 2].flatMap((row) => [
    ...[0, 1, 2].map((column) => Number(row === column) / field.cell),
    field.counts[row],
  ]);
  return { kind: FIELD, size: [Math.hypot(...field.half), 0, 0], planes: Float32Array.from(rows), field };
}

/** Depth maps of a ball that swells in the step, seen along x and y. */
function ballMaps(): Partial<ColliderState> {
  const [count, radius, half] = [24, 0.2, 0.22];
  const values = new Float32Array(4 * 4 * count ** 2);
  const at = (i: number): number => ((i + 0.5) * 2 * half) / count - half;
  for (let texel = 0; texel < values.length / 4; texel++) {
    const [u, v] = [at(texel % count), at(Math.floor(texel / count) % count)];
    const squared = radius ** 2 - u ** 2 - v ** 2;
    const height = squared > 0 ? Math.sqrt(squared) : EMPTY_TEXEL;
    values.set([height, 0.002, 0.01 * u, -0.01 * v], 4 * texel);
  }
  const planes = Float32Array.of(count, 3, 10, 1, 0, 0, 0, 0, half, half, half, 0);
  const maps = { values, count: values.length / 4, texture: null, version: 0 };
  return { kind: DEPTH, size: [2 * half, 0, 0], planes, maps };
}

/** One of each kind. */
export const shapes: Record<string, Partial<ColliderState>> = {
  sphere: { kind: SPHERE, size: [0.2, 0, 0] },
  plane: { kind: PLANE, friction: 0.3 },
  ellipsoid: { kind: ELLIPSOID, size: [0.3, 0.15, 0.2] },
  box: { kind: BOX, size: [0.2, 0.15, 0.25] },
  "tapered capsule": { kind: CAPSULE, size: [0.18, 0.2, 0.08] },
  "inner capsule": { kind: INNER_CAPSULE, size: [0.5, 0.3, 0.62] },
  convex: { kind: CONVEX, size: [0.22, 0, 0], planes: octahedron },
  field: stepField(),
  "depth maps": ballMaps(),
};
