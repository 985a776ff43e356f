/** Runs cloths through the solver of the GPU, on a bare device. */
import { constants, structs } from "../../src/shaders/shaders.gen.js";
import { bendRates, bendWork, cookBends } from "../../src/sim/bends.js";
import { freedomIn, hingeOf } from "../../src/sim/freedom.js";
import { keepsLimits } from "../../src/sim/linkLimits.js";
import { cookLinks } from "../../src/sim/links.js";
import { stateOffsets } from "../../src/sim/clothStep.js";
import { ClothSolver } from "../../src/sim/gpu/clothSolver.js";
import { stepFeatures, type ComingCloth, type StepFeature } from "../../src/sim/gpu/stepFeatures.js";
import { contactSumsOf } from "../../src/sim/gpu/colliderArena.js";
import type { SolverArenas, SolverCloth } from "../../src/sim/gpu/solverCloth.js";
import { readPositions } from "../../src/sim/savedCloth.js";
import { readBuffer } from "./readback.js";
import { impulsesIn, readState, type SolverResult } from "./solverResult.js";
import { collidersAt, stepOf, tethersOf, type SolverRun } from "./solverRun.js";

const { BODY_WORDS } = constants;

/** A solver on a test's device. Made once a file: software takes seconds to compile a size class. */
export interface GpuSolver {
  readonly device: GPUDevice;
  readonly solver: ClothSolver;
  /** Whether it solves cloths at full resolution. */
  readonly isFullResolution: boolean;
  dispose(): void;
}

const SHEET = { countU: 16, countV: 16, particleCount: 16 * 16, closedU: false, closedV: false };

/** Makes a solver; a run waits for the kernels that it asks for. */
export async function createGpuSolver(device: GPUDevice, isFullResolution = false, tile?: number): Promise<GpuSolver> {
  const retired: (GPUBuffer | GPUTexture)[] = [];
  const solver = new ClothSolver(device, (resource) => retired.push(resource), tile);
  if (isFullResolution) await solver.prepareAsync(SHEET, true);
  return {
    device,
    solver,
    isFullResolution,
    dispose() {
      solver.dispose();
      retired.forEach((resource) => {
        resource.destroy();
      });
    },
  };
}

/** What a run asks for in its first frame. */
function comingCloth(run: SolverRun): ComingCloth {
  const step = stepOf(run, 0);
  const colliders = collidersAt(run, 0);
  const pins = [...run.pinned.keys()].filter((i) => run.pinned[i] > 0);
  const hinge = hingeOf(run.restGrid, pins);
  const asks: Readonly<Record<StepFeature, boolean>> = {
    continuousCollision: step.continuousCollision > 0,
    selfCollision: step.selfCollision > 0,
    meets: run.meeting !== undefined,
    sewnRounds: false,
    pushes: colliders.some(({ isPushed }) => isPushed > 0),
    fields: colliders.some(({ field }) => field !== null),
    slideReach: step.slideReach > 0,
    contactScale: step.contactScale > 0,
    zoneSpeed: step.zoneSpeed > 0,
    depths: colliders.some(({ maps }) => maps !== null),
    closed: run.restGrid.closedU || run.restGrid.closedV,
    bendsDirectly: bendWork(bendRates(run.restGrid, cookBends(run.restGrid, step.linear)), step).bendsDirectly > 0,
    freedom: freedomIn(hinge, step) !== constants.NO_FREEDOM,
    motionCount: false,
    separationCount: false,
    keepsLimits: keepsLimits(step),
    warpSolver: step.warpSolver > 0,
    weftSolver: step.weftSolver > 0,
    strainGoal: step.strainGoal > 0,
  };
  return { features: stepFeatures.filter((feature) => asks[feature]), hasSprings: step.integrator > 0 };
}

/** What several cloths lead to that are solved together. */
export async function simulateOnGpu(
  { device, solver, isFullResolution }: GpuSolver,
  ...runs: readonly SolverRun[]
): Promise<SolverResult[]> {
  const isFine = (run: SolverRun): boolean => run.isFullResolution ?? isFullResolution;
  await Promise.all(runs.map((run) => solver.prepareAsync(run.restGrid, isFine(run), comingCloth(run))));
  const cloths = runs.map((run) => {
    const { restGrid, pinned, step } = run;
    const cloth = solver.add(restGrid, restGrid.inverseAreas(pinned), null, isFine(run));
    cloth.setTethers(tethersOf(run));
    cloth.setBends(cookBends(restGrid, step.linear));
    cloth.setLinks(cookLinks(restGrid, step.linear));
    cloth.setColliders(collidersAt(run, 0));
    cloth.colliders.listen(step.contactScale > 0);
    cloth.setMeeting(run.meeting ?? null);
    if (run.living) cloth.setLivingLinks(run.living);
    if (run.tearLimits) cloth.setTearLimits(run.tearLimits);
    return cloth;
  });
  const impulsesBefore = await readImpulses(device, solver, cloths);
  for (let frame = 0; frame < Math.max(...runs.map((run) => run.frames)); frame++) {
    runs.forEach((run, i) => {
      if (frame < run.frames) {
        run.events(frame, cloths[i]);
        cloths[i].setColliders(collidersAt(run, frame));
        cloths[i].setStep(stepOf(run, frame));
      } else {
        cloths[i].setStep({ ...run.step, substepCount: 0 });
      }
    });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    solver.encode(pass);
    pass.end();
    device.queue.submit([encoder.finish()]);
  }
  const states = await readStates(device, solver);
  const impulses = await readImpulses(device, solver, cloths);
  const contactSums = await readContactSums(device, solver, cloths);
  const { size } = structs.Particle;
  const results: SolverResult[] = [];
  for (const [i, cloth] of cloths.entries()) {
    const { firstParticle, restGrid } = cloth;
    const bytes = await readBuffer(device, solver.particles, firstParticle * size, restGrid.particleCount * size);
    const state = states.get(cloth);
    if (!state) throw new Error("The cloth has no state.");
    results.push({
      positions: readPositions(new Float32Array(bytes)),
      ...readState(state),
      impulses: impulses[i].map((impulse, k) => impulse - impulsesBefore[i][k]),
      contactSums: contactSums[i],
    });
  }
  cloths.forEach((cloth) => solver.remove(cloth));
  return results;
}

/** Positions after the last frame of several cloths that are solved together. */
export async function runOnGpu(gpu: GpuSolver, ...runs: readonly SolverRun[]): Promise<Float32Array[]> {
  return (await simulateOnGpu(gpu, ...runs)).map(({ positions }) => positions);
}

async function readStates(device: GPUDevice, solver: ClothSolver): Promise<Map<object | null, Float32Array>> {
  const usage = GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const copy = device.createBuffer({ size: solver.stateBytes, usage });
  const encoder = device.createCommandEncoder();
  const cloths = solver.encodeStates(encoder, copy);
  device.queue.submit([encoder.finish()]);
  const states = new Float32Array(await readBuffer(device, copy));
  copy.destroy();
  const { size } = stateOffsets;
  return new Map(cloths.map((cloth, i) => [cloth, states.slice(i * size, (i + 1) * size)]));
}

/** Of all colliders, in words of the buffer. */
async function readColliderSums(device: GPUDevice, solver: ClothSolver): Promise<Int32Array> {
  const { colliders } = (solver as unknown as { _arenas: SolverArenas })._arenas;
  return new Int32Array(await readBuffer(device, colliders.impulses));
}

/** What each cloth tells of its contacts. */
async function readContactSums(
  device: GPUDevice,
  solver: ClothSolver,
  cloths: readonly SolverCloth[],
): Promise<Float64Array[]> {
  const words = await readColliderSums(device, solver);
  return cloths.map((cloth) => {
    const { contacts, toldContacts: known } = cloth.colliders;
    const offset = words.byteOffset + 4 * BODY_WORDS * contacts.first;
    return contactSumsOf(words.buffer as ArrayBuffer, { cloth, offset, areContacts: true, known });
  });
}

/** Sums of each cloth's colliders since the buffer was made. */
async function readImpulses(
  device: GPUDevice,
  solver: ClothSolver,
  cloths: readonly SolverCloth[],
): Promise<Float64Array[]> {
  const sums = await readColliderSums(device, solver);
  return cloths.map(({ colliders: { range } }) => {
    return impulsesIn(sums.subarray(range.first * BODY_WORDS, (range.first + range.count) * BODY_WORDS), BODY_WORDS);
  });
}
