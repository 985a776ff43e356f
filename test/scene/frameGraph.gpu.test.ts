// Cloth in a scene that a frame graph draws: the same pictures as without one.
import "@babylonjs/core/Engines/WebGPU/Extensions/engine.multiRender.js";
import { FrameGraph } from "@babylonjs/core/FrameGraph/frameGraph.js";
import { FrameGraphCullObjectsTask } from "@babylonjs/core/FrameGraph/Tasks/Misc/cullObjectsTask.js";
import { FrameGraphObjectRendererTask } from "@babylonjs/core/FrameGraph/Tasks/Rendering/objectRendererTask.js";
import { FrameGraphShadowGeneratorTask } from "@babylonjs/core/FrameGraph/Tasks/Rendering/shadowGeneratorTask.js";
import { FrameGraphClearTextureTask } from "@babylonjs/core/FrameGraph/Tasks/Texture/clearTextureTask.js";
import { FrameGraphCopyToBackbufferColorTask } from "@babylonjs/core/FrameGraph/Tasks/Texture/copyToBackbufferColorTask.js";
import { Constants } from "@babylonjs/core/Engines/constants.js";
import { DirectionalLight } from "@babylonjs/core/Lights/directionalLight.js";
import { ShadowGenerator } from "@babylonjs/core/Lights/Shadows/shadowGenerator.js";
import "@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import { CreatePlane } from "@babylonjs/core/Meshes/Builders/planeBuilder.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, CreateCloth, type ClothBackendName, type ClothMesh } from "../../src/index.js";
import { createLitScene, LIT_SIZE, litPixels, renderLit } from "../support/litScene.js";
import { differentPixels, useEngine } from "../support/useGpu.js";

const headless = useEngine(LIT_SIZE);

/** A folded sheet; time stands still. */
async function createSheet(scene: Scene, backend: ClothBackendName): Promise<ClothMesh> {
  const system = ClothSystem.For(scene);
  system.paused = true;
  const cloth = CreateCloth("sheet", { backend, controlPoints: 8, solver: { turbulence: 0 } }, scene);
  cloth.wind.set(1, 0, 2);
  await system.whenReadyAsync();
  for (let frame = 0; frame < 10; frame++) system.step(1 / 60);
  return cloth;
}

/** The graph that draws as a scene does by itself. */
async function drawByGraph(scene: Scene, camera: Camera, light?: DirectionalLight): Promise<void> {
  const graph = new FrameGraph(scene);
  const texture = (name: string, format: number, type: number): number =>
    graph.textureManager.createRenderTargetTexture(name, {
      size: { width: 100, height: 100 },
      sizeIsPercentage: true,
      options: { createMipMaps: false, types: [type], formats: [format], samples: 4, useSRGBBuffers: [false] },
    });
  const clear = new FrameGraphClearTextureTask("clear", graph);
  clear.clearColor = true;
  clear.clearDepth = true;
  clear.color = new Color4(0, 0, 0, 1);
  clear.targetTexture = texture("color", Constants.TEXTUREFORMAT_RGBA, Constants.TEXTURETYPE_UNSIGNED_BYTE);
  clear.depthTexture = texture("depth", Constants.TEXTUREFORMAT_DEPTH32_FLOAT, Constants.TEXTURETYPE_FLOAT);
  graph.addTask(clear);
  const objects = { meshes: null, particleSystems: null };
  const cull = new FrameGraphCullObjectsTask("cull", graph, scene);
  cull.camera = camera;
  cull.objectList = objects;
  graph.addTask(cull);
  const draw = new FrameGraphObjectRendererTask("draw", graph, scene);
  draw.targetTexture = clear.outputTexture;
  draw.depthTexture = clear.outputDepthTexture;
  draw.objectList = cull.outputObjectList;
  draw.camera = camera;
  if (light) {
    const shadow = new FrameGraphShadowGeneratorTask("shadow", graph);
    shadow.camera = camera;
    shadow.light = light;
    shadow.mapSize = 256;
    shadow.objectList = { meshes: scene.meshes.filter(({ name }) => name === "sheet"), particleSystems: null };
    graph.addTask(shadow);
    draw.shadowGenerators = [shadow];
  }
  graph.addTask(draw);
  const copy = new FrameGraphCopyToBackbufferColorTask("copy", graph);
  copy.sourceTexture = draw.outputTexture;
  graph.addTask(copy);
  await graph.buildAsync();
  scene.frameGraph = graph;
}

test.each(["gpu", "cpu"] as const)("is drawn as finely as without it (%s)", async (backend) => {
  const scene = createLitScene(headless());
  const { activeCamera } = scene;
  if (!activeCamera) throw new Error("no camera");
  const cloth = await createSheet(scene, backend);
  const byScene = await renderLit(headless(), scene, 5);
  const { indices } = await cloth.readSurface();
  await drawByGraph(scene, activeCamera);
  const byGraph = await renderLit(headless(), scene, 5);
  expect(scene.activeCamera).toBeNull();
  expect(litPixels(byGraph)).toBeGreaterThan(2000);
  expect(differentPixels(byGraph, byScene)).toBeLessThan(20);
  expect((await cloth.readSurface()).indices).toHaveLength(indices.length);
});

test("made while the graph draws, it comes into the picture, and moves there", async () => {
  const scene = createLitScene(headless());
  const { activeCamera } = scene;
  if (!activeCamera) throw new Error("no camera");
  await drawByGraph(scene, activeCamera);
  const cloth = await createSheet(scene, "gpu");
  const before = await renderLit(headless(), scene, 3);
  expect(litPixels(before)).toBeGreaterThan(2000);
  cloth.position.x = 0.4;
  ClothSystem.For(scene).paused = false;
  const after = await renderLit(headless(), scene, 10);
  expect(differentPixels(before, after)).toBeGreaterThan(1000);
});

test("casts its shadow, also from out of the picture", async () => {
  const scene = createLitScene(headless());
  const { activeCamera } = scene;
  if (!activeCamera) throw new Error("no camera");
  scene.lights[0].intensity = 0.3;
  const wall = CreatePlane("wall", { size: 3 }, scene);
  wall.position.z = 0.5;
  wall.receiveShadows = true;
  wall.material = new StandardMaterial("wall", scene);
  const light = new DirectionalLight("sun", new Vector3(0, 0, 1), scene);
  light.position.z = -6;
  light.shadowMinZ = 0;
  light.shadowMaxZ = 10;
  const cloth = await createSheet(scene, "gpu");
  // Behind the camera.
  cloth.position.z = -4;
  cloth.teleport();
  ClothSystem.For(scene).step(1 / 60);
  const withoutShadow = await renderLit(headless(), scene);
  const generator = new ShadowGenerator(256, light);
  generator.usePercentageCloserFiltering = true;
  generator.addShadowCaster(cloth);
  const byScene = await renderLit(headless(), scene, 5);
  expect(differentPixels(byScene, withoutShadow)).toBeGreaterThan(500);
  generator.dispose();
  await drawByGraph(scene, activeCamera, light);
  const byGraph = await renderLit(headless(), scene, 5);
  expect(differentPixels(byGraph, byScene)).toBeLessThan(20);
});
