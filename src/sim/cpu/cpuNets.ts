// The nets of a cloth at full resolution on the CPU, and what their links are at rest. Twins of measureNet.compute.wgsl,
// measureLevel.compute.wgsl and skewOf in skewLaw.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import { cookLevel, particleAt, widthOf, type NetLevel } from "../levels.js";
import type { RestGrid } from "../restGrid.js";
import { createVector, cross, length, transform, type Vector } from "./vectors.js";

const { fround, max, sqrt } = Math;

const { LINK_SHEAR, LINK_SHEAR_ACROSS, LINK_WARP, LINK_WEFT } = constants;

/** Floats of a node in threads: length at rest and factor of the compliance along u, along v; in skews: see skewLaw.wgsl. */
export const THREAD = 4;
export const SKEW = 2;

const now = createVector();
const other = createVector();
const way = createVector();

/** The net itself or a coarser level. */
export interface Net {
  readonly level: NetLevel;
  readonly positions: Float32Array;
  readonly inverseMasses: Float32Array;
  readonly threads: Float32Array;
  readonly skews: Float32Array;
  /** How far coarser levels have moved its nodes. */
  readonly ways: Float32Array;
  /** What links pull with in a substep, along u and along v by node. */
  readonly strengths: readonly [Float32Array, Float32Array];
}

/**
 * @param level - The net itself or a coarser level.
 * @param positions - Of its nodes, shape [nodes, 3].
 * @param inverseMasses - Of its nodes, shape [nodes].
 * @returns The net; nothing is known of its links yet.
 */
export function netOf(level: NetLevel, positions: Float32Array, inverseMasses: Float32Array): Net {
  const nodes = level.countU * level.countV;
  return {
    level,
    positions,
    inverseMasses,
    threads: new Float32Array(THREAD * nodes),
    skews: new Float32Array(SKEW * nodes),
    ways: new Float32Array(3 * nodes),
    strengths: [new Float32Array(nodes), new Float32Array(nodes)],
  };
}

/**
 * Finds what links are at rest: see threadLaw in measureNet.compute.wgsl.
 *
 * @param restGrid - The net at rest.
 * @param net - Takes it.
 * @param linear - Mesh axes in the world, column by column, shape [9].
 * @param living - Which links live, see clothKinds.wgsl, shape [particleCount].
 */
export function measureNet(restGrid: RestGrid, net: Net, linear: Vector, living: Uint32Array): void {
  const { countU, countV, particleCount } = restGrid;
  const { threads, skews } = net;
  const gap = (u: number, v: number, toU: number, toV: number): number => {
    const isThere = [u, toU].every((i) => i >= 0 && i < countU) && [v, toV].every((i) => i >= 0 && i < countV);
    return isThere ? restDistance(restGrid, linear, v * countU + u, toV * countU + toU) : 0;
  };
  const widths = (u: number, v: number, sideU: number, sideV: number): number =>
    gap(u, v, u + sideU, v + sideV) + gap(u - sideU, v - sideV, u, v);
  for (let i = 0; i < particleCount; i++) {
    const u = i % countU;
    const v = (i - u) / countU;
    const alongU = gap(u, v, u + 1, v);
    const alongV = gap(u, v, u, v + 1);
    const [hasRight, hasAbove] = [u + 1 < countU, v + 1 < countV];
    threads.set(
      [
        hasRight && (living[i] & LINK_WARP) !== 0 ? alongU : -1,
        (2 * alongU) / max(0.5 * (widths(u, v, 0, 1) + widths(u + 1, v, 0, 1)), 1e-9),
        hasAbove && (living[i] & LINK_WEFT) !== 0 ? alongV : -1,
        (2 * alongV) / max(0.5 * (widths(u, v, 1, 0) + widths(u, v + 1, 1, 0)), 1e-9),
      ],
      THREAD * i,
    );
    const isCell = hasRight && hasAbove && (living[i] & LINK_SHEAR) !== 0 && (living[i] & LINK_SHEAR_ACROSS) !== 0;
    skews.set(isCell ? skewOf(restGrid, linear, i, i + countU + 1, i + 1, i + countU) : [0, 0], SKEW * i);
  }
}

/**
 * @param restGrid - The net at rest.
 * @param net - Measured.
 * @param stride - Particles from a node of the level to the next.
 * @returns A coarser level, measured: see measureLevel.compute.wgsl.
 */
export function measureLevel(restGrid: RestGrid, net: Net, stride: number): Net {
  const { threads: fine } = net;
  const { countU, countV } = restGrid;
  const level = cookLevel(restGrid, stride);
  const nodes = level.countU * level.countV;
  const coarser = netOf(level, new Float32Array(3 * nodes), new Float32Array(nodes));
  const at = (node: number, isAlongV: boolean): number =>
    particleAt(node, stride, isAlongV ? level.countV : level.countU, isAlongV ? countV : countU);
  for (let j = 0; j < level.countV; j++) {
    for (let i = 0; i < level.countU; i++) {
      const [u, v] = [at(i, false), at(j, true)];
      const nextU = at(Math.min(i + 1, level.countU - 1), false);
      const nextV = at(Math.min(j + 1, level.countV - 1), true);
      const widthU = widthOf(i, stride, level.countU, countU);
      const widthV = widthOf(j, stride, level.countV, countV);
      const sums = [0, 0, 0, 0];
      let [isWarp, isWeft] = [true, true];
      for (let x = u; x < nextU; x++) {
        isWarp &&= fine[THREAD * (v * countU + x)] >= 0;
        sums[0] += fine[THREAD * (v * countU + x)];
        sums[1] += fine[THREAD * (v * countU + x) + 1];
      }
      for (let y = v; y < nextV; y++) {
        isWeft &&= fine[THREAD * (y * countU + u) + 2] >= 0;
        sums[2] += fine[THREAD * (y * countU + u) + 2];
        sums[3] += fine[THREAD * (y * countU + u) + 3];
      }
      sums[0] = isWarp ? sums[0] : -1;
      sums[2] = isWeft ? sums[2] : -1;
      const node = j * level.countU + i;
      coarser.threads.set([sums[0], sums[1] / widthV, sums[2], sums[3] / widthU], THREAD * node);
    }
  }
  return coarser;
}

function restDistance(restGrid: RestGrid, linear: Vector, a: number, b: number): number {
  return length(restWay(restGrid, now, linear, a, b));
}

function restWay({ restPositions }: RestGrid, out: Vector, linear: Vector, a: number, b: number): Vector {
  for (let axis = 0; axis < 3; axis++) {
    out[axis] = fround(restPositions[3 * b + axis] - restPositions[3 * a + axis]);
  }
  return transform(out, linear, out);
}

/** See skewLaw.wgsl: of the cell whose diagonals lead from a to d and from b to c. */
function skewOf(restGrid: RestGrid, linear: Vector, a: number, d: number, b: number, c: number): readonly number[] {
  restWay(restGrid, now, linear, a, d);
  restWay(restGrid, other, linear, b, c);
  const area = length(cross(way, now, other)) / 2;
  const size = 2 * sqrt(max(area, 1e-30));
  return area > 0 ? [length(now) / size, length(other) / size] : [0, 0];
}
