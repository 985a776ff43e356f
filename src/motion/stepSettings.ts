// What the settings of a cloth mean for its step.
import type { Cloth } from "../cloth/cloth.js";
import { constants } from "../shaders/shaders.gen.js";
import type { ClothStep } from "../sim/clothStep.js";

/** Infinity would turn a zero length into NaN on the GPU. */
const UNLIMITED = 1e9;

/** Of the spring model, as the solvers number them. */
const integratorKinds = {
  euler: constants.EULER,
  semiImplicitEuler: constants.SEMI_IMPLICIT_EULER,
  rungeKutta2: constants.RUNGE_KUTTA_2,
  rungeKutta4: constants.RUNGE_KUTTA_4,
  adamsBashforth: constants.ADAMS_BASHFORTH,
  verlet: constants.VERLET,
} as const;

/** Of threads, as the solvers number them. */
const threadSolvers = { stiff: constants.STIFF_THREADS, fast: constants.FAST_THREADS } as const;

/** Fields of a step that follow from settings. */
type StepSettings = Pick<MutableStep, keyof typeof unreadSettings>;

/** A step whose fields the solvers only read. */
export type MutableStep = { -readonly [F in keyof ClothStep]: ClothStep[F] };

/** How long substeps are, and how many pass from one look to the next. */
type Times = Pick<ClothStep, "substepTime" | "airInterval">;

/** Substeps are given per 1/60 s, whatever the frame rate. */
export const STEPS_PER_SECOND = 60;
/** Air, bending and surface samples are looked after so many times a second, whatever the number of substeps. */
const LOOKS_PER_SECOND = 120;
/** So much longer than they are asked for may substeps be, for a whole number of them to fill a frame: displays of 60 Hz have 59 to 60. */
const LONGEST = 1.02;
/** Frames shorter than this part of a substep leave substeps as they are: some have none. */
const SHORTEST_FRAME = 1 / 4;

/**
 * @param count - Substeps in 1/60 s.
 * @param frameLength - See StepTime: whole substeps fill such a frame.
 * @returns How long they are, and how many fill the frame; 0 if nothing is known of frames.
 */
export function timesOf(count: number, frameLength = 0): Times & { readonly steady: number } {
  const asked = 1 / (STEPS_PER_SECOND * count);
  const steady = wholeSubsteps(frameLength / asked);
  const fitting = steady > 0 ? frameLength / steady : asked;
  const substepTime = Math.abs(fitting - asked) < 1e-6 * asked ? asked : fitting;
  return {
    steady,
    substepTime,
    airInterval: Math.max(Math.round((STEPS_PER_SECOND * count * (asked / substepTime)) / LOOKS_PER_SECOND), 1),
  };
}

function wholeSubsteps(inFrame: number): number {
  if (inFrame < SHORTEST_FRAME) {
    return 0;
  }
  const nearest = Math.max(Math.round(inFrame), 1);
  return inFrame > LONGEST * nearest ? nearest + 1 : nearest;
}

/** What they are in a step before {@link writeSettings} is called first. */
export const unreadSettings = {
  warp: [0, 1, 1, 1],
  weft: [0, 1, 1, 1],
  shear: [0, 1, 1, 1],
  warpSolver: constants.STIFF_THREADS,
  weftSolver: constants.STIFF_THREADS,
  bendWarp: 0,
  bendWeft: 0,
  strainLimit: 0,
  strainGoal: 0,
  tetherLimit: 0,
  iterationCount: 0,
  dampingRate: 0,
  integrator: constants.CONSTRAINTS,
  springStiffness: 0,
  springShear: 0,
  springBend: 0,
  springDamping: 0,
  springViscosity: 0,
  inverseDensity: 1,
  drag: 0,
  lift: 0,
  turbulence: 0,
  thickness: 0,
  friction: 0,
  collisionMassScale: 0,
  continuousCollision: 0,
  surfaceSamples: 0,
  layerFriction: 0,
  selfCollision: 0,
} satisfies Partial<MutableStep>;

/**
 * @param cloth - Gives the settings.
 * @param step - Receives them.
 * @param scale - Of the cloth's area: see areaScale.
 */
export function writeSettings({ solver, fabric, thickness }: Cloth, step: StepSettings, scale: number): void {
  const slack = (kind: keyof typeof fabric.slack, compliance: number): number[] => {
    const { compressionLimit, stretchLimit, stiffness } = fabric.slack[kind];
    return [compliance, compressionLimit, stretchLimit, stiffness];
  };
  step.iterationCount = solver.iterations;
  step.strainGoal = solver.substeps === "auto" ? solver.strainGoal : 0;
  step.dampingRate = solver.damping;
  step.integrator = solver.model === "springs" ? integratorKinds[solver.integrator] : constants.CONSTRAINTS;
  step.springStiffness = solver.springs.stiffness;
  step.springShear = solver.springs.shear;
  step.springBend = solver.springs.bend;
  step.springDamping = solver.springs.damping;
  step.springViscosity = solver.springs.viscosity;
  step.inverseDensity = 1 / (fabric.density * scale);
  step.drag = (0.5 * solver.airDensity * fabric.drag) / fabric.density;
  step.lift = (0.5 * solver.airDensity * fabric.lift) / fabric.density;
  step.turbulence = solver.turbulence;
  step.thickness = thickness;
  step.friction = solver.friction;
  step.layerFriction = solver.layerFriction;
  step.collisionMassScale = solver.collisionMassScale;
  step.continuousCollision = Number(solver.continuousCollision);
  step.surfaceSamples = Number(solver.surfaceSamples);
  step.selfCollision = Number(solver.selfCollision);
  step.tetherLimit = Math.min(fabric.tether, UNLIMITED);
  // What tears must reach its strain; what holds does not go far beyond.
  const strainLimit = fabric.tear < Infinity ? Math.max(fabric.strainLimit, 2 * fabric.tear) : fabric.strainLimit;
  step.strainLimit = Math.min(strainLimit, UNLIMITED);
  step.warp = slack("warp", fabric.stretch.warp);
  step.weft = slack("weft", fabric.stretch.weft);
  step.shear = slack("shear", fabric.shear);
  step.warpSolver = threadSolvers[solver.threads.warp];
  step.weftSolver = threadSolvers[solver.threads.weft];
  step.bendWarp = Math.min(fabric.bend.warp, UNLIMITED ** 2);
  step.bendWeft = Math.min(fabric.bend.weft, UNLIMITED ** 2);
}
