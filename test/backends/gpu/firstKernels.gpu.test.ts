/** What a cloth asks of the kernel of control grids in its first step is what was compiled for it: else it starts with another one. */
import "@babylonjs/core/Materials/standardMaterial.js";
import { CreateCloth, ClothSystem, type ClothMesh, type IClothOptions } from "../../../src/index.js";
import { kernels } from "../../../src/shaders/shaders.gen.js";
import { featureSwitches } from "../../../src/sim/gpu/stepFeatures.js";
import { createHeadlessEngine, type HeadlessEngine } from "../../support/headless.js";
import { createLitScene, LIT_SIZE } from "../../support/litScene.js";
import { drawFrame } from "../../support/useGpu.js";

const { name, bindings } = kernels.stepControlGrid;
let headless: HeadlessEngine;
/** Switches of each kernel of control grids that is compiled: of all, of those that hold up a frame, of the others. */
let all: string[];
let compiled: Record<"now" | "later", string[]>;

beforeAll(async () => {
  all = [];
  headless = await createHeadlessEngine(LIT_SIZE);
  const device = headless.engine._device;
  const createModule = device.createShaderModule.bind(device);
  const createNow = device.createComputePipeline.bind(device);
  const createLater = device.createComputePipelineAsync.bind(device);
  const switches = new WeakMap<GPUShaderModule, string>();
  // What kernels do is no matter here: they do nothing, and compile at once.
  device.createShaderModule = (descriptor) => {
    if (descriptor.label !== name) return createModule(descriptor);
    const uses = Object.keys(bindings).map((binding) => `_ = &${binding};`);
    const code = descriptor.code.replace(/(fn stepControlGrid\([^{]*\{)[^]*$/, `$1\n${uses.join("\n")}\n}`);
    const module = createModule({ ...descriptor, code });
    const isOn = (each: string): boolean => descriptor.code.includes(`const ${each} = 1u;`);
    switches.set(module, [...new Set(Object.values(featureSwitches))].filter(isOn).join(" "));
    all.push(switches.get(module) ?? "");
    return module;
  };
  device.createComputePipeline = (descriptor) => {
    if (descriptor.label === name) compiled.now.push(switches.get(descriptor.compute.module) ?? "");
    return createNow(descriptor);
  };
  device.createComputePipelineAsync = (descriptor) => {
    if (descriptor.label === name) compiled.later.push(switches.get(descriptor.compute.module) ?? "");
    return createLater(descriptor);
  };
});
afterAll(() => headless.dispose());

const spheres = Float32Array.from({ length: 4 * 64 }, (_, i) => (i % 4 === 3 ? 1 : 0));

function pinCorners(cloth: ClothMesh): void {
  for (const u of [0, 1]) for (const v of [0, 1]) cloth.pin(u, v);
}

test.each<[string, IClothOptions, (cloth: ClothMesh) => void, string]>([
  ["hangs by its corners", {}, () => undefined, ""],
  ["hangs by a level edge", { pins: "topEdge" }, () => undefined, ""],
  ["hangs by an upright edge", { pins: "leftEdge" }, () => undefined, "FREE"],
  ["is free", { pins: "none" }, () => undefined, "FREE"],
  ["is pinned after it is made", { pins: "none" }, pinCorners, ""],
  ["is let go after it is made", { pins: [{ u: 0, v: 0 }] }, (cloth) => cloth.unpin(0, 0), "FREE"],
  ["is a plate", { fabric: { bend: 1e-3 } }, () => undefined, "PLATES"],
  ["is rigid", { fabric: { bend: 0 } }, () => undefined, "PLATES"],
  ["is a plate because it is small", { fabric: { bend: 5 } }, (cloth) => cloth.scaling.setAll(0.01), "PLATES"],
  ["has slack", { fabric: { slack: { warp: { stretchLimit: 1.1, stiffness: 0 } } } }, () => undefined, "LIMITS"],
  ["is soft", { fabric: { stretch: 1e-2, strainLimit: 0.1 } }, () => undefined, "LIMITS"],
  ["is fast", { solver: { threads: { warp: "fast" } } }, () => undefined, "FAST"],
  ["chooses its substeps", { solver: { substeps: "auto" } }, () => undefined, "STRAIN"],
  ["has a motion constraint", {}, (cloth) => (cloth.motionConstraints = { spheres }), "GUIDES"],
  ["meets a box", {}, (cloth) => cloth.colliders.add({ shape: "box" }), "SLIDES"],
  ["meets a large ball", {}, (cloth) => cloth.colliders.add({ shape: "sphere", radius: 0.5 }), ""],
  ["meets a marble", {}, (cloth) => cloth.colliders.add({ shape: "sphere", radius: 0.02 }), "SLIDES"],
  [
    "meets a ball that is small beside it",
    { width: 20 },
    (cloth) => cloth.colliders.add({ shape: "sphere" }),
    "SLIDES",
  ],
  [
    "meets a box by its points",
    { solver: { surfaceSamples: false } },
    (cloth) => cloth.colliders.add({ shape: "box" }),
    "",
  ],
  ["has a separation constraint", {}, (cloth) => (cloth.separationConstraints = { spheres }), "GUIDES"],
])("cloth that %s", async (_, options, change, expected) => {
  compiled = { now: [], later: [] };
  const scene = createLitScene(headless);
  const cloth = CreateCloth("cloth", { controlPoints: 8, pins: "allCorners", ...options }, scene);
  change(cloth);
  await ClothSystem.For(scene).whenReadyAsync();
  for (let frame = 0; frame < 3; frame++) {
    drawFrame(scene);
    ClothSystem.For(scene).step(1 / 60);
    await cloth.readPositions();
  }
  scene.dispose();
  expect(compiled.now).toEqual([]);
  expect(compiled.later.length).toBeLessThanOrEqual(1);
  expect(all).toContain(expected);
});

test("free cloth that is held and let go keeps its kernel", async () => {
  compiled = { now: [], later: [] };
  const scene = createLitScene(headless);
  const cloth = CreateCloth("cloth", { controlPoints: 8, pins: "none" }, scene);
  const system = ClothSystem.For(scene);
  await system.whenReadyAsync();
  drawFrame(scene);
  system.step(1 / 60);
  const count = all.length;
  for (const change of [() => cloth.pin(0, 0), () => cloth.unpin(0, 0)]) {
    change();
    drawFrame(scene);
    system.step(1 / 60);
    await cloth.readPositions();
  }
  scene.dispose();
  expect(all).toHaveLength(count);
  expect(compiled.now).toEqual([]);
});
