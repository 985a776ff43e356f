// How a cloth is solved: the options, their defaults and ranges, each once.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import {
  addPart,
  checkObject,
  checkSettings,
  complaint,
  createSettings,
  type ChangeCount,
  type RulesOf,
  type SettingsInput,
} from "./rules.js";
import {
  checkModel,
  integrators,
  models,
  springRules,
  type ClothIntegrator,
  type ClothModel,
} from "./springSettings.js";
import type { ClothSprings } from "./springSettings.js";

/** How threads of one direction are solved: whole lines at once, or link by link. */
export type ClothThreadSolver = "stiff" | "fast";

/** Names of all of them. */
export const threadSolvers: readonly ClothThreadSolver[] = ["stiff", "fast"];

/** How substeps are chosen, where no number is given. */
export type ClothSubstepsChoice = "standard" | "auto";

/** Names of all of them. */
export const substepsChoices: readonly ClothSubstepsChoice[] = ["standard", "auto"];

/** How the solver runs. Every member can be changed at any time and acts from the next step. */
export interface ClothSolverSettings {
  /**
   * Substeps per 1/60 s, whatever the frame rate. More make the cloth stiffer, above all in strong wind and at full resolution;
   * the time of the simulation grows with them. Default "standard", a whole number from 1 to 64; "standard" is 8, or 12 at full
   * resolution with `selfCollision`, and for nets of more than 160 points along a side 10 or 16, and more where much air pushes at light cloth there (12 for cotton of 128 points a meter with 100 Pa); "auto" is as few as keep the strain below `strainGoal`, from 4 to `maxSubsteps`. What is taken is
   * told in `statistics.substeps`.
   */
  substeps: ClothSubstepsChoice | number;
  /**
   * The budget of `substeps: "auto"`: so many are taken at most. Larger values hold cloth in stronger wind, and cost time in it. Default
   * 16 per 1/60 s, a whole number from 1 to 64.
   */
  maxSubsteps: number;
  /**
   * What `substeps: "auto"` keeps: 99 of 100 links along threads are not stretched by more than this part of their length. Smaller values
   * cost more substeps. Cloth that stretches by its own `fabric.stretch` needs a larger one, or takes `maxSubsteps` for nothing. Default
   * 0.01, a finite number above 0.
   */
  strainGoal: number;
  /**
   * Relaxations of all links in each substep. More make the cloth stiffer and cost time; more `substeps` do so better. Default 1, a
   * whole number from 1 to 16.
   */
  iterations: number;
  /** How threads are solved, along each direction (PhysX 3: solver of a phase). */
  readonly threads: {
    /**
     * Of threads along u: `"stiff"` solves each as a whole line; `"fast"` link by link, with less time, and at full resolution without coarser
     * levels of the net. Fast threads stretch the more, the more links they have. Default "stiff".
     */
    warp: ClothThreadSolver;
    /**
     * Of threads along v: `"stiff"` solves each as a whole line; `"fast"` link by link, with less time, and at full resolution without coarser
     * levels of the net. Fast threads stretch the more, the more links they have. Default "stiff".
     */
    weft: ClothThreadSolver;
  };
  /**
   * Part of the velocity in the world that the cloth loses. Larger values calm the cloth sooner and slow all its motion, its fall too; 0 keeps
   * all velocity. Default 1 1/s, a finite number from 0 up.
   */
  damping: number;
  /**
   * Coulomb friction on colliders, times the collider's own. Larger values hold the cloth in its place; at 0 it slides off. Default
   * 0.5, a finite number from 0 up.
   */
  friction: number;
  /**
   * Extra mass of a particle that hits a collider: until the next substep it weighs 1 + this times its speed into the collider as
   * much (PhysX 3). With larger values the rest of the cloth moves such a particle less; 0 switches this off. Default 0 s/m, a
   * finite number from 0 up.
   */
  collisionMassScale: number;
  /**
   * Whether colliders are tested along the path of a particle, so that fast cloth and fast colliders do not pass each other between
   * two substeps. It costs time, also for other cloths with about as many control points. Default false.
   */
  continuousCollision: boolean;
  /**
   * Whether the drawn surface is kept out of colliders too, not its control points alone. Without it the simulation is cheaper, and
   * colliders may show through the cloth between its control points. Default true.
   */
  surfaceSamples: boolean;
  /**
   * Whether the cloth keeps apart from itself, so that folds and layers do not pass through each other. Its control points act as
   * spheres, nine tenths as large as the cells between them, or of the `thickness`. Where layers of a control grid face each other, they lie
   * as near as both are thick. It costs time. Default false.
   */
  selfCollision: boolean;
  /**
   * Whether the cloth keeps apart from other cloths of the scene that have this on, too. Babylon's `collisionGroup` and `collisionMask` of
   * the meshes decide which cloths meet. Control points act as spheres, as with `selfCollision`. It costs time. Default false.
   */
  clothCollision: boolean;
  /**
   * Coulomb friction of the cloth on itself and on other cloths, with `selfCollision` and `clothCollision`. Larger values hold layers
   * together; at 0 they slide off each other. Give cloths that meet the same value. Default 0.5, a finite number from 0 up.
   */
  layerFriction: number;
  /**
   * Density of the air. Wind and drag of the air grow with it; at 0 there is no air, and wind does nothing. Default 1.2 kg/m3, a
   * finite number from 0 up.
   */
  airDensity: number;
  /**
   * Speed of the eddies over that of the wind. Larger values make the cloth flutter more; 0 is a steady wind. Wind with eddies keeps
   * the cloth from sleeping. Default 0.3, a finite number from 0 to 4.
   */
  turbulence: number;
  /**
   * How much the cloth feels that its mesh moves: 1 leaves the cloth behind, 0 takes it along, so that nothing swings (PhysX 3,
   * inertia scale). Default 1, a finite number from 0 to 1.
   */
  linearInertia: number;
  /**
   * How much the cloth feels that its mesh turns: 1 leaves the cloth behind, 0 takes it along, so that nothing swings (PhysX 3,
   * inertia scale). Default 1, a finite number from 0 to 1.
   */
  angularInertia: number;
  /**
   * A cloth that has been slower for a second, from one step to the next, sleeps until something changes, and costs no simulation. With larger
   * values it sleeps sooner, and may stop while it can still be seen to move; 0 never lets it sleep. Default 0.002 m/s, a finite number from 0 up.
   */
  sleepSpeed: number;
  /**
   * Out of sight of all cameras and render targets, the cloth is stepped only every so many frames, then for all the time that has
   * passed; its shadow alone does not count. Larger values save work; the cloth may be so many frames behind. It is stepped sooner before
   * `ClothSystem.maxSubstepsPerFrame` would drop time. Default 1 frame, a whole number from 1 to 60.
   */
  hiddenInterval: number;
  /**
   * What resists: `"constraints"` are links of the compliances of the fabric, stable with any number of substeps; `"springs"` are
   * Hooke's springs of `springs`, which are stable only with enough substeps, for experiments. Springs need `fidelity` and `substeps` that
   * are not "auto", and no `selfCollision`, cuts, tears or `outline`; of the fabric they take density, drag and lift. Default "constraints".
   */
  model: ClothModel;
  /**
   * How springs are integrated: `"euler"`, `"semiImplicitEuler"`, `"rungeKutta2"` (total variation diminishing), `"rungeKutta4"`,
   * `"adamsBashforth"` (of four steps, started by three steps of Euler) or `"verlet"`. They differ in accuracy, cost and the longest step
   * that is stable. Constraints are "verlet" alone. Default "verlet".
   */
  integrator: ClothIntegrator;
  /** Springs of the model "springs". No number depends on the length of a spring. */
  readonly springs: ClothSprings;
  /**
   * Gravity in the world [m/s2]; a copy, whose members can be set. Larger values make the cloth fall faster and pull harder at its
   * pins. Default that of the scene, which it follows until it is set: of the physics engine, or else `scene.gravity`.
   */
  readonly gravity: Vector3;
}

/** Settings that are checked; without a gravity, that of the scene counts. */
export type CheckedSolver = Omit<ClothSolverSettings, "gravity"> & { readonly gravity: Vector3 | null };

/** What may be given of {@link ClothSolverSettings}. What is missing takes its default. */
export type ClothSolverInput = {
  -readonly [K in keyof ClothSolverSettings]?: K extends "springs" | "threads"
    ? SettingsInput<ClothSolverSettings[K]>
    : ClothSolverSettings[K];
};

/** What gravities of cloths had from their scenes last [m/s2]. */
const sceneGravities = new WeakMap<Vector3, Vector3>();

/**
 * @param gravity - Of the settings of a cloth [m/s2].
 * @returns Whether it follows that of the scene: it was neither given nor set.
 */
export function followsScene(gravity: Vector3): boolean {
  const last = sceneGravities.get(gravity);
  return last !== undefined && areSame(last, gravity);
}

/** What is no number is the same as itself, unlike for equals: a cloth whose scene had such a gravity goes on when that has numbers again. */
function areSame(a: Vector3, b: Vector3): boolean {
  return Object.is(a.x, b.x) && Object.is(a.y, b.y) && Object.is(a.z, b.z);
}

/** Of any number of substeps, per 1/60 s. */
export const MOST_SUBSTEPS = 64;
/** Of `substeps: "standard"`, per 1/60 s. */
export const STANDARD_SUBSTEPS = 8;
/** The same at full resolution, where a net meets itself: its layers go farther between two looks than it is thick (docs/figures/self-contact.md). */
const CONTACT_SUBSTEPS = 12;
/** Nets with more points along their longer side are fine: with 8 substeps their threads stretch by more than 1 % in wind (docs/figures/full-resolution.md). */
const FINE_POINTS = 160;
const FINE_SUBSTEPS = 10;
const FINE_CONTACT_SUBSTEPS = 16;

/**
 * @param solver - Settings of a cloth.
 * @param points - Along the longer side of its net at full resolution; 0 of a control grid.
 * @param chosen - What is chosen if that is "auto".
 * @returns Substeps per 1/60 s that they ask for.
 */
export function askedSubsteps(
  { substeps, maxSubsteps, selfCollision }: Pick<ClothSolverSettings, "substeps" | "maxSubsteps" | "selfCollision">,
  points: number,
  chosen: number,
): number {
  if (substeps === "auto") {
    return Math.min(chosen, maxSubsteps);
  }
  return substeps === "standard" ? standardSubsteps(points, selfCollision) : substeps;
}

function standardSubsteps(points: number, meetsItself: boolean): number {
  const isFine = points > FINE_POINTS;
  if (points > 0 && meetsItself) {
    return isFine ? FINE_CONTACT_SUBSTEPS : CONTACT_SUBSTEPS;
  }
  return isFine ? FINE_SUBSTEPS : STANDARD_SUBSTEPS;
}

const NOT_NEGATIVE = { min: 0, max: Infinity } as const;

/** Of all members but gravity. */
export const solverRules = {
  substeps: {
    default: "standard",
    words: substepsChoices,
    min: 1,
    max: MOST_SUBSTEPS,
    whole: true,
    note: "per 1/60 s",
  },
  maxSubsteps: { default: 16, min: 1, max: MOST_SUBSTEPS, whole: true, unit: "per 1/60 s" },
  strainGoal: { default: 0.01, min: 0, above: true, max: Infinity, note: "part of the length" },
  iterations: { default: 1, min: 1, max: 16, whole: true },
  threads: {
    warp: { default: "stiff", names: threadSolvers },
    weft: { default: "stiff", names: threadSolvers },
  },
  damping: { default: 1, ...NOT_NEGATIVE, unit: "1/s", note: "part of the velocity lost, 1/s" },
  friction: { default: 0.5, ...NOT_NEGATIVE, note: "Coulomb, times the collider's" },
  collisionMassScale: { default: 0, ...NOT_NEGATIVE, unit: "s/m" },
  continuousCollision: { default: false },
  surfaceSamples: { default: true },
  selfCollision: { default: false },
  clothCollision: { default: false },
  layerFriction: { default: 0.5, ...NOT_NEGATIVE, note: "Coulomb, cloth on cloth" },
  airDensity: { default: 1.2, ...NOT_NEGATIVE, unit: "kg/m3" },
  turbulence: { default: 0.3, min: 0, max: 4, note: "speed of eddies over that of the wind" },
  linearInertia: { default: 1, min: 0, max: 1 },
  angularInertia: { default: 1, min: 0, max: 1 },
  sleepSpeed: { default: 0.002, ...NOT_NEGATIVE, unit: "m/s", note: "m/s, 0 = never sleep" },
  hiddenInterval: { default: 1, min: 1, max: 60, whole: true, unit: "frame", note: "frames" },
  model: { default: "constraints", names: models },
  integrator: { default: "verlet", names: integrators },
  springs: springRules,
} as const satisfies RulesOf<Omit<ClothSolverSettings, "gravity">>;

/**
 * @param cloth - Name of the cloth, for messages.
 * @param given - `solver` of the options.
 * @returns All settings.
 * @throws TypeError or RangeError if a value is not allowed.
 */
export function checkSolver(cloth: string, given: unknown = {}): CheckedSolver {
  const subject = { cloth, option: "solver" };
  const names = [...Object.keys(solverRules), "gravity"] as const;
  const { gravity, ...others } = checkObject<string>(subject, given, names);
  if (gravity !== undefined && !(gravity instanceof Vector3 && gravity.asArray().every(Number.isFinite))) {
    const kind = gravity instanceof Vector3 ? RangeError : TypeError;
    throw new kind(complaint({ cloth, option: "solver.gravity" }, gravity, "a Vector3 of finite numbers (m/s2)"));
  }
  const settings = checkSettings<Omit<ClothSolverSettings, "gravity">>(subject, solverRules, others);
  checkModel(cloth, settings);
  return { ...settings, gravity: gravity && !followsScene(gravity) ? gravity.clone() : null };
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param checked - All settings, checked.
 * @param changes - Counts each change but those of gravity.
 * @param sceneGravity - Gives the gravity of the scene as it is now [m/s2].
 * @param check - Throws if the cloth cannot have these.
 * @returns The settings of a cloth, whose members are checked when they are set.
 */
export function createSolverSettings(
  cloth: string,
  checked: CheckedSolver,
  changes: ChangeCount,
  sceneGravity: () => Vector3,
  check: (next: Omit<ClothSolverSettings, "gravity">) => void,
): ClothSolverSettings {
  const settings = createSettings<Omit<ClothSolverSettings, "gravity">>(
    { cloth, option: "solver" },
    solverRules,
    checked,
    changes,
    check,
  );
  const gravity = (checked.gravity ?? sceneGravity()).clone();
  const last = checked.gravity ? null : gravity.clone();
  if (last) {
    sceneGravities.set(gravity, last);
  }
  // Each cloth asks in each frame: most often nothing has changed.
  const read = (): Vector3 => {
    if (last && areSame(last, gravity) && !areSame(last, sceneGravity())) {
      last.copyFrom(gravity.copyFrom(sceneGravity()));
    }
    return gravity;
  };
  addPart(settings, { cloth, option: "solver.gravity" }, "gravity", read, ["x", "y", "z"]);
  return settings as ClothSolverSettings;
}
