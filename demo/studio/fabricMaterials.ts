// What the cloths of the demo scenes look like: how rough, with which sheen and weave, and whether light shines through.
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { Rgb } from "../textures/paint.js";
import { createWeave } from "../textures/weave.js";

/** A kind of cloth, apart from its colours. */
interface FabricLook {
  readonly roughness: number;
  /** Distance of the threads [m]. By default none are seen. */
  readonly threads?: number;
  /** Light that the fibres scatter at grazing angles. By default none. */
  readonly sheen?: { readonly color: Rgb; readonly roughness: number };
  /** How much light shines through, and in which colour where the cloth has no texture. By default none. */
  readonly translucency?: { readonly intensity: number; readonly tint?: Rgb };
  /** Strength of a smooth layer on top. By default none. */
  readonly coat?: number;
}

/** How the cloth of one scene is dyed. */
interface Dye {
  /** Size of the sheet, on which the weave repeats [m]. */
  readonly width: number;
  readonly height: number;
  /** White by default. */
  readonly color?: Rgb;
  /** Colours for the whole sheet. */
  readonly texture?: BaseTexture;
}

const COAT_ROUGHNESS = 0.4;

const fabricLooks = {
  canvas: { roughness: 0.85, threads: 0.002, sheen: { color: [0.08, 0.08, 0.08], roughness: 0.6 } },
  charmeuse: { roughness: 0.38, sheen: { color: [0.35, 0.4, 0.45], roughness: 0.4 } },
  cotton: { roughness: 0.9, threads: 0.0014, sheen: { color: [0.1, 0.1, 0.09], roughness: 0.6 } },
  damask: { roughness: 0.75, threads: 0.0012, sheen: { color: [0.1, 0.1, 0.1], roughness: 0.5 } },
  denim: { roughness: 0.95, threads: 0.0024, sheen: { color: [0.06, 0.07, 0.09], roughness: 0.7 } },
  gingham: { roughness: 0.85, threads: 0.0015, sheen: { color: [0.12, 0.11, 0.1], roughness: 0.6 } },
  leather: { roughness: 0.5, coat: 0.35 },
  linen: { roughness: 0.9, threads: 0.0016, sheen: { color: [0.06, 0.06, 0.06], roughness: 0.6 } },
  nylon: {
    roughness: 0.75,
    threads: 0.0012,
    sheen: { color: [0.08, 0.08, 0.08], roughness: 0.5 },
    translucency: { intensity: 0.5 },
  },
  /** A thin silk, for banners. */
  pongee: { roughness: 0.6, threads: 0.0016, translucency: { intensity: 0.6 } },
  rubber: { roughness: 0.42, coat: 0.6 },
  satin: { roughness: 0.55, threads: 0.0012, sheen: { color: [0.2, 0.18, 0.16], roughness: 0.35 } },
  silk: { roughness: 0.36, sheen: { color: [0.35, 0.1, 0.12], roughness: 0.25 } },
  tricot: { roughness: 0.95, threads: 0.0018, sheen: { color: [0.05, 0.07, 0.07], roughness: 0.7 } },
  twill: { roughness: 0.85, threads: 0.0016, sheen: { color: [0.12, 0.08, 0.07], roughness: 0.6 } },
  /** Its pile shines at grazing angles. */
  velvet: { roughness: 1, sheen: { color: [0.5, 0.35, 0.55], roughness: 0.35 } },
  /** A thin linen, for curtains in the sun. */
  voile: {
    roughness: 0.9,
    threads: 0.0018,
    sheen: { color: [0.08, 0.08, 0.08], roughness: 0.6 },
    translucency: { intensity: 0.85, tint: [0.95, 0.85, 0.68] },
  },
  wool: { roughness: 0.85, threads: 0.002, sheen: { color: [0.3, 0.1, 0.08], roughness: 0.5 } },
} as const satisfies Record<string, FabricLook>;

/**
 * @param kind - One of the kinds of cloth of the demo.
 * @param dye - Size and colours of the sheet.
 * @param scene - Gets the material and the weave.
 * @returns A new material.
 */
export function createFabricMaterial(
  kind: keyof typeof fabricLooks,
  { width, height, color, texture }: Dye,
  scene: Scene,
): PBRMaterial {
  const { roughness, threads, sheen, translucency, coat }: FabricLook = fabricLooks[kind];
  const material = new PBRMaterial(kind, scene);
  material.metallic = 0;
  material.roughness = roughness;
  if (color) material.albedoColor = Color3.FromArray(color);
  if (texture) material.albedoTexture = texture;
  if (threads) material.bumpTexture = createWeave(width, height, threads, scene);
  if (sheen) {
    material.sheen.isEnabled = true;
    material.sheen.color = Color3.FromArray(sheen.color);
    material.sheen.roughness = sheen.roughness;
  }
  if (translucency) {
    material.subSurface.isTranslucencyEnabled = true;
    material.subSurface.translucencyIntensity = translucency.intensity;
    if (texture) material.subSurface.translucencyColorTexture = texture;
    else if (translucency.tint) material.subSurface.tintColor = Color3.FromArray(translucency.tint);
  }
  if (coat) {
    material.clearCoat.isEnabled = true;
    material.clearCoat.intensity = coat;
    material.clearCoat.roughness = COAT_ROUGHNESS;
  }
  return material;
}
