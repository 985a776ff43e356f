// Impulses on a cloth on the CPU. Twin of sharedMass and addImpulses in gridLoad.wgsl.
import type { CpuParticles } from "./cpuParticles.js";
import { impulseShare } from "./functions/impulse.js";
import { addTo, createVector, load, scale, type Vector } from "./vectors.js";

const { max } = Math;

/** Floats of one impulse: point and radius, impulse. */
const ENTRY = 8;

const point = createVector();
const velocity = createVector();
const position = createVector();

/**
 * Gives free particles the velocity of impulses near them.
 *
 * @param particles - Are pushed.
 * @param impulses - Point [m] and radius [m], impulse [N s], shape [impulses, 2, 4].
 * @param substepTime - [s].
 */
export function addImpulses(particles: CpuParticles, impulses: Float32Array, substepTime: number): void {
  const { count, positions, previous, inverseMasses } = particles;
  for (let m = 0; m < impulses.length; m += ENTRY) {
    load(point, impulses, m);
    const radius = impulses[m + 3];
    load(velocity, impulses, m + ENTRY / 2);
    scale(velocity, velocity, 1 / max(sharedMass(particles, point, radius), 1e-30));
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      if (inverseMasses[i] > 0) {
        addTo(previous, at, velocity, -impulseShare(load(position, positions, at), point, radius) * substepTime);
      }
    }
  }
}

/** Sum of masses times shares of an impulse over all free particles: the velocities then carry all of it. */
function sharedMass({ count, positions, inverseMasses }: CpuParticles, point: Vector, radius: number): number {
  let sum = 0;
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    if (inverseMasses[i] > 0) {
      sum += impulseShare(load(position, positions, at), point, radius) / inverseMasses[i];
    }
  }
  return sum;
}
