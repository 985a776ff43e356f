// The levels on which a cloth at full resolution is relaxed: see netLevel.wgsl.
import { constants } from "../shaders/shaders.gen.js";
import type { ClothStep } from "./clothStep.js";
import type { ClosedCounts, NetCounts, RestGrid } from "./restGrid.js";

/** Nodes that the coarsest level has along its longer side, at least: it carries loads to pins that hold much cloth at few particles. */
const COARSEST_NODES = 6;
/** Stride of the finest of the coarser levels, over the links that a wave passes in a substep. */
const WAVE_SHARE = 0.6;
/** No level is more times as coarse as the next one [powers of two]. */
const WIDEST_GAP = 4;

/** Sweeps over rows and columns of the net itself: the second one mends what the first one has turned. */
export const SWEEPS = 2;
/** Passes that shorten threads after the last substep. */
export const SHORTENINGS = 2;

/** What {@link levelStrides} asks of a step. */
export type LevelStep = Pick<
  ClothStep,
  "gravity" | "wind" | "zoneSpeed" | "drag" | "substepTime" | "linear" | "warpSolver" | "weftSolver"
>;

/** A level of a net. */
export interface NetLevel {
  /** Particles from a node to the next; 1: the net itself. */
  readonly stride: number;
  /** Nodes in a row, rows. */
  readonly countU: number;
  readonly countV: number;
  /** One over the areas that nodes carry [1/m2]. */
  readonly inverseAreas: Float32Array<ArrayBuffer>;
}

/**
 * Which levels are coarser than the net. A link feels in one substep what a wave brings from so far; a level whose links are about as long
 * brings it. The speed of waves is that of cloth under the pull of its own weight and of the wind on all of it.
 *
 * @param restGrid - Of the net.
 * @param step - Its input.
 * @returns Strides, the coarsest first, each a multiple of the next. None where threads are solved link by link, to save time.
 */
export function levelStrides(restGrid: RestGrid, step: LevelStep): readonly number[] {
  if (step.warpSolver === constants.FAST_THREADS || step.weftSolver === constants.FAST_THREADS) {
    return [];
  }
  const { spacing, sizeU, sizeV } = restGrid;
  const { gravity, wind, zoneSpeed, drag, substepTime, linear } = step;
  const scale = Math.max(...[0, 3, 6].map((axis) => Math.hypot(linear[axis], linear[axis + 1], linear[axis + 2])));
  const speed = Math.hypot(...wind) + zoneSpeed;
  const pull = (Math.hypot(...gravity) + drag * speed * speed) * Math.max(sizeU, sizeV) * scale;
  const links = (Math.sqrt(pull) * substepTime) / Math.max(spacing * scale, 1e-9);
  const coarsest = Math.log2(coarsestStride(restGrid));
  const finest = Math.min(Math.round(Math.log2(Math.max(WAVE_SHARE * links, 1))), coarsest);
  const powers = [coarsest, finest > 0 ? Math.max(finest, coarsest - WIDEST_GAP) : 0];
  return [...new Set(powers)].filter((power) => power > 0).map((power) => 2 ** power);
}

/**
 * Lengths of lines that kernels relax, whatever pulls at a net.
 *
 * @param net - Its counts.
 * @returns Nodes of rows and columns of the net and of the levels that {@link isOneGroup} leaves to these kernels.
 */
export function lineLengths(net: ClosedCounts): readonly Record<"rows" | "columns", number>[] {
  const lengths = [{ rows: net.countU, columns: net.countV }];
  const coarsest = coarsestStride(net);
  for (let stride = 2; stride < coarsest || (stride === coarsest && isClosed(net)); stride *= 2) {
    lengths.push({ rows: nodeCount(net.countU, stride), columns: nodeCount(net.countV, stride) });
  }
  return lengths;
}

/** Whether one workgroup relaxes a level, which few nodes make. It knows no rings. */
export function isOneGroup(level: NetLevel, net: ClosedCounts): boolean {
  return isCoarsest(level, net) && !isClosed(net);
}

/** Whether a net has lines that may be rings. */
function isClosed({ closedU, closedV }: ClosedCounts): boolean {
  return closedU || closedV;
}

/** Whether a level is the coarsest that a net can have. */
export function isCoarsest({ stride }: NetLevel, net: Pick<NetCounts, "countU" | "countV">): boolean {
  return stride === coarsestStride(net);
}

function coarsestStride({ countU, countV }: Pick<NetCounts, "countU" | "countV">): number {
  return 2 ** Math.floor(Math.log2(Math.max(countU, countV) / COARSEST_NODES));
}

/**
 * @param restGrid - Of the net.
 * @param stride - Particles from a node to the next, a power of two.
 * @returns The level; a node carries the cloth around it.
 */
export function cookLevel({ countU, countV, areas }: RestGrid, stride: number): NetLevel {
  const sums = nodeSums({ countU, countV }, stride, areas.entries());
  return {
    stride,
    countU: nodeCount(countU, stride),
    countV: nodeCount(countV, stride),
    inverseAreas: Float32Array.from(sums, (area) => 1 / area),
  };
}

/**
 * @param net - Its counts.
 * @param stride - Of a level.
 * @param amounts - Of particles, by their numbers.
 * @returns What its nodes carry of these: particles divide theirs among the nodes around them, as they follow these.
 */
export function nodeSums(
  { countU, countV }: Pick<NetCounts, "countU" | "countV">,
  stride: number,
  amounts: Iterable<readonly [particle: number, amount: number]>,
): Float64Array {
  const [nodesU, nodesV] = [nodeCount(countU, stride), nodeCount(countV, stride)];
  const sums = new Float64Array(nodesU * nodesV);
  const betweenU = Array.from({ length: countU }, (_, i) => between(i, stride, nodesU, countU));
  const betweenV = Array.from({ length: countV }, (_, i) => between(i, stride, nodesV, countV));
  for (const [particle, amount] of amounts) {
    const [u, v] = [betweenU[particle % countU], betweenV[Math.floor(particle / countU)]];
    const node = v.node * nodesU + u.node;
    sums[node] += amount * (1 - u.part) * (1 - v.part);
    sums[node + 1] += amount * u.part * (1 - v.part);
    sums[node + nodesU] += amount * (1 - u.part) * v.part;
    sums[node + nodesU + 1] += amount * u.part * v.part;
  }
  return sums;
}

/** Nodes along one direction. The last span may be up to half longer or shorter than the others. */
export function nodeCount(count: number, stride: number): number {
  return Math.max(Math.round((count - 1) / stride), 1) + 1;
}

/** Twin of particleAt in netLevel.wgsl. */
export function particleAt(node: number, stride: number, nodes: number, count: number): number {
  return node + 1 === nodes ? count - 1 : node * stride;
}

/** Twin of widthOf in netLevel.wgsl. */
export function widthOf(node: number, stride: number, nodes: number, count: number): number {
  const behind = particleAt(Math.min(node + 1, nodes - 1), stride, nodes, count);
  return (behind - particleAt(Math.max(node, 1) - 1, stride, nodes, count)) / 2;
}

/** Twin of between in netLevel.wgsl. */
export function between(
  particle: number,
  stride: number,
  nodes: number,
  count: number,
): { node: number; part: number } {
  const node = Math.min(Math.floor(particle / stride), nodes - 2);
  const first = node * stride;
  return { node, part: (particle - first) / (particleAt(node + 1, stride, nodes, count) - first) };
}
