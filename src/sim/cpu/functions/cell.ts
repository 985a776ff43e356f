// Twin of cell.wgsl.
import {
  clamp,
  copy,
  createVector,
  dot,
  load,
  scale,
  scaleAndAdd,
  set,
  store,
  subtract,
  type Vector,
} from "../vectors.js";

const { max } = Math;

/** Numbers of a cell: its borders to the left and to the right, below and above. */
export const CELL = 12;

const here = createVector();
const border = createVector();
const away = createVector();
const forwards = createVector();
const backwards = createVector();

/**
 * The border of a cell; see cellBorder in cell.wgsl.
 *
 * @param cells - Receives it at `at`.
 * @param positions - Of all particles.
 * @param i - Whose cell it is.
 * @param neighbour - Beyond the border; the particle itself where the net ends.
 * @param toSurface - See cell.wgsl.
 */
export function storeBorder(
  cells: Float32Array,
  at: number,
  positions: Float32Array,
  i: number,
  neighbour: number,
  toSurface: Vector,
): void {
  if (neighbour === i) {
    cells.fill(0, at, at + 3);
    return;
  }
  scale(border, subtract(border, load(border, positions, 3 * neighbour), load(here, positions, 3 * i)), 0.5);
  store(cells, at, subtract(border, border, toSurface));
}

/** out = how far the point of a cell that is nearest to a collider is from its middle; see cell.wgsl. */
export function slid(out: Vector, cells: Float32Array, i: number, way: Vector): Vector {
  copy(away, way);
  set(out, 0, 0, 0);
  for (const at of [CELL * i, CELL * i + 6]) {
    slidTo(backwards, load(border, cells, at));
    slidTo(forwards, load(border, cells, at + 3));
    scaleAndAdd(out, out, dot(backwards, away) > dot(forwards, away) ? backwards : forwards, 1);
  }
  return out;
}

function slidTo(out: Vector, side: Vector): void {
  scale(out, side, clamp(dot(away, side) / max(dot(side, side), 1e-30), 0, 1));
}
