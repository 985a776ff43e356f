// Depth maps as lines: what each of them sees of a mesh.
import { constants } from "../shaders/shaders.gen.js";

/** Texels of a row that are joined, at most. */
const MOST_ACROSS = 48;
/** Beyond this, in texels that are left out or not, a step between two of them is an edge of the mesh and no surface. */
const STEEPEST = 3;

/**
 * @param rows - Settings, centre and half size of the maps, as in struct Collider: see depthContact.wgsl.
 * @param texels - Shape [maps, resolution, resolution, 4], height in the first member.
 * @returns Ends of lines along rows and columns of each map, in the axes of the collider [m].
 */
export function mapLines(rows: Float32Array, texels: Float32Array): number[] {
  const [resolution, axes] = rows;
  const [center, half] = [rows.subarray(4, 7), rows.subarray(8, 11)];
  const stride = Math.ceil(resolution / MOST_ACROSS);
  const lines: number[] = [];
  let map = 0;
  for (let axis = 0; axis < 3; axis++) {
    if (((axes >> axis) & 1) === 0) continue;
    const [across, up] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const sign of [1, -1]) {
      const first = map++ * resolution ** 2;
      const pointAt = (column: number, row: number): number[] | null => {
        const height = texels[4 * (first + row * resolution + column)];
        if (column >= resolution || row >= resolution || !(height > constants.NO_SURFACE)) return null;
        const point = [0, 0, 0];
        point[across] = center[across] + half[across] * ((2 * column + 1) / resolution - 1);
        point[up] = center[up] + half[up] * ((2 * row + 1) / resolution - 1);
        point[axis] = center[axis] + sign * height;
        return point;
      };
      const widest = (STEEPEST * stride * 2 * Math.max(half[across], half[up])) / resolution;
      for (let row = 0; row < resolution; row += stride) {
        for (let column = 0; column < resolution; column += stride) {
          const here = pointAt(column, row);
          for (const next of [pointAt(column + stride, row), pointAt(column, row + stride)]) {
            if (here && next && Math.abs(here[axis] - next[axis]) <= widest) lines.push(...here, ...next);
          }
        }
      }
    }
  }
  return lines;
}
