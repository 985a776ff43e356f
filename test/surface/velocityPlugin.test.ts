// What cloth adds to materials and shaders of Babylon that draw velocities.
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { ShaderLanguage } from "@babylonjs/core/Materials/shaderLanguage.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import { MultiMaterial } from "@babylonjs/core/Materials/multiMaterial.js";
import { OpenPBRMaterial } from "@babylonjs/core/Materials/PBR/openpbrMaterial.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { ShaderMaterial } from "@babylonjs/core/Materials/shaderMaterial.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import { PREVIOUS_PLACE, wayCode } from "../../src/surface/velocityCode.js";
import { drawVelocityOfCloth } from "../../src/surface/velocityPlugin.js";

let scene: Scene;
beforeEach(() => {
  // OpenPBRMaterial misses WebGL 2.
  Logger.LogLevels = Logger.NoneLogLevel;
  scene = new Scene(new NullEngine());
});
afterEach(() => {
  scene.getEngine().dispose();
});

const folders = [
  [
    "ShadersWGSL",
    ShaderLanguage.WGSL,
    "vec4f(positionUpdated\n#ifdef CLOTH_WAY\n-vertexInputs.clothWay\n#endif\n,1.0)",
  ],
  ["Shaders", ShaderLanguage.GLSL, "vec4(positionUpdated\n#ifdef CLOTH_WAY\n-clothWay\n#endif\n,1.0)"],
] as const;
const shaders = ["default.vertex", "pbr.vertex", "openpbr.vertex", "geometry.vertex", "ShadersInclude/prePassVertex"];

test.each(folders)("the shaders of %s have the places that it replaces", async (folder, language, expected) => {
  for (const shader of shaders) {
    const module = (await import(`@babylonjs/core/${folder}/${shader}.js`)) as Record<string, { shader: string }>;
    const [{ shader: text }] = Object.values(module);
    const replaced = text.replaceAll(new RegExp(PREVIOUS_PLACE, "g"), wayCode(language).previousPlace);
    expect(replaced.split(expected).length).toBeGreaterThan(1);
    // Nothing else takes a vertex to where it was, except for bones, which cloth has not.
    expect(replaced).not.toMatch(/finalPreviousWorld\s*\*\s*vec4f?\(positionUpdated,/);
    if (!shader.includes("Include")) expect(text).toContain("#define CUSTOM_VERTEX_DEFINITIONS");
  }
});

test("materials that draw velocities get a plugin once; others stay as they are", () => {
  const multi = new MultiMaterial("multi", scene);
  multi.subMaterials = [new StandardMaterial("standard", scene), null, new PBRMaterial("pbr", scene)];
  const shader = new ShaderMaterial("shader", scene, "none");
  for (let round = 0; round < 2; round++) [multi, shader, null].forEach(drawVelocityOfCloth);
  const pluginsOf = (material: Material | null): number =>
    material?.pluginManager?._plugins.filter(({ name }) => name === "ClothVelocity").length ?? 0;
  expect([...multi.subMaterials, multi, shader].map(pluginsOf)).toEqual([1, 0, 1, 0, 0]);
});

test("materials can be cloned and saved as before", () => {
  const materials = [StandardMaterial, PBRMaterial, OpenPBRMaterial].map((kind) => new kind("material", scene));
  for (const material of materials) {
    drawVelocityOfCloth(material);
    expect(material.clone("clone").getClassName()).toBe(material.getClassName());
  }
  const [standard] = materials;
  expect(JSON.stringify(standard.serialize())).not.toContain("ClothVelocity");
});
