// How a cloth is solved: the options, their defaults and ranges, each once.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { complaint, createSettings, type ChangeCount, type Rules, type Settings, type SettingsInput } from "./rules.js";

const NOT_NEGATIVE = { min: 0, max: Infinity } as const;

const solverRules = {
  substeps: { default: 8, min: 1, max: 64, whole: true, note: "per 1/60 s" },
  iterations: { default: 1, min: 1, max: 16, whole: true },
  damping: { default: 1, ...NOT_NEGATIVE, note: "part of the velocity lost, 1/s" },
  friction: { default: 0.5, ...NOT_NEGATIVE, note: "Coulomb, times the collider's" },
  collisionMassScale: { default: 0, ...NOT_NEGATIVE, note: "s/m" },
  continuousCollision: { default: false },
  surfaceSamples: { default: true },
  airDensity: { default: 1.2, ...NOT_NEGATIVE, note: "kg/m3" },
  turbulence: { default: 0.3, min: 0, max: 4, note: "speed of eddies over that of the wind" },
  linearInertia: { default: 1, min: 0, max: 1 },
  angularInertia: { default: 1, min: 0, max: 1 },
  sleepSpeed: { default: 0.002, ...NOT_NEGATIVE, note: "m/s, 0 = never sleep" },
  hiddenInterval: { default: 1, min: 1, max: 60, whole: true, note: "frames" },
} satisfies Rules;

/**
 * How the solver runs. Every member can be changed at any time and acts from the next step.
 *
 * `substeps` per 1/60 s, whatever the frame rate. `iterations` of relaxation in each. `damping`: part of the velocity that is
 * lost [1/s]. `friction`: Coulomb, multiplied with the collider's. `collisionMassScale`: a particle that is hit weighs 1 + this
 * times its speed into the collider as much, until the next substep [s/m] (PhysX 3). `continuousCollision`: tests the way of a
 * particle, for colliders or cloth so fast that they would pass each other between two substeps. `surfaceSamples`: keeps the
 * drawn surface out of colliders, not its control points alone. `airDensity` [kg/m3]. `turbulence`: speed of eddies over that
 * of the wind. `linearInertia` and `angularInertia`: 1 leaves the cloth behind when its mesh moves, 0 takes it along (PhysX 3,
 * inertia scale). `sleepSpeed`: a cloth that has been slower for a second stops until something changes [m/s], 0 = never.
 * `hiddenInterval`: out of the camera's sight, it is stepped only every so many frames.
 */
export type ClothSolverSettings = Settings<typeof solverRules> & {
  /** [m/s2], world. */
  readonly gravity: Vector3;
};

/** What may be given of them. */
export type ClothSolverInput = SettingsInput<typeof solverRules> & { gravity?: Vector3 };

/**
 * @param cloth - Name of the cloth, for messages.
 * @param given - `solver` of the options.
 * @param changes - Counts each change but those of gravity.
 * @returns The settings.
 * @throws TypeError or RangeError if a value is not allowed.
 */
export function createSolverSettings(
  cloth: string,
  given: ClothSolverInput = {},
  changes: ChangeCount,
): ClothSolverSettings {
  const subject = { cloth, option: "solver" };
  const { gravity = new Vector3(0, -9.81, 0), ...others } = given;
  if (!(gravity instanceof Vector3)) {
    throw new TypeError(complaint({ cloth, option: "solver.gravity" }, gravity, "a Vector3 (m/s2)"));
  }
  const settings = createSettings(subject, solverRules, typeof given === "object" ? others : given, changes);
  return Object.defineProperty(settings, "gravity", {
    enumerable: true,
    value: gravity.clone(),
  }) as ClothSolverSettings;
}
