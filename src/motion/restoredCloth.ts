// What a cloth goes on from on another device, or as a file tells: its last known shape, with the pins of now.
import { vec3 } from "gl-matrix";
import type { ClothMotion } from "./clothMotion.js";
import { pointsOfParticle, type LastShape } from "./lastShape.js";
import type { Pinning } from "../cloth/pinning.js";
import { PARTICLE_WORDS } from "../shaders/particleWords.js";
import { constants, structs } from "../shaders/shaders.gen.js";
import { stateOffsets } from "../sim/clothStep.js";
import { boxOf } from "../sim/points.js";
import type { SavedCloth } from "../sim/savedCloth.js";
import type { RestGrid } from "../sim/restGrid.js";

const { FIRST_TARGET, PIN_HERE, RELEASED } = constants;
const INVERSE_AREA = structs.Particle.fields.inverseArea.offset / 4;
const HOLD = structs.Particle.fields.hold.offset / 4;

/**
 * @param shape - Last known, of structs Particle.
 * @param state - Struct ClothState that was known last; its box is found anew.
 * @param motion - Of the cloth, whose next step follows on what is restored.
 * @param restGrid - Of the net that goes on.
 * @param pinning - Pins as they are now: they may have changed since.
 * @param pulls - See SavedCloth: of this shape, or empty.
 * @returns The cloth as it was known last; null if it never was.
 */
export function restoredCloth(
  shape: LastShape,
  state: Float32Array<ArrayBuffer>,
  motion: ClothMotion,
  restGrid: RestGrid,
  pinning: Pinning,
  pulls: Float32Array<ArrayBuffer>,
): SavedCloth | null {
  const { known } = shape;
  if (!known) {
    return null;
  }
  const particles = Float32Array.from(known.positions);
  const shift = vec3.subtract([0, 0, 0], known.origin, motion.origin);
  for (let i = 0, at = 0; at < particles.length; i++, at += PARTICLE_WORDS) {
    for (const point of pointsOfParticle(particles, at, PARTICLE_WORDS)) {
      vec3.add(point, point, shift);
    }
    const wasPinned = particles[at + INVERSE_AREA] === 0;
    const isPinned = pinning.pinned[i] !== 0;
    particles[at + INVERSE_AREA] = restGrid.inverseArea(i, isPinned);
    if (wasPinned !== isPinned) {
      particles[at + HOLD] = isPinned ? PIN_HERE : RELEASED;
    } else if (isPinned && particles[at + HOLD] >= FIRST_TARGET) {
      // Pins that follow a target are told anew.
      particles[at + HOLD] = PIN_HERE;
    }
  }
  return { particles, state: stateAround(restGrid.pointsOf(shape.local), state), pulls };
}

/** With a box around the shape: until something moves, the bounds of the mesh come from it. */
function stateAround(local: Float64Array, last: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const state = last.slice();
  const { minimum, maximum } = boxOf(local);
  state.set(minimum, stateOffsets.minimum);
  state.set(maximum, stateOffsets.maximum);
  // Those until then were told.
  state[stateOffsets.faults] = 0;
  return state;
}
