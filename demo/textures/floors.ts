// Floors: wooden planks, stone slabs, a lawn. All repeat.
import type { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { mix, paintTexture, smoothStep, type Painter } from "./paint.js";

const TEXELS = 1024;

/** A floor's colours, and the width of the square after which they repeat [m]. */
export interface FloorPattern {
  readonly texture: RawTexture;
  readonly period: number;
}

const PLANKS = 16;
const DARK_WOOD = [0.36, 0.25, 0.17] as const;
const LIGHT_WOOD = [0.62, 0.47, 0.33] as const;

/**
 * @param scene - Gets the texture.
 * @returns Planks along u, 125 mm wide, of 2 m, each beginning elsewhere.
 */
export function createPlanks(scene: Scene): FloorPattern {
  const paint: Painter = (u, v) => {
    const plank = Math.floor(v * PLANKS);
    const along = u + random(plank, 0);
    const fromJoint = Math.min(distanceToWhole(v * PLANKS) / PLANKS, distanceToWhole(along));
    const grain = 0.6 * noise(u * 8, v * 256, 8, 256) + 0.4 * noise(u * 32, v * 512, 32, 512);
    const tone = 0.25 + 0.4 * random(plank, 1) + 0.5 * (grain - 0.5);
    const wood = mix(DARK_WOOD, LIGHT_WOOD, tone);
    return mix([0.12, 0.08, 0.05], wood, 0.35 + 0.65 * smoothStep(0.001, 0.001, fromJoint));
  };
  return { texture: paintTexture("planks", { width: TEXELS, height: TEXELS }, paint, scene), period: 2 };
}

const SLABS = 4;
const DARK_STONE = [0.52, 0.47, 0.41] as const;
const LIGHT_STONE = [0.72, 0.67, 0.59] as const;

/**
 * @param scene - Gets the texture.
 * @returns Square slabs of 0.75 m.
 */
export function createSlabs(scene: Scene): FloorPattern {
  const paint: Painter = (u, v) => {
    const [x, y] = [u * SLABS, v * SLABS];
    const fromJoint = Math.min(distanceToWhole(x), distanceToWhole(y));
    const grain = 0.6 * noise(u * 24, v * 24, 24, 24) + 0.4 * noise(u * 256, v * 256, 256, 256);
    const tone = 0.3 + 0.4 * random(Math.floor(x), Math.floor(y)) + 0.4 * (grain - 0.5);
    const stone = mix(DARK_STONE, LIGHT_STONE, tone);
    return mix([0.3, 0.29, 0.27], stone, 0.3 + 0.7 * smoothStep(0.008, 0.008, fromJoint));
  };
  return { texture: paintTexture("slabs", { width: TEXELS, height: TEXELS }, paint, scene), period: 3 };
}

const DARK_GRASS = [0.17, 0.3, 0.09] as const;
const LIGHT_GRASS = [0.36, 0.5, 0.17] as const;
/** Mown one way and back. */
const SWATHS = 2;

/**
 * @param scene - Gets the texture.
 * @returns A lawn mown in swaths of 1.5 m along v.
 */
export function createLawn(scene: Scene): FloorPattern {
  const paint: Painter = (u, v) => {
    const blades = 0.5 * noise(u * 512, v * 128, 512, 128) + 0.5 * noise(u * 128, v * 512, 128, 512);
    const patches = 0.6 * noise(u * 6, v * 6, 6, 6) + 0.4 * noise(u * 24, v * 24, 24, 24);
    const swath = smoothStep(0.25, 0.01, distanceToWhole((u * SWATHS) / 2 + 0.25));
    return mix(DARK_GRASS, LIGHT_GRASS, 0.15 + 0.3 * swath + 0.5 * (blades - 0.3) + 0.35 * (patches - 0.4));
  };
  return { texture: paintTexture("lawn", { width: TEXELS, height: TEXELS }, paint, scene), period: 3 };
}

function distanceToWhole(value: number): number {
  return Math.abs(value - Math.round(value));
}

/** In [0, 1), always the same for the same two whole numbers. */
function random(a: number, b: number): number {
  let bits = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
}

/** Smooth noise in [0, 1] that repeats after so many cells. */
function noise(x: number, y: number, periodX: number, periodY: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const corner = (i: number, j: number): number => random((column + i) % periodX, (row + j) % periodY);
  const fade = (t: number): number => t * t * (3 - 2 * t);
  const [s, t] = [fade(x - column), fade(y - row)];
  const lower = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * s;
  const upper = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * s;
  return lower + (upper - lower) * t;
}
