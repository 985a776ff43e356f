// What props of the demo scenes are made of.
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { Rgb } from "../textures/paint.js";

/** A surface of one colour. */
interface MaterialLook {
  readonly color: Rgb;
  readonly roughness: number;
  /** 1 for bare metal. Default 0. */
  readonly metallic?: number;
}

const materials = {
  beech: { color: [0.6, 0.4, 0.22], roughness: 0.5 },
  cherry: { color: [0.42, 0.24, 0.1], roughness: 0.5 },
  walnut: { color: [0.16, 0.08, 0.04], roughness: 0.4 },
  tarredWood: { color: [0.2, 0.13, 0.08], roughness: 0.6 },

  steel: { color: [0.75, 0.75, 0.76], roughness: 0.35, metallic: 1 },
  brass: { color: [0.83, 0.6, 0.3], roughness: 0.3, metallic: 1 },
  gilt: { color: [0.9, 0.65, 0.3], roughness: 0.35, metallic: 1 },

  whiteEnamel: { color: [0.82, 0.82, 0.83], roughness: 0.3 },
  whiteLacquer: { color: [0.8, 0.79, 0.76], roughness: 0.4 },
  blueLacquer: { color: [0.05, 0.11, 0.16], roughness: 0.25 },

  stone: { color: [0.4, 0.38, 0.36], roughness: 0.7 },
  celadon: { color: [0.42, 0.5, 0.42], roughness: 0.22 },
  plaster: { color: [0.5, 0.48, 0.46], roughness: 0.75 },
  marble: { color: [0.62, 0.6, 0.56], roughness: 0.35 },
  chalk: { color: [0.7, 0.68, 0.65], roughness: 0.8 },
  greenWall: { color: [0.34, 0.42, 0.36], roughness: 0.9 },
  grass: { color: [0.13, 0.24, 0.05], roughness: 1 },

  suit: { color: [0.03, 0.05, 0.1], roughness: 0.45 },
  skin: { color: [0.75, 0.72, 0.68], roughness: 0.5 },
} as const satisfies Record<string, MaterialLook>;

/**
 * @param name - One of the materials of the demo.
 * @param scene - Gets the material.
 * @returns A new material.
 */
export function createMaterial(name: keyof typeof materials, scene: Scene): PBRMaterial {
  const { color, roughness, metallic = 0 }: MaterialLook = materials[name];
  const material = new PBRMaterial(name, scene);
  material.albedoColor = Color3.FromArray(color);
  material.roughness = roughness;
  material.metallic = metallic;
  return material;
}
