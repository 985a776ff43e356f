// How cloth resists: the options, their defaults and ranges, each once. Presets are in fabrics.ts.
import { checkSettings, createSettings, type ChangeCount, type RulesOf, type SettingsInput } from "./rules.js";

/**
 * How the cloth resists. Every member can be changed at any time and acts from the next step. Warp is along u, weft along v. No
 * number depends on the grid.
 */
export interface ClothFabricSettings {
  /** Mass per area of the cloth at rest. Heavy cloth hangs straighter, and the air moves it less. Default 0.15 kg/m2, a finite number above 0. */
  density: number;
  /** How easily the cloth stretches along its threads: compliance of a square of cloth. */
  readonly stretch: {
    /**
     * Compliance along u; 0 is rigid. Larger values let the cloth get longer under the same pull, as far as `strainLimit` and `tether`
     * allow. Default 1.5e-4 m/N, a finite number from 0 up.
     */
    warp: number;
    /**
     * Compliance along v; 0 is rigid. Larger values let the cloth get longer under the same pull, as far as `strainLimit` and `tether`
     * allow. Default 3e-4 m/N, a finite number from 0 up.
     */
    weft: number;
  };
  /**
   * How easily the cloth skews: one over its shear modulus, the force per width that skews a square by a radian; 0 is rigid. With larger
   * values the cloth flows more softly around what it lies on. Default 0.018 m/N, a finite number from 0 up.
   */
  shear: number;
  /** How easily the cloth bends away from its rest shape: one over the bending stiffness. */
  readonly bend: {
    /**
     * One over the bending stiffness along u; `Infinity` is limp. With larger values the cloth folds in small waves, with smaller
     * values in large ones. Default 7e4 1/(N m), a number from 0 up.
     */
    warp: number;
    /**
     * One over the bending stiffness along v; `Infinity` is limp. With larger values the cloth folds in small waves, with smaller
     * values in large ones. Default 1.2e5 1/(N m), a number from 0 up.
     */
    weft: number;
  };
  /**
   * Lengths between which links have only a part of their stiffness (PhysX 3, stretchLimit and stretchStiffness), for cloth that gives
   * at first and then holds. By default there are none.
   */
  readonly slack: {
    /** Lengths between which the links along u give. */
    readonly warp: {
      /**
       * Length below which links have all their stiffness, as a part of the rest length. Smaller values let the cloth be pushed
       * together more. Default 1, a finite number from 0 to 1.
       */
      compressionLimit: number;
      /**
       * Length above which links have all their stiffness, as a part of the rest length. Larger values let the cloth be pulled
       * longer. Default 1, a finite number from 1 to 100.
       */
      stretchLimit: number;
      /**
       * Stiffness between the two limits, as a part of that outside of them. With 0 links give freely there; 1 is no slack. Default
       * 1, a finite number from 0 to 1.
       */
      stiffness: number;
    };
    /** Lengths between which the links along v give. */
    readonly weft: ClothFabricSettings["slack"]["warp"];
    /** Lengths between which the links along the diagonals give. */
    readonly shear: ClothFabricSettings["slack"]["warp"];
  };
  /**
   * The most that a link gets longer, as a part of its length (Provot); `Infinity` is any. Larger values let cloth that gives stretch
   * farther. Default 0.1, a number from 0 up.
   */
  strainLimit: number;
  /**
   * How far from its pins a particle may get, over its distance along the cloth at rest and what skew adds to it; `Infinity` is no
   * tethers. Smaller values hold the cloth near its pins however few substeps it has. Default 1.05, a number from 1 up.
   */
  tether: number;
  /**
   * Strain at which a thread breaks; `Infinity` is never. Smaller values let the cloth tear sooner, along its threads. Such cloth has
   * no `tether`, its `strainLimit` is at least twice as much, and on the GPU it takes full resolution. Default Infinity, a number above 0.
   */
  tear: number;
  /**
   * Coefficient of the force of the air along the relative wind. With larger values the wind carries the cloth along more, and the
   * cloth falls more slowly. Default 1, a finite number from 0 up.
   */
  drag: number;
  /**
   * Coefficient of the force of the air across the relative wind. With larger values the wind lifts the cloth more. Default 1, a finite
   * number from 0 up.
   */
  lift: number;
}

/** What may be given of {@link ClothFabricSettings}; one number may stand for warp and weft. What is missing takes its default. */
export type ClothFabricInput = {
  -readonly [K in keyof ClothFabricSettings]?: SettingsInput<ClothFabricSettings[K]>;
};

/**
 * @param fabric - Of a cloth.
 * @returns Whether it has tethers: they would hold what tears.
 */
export function isTethered({ tether, tear }: Pick<ClothFabricSettings, "tether" | "tear">): boolean {
  return tether < Infinity && tear === Infinity;
}

const NOT_NEGATIVE = { min: 0, max: Infinity } as const;
const COMPLIANCE = { ...NOT_NEGATIVE, unit: "m/N" } as const;
const BEND = { ...NOT_NEGATIVE, infinite: true, unit: "1/(N m)" } as const;

const slackRules = {
  compressionLimit: { default: 1, min: 0, max: 1, note: "part of the rest length" },
  stretchLimit: { default: 1, min: 1, max: 100, note: "part of the rest length" },
  stiffness: { default: 1, min: 0, max: 1, note: "part of the stiffness outside of the limits" },
} as const;

/** Of all members. Defaults are those of cotton: see fabrics.ts. */
export const fabricRules = {
  density: { default: 0.15, min: 0, above: true, max: Infinity, unit: "kg/m2" },
  stretch: {
    warp: { default: 1.5e-4, ...COMPLIANCE, note: "m/N, along u" },
    weft: { default: 3e-4, ...COMPLIANCE, note: "m/N, along v" },
  },
  shear: { default: 0.018, ...COMPLIANCE },
  bend: {
    warp: { default: 7e4, ...BEND, note: "1/(N m), along u, Infinity = limp" },
    weft: { default: 1.2e5, ...BEND, note: "1/(N m), along v, Infinity = limp" },
  },
  slack: { warp: slackRules, weft: slackRules, shear: slackRules },
  strainLimit: {
    default: 0.1,
    ...NOT_NEGATIVE,
    infinite: true,
    note: "most that a link gets longer, as a part of its length, Infinity = any",
  },
  tether: {
    default: 1.05,
    min: 1,
    max: Infinity,
    infinite: true,
    note: "longest over rest distance to a pin, Infinity = none",
  },
  tear: {
    default: Infinity,
    min: 0,
    above: true,
    max: Infinity,
    infinite: true,
    note: "strain at which a thread breaks, Infinity = never",
  },
  drag: { default: 1, ...NOT_NEGATIVE, note: "coefficient, along the relative wind" },
  lift: { default: 1, ...NOT_NEGATIVE, note: "coefficient, across it" },
} as const satisfies RulesOf<ClothFabricSettings>;

/**
 * @param cloth - Name of the cloth, for messages.
 * @param given - `fabric` of the options.
 * @returns All settings.
 * @throws TypeError or RangeError if a value is not allowed.
 */
export function checkFabric(cloth: string, given?: unknown): ClothFabricSettings {
  return checkSettings<ClothFabricSettings>({ cloth, option: "fabric" }, fabricRules, given);
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param checked - All settings, checked.
 * @param changes - Counts each change.
 * @param check - Of what a change leads to: throws if it does not go together with other settings of the cloth.
 * @returns The settings of a cloth, whose members are checked when they are set.
 */
export function createFabricSettings(
  cloth: string,
  checked: ClothFabricSettings,
  changes: ChangeCount,
  check: (next: ClothFabricSettings) => void,
): ClothFabricSettings {
  return createSettings<ClothFabricSettings>({ cloth, option: "fabric" }, fabricRules, checked, changes, check);
}
