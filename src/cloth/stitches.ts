// Seams: which sums of particles are to be zero, so that two parts of borders are drawn as one curve.
import { refinement } from "../bspline/netTransfer.js";
import type { GatheredLink } from "../sim/gathers.js";

/** Control points of a net along u and v. */
export interface SheetCounts {
  readonly countU: number;
  readonly countV: number;
}

/** A border of a sheet: at u = 0, at u = 1, at v = 0, at v = 1. */
export type ClothEdge = "leftEdge" | "rightEdge" | "bottomEdge" | "topEdge";

/** All borders of a sheet. */
export const edgeNames: readonly ClothEdge[] = ["leftEdge", "rightEdge", "bottomEdge", "topEdge"];

/** A part of a border, in whole spans of the net; backwards if the last one is less than the first. */
export interface SeamPath {
  readonly edge: ClothEdge;
  /** From 0 to {@link spansOf}. */
  readonly first: number;
  /** The same; another one. */
  readonly last: number;
}

/** A sum of weighted particles. */
interface WeightedPoint {
  readonly particles: readonly number[];
  /** Shape [particles]. */
  readonly weights: readonly number[];
}

/** Two points that a seam makes one. */
export interface Stitch {
  readonly from: WeightedPoint;
  readonly to: WeightedPoint;
}

/** A side is gathered if the other one is shorter than this part of it. */
const GATHERED = 0.999;

/** A part of a border of a net. */
export interface SeamSide {
  readonly counts: SheetCounts;
  readonly path: SeamPath;
}

/**
 * @param counts - Of a net.
 * @param edge - One of its borders.
 * @returns Spans of the border curve.
 */
export function spansOf({ countU, countV }: SheetCounts, edge: ClothEdge): number {
  return (isAlongV(edge) ? countV : countU) - 2;
}

/**
 * @param path - Of a seam.
 * @returns Its spans.
 */
export function lengthOf({ first, last }: SeamPath): number {
  return Math.abs(last - first);
}

/**
 * @param counts - Of a net of a cloth.
 * @param grid - Its control grid.
 * @param path - On the control grid.
 * @returns The same part of the border on the net, moved to its nearest knots.
 */
export function pathOn(counts: SheetCounts, grid: SheetCounts, { edge, first, last }: SeamPath): SeamPath {
  const scale = spansOf(counts, edge) / spansOf(grid, edge);
  return { edge, first: Math.round(first * scale), last: Math.round(last * scale) };
}

/**
 * @param counts - Of a net.
 * @param path - A part of one of its borders.
 * @returns Particles that this part of the border curve follows.
 */
export function borderOf(counts: SheetCounts, { edge, first, last }: SeamPath): number[] {
  const start = Math.min(first, last);
  return Array.from({ length: Math.abs(last - first) + 2 }, (_, i) => particleAt(counts, edge, start + i));
}

/**
 * The stitches of a seam. Both curves are one if and only if their control points are; so the side with fewer spans gets knots until it has as
 * many as the other.
 *
 * @param from - One side.
 * @param to - The other side; one of both has a multiple of the spans of the other.
 * @param share - How much of the seam is closed, from its start, in [0, 1]; rounded to spans of the side with fewer.
 * @returns As many stitches as the closed part has control points; none if no span is closed.
 */
export function stitchesOf(from: SeamSide, to: SeamSide, share: number): Stitch[] {
  const [fromSpans, toSpans] = [lengthOf(from.path), lengthOf(to.path)];
  const whole = Math.min(fromSpans, toSpans);
  const closed = Math.round(share * whole);
  if (closed === 0) {
    return [];
  }
  const points = (side: SeamSide): WeightedPoint[] => curvePoints(side, (lengthOf(side.path) / whole) * closed);
  const [a, b] = [points(from), points(to)];
  const count = Math.max(a.length, b.length);
  const [fineA, fineB] = [refined(a, count), refined(b, count)];
  return fineA.map((point, i) => ({ from: point, to: fineB[i] }));
}

/** A side of a seam at rest. */
export interface RestSide extends SeamSide {
  /** Shape [particles, 3]. */
  readonly positions: ArrayLike<number>;
}

/**
 * Along a seam, the longer side is in pleats that are finer than its net. So its links there are as short as those of the other side: links of
 * their own length would push against the seam for ever.
 *
 * @param side - Of the seam.
 * @param other - The other side.
 * @param closed - How much of the seam is closed, in [0, 1]: see {@link stitchesOf}.
 * @returns Links of the side that are gathered; none if it is not longer than the other by a thousandth.
 */
export function gathersOf(side: RestSide, other: RestSide, closed: number): GatheredLink[] {
  const whole = Math.min(lengthOf(side.path), lengthOf(other.path));
  const spansClosed = Math.round(closed * whole);
  if (spansClosed === 0) {
    return [];
  }
  const points = [side, other].map((of) => curvePoints(of, (lengthOf(of.path) / whole) * spansClosed));
  const [own, given] = [side, other].map(({ positions }, i) => lengthAlong(points[i], positions));
  const share = given / own;
  if (!(share < GATHERED)) {
    return [];
  }
  const border = points[0].flatMap(({ particles }) => particles);
  const isColumn = isAlongV(side.path.edge);
  const stride = isColumn ? side.counts.countU : 1;
  const [first, last] = [Math.min(...border), Math.max(...border)];
  return Array.from({ length: (last - first) / stride }, (_, i) => ({ particle: first + i * stride, isColumn, share }));
}

function lengthAlong(points: readonly WeightedPoint[], positions: ArrayLike<number>): number {
  const places = points.map(({ particles, weights }) =>
    [0, 1, 2].map((axis) => particles.reduce((sum, i, k) => sum + weights[k] * positions[3 * i + axis], 0)),
  );
  let length = 0;
  for (let i = 1; i < places.length; i++) {
    length += Math.hypot(...places[i].map((coordinate, axis) => coordinate - places[i - 1][axis]));
  }
  return length;
}

/**
 * Control points of a part of a border curve as a curve of its own: at a knot inside of the border the curve is halfway between two control
 * points. Piegl and Tiller, The NURBS Book, 2nd ed., section 5.3.
 */
function curvePoints({ counts, path: { edge, first, last } }: SeamSide, spans: number): WeightedPoint[] {
  const end = spansOf(counts, edge);
  const way = last > first ? 1 : -1;
  const [low, high] = [Math.min(first, first + way * spans), Math.max(first, first + way * spans)];
  const single = (i: number): WeightedPoint => ({ particles: [particleAt(counts, edge, i)], weights: [1] });
  const halfway = (i: number): WeightedPoint => ({
    particles: [particleAt(counts, edge, i), particleAt(counts, edge, i + 1)],
    weights: [0.5, 0.5],
  });
  const points = [low === 0 ? single(0) : halfway(low)];
  for (let i = low + 1; i <= high; i++) {
    points.push(single(i));
  }
  points.push(high === end ? single(end + 1) : halfway(high));
  return way > 0 ? points : points.reverse();
}

/** The same curve with more knots. */
function refined(points: readonly WeightedPoint[], count: number): readonly WeightedPoint[] {
  if (points.length === count) {
    return points;
  }
  const { firsts, weights } = refinement(points.length, count);
  return weights.map((row, i) => {
    const sum = new Map<number, number>();
    row.forEach((weight, k) => {
      const point = points[firsts[i] + k];
      point.particles.forEach((particle, j) => {
        sum.set(particle, (sum.get(particle) ?? 0) + weight * point.weights[j]);
      });
    });
    return { particles: [...sum.keys()], weights: [...sum.values()] };
  });
}

function particleAt({ countU, countV }: SheetCounts, edge: ClothEdge, i: number): number {
  switch (edge) {
    case "leftEdge":
      return i * countU;
    case "rightEdge":
      return i * countU + countU - 1;
    case "bottomEdge":
      return i;
    case "topEdge":
      return (countV - 1) * countU + i;
  }
}

function isAlongV(edge: ClothEdge): boolean {
  return edge === "leftEdge" || edge === "rightEdge";
}
