// What the sheet of a cloth is before anything holds or moves it: the options, their defaults and their check, each once.
import { MIN_CONTROL_POINTS } from "../bspline/knots.js";
import type { OutlineLoops } from "../bspline/trim.js";
import { MAX_PARTICLES } from "../sim/gpu/gridShapes.js";
import { checkOutline, type ClothOutline } from "./outline.js";
import { outlinedArea } from "./outlinedArea.js";
import { checkRestShape, type ClothRestShape, type NetTopology, type RestSurface } from "./restShape.js";
import {
  allowedBy,
  checkChoice,
  checkNumber,
  checkObject,
  complaint,
  orDefault,
  type NumberRange,
  type NumberRule,
} from "./rules.js";
import { checkVirtualParticles, type ClothWeights } from "./virtualParticles.js";
import { checkSheetScale, weightedArea, type ClothMassScale, type ClothTearScale } from "./sheetScale.js";

/** Which edges of a sheet meet, and are one seam: those at u = 0 and 1, those at v = 0 and 1. */
export type ClothClosed = "none" | "u" | "v" | "both";

/** Options of the sheet of a cloth, or of a {@link Fabric}: form, grid and mass. */
export interface ISheetOptions {
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
   * Where colliders are kept off between control points of the control grid, with `surfaceSamples` (PhysX 3: weight table of virtual particles). Each row makes four
   * virtual particles a cell, one for each of its corners: see {@link ClothWeights}. More rows keep small things out, and cost time. Default the knots, where
   * four control points count alike.
   */
  virtualParticles?: readonly ClothWeights[];
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
}

/** Names of all of them. */
export const sheetOptionNames = [
  "width",
  "height",
  "restShape",
  "closed",
  "outline",
  "controlPoints",
  "fullResolution",
  "massScale",
  "tearScale",
  "virtualParticles",
  "density",
  "mass",
] as const satisfies readonly (keyof ISheetOptions)[];

const POSITIVE = { min: 0, above: true, max: Infinity } as const;
const SIZE = { default: 1, ...POSITIVE, unit: "m" } as const;

/** Of the options that are numbers, and of those that are two whole numbers along u and v. */
export const sheetRules = {
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
} as const satisfies Partial<Record<keyof ISheetOptions, NumberRule>>;

/** Of the option `density`: that of a fabric. */
export const densityRange: NumberRange = { ...POSITIVE, unit: "kg/m2" };
/** Of the option `mass`, which has no default. */
export const massRange: NumberRange = { ...POSITIVE, unit: "kg" };
const closedNames = ["none", "u", "v", "both"];

/** The sheet of a cloth, checked, with defaults in place. */
export interface SheetDefinition extends NetTopology {
  readonly width: number;
  readonly height: number;
  /** Null: the sheet is flat. */
  readonly rest: RestSurface | null;
  /** Closed curves around the cloth on its sheet. Null: all of it is cloth. */
  readonly outline: OutlineLoops | null;
  /** Mass per area of each control point relative to the density, shape [countU * countV]. Null: 1 everywhere. */
  readonly massScale: readonly number[] | null;
  /** Strength of each control point relative to `fabric.tear`; null: the same everywhere. */
  readonly tearScale: readonly number[] | null;
  /** Weights of virtual particles, shape [rows, 4]. Null: the knots. */
  readonly virtualParticles: readonly number[] | null;
  readonly fullResolution: { readonly u: number; readonly v: number };
}

/** What was given for a sheet, each member still to be checked. */
type GivenSheet = Partial<Record<keyof ISheetOptions, unknown>>;

/**
 * @param cloth - Name of the cloth, for messages.
 * @param given - Options, some of which are those of its sheet.
 * @returns The sheet, with defaults in place.
 * @throws TypeError or RangeError that names the cloth, the option, the value and what is allowed.
 */
export function checkSheet(cloth: string, given: GivenSheet): SheetDefinition {
  const number = (option: "width" | "height"): number =>
    checkNumber({ cloth, option }, orDefault(given[option], sheetRules[option].default), sheetRules[option]);
  const [width, height] = [number("width"), number("height")];
  const { u: countU, v: countV } = checkControlPoints(cloth, given.controlPoints);
  const grid = { countU, countV, ...checkClosed(cloth, given.closed, given.restShape !== undefined) };
  const scale = (option: "massScale" | "tearScale"): readonly number[] | null =>
    given[option] === undefined ? null : checkSheetScale(cloth, option, given[option], grid);
  return {
    width,
    height,
    ...grid,
    rest: given.restShape === undefined ? null : checkRestShape(cloth, given.restShape, grid),
    outline: given.outline === undefined ? null : checkOutline(cloth, given.outline, grid),
    massScale: scale("massScale"),
    tearScale: scale("tearScale"),
    virtualParticles:
      given.virtualParticles === undefined ? null : checkVirtualParticles(cloth, given.virtualParticles),
    fullResolution: checkFullResolution(cloth, given.fullResolution, grid),
  };
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param given - Options, of which `density` and `mass` count.
 * @param sheet - What has that mass.
 * @returns Mass per area [kg/m2]; undefined: that of its fabric.
 * @throws TypeError or RangeError if it is not allowed, or if both are given.
 */
export function checkDensity(cloth: string, { density, mass }: GivenSheet, sheet: SheetDefinition): number | undefined {
  if (mass !== undefined && density !== undefined) {
    throw new TypeError(`Cloth "${cloth}": mass and density are both given, must be one of them.`);
  }
  if (mass !== undefined) {
    return checkNumber({ cloth, option: "mass" }, mass, massRange) / weighedArea(sheet);
  }
  return density === undefined ? undefined : checkNumber({ cloth, option: "density" }, density, densityRange);
}

/**
 * @param definition - Of a cloth.
 * @returns Its sheet alone.
 */
export function sheetOf(definition: SheetDefinition): SheetDefinition {
  const { width, height, countU, countV, closedU, closedV, rest, outline, ...others } = definition;
  const { massScale, tearScale, virtualParticles, fullResolution } = others;
  const grid = { width, height, countU, countV, closedU, closedV, rest, outline };
  return { ...grid, massScale, tearScale, virtualParticles, fullResolution };
}

/** Area of a sheet of the same mass that has the same density everywhere [m2]. */
function weighedArea(sheet: SheetDefinition): number {
  const { outline, massScale, rest, width, height } = sheet;
  if (outline) {
    return outlinedArea(outline, sheet, massScale);
  }
  const area = rest?.area ?? width * height;
  return massScale ? weightedArea(massScale, sheet, rest, area) : area;
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

function checkCounts(cloth: string, option: string, given: unknown, rule: NumberRule): { u: number; v: number } {
  const numbers = orDefault(given, rule.default);
  const pair =
    typeof numbers === "number"
      ? { u: numbers, v: numbers }
      : checkObject({ cloth, option }, numbers, ["u", "v"] as const, ` or ${allowedBy(rule)}`);
  const count = (axis: "u" | "v"): number =>
    checkNumber({ cloth, option: `${option}.${axis}` }, orDefault(pair[axis], rule.default), rule);
  return { u: count("u"), v: count("v") };
}

function checkFullResolution(cloth: string, given: unknown, { countU, countV }: NetTopology): { u: number; v: number } {
  const minimum = { u: countU, v: countV };
  const { default: usual } = sheetRules.fullResolution;
  const counts = checkCounts(
    cloth,
    "fullResolution",
    orDefault(given, { u: Math.max(usual, countU), v: Math.max(usual, countV) }),
    sheetRules.fullResolution,
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
  const counts = checkCounts(cloth, "controlPoints", given, sheetRules.controlPoints);
  if (counts.u * counts.v > MAX_PARTICLES) {
    throw new RangeError(
      `Cloth "${cloth}": controlPoints is ${counts.u.toString()} x ${counts.v.toString()}, ` +
        `must be at most ${MAX_PARTICLES.toString()} together (one workgroup holds a control grid).`,
    );
  }
  return counts;
}
