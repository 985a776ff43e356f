// Tears: threads that break where they are strained too much. What is torn is kept apart from what is cut, two bits a particle.
import { constants } from "../shaders/shaders.gen.js";
import type { NetCounts } from "./restGrid.js";

const { TORN_BITS, TORN_PER_WORD } = constants;
/** Threads differ in strength by up to this part, up or down: so tears are ragged. */
const UNEVENNESS = 0.05;

/**
 * @param counts - Of a net.
 * @returns Words of what is torn of it: TORN_BITS a particle, the one for the thread along u first.
 */
export function tornWords({ particleCount }: NetCounts): number {
  return Math.ceil(particleCount / TORN_PER_WORD);
}

/**
 * @param torn - Shape [tornWords].
 * @param i - A particle.
 * @param isAlongV - Which of its threads.
 * @returns Whether it is torn.
 */
export function isTorn(torn: Uint32Array, i: number, isAlongV: boolean): boolean {
  return ((torn[Math.floor(i / TORN_PER_WORD)] >>> tornBit(i, isAlongV)) & 1) !== 0;
}

/**
 * @param torn - Shape [tornWords]; changed.
 * @param i - A particle.
 * @param isAlongV - Which of its threads tears.
 */
export function setTorn(torn: Uint32Array, i: number, isAlongV: boolean): void {
  torn[Math.floor(i / TORN_PER_WORD)] |= 1 << tornBit(i, isAlongV);
}

function tornBit(i: number, isAlongV: boolean): number {
  return TORN_BITS * (i % TORN_PER_WORD) + Number(isAlongV);
}

/**
 * Strains at which threads break. Those along the border break with those beside them, as in cuts; those at a seam do not.
 *
 * @param counts - Of the net.
 * @param tear - Strain at which an even thread breaks.
 * @param scale - How much of it each particle has; null: all.
 * @returns Of the threads of each particle along u and along v, 0 where none breaks by itself, shape [particleCount, 2].
 */
export function cookTearLimits(
  { countU, countV, particleCount }: NetCounts,
  tear: number,
  scale: ArrayLike<number> | null,
): Float32Array<ArrayBuffer> {
  const limits = new Float32Array(2 * particleCount);
  for (let v = 1; v < countV - 1; v++) {
    for (let u = 1; u < countU - 1; u++) {
      const i = v * countU + u;
      const strengthOf = (next: number): number => (scale ? (scale[i] + scale[next]) / 2 : 1);
      if (u < countU - 2) {
        limits[2 * i] = tear * strengthOf(i + 1) * unevenness(2 * i);
      }
      if (v < countV - 2) {
        limits[2 * i + 1] = tear * strengthOf(i + countU) * unevenness(2 * i + 1);
      }
    }
  }
  return limits;
}

/** Around 1, the same for the same thread of all sheets: an integer hash. */
function unevenness(thread: number): number {
  let hash = thread + 1;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  hash ^= hash >>> 16;
  return 1 + UNEVENNESS * ((hash >>> 0) / 2 ** 31 - 1);
}
