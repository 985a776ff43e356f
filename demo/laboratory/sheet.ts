// The sheet of the laboratory: a cloth of springs on the backend of the page, its masses and its energy.
//
// A cloth has a whole number of substeps per 1/60 s. The laboratory needs any time step: so it stretches time. A spring of stiffness k with a step dt
// moves as one of stiffness k (dt / h)^2 with a step h; damping goes with dt / h, gravity with its square.
import type { Scene } from "@babylonjs/core/scene.js";
import { CreateCloth, type ClothMesh, type ClothStartShape, type ClothSystem } from "../../src/index.js";
import type { LabSettings } from "./settings.js";

/** Particles along each edge. */
export const COUNT = 12;
/** [m] */
export const SIZE = 1;
/** [kg/m2] */
const DENSITY = 0.2;
const STEPS_PER_SECOND = 60;
export const MAX_SUBSTEPS = 64;

/** Springs of a particle to others with higher numbers: columns and rows. */
export const springOffsets = [
  [1, 0],
  [0, 1],
  [2, 0],
  [0, 2],
] as const;

/**
 * @param i - Along an edge.
 * @returns How much of a span of the surface a control point carries: the integral of its quadratic B-spline on open knots.
 */
function shareOf(i: number): number {
  return [1 / 3, 2 / 3][Math.min(i, COUNT - 1 - i)] ?? 1;
}

/** Masses of the particles [kg], row by row. */
export const masses: readonly number[] = Array.from({ length: COUNT * COUNT }, (_, i) => {
  const span = SIZE / (COUNT - 2);
  return DENSITY * span * span * shareOf(i % COUNT) * shareOf(Math.floor(i / COUNT));
});

/** Of the sheet [kg]. */
export const totalMass = masses.reduce((sum, mass) => sum + mass, 0);

/** Where the particles are at rest [m], shape [particles, 3], row by row from the bottom: the Greville abscissae of the surface. */
export const restPositions: Float32Array = Float32Array.from(
  masses.flatMap((_, i) => [placeOf(i % COUNT), placeOf(Math.floor(i / COUNT)), 0]),
);

/** @returns Coordinate along an edge [m]. */
function placeOf(i: number): number {
  return (SIZE * Math.min(Math.max(i - 0.5, 0), COUNT - 2)) / (COUNT - 2) - SIZE / 2;
}

/**
 * @param name - For the cloth.
 * @param scene - Gets the cloth.
 * @param startShape - Where the sheet starts; by default at rest.
 * @returns A sheet that hangs from its upper corners.
 */
export function createSheet(name: string, scene: Scene, startShape?: ClothStartShape): ClothMesh {
  return CreateCloth(
    name,
    {
      ...{ width: SIZE, height: SIZE, controlPoints: COUNT, pins: "topCorners" },
      ...(startShape && { startShape }),
      fabric: { density: DENSITY, drag: 0, lift: 0 },
      solver: { model: "springs", damping: 0, turbulence: 0, sleepSpeed: 0, substeps: MAX_SUBSTEPS },
    },
    scene,
  );
}

/**
 * Lets a sheet take the time step of the settings.
 *
 * @param sheet - Of {@link createSheet}.
 * @param settings - What people have chosen.
 * @param substeps - Per step of 1/60 s of the cloth; by default as many as come nearest to real time.
 * @returns Time of the cloth in a substep [s], for `ClothSystem.step`.
 */
export function applySettings(sheet: ClothMesh, settings: LabSettings, substeps = substepsFor(settings)): number {
  const cloth = 1 / (STEPS_PER_SECOND * substeps);
  const scale = settings.timeStep / cloth;
  const stiffness = settings.stiffness * scale * scale;
  const damping = settings.damping * scale;
  const isViscous = settings.dampingKind === "viscous";
  const { solver } = sheet;
  solver.integrator = settings.integrator;
  solver.substeps = substeps;
  Object.assign(solver.springs, { stiffness, shear: 0, bend: stiffness });
  Object.assign(solver.springs, { damping: isViscous ? 0 : damping, viscosity: isViscous ? damping : 0 });
  solver.gravity.set(0, -settings.gravity * scale * scale, 0);
  return cloth;
}

/** @returns Substeps per 1/60 s that come nearest to a time step. */
function substepsFor({ timeStep }: LabSettings): number {
  return Math.min(Math.max(Math.round(1 / (STEPS_PER_SECOND * timeStep)), 1), MAX_SUBSTEPS);
}

/** Of a sheet [J]. */
export interface Energy {
  readonly kinetic: number;
  readonly elastic: number;
  /** Of gravity; 0 in the rest shape. */
  readonly height: number;
}

/** @returns All of it [J]. */
export function total({ kinetic, elastic, height }: Energy): number {
  return kinetic + elastic + height;
}

/** Positions after three steps, one after the other [m], shape [particles, 3] each. */
export type ThreeSteps = readonly [before: Float32Array, now: Float32Array, after: Float32Array];

/**
 * Energy at the middle one of three steps. Positions give velocities half a step before and half a step after it; the kinetic energy is the mean of both.
 *
 * @param steps - Positions.
 * @param settings - Of the sheet.
 */
export function energyOf([before, now, after]: ThreeSteps, settings: LabSettings): Energy {
  const { stiffness, gravity, timeStep } = settings;
  let [kinetic, elastic, height] = [0, 0, 0];
  masses.forEach((mass, i) => {
    const ways = distance(before, i, now, i) ** 2 + distance(now, i, after, i) ** 2;
    kinetic += ((mass / 2) * (ways / 2)) / timeStep ** 2;
    height += mass * gravity * (now[3 * i + 1] - restPositions[3 * i + 1]);
    for (const [columns, rows] of springOffsets) {
      if ((i % COUNT) + columns >= COUNT || Math.floor(i / COUNT) + rows >= COUNT) continue;
      const end = i + columns + rows * COUNT;
      elastic += (stiffness / 2) * (distance(now, i, now, end) - distance(restPositions, i, restPositions, end)) ** 2;
    }
  });
  return { kinetic, elastic, height };
}

/**
 * Lets a sheet go on, three steps at least.
 *
 * @param sheet - Of {@link createSheet}.
 * @param system - Of its scene.
 * @param substep - Of {@link applySettings}.
 * @param count - Steps.
 * @returns Positions after the last three.
 */
export async function advance(
  sheet: ClothMesh,
  system: ClothSystem,
  substep: number,
  count: number,
): Promise<ThreeSteps> {
  system.step((count - 2) * substep);
  const before = await sheet.readPositions();
  system.step(substep);
  const now = await sheet.readPositions();
  system.step(substep);
  return [before, now, await sheet.readPositions()];
}

function distance(one: Float32Array, i: number, other: Float32Array, j: number): number {
  return Math.hypot(one[3 * i] - other[3 * j], one[3 * i + 1] - other[3 * j + 1], one[3 * i + 2] - other[3 * j + 2]);
}
