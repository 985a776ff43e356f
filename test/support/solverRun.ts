/** Runs one cloth through a solver without Babylon, on the GPU or on the CPU, from the same description. */
import { checkOptions, type IClothOptions } from "../../src/clothOptions.js";
import { pinnedParticles } from "../../src/clothPins.js";
import { cookFabric } from "../../src/cookFabric.js";
import { constants, structs } from "../../src/shaders/shaders.gen.js";
import type { ClothStep, ColliderState } from "../../src/sim/clothStep.js";
import { ControlGridSolver, readPositions } from "../../src/sim/controlGridSolver.js";
import { CpuSolver } from "../../src/sim/cpuSolver.js";
import type { Fabric } from "../../src/sim/fabric.js";
import { cookTethers } from "../../src/sim/tethers.js";
import { readBuffer } from "./readback.js";

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** A quarter turn about x: the sheet's XY plane lies flat, its normal up. */
export const lying = [1, 0, 0, 0, 0, -1, 0, 1, 0];

/** A cloth and what happens to it in every frame. */
export interface SolverRun {
  readonly fabric: Fabric;
  readonly pinned: Uint8Array;
  readonly frames: number;
  readonly step: ClothStep;
  readonly colliders: readonly ColliderState[];
}

/** Default options of a cloth, frames of 1/60 s. Changes of the step apply to every frame. */
export function describeRun(
  frames: number,
  options: IClothOptions,
  changes: Partial<ClothStep> = {},
  colliders: readonly ColliderState[] = [],
): SolverRun {
  const definition = checkOptions("test", options);
  const substeps = 8;
  const step = {
    linear: identity,
    toLocal: identity,
    frameShift: [0, 0, 0],
    gravity: [0, -9.81, 0],
    wind: [0, 0, 0],
    substepCount: substeps,
    substepTime: 1 / (60 * substeps),
    iterationCount: 1,
    reset: 0,
    velocityKept: Math.exp(-0.2 / (60 * substeps)),
    airDrag: (0.5 * 1.2 * definition.width * definition.height) / definition.mass,
    thickness: 0.005,
    friction: 0.5,
    tetherLimit: 1,
    warpCompliance: 1e-5,
    weftCompliance: 1e-5,
    shearCompliance: 1e-3,
    ...changes,
  };
  return {
    fabric: cookFabric(definition),
    pinned: pinnedParticles(definition),
    frames,
    step: { ...step, previousLinear: changes.previousLinear ?? step.linear },
    colliders,
  };
}

/** A sphere at rest. */
export function sphereAt(position: number[], radius: number): ColliderState {
  const axis = [0, 1, 0];
  const kind = constants.SPHERE;
  return { kind, position, previousPosition: position, axis, previousAxis: axis, radius, friction: 1 };
}

/** A plane at rest. */
export function planeAt(position: number[], axis: number[]): ColliderState {
  const kind = constants.PLANE;
  return { kind, position, previousPosition: position, axis, previousAxis: axis, radius: 0, friction: 1 };
}

/** Positions after the last frame, shape [particleCount, 3]. */
export function runOnCpu({ fabric, pinned, frames, step, colliders }: SolverRun): Float32Array {
  const solver = new CpuSolver(fabric, fabric.inverseMasses(pinned));
  solver.tethers = cookTethers(fabric, pinned, step.linear);
  for (let frame = 0; frame < frames; frame++) {
    solver.step({ ...step, reset: frame === 0 ? 1 : 0 }, colliders);
  }
  return solver.positions;
}

/** A solver on a test's device. Made once a file: software takes seconds to compile the pipelines. */
export interface GpuSolver {
  readonly device: GPUDevice;
  readonly solver: ControlGridSolver;
  dispose(): void;
}

/** Compiles the solver. */
export async function createGpuSolver(device: GPUDevice): Promise<GpuSolver> {
  const retired: GPUBuffer[] = [];
  const solver = await ControlGridSolver.CreateAsync(device, (buffer) => retired.push(buffer));
  return {
    device,
    solver,
    dispose() {
      solver.dispose();
      retired.forEach((buffer) => buffer.destroy());
    },
  };
}

/** Positions after the last frame of several cloths that are solved together. */
export async function runOnGpu({ device, solver }: GpuSolver, ...runs: readonly SolverRun[]): Promise<Float32Array[]> {
  const cloths = runs.map(({ fabric, pinned, step, colliders }) => {
    const cloth = solver.add(fabric, fabric.inverseMasses(pinned));
    solver.setTethers(cloth, cookTethers(fabric, pinned, step.linear));
    solver.setColliders(cloth, colliders);
    return cloth;
  });
  for (let frame = 0; frame < Math.max(...runs.map((run) => run.frames)); frame++) {
    runs.forEach(({ step, colliders, frames }, i) => {
      const substepCount = frame < frames ? step.substepCount : 0;
      solver.setStep(cloths[i], { ...step, substepCount, reset: frame === 0 ? 1 : 0 }, colliders.length);
    });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    solver.encode(pass);
    pass.end();
    device.queue.submit([encoder.finish()]);
  }
  const { size } = structs.Particle;
  const results = [];
  for (const { firstParticle, fabric } of cloths) {
    const bytes = await readBuffer(device, solver.particles, firstParticle * size, fabric.particleCount * size);
    results.push(readPositions(new Float32Array(bytes)));
  }
  cloths.forEach((cloth) => solver.remove(cloth));
  return results;
}

/** Largest distance between two sets of particles. */
export function largestDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < a.length; i += 3) {
    const distance = Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
    // NaN must not pass for near.
    largest = distance <= largest ? largest : distance;
  }
  return largest;
}
