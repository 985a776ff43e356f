// Twins of latticeVector and eddies in turbulence.wgsl.
import { constants } from "../../../shaders/shaders.gen.js";
import { createVector, scale, scaleAndAdd, set, type Vector } from "../vectors.js";

const { floor, imul } = Math;

const { EDDY_SIZE, EDDY_PERIOD } = constants;

const scaled = createVector();
const corner = createVector();
const w = createVector();
const lattice = createVector();

/** Three numbers from -1 to 1 for a lattice point: whole numbers of 32 bits, exactly as on the GPU. */
function latticeVector(out: Vector, cellX: number, cellY: number, cellZ: number): Vector {
  let x = (imul(cellX & (EDDY_PERIOD - 1), 1664525) + 1013904223) | 0;
  let y = (imul(cellY & (EDDY_PERIOD - 1), 1664525) + 1013904223) | 0;
  let z = (imul(cellZ & (EDDY_PERIOD - 1), 1664525) + 1013904223) | 0;
  x = (x + imul(y, z)) | 0;
  y = (y + imul(z, x)) | 0;
  z = (z + imul(x, y)) | 0;
  x ^= x >>> 16;
  y ^= y >>> 16;
  z ^= z >>> 16;
  x = (x + imul(y, z)) | 0;
  y = (y + imul(z, x)) | 0;
  z = (z + imul(x, y)) | 0;
  return set(out, (x >>> 8) / 8388608 - 1, (y >>> 8) / 8388608 - 1, (z >>> 8) / 8388608 - 1);
}

/** Velocity of the eddies at a point of the air, each component from -1 to 1. */
export function eddies(out: Vector, point: Vector): Vector {
  scale(scaled, point, 1 / EDDY_SIZE);
  for (let axis = 0; axis < 3; axis++) {
    corner[axis] = floor(scaled[axis]);
    const t = scaled[axis] - corner[axis];
    w[axis] = t * t * (3 - 2 * t);
  }
  set(out, 0, 0, 0);
  for (let k = 0; k < 8; k++) {
    const farX = k & 1;
    const farY = (k >> 1) & 1;
    const farZ = k >> 2;
    const weight = (farX ? w[0] : 1 - w[0]) * (farY ? w[1] : 1 - w[1]) * (farZ ? w[2] : 1 - w[2]);
    scaleAndAdd(out, out, latticeVector(lattice, corner[0] + farX, corner[1] + farY, corner[2] + farZ), weight);
  }
  return out;
}
