// A banner: a border and a diamond with rings.
import type { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { mix, paintTexture, smoothStep, type Rgb } from "./paint.js";

/** What a banner looks like. */
interface Pennant {
  /** [m] */
  readonly width: number;
  /** [m] */
  readonly height: number;
  readonly field: Rgb;
  readonly mark: Rgb;
}

/**
 * @param pennant - Size and colours.
 * @param scene - Gets the texture.
 * @returns Colours for the whole banner.
 */
export function createPennant({ width, height, field, mark }: Pennant, scene: Scene): RawTexture {
  const blur = (1.5 * height) / 256;
  return paintTexture(
    "pennant",
    { width: 128, height: 256 },
    (u, v) => {
      const [x, y] = [(u - 0.5) * width, (v - 0.5) * height];
      const edge = Math.min(width / 2 - Math.abs(x), height / 2 - Math.abs(y));
      const border = smoothStep(0.03, blur, edge) - smoothStep(0.06, blur, edge);
      const diamond = Math.abs(x) / 0.24 + Math.abs(y) / 0.4;
      const inside = smoothStep(0, blur / 0.24, 1 - diamond) - smoothStep(0, blur / 0.24, 0.78 - diamond);
      const disc = smoothStep(0, blur, 0.1 - Math.hypot(x, y));
      return mix(field, mark, Math.max(border, inside, disc));
    },
    scene,
  );
}
