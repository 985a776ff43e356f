// Cloth under the materials of Babylon, beside Babylon's own mesh with the same vertices.
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { ShaderLanguage } from "@babylonjs/core/Materials/shaderLanguage.js";
import { ShaderMaterial } from "@babylonjs/core/Materials/shaderMaterial.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { createHeadlessEngine, type HeadlessEngine } from "../support/headless.js";
import { createPair, expectSamePictures, humps, texture, type Pair } from "../support/picturePair.js";

let headless: HeadlessEngine;
let pair: Pair | undefined;
beforeAll(async () => {
  headless = await createHeadlessEngine({ width: 160, height: 120 });
});
afterEach(() => {
  pair?.scene.dispose();
  pair = undefined;
});
afterAll(() => headless.dispose());

function checked(scene: Scene): StandardMaterial {
  const material = new StandardMaterial("checked", scene);
  material.diffuseTexture = texture(scene, 64, (u, v) => [
    255 * u,
    255 * v,
    (Math.floor(4 * u) + Math.floor(4 * v)) % 2 === 0 ? 255 : 80,
    255,
  ]);
  return material;
}

function bumpy(scene: Scene): PBRMaterial {
  const material = new PBRMaterial("bumpy", scene);
  material.metallic = 0;
  material.roughness = 0.4;
  material.bumpTexture = humps(scene);
  return material;
}

const materials: [name: string, make: (scene: Scene) => Material][] = [
  ["StandardMaterial with a texture", checked],
  ["PBRMaterial with a normal map", bumpy],
];

test.each(materials)("%s", async (name, make) => {
  pair = await createPair(headless);
  pair.cloth.material = make(pair.scene);
  pair.mesh.material = pair.cloth.material;
  await expectSamePictures(name, pair);
});
