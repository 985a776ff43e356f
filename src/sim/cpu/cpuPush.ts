// Twin of slowPush in slowPush.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { CpuParticles } from "./cpuParticles.js";
import { addTo, createVector, length, load, store, subtract } from "./vectors.js";

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
 * @param bodies - What particles touch of those that the cloth pushes, -1 for none: these do not feel what is motion.
 */
export function slowPush(
  { count, positions, previous }: CpuParticles,
  started: Float32Array,
  substepTime: number,
  bodies: Int32Array,
): void {
  for (let at = 0; at < 3 * count; at += 3) {
    if (bodies[at / 3] >= 0) {
      continue;
    }
    subtract(push, load(push, previous, at), load(start, started, at));
    const size = length(push);
    addTo(positions, at, push, min(PUSH_RATE, MAX_PUSH / max(size, 1e-30)) * substepTime - 1);
    store(previous, at, start);
  }
}
