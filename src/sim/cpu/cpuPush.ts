// Twin of slowPush in slowPush.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { CpuParticles } from "./cpuParticles.js";
import { addTo, createVector, length, load, scale, store, subtract, type Vector } from "./vectors.js";

const { MAX_PUSH, PUSH_RATE } = constants;

const { max, min } = Math;

const push = createVector();
const start = createVector();

/**
 * In three textures, a push by a collider beyond what stops a particle counts as motion: it is done slowly.
 *
 * @param particles - Held by colliders; their previous positions are where they started again.
 * @param started - Previous positions before colliders held them, shape [particleCount, 3].
 * @param substepTime - [s]
 * @param each - Gets the velocity that a particle has by that [m/s].
 */
export function slowPush(
  { count, positions, previous }: CpuParticles,
  started: Float32Array,
  substepTime: number,
  each: (particle: number, velocity: Vector) => void,
): void {
  for (let at = 0; at < 3 * count; at += 3) {
    subtract(push, load(push, previous, at), load(start, started, at));
    const size = length(push);
    const rate = min(PUSH_RATE, MAX_PUSH / max(size, 1e-30));
    addTo(positions, at, push, rate * substepTime - 1);
    store(previous, at, start);
    if (size > 0) {
      each(at / 3, scale(push, push, rate));
    }
  }
}
