// A sheet of cloth that is prepared once, for many cloths (PhysX 3: PxClothFabric).
import { RandomGUID } from "@babylonjs/core/Misc/guid.js";
import { checkFabric, type ClothFabricInput, type ClothFabricSettings } from "./fabricSettings.js";
import { objectIn, plain, revived, type Unchecked } from "./fileChecks.js";
import { checkObject } from "./rules.js";
import { readSheet, writeRest, writeSheetOptions } from "./sheetFile.js";
import {
  checkDensity,
  checkSheet,
  sheetOptionNames,
  type ISheetOptions,
  type SheetDefinition,
} from "./sheetOptions.js";

/** Options of a {@link Fabric}: its sheet, and how it resists. */
export interface IFabricOptions extends ISheetOptions {
  /** How each cloth of it resists at first: see {@link ClothFabricSettings}, presets in {@link Fabrics}. Default cotton. */
  settings?: ClothFabricInput;
}

/** Names of all of them. */
export const fabricOptionNames = [...sheetOptionNames, "settings"] as const satisfies readonly (keyof IFabricOptions)[];

/** Grows with every change that older versions cannot read. */
const FORMAT_VERSION = 1;
/** Those in use, by their ids. */
const known = new Map<string, WeakRef<Fabric>>();

/**
 * A sheet with the settings of its fabric, prepared once and shared by any number of cloths: its functions are called and its mesh is resampled a
 * single time. Immutable; each cloth has settings of its own that start as these. Files of its cloths keep it together.
 *
 * @example
 * ```ts
 * const banner = Fabric.FromGrid("banner", { width: 0.6, height: 1.4, controlPoints: { u: 8, v: 16 }, settings: Fabrics.silk });
 * const banners = [0, 1, 2].map((i) => CreateCloth(`banner ${i}`, { fabric: banner, pins: "topEdge" }, scene));
 * ```
 */
export class Fabric {
  /** Its grid at rest, checked.
   * @internal */
  public readonly sheet: SheetDefinition;

  /**
   * @param name - For messages and files.
   * @param sheet - Checked.
   * @param settings - With which its cloths begin. They cannot be changed.
   * @param id - By which files know it; the same after it was loaded.
   * @internal
   */
  public constructor(
    public readonly name: string,
    sheet: SheetDefinition,
    public readonly settings: ClothFabricSettings,
    public readonly id = RandomGUID(),
  ) {
    this.sheet = sheet;
    frozen(settings);
    known.forEach((other, key) => other.deref() ?? known.delete(key));
    known.set(id, new WeakRef(this));
  }

  /**
   * @param name - For messages and files.
   * @param options - All optional.
   * @returns A fabric of a grid, flat or of a `restShape`.
   * @throws TypeError or RangeError that names the fabric, the option, the value and what is allowed.
   */
  public static FromGrid(name: string, options: IFabricOptions = {}): Fabric {
    return naming(name, () => {
      const given = checkObject({ cloth: name, option: "options" }, options, fabricOptionNames);
      const sheet = checkSheet(name, given);
      const settings = checkFabric(name, given.settings);
      return new Fabric(name, sheet, { ...settings, density: checkDensity(name, given, sheet) ?? settings.density });
    });
  }

  /** Control points along u and v. */
  public get controlPoints(): { readonly u: number; readonly v: number } {
    return { u: this.sheet.countU, v: this.sheet.countV };
  }

  /** Particles along u and v at full resolution. */
  public get fullResolution(): { readonly u: number; readonly v: number } {
    return this.sheet.fullResolution;
  }

  /** @returns "Fabric". */
  public getClassName(): string {
    return "Fabric";
  }

  /** @returns All of it, for {@link Fabric.Parse}: a mesh that took long to resample is then there at once. */
  public serialize(): object {
    return {
      version: FORMAT_VERSION,
      ...writeShared(this),
      options: writeSheetOptions(this.sheet),
      ...writeRest(this.sheet),
    };
  }

  /**
   * @param parsed - From {@link Fabric.serialize}.
   * @returns The fabric; the same object while that of the same id is in use.
   * @throws TypeError or RangeError that names the fabric and what is wrong.
   */
  public static Parse(parsed: unknown): Fabric {
    const file = (parsed ?? {}) as Unchecked;
    const name = typeof file.name === "string" ? file.name : "(without a name)";
    return naming(name, () => {
      if (file.version !== FORMAT_VERSION) {
        throw new TypeError(
          `Cloth "${name}": version of its file is ${String(file.version)}, must be ${FORMAT_VERSION.toString()}.`,
        );
      }
      return readShared(name, file, readSheet(name, file));
    });
  }
}

/**
 * @param fabric - That cloths share.
 * @returns What a file of one of them says of it, besides its sheet.
 */
export function writeShared({ id, name, settings }: Fabric): object {
  return { id, name, settings: plain(settings) };
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param value - What {@link writeShared} wrote.
 * @param sheet - Of the cloth, checked.
 * @returns The fabric: the same for all cloths of one id.
 * @throws TypeError or RangeError that names the cloth and what is wrong.
 */
export function readShared(cloth: string, value: unknown, sheet: SheetDefinition): Fabric {
  const { id, name, settings } = objectIn(cloth, "sharedFabric", value);
  if (typeof id !== "string" || typeof name !== "string") {
    throw new TypeError(`Cloth "${cloth}": id and name of sharedFabric in its file must be two strings.`);
  }
  const alike = known.get(id)?.deref();
  const isSame = alike !== undefined && contentOf(alike.sheet) === contentOf(sheet);
  return isSame ? alike : new Fabric(name, sheet, checkFabric(cloth, revived(settings)), id);
}

/**
 * Checks name a cloth and its fabric: here these are a fabric and its settings.
 *
 * @param name - Of the fabric.
 * @param check - Throws errors of a cloth of that name.
 * @returns What that returns.
 */
export function naming<T>(name: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof Error) {
      error.message = error.message
        .replace(`Cloth "${name}": fabric`, `Fabric "${name}": settings`)
        .replace(`Cloth "${name}"`, `Fabric "${name}"`);
    }
    throw error;
  }
}

function frozen<T extends object>(settings: T): T {
  for (const member of Object.values(settings) as unknown[]) {
    if (typeof member === "object" && member !== null) {
      frozen(member);
    }
  }
  return Object.freeze(settings);
}

function contentOf(sheet: SheetDefinition): string {
  return JSON.stringify({ ...writeSheetOptions(sheet), ...writeRest(sheet) });
}
