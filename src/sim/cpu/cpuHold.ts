// What holds single particles on the CPU: twins of tether.wgsl, particleSphere.wgsl, guidedPosition and seamPosition in
// stepControlGrid.compute.wgsl.
import type { ClothStep } from "../clothStep.js";
import type { Rounded } from "./cpuFunctions.js";
import type { CpuParticles } from "./cpuParticles.js";
import type { RestGrid } from "../restGrid.js";
import type { Tethers } from "../tethers.js";

const { max, min, sqrt } = Math;

/** Floats of one entry of a list of vectors. */
const ENTRY = 8;
const sphere = new Float64Array(4);

/** Keeps free particles within reach of their pins: tetheredPosition. */
export function holdByTethers({ count, positions, weights }: CpuParticles, tethers: Tethers, limit: number): void {
  const { perParticle, anchors, lengths } = tethers;
  for (let i = 0, t = 0; i < count; i++) {
    for (const end = t + perParticle; t < end; t++) {
      const reach = lengths[t] * limit;
      const anchor = 3 * anchors[t];
      const x = positions[3 * i] - positions[anchor];
      const y = positions[3 * i + 1] - positions[anchor + 1];
      const z = positions[3 * i + 2] - positions[anchor + 2];
      const squared = x * x + y * y + z * z;
      if (weights[i] > 0 && squared > reach * reach) {
        const scale = min(1, reach / sqrt(max(squared, 1e-30)));
        positions[3 * i] = positions[anchor] + x * scale;
        positions[3 * i + 1] = positions[anchor + 1] + y * scale;
        positions[3 * i + 2] = positions[anchor + 2] + z * scale;
      }
    }
  }
}

/**
 * Keeps free particles inside their motion constraints and outside their separation constraints: guidedPosition.
 *
 * @param particles - Are moved.
 * @param step - Input of the step.
 * @param motion - Center and radius now and in the step before, shape [count or 0, 2, 4].
 * @param separation - The same.
 * @param time - Within the step, from 0 to 1.
 */
export function holdByGuides(
  { count, positions, weights }: CpuParticles,
  step: Rounded<ClothStep>,
  motion: Float32Array,
  separation: Float32Array,
  time: number,
): void {
  for (let i = 0; i < count; i++) {
    if (weights[i] === 0) {
      continue;
    }
    if (motion.length > 0) {
      guideAt(step, motion, ENTRY * i, time);
      holdInside(positions, 3 * i, max(sphere[3] * step.motionScale + step.motionBias, 0));
    }
    if (separation.length > 0) {
      guideAt(step, separation, ENTRY * i, time);
      holdOutside(positions, 3 * i, sphere[3] * step.separationScale + step.separationBias);
    }
  }
}

/** A sphere that moves with the mesh and its own animation: now, and at the start of the step. */
function guideAt(
  { linear, previousLinear, frameShift }: Rounded<ClothStep>,
  list: Float32Array,
  now: number,
  time: number,
): void {
  const before = now + ENTRY / 2;
  for (let axis = 0; axis < 3; axis++) {
    const start =
      previousLinear[axis] * list[before] +
      previousLinear[3 + axis] * list[before + 1] +
      previousLinear[6 + axis] * list[before + 2] -
      frameShift[axis];
    const end = linear[axis] * list[now] + linear[3 + axis] * list[now + 1] + linear[6 + axis] * list[now + 2];
    sphere[axis] = start * (1 - time) + end * time;
  }
  sphere[3] = list[before + 3] * (1 - time) + list[now + 3] * time;
}

/** See particleSphere.wgsl: motionPosition. */
function holdInside(positions: Float32Array, at: number, reach: number): void {
  const x = positions[at] - sphere[0];
  const y = positions[at + 1] - sphere[1];
  const z = positions[at + 2] - sphere[2];
  const squared = x * x + y * y + z * z;
  if (squared > reach * reach) {
    const scale = reach / sqrt(max(squared, 1e-30));
    positions[at] = sphere[0] + x * scale;
    positions[at + 1] = sphere[1] + y * scale;
    positions[at + 2] = sphere[2] + z * scale;
  }
}

/** See particleSphere.wgsl: separationPosition. */
function holdOutside(positions: Float32Array, at: number, radius: number): void {
  const x = positions[at] - sphere[0];
  const y = positions[at + 1] - sphere[1];
  const z = positions[at + 2] - sphere[2];
  const squared = x * x + y * y + z * z;
  if (radius <= 0 || squared >= radius * radius) {
    return;
  }
  const scale = squared > 0 ? radius / sqrt(squared) : 0;
  positions[at] = sphere[0] + x * scale;
  positions[at + 1] = sphere[1] + (squared > 0 ? y * scale : radius);
  positions[at + 2] = sphere[2] + z * scale;
}

/** Puts free particles of edges that are one seam together: seamPosition. It reads no particle of a seam. */
export function closeSeams(restGrid: RestGrid, positions: Float32Array, weights: Float32Array): void {
  const { countU, countV, closedU, closedV } = restGrid;
  for (let row = 0; row < countV; row++) {
    const isSeamV = closedV && (row === 0 || row + 1 === countV);
    const low = countU * (isSeamV ? 1 : row);
    const high = countU * (isSeamV ? countV - 2 : row);
    for (let column = 0; column < countU; column++) {
      const isSeamU = closedU && (column === 0 || column + 1 === countU);
      const particle = row * countU + column;
      if ((!isSeamU && !isSeamV) || weights[particle] === 0) {
        continue;
      }
      const left = isSeamU ? 1 : column;
      const right = isSeamU ? countU - 2 : column;
      for (let axis = 0; axis < 3; axis++) {
        positions[3 * particle + axis] =
          0.25 *
          (positions[3 * (low + left) + axis] +
            positions[3 * (low + right) + axis] +
            positions[3 * (high + left) + axis] +
            positions[3 * (high + right) + axis]);
      }
    }
  }
}
