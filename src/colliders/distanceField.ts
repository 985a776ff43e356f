// Signed distances to a triangle mesh on a grid of cubes, made once on the CPU. Pure but for the bounding box.
import type { FieldSamples } from "../sim/clothStep.js";
import { squareBytes } from "../sim/fieldSquares.js";
import { closedBelow } from "./heightMesh.js";
import { boundsOf, type Triangles } from "./triangles.js";
import { TriangleTree } from "./triangleTree.js";

const { abs, ceil, floor, hypot, max, min, sqrt } = Math;

/** Cells along the longest side that a user may ask for. */
export const MIN_RESOLUTION = 8;
export const MAX_RESOLUTION = 256;
/** More take too long to sort into a tree. */
const MAX_TRIANGLES = 500_000;
/** All fields of a scene, together, on the GPU [bytes]: half of what all cloths of a scene have by WebGPU's default limits. */
export const MAX_FIELD_BYTES = 64 * 1024 * 1024;
/** Cells around the bounding box: inside of them the distance is known. */
const MARGIN = 2;
/** Distances are exact so far from the surface [cells]. */
const BAND = 2;
/** Squared, more than any distance [cells]. */
const FARTHEST = 1e12;
/** A height field reaches so far below its lowest point [cells]. */
const DEPTH = 8;
/** Triangles with less area than this part of the squared longest side have no normal and do not count. */
const FLAT = 1e-16;
/** Sums of area normals below this part of the area are closed. */
const CLOSED = 1e-5;

/** Distances of a mesh from the points of a grid. Never changed. */
export interface DistanceField extends FieldSamples {
  /** Length of a cell in the axes of the mesh [m]. */
  readonly cell: number;
  /** Middle of the grid in the axes of the mesh [m]. */
  readonly center: readonly [number, number, number];
  /** Half the size of the bounding box of the mesh [m]. */
  readonly half: readonly [number, number, number];
  /** Cells along the longest side of the mesh. */
  readonly resolution: number;
  /** Whether the triangles enclose their inside. */
  readonly isClosed: boolean;
  /** Memory on the GPU; the host takes a quarter of it [bytes]. */
  readonly bytes: number;
}

/**
 * @param mesh - Triangles that {@link checkTriangles} allows, wound either way.
 * @param resolution - Cells along the longest side.
 * @param isHeights - Whether all below the mesh, along -y, is inside.
 * @returns The field.
 * @throws RangeError that says what of the mesh cannot be used.
 */
export function makeDistanceField(mesh: Triangles, resolution: number, isHeights: boolean): DistanceField {
  const cellOf = (longest: number): number => longest / resolution;
  const solid = isHeights ? closedBelow(mesh, DEPTH * cellOf(boundsOf(mesh.points).longest)) : mesh;
  const corners = cornersOf(solid);
  if (corners.length === 0) {
    throw new RangeError("all of its triangles have no area, must have some with an area");
  }
  const bounds = boundsOf(corners);
  const cell = cellOf(isHeights ? boundsOf(mesh.points).longest : bounds.longest);
  const size = bounds.size.asArray();
  const [x, y, z] = size.map((side) => ceil(side / cell - 1e-6) + 1 + 2 * MARGIN);
  const bytes = squareBytes([x, y, z]);
  if (bytes > MAX_FIELD_BYTES) {
    throw new RangeError(
      `its distance field would take ${megabytes(bytes)}, must be at most ${megabytes(MAX_FIELD_BYTES)}`,
    );
  }
  const isClosed = isClosedBy(corners);
  const center = bounds.center.asArray();
  const grid = { counts: [x, y, z] as const, cell, center };
  const values = sample(corners, grid, isClosed);
  if (!values.some((value) => value < 0)) {
    throw new RangeError("it has no inside, must be closed, or a surface of heights with the shape heightField");
  }
  const half = size.map((side) => side / 2) as [number, number, number];
  return { values, ...grid, half, resolution, isClosed, bytes };
}

/**
 * @param mesh - Any.
 * @returns Why it has no field, or does not enclose its inside; null if it does.
 */
export function whyNotEnclosing(mesh: Triangles): string | null {
  try {
    checkTriangles(mesh);
  } catch (error) {
    return (error as Error).message;
  }
  const corners = cornersOf(mesh);
  return corners.length > 0 && isClosedBy(corners) ? null : "it is not closed";
}

/** @returns For messages. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/**
 * @param mesh - Any.
 * @throws RangeError that says what of it cannot be used.
 */
export function checkTriangles({ points, indices }: Triangles): void {
  const triangles = floor(indices.length / 3);
  if (triangles === 0 || points.length < 9) {
    throw new RangeError("it has no triangles, must have some");
  }
  if (triangles > MAX_TRIANGLES) {
    throw new RangeError(`it has ${triangles.toString()} triangles, must have at most ${MAX_TRIANGLES.toString()}`);
  }
  for (let i = 0; i < points.length; i++) {
    if (!Number.isFinite(points[i])) {
      throw new RangeError(`position ${floor(i / 3).toString()} is not finite, must be three finite numbers`);
    }
  }
  for (let i = 0; i < 3 * triangles; i++) {
    if (!(indices[i] < points.length / 3)) {
      throw new RangeError(`index ${i.toString()} is ${String(indices[i])}, must be below the number of positions`);
    }
  }
}

/** Shape [triangles, 3, 3], without triangles of no area. */
function cornersOf({ points, indices }: Triangles): Float64Array {
  const least = FLAT * boundsOf(points).longest ** 2;
  const corners = new Float64Array(9 * floor(indices.length / 3));
  let at = 0;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    for (let k = 0; k < 9; k++) {
      corners[at + k] = points[3 * indices[i + floor(k / 3)] + (k % 3)];
    }
    if (hypot(...areaOf(corners, at)) > least) {
      at += 9;
    }
  }
  return corners.slice(0, at);
}

function areaOf(t: Float64Array, at: number): [number, number, number] {
  const [bx, by, bz] = [t[at + 3] - t[at], t[at + 4] - t[at + 1], t[at + 5] - t[at + 2]];
  const [cx, cy, cz] = [t[at + 6] - t[at], t[at + 7] - t[at + 1], t[at + 8] - t[at + 2]];
  return [(by * cz - bz * cy) / 2, (bz * cx - bx * cz) / 2, (bx * cy - by * cx) / 2];
}

/** Over a closed surface, the integral of the normal is zero, and that of the normal times the position is the volume times the identity. */
function isClosedBy(corners: Float64Array): boolean {
  const sums = new Float64Array(12);
  let [area, reach] = [0, 0];
  const origin = boundsOf(corners).center.asArray();
  for (let at = 0; at < corners.length; at += 9) {
    const normal = areaOf(corners, at);
    const middle = origin.map((o, k) => (corners[at + k] + corners[at + 3 + k] + corners[at + 6 + k]) / 3 - o);
    area += hypot(...normal);
    for (let k = 0; k < 3; k++) {
      reach = max(reach, abs(middle[k]));
      sums[k] += normal[k];
      sums[3 + k] += normal[k] * middle[(k + 1) % 3];
      sums[6 + k] += normal[k] * middle[(k + 2) % 3];
      sums[9 + k] += normal[k] * middle[k] - normal[(k + 1) % 3] * middle[(k + 1) % 3];
    }
  }
  return sums.every((sum, i) => abs(sum) <= CLOSED * area * (i < 3 ? 1 : reach));
}

type Grid = Pick<DistanceField, "counts" | "cell" | "center">;

/** Distances in cells, x fastest. */
function sample(corners: Float64Array, grid: Grid, isClosed: boolean): Float32Array<ArrayBuffer> {
  const { counts, cell, center } = grid;
  const tree = new TriangleTree(corners);
  const values = nearestPoints(tree, corners, grid);
  const [countX, countY, countZ] = counts;
  const start = counts.map((count, axis) => center[axis] - ((count - 1) / 2) * cell);
  const strides = [1, countX, countX * countY];
  let at = 0;
  for (let k = 0; k < countZ; k++) {
    for (let j = 0; j < countY; j++) {
      for (let i = 0; i < countX; i++, at++) {
        const axis = i > 0 ? 0 : j > 0 ? 1 : 2;
        // A neighbour is on the same side if the surface is farther away than it is; but through a hole, all may be.
        const isSameSide = isClosed && i + j + k > 0 && values[at] > 1.001;
        const isInside = isSameSide
          ? values[at - strides[axis]] < 0
          : abs(tree.winding(start[0] + i * cell, start[1] + j * cell, start[2] + k * cell)) > 0.5;
        values[at] = isInside ? -values[at] : values[at];
      }
    }
  }
  return values;
}

/**
 * Distances without a sign [cells]: exact near the surface; elsewhere, from the nearest points that neighbours know (Danielsson 1980), handed
 * on in the eight directions of Zhao's fast sweeping (2005).
 */
function nearestPoints(
  tree: TriangleTree,
  corners: Float64Array,
  { counts, cell, center }: Grid,
): Float32Array<ArrayBuffer> {
  const [countX, countY, countZ] = counts;
  const total = countX * countY * countZ;
  const strides = [1, countX, countX * countY];
  const start = counts.map((count, axis) => center[axis] - ((count - 1) / 2) * cell);
  const squares = new Float32Array(total).fill(Infinity);
  // In cells from the start of the grid.
  const points = new Float32Array(3 * total);
  const isNear = markNear(corners, counts, start, cell);
  for (let at = 0; at < total; at++) {
    if (isNear[at] === 1) {
      const x = start[0] + (at % countX) * cell;
      const y = start[1] + (floor(at / countX) % countY) * cell;
      const z = start[2] + floor(at / strides[2]) * cell;
      const distance = tree.distance(x, y, z, BAND * cell) / cell;
      squares[at] = distance * distance;
      for (let axis = 0; axis < 3; axis++) {
        points[3 * at + axis] = (tree.point[axis] - start[axis]) / cell;
      }
    }
  }
  const isExact = Uint8Array.from(squares, (square) => Number(square < Infinity));
  for (let sweep = 0; sweep < 8; sweep++) {
    const steps = [0, 1, 2].map((axis) => ((sweep >> axis) & 1 ? -1 : 1));
    const first = steps.map((step, axis) => (step > 0 ? 0 : counts[axis] - 1));
    for (let k = first[2]; k >= 0 && k < countZ; k += steps[2]) {
      for (let j = first[1]; j >= 0 && j < countY; j += steps[1]) {
        for (let i = first[0]; i >= 0 && i < countX; i += steps[0]) {
          const at = i + j * strides[1] + k * strides[2];
          if (isExact[at] === 1) continue;
          for (let axis = 0; axis < 3; axis++) {
            const place = axis === 0 ? i : axis === 1 ? j : k;
            const from = at - steps[axis] * strides[axis];
            if (place === first[axis] || !(squares[from] < FARTHEST)) continue;
            const dx = points[3 * from] - i;
            const dy = points[3 * from + 1] - j;
            const dz = points[3 * from + 2] - k;
            const square = dx * dx + dy * dy + dz * dz;
            if (square < squares[at]) {
              squares[at] = square;
              points[3 * at] = points[3 * from];
              points[3 * at + 1] = points[3 * from + 1];
              points[3 * at + 2] = points[3 * from + 2];
            }
          }
        }
      }
    }
  }
  return squares.map(sqrt);
}

/** 1 for points of the grid that a triangle may be near to. */
function markNear(corners: Float64Array, counts: Grid["counts"], start: readonly number[], cell: number): Uint8Array {
  const [countX, countY, countZ] = counts;
  const isNear = new Uint8Array(countX * countY * countZ);
  for (let t = 0; t < corners.length; t += 9) {
    const [low, high] = [min, max].map((least, side) =>
      [0, 1, 2].map((axis) => {
        const end = least(corners[t + axis], corners[t + 3 + axis], corners[t + 6 + axis]);
        const place = (end - start[axis]) / cell + (side === 0 ? -BAND : BAND);
        return min(max(side === 0 ? ceil(place) : floor(place), 0), counts[axis] - 1);
      }),
    );
    for (let k = low[2]; k <= high[2]; k++) {
      for (let j = low[1]; j <= high[1]; j++) {
        const row = (k * countY + j) * countX;
        isNear.fill(1, row + low[0], row + high[0] + 1);
      }
    }
  }
  return isNear;
}
