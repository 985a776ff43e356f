// Curves around what is inside, from samples over the unit square: marching squares, linked to closed curves, without corners that change
// nothing (Douglas and Peucker 1973).
import type { OutlineLoops } from "./trim.js";

/** Above 0 inside. */
type Sample = (i: number, j: number) => number;
/** Share of the way from a sample to the next one along u (axis 0) or v where the curve is. Is given both samples. */
type Crossing = (i: number, j: number, axis: 0 | 1, from: number, to: number) => number;

/** Steps around a cell, from its first corner on: along which axis, and to which side. */
const AROUND = [
  { corner: [0, 0], axis: 0 },
  { corner: [1, 0], axis: 1 },
  { corner: [0, 1], axis: 0 },
  { corner: [0, 0], axis: 1 },
] as const;

/**
 * @param countU - Samples in a row, at least 2; the first at u = 0, the last at 1.
 * @param countV - Rows.
 * @param sample - Is asked once for each.
 * @param crossing - Is asked once for each pair of neighbours of which one is inside.
 * @param tolerance - How far curves may leave their corners, of the sheet.
 * @param outside - How far beyond the border curves are that follow it.
 * @returns Closed curves.
 */
export function traceContours(
  countU: number,
  countV: number,
  sample: Sample,
  crossing: Crossing,
  tolerance: number,
  outside: number,
): OutlineLoops {
  // With a frame of samples outside.
  const [columns, rows] = [countU + 2, countV + 2];
  const values = new Float64Array(columns * rows).fill(-1);
  for (let j = 0; j < countV; j++) {
    for (let i = 0; i < countU; i++) {
      values[(j + 1) * columns + i + 1] = sample(i, j);
    }
  }
  const place = (at: number, count: number): number =>
    at < 0 ? -outside : at > count - 1 ? 1 + outside : at / (count - 1);
  /** Of the crossing after a sample of the framed grid. */
  const pointAt = (edge: number): readonly [number, number] => {
    const axis = (edge % 2) as 0 | 1;
    const at = (edge - axis) / 2;
    const [i, j] = [(at % columns) - 1, Math.floor(at / columns) - 1];
    const [along, count] = axis === 0 ? [i, countU] : [j, countV];
    const [from, to] = [values[at], values[at + (axis === 0 ? 1 : columns)]];
    const isFramed = along < 0 || along === count - 1;
    const where = isFramed ? (along < 0 ? -1 : count) : along + crossing(i, j, axis, from, to);
    return axis === 0 ? [place(where, countU), place(j, countV)] : [place(i, countU), place(where, countV)];
  };
  const nexts = nextEdges(columns, rows, values);
  const loops: number[][] = [];
  for (const first of [...nexts.keys()]) {
    const loop: (readonly [number, number])[] = [];
    for (let edge: number | undefined = first; edge !== undefined;) {
      const next: number | undefined = nexts.get(edge);
      nexts.delete(edge);
      if (next !== undefined) {
        loop.push(pointAt(edge));
      }
      edge = next;
    }
    if (loop.length > 0) {
      loops.push(simplified(loop, tolerance).flat());
    }
  }
  return loops;
}

/** From each edge that a curve crosses to the next one; the inside is on the left. Edge: twice its sample, plus its axis. */
function nextEdges(columns: number, rows: number, values: Float64Array): Map<number, number> {
  const nexts = new Map<number, number>();
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < columns; i++) {
      const first = j * columns + i;
      const isInside = [first, first + 1, first + columns + 1, first + columns].map((at) => values[at] > 0);
      if (isInside[0] === isInside[1] && isInside[1] === isInside[2] && isInside[2] === isInside[3]) {
        continue;
      }
      const edges = AROUND.map(({ corner: [x, y], axis }) => 2 * (first + y * columns + x) + axis);
      for (let k = 0; k < 4; k++) {
        // A curve leaves the inside where the way around the cell does, and ends where that comes back.
        if (isInside[k] && !isInside[(k + 1) % 4]) {
          let back = (k + 1) % 4;
          while (!(!isInside[back] && isInside[(back + 1) % 4])) back = (back + 1) % 4;
          nexts.set(edges[k], edges[back]);
        }
      }
    }
  }
  return nexts;
}

type Point = readonly [number, number];

/** A closed curve of fewer corners. */
function simplified(loop: readonly Point[], tolerance: number): Point[] {
  const half = Math.floor(loop.length / 2);
  const keep = new Uint8Array(loop.length + 1);
  const closed = [...loop, loop[0]];
  keep[0] = keep[half] = keep[loop.length] = 1;
  const ranges = [
    [0, half],
    [half, loop.length],
  ];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const [first, last] = range;
    let [farthest, most] = [-1, tolerance];
    for (let k = first + 1; k < last; k++) {
      const away = distanceToSegment(closed[k], closed[first], closed[last]);
      if (away > most) {
        [farthest, most] = [k, away];
      }
    }
    if (farthest >= 0) {
      keep[farthest] = 1;
      ranges.push([first, farthest], [farthest, last]);
    }
  }
  return loop.filter((_, k) => keep[k]);
}

function distanceToSegment([x, y]: Point, [x0, y0]: Point, [x1, y1]: Point): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const squared = dx * dx + dy * dy;
  const share = squared > 0 ? Math.min(Math.max(((x - x0) * dx + (y - y0) * dy) / squared, 0), 1) : 0;
  return Math.hypot(x - x0 - share * dx, y - y0 - share * dy);
}
