/** Runs one cloth through a solver without Babylon, on the GPU or on the CPU, from the same description. */
import { mat3 } from "gl-matrix";
import { checkOptions, type IClothOptions } from "../../src/options/clothOptions.js";
import { pinnedParticles } from "../../src/cloth/firstPins.js";
import { cookRestGrid } from "../../src/cloth/cookRestGrid.js";
import { constants, structs } from "../../src/shaders/shaders.gen.js";
import { cookBends } from "../../src/sim/bends.js";
import { cookLinks } from "../../src/sim/links.js";
import { stateOffsets, type ClothStep, type ColliderState } from "../../src/sim/clothStep.js";
import { ClothSolver } from "../../src/sim/gpu/clothSolver.js";
import { stepFeatures, type ComingCloth, type StepFeature } from "../../src/sim/gpu/stepFeatures.js";
import { readPositions } from "../../src/sim/savedCloth.js";
import type { SolverArenas, SolverCloth } from "../../src/sim/gpu/solverCloth.js";
import { CpuSolver } from "../../src/sim/cpu/cpuSolver.js";
import { runTogether } from "../../src/sim/cpu/runTogether.js";
import type { Meeting } from "../../src/sim/meeting.js";
import type { RestGrid } from "../../src/sim/restGrid.js";
import { cutTethers } from "../../src/sim/cutTethers.js";
import { cookTethers, NO_TETHERS, type Tethers } from "../../src/sim/tethers.js";
import { readBuffer } from "./readback.js";

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const { BODY_SUMS, BODY_WORDS } = constants;

/** A quarter turn about x: the sheet's XY plane lies flat, its normal up. */
export const lying = [1, 0, 0, 0, 0, -1, 0, 1, 0];

/** What events act on: a cloth in either solver. */
type RunCloth = Pick<CpuSolver, "setPin" | "setVectors">;

/** A value, or one for every frame. */
type PerFrame<T> = T | ((frame: number) => T);

/** A cloth and what happens to it in every frame. */
export interface SolverRun {
  readonly restGrid: RestGrid;
  readonly pinned: Uint8Array;
  readonly frames: number;
  /** Of the first frame, but without its reset. */
  readonly step: ClothStep;
  readonly stepAt: (frame: number) => ClothStep;
  readonly colliders: PerFrame<readonly ColliderState[]>;
  /** Acts before the step of a frame. */
  readonly events: (frame: number, cloth: RunCloth) => void;
  /** How it meets other cloths, from its first step on; without it, it does not. */
  readonly meeting?: Meeting;
  /** Whether it is solved at full resolution; without it, as its solver's others are. */
  readonly isFullResolution?: boolean;
  /** Links that live at full resolution; without it, all of them. */
  readonly living?: Uint32Array<ArrayBuffer>;
  /** Strains at which threads break at full resolution; without it, none does. */
  readonly tearLimits?: Float32Array<ArrayBuffer>;
}

/** What a run has led to. */
export interface SolverResult {
  /** Shape [particleCount, 3]. */
  readonly positions: Float32Array;
  /** Struct ClothState without its whole numbers. */
  readonly state: {
    minimum: number[];
    maximum: number[];
    speed: number;
    airTravel: number[];
    maxStrain: number;
    strain99: number;
  };
  readonly faults: number;
  readonly substeps: number;
  readonly contacts: number;
  /** Linear [N s] and angular [N m s], shape [colliders, 6]. */
  readonly impulses: Float64Array;
}

/**
 * Default options of a cloth, but of 0.2 kg/m2; frames of 1/60 s.
 *
 * @param frames - How many.
 * @param options - Of the cloth.
 * @param changes - Of the step, in every frame or by frame. Without a previousLinear that of the frame before is taken.
 * @param colliders - In every frame or by frame, always as many.
 * @param events - What happens before the step of a frame.
 */
export function describeRun(
  frames: number,
  options: IClothOptions,
  changes: PerFrame<Partial<ClothStep>> = {},
  colliders: SolverRun["colliders"] = [],
  events: SolverRun["events"] = () => undefined,
): SolverRun {
  const definition = checkOptions("test", options.mass === undefined ? { density: 0.2, ...options } : options);
  const { density } = definition.fabric;
  const restGrid = cookRestGrid(definition);
  const substeps = 8;
  const base = {
    linear: identity,
    carry: identity,
    carryShift: [0, 0, 0],
    carryMode: constants.NOT_CARRIED,
    frameShift: [0, 0, 0],
    gravity: [0, -9.81, 0],
    wind: [0, 0, 0],
    airOrigin: [0, 0, 0],
    turbulence: 0,
    zoneSpeed: 0,
    airInterval: 2,
    substepCount: substeps,
    substepTime: 1 / (60 * substeps),
    timeChange: 1,
    iterationCount: 1,
    reset: 0,
    velocityKept: Math.exp(-0.2 / (60 * substeps)),
    dampingRate: 0.2,
    integrator: constants.CONSTRAINTS,
    springStiffness: 0,
    springShear: 0,
    springBend: 0,
    springDamping: 0,
    springViscosity: 0,
    inverseDensity: 1 / density,
    drag: (0.5 * 1.2) / density,
    lift: 0,
    thickness: 0.005,
    friction: 0.5,
    tetherLimit: 1.05,
    warp: [1e-5, 1, 1, 1],
    weft: [1e-5, 1, 1, 1],
    shear: [0.02, 1, 1, 1],
    warpSolver: constants.STIFF_THREADS,
    weftSolver: constants.STIFF_THREADS,
    bendWarp: 1e9,
    bendWeft: 1e9,
    strainLimit: 1e9,
    strainGoal: 0,
    collisionMassScale: 0,
    continuousCollision: 0,
    contactScale: 0,
    surfaceSamples: 0,
    layerFriction: 0.5,
    selfCollision: 0,
    motionScale: 1,
    motionBias: 0,
    separationScale: 1,
    separationBias: 0,
  };
  const changesAt = typeof changes === "function" ? changes : () => changes;
  const stepAt = (frame: number): ClothStep => {
    const step = { ...base, ...changesAt(frame) };
    const before = { ...base, ...changesAt(Math.max(frame - 1, 0)) };
    const toLocal = mat3.invert(mat3.create(), mat3.clone(step.linear as mat3)) ?? mat3.create();
    const isTurning = Array.from(step.linear).some((component, i) => component !== before.linear[i]);
    const arePinsMoving = Number(isTurning || Array.from(step.frameShift).some((component) => component !== 0));
    return { previousLinear: before.linear, toLocal, arePinsMoving, ...step };
  };
  return {
    restGrid,
    pinned: pinnedParticles(definition),
    frames,
    step: stepAt(0),
    stepAt,
    colliders,
    events,
  };
}

/** A collider at rest; the members that are given replace the others. */
export function colliderAt(position: number[], shape: Partial<ColliderState> = {}): ColliderState {
  const rotation = shape.rotation ?? [0, 0, 0, 1];
  return {
    kind: constants.SPHERE,
    position,
    previousPosition: position,
    rotation,
    previousRotation: rotation,
    size: [0, 0, 0],
    spin: [0, 0, 0],
    friction: 1,
    isPushed: 0,
    toCenter: [0, 0, 0],
    inverseMass: 0,
    inverseInertia: [0, 0, 0, 0, 0, 0, 0, 0, 0],
    body: 0,
    planes: null,
    field: null,
    maps: null,
    ...shape,
  };
}

/** A sphere at rest. */
export function sphereAt(position: number[], radius: number): ColliderState {
  return colliderAt(position, { kind: constants.SPHERE, size: [radius, 0, 0] });
}

/** A plane at rest. */
export function planeAt(position: number[], [x, y, z]: number[]): ColliderState {
  // The quaternion that turns +y to the normal.
  const length = Math.hypot(z, 1 + y, x);
  const rotation = length > 0 ? [z / length, 0, -x / length, (1 + y) / length] : [1, 0, 0, 0];
  return colliderAt(position, { kind: constants.PLANE, rotation });
}

function collidersAt({ colliders }: SolverRun, frame: number): readonly ColliderState[] {
  return (typeof colliders === "function" ? colliders(frame) : colliders).map((state, body) => ({ ...state, body }));
}

function stepOf(run: SolverRun, frame: number): ClothStep {
  const step = run.stepAt(frame);
  return frame === 0 ? { ...step, reset: 1 } : step;
}

/** Limit of cloth that no tether holds. */
export const UNTETHERED = 1e6;

/** The tethers of a run. */
export function tethersOf({ restGrid, pinned, step, living }: SolverRun): Tethers {
  const tethers = step.tetherLimit < UNTETHERED ? cookTethers(restGrid, pinned, step.linear) : NO_TETHERS;
  return living ? cutTethers(restGrid, tethers, living) : tethers;
}

/** What several cloths lead to on the CPU that are solved together. */
export function simulateTogetherOnCpu(...runs: readonly SolverRun[]): SolverResult[] {
  return watchTogetherOnCpu(runs, () => undefined);
}

/**
 * The same, looked at on the way.
 *
 * @param each - Gets how many frames have passed, and where the cloths are, after each frame.
 */
export function watchTogetherOnCpu(
  runs: readonly SolverRun[],
  each: (frames: number, positions: readonly Float32Array[]) => void,
): SolverResult[] {
  const solvers = runs.map((run) => createCpuSolver(run, run.isFullResolution ?? false));
  for (let frame = 0; frame < Math.max(...runs.map((run) => run.frames)); frame++) {
    solvers.forEach((solver, i) => {
      runs[i].events(frame, solver);
      solver.begin(stepOf(runs[i], frame), collidersAt(runs[i], frame));
    });
    const contacts = solvers.flatMap(({ clothContact }) => clothContact ?? []);
    contacts.forEach((contact) => {
      contact.find(contacts);
    });
    const grids = solvers.filter(({ isFullResolution }) => !isFullResolution);
    runTogether(grids, contacts);
    takeTogether(solvers.filter(({ isFullResolution }) => isFullResolution));
    each(
      frame + 1,
      solvers.map(({ positions }) => positions),
    );
  }
  return solvers.map(resultOf);
}

/** A step of cloths at full resolution: they wait for each other in each substep. */
function takeTogether(fine: readonly CpuSolver[]): void {
  const rounds = Math.max(0, ...fine.map(({ substepCount }) => substepCount));
  for (let round = 0; round < rounds; round++) {
    const due = fine.flatMap((solver) => {
      const substep = Math.floor((round * solver.substepCount) / rounds);
      return Math.floor(((round + 1) * solver.substepCount) / rounds) > substep ? [{ solver, substep }] : [];
    });
    due.forEach(({ solver, substep }) => {
      solver.advance(substep);
    });
    due.forEach(({ solver, substep }) => {
      solver.keepApart(substep);
    });
    due.forEach(({ solver, substep }) => {
      solver.hold(substep);
    });
  }
  fine.forEach((solver) => {
    solver.limit();
    solver.end();
  });
}

function createCpuSolver(run: SolverRun, isFullResolution: boolean): CpuSolver {
  const { restGrid, pinned, step } = run;
  const solver = new CpuSolver(restGrid, restGrid.inverseAreas(pinned), isFullResolution);
  solver.setTethers(tethersOf(run));
  solver.setBends(cookBends(restGrid, step.linear));
  solver.setLinks(cookLinks(restGrid, step.linear));
  solver.setMeeting(run.meeting ?? null);
  if (run.living) solver.setLivingLinks(run.living);
  solver.setTearLimits(run.tearLimits ?? null);
  return solver;
}

function resultOf(solver: CpuSolver): SolverResult {
  return {
    positions: solver.positions,
    ...readState(solver.state),
    impulses: impulsesIn(solver.bodies.sums, constants.BODY_SUMS),
  };
}

/** What a run leads to on the CPU; if `isFullResolution`, as at full resolution. */
export function simulateOnCpu(run: SolverRun, isFullResolution = false): SolverResult {
  const solver = createCpuSolver(run, isFullResolution);
  for (let frame = 0; frame < run.frames; frame++) {
    run.events(frame, solver);
    solver.step(stepOf(run, frame), collidersAt(run, frame));
  }
  return resultOf(solver);
}

/** Positions after the last frame, shape [particleCount, 3]. */
export function runOnCpu(run: SolverRun): Float32Array {
  return simulateOnCpu(run).positions;
}

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
  const asks: Readonly<Record<StepFeature, boolean>> = {
    continuousCollision: step.continuousCollision > 0,
    selfCollision: step.selfCollision > 0,
    meets: run.meeting !== undefined,
    sewnRounds: false,
    pushes: colliders.some(({ isPushed }) => isPushed > 0),
    fields: colliders.some(({ field }) => field !== null),
    contactScale: step.contactScale > 0,
    zoneSpeed: step.zoneSpeed > 0,
    depths: colliders.some(({ maps }) => maps !== null),
    closed: run.restGrid.closedU || run.restGrid.closedV,
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

function readState(state: Float32Array): Pick<SolverResult, "state" | "faults" | "substeps" | "contacts"> {
  const words = new Uint32Array(state.buffer);
  const vector = (at: number): number[] => [...state.subarray(at, at + 3)];
  const { minimum, maximum, speed, airTravel, faults, substeps, maxStrain, strain99, contacts } = stateOffsets;
  return {
    state: {
      minimum: vector(minimum),
      maximum: vector(maximum),
      speed: state[speed],
      airTravel: vector(airTravel),
      maxStrain: state[maxStrain],
      strain99: state[strain99],
    },
    faults: words[faults],
    substeps: words[substeps],
    contacts: words[contacts],
  };
}

/** Sums of each cloth's colliders since the buffer was made. */
async function readImpulses(
  device: GPUDevice,
  solver: ClothSolver,
  cloths: readonly SolverCloth[],
): Promise<Float64Array[]> {
  const { colliders } = (solver as unknown as { _arenas: SolverArenas })._arenas;
  const sums = new Int32Array(await readBuffer(device, colliders.impulses));
  return cloths.map(({ colliders: { first, count } }) => {
    return impulsesIn(sums.subarray(first * BODY_WORDS, (first + count) * BODY_WORDS), BODY_WORDS);
  });
}

/** Linear and angular impulses of colliders that have `stride` words each. */
function impulsesIn(words: Int32Array, stride: number): Float64Array {
  return Float64Array.from(
    words.filter((_, i) => i % stride < BODY_SUMS / 2),
    (word) => word / constants.IMPULSE_UNIT,
  );
}

/** Largest distance between two sets of particles. */
export function largestDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < a.length; i += 3) {
    const distance = Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
    // NaN must not pass for near.
    largest = Math.max(largest, Number.isNaN(distance) ? Infinity : distance);
  }
  return largest;
}
