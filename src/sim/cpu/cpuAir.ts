// Wind, its eddies, drag and lift on the CPU: twins of air.wgsl, turbulence.wgsl and airAt in stepControlGrid.compute.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import type { Rounded, Vector } from "./cpuFunctions.js";
import type { CpuParticles } from "./cpuParticles.js";

const { abs, floor, fround, imul, max, sqrt } = Math;

const { EDDY_SIZE, EDDY_PERIOD } = constants;
/** Way of the air after which its eddies are the same again [m]. */
const PERIOD = EDDY_SIZE * EDDY_PERIOD;

const eddy = new Float64Array(3);

/**
 * @param airTravel - Way of the air since the start [m]; receives that of the next look.
 * @param wind - [m/s].
 * @param lookTime - [s].
 */
export function advanceAir(airTravel: Float32Array, wind: Float32Array, lookTime: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const way = fround(airTravel[axis] + fround(wind[axis] * lookTime));
    airTravel[axis] = way - fround(floor(fround(way / PERIOD)) * PERIOD);
  }
}

/**
 * Finds the wind with its eddies at each particle: airAt for all.
 *
 * @param particles - Where they are at the start of the step.
 * @param step - Its input.
 * @param airTravel - Way of the air since the start [m].
 */
export function findAir(
  { count, positions, air }: CpuParticles,
  { wind, airOrigin, turbulence }: Rounded<ClothStep>,
  airTravel: Float32Array,
): void {
  const speed = turbulence * sqrt(wind[0] * wind[0] + wind[1] * wind[1] + wind[2] * wind[2]);
  for (let at = 0; at < 3 * count; at += 3) {
    eddy.fill(0);
    if (speed !== 0) {
      eddies(
        fround(fround(positions[at] + airOrigin[0]) - airTravel[0]),
        fround(fround(positions[at + 1] + airOrigin[1]) - airTravel[1]),
        fround(fround(positions[at + 2] + airOrigin[2]) - airTravel[2]),
        eddy,
      );
    }
    air[at] = wind[0] + speed * eddy[0];
    air[at + 1] = wind[1] + speed * eddy[1];
    air[at + 2] = wind[2] + speed * eddy[2];
  }
}

/**
 * Gives the free particles the velocity that the air gives them in `lookTime`: airVelocity in air.wgsl for all.
 *
 * @param particles - With their normals and air.
 * @param step - Input of the step.
 * @param lookTime - [s].
 */
export function addAir(
  { count, positions, previous, weights, normals, air }: CpuParticles,
  { drag, lift, substepTime }: Rounded<ClothStep>,
  lookTime: number,
): void {
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    if (weights[i] === 0) {
      continue;
    }
    const relativeX = air[at] - (positions[at] - previous[at]) / substepTime;
    const relativeY = air[at + 1] - (positions[at + 1] - previous[at + 1]) / substepTime;
    const relativeZ = air[at + 2] - (positions[at + 2] - previous[at + 2]) / substepTime;
    const through = relativeX * normals[at] + relativeY * normals[at + 1] + relativeZ * normals[at + 2];
    const speed = sqrt(relativeX * relativeX + relativeY * relativeY + relativeZ * relativeZ);
    const dragged = drag * abs(through) * lookTime;
    const lifted = lift * lookTime;
    const liftShare = lifted / (1 + lifted * speed);
    const along = dragged / (1 + dragged) - ((through * through) / max(speed, 1e-20)) * liftShare;
    const across = through * speed * liftShare;
    previous[at] -= (relativeX * along + normals[at] * across) * substepTime;
    previous[at + 1] -= (relativeY * along + normals[at + 1] * across) * substepTime;
    previous[at + 2] -= (relativeZ * along + normals[at + 2] * across) * substepTime;
  }
}

/** Velocity of the eddies at a point of the air, each component from -1 to 1. See turbulence.wgsl. */
function eddies(x: number, y: number, z: number, out: Vector): void {
  const cellX = floor(x / EDDY_SIZE);
  const cellY = floor(y / EDDY_SIZE);
  const cellZ = floor(z / EDDY_SIZE);
  const wx = smooth(x / EDDY_SIZE - cellX);
  const wy = smooth(y / EDDY_SIZE - cellY);
  const wz = smooth(z / EDDY_SIZE - cellZ);
  for (let k = 0; k < 8; k++) {
    const farX = k & 1;
    const farY = (k >> 1) & 1;
    const farZ = k >> 2;
    const weight = (farX ? wx : 1 - wx) * (farY ? wy : 1 - wy) * (farZ ? wz : 1 - wz);
    addLatticeVector(cellX + farX, cellY + farY, cellZ + farZ, weight, out);
  }
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}

/** Adds `weight` times three numbers from -1 to 1 for a lattice point: pcg3d. Whole numbers of 32 bits, exactly as on the GPU. */
function addLatticeVector(cellX: number, cellY: number, cellZ: number, weight: number, out: Vector): void {
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
  out[0] += ((x >>> 8) / 8388608 - 1) * weight;
  out[1] += ((y >>> 8) / 8388608 - 1) * weight;
  out[2] += ((z >>> 8) / 8388608 - 1) * weight;
}
