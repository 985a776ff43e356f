/** Solver runs that nobody would think of: random cloths, what they meet, and what happens to them. The same for a seed and a net. */
import type { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { mat3, quat, vec3 } from "gl-matrix";
import type { ClothPins, IClothOptions } from "../../src/options/clothOptions.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import type { ClothStep, ColliderState } from "../../src/sim/clothStep.js";
import { Dice, randomNumbers, tubeOf, type Triple } from "./random.js";
import { describeRun, impulseAt, UNTETHERED, type SolverRun } from "./solverRun.js";
import { movingCollider, shapes } from "./twinColliders.js";
import { spheres } from "./twinRuns.js";

const { CARRIED, FAST_THREADS, INNER_CAPSULE, PIN_HERE, PLANE, RELEASED, STIFF_THREADS } = constants;

const FRAMES = 6;
/** Before these frames a cloth gets what a draft has for it. */
const IMPULSE_FRAME = 1;
const PIN_FRAME = 2;
const MOTION_FRAME = 2;
const RESET_FRAME = 3;
const RELEASE_FRAME = 4;

const STILL: Triple = [0, 0, 0];
/** Of what has no limit, or does not bend. */
const ENDLESS = 1e9;
const MOST_POINTS = 31;
const AIR_DENSITY = 1.2;
/** Of a body of 0.2 kg, about as large as the colliders. */
const PUSHED: Partial<ColliderState> = {
  isPushed: 1,
  inverseMass: 5,
  inverseInertia: [100, 0, 0, 0, 100, 0, 0, 0, 100],
};

/** Cloths that are solved together. */
export interface DraftRuns {
  /** For messages. */
  readonly text: string;
  readonly runs: readonly SolverRun[];
}

/** A cloth without its step. */
interface DraftSheet {
  readonly options: IClothOptions;
  /** About [m]. */
  readonly size: number;
  readonly density: number;
  readonly mass: number;
}

/** Something of a frame. */
type AtFrame<T> = (frame: number) => T;

/**
 * @param seed - A whole number.
 * @param isFullResolution - Whether its cloths are solved at full resolution; otherwise as control grids.
 * @returns The runs of this number: one cloth, or two that meet.
 */
export function draftRuns(seed: number, isFullResolution: boolean): DraftRuns {
  const dice = new Dice(randomNumbers(seed));
  const count = dice.chance(0.25) ? 2 : 1;
  // Cloths that meet take the same substeps: where they differ, the CPU knows of the other what the GPU cannot know yet.
  const substepsAt = draftSubsteps(dice);
  const drafts = Array.from({ length: count }, () => draftRun(dice, substepsAt, isFullResolution));
  const meetingOf = (i: number): Pick<SolverRun, "meeting"> =>
    count > 1 ? { meeting: { group: 1, mask: 1, origin: [0.3 * i, 0.02 * i, 0.05 * i] } } : {};
  return {
    text: drafts.map(({ text }) => text).join(" meets "),
    runs: drafts.map(({ run }, i) => ({ ...run, isFullResolution, ...meetingOf(i) })),
  };
}

function draftSubsteps(dice: Dice): AtFrame<number> {
  const count = dice.pick(1, 3, 4, 6, 8, 8, 8, 10, 12, 16);
  const varying = [count, 2 * count, Math.max(count - 2, 1), count + 3, 1, count];
  const isVarying = dice.chance(0.25);
  return (frame) => (isVarying ? varying[frame % varying.length] : count);
}

function draftRun(
  dice: Dice,
  substepsAt: AtFrame<number>,
  isFullResolution: boolean,
): { readonly text: string; readonly run: SolverRun } {
  const sheet = draftSheet(dice, isFullResolution ? 8 : 5);
  const settings = {
    ...draftAir(dice, sheet.density),
    ...draftThreads(dice),
    ...draftContact(dice, sheet),
    gravity: dice.pick<Triple>([0, -9.81, 0], [0, -9.81, 0], STILL, dice.vector(10)),
    dampingRate: dice.pick(0, 0.2, 2),
    iterationCount: dice.pick(1, 1, 1, 2, 3),
  };
  const motionAt = draftMotion(dice, sheet.size, substepsAt);
  const isReset = dice.chance(0.08);
  const stepAt = (frame: number): Partial<ClothStep> => ({
    ...settings,
    ...timesAt(frame, substepsAt, settings.dampingRate),
    ...motionAt(frame),
    ...(isReset && frame === RESET_FRAME && { reset: 1 }),
  });
  const run = describeRun(FRAMES, sheet.options, stepAt);
  const colliders = draftColliders(dice, sheet.size, run);
  const events = draftEvents(dice, sheet, run);
  const substeps = Array.from({ length: FRAMES }, (_, frame) => substepsAt(frame));
  const { carryMode, frameShift } = run.step;
  const text = { ...sheet.options, ...settings, substeps, carryMode, frameShift, isReset, ...events.text };
  return {
    text: `${JSON.stringify(text)} ${colliders.text}`,
    run: { ...run, colliders: colliders.at, events: events.act },
  };
}

function draftSheet(dice: Dice, fewestPoints: number): DraftSheet {
  const points = (): number => Math.round(dice.between(fewestPoints, MOST_POINTS));
  const controlPoints = { u: points(), v: points() };
  const size = dice.between(0.3, 2);
  const [width, height] = [size * dice.between(0.6, 1.6), size * dice.between(0.6, 1.6)];
  const closed = dice.chance(0.25) ? dice.pick("u", "v") : "none";
  const bulge = dice.chance(0.3) ? 0.3 * size * dice.next() : 0;
  const restAt = closed === "none" ? bulgedSheet(width, height, bulge) : tubeOf(0.2 * width, height, closed === "u");
  const density = dice.between(0.03, 1);
  const options: IClothOptions = {
    ...{ controlPoints, width, height, closed, density },
    pins: dice.pick<ClothPins>(
      ...(["none", "topEdge", "topCorners", "leftEdge", "allCorners"] as const),
      [{ u: 0.3, v: 0.6 }],
      [{ u: 0, v: 1 }],
    ),
    // A flat sheet has none, as most cloths.
    ...((closed !== "none" || bulge > 0) && {
      restShape: (u: number, v: number, result: Vector3) => {
        result.set(...restAt(u, v));
      },
    }),
    ...draftStart(dice, restAt, closed, size),
    ...(dice.chance(0.15) && { massScale: (u: number, v: number) => 0.5 + 2 * u * v }),
  };
  return { options, size, density, mass: density * width * height };
}

function bulgedSheet(width: number, height: number, bulge: number): (u: number, v: number) => Triple {
  return (u, v) => [(u - 0.5) * width, (v - 0.5) * height, bulge * (4 * u * (1 - u) + 0.4 * v)];
}

/** At rest, or stretched, wrinkled or both. */
function draftStart(
  dice: Dice,
  restAt: (u: number, v: number) => Triple,
  closed: "u" | "v" | "none",
  size: number,
): Pick<IClothOptions, "startShape"> {
  const stretch = dice.chance(0.3) ? 1 + 0.1 * (dice.next() - 0.4) : 1;
  const wrinkle = dice.chance(0.6) ? 0.04 * size * dice.next() : 0;
  const waves = 3 + 9 * dice.next();
  // Around a tube, waves close.
  const phaseAt = (u: number, v: number): number =>
    closed === "none" ? waves * u + 2 * v : 6 * Math.PI * (closed === "u" ? u : v);
  if (stretch === 1 && wrinkle === 0) return {};
  return {
    startShape: (u, v, result) => {
      const [x, y, z] = restAt(u, v);
      result.set(stretch * x, stretch * y, stretch * z + wrinkle * Math.sin(phaseAt(u, v)));
    },
  };
}

function draftAir(dice: Dice, density: number) {
  const pressure = (0.5 * AIR_DENSITY) / density;
  return {
    wind: dice.pick(STILL, dice.vector(4), dice.vector(12)),
    turbulence: dice.pick(0, 0.5),
    lift: dice.pick(0, pressure),
    drag: dice.pick(pressure, pressure, 0),
    airOrigin: dice.vector(5),
  };
}

function draftThreads(dice: Dice) {
  const bendWarp = dice.pick(ENDLESS, ENDLESS, 1e4, 1e3, 50, 5, 0.5, 0.05);
  const draftSolver = (): number => (dice.chance(0.1) ? FAST_THREADS : STIFF_THREADS);
  return {
    warp: draftLaw(dice),
    weft: draftLaw(dice),
    shear: draftLaw(dice),
    warpSolver: draftSolver(),
    weftSolver: draftSolver(),
    bendWarp,
    bendWeft: dice.pick(bendWarp, bendWarp, ENDLESS, 100),
    tetherLimit: dice.pick(1, 1.05, UNTETHERED),
    strainLimit: dice.pick(ENDLESS, 0.1, 0.1, 0.02, 0),
    strainGoal: dice.pick(0, 0.01),
  };
}

/** Compliance, limits of compression and of stretch, and what remains between them: one in ten has slack. */
function draftLaw(dice: Dice): readonly number[] {
  const compliance = dice.pick(0, 1e-6, 1e-5, 1e-4, 1e-3, 0.02, 0.2);
  const slack = dice.chance(0.1) ? [dice.pick(0.9, 1), dice.pick(1.05, 1), dice.pick(0, 0.3)] : [1, 1, 1];
  return [compliance, ...slack];
}

function draftContact(dice: Dice, { options: { width = 1, height = 1, controlPoints } }: DraftSheet) {
  const { u, v } = controlPoints as Record<"u" | "v", number>;
  return {
    thickness: Math.min(0.005, 0.3 * Math.min(width / u, height / v)),
    friction: dice.pick(0, 0.5, 1),
    layerFriction: dice.pick(0, 0.5),
    collisionMassScale: dice.pick(0, 0, 3),
    continuousCollision: Number(dice.chance(0.2)),
    surfaceSamples: Number(dice.chance(0.6)),
    selfCollision: Number(dice.chance(0.25)),
    motionBias: 0.02,
  };
}

function timesAt(frame: number, substepsAt: AtFrame<number>, dampingRate: number): Partial<ClothStep> {
  const substepCount = substepsAt(frame);
  const substepTime = 1 / (60 * substepCount);
  return {
    substepCount,
    substepTime,
    airInterval: Math.max(1, Math.round(substepCount / 2)),
    timeChange: substepsAt(Math.max(frame - 1, 0)) / substepCount,
    velocityKept: Math.exp(-dampingRate * substepTime),
  };
}

/** A mesh that stands, or that goes and turns; half of those carry half of their motion over to the cloth. */
function draftMotion(dice: Dice, size: number, substepsAt: AtFrame<number>): AtFrame<Partial<ClothStep>> {
  const start = turned(dice.vector(1), dice.pick(0, Math.PI / 2, 3 * dice.next()));
  const moves = dice.chance(0.35);
  const axis = dice.vector(1);
  const angle = 0.08 * dice.next();
  const frameShift = dice.vector(0.04 * size);
  const isCarried = dice.chance(0.5);
  if (!moves) return () => ({ linear: [...start] });
  return (frame) => {
    const part = 0.5 / substepsAt(frame);
    return {
      linear: [...mat3.multiply(mat3.create(), turned(axis, angle * frame), start)],
      frameShift,
      ...(isCarried && {
        carryMode: CARRIED,
        carry: [...turned(axis, angle * part)],
        carryShift: frameShift.map((component) => component * part),
      }),
    };
  };
}

function turned(axis: Triple, angle: number): mat3 {
  const unit = vec3.normalize(vec3.create(), axis);
  return mat3.fromQuat(mat3.create(), quat.setAxisAngle(quat.create(), unit, angle));
}

/** None, or up to three. */
function draftColliders(
  dice: Dice,
  size: number,
  run: SolverRun,
): { readonly text: string; readonly at: AtFrame<readonly ColliderState[]> } {
  const count = dice.chance(0.5) ? Math.ceil(3 * dice.next()) : 0;
  // Cloth that starts far behind a surface without an end is moved farther than the GPU looks ahead, so it would miss other colliders there: for one
  // substep or more. So an inner capsule is alone, and the cloth stands on a plane that is not.
  const isAlone = count === 1;
  const choices = Object.entries(shapes).filter(([, { kind }]) => isAlone || kind !== INNER_CAPSULE);
  const drafts = Array.from({ length: count }, () => {
    const [name, shape] = dice.pick(...choices);
    const place = dice.vector(0.4 * size);
    const isUnder = shape.kind === PLANE && !isAlone;
    const from = isUnder ? [place[0], lowestStart(run) + 0.02 * place[1], place[2]] : place;
    const path = dice.pick(STILL, dice.vector(0.02 * size));
    const spin = dice.pick(STILL, dice.vector(0.05));
    // Cloth starts outside of an inner capsule, which would be pushed at once and far.
    const isPushed = dice.chance(0.2) && shape.kind !== INNER_CAPSULE;
    const state = isPushed ? { ...shape, ...PUSHED } : shape;
    return {
      text: isPushed ? `pushed ${name}` : name,
      stateAt: (frame: number) => movingCollider(frame, from, path, spin, state),
    };
  });
  return {
    text: drafts.map(({ text }) => text).join(", "),
    at: (frame) => drafts.map(({ stateAt }) => stateAt(frame)),
  };
}

/** Height of the lowest particle at the start. */
function lowestStart({ restGrid: { startPositions, particleCount }, step: { linear } }: SolverRun): number {
  let lowest = Infinity;
  for (let i = 0; i < particleCount; i++) {
    const height = [0, 1, 2].reduce((sum, axis) => sum + linear[3 * axis + 1] * startPositions[3 * i + axis], 0);
    lowest = Math.min(lowest, height);
  }
  return lowest;
}

/** Impulses, motion constraints and a pin, each in some runs. */
function draftEvents(dice: Dice, { size, mass }: DraftSheet, run: SolverRun) {
  const { areas, particleCount } = run.restGrid;
  const isPushed = dice.chance(0.2);
  const isConstrained = dice.chance(0.1);
  const isPinned = dice.chance(0.2);
  const pin = Math.floor(particleCount * dice.next());
  // Tethers that lead to a pin are cooked anew where it goes: by the library, not by runs.
  const isReleased = isPinned && run.step.tetherLimit >= UNTETHERED;
  const impulse = Float32Array.from(impulseAt([0.1 * size, 0, 0], 0.4 * size, [0, 0.3 * mass, 0.2 * mass]));
  const radius = 0.05 * size;
  const act: SolverRun["events"] = (frame, cloth) => {
    cloth.setVectors("impulses", isPushed && frame === IMPULSE_FRAME ? impulse : new Float32Array());
    if (isConstrained && frame === MOTION_FRAME) {
      const motion = spheres(run, (x, y, z) => [x, y, z, radius, x, y, z, radius]);
      cloth.setVectors("motion", motion);
    }
    if (isPinned && frame === PIN_FRAME) cloth.setPin(pin, 0, PIN_HERE);
    if (isReleased && frame === RELEASE_FRAME) cloth.setPin(pin, 1 / areas[pin], RELEASED);
  };
  return { text: { isPushed, isConstrained, pin: isPinned ? pin : "none", isReleased }, act };
}
