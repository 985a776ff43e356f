// Pressure inside of cloth, on the CPU: before each substep it gives particles a velocity. Twin of inflateFullResolution.compute.wgsl.
import { pushOf, type Air } from "../pressure.js";
import { volumeGradient, volumeOf, type NetPositions } from "../volume.js";
import type { CpuParticles } from "./cpuParticles.js";

/** A cloth that air is inside of. */
export interface InflatedCloth {
  readonly particles: CpuParticles;
  readonly net: NetPositions;
  /** 1: its back faces are inside; -1: its front faces are. */
  readonly side: number;
  /** Where its frame is, relative to that of all, shape [3]. */
  readonly origin: ArrayLike<number>;
  /** Of the substep that it takes now [s]; 0: it takes none. */
  readonly substepTime: number;
}

/**
 * @param air - What is inside.
 * @param cloths - All around it.
 */
export function inflate(air: Air, cloths: readonly InflatedCloth[]): void {
  let volume = 0;
  let give = 0;
  const gradients = cloths.map(({ particles, net, side, origin, substepTime }) => {
    const center = Array.from(origin, (coordinate) => -coordinate);
    volume += side * volumeOf(net, center);
    const own = volumeGradient(net);
    own.forEach((part, c) => {
      give += substepTime ** 2 * Math.max(particles.inverseMasses[Math.floor(c / 3)], 0) * part ** 2;
    });
    return own;
  });
  const push = pushOf(air, volume, give);
  cloths.forEach(({ particles: { previous, inverseMasses }, side, substepTime }, cloth) => {
    gradients[cloth].forEach((part, c) => {
      const inverseMass = Math.max(inverseMasses[Math.floor(c / 3)], 0);
      previous[c] -= substepTime ** 2 * inverseMass * push * side * part;
    });
  });
}
