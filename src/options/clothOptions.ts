// What CreateCloth takes: the options, their defaults and their check, each once.
import type { Vector4 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { checkFaces, type ClothFaces } from "./faceOptions.js";
import {
  checkChoice,
  checkNumber,
  checkObject,
  complaint,
  orDefault,
  type NumberRange,
  type NumberRule,
} from "./rules.js";
import { Fabric } from "./fabric.js";
import { checkFabric, type ClothFabricInput, type ClothFabricSettings } from "./fabricSettings.js";
import {
  checkDensity,
  checkSheet,
  sheetOptionNames,
  sheetRules,
  type ISheetOptions,
  type SheetDefinition,
} from "./sheetOptions.js";
import { checkStartShape, type ClothStartShape } from "./startShape.js";
import { checkModel } from "./springSettings.js";
import { checkSolver, type CheckedSolver, type ClothSolverInput } from "./solverSettings.js";
import { checkTessellation, type ClothTessellation, type TessellationInput } from "./tessellation.js";

/** Particles that are pinned: by name, the nearest to each (u, v), or those for which a function says so. */
export type ClothPins =
  | "none"
  | "topEdge"
  | "topCorners"
  | "leftEdge"
  | "allCorners"
  | readonly { readonly u: number; readonly v: number }[]
  | ((u: number, v: number) => boolean);

/**
 * What simulates the cloth: its control grid; particles at full resolution, for wrinkles that a control grid cannot have; or either,
 * by how large the cloth is in the picture.
 */
export type ClothFidelity = "controlGrid" | "fullResolution" | "auto";

/** Where the cloth is simulated. */
export type ClothBackendName = "gpu" | "cpu";

/** Options of {@link CreateCloth}. */
export interface IClothOptions extends ISheetOptions {
  /**
   * Where the sheet is before its first step and after a reset, local to the mesh [m]; u and v in [0, 1]. Lengths and bends at rest stay those of
   * the sheet, and pins hold where they start: threads that start too long pull together at once. Called only at creation. Default at rest.
   */
  startShape?: ClothStartShape;
  /**
   * What simulates the cloth: see {@link ClothFidelity}. "fullResolution" shows wrinkles that a control grid cannot have, and costs much
   * more time; "auto" chooses by the size in the picture. Default "controlGrid".
   */
  fidelity?: ClothFidelity;
  /**
   * Gap that the cloth keeps to colliders. Larger values keep cloth out of colliders more safely; it is seen to float above them.
   * Default 0.005 m, a finite number from 0 up.
   */
  thickness?: number;
  /**
   * How the cloth resists: see {@link ClothFabricSettings}, presets in {@link Fabrics}. A {@link Fabric} is a sheet besides, which cloths share.
   * Default cotton.
   */
  fabric?: ClothFabricInput | Fabric;
  /** Pinned particles: by name, the nearest to each (u, v), or those for which a function says so. Default "topCorners". */
  pins?: ClothPins;
  /** How the solver runs: see {@link ClothSolverSettings}. Default that of each of its members. */
  solver?: ClothSolverInput;
  /** How finely the surface is drawn: see {@link ClothTessellation}. Default by error, half a pixel. */
  tessellation?: TessellationInput;
  /**
   * `Mesh.FRONTSIDE`, `BACKSIDE` or `DOUBLESIDE`, which draws a second face with its own normals: materials then cull and light
   * each as any mesh, and a `MultiMaterial` of two gives the first to the front, the second to the back. Default one face that is lit on
   * both sides.
   */
  sideOrientation?: number;
  /** Texture coordinates of the front at u = v = 0 (x, y) and u = v = 1 (z, w). Default (0, 0, 1, 1). */
  frontUVs?: Vector4;
  /** Texture coordinates of the back at u = v = 0 (x, y) and u = v = 1 (z, w). Default (0, 0, 1, 1). */
  backUVs?: Vector4;
  /**
   * Distance of both faces that are drawn, joined along the border; with `DOUBLESIDE` alone. It changes the picture, not the motion.
   * Default 0 m, a finite number from 0 up.
   */
  drawnThickness?: number;
  /** Where to simulate. "auto" is the GPU where there is compute, else the CPU, which wants few control points. Default "auto". */
  backend?: "auto" | ClothBackendName;
}

const NOT_NEGATIVE = { min: 0, max: Infinity } as const;

/** Of the options that are numbers, and of those that are two whole numbers along u and v. */
export const optionRules = {
  ...sheetRules,
  thickness: { default: 0.005, ...NOT_NEGATIVE, unit: "m" },
  drawnThickness: { default: 0, ...NOT_NEGATIVE, unit: "m" },
} as const satisfies Partial<Record<keyof IClothOptions, NumberRule>>;

/** Where on the sheet, along u or v. */
const parameterRange: NumberRange = { min: 0, max: 1 };

/**
 * @param cloth - Name of the cloth, for messages.
 * @param option - Name of the parameter.
 * @param value - Its value.
 * @returns The value.
 * @throws RangeError if it is not on the sheet.
 */
export function checkParameter(cloth: string, option: string, value: unknown): number {
  return checkNumber({ cloth, option }, value, parameterRange);
}

/** Settings of a cloth that can be changed once it exists, as they are at first. */
export interface FirstSettings {
  readonly solver: CheckedSolver;
  readonly fabric: ClothFabricSettings;
  readonly tessellation: ClothTessellation;
}

/** All options of a cloth, checked, with defaults in place. */
export interface ClothDefinition extends SheetDefinition, FirstSettings {
  /** Whose sheet it is, as of other cloths. Null: it is its own. */
  readonly sharedFabric: Fabric | null;
  /** Control points of its `startShape` [m], shape [countU * countV, 3]. Null: it starts at rest. */
  readonly start: Float64Array | null;
  readonly thickness: number;
  readonly fidelity: ClothFidelity;
  /** Whether its first shape is that of its particles at full resolution. */
  readonly startsAtFullResolution: boolean;
  readonly pins: ClothPins;
  readonly faces: ClothFaces;
  readonly backend: "auto" | ClothBackendName;
}

/** Names of all of them. */
export const clothOptionNames = [
  ...sheetOptionNames,
  "startShape",
  "fidelity",
  "thickness",
  "fabric",
  "pins",
  "solver",
  "tessellation",
  "sideOrientation",
  "frontUVs",
  "backUVs",
  "drawnThickness",
  "backend",
] as const satisfies readonly (keyof IClothOptions)[];
const pinNames = ["none", "topEdge", "topCorners", "leftEdge", "allCorners"];
const fidelityNames = ["controlGrid", "fullResolution", "auto"];
const backendNames = ["auto", "gpu", "cpu"];

/**
 * Checks everything that a user gives for a new cloth.
 *
 * @param cloth - Name of the cloth, for messages.
 * @param options - What the user gave.
 * @returns The options with defaults in place.
 * @throws TypeError or RangeError that names the cloth, the option, the value and what is allowed.
 */
export function checkOptions(cloth: string, options: IClothOptions): ClothDefinition {
  const given = checkObject({ cloth, option: "options" }, options, clothOptionNames);
  const number = (option: "thickness" | "drawnThickness"): number =>
    checkNumber({ cloth, option }, orDefault(given[option], optionRules[option].default), optionRules[option]);
  const sharedFabric = given.fabric instanceof Fabric ? given.fabric : null;
  const sheet = sharedFabric ? sharedSheet(cloth, sharedFabric, given) : checkSheet(cloth, given);
  const fidelity = checkFidelity(cloth, given.fidelity);
  const { fabric, ...settings } = checkFirstSettings(cloth, {
    ...options,
    fabric: sharedFabric ? sharedFabric.settings : given.fabric,
  });
  checkModel(cloth, settings.solver, { fidelity, isCut: false, tear: fabric.tear });
  if (sheet.outline && settings.solver.model === "springs") {
    const subject = { cloth, option: "solver.model" };
    throw new RangeError(complaint(subject, "springs", '"constraints" with an outline (springs know none)'));
  }
  return {
    ...sheet,
    sharedFabric,
    thickness: number("thickness"),
    fidelity,
    startsAtFullResolution: fidelity === "fullResolution" || fabric.tear < Infinity || sheet.outline !== null,
    pins: checkPins(cloth, orDefault(given.pins, "topCorners")),
    faces: checkFaces(cloth, given, number("drawnThickness")),
    backend: checkChoice(
      { cloth, option: "backend" },
      orDefault(given.backend, "auto"),
      backendNames,
    ) as ClothDefinition["backend"],
    start: given.startShape === undefined ? null : checkStartShape(cloth, given.startShape, sheet),
    fabric: { ...fabric, density: checkDensity(cloth, given, sheet) ?? fabric.density },
    ...settings,
  };
}

/** The sheet of a fabric that cloths share, which nothing of the cloth's own may change. */
function sharedSheet(
  cloth: string,
  { name, sheet }: Fabric,
  given: Partial<Record<keyof ISheetOptions, unknown>>,
): SheetDefinition {
  const own = sheetOptionNames.find((option) => given[option] !== undefined);
  if (own) {
    throw new TypeError(`Cloth "${cloth}": ${own} is given with the Fabric "${name}", must be left to the Fabric.`);
  }
  return sheet;
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param given - Options, or the settings of a cloth.
 * @returns Settings of their own, with defaults in place.
 * @throws TypeError or RangeError if a value is not allowed.
 */
export function checkFirstSettings(
  cloth: string,
  { solver, fabric, tessellation }: { solver?: unknown; fabric?: unknown; tessellation?: TessellationInput },
): FirstSettings {
  return {
    solver: checkSolver(cloth, solver),
    fabric: checkFabric(cloth, fabric),
    tessellation: checkTessellation(cloth, tessellation),
  };
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param given - `fidelity` of the options.
 * @returns The same.
 * @throws TypeError or RangeError if it is not allowed.
 */
export function checkFidelity(cloth: string, given: unknown = "controlGrid"): ClothFidelity {
  return checkChoice({ cloth, option: "fidelity" }, given, fidelityNames) as ClothFidelity;
}

function checkPins(cloth: string, given: unknown): ClothPins {
  if (typeof given === "function") {
    return given as ClothPins;
  }
  if (!Array.isArray(given)) {
    return checkChoice({ cloth, option: "pins" }, given, pinNames, " or a list of { u, v } or a function") as ClothPins;
  }
  // Array.from sees holes, which map does not.
  return Array.from(given, (pin: unknown, i) => {
    const option = `pins[${i.toString()}]`;
    const { u, v } = checkObject({ cloth, option }, pin, ["u", "v"] as const);
    return {
      u: checkParameter(cloth, `${option}.u`, u),
      v: checkParameter(cloth, `${option}.v`, v),
    };
  });
}
