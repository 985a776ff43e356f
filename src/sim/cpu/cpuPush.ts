// Twin of slowPush in tileHold.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { CpuParticles } from "./cpuParticles.js";
import { addTo, createVector, length, load, store, subtract } from "./vectors.js";

const { MAX_PUSH } = constants;

const push = createVector();
const start = createVector();

/**
 * In three textures, a push by a collider beyond what stops a particle counts as motion: it is done slowly.
 *
 * @param particles - Held by colliders; their previous positions are where they started again.
 * @param started - Previous positions before colliders held them, shape [particleCount, 3].
 * @param substepTime - [s]
 */
export function slowPush(
  { count, positions, previous }: CpuParticles,
  started: Float32Array,
  substepTime: number,
): void {
  const maximum = MAX_PUSH * substepTime;
  for (let at = 0; at < 3 * count; at += 3) {
    subtract(push, load(push, previous, at), load(start, started, at));
    const size = length(push);
    if (size > maximum) {
      addTo(positions, at, push, maximum / size - 1);
    }
    store(previous, at, start);
  }
}
