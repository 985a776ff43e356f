// Twin of tangle.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import { createVector, cross, dot, length, scale, subtract, type Vector } from "../vectors.js";

const { abs, floor, max, min, round, sign } = Math;

const {
  LEAST_TANGLE_PULL,
  LEAST_THREADS,
  MOST_MARKED,
  PIERCED_MARGIN,
  TANGLE_GAIN,
  TANGLE_PERIOD,
  TANGLE_SPEED,
  TANGLE_TENTHS,
  TANGLE_UNIT,
  TANGLE_WAY,
} = constants;

const ab = createVector();
const ac = createVector();
const offset = createVector();
const across = createVector();

/** Whether threads are drawn back in a step that begins after so many substeps. */
export function isDrawingBack(substeps: number, substepTime: number): boolean {
  const period = max(round(TANGLE_PERIOD / max(substepTime, 1e-6)), 1);
  return 10 * (substeps % period) < TANGLE_TENTHS * period;
}

/** Writes the normal of a triangle that an edge pierces, turned along the edge. Returns the side; 0: it does not. */
export function pierced(out: Vector, start: Vector, edge: Vector, a: Vector, b: Vector, c: Vector): number {
  const normal = cross(out, subtract(ab, b, a), subtract(ac, c, a));
  const through = dot(edge, normal);
  const side = sign(through);
  const most = abs(through);
  subtract(offset, start, a);
  cross(across, offset, edge);
  const along = -side * dot(offset, normal);
  const u = -side * dot(ac, across);
  const v = side * dot(ab, across);
  const margin = PIERCED_MARGIN * most;
  if (!(most > 0 && along >= 0 && along <= most && min(u, v) >= -margin && u + v <= most + margin)) {
    return 0;
  }
  scale(out, normal, side / max(length(normal), 1e-30));
  return side;
}

/** See tangle.wgsl. */
export function tangleImbalance(before: number, after: number): number {
  return floor((TANGLE_UNIT * (after - before)) / (after + before) + 0.5);
}

/** See tangle.wgsl. */
export function tanglePull(sum: number, count: number): number {
  const mean = sum / (TANGLE_UNIT * max(count, 1));
  return (sum < 0 ? -1 : 1) * min(max(TANGLE_GAIN * abs(mean), LEAST_TANGLE_PULL), 1);
}

/** Whether a contour is left to contact, by the particles of a row and a column. */
export function isShort(threads: number, sides: number): boolean {
  return threads < LEAST_THREADS * sides;
}

/** Whether all of them are, by the particles that are where sheets cross. */
export function isHeap(marked: number, sides: number): boolean {
  return marked > MOST_MARKED * sides;
}

/** How far a thread is drawn back in a substep [m]. */
export function tangleWay(spacing: number, substepTime: number, substepCount: number): number {
  return min(TANGLE_SPEED * substepTime, (TANGLE_WAY * spacing) / substepCount);
}
