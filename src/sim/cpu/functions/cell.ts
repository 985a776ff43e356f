// Twin of cell.wgsl.
import { clamp, createVector, dot, load, scale, scaleAndAdd, set, store, subtract, type Vector } from "../vectors.js";

const { max } = Math;

/** Numbers of a cell: along u and along v, each with where it ends. */
export const CELL = 8;

const before = createVector();
const side = createVector();
const way = createVector();

/** One direction of the cell of a particle; see cellAlong in cell.wgsl. */
export function storeAlong(
  cells: Float32Array,
  at: number,
  positions: Float32Array,
  i: number,
  from: number,
  to: number,
): void {
  const neighbours = 2 - Number(from === i) - Number(to === i);
  subtract(side, load(side, positions, 3 * to), load(before, positions, 3 * from));
  store(cells, at, scale(side, side, 0.5 / max(neighbours, 1)));
  cells[at + 3] = Number(from === i) - Number(to === i);
}

/** out = how far the point of the cell that is nearest to a collider is from its middle, for `toCollider`; see cell.wgsl. */
export function slid(out: Vector, cells: Float32Array, i: number, toCollider: Vector): Vector {
  set(way, toCollider[0], toCollider[1], toCollider[2]);
  set(out, 0, 0, 0);
  for (const at of [CELL * i, CELL * i + 4]) {
    load(side, cells, at);
    const part = dot(way, side) / max(dot(side, side), 1e-30);
    scaleAndAdd(out, out, side, clamp(part, cells[at + 3] > 0 ? 0 : -1, cells[at + 3] < 0 ? 0 : 1));
  }
  return out;
}
