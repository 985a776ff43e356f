// A square kerchief: rings and rays about the middle, which show how it is twisted.
import type { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { mix, paintTexture, smoothStep } from "./paint.js";

const RAYS = 16;
const IVORY = [0.9, 0.84, 0.72] as const;
const TEAL = [0.03, 0.27, 0.3] as const;
const RUST = [0.68, 0.22, 0.08] as const;

/**
 * @param scene - Gets the texture.
 * @returns Colours for a whole square cloth.
 */
export function createRays(scene: Scene): RawTexture {
  const texels = 1024;
  const blur = 3 / texels;
  return paintTexture(
    "rays",
    { width: texels, height: texels },
    (u, v) => {
      const [x, y] = [2 * u - 1, 2 * v - 1];
      const radius = Math.hypot(x, y);
      const turn = (RAYS * Math.atan2(y, x)) / (2 * Math.PI);
      const fromRay = ((0.25 - Math.abs(turn - Math.round(turn))) * 2 * Math.PI * radius) / RAYS;
      const field = mix(IVORY, TEAL, smoothStep(0, 2 * blur, fromRay) * smoothStep(0.1, blur, radius));
      const edge = Math.max(Math.abs(x), Math.abs(y));
      const ring = smoothStep(0.018, blur, Math.abs(radius - 0.5)) * smoothStep(0.1, blur, radius);
      const bordered = mix(RUST, field, Math.min(ring, smoothStep(0, blur, 0.9 - edge)));
      return mix(IVORY, bordered, smoothStep(0, blur, 0.975 - edge));
    },
    scene,
  );
}
