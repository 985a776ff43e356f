// What CreateCloth takes: the options, their defaults and their check, each once.
import type { Vector4 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { MIN_CONTROL_POINTS } from "../bspline/knots.js";
import type { OutlineLoops } from "../bspline/trim.js";
import { checkFaces, type ClothFaces } from "./faceOptions.js";
import { checkChoice, checkNumber, checkObject, complaint, type NumberRange, type NumberRule } from "./rules.js";
import { checkFabric, type ClothFabricInput, type ClothFabricSettings } from "./fabricSettings.js";
import { checkRestShape, type ClothRestShape, type RestSurface, type NetTopology } from "./restShape.js";
import { checkSheetScale, weightedArea, type ClothMassScale, type ClothTearScale } from "./sheetScale.js";
import { checkStartShape, type ClothStartShape } from "./startShape.js";
import { checkOutline, type ClothOutline } from "./outline.js";
import { outlinedArea } from "./outlinedArea.js";
import { checkModel } from "./springSettings.js";
import { checkSolver, type CheckedSolver, type ClothSolverInput } from "./solverSettings.js";
import { checkTessellation, type ClothTessellation, type TessellationInput } from "./tessellation.js";
import { MAX_PARTICLES } from "../sim/gpu/gridShapes.js";

/** Particles that are pinned: by name, the nearest to each (u, v), or those for which a function says so. */
export type ClothPins =
  | "none"
  | "topEdge"
  | "topCorners"
  | "leftEdge"
  | "allCorners"
  | readonly { readonly u: number; readonly v: number }[]
  | ((u: number, v: number) => boolean);

/** Which edges of a sheet meet, and are one seam: those at u = 0 and 1, those at v = 0 and 1. */
export type ClothClosed = "none" | "u" | "v" | "both";

/**
 * What simulates the cloth: its control grid; particles at full resolution, for wrinkles that a control grid cannot have; or either,
 * by how large the cloth is in the picture.
 */
export type ClothFidelity = "controlGrid" | "fullResolution" | "auto";

/** Where the cloth is simulated. */
export type ClothBackendName = "gpu" | "cpu";

/** Options of {@link CreateCloth}. */
export interface IClothOptions {
  /**
   * Width of the flat sheet, in the mesh's XY plane, centred. Does not act with a `restShape`. Folds that are as fine need more
   * `controlPoints` on a larger sheet. Default 1 m, a finite number above 0.
   */
  width?: number;
  /**
   * Height of the flat sheet, top edge at +height/2. Does not act with a `restShape`. Folds that are as fine need more `controlPoints` on
   * a larger sheet. Default 1 m, a finite number above 0.
   */
  height?: number;
  /**
   * Rest position of a sheet that is not a flat rectangle (tube, cone, skirt), local to the mesh [m]; u and v in [0, 1]. The
   * surface passes through it at the Greville abscissae of the control points. Called only at creation. Default flat.
   */
  restShape?: ClothRestShape;
  /**
   * Where the sheet is before its first step and after a reset, local to the mesh [m]; u and v in [0, 1]. Lengths and bends at rest stay those of
   * the sheet, and pins hold where they start: threads that start too long pull together at once. Called only at creation. Default at rest.
   */
  startShape?: ClothStartShape;
  /** Edges of the `restShape` that meet, and are one seam; at least 5 control points across it. Default "none". */
  closed?: ClothClosed;
  /**
   * Where the sheet is cloth, if it is no rectangle: see {@link ClothOutline}. Called or read only at creation. On the GPU such a cloth is simulated
   * at full resolution, with as many particles as `fullResolution` says. Not together with `closed`. Default everywhere.
   */
  outline?: ClothOutline;
  /**
   * Control points along u and v, at most 1024 together. More make smaller folds and cost more time. Default 16, a whole number from 3
   * to 341.
   */
  controlPoints?:
    | number
    | {
        /** Control points along u. Default 16, a whole number from 3 to 341. */
        u: number;
        /** Control points along v. Default 16, a whole number from 3 to 341. */
        v: number;
      };
  /**
   * Particles along u and v at full resolution, not fewer than control points. More make finer wrinkles, cost much more time and need
   * more `substeps` to be as stiff. Where spans, two less, are a multiple of those of the control grid, the surface does not move at
   * all when they take over. Default 128, a whole number from 32 to 2048; with more control points, as many as these.
   */
  fullResolution?:
    | number
    | {
        /** Particles along u at full resolution. Default 128, a whole number from 32 to 2048. */
        u: number;
        /** Particles along v at full resolution. Default 128, a whole number from 32 to 2048. */
        v: number;
      };
  /**
   * What simulates the cloth: see {@link ClothFidelity}. "fullResolution" shows wrinkles that a control grid cannot have, and costs much
   * more time; "auto" chooses by the size in the picture. Default "controlGrid".
   */
  fidelity?: ClothFidelity;
  /**
   * Mass per area [kg/m2], in place of that of the `fabric`, where it can be changed later: a finite number above 0. Default that of the
   * `fabric`.
   */
  density?: number;
  /**
   * Mass of the whole sheet [kg], which gives the `fabric` its mass per area: a finite number above 0. Default none, the `density`
   * counts.
   */
  mass?: number;
  /**
   * Mass per area relative to the density, for a heavy hem: a function of u and v, or one number above 0 per control point, row by row. Called
   * only at creation. To hold a particle, pin it. Default 1 everywhere.
   */
  massScale?: ClothMassScale;
  /**
   * Strength relative to `fabric.tear`, for places that tear first: a function of u and v, or one number above 0 per control point, row by row.
   * Called only at creation. Default 1 everywhere.
   */
  tearScale?: ClothTearScale;
  /**
   * Gap that the cloth keeps to colliders. Larger values keep cloth out of colliders more safely; it is seen to float above them.
   * Default 0.005 m, a finite number from 0 up.
   */
  thickness?: number;
  /** How the cloth resists: see {@link ClothFabricSettings}, presets in {@link Fabrics}. Default cotton. */
  fabric?: ClothFabricInput;
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

const POSITIVE = { min: 0, above: true, max: Infinity } as const;
const NOT_NEGATIVE = { min: 0, max: Infinity } as const;
const SIZE = { default: 1, ...POSITIVE, unit: "m" } as const;

/** Of the options that are numbers, and of those that are two whole numbers along u and v. */
export const optionRules = {
  width: SIZE,
  height: SIZE,
  controlPoints: {
    default: 16,
    min: MIN_CONTROL_POINTS,
    max: Math.floor(MAX_PARTICLES / MIN_CONTROL_POINTS),
    whole: true,
    note: "a quadratic B-spline needs three",
  },
  fullResolution: { default: 128, min: 32, max: 2048, whole: true },
  thickness: { default: 0.005, ...NOT_NEGATIVE, unit: "m" },
  drawnThickness: { default: 0, ...NOT_NEGATIVE, unit: "m" },
} as const satisfies Partial<Record<keyof IClothOptions, NumberRule>>;

/** Of the option `density`: that of a fabric. */
export const densityRange: NumberRange = { ...POSITIVE, unit: "kg/m2" };
/** Of the option `mass`, which has no default. */
export const massRange: NumberRange = { ...POSITIVE, unit: "kg" };
/** Where on the sheet, along u or v. */
export const parameterRange: NumberRange = { min: 0, max: 1 };

/** Settings of a cloth that can be changed once it exists, as they are at first. */
export interface FirstSettings {
  readonly solver: CheckedSolver;
  readonly fabric: ClothFabricSettings;
  readonly tessellation: ClothTessellation;
}

/** All options of a cloth, checked, with defaults in place. */
export interface ClothDefinition extends NetTopology, FirstSettings {
  readonly width: number;
  readonly height: number;
  /** Null: the sheet is flat. */
  readonly rest: RestSurface | null;
  /** Control points of its `startShape` [m], shape [countU * countV, 3]. Null: it starts at rest. */
  readonly start: Float64Array | null;
  /** Closed curves around the cloth on its sheet. Null: all of it is cloth. */
  readonly outline: OutlineLoops | null;
  /** Mass per area of each control point relative to the density, shape [countU * countV]. Null: 1 everywhere. */
  readonly massScale: readonly number[] | null;
  /** Strength of each control point relative to `fabric.tear`; null: the same everywhere. */
  readonly tearScale: readonly number[] | null;
  readonly thickness: number;
  readonly fullResolution: { readonly u: number; readonly v: number };
  readonly fidelity: ClothFidelity;
  /** Whether its first shape is that of its particles at full resolution. */
  readonly startsAtFullResolution: boolean;
  readonly pins: ClothPins;
  readonly faces: ClothFaces;
  readonly backend: "auto" | ClothBackendName;
}

const optionNames = [
  "width",
  "height",
  "restShape",
  "startShape",
  "closed",
  "outline",
  "controlPoints",
  "fullResolution",
  "fidelity",
  "density",
  "mass",
  "massScale",
  "tearScale",
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
const closedNames = ["none", "u", "v", "both"];
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
  const given = checkObject({ cloth, option: "options" }, options, optionNames);
  const number = (option: "width" | "height" | "thickness" | "drawnThickness"): number =>
    checkNumber({ cloth, option }, given[option] ?? optionRules[option].default, optionRules[option]);
  const width = number("width");
  const height = number("height");
  const { u: countU, v: countV } = checkControlPoints(cloth, given.controlPoints);
  const grid = { countU, countV, ...checkClosed(cloth, given.closed, given.restShape !== undefined) };
  const fidelity = checkFidelity(cloth, given.fidelity);
  const rest = given.restShape === undefined ? null : checkRestShape(cloth, given.restShape, grid);
  const outline = given.outline === undefined ? null : checkOutline(cloth, given.outline, grid);
  const scale = (option: "massScale" | "tearScale"): readonly number[] | null =>
    given[option] === undefined ? null : checkSheetScale(cloth, option, given[option], grid);
  const massScale = scale("massScale");
  const area = rest?.area ?? width * height;
  const weighedArea = outline
    ? outlinedArea(outline, { ...grid, width, height, rest }, massScale)
    : massScale
      ? weightedArea(massScale, grid, rest, area)
      : area;
  const { fabric, ...settings } = checkFirstSettings(cloth, options);
  checkModel(cloth, settings.solver, { fidelity, isCut: false, tear: fabric.tear });
  if (outline && settings.solver.model === "springs") {
    const subject = { cloth, option: "solver.model" };
    throw new RangeError(complaint(subject, "springs", '"constraints" with an outline (springs know none)'));
  }
  return {
    width,
    height,
    ...grid,
    thickness: number("thickness"),
    fullResolution: checkFullResolution(cloth, given.fullResolution, grid),
    fidelity,
    startsAtFullResolution: fidelity === "fullResolution" || fabric.tear < Infinity || outline !== null,
    pins: checkPins(cloth, given.pins ?? "topCorners"),
    faces: checkFaces(cloth, given, number("drawnThickness")),
    backend: checkChoice(
      { cloth, option: "backend" },
      given.backend ?? "auto",
      backendNames,
    ) as ClothDefinition["backend"],
    rest,
    start: given.startShape === undefined ? null : checkStartShape(cloth, given.startShape, grid),
    outline,
    massScale,
    tearScale: scale("tearScale"),
    fabric: { ...fabric, density: checkDensity(cloth, given, weighedArea) ?? fabric.density },
    ...settings,
  };
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param given - Options, or the settings of a cloth.
 * @returns Settings of their own, with defaults in place.
 * @throws TypeError or RangeError if a value is not allowed.
 */
export function checkFirstSettings(
  cloth: string,
  { solver, fabric, tessellation }: Pick<IClothOptions, keyof FirstSettings>,
): FirstSettings {
  return {
    solver: checkSolver(cloth, solver),
    fabric: checkFabric(cloth, fabric),
    tessellation: checkTessellation(cloth, tessellation),
  };
}

/** Mass per area of a sheet of an area [m2]; undefined: that of its fabric. */
function checkDensity(
  cloth: string,
  { density, mass }: Partial<Record<"density" | "mass", unknown>>,
  area: number,
): number | undefined {
  if (mass !== undefined && density !== undefined) {
    throw new TypeError(`Cloth "${cloth}": mass and density are both given, must be one of them.`);
  }
  if (mass !== undefined) {
    return checkNumber({ cloth, option: "mass" }, mass, massRange) / area;
  }
  return density === undefined ? undefined : checkNumber({ cloth, option: "density" }, density, densityRange);
}

function checkClosed(
  cloth: string,
  given: unknown = "none",
  hasRestShape: boolean,
): Pick<NetTopology, "closedU" | "closedV"> {
  const subject = { cloth, option: "closed" };
  const closed = checkChoice(subject, given, closedNames);
  if (closed !== "none" && !hasRestShape) {
    throw new RangeError(
      complaint(subject, closed, '"none" without a restShape (a flat sheet has no edges that meet)'),
    );
  }
  return { closedU: closed === "u" || closed === "both", closedV: closed === "v" || closed === "both" };
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

function checkCounts(cloth: string, option: string, given: unknown, rule: NumberRule): { u: number; v: number } {
  const numbers = given ?? rule.default;
  const pair =
    typeof numbers === "number"
      ? { u: numbers, v: numbers }
      : checkObject({ cloth, option }, numbers, ["u", "v"] as const);
  const count = (axis: "u" | "v"): number =>
    checkNumber({ cloth, option: `${option}.${axis}` }, pair[axis] ?? rule.default, rule);
  return { u: count("u"), v: count("v") };
}

function checkFullResolution(cloth: string, given: unknown, { countU, countV }: NetTopology): { u: number; v: number } {
  const minimum = { u: countU, v: countV };
  const { default: usual } = optionRules.fullResolution;
  const counts = checkCounts(
    cloth,
    "fullResolution",
    given ?? { u: Math.max(usual, countU), v: Math.max(usual, countV) },
    optionRules.fullResolution,
  );
  for (const axis of ["u", "v"] as const) {
    if (counts[axis] < minimum[axis]) {
      throw new RangeError(
        complaint(
          { cloth, option: `fullResolution.${axis}` },
          counts[axis],
          `at least as many as control points (${minimum[axis].toString()})`,
        ),
      );
    }
  }
  return counts;
}

function checkControlPoints(cloth: string, given: unknown): { u: number; v: number } {
  const counts = checkCounts(cloth, "controlPoints", given, optionRules.controlPoints);
  if (counts.u * counts.v > MAX_PARTICLES) {
    throw new RangeError(
      `Cloth "${cloth}": controlPoints is ${counts.u.toString()} x ${counts.v.toString()}, ` +
        `must be at most ${MAX_PARTICLES.toString()} together (one workgroup holds a control grid).`,
    );
  }
  return counts;
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
      u: checkNumber({ cloth, option: `${option}.u` }, u, parameterRange),
      v: checkNumber({ cloth, option: `${option}.v` }, v, parameterRange),
    };
  });
}
