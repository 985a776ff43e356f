// How cloth resists: the options, their defaults and ranges, each once, and presets.
import { createSettings, type ChangeCount, type Rules, type Settings, type SettingsInput } from "./rules.js";

const NOT_NEGATIVE = { min: 0, max: Infinity } as const;

/** Between the limits a link counts for less (PhysX 3, stretchLimit and stretchStiffness). */
const slackRules = {
  compressionLimit: { default: 1, min: 0, max: 1, note: "part of the rest length" },
  stretchLimit: { default: 1, min: 1, max: 100, note: "part of the rest length" },
  stiffness: { default: 1, min: 0, max: 1, note: "part of the stiffness outside of the limits" },
} satisfies Rules;

const fabricRules = {
  stretch: {
    warp: { default: 1e-5, ...NOT_NEGATIVE, note: "m/N, along u" },
    weft: { default: 1e-5, ...NOT_NEGATIVE, note: "m/N, along v" },
  },
  shear: { default: 1e-3, ...NOT_NEGATIVE, note: "m/N" },
  bend: {
    warp: { default: 5e4, ...NOT_NEGATIVE, infinite: true, note: "1/(N m), along u, Infinity = limp" },
    weft: { default: 5e4, ...NOT_NEGATIVE, infinite: true, note: "1/(N m), along v, Infinity = limp" },
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
} satisfies Rules;

/**
 * How the cloth resists. Every member can be changed at any time and acts from the next step; 0 is rigid.
 *
 * `stretch` along u (warp) and v (weft) and `shear` along the diagonals: compliance of a square of cloth [m/N]. `bend`: one over
 * the bending stiffness [1/(N m)], around the rest shape. `slack`: between a compression and a stretch limit, the links of a
 * kind have only a part of their stiffness. `strainLimit`: no link gets longer than that (Provot). `tether`: how much farther
 * from its pins than over the cloth a particle may go. `drag` and `lift` of the air. None of them depends on the grid.
 */
export type ClothFabricSettings = Settings<typeof fabricRules>;

/** What may be given of them; one number may stand for warp and weft. */
export type ClothFabricInput = SettingsInput<typeof fabricRules>;

/**
 * @param cloth - Name of the cloth, for messages.
 * @param given - `fabric` of the options.
 * @param changes - Counts each change.
 * @returns The settings.
 * @throws TypeError or RangeError if a value is not allowed.
 */
export function createFabricSettings(
  cloth: string,
  given: ClothFabricInput | undefined,
  changes: ChangeCount,
): ClothFabricSettings {
  return createSettings({ cloth, option: "fabric" }, fabricRules, given, changes);
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
