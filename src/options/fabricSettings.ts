// How cloth resists: the options, their defaults and ranges, each once, and presets.
import { checkSettings, createSettings, type ChangeCount, type RulesOf, type SettingsInput } from "./rules.js";

/**
 * How the cloth resists. Every member can be changed at any time and acts from the next step. Warp is along u, weft along v. No
 * number depends on the grid.
 */
export interface ClothFabricSettings {
  /** How easily the cloth stretches along its threads: compliance of a square of cloth. */
  readonly stretch: {
    /**
     * Compliance along u; 0 is rigid. Larger values let the cloth get longer under the same pull, as far as `strainLimit` and `tether`
     * allow. Default 1e-5 m/N, a finite number from 0 up.
     */
    warp: number;
    /**
     * Compliance along v; 0 is rigid. Larger values let the cloth get longer under the same pull, as far as `strainLimit` and `tether`
     * allow. Default 1e-5 m/N, a finite number from 0 up.
     */
    weft: number;
  };
  /**
   * How easily the cloth skews: compliance of a square of cloth along its diagonals; 0 is rigid. With larger values the cloth flows
   * more softly around what it lies on. Default 1e-3 m/N, a finite number from 0 up.
   */
  shear: number;
  /** How easily the cloth bends away from its rest shape: one over the bending stiffness. */
  readonly bend: {
    /**
     * One over the bending stiffness along u; `Infinity` is limp. With larger values the cloth folds in small waves, with smaller
     * values in large ones; the stiffness of very small values saturates. Default 5e4 1/(N m), a number from 0 up.
     */
    warp: number;
    /**
     * One over the bending stiffness along v; `Infinity` is limp. With larger values the cloth folds in small waves, with smaller
     * values in large ones; the stiffness of very small values saturates. Default 5e4 1/(N m), a number from 0 up.
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
   * How far from its pins a particle may get, over its distance along the cloth at rest; `Infinity` is no tethers. 1 keeps hanging
   * cloth from stretching, whatever the solver does; cloth that is meant to stretch needs more. Default 1, a number from 1 up.
   */
  tether: number;
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

const NOT_NEGATIVE = { min: 0, max: Infinity } as const;
const COMPLIANCE = { ...NOT_NEGATIVE, unit: "m/N" } as const;
const bendRule = { default: 5e4, ...NOT_NEGATIVE, infinite: true, unit: "1/(N m)" } as const;

const slackRules = {
  compressionLimit: { default: 1, min: 0, max: 1, note: "part of the rest length" },
  stretchLimit: { default: 1, min: 1, max: 100, note: "part of the rest length" },
  stiffness: { default: 1, min: 0, max: 1, note: "part of the stiffness outside of the limits" },
} as const;

/** Of all members. */
export const fabricRules = {
  stretch: {
    warp: { default: 1e-5, ...COMPLIANCE, note: "m/N, along u" },
    weft: { default: 1e-5, ...COMPLIANCE, note: "m/N, along v" },
  },
  shear: { default: 1e-3, ...COMPLIANCE },
  bend: {
    warp: { ...bendRule, note: "1/(N m), along u, Infinity = limp" },
    weft: { ...bendRule, note: "1/(N m), along v, Infinity = limp" },
  },
  slack: { warp: slackRules, weft: slackRules, shear: slackRules },
  strainLimit: {
    default: 0.1,
    ...NOT_NEGATIVE,
    infinite: true,
    note: "most that a link gets longer, as a part of its length, Infinity = any",
  },
  tether: {
    default: 1,
    min: 1,
    max: Infinity,
    infinite: true,
    note: "longest over rest distance to a pin, Infinity = none",
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
 * @returns The settings of a cloth, whose members are checked when they are set.
 */
export function createFabricSettings(
  cloth: string,
  checked: ClothFabricSettings,
  changes: ChangeCount,
): ClothFabricSettings {
  return createSettings<ClothFabricSettings>({ cloth, option: "fabric" }, fabricRules, checked, changes);
}

/** Presets for the option `fabric`. Bending stiffness follows Kawabata's measurements, made visible at the scale of a control grid. */
export const Fabrics = {
  /** The default: folds softly, hardly stretches. */
  cotton: {},
  /** Flows: no stiffness to speak of, shears easily, catches the air. */
  silk: { stretch: 2e-5, shear: 8e-3, bend: 1e6, drag: 1.2, lift: 1.2 },
  /** Few, large folds. */
  denim: { stretch: 5e-6, shear: 1e-4, bend: 2e3, drag: 0.9, lift: 0.8 },
  /** Nearly a plate. */
  leather: { stretch: 5e-6, shear: 2e-5, bend: 20, drag: 0.8, lift: 0.6 },
  /** Stretches under its own weight and springs back. */
  rubber: { stretch: 0.03, shear: 0.03, bend: 2e4, strainLimit: 1, tether: 1.6, drag: 0.8, lift: 0.6 },
} as const satisfies Record<string, ClothFabricInput>;
