// Impulses on a cloth on the CPU: twins of impulse.wgsl and of sharedMass in stepControlGrid.compute.wgsl.
import type { CpuParticles } from "./cpuParticles.js";

const { max } = Math;

/** Floats of one impulse: point and radius, impulse. */
const ENTRY = 8;

/**
 * Gives free particles the velocity of impulses near them.
 *
 * @param particles - Are pushed.
 * @param impulses - Point [m] and radius [m], impulse [N s], shape [impulses, 2, 4].
 * @param substepTime - [s].
 */
export function addImpulses(
  { count, positions, previous, weights }: CpuParticles,
  impulses: Float32Array,
  substepTime: number,
): void {
  for (let m = 0; m < impulses.length; m += ENTRY) {
    // Masses times shares: the velocities then carry all of the impulse.
    let sharedMass = 0;
    for (let i = 0; i < count; i++) {
      if (weights[i] > 0) {
        sharedMass += impulseShare(positions, 3 * i, impulses, m) / weights[i];
      }
    }
    const scale = substepTime / max(sharedMass, 1e-30);
    for (let i = 0; i < count; i++) {
      if (weights[i] > 0) {
        const part = impulseShare(positions, 3 * i, impulses, m) * scale;
        for (let axis = 0; axis < 3; axis++) {
          previous[3 * i + axis] -= impulses[m + ENTRY / 2 + axis] * part;
        }
      }
    }
  }
}

/** See impulse.wgsl. */
function impulseShare(positions: ArrayLike<number>, at: number, sphere: ArrayLike<number>, from: number): number {
  const x = positions[at] - sphere[from];
  const y = positions[at + 1] - sphere[from + 1];
  const z = positions[at + 2] - sphere[from + 2];
  const radius = sphere[from + 3];
  const fall = max(1 - (x * x + y * y + z * z) / (radius * radius), 0);
  return fall * fall;
}
