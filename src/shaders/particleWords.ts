import { structs } from "./shaders.gen.js";

/** 32-bit words of one struct Particle: what typed arrays of particles step by. */
export const PARTICLE_WORDS = structs.Particle.size / 4;
