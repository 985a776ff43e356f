// Cloth in the passes of Babylon: it looks as Babylon's own mesh with the same vertices.
import { Constants } from "@babylonjs/core/Engines/constants.js";
import "@babylonjs/core/Engines/WebGPU/Extensions/engine.multiRender.js";
import { GlowLayer } from "@babylonjs/core/Layers/glowLayer.js";
import { HighlightLayer } from "@babylonjs/core/Layers/highlightLayer.js";
import { CascadedShadowGenerator } from "@babylonjs/core/Lights/Shadows/cascadedShadowGenerator.js";
import { ShadowGenerator } from "@babylonjs/core/Lights/Shadows/shadowGenerator.js";
import "@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js";
import { RenderTargetTexture } from "@babylonjs/core/Materials/Textures/renderTargetTexture.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import { SSAO2RenderingPipeline } from "@babylonjs/core/PostProcesses/RenderPipeline/Pipelines/ssao2RenderingPipeline.js";
import "@babylonjs/core/Rendering/depthRendererSceneComponent.js";
import { GeometryBufferRenderer } from "@babylonjs/core/Rendering/geometryBufferRenderer.js";
import "@babylonjs/core/Rendering/geometryBufferRendererSceneComponent.js";
import "@babylonjs/core/Rendering/outlineRenderer.js";
import { ReflectiveShadowMap } from "@babylonjs/core/Rendering/reflectiveShadowMap.js";
import { CreateCloth, type ClothMesh } from "../../src/index.js";
import {
  checked,
  copyOf,
  createPair,
  createStage,
  difference,
  drawn,
  expectSame,
  expectSamePictures,
  keep,
  look,
  render,
  show,
  texturePicture,
  views,
  wear,
  type Pair,
  type Take,
} from "../support/picturePair.js";
import { useEngine } from "../support/useGpu.js";

const headless = useEngine({ width: 200, height: 150, stencil: true });
afterEach(() => {
  headless().engine.snapshotRendering = false;
  headless().engine.compatibilityMode = true;
});

async function open(place?: (cloth: ClothMesh) => void): Promise<Pair> {
  const pair = await createPair(headless(), false, place);
  wear(pair, checked(pair.scene));
  return pair;
}

/** The cloth throws a shadow on a floor and gets that of a bar, and its own. */
function castShadows({ scene, cloth, mesh }: Pair, shadows: ShadowGenerator): void {
  const floor = CreateGround("floor", { width: 6, height: 6 }, scene);
  floor.position.y = -0.6;
  floor.receiveShadows = true;
  floor.material = new StandardMaterial("floor", scene);
  const bar = CreateBox("bar", { width: 2, height: 0.08, depth: 1.4 }, scene);
  bar.position.y = 0.75;
  shadows.bias = 0.01;
  for (const caster of [cloth, mesh, bar]) {
    shadows.addShadowCaster(caster);
    caster.receiveShadows = true;
  }
}

const shadows: [name: string, cast: (pair: Pair) => void][] = [
  [
    "a PCF shadow",
    (pair) => {
      const shadows = new ShadowGenerator(256, pair.sun);
      shadows.usePercentageCloserFiltering = true;
      castShadows(pair, shadows);
    },
  ],
  [
    "an exponential shadow",
    (pair) => {
      // Half floats would be too few: exponents are large.
      const shadows = new ShadowGenerator(256, pair.sun, true);
      shadows.useExponentialShadowMap = true;
      castShadows(pair, shadows);
    },
  ],
  [
    "cascaded shadows",
    (pair) => {
      const shadows = new CascadedShadowGenerator(256, pair.sun);
      shadows.numCascades = 2;
      castShadows(pair, shadows);
    },
  ],
];

test.each(shadows)("%s", async (name, cast) => {
  const pair = await open();
  cast(pair);
  await expectSamePictures(name, pair);
  look(pair, views[0]);
  const withShadows = await render(pair);
  pair.sun.shadowEnabled = false;
  expect(difference(withShadows, await render(pair)).different).toBeGreaterThan(1000);
});

type Setup = (pair: Pair) => Take | undefined;

const passes: [name: string, setup: Setup][] = [
  [
    "the map of a DepthRenderer",
    ({ scene, camera }) => {
      const map = scene.enableDepthRenderer(camera).getDepthMap();
      return async (stage) => {
        await render(stage);
        return texturePicture(map, (depth) => 255 * depth);
      };
    },
  ],
  [
    "the normals of a GeometryBufferRenderer",
    ({ scene }) => {
      const buffer = scene.enableGeometryBufferRenderer();
      if (!buffer) throw new Error("no geometry buffer");
      return async (stage) => {
        await render(stage);
        const normals = buffer.getGBuffer().textures[GeometryBufferRenderer.NORMAL_TEXTURE_TYPE];
        return texturePicture(normals, (part) => 127.5 + 127.5 * part);
      };
    },
  ],
  [
    "SSAO2",
    ({ scene, camera }) => {
      const ambient = new SSAO2RenderingPipeline("ambient", scene, 1, [camera]);
      ambient.radius = 0.5;
      ambient.totalStrength = 2;
      return undefined;
    },
  ],
  [
    "an outline",
    ({ cloth, mesh }) => {
      for (const each of [cloth, mesh]) {
        each.renderOutline = true;
        each.outlineWidth = 0.02;
      }
      return undefined;
    },
  ],
  [
    "an overlay",
    ({ cloth, mesh }) => {
      for (const each of [cloth, mesh]) each.renderOverlay = true;
      return undefined;
    },
  ],
  [
    "a GlowLayer",
    (pair) => {
      const material = new StandardMaterial("glows", pair.scene);
      material.emissiveColor = new Color3(0.6, 0.3, 0);
      wear(pair, material);
      new GlowLayer("glow", pair.scene, { mainTextureFixedSize: 128 });
      return undefined;
    },
  ],
  [
    "a HighlightLayer",
    ({ scene, cloth, mesh }) => {
      const layer = new HighlightLayer("highlight", scene, { mainTextureFixedSize: 128 });
      layer.addMesh(cloth, Color3.Green());
      layer.addMesh(mesh, Color3.Green());
      return undefined;
    },
  ],
  [
    "a RenderTargetTexture",
    ({ scene, cloth, mesh }) => {
      const target = new RenderTargetTexture("target", { width: 200, height: 150 }, scene);
      target.renderList = [cloth, mesh];
      scene.customRenderTargets.push(target);
      return async (stage) => {
        await render(stage);
        return texturePicture(target, (channel) => channel);
      };
    },
  ],
];

test.each(passes)("%s", async (name, setup) => {
  const pair = await open();
  await expectSamePictures(name, pair, setup(pair));
});

test("a ReflectiveShadowMap that gets it before its first step", async () => {
  const stage = createStage(headless());
  const { scene, sun, system } = stage;
  const map = new ReflectiveShadowMap(scene, sun, { width: 64, height: 64 });
  map.addMesh(CreateCloth("cloth", {}, scene));
  map.enable = true;
  system.paused = true;
  await render(stage);
  const flux = await texturePicture(map.fluxTexture, (part) => 255 * part);
  expect(drawn(flux)).toBeGreaterThan(1000);
});

const modes: [name: string, enter: () => void][] = [
  ["without the compatibility mode", () => (headless().engine.compatibilityMode = false)],
  ["in a standard snapshot", () => enterSnapshot(Constants.SNAPSHOTRENDERING_STANDARD)],
  ["in a fast snapshot", () => enterSnapshot(Constants.SNAPSHOTRENDERING_FAST)],
];

function enterSnapshot(mode: number): void {
  headless().engine.snapshotRenderingMode = mode;
  headless().engine.snapshotRendering = true;
}

test.each(modes)("%s it moves on and is drawn as it is then", async (name, enter) => {
  const pair = await open();
  pair.mesh.setEnabled(false);
  await render(pair);
  enter();
  const before = await render(pair);
  for (let frame = 0; frame < 15; frame++) pair.system.step(1 / 60);
  const cloth = await render(pair);
  headless().engine.snapshotRendering = false;
  const mesh = await copyOf(pair.cloth);
  show({ ...pair, mesh }, "mesh");
  const expected = await render(pair);
  await keep(`mode ${name}`, cloth, expected, before);
  expectSame(cloth, expected);
  expect(() => {
    expectSame(before, expected);
  }).toThrow();
});
