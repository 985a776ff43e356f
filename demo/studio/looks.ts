// Light of the demo scenes: a sky in three colours, a key light that casts the shadows, and glows from elsewhere.
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Rgb } from "../textures/paint.js";
import type { Sky } from "./sky.js";

/** Direction towards a light, of any length. */
type Direction = readonly [x: number, y: number, z: number];

/** A soft light in the sky. */
interface GlowLook {
  readonly from: Direction;
  /** Radiance in its middle. */
  readonly glow: Rgb;
  /** The larger, the smaller the glow. */
  readonly sharpness: number;
}

/** A light as far away as the sun. */
interface KeyLook {
  readonly from: Direction;
  readonly color: Rgb;
  readonly intensity: number;
  /** The glow about it that cloth reflects: none by default. */
  readonly glow?: Rgb;
  /** Sharpness of that glow. Default 14. */
  readonly sharpness?: number;
}

/** Light of a scene. */
export interface Look {
  readonly zenith: Rgb;
  readonly horizon: Rgb;
  readonly ground: Rgb;
  /** Strength of the sky's light. */
  readonly skyIntensity: number;
  readonly key: KeyLook;
  readonly glows?: readonly GlowLook[];
  /** How soon the floor fades into the sky: parts a metre. Default 0.045. */
  readonly haze?: number;
}

/** Sharpness of the glow about a key light. */
const KEY_SHARPNESS = 14;

/** The light of each scene: outdoors first, then rooms, then studios with a key light at the left and a cool one at the right. */
export const looks = {
  /** A square in the sun. */
  noon: {
    zenith: [0.16, 0.34, 0.68],
    horizon: [0.72, 0.8, 0.88],
    ground: [0.3, 0.29, 0.26],
    skyIntensity: 0.6,
    key: { from: [-0.45, 0.62, -0.64], color: [1, 0.95, 0.86], intensity: 4, glow: [4, 3.6, 3], sharpness: 18 },
  },
  /** A wide field, and a sun that has begun to sink. */
  afternoon: {
    zenith: [0.16, 0.32, 0.64],
    horizon: [0.62, 0.7, 0.8],
    ground: [0.3, 0.28, 0.25],
    skyIntensity: 0.6,
    key: { from: [-0.66, 0.5, -0.4], color: [1, 0.88, 0.72], intensity: 3.4, glow: [3, 2.5, 1.9], sharpness: 16 },
    haze: 0.014,
  },
  /** A low sun behind, blue shade in front. */
  evening: {
    zenith: [0.2, 0.3, 0.55],
    horizon: [0.8, 0.62, 0.5],
    ground: [0.3, 0.26, 0.23],
    skyIntensity: 0.55,
    key: { from: [0.75, 0.5, 0.35], color: [1, 0.86, 0.7], intensity: 3.8, glow: [3.4, 2.4, 1.5] },
    glows: [{ from: [-0.8, 0.3, -0.2], glow: [0.4, 0.55, 0.9], sharpness: 6 }],
  },
  /** A playing field under thin clouds. */
  hazySun: {
    zenith: [0.3, 0.46, 0.75],
    horizon: [0.66, 0.74, 0.82],
    ground: [0.3, 0.27, 0.24],
    skyIntensity: 0.5,
    key: { from: [-0.5, 0.7, -0.5], color: [1, 0.95, 0.88], intensity: 3.4, glow: [3, 2.85, 2.6] },
    glows: [{ from: [0.85, 0.35, 0.35], glow: [0.9, 1, 1.2], sharpness: 14 }],
  },
  /** The sun comes in through a window; the room throws some of it back. */
  windowLight: {
    zenith: [0.35, 0.55, 0.95],
    horizon: [0.85, 0.9, 0.98],
    ground: [0.32, 0.34, 0.28],
    skyIntensity: 0.36,
    key: { from: [0.42, 0.62, 0.66], color: [1, 0.93, 0.8], intensity: 6.5, glow: [3, 2.7, 2.2], sharpness: 10 },
    glows: [{ from: [0, -0.3, -0.95], glow: [1.3, 1, 0.7], sharpness: 2 }],
  },
  /** A dim room, lit low from one side, as painters of still lifes like it. */
  sideLight: {
    zenith: [0.5, 0.52, 0.58],
    horizon: [0.36, 0.36, 0.38],
    ground: [0.2, 0.17, 0.15],
    skyIntensity: 0.65,
    key: { from: [-0.8, 0.42, -0.3], color: [1, 0.93, 0.83], intensity: 2.8, glow: [3, 2.8, 2.5], sharpness: 12 },
    glows: [{ from: [0.8, 0.4, 0.5], glow: [0.5, 0.62, 0.85], sharpness: 10 }],
  },
  /** Darker than the other studios, so that wrinkles show. */
  darkStudio: {
    zenith: [0.5, 0.53, 0.6],
    horizon: [0.42, 0.42, 0.44],
    ground: [0.2, 0.18, 0.17],
    skyIntensity: 0.5,
    key: { from: [-0.8, 0.6, -0.45], color: [1, 0.95, 0.88], intensity: 3 },
    glows: [
      // Lower than the key light: it lies in the folds.
      { from: [-0.8, 0.45, -0.4], glow: [3.2, 3, 2.8], sharpness: 18 },
      { from: [0.8, 0.5, 0.4], glow: [0.8, 0.9, 1.2], sharpness: 12 },
    ],
  },
  /** Key light from high up, for what lies on the floor. */
  brightStudio: {
    zenith: [0.78, 0.8, 0.84],
    horizon: [0.62, 0.62, 0.62],
    ground: [0.3, 0.28, 0.26],
    skyIntensity: 0.55,
    key: { from: [-0.6, 0.7, -0.5], color: [1, 0.96, 0.9], intensity: 3.2, glow: [3, 2.9, 2.7] },
    glows: [{ from: [0.8, 0.6, 0.3], glow: [0.7, 0.8, 1], sharpness: 12 }],
  },
  /** A little less sky, a little warmer. */
  warmStudio: {
    zenith: [0.7, 0.72, 0.76],
    horizon: [0.58, 0.57, 0.56],
    ground: [0.3, 0.27, 0.24],
    skyIntensity: 0.5,
    key: { from: [-0.55, 0.75, -0.4], color: [1, 0.95, 0.88], intensity: 3.2, glow: [3, 2.8, 2.5] },
    glows: [{ from: [0.8, 0.5, 0.4], glow: [0.7, 0.8, 1], sharpness: 12 }],
  },
  /** A strong cool light from the right, which draws the outline of a figure. */
  figureStudio: {
    zenith: [0.6, 0.64, 0.7],
    horizon: [0.5, 0.5, 0.51],
    ground: [0.28, 0.25, 0.22],
    skyIntensity: 0.5,
    key: { from: [-0.6, 0.62, -0.5], color: [1, 0.95, 0.88], intensity: 3.2, glow: [3, 2.85, 2.6] },
    glows: [{ from: [0.9, 0.35, 0.3], glow: [1, 1.1, 1.3], sharpness: 16 }],
  },
  /** Neutral: what differs is the fabrics. */
  sampleStudio: {
    zenith: [0.6, 0.63, 0.68],
    horizon: [0.52, 0.52, 0.53],
    ground: [0.26, 0.25, 0.24],
    skyIntensity: 0.55,
    key: { from: [-0.55, 0.6, -0.55], color: [1, 0.96, 0.9], intensity: 3.2, glow: [3.2, 3, 2.8] },
    glows: [{ from: [0.85, 0.4, 0.1], glow: [1, 1.1, 1.3], sharpness: 16 }],
  },
  /** Key light from low down, for shallow folds. */
  lowStudio: {
    zenith: [0.58, 0.6, 0.66],
    horizon: [0.5, 0.5, 0.52],
    ground: [0.26, 0.25, 0.24],
    skyIntensity: 0.5,
    key: { from: [-0.75, 0.5, -0.3], color: [1, 0.94, 0.86], intensity: 3.2, glow: [3.2, 3, 2.7] },
    glows: [{ from: [0.85, 0.4, 0.3], glow: [0.8, 0.9, 1.2], sharpness: 12 }],
  },
} as const satisfies Record<string, Look>;

/** @returns Unit vector towards a light. */
export function directionOf({ from }: { readonly from: Direction }): Vector3 {
  return Vector3.FromArray(from).normalize();
}

/** @returns What shines from all around. */
export function skyOf({ zenith, horizon, ground, key, glows = [] }: Look): Sky {
  const { from, glow, sharpness = KEY_SHARPNESS } = key;
  return {
    zenith: Color3.FromArray(zenith),
    horizon: Color3.FromArray(horizon),
    ground: Color3.FromArray(ground),
    glows: [...(glow ? [{ from, glow, sharpness }] : []), ...glows].map((one) => ({
      direction: directionOf(one),
      color: Color3.FromArray(one.glow),
      sharpness: one.sharpness,
    })),
  };
}
