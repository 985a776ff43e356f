/** Describes what a solver does with one cloth, without Babylon: `cpuRun.ts` and `gpuRun.ts` do it. */
import { slideReachOf } from "../../src/sim/slides.js";
import { mat3 } from "gl-matrix";
import { checkOptions, type IClothOptions } from "../../src/options/clothOptions.js";
import { pinnedParticles } from "../../src/cloth/firstPins.js";
import { cookRestGrid } from "../../src/cloth/cookRestGrid.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import type { ClothStep, ColliderState } from "../../src/sim/clothStep.js";
import type { CpuSolver } from "../../src/sim/cpu/cpuSolver.js";
import type { Meeting } from "../../src/sim/meeting.js";
import type { RestGrid } from "../../src/sim/restGrid.js";
import { cutTethers } from "../../src/sim/cutTethers.js";
import { cookTethers, NO_TETHERS, type Tethers } from "../../src/sim/tethers.js";

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** A quarter turn about x: the sheet's XY plane lies flat, its normal up. */
export const lying = [1, 0, 0, 0, 0, -1, 0, 1, 0];

const LEAN = 0.25;
/** A small turn about x. Of two sheets that meet, one leans: if they were parallel they would pass each other between two frames, and never cross. */
export const leaning = [1, 0, 0, 0, Math.cos(LEAN), Math.sin(LEAN), 0, -Math.sin(LEAN), Math.cos(LEAN)];

/** Changes of a step: air does nothing. */
export const quietAir: Partial<ClothStep> = { drag: 0, lift: 0, turbulence: 0 };

/** Changes of a step: nothing brakes cloth but what it touches. */
export const undamped: Partial<ClothStep> = { ...quietAir, velocityKept: 1 };

/** An entry of the list of impulses that `setVectors` takes: on the particles around a point [N s]. */
export function impulseAt(point: number[], radius: number, impulse: number[]): number[] {
  return [...point, radius, ...impulse, 0];
}

/** What events act on: a cloth in either solver. */
type RunCloth = Pick<CpuSolver, "setPin" | "setVectors" | "setGrips">;

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
    slideReach: 0,
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
    return { previousLinear: before.linear, toLocal, ...step };
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

/** Its colliders in a frame; each is a body of its own. */
export function collidersAt({ colliders }: SolverRun, frame: number): readonly ColliderState[] {
  return (typeof colliders === "function" ? colliders(frame) : colliders).map((state, body) => ({ ...state, body }));
}

/** Its step in a frame: the first one resets the cloth. */
export function stepOf(run: SolverRun, frame: number): ClothStep {
  const step = run.stepAt(frame);
  const slideReach = slideReachOf(step, collidersAt(run, frame), run.restGrid);
  return { ...step, slideReach, ...(frame === 0 && { reset: 1 }) };
}

/** Limit of cloth that no tether holds. */
export const UNTETHERED = 1e6;

/** The tethers of a run. */
export function tethersOf({ restGrid, pinned, step, living }: SolverRun): Tethers {
  const tethers = step.tetherLimit < UNTETHERED ? cookTethers(restGrid, pinned, step.linear) : NO_TETHERS;
  return living ? cutTethers(restGrid, tethers, living) : tethers;
}
