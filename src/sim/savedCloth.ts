import { PARTICLE_WORDS } from "../shaders/particleWords.js";

/** What a cloth was like, to go on from. */
export interface SavedCloth {
  /** Structs Particle. */
  readonly particles: Float32Array<ArrayBuffer>;
  /** Struct ClothState. */
  readonly state: Float32Array<ArrayBuffer>;
  /** What links to the next row pull with, times squared substep [kg m], shape [particleCount]; empty where that is not known. */
  readonly pulls: Float32Array<ArrayBuffer>;
}

/**
 * @param particles - Structs Particle.
 * @returns Positions alone, shape [particleCount, 3].
 */
export function readPositions(particles: Float32Array): Float32Array {
  const positions = new Float32Array((3 * particles.length) / PARTICLE_WORDS);
  for (let i = 0; 3 * i < positions.length; i++) {
    positions.set(particles.subarray(i * PARTICLE_WORDS, i * PARTICLE_WORDS + 3), 3 * i);
  }
  return positions;
}
