// Cloth in .babylon files: what was saved goes on as if it had not been.
import { AssetContainer } from "@babylonjs/core/assetContainer.js";
import { LoadAssetContainerAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import "@babylonjs/core/Meshes/instancedMesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ClothMesh, ClothSystem } from "../../src/index.js";
import { add, clothOf, fileOf, loaded, move, newScene, run, useClothFiles, wholeScene } from "../support/clothFiles.js";
import { note } from "../support/note.js";
import { largestDistance } from "../support/largestDistance.js";

const STEPS_AFTER = 50;

const warnings = useClothFiles();

/** Furthest that the cloths of both scenes are apart after further frames. */
async function difference(
  a: Scene,
  b: Scene,
  each: (scene: Scene, step: number) => void = () => undefined,
): Promise<number> {
  for (const scene of [a, b]) {
    let step = 0;
    scene.getEngine().getDeltaTime = () => 1000 / 60;
    scene.onBeforeRenderObservable.add(() => each(scene, step++), undefined, true);
    for (let frame = 0; frame < STEPS_AFTER; frame++) scene.render();
  }
  const before = await clothOf(a).readPositions();
  return largestDistance(before, await clothOf(b).readPositions());
}

test("save, load and 50 steps are as going on without, with everything that a cloth can have", async () => {
  const scene = wholeScene();
  run(scene, 40, (step) => move(scene, step / 60));
  const file = fileOf(scene);
  const again = await loaded(file);
  const apart = await difference(scene, again, (each, step) => move(each, (40 + step) / 60));
  note(`a loaded cloth is ${apart.toExponential(2)} m from the one that went on`);
  expect(apart).toBeLessThan(1e-6);
  expect(warnings()).toEqual([]);
});

test("the same for a mesh that stands still in the wind, with colliders alone that move", async () => {
  const scene = newScene();
  const ball = CreateSphere("ball", { diameter: 0.4, segments: 4 }, scene);
  const cloth = add(scene);
  cloth.position.set(30.2, 0.3, -70.1);
  cloth.rotation.set(0.1, 0.4, 0);
  cloth.scaling.set(1.2, 1, 0.8);
  cloth.wind.set(2, 0, 5);
  cloth.colliders.addMesh(ball);
  const moveBall = (each: Scene, step: number): void => {
    each.getMeshByName("ball")?.position.set(30.2 + 0.3 * Math.cos(step / 20), 0, -70);
  };
  run(scene, 37, (step) => moveBall(scene, step));
  cloth.pin(0.5, 0.4);
  run(scene, 10, (step) => moveBall(scene, 37 + step));
  const again = await loaded(fileOf(scene));
  expect(await difference(scene, again, (each, step) => moveBall(each, 47 + step))).toBe(0);
});

test("the same with substeps that have changed since the last step", async () => {
  const scene = newScene();
  const cloth = add(scene);
  run(scene, 20);
  cloth.solver.substeps = 16;
  const again = await loaded(fileOf(scene));
  expect(await difference(scene, again)).toBe(0);
});

test("automatic substeps go on with the number that was chosen", async () => {
  const scene = newScene();
  const solver = { substeps: "auto", maxSubsteps: 12, strainGoal: 1e-6 } as const;
  const cloth = add(scene, { solver });
  cloth.wind.set(1, 0, 3);
  run(scene, 20);
  expect(cloth.statistics.substeps).toBe(12);
  const again = await loaded(fileOf(scene));
  expect(clothOf(again).solver).toMatchObject(solver);
  expect(clothOf(again).statistics.substeps).toBe(12);
  expect(await difference(scene, again)).toBe(0);
});

test("the same without any frame", async () => {
  const scene = newScene();
  const cloth = add(scene);
  cloth.rotation.set(0.1, 0.4, 0);
  cloth.scaling.set(1.2, 1, 0.8);
  run(scene, 40);
  const again = await loaded(fileOf(scene));
  ClothSystem.For(again).step(0);
  for (const each of [scene, again]) run(each, STEPS_AFTER);
  expect(largestDistance(await cloth.readPositions(), await clothOf(again).readPositions())).toBe(0);
});

test("without the shape, a cloth starts from its rest shape", async () => {
  ClothMesh.SerializeShape = false;
  const scene = newScene();
  add(scene, { pins: "none" });
  run(scene, 30);
  const again = await loaded(fileOf(scene));
  ClothSystem.For(again).step(0);
  const [now, rest] = [await clothOf(again).readPositions(), clothOf(again).restGrid.restPositions];
  expect([...now]).toEqual([...rest]);
});

test("a loaded cloth is where it was before the first step, and goes along with a mesh that is moved before it", async () => {
  const scene = newScene();
  const cloth = add(scene, { pins: "none" });
  cloth.position.set(1, 2, 3);
  run(scene, 30);
  const again = await loaded(fileOf(scene));
  ClothSystem.For(again).step(0);
  const before = await cloth.readPositions();
  expect(largestDistance(before, await clothOf(again).readPositions())).toBe(0);
  clothOf(again).position.x += 10;
  run(again, 1);
  run(scene, 1);
  const moved = (await cloth.readPositions()).map((coordinate, i) => coordinate + (i % 3 === 0 ? 10 : 0));
  expect(largestDistance(moved, await clothOf(again).readPositions())).toBeLessThan(1e-5);
});

test("an asset container keeps its cloth until it comes into the scene", async () => {
  const scene = newScene();
  add(scene, { pins: "none" });
  run(scene, 20);
  const again = newScene();
  const container = await LoadAssetContainerAsync(`data:${fileOf(scene)}`, again);
  expect(again.meshes).toHaveLength(0);
  run(again, 30);
  container.addAllToScene();
  expect(again.meshes.map(({ name }) => name)).toEqual(["flag"]);
  expect(await difference(scene, again)).toBeLessThan(1e-6);
  container.dispose();
  expect(ClothSystem.For(again).cloths).toHaveLength(0);
});

test("a cloth in an asset container moves while instances of it are in the scene", async () => {
  const scene = newScene();
  const cloth = add(scene, { pins: "none" });
  run(scene, 1);
  const container = new AssetContainer(scene);
  container.moveAllFromScene();
  const fall = async (): Promise<number> => {
    const before = (await cloth.readPositions()).slice();
    run(scene, 10);
    return largestDistance(before, await cloth.readPositions());
  };
  expect(await fall()).toBe(0);
  const made = container.instantiateModelsToScene(undefined, false, { doNotInstantiate: false });
  expect(made.rootNodes.map((node) => node.getClassName())).toEqual(["InstancedMesh"]);
  expect(await fall()).toBeGreaterThan(0.05);
  made.dispose();
  expect(await fall()).toBe(0);
});

test("serialize and Parse of the class", async () => {
  const scene = newScene();
  const material = new PBRMaterial("silk", scene);
  const carrier = new TransformNode("carrier", scene);
  const cloth = add(scene);
  cloth.material = material;
  cloth.parent = carrier;
  cloth.pin(0.5, 0, carrier);
  run(scene, 20);
  const parsed = JSON.parse(JSON.stringify(cloth.serialize())) as object;
  const copy = ClothMesh.Parse(parsed, scene, "");
  expect([copy.material?.uniqueId, copy.parent?.uniqueId]).toEqual([material.uniqueId, carrier.uniqueId]);
  expect(copy.pins.map(({ target }) => target?.uniqueId)).toContain(carrier.uniqueId);
  run(scene, STEPS_AFTER);
  expect(largestDistance(await cloth.readPositions(), await copy.readPositions())).toBeLessThan(1e-6);
  expect(Object.keys(cloth.serialize({}, false).cloth as object)).not.toContain("shape");
});

test("a cloth that is parsed in another session finds its parent by the id, and no other node by the unique id", () => {
  const scene = newScene();
  const cloth = add(scene);
  cloth.parent = new TransformNode("carrier", scene);
  const parsed = JSON.parse(JSON.stringify(cloth.serialize())) as object;
  const later = newScene();
  // Each session counts anew.
  new TransformNode("another", later).uniqueId = cloth.parent.uniqueId;
  expect(ClothMesh.Parse(parsed, later, "").parent).toBeNull();
  const carrier = new TransformNode("carrier", later);
  expect(ClothMesh.Parse(parsed, later, "").parent).toBe(carrier);
});

test("what a grip holds is saved as it is without it", async () => {
  const scene = newScene();
  const cloth = add(scene);
  run(scene, 10);
  const grip = cloth.grab(cloth.surfaceAt(0.5, 0).position);
  cloth.grab(cloth.surfaceAt(0, 1).position);
  run(scene, 10, () => grip.moveTo(grip.position.add(new Vector3(0, 0.01, 0.01))));
  const again = await loaded(fileOf(scene));
  expect(clothOf(again).pins.map(({ u, v, target }) => [u, v, target])).toEqual([
    [0, 1, null],
    [1, 1, null],
  ]);
  run(again, 60);
  const positions = await clothOf(again).readPositions();
  expect(positions[3 * 4 + 1]).toBeLessThan(-0.4);
});
