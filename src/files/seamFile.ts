// Seams in files. Both cloths of a seam say it, so that it is made even if they are read one after the other.
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import type { Cloth, SewnSide } from "../cloth/cloth.js";
import { ClothSeam, optionsOfSide, type IClothSeamSide } from "../cloth/clothSeam.js";
import { complaint } from "../options/rules.js";
import { edgeNames, type ClothEdge } from "../cloth/stitches.js";
import { checkReference, referenceTo, warnIfStillMissing, type FindNode, type NodeReference } from "./nodeReference.js";

/** A side of a seam of a file. */
interface ReadSide {
  /** Null: the cloth that has the seam. */
  readonly cloth: NodeReference | null;
  readonly edge: ClothEdge;
  readonly start: number;
  readonly end: number;
}

/** A seam of a file, checked. */
export interface ReadSeam {
  readonly name: string;
  readonly from: ReadSide;
  readonly to: ReadSide;
  readonly closed: number;
  /** Infinity is null in files. */
  readonly speed: number;
}

/**
 * @param cloth - A cloth.
 * @returns What a file says of its seams; undefined if it has none.
 */
export function writeSeams(cloth: Cloth): object[] | undefined {
  const { seams } = cloth.sewing;
  const side = (sewn: SewnSide): object => ({
    ...optionsOfSide(sewn),
    cloth: sewn.cloth === cloth ? undefined : referenceTo(sewn.cloth),
  });
  return seams.length === 0
    ? undefined
    : seams.map(({ name, from, to, closed, speed }) => ({
        name,
        from: side(from),
        to: side(to),
        closed,
        speed: speed === Infinity ? null : speed,
      }));
}

/**
 * @param cloth - Name of the cloth.
 * @param value - Of a file.
 * @returns Its seams.
 * @throws TypeError that names the cloth if they are anything else.
 */
export function readSeams(cloth: string, value: unknown): ReadSeam[] {
  if (value === undefined) {
    return [];
  }
  if (!Array.isArray(value)) {
    throw new TypeError(complaint({ cloth, option: "seams in its file" }, value, "a list"));
  }
  return Array.from(value, (seam: unknown, i) => {
    const option = `seams[${i.toString()}]`;
    const { name, from, to, closed, speed } = (seam ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof name !== "string") {
      throw new TypeError(complaint({ cloth, option: `${option}.name in its file` }, name, "a string"));
    }
    return {
      name,
      from: readSide(cloth, `${option}.from`, from),
      to: readSide(cloth, `${option}.to`, to),
      closed: checkShare(cloth, `${option}.closed`, closed),
      speed: speed === null ? Infinity : checkPositive(cloth, `${option}.speed`, speed),
    };
  });
}

/**
 * Sews cloths as a file says, each seam once. A seam to a cloth that is not there waits for that cloth, whose file has it too.
 *
 * @param cloths - Cloths of the file, each with its seams, checked.
 * @param find - Finds nodes. A warning names a seam that cannot be made, or whose other cloth is not there before the next step.
 */
export function takeSeams(cloths: readonly (readonly [Cloth, readonly ReadSeam[]])[], find: FindNode): void {
  const taken: { readonly name: string; readonly from: IClothSeamSide; readonly to: IClothSeamSide }[] = [];
  for (const [cloth, seams] of cloths) {
    const sideOf = ({ cloth: reference, ...place }: ReadSide): IClothSeamSide | null => {
      const node = reference ? find(reference) : cloth;
      return node && { cloth: node as Mesh, ...place };
    };
    for (const { name, closed, speed, ...sides } of seams) {
      const [from, to] = [sideOf(sides.from), sideOf(sides.to)];
      const isTaken = taken.some((one) => one.name === name && isSameSide(one.from, from) && isSameSide(one.to, to));
      const missing = [sides.from, sides.to].find((side) => !sideOf(side))?.cloth;
      if (missing) {
        warnIfStillMissing(cloth, `the other cloth of seam "${name}"`, missing, "the seam waits for that cloth", () =>
          cloth.sewing.seams.some((seam) => seam.name === name),
        );
      }
      if (!from || !to || isTaken) {
        continue;
      }
      taken.push({ name, from, to });
      try {
        new ClothSeam(name, { from, to, closed, speed });
      } catch (error) {
        Logger.Warn(`Cloth "${cloth.name}": seam "${name}" of its file is left open. ${String(error)}`);
      }
    }
  }
}

function isSameSide(a: IClothSeamSide, b: IClothSeamSide | null): boolean {
  return a.cloth === b?.cloth && a.edge === b.edge && a.start === b.start && a.end === b.end;
}

function readSide(cloth: string, option: string, value: unknown): ReadSide {
  const { cloth: reference, edge, start, end } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const name = edgeNames.find((known) => known === edge);
  if (!name) {
    throw new TypeError(complaint({ cloth, option: `${option}.edge in its file` }, edge, edgeNames.join(", ")));
  }
  return {
    cloth: reference === undefined ? null : checkReference({ cloth, option: `${option}.cloth` }, reference),
    edge: name,
    start: checkShare(cloth, `${option}.start`, start),
    end: checkShare(cloth, `${option}.end`, end),
  };
}

function checkShare(cloth: string, option: string, value: unknown): number {
  if (typeof value !== "number" || !(value >= 0 && value <= 1)) {
    throw new TypeError(complaint({ cloth, option: `${option} in its file` }, value, "a number from 0 to 1"));
  }
  return value;
}

function checkPositive(cloth: string, option: string, value: unknown): number {
  if (typeof value !== "number" || !(value > 0 && value < Infinity)) {
    throw new TypeError(
      complaint({ cloth, option: `${option} in its file` }, value, "a finite number above 0 or null"),
    );
  }
  return value;
}
