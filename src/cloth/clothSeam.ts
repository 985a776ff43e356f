// Seams as users have them: two parts of borders that are one curve while the seam is closed.
import type { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import { shown } from "../babylon/shown.js";
import {
  checkChoice,
  checkNumber,
  checkObject,
  complaint,
  isGroup,
  orDefault,
  type NumberRule,
} from "../options/rules.js";
import { edgeNames, lengthOf, pathOn, spansOf, type ClothEdge, type SheetCounts } from "./stitches.js";
import type { Cloth, Seam, SewnSide } from "./cloth.js";

/** A part of a border. */
export interface IClothSeamPath {
  /** "leftEdge" is at u = 0, "rightEdge" at u = 1, "bottomEdge" at v = 0, "topEdge" at v = 1. */
  edge: ClothEdge;
  /** Where the seam starts on the edge, along u or v; moved to the nearest knot of the control grid. Default 0, a finite number from 0 to 1. */
  start?: number;
  /** Where the seam ends, alike; before `start`, the side runs backwards. Default 1, a finite number from 0 to 1. */
  end?: number;
}

/** A part of a border of a cloth. */
export interface IClothSeamSide extends IClothSeamPath {
  /** Made by {@link CreateCloth}. */
  cloth: Mesh;
}

/** Options of {@link ClothSeam}. */
export interface IClothSeamOptions {
  /** One side. Its start is sewn to the start of the other. */
  from: IClothSeamSide;
  /**
   * The other side, of the same or of another cloth. The spans of one are a multiple of those of the other; on the GPU so are the spans at full
   * resolution.
   */
  to: IClothSeamSide;
  /** Whether the seam is closed, or which share of it from its start. Default true. */
  closed?: boolean | number;
  /** How fast the sides come together at least [m/s]; Infinity: at once. Default 1 m/s, a number above 0. */
  speed?: number;
}

const shareRule: NumberRule = { default: 1, min: 0, max: 1 };
const speedRule: NumberRule = { default: 1, min: 0, above: true, max: Infinity, infinite: true, unit: "m/s" };
const pathNames = ["edge", "start", "end"] as const;
const sideNames = ["cloth", ...pathNames] as const;
const optionNames = ["from", "to", "closed", "speed"] as const;

/**
 * A seam: joins a part of a border of a cloth to a part of a border of the same or another cloth. Both are drawn as one curve while it is closed.
 * A longer side is gathered. Cloth that is sewn keeps its control grid; on the GPU, all that hang together take full resolution if one of them
 * needs it: see {@link ClothMesh.fidelity}.
 *
 * @example
 * ```ts
 * const zip = new ClothSeam("zip", { from: { cloth: front, edge: "rightEdge" }, to: { cloth: back, edge: "leftEdge" }, closed: false });
 * zip.close(0.5);
 * ```
 */
export class ClothSeam implements Seam {
  /** One side.
   * @internal */
  public readonly from: SewnSide;
  /** The other side.
   * @internal */
  public readonly to: SewnSide;
  /** How fast the sides come together at least [m/s]. */
  public readonly speed: number;
  private _closed: number;
  private _isDisposed = false;
  private readonly _observers: readonly { remove(defer?: boolean): void }[];

  /**
   * @param name - Of the seam, for messages.
   * @param options - See {@link IClothSeamOptions}.
   * @throws TypeError or RangeError that names the cloth, the option, the value and what is allowed; RangeError if a device has no
   * room for a cloth at full resolution; Error if a cloth is disposed or of another scene, if both are on different backends, if a part of a border
   * is sewn already, or if the seam joins fronts to backs of cloth around one {@link ClothPressure}. Nothing is made then.
   */
  public constructor(
    public readonly name: string,
    options: IClothSeamOptions,
  ) {
    const given = checkObject({ cloth: "(any)", option: `seam "${name}"` }, options, optionNames);
    this.from = checkSide(name, "from", given.from);
    this.to = checkSide(name, "to", given.to);
    const { from, to } = this;
    this._closed = checkShare(from.cloth, name, orDefault(given.closed, true));
    this.speed = checkNumber(
      { cloth: from.cloth.name, option: `seam "${name}": speed` },
      orDefault(given.speed, speedRule.default),
      speedRule,
    );
    checkBoth(name, from, to);
    this._cloths.forEach((cloth) => {
      cloth.sewing.add(this);
    });
    this._observers = this._cloths.map((cloth) =>
      cloth.onDisposeObservable.addOnce(() => {
        this.dispose();
      }),
    );
  }

  /** The cloth of one side; may be that of the other side. */
  public get fromCloth(): Mesh {
    return this.from.cloth;
  }

  /** The cloth of the other side. */
  public get toCloth(): Mesh {
    return this.to.cloth;
  }

  /** Which share of the seam is closed, from its start: 0 if it is open, 1 if it is closed. */
  public get closed(): number {
    return this._closed;
  }

  /** Whether the seam is gone: it was disposed, or one of its cloths was. */
  public get isDisposed(): boolean {
    return this._isDisposed;
  }

  /** Opens the seam from the next step on. */
  public open(): void {
    this.close(0);
  }

  /**
   * Closes the seam from the next step on, as a zip does; its sides come together at the speed of its options. Nothing happens if the seam is
   * gone.
   *
   * @param upTo - Which share of it, from its start, in [0, 1]; what is beyond opens. Rounded to spans of the side that has fewer. Default all.
   * @throws RangeError if `upTo` is outside.
   */
  public close(upTo = 1): void {
    const share = checkShare(this.from.cloth, this.name, upTo);
    if (!this._isDisposed) {
      this._closed = share;
    }
  }

  /** Opens the seam for good. */
  public dispose(): void {
    if (!this._isDisposed) {
      this._isDisposed = true;
      this._closed = 0;
      this._observers.forEach((observer) => {
        // Not at once: this may run while the observers of a cloth are being called.
        observer.remove(true);
      });
      this._cloths.forEach((cloth) => {
        cloth.sewing.remove(this);
      });
    }
  }

  /** One or two. */
  private get _cloths(): readonly Cloth[] {
    return [...new Set([this.from.cloth, this.to.cloth])];
  }
}

/** A cloth and a part of its border. */
interface ClothAndPath {
  readonly cloth: Mesh;
  readonly path: IClothSeamPath;
}

/**
 * @param from - One side.
 * @param to - The other side.
 * @param options - How the seam is closed.
 * @returns A seam that is named after both cloths.
 * @throws TypeError or RangeError as the constructor of {@link ClothSeam} does.
 */
export function sewCloths(
  from: ClothAndPath,
  to: ClothAndPath,
  options: Omit<IClothSeamOptions, "from" | "to">,
): ClothSeam {
  const cloth = from.cloth.name;
  if (!isCloth(to.cloth)) {
    throw new TypeError(complaint({ cloth, option: "sew: other" }, to.cloth, "a cloth"));
  }
  for (const [option, { path }] of Object.entries({ path: from, otherPath: to })) {
    if (!isGroup(path)) {
      throw new TypeError(complaint({ cloth, option: `sew: ${option}` }, path, `an object of ${pathNames.join(", ")}`));
    }
  }
  checkObject({ cloth, option: "sew: options" }, options, ["closed", "speed"]);
  const [one, other] = [from, to].map((side) => ({ cloth: side.cloth, ...side.path }));
  return new ClothSeam(`${cloth} to ${to.cloth.name}`, { ...options, from: one, to: other });
}

/**
 * @param side - Of a seam.
 * @param cloth - Its own or another one that is made alike.
 * @returns Options that make this side again.
 */
export function optionsOfSide({ cloth: own, path }: SewnSide, cloth: Mesh = own): Required<IClothSeamSide> {
  const { edge, first, last } = path;
  const spans = spansOf(own.definition, edge);
  return { cloth, edge, start: first / spans, end: last / spans };
}

function checkShare({ name: cloth }: Cloth, seam: string, given: unknown): number {
  const value = typeof given === "boolean" ? Number(given) : given;
  return checkNumber({ cloth, option: `seam "${seam}": closed` }, value, shareRule);
}

function checkSide(seam: string, side: "from" | "to", given: unknown): SewnSide {
  const option = `seam "${seam}": ${side}`;
  const { cloth, edge, start = 0, end = 1 } = checkObject({ cloth: "(any)", option }, given, sideNames);
  if (!isCloth(cloth)) {
    throw new TypeError(complaint({ cloth: "(any)", option: `${option}.cloth` }, cloth, "a cloth"));
  }
  const subject = (member: string): { cloth: string; option: string } => ({
    cloth: cloth.name,
    option: `${option}.${member}`,
  });
  if (cloth.isDisposed()) {
    throw new Error(`Cloth "${cloth.name}": ${option}.cloth is disposed, must be a cloth of the scene.`);
  }
  const name = checkChoice(subject("edge"), edge, edgeNames) as ClothEdge;
  const { closedU, closedV } = cloth.definition;
  if (closedU || closedV) {
    throw new RangeError(
      `Cloth "${cloth.name}": ${option}.cloth has edges that meet, must have closed "none" to be sewn.`,
    );
  }
  cloth.sewing.check();
  const spans = spansOf(cloth.definition, name);
  const knot = (member: "start" | "end", value: unknown): number =>
    Math.round(spans * checkNumber(subject(member), value, shareRule));
  const path = { edge: name, first: knot("start", start), last: knot("end", end) };
  if (lengthOf(path) === 0) {
    throw new RangeError(
      `Cloth "${cloth.name}": ${option} from ${shown(start)} to ${shown(end)} is shorter than a span, ` +
        `must have one of the ${spans.toString()} spans of this edge at least.`,
    );
  }
  return { cloth, path };
}

function checkBoth(seam: string, from: SewnSide, to: SewnSide): void {
  const { name: cloth } = from.cloth;
  if (from.cloth.getScene() !== to.cloth.getScene()) {
    throw new Error(`Cloth "${cloth}": seam "${seam}" leads to cloth "${to.cloth.name}" of another scene.`);
  }
  if (from.cloth.backend !== to.cloth.backend) {
    throw new Error(
      `Cloth "${cloth}": seam "${seam}" leads from backend "${from.cloth.backend}" to cloth "${to.cloth.name}" on backend ` +
        `"${to.cloth.backend}", must join cloths of one backend.`,
    );
  }
  checkSpans(seam, from, to, "", ({ definition }) => definition);
  if (from.cloth.backend === "gpu") {
    checkSpans(seam, from, to, " at full resolution", ({ definition: { fullResolution } }) => ({
      countU: fullResolution.u,
      countV: fullResolution.v,
    }));
  }
  if (areOverlapping(from, to)) {
    throw new RangeError(
      `Cloth "${cloth}": seam "${seam}" sews a part of ${from.path.edge} to itself, must join parts that do not overlap.`,
    );
  }
  checkAir(seam, from, to);
  for (const side of [from, to]) {
    const other = side.cloth.sewing.seams.find((known) =>
      [known.from, known.to].some((sewn) => areOverlapping(side, sewn)),
    );
    if (other) {
      throw new RangeError(
        `Cloth "${side.cloth.name}": seam "${seam}" overlaps seam "${other.name}" on ${side.path.edge}, must not.`,
      );
    }
  }
}

/** What is around one air has its fronts on one side of it. */
function checkAir(seam: string, from: SewnSide, to: SewnSide): void {
  const air = from.cloth.sewing.pressure;
  if (air && air === to.cloth.sewing.pressure) {
    const [a, b] = [from, to].map(({ cloth }) => air.sides[air.members.indexOf(cloth)]);
    if (a * b !== turnBetween(from, to)) {
      throw new Error(
        `Cloth "${from.cloth.name}": seam "${seam}" joins fronts to backs, so pressure "${air.name}" would have no inside.`,
      );
    }
  }
}

/** Only if one side has a multiple of the spans of the other, both can be one curve. */
function checkSpans(
  seam: string,
  from: SewnSide,
  to: SewnSide,
  where: string,
  countsOf: (cloth: Cloth) => SheetCounts,
): void {
  const [a, b] = [from, to].map(({ cloth, path }) => lengthOf(pathOn(countsOf(cloth), cloth.definition, path)));
  const [more, less] = [Math.max(a, b), Math.min(a, b)];
  if (less === 0 || more % less !== 0) {
    throw new RangeError(
      `Cloth "${from.cloth.name}": seam "${seam}" has ${a.toString()} spans in from and ${b.toString()} in to${where}, ` +
        "must have a multiple of the spans of one side in the other.",
    );
  }
}

/**
 * @param from - One side of a seam.
 * @param to - The other side.
 * @returns 1 if both sheets have their fronts on one side of the seam, -1 if the front of one goes on as the back of the other.
 */
export function turnBetween(from: SewnSide, to: SewnSide): number {
  return -alongBorder(from) * alongBorder(to);
}

/** 1 if the path runs counterclockwise around its sheet, -1 if it runs the other way. */
function alongBorder({ path: { edge, first, last } }: SewnSide): number {
  return Math.sign(last - first) * (edge === "bottomEdge" || edge === "rightEdge" ? 1 : -1);
}

/** Whether two sides share a span. */
function areOverlapping(a: SewnSide, b: SewnSide): boolean {
  const ends = ({ path: { first, last } }: SewnSide): [number, number] => [
    Math.min(first, last),
    Math.max(first, last),
  ];
  const [startA, endA] = ends(a);
  const [startB, endB] = ends(b);
  return a.cloth === b.cloth && a.path.edge === b.path.edge && startA < endB && startB < endA;
}

/**
 * @param value - Anything.
 * @returns Whether it is a cloth.
 */
export function isCloth(value: unknown): value is Cloth {
  return typeof value === "object" && value !== null && "sewing" in value && "definition" in value;
}
