// A flag: a sun over the sea.
import type { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { mix, paintTexture, smoothStep } from "./paint.js";

const SKY = [0.1, 0.27, 0.56] as const;
const SUN = [0.97, 0.69, 0.13] as const;
const FOAM = [0.95, 0.94, 0.9] as const;
const SEA = [0.03, 0.42, 0.45] as const;

const RAYS = 16;

/**
 * @param width - Of the flag [m].
 * @param height - Of the flag [m].
 * @param scene - Gets the texture.
 * @returns Colours for the whole flag.
 */
export function createBanner(width: number, height: number, scene: Scene): RawTexture {
  const blur = (1.5 * height) / 512;
  return paintTexture(
    "banner",
    { width: 1024, height: 512 },
    (u, v) => {
      const [x, y] = [u * width, v * height];
      const wave = 0.3 * height + 0.035 * height * Math.sin((2 * Math.PI * x) / (width / 4));
      const sky = mix(SKY, SUN, sunAt(x - 0.5 * width, y - 0.64 * height, 0.13 * height, blur));
      const foam = mix(sky, FOAM, smoothStep(0, blur, wave + 0.06 * height - y));
      return mix(foam, SEA, smoothStep(0, blur, wave - y));
    },
    scene,
  );
}

/** 1 inside of a disc with rays around it. */
function sunAt(x: number, y: number, radius: number, blur: number): number {
  const distance = Math.hypot(x, y);
  const disc = smoothStep(0, blur, radius - distance);
  const turn = (RAYS * Math.atan2(y, x)) / (2 * Math.PI);
  const fromRay = (Math.abs(turn - Math.round(turn)) * 2 * Math.PI * distance) / RAYS;
  const reach = (distance - 1.25 * radius) / (0.8 * radius);
  const isRay = reach > 0 && reach < 1;
  const ray = isRay ? smoothStep(0, blur, 0.14 * radius * (1 - reach) - fromRay) : 0;
  return Math.max(disc, ray);
}
