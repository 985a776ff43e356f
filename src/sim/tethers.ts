// Tethers: one-sided distance constraints from every particle to pins, so that cloth hangs from its pins at its own length
// however few relaxations it gets (long range attachments, Kim, Chentanez and Mueller-Fischer 2012).
import { vec3, type mat3 } from "gl-matrix";
import type { Fabric } from "./fabric.js";

/** With at most this many pins every particle is tethered to each of them, with more only to the nearest. */
const MOST_PINS_FOR_ALL = 4;

/** Tethers of one cloth, `perParticle` in a row for each particle. */
export interface Tethers {
  readonly perParticle: number;
  /** Pinned particle at the far end, shape [particleCount * perParticle]. */
  readonly anchors: Uint32Array;
  /** Rest distance over the cloth [m], shape [particleCount * perParticle]. */
  readonly lengths: Float32Array;
}

/**
 * @param fabric - The sheet. It is taken to be flat: distance over the cloth is distance between rest positions.
 * @param pinned - 1 for each pinned particle, shape [particleCount].
 * @param linear - Mesh axes in the world, column by column, shape [9]: rest distances are measured as the mesh scales them.
 * @returns The tethers of every particle; none without pins.
 */
export function cookTethers(fabric: Fabric, pinned: Uint8Array, linear: ArrayLike<number>): Tethers {
  const positions = Array.from({ length: fabric.particleCount }, (_, i) =>
    vec3.transformMat3(
      vec3.create(),
      fabric.restPositions.subarray(3 * i, 3 * i + 3) as unknown as vec3,
      linear as mat3,
    ),
  );
  const pins = positions.map((_, i) => i).filter((i) => pinned[i]);
  const perParticle = pins.length <= MOST_PINS_FOR_ALL ? pins.length : 1;
  const anchors = new Uint32Array(fabric.particleCount * perParticle);
  const lengths = new Float32Array(fabric.particleCount * perParticle);
  positions.forEach((position, i) => {
    const distances = pins.map((pin) => ({ pin, length: vec3.distance(position, positions[pin]) }));
    const chosen =
      perParticle === pins.length
        ? distances
        : [distances.reduce((best, next) => (next.length < best.length ? next : best))];
    chosen.forEach(({ pin, length }, t) => {
      anchors[i * perParticle + t] = pin;
      lengths[i * perParticle + t] = length;
    });
  });
  return { perParticle, anchors, lengths };
}
