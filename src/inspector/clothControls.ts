// The numbers and switches of a cloth that the Inspector shows, as a table. Pure: no React, no Inspector.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { checkNumber, type NumberRange } from "../options/rules.js";
import { substepsChoices, type ClothSubstepsChoice } from "../options/solverSettings.js";
import type { ClothMesh } from "../scene/clothMesh.js";

/** How a slider maps to a number. Its ends are the ends of what people choose, not of what is allowed. */
export interface SliderRange {
  readonly min: number;
  readonly max: number;
  /** Logarithmic: decades from `min` to `max`, both above 0. */
  readonly isLogarithmic?: boolean;
  readonly isWhole?: boolean;
  /** What its left end means, instead of `min`: 0 = rigid. */
  readonly first?: number;
  /** What its right end means, instead of `max`: Infinity = none. */
  readonly last?: number;
}

/** One number or switch of a cloth. */
export interface ClothControl {
  /** Of the member, from the cloth: "fabric.stretch.warp". */
  readonly path: string;
  readonly label: string;
  /** Unit and meaning. */
  readonly description: string;
  /** Missing: it is a switch. */
  readonly range?: SliderRange;
}

/** Positions of a slider from its left to its right end. */
export const SLIDER_STEPS = 200;
/** Digits of what a slider sets. */
const SLIDER_DIGITS = 3;

const compliance = (min: number, max: number): SliderRange => ({ min, max, isLogarithmic: true, first: 0 });
const linear = (min: number, max: number): SliderRange => ({ min, max });
const whole = (min: number, max: number): SliderRange => ({ min, max, isWhole: true });

/** Groups that have a section of their own. */
const GROUP = /^(fabric|solver|tessellation)\./;

/** Its label is its path within its section, in words. */
function control(path: string, description: string, range?: SliderRange): ClothControl {
  const label = inWords(path.replace(GROUP, "").replaceAll(".", " "));
  return range ? { path, label, description, range } : { path, label, description };
}

const slackOf = (kind: string): ClothControl[] => [
  control(`fabric.slack.${kind}.compressionLimit`, "Part of the rest length", linear(0, 1)),
  control(`fabric.slack.${kind}.stretchLimit`, "Part of the rest length", linear(1, 2)),
  control(`fabric.slack.${kind}.stiffness`, "Part of the stiffness between the limits", linear(0, 1)),
];

const bendRange: SliderRange = { min: 1, max: 1e7, isLogarithmic: true, first: 0, last: Infinity };

/** How the cloth resists. */
export const fabricControls: readonly ClothControl[] = [
  control("fabric.density", "kg/m2", { min: 0.01, max: 10, isLogarithmic: true }),
  control("fabric.stretch.warp", "m/N, along u; 0 = rigid", compliance(1e-7, 0.1)),
  control("fabric.stretch.weft", "m/N, along v; 0 = rigid", compliance(1e-7, 0.1)),
  control("fabric.shear", "m/N, along the diagonals; 0 = rigid", compliance(1e-6, 0.1)),
  control("fabric.bend.warp", "1/(N m), along u; Infinity = limp", bendRange),
  control("fabric.bend.weft", "1/(N m), along v; Infinity = limp", bendRange),
  control("fabric.strainLimit", "Most that a link gets longer, part of its length; Infinity = any", {
    min: 1e-3,
    max: 1,
    isLogarithmic: true,
    first: 0,
    last: Infinity,
  }),
  control("fabric.tether", "Longest over rest distance to a pin; Infinity = none", { ...linear(1, 2), last: Infinity }),
  control("fabric.tear", "Strain at which a thread breaks; Infinity = never", {
    min: 1e-3,
    max: 1,
    isLogarithmic: true,
    last: Infinity,
  }),
  control("fabric.drag", "Coefficient, along the relative wind", linear(0, 4)),
  control("fabric.lift", "Coefficient, across the relative wind", linear(0, 4)),
  ...["warp", "weft", "shear"].flatMap(slackOf),
];

/** How the solver runs. */
export const solverControls: readonly ClothControl[] = [
  control("solver.substeps", "Per 1/60 s; what is chosen now, or a number of your own", whole(1, 64)),
  control("solver.maxSubsteps", "Per 1/60 s; the budget of automatic substeps", whole(1, 64)),
  control("solver.strainGoal", "Of 99 of 100 links, for automatic substeps", {
    min: 1e-3,
    max: 0.1,
    isLogarithmic: true,
  }),
  control("solver.iterations", "Relaxations a substep", whole(1, 16)),
  control("solver.damping", "Part of the velocity lost, 1/s", linear(0, 10)),
  control("solver.gravity.x", "m/s2", linear(-20, 20)),
  control("solver.gravity.y", "m/s2", linear(-20, 20)),
  control("solver.gravity.z", "m/s2", linear(-20, 20)),
  control("solver.linearInertia", "1 = left behind by a mesh that moves, 0 = taken along", linear(0, 1)),
  control("solver.angularInertia", "1 = left behind by a mesh that turns, 0 = taken along", linear(0, 1)),
  control("solver.sleepSpeed", "m/s; 0 = never sleeps", linear(0, 0.1)),
  control("solver.hiddenInterval", "Steps only every so many frames while out of sight", whole(1, 60)),
];

/** Of a vector, whose members take whatever they are given. */
const coordinate: NumberRange = { min: -Infinity, max: Infinity };

const OWN_NUMBER = "number";
/** How substeps are chosen: not a control, since it is not a member of its own. */
export const substepsChoice = {
  label: "choice of substeps",
  description: "Standard, as few as keep the strain goal, or a number",
  names: [...substepsChoices, OWN_NUMBER],
  get: ({ solver: { substeps } }: ClothMesh): string => (typeof substeps === "number" ? OWN_NUMBER : substeps),
  set: ({ solver, statistics }: ClothMesh, name: string): void => {
    solver.substeps = name === OWN_NUMBER ? statistics.substeps : (name as ClothSubstepsChoice);
  },
};

const springRange = (most: number): SliderRange => ({ min: most / 1e5, max: most, isLogarithmic: true, first: 0 });

/** Springs, while the solver has that model. */
export const springControls: readonly ClothControl[] = [
  control("solver.springs.stiffness", "N/m, along the threads", springRange(1000)),
  control("solver.springs.shear", "N/m, across cells; 0 = none", springRange(1000)),
  control("solver.springs.bend", "N/m, between points two apart; 0 = none", springRange(1000)),
  control("solver.springs.damping", "N s/m, along springs", springRange(1)),
  control("solver.springs.viscosity", "N s/m, of all relative motion", springRange(1)),
];

/** The air around it. */
export const windControls: readonly ClothControl[] = [
  control("wind.x", "m/s, world", linear(-20, 20)),
  control("wind.y", "m/s, world", linear(-20, 20)),
  control("wind.z", "m/s, world", linear(-20, 20)),
  control("solver.airDensity", "kg/m3", linear(0, 5)),
  control("solver.turbulence", "Speed of eddies over that of the wind", linear(0, 4)),
];

/** How it meets colliders. */
export const contactControls: readonly ClothControl[] = [
  control("thickness", "Gap to colliders, m", linear(0, 0.05)),
  control("solver.friction", "Coulomb, times that of the collider", linear(0, 2)),
  control("solver.collisionMassScale", "s/m", linear(0, 10)),
  control("solver.continuousCollision", "Tests the way of a particle, for what is fast"),
  control("solver.surfaceSamples", "Keeps the drawn surface out of colliders, not its control points alone"),
  control("solver.selfCollision", "Keeps folds and layers of the cloth apart"),
  control("solver.clothCollision", "Keeps cloths apart from each other, by collisionGroup and collisionMask"),
  control("solver.layerFriction", "Coulomb, of the cloth on itself and on other cloths", linear(0, 2)),
];

/** How finely it is drawn, by the mode. */
export const tessellationControls: Readonly<Record<ClothMesh["tessellation"]["mode"], readonly ClothControl[]>> = {
  error: [
    control("tessellation.pixels", "Between the drawn and the true surface", {
      min: 0.05,
      max: 20,
      isLogarithmic: true,
    }),
  ],
  distance: [
    control("tessellation.near", "m", { min: 0.1, max: 100, isLogarithmic: true }),
    control("tessellation.far", "m", { min: 0.1, max: 1000, isLogarithmic: true }),
    control("tessellation.max", "Segments along the longer side, near", whole(1, 512)),
    control("tessellation.min", "Segments along the longer side, far", whole(1, 512)),
  ],
  fixed: [control("tessellation.level", "Segments along the longer side", whole(1, 512))],
};

/**
 * @param name - Of a member.
 * @returns The same for people: "strainLimit" is "strain limit".
 */
export function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/**
 * @param cloth - Any.
 * @param path - Of a control.
 * @returns The number or switch as it is now.
 */
export function readControl(cloth: ClothMesh, path: string): unknown {
  if (path === "solver.substeps") {
    // Of a choice, the number.
    return cloth.statistics.substeps;
  }
  return path.split(".").reduce<unknown>((owner, name) => Reflect.get(owner as object, name), cloth);
}

/**
 * @param cloth - Any.
 * @param path - Of a control.
 * @param value - The new one.
 * @throws RangeError or TypeError of the cloth if it does not allow the value.
 */
export function writeControl(cloth: ClothMesh, path: string, value: number | boolean): void {
  const names = path.split(".");
  const name = names[names.length - 1];
  if (names[0] === "tessellation") {
    // It is set as a whole.
    cloth.tessellation = { ...cloth.tessellation, [name]: value };
    return;
  }
  const owner = names.length > 1 ? readControl(cloth, names.slice(0, -1).join(".")) : cloth;
  if (owner instanceof Vector3) {
    checkNumber({ cloth: cloth.name, option: path }, value, coordinate);
  }
  Reflect.set(owner as object, name, value);
}

/**
 * @param range - Of a control.
 * @param value - A number, also one beyond the slider.
 * @returns Where the slider stands, in [0, SLIDER_STEPS].
 */
export function sliderPosition({ min, max, isLogarithmic, first, last }: SliderRange, value: number): number {
  // Also what is no number.
  if (!(value > min)) {
    return first === undefined || value === first ? 0 : 1;
  }
  if (value >= max) {
    return last === undefined || value === last ? SLIDER_STEPS : SLIDER_STEPS - 1;
  }
  const share = isLogarithmic ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  return Math.min(
    Math.max(share * SLIDER_STEPS, first === undefined ? 0 : 1),
    SLIDER_STEPS - (last === undefined ? 0 : 1),
  );
}

/**
 * @param range - Of a control.
 * @param position - In [0, SLIDER_STEPS].
 * @returns The number that it stands for.
 */
export function sliderValue({ min, max, isLogarithmic, isWhole, first, last }: SliderRange, position: number): number {
  if (position <= 0) {
    return first ?? min;
  }
  if (position >= SLIDER_STEPS) {
    return last ?? max;
  }
  const share = position / SLIDER_STEPS;
  const value = isLogarithmic ? min * (max / min) ** share : min + share * (max - min);
  return isWhole ? Math.round(value) : Number(value.toPrecision(SLIDER_DIGITS));
}
