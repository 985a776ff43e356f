// How finely a cloth is drawn: the options, their defaults and ranges, each once.
import {
  checkChoice,
  checkNumber,
  checkObject,
  complaint,
  isGroup,
  orDefault,
  type NumberRules,
  type RulesOf,
  type SettingsInput,
} from "./rules.js";

const POSITIVE = { min: 0, above: true, max: Infinity } as const;
const SEGMENTS = { min: 1, max: 512, whole: true, unit: "segments", note: "segments along the longer side" } as const;

/**
 * How finely the surface is drawn. `error`: so that it is nowhere more pixels away from the true surface, in any camera, with as
 * few triangles as that takes. `distance`: segments along the longer side by the distance of the nearest camera. `fixed`:
 * segments along the longer side. A span of the control grid has 64 segments at most.
 */
export type ClothTessellation =
  | {
      /**
       * By the error in the picture: as few triangles as that takes. Where wrinkles of fine nets are lower, their shading asks for more, down to
       * segments of three times `pixels`.
       */
      readonly mode: "error";
      /**
       * Largest distance between the drawn and the true surface, in any camera. Larger values take fewer triangles; the outline shows
       * corners sooner. Default 0.5 pixels, a finite number above 0.
       */
      readonly pixels: number;
    }
  | {
      /** By the distance of the nearest camera. */
      readonly mode: "distance";
      /** Distance up to which the cloth has `max` segments. Larger values take more triangles. Default 2 m, a finite number above 0. */
      readonly near: number;
      /**
       * Distance from which on the cloth has `min` segments; farther than `near`. Larger values take more triangles. Default 50 m, a finite
       * number above 0.
       */
      readonly far: number;
      /**
       * Segments along the longer side when near. More show finer folds and take more triangles. Default 64 segments, a whole number
       * from 1 to 512.
       */
      readonly max: number;
      /**
       * Segments along the longer side when far; not more than `max`. More show finer folds and take more triangles. Default 8 segments, a
       * whole number from 1 to 512.
       */
      readonly min: number;
    }
  | {
      /** Always as finely. */
      readonly mode: "fixed";
      /**
       * Segments along the longer side. More show finer folds and take more triangles, near or far. Default 32 segments, a whole
       * number from 1 to 512.
       */
      readonly level: number;
    };

/** Names of the ways. */
type TessellationMode = ClothTessellation["mode"];
/** Numbers of a mode. */
export type TessellationNumbers<M extends TessellationMode> = Omit<Extract<ClothTessellation, { mode: M }>, "mode">;

/** What may be given for it: a mode, and any of its numbers. */
export type TessellationInput =
  | ({ mode: "error" } & SettingsInput<TessellationNumbers<"error">>)
  | ({ mode: "distance" } & SettingsInput<TessellationNumbers<"distance">>)
  | ({ mode: "fixed" } & SettingsInput<TessellationNumbers<"fixed">>);

/** Of each mode of tessellation. */
export const tessellationRules = {
  error: {
    pixels: { default: 0.5, ...POSITIVE, unit: "pixels", note: "between the drawn and the true surface" },
  },
  distance: {
    near: { default: 2, ...POSITIVE, unit: "m" },
    far: { default: 50, ...POSITIVE, unit: "m" },
    max: { default: 64, ...SEGMENTS },
    min: { default: 8, ...SEGMENTS },
  },
  fixed: { level: { default: 32, ...SEGMENTS } },
} as const satisfies { readonly [M in TessellationMode]: RulesOf<TessellationNumbers<M>> };

/**
 * @param cloth - Name of the cloth, for messages.
 * @param given - `tessellation` of the options.
 * @returns The settings.
 * @throws TypeError or RangeError if a value is not allowed.
 */
export function checkTessellation(cloth: string, given: TessellationInput = { mode: "error" }): ClothTessellation {
  const subject = { cloth, option: "tessellation" };
  const modes = Object.keys(tessellationRules);
  if (!isGroup(given)) {
    throw new TypeError(complaint(subject, given, `an object of mode ("${modes.join('", "')}") and its numbers`));
  }
  const mode = checkChoice({ cloth, option: "tessellation.mode" }, given.mode, modes) as TessellationMode;
  const rules: NumberRules = tessellationRules[mode];
  const numbers = checkObject(subject, given, ["mode", ...Object.keys(rules)]);
  const settings = Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      checkNumber({ cloth, option: `tessellation.${name}` }, orDefault(numbers[name], rule.default), rule),
    ]),
  );
  if (mode === "distance" && (settings.far <= settings.near || settings.max < settings.min)) {
    throw new RangeError(
      `Cloth "${cloth}": tessellation is near ${settings.near.toString()}, far ${settings.far.toString()}, ` +
        `min ${settings.min.toString()}, max ${settings.max.toString()}, must have near < far and min <= max.`,
    );
  }
  return Object.freeze({ mode, ...settings }) as ClothTessellation;
}
