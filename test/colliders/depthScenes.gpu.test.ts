// Depth maps of morph targets, instances and hierarchies, and cloth with them: in files, as clones, and when their mesh or the device goes.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import "@babylonjs/core/Meshes/instancedMesh.js";
import "@babylonjs/core/Meshes/thinInstanceMesh.js";
import { MorphTarget } from "@babylonjs/core/Morph/morphTarget.js";
import { MorphTargetManager } from "@babylonjs/core/Morph/morphTargetManager.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Scene } from "@babylonjs/core/scene.js";
import { DepthMaps } from "../../src/colliders/depthMaps.js";
import { ClothDebugView } from "../../src/debug/clothDebugView.js";
import { ClothColliders, ClothMesh, ClothSystem, CreateCloth } from "../../src/index.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import { isAtLength } from "../support/atLength.js";
import { drawMaps, texelsOf } from "../support/depthTexels.js";
import { loseDevice, useEngine } from "../support/useGpu.js";

const headless = useEngine({ width: 16, height: 16 });

function createScene(): Scene {
  const scene = new Scene(headless().engine);
  scene.gravity.y = -9.81;
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  return scene;
}

/** A slab with targets, each of which shifts it. */
function slabWith(scene: Scene, shifts: readonly Vector3[], inTexture = true): { slab: Mesh; targets: MorphTarget[] } {
  const slab = CreateBox("slab", { width: 2, height: 0.2, depth: 2 }, scene);
  const manager = new MorphTargetManager(scene);
  manager.useTextureToStoreTargets = inTexture;
  const positions = slab.getVerticesData("position") ?? [];
  const targets = shifts.map((shift, i) => {
    const target = new MorphTarget(`shift ${i.toString()}`, 0, scene);
    target.setPositions(Array.from(positions, (value, k) => value + shift.asArray()[k % 3]));
    manager.addTarget(target);
    return target;
  });
  slab.morphTargetManager = manager;
  return { slab, targets };
}

/** Of the surface over the x axis, in maps along y alone. */
async function heightAt(maps: DepthMaps, x: number): Promise<number> {
  const { resolution } = maps.settings;
  const texels = await texelsOf(headless(), maps);
  // The first map of an axis lies in z (right) and x (up), seen from its end.
  const row = Math.floor((((x - maps.rows[4]) / maps.rows[8]) * 0.5 + 0.5) * resolution);
  const column = Math.floor(((-maps.rows[6] / maps.rows[10]) * 0.5 + 0.5) * resolution);
  return texels[4 * (row * resolution + column)] + maps.rows[5];
}

// The first test, so that no kernel is compiled twice.
test("maps show instances and children where the tree has them, at length through a lost device", async () => {
  const scene = createScene();
  const { slab, targets } = slabWith(scene, [new Vector3(0, 0.3, 0)]);
  slab.setEnabled(false);
  targets[0].influence = 0.5;
  const parent = CreateBox("parent", { size: 0.2 }, scene);
  const child = CreateBox("child", { size: 0.2 }, scene);
  child.parent = parent;
  child.position.set(0.5, 0.2, 0);
  // An instance shows the morph of its source.
  const instance = slab.createInstance("instance");
  instance.parent = child;
  instance.position.x = 0.5;
  instance.scaling.set(0.1, 1, 0.1);
  const maps = new DepthMaps(parent, { resolution: 64, axes: "y", depth: Infinity });
  drawMaps(headless(), maps, Matrix.Identity());
  const expectHeights = async (): Promise<void> => {
    expect(await heightAt(maps, 0)).toBeCloseTo(0.1, 5);
    expect(await heightAt(maps, 0.5)).toBeCloseTo(0.3, 5);
    expect(await heightAt(maps, 1)).toBeCloseTo(0.2 + 0.1 + 0.15, 5);
  };
  await expectHeights();
  // A new device compiles all again, for other files too.
  if (isAtLength) await loseDevice(headless().engine);
  expect(drawMaps(headless(), maps, Matrix.Identity())).toBe(isAtLength);
  await expectHeights();
  // A child that goes leaves the maps.
  child.dispose();
  expect(drawMaps(headless(), maps, Matrix.Identity())).toBe(true);
  expect(await heightAt(maps, 0)).toBeCloseTo(0.1, 5);
  expect(maps.rows[8]).toBeLessThan(0.12);
});

test.each([
  ["a ground", (scene: Scene) => CreateGround("ground", {}, scene)],
  ["a thin board", (scene: Scene) => CreateBox("board", { height: 1e-3 }, scene)],
  ["a box of a millimetre", (scene: Scene) => CreateBox("small", { size: 1e-3 }, scene)],
])("%s is drawn once, for it does not move", (_name, make) => {
  const mesh = make(createScene());
  mesh.rotation.set(0.3, 0.2, 0.1);
  const maps = new DepthMaps(mesh, { resolution: 16, axes: "y", depth: Infinity });
  const own = Matrix.RotationYawPitchRoll(0.2, 0.3, 0.1);
  expect([0, 1, 2].map(() => drawMaps(headless(), maps, own))).toEqual([true, false, false]);
});

test("maps of a mesh that is scaled to nothing have a size", () => {
  const mesh = CreateBox("nothing", {}, createScene());
  mesh.scaling.setAll(0);
  const maps = new DepthMaps(mesh, { resolution: 16, axes: "y", depth: Infinity });
  drawMaps(headless(), maps, Matrix.Identity());
  expect(Math.min(...maps.rows.subarray(8, 11))).toBeGreaterThan(0);
});

test("children that are not drawn are not in the maps, whatever the mesh itself is", () => {
  const scene = createScene();
  const parent = CreateBox("parent", { size: 0.2 }, scene);
  const group = new TransformNode("group", scene);
  group.parent = parent;
  const child = CreateBox("child", { size: 0.2 }, scene);
  child.parent = group;
  child.position.x = 1;
  const maps = new DepthMaps(parent, { resolution: 16, axes: "y", depth: Infinity });
  const widthNow = (): number => {
    drawMaps(headless(), maps, Matrix.Identity());
    return 2 * maps.rows[8] * (1 - 4 / 16);
  };
  expect(widthNow()).toBeCloseTo(1.2, 3);
  child.isVisible = false;
  expect(widthNow()).toBeCloseTo(0.2, 3);
  child.isVisible = true;
  group.setEnabled(false);
  parent.setEnabled(false);
  parent.isVisible = false;
  expect(widthNow()).toBeCloseTo(0.2, 3);
  group.setEnabled(true);
  expect(widthNow()).toBeCloseTo(1.2, 3);
});

test.each([
  ["a texture", true],
  ["attributes", false],
])("maps know how far morph targets in %s have moved a surface", async (_, inTexture) => {
  const { slab, targets } = slabWith(createScene(), [new Vector3(0.3, 0, 0), new Vector3(0, 0.1, -0.2)], inTexture);
  const maps = new DepthMaps(slab, { resolution: 32, axes: "y", depth: Infinity });
  targets[0].influence = 0.5;
  targets[1].influence = 0.1;
  drawMaps(headless(), maps, Matrix.Identity());
  targets[0].influence = 0.9;
  targets[1].influence = 0.6;
  expect(drawMaps(headless(), maps, Matrix.Identity())).toBe(true);
  const centerY = maps.rows[5];
  const texels = await texelsOf(headless(), maps);
  let seen = 0;
  for (let i = 0; i < 32 * 32; i++) {
    const [height, x, y, z] = texels.subarray(4 * i, 4 * i + 4);
    if (height > constants.EMPTY_TEXEL) {
      expect(height + centerY).toBeCloseTo(0.1 + 0.06, 5);
      expect(x).toBeCloseTo(0.3 * 0.4, 5);
      expect(y).toBeCloseTo(0.1 * 0.5, 5);
      expect(z).toBeCloseTo(-0.2 * 0.5, 5);
      seen++;
    }
  }
  expect(seen).toBeGreaterThan(400);
  // A target that no longer counts leaves its way behind. As an attribute the GPU does not have it any more.
  targets[0].influence = 0;
  expect(drawMaps(headless(), maps, Matrix.Identity())).toBe(true);
  const back = (await texelsOf(headless(), maps)).filter((_value, i) => i % 4 === 1);
  expect(Math.min(...back)).toBeCloseTo(inTexture ? -0.3 * 0.9 : 0, 5);
  expect(drawMaps(headless(), maps, Matrix.Identity())).toBe(true);
  expect(drawMaps(headless(), maps, Matrix.Identity())).toBe(false);
});

function layOn(slab: Mesh, z: number): ClothMesh {
  const cloth = CreateCloth(
    `on ${slab.name}`,
    {
      ...{ pins: "none", width: 0.3, height: 0.3, controlPoints: 5, thickness: 0.005 },
      ...{ solver: { sleepSpeed: 0, substeps: 8, friction: 0.5 }, fabric: { drag: 0, lift: 0 } },
    },
    slab.getScene(),
  );
  cloth.rotation.x = Math.PI / 2;
  cloth.position.set(0, 0.1051, z);
  cloth.colliders.addMesh(slab, "depth", { resolution: 32, axes: "y" });
  return cloth;
}

function step(system: ClothSystem): void {
  headless().engine.beginFrame();
  system.step(1 / 60);
  headless().engine.endFrame();
}

/** Of the points of a cloth, along an axis. */
async function middleOf(cloth: ClothMesh, axis = 0): Promise<number> {
  const along = (await cloth.readPositions()).filter((_, i) => i % 3 === axis);
  return along.reduce((sum, value) => sum + value, 0) / along.length;
}

test("a slab that a morph target shifts carries cloth as one that moves as a node, by Coulomb's law", async () => {
  const scene = createScene();
  const { slab, targets } = slabWith(scene, [Vector3.Right()]);
  const node = CreateBox("node", { width: 2, height: 0.2, depth: 2 }, scene);
  node.position.z = 5;
  const [onMorph, onNode] = [layOn(slab, 0), layOn(node, 5)];
  const system = ClothSystem.For(scene);
  await system.whenReadyAsync();
  step(system);
  const start = [await middleOf(onMorph), await middleOf(onNode)];
  const [speed, frames] = [0.5, 30];
  for (let frame = 1; frame <= frames; frame++) {
    targets[0].influence = (speed * frame) / 60;
    node.position.x = (speed * frame) / 60;
    step(system);
  }
  const [byMorph, byNode] = [(await middleOf(onMorph)) - start[0], (await middleOf(onNode)) - start[1]];
  // Friction of 0.5 speeds the cloth up to the slab, and then it goes along.
  const carried = (speed * frames) / 60 - speed ** 2 / (2 * 0.5 * 9.81);
  expect(byMorph).toBeCloseTo(byNode, 3);
  expect(Math.abs(byMorph / carried - 1)).toBeLessThan(0.03);
});

test("maps show thin instances where they are, and anew when they move", async () => {
  const box = CreateBox("crates", { size: 0.2 }, createScene());
  box.scaling.setAll(2);
  const matrices = [-0.5, 0, 0.5].map((x, i) => Matrix.Translation(x, 0.1 * i, 0));
  box.thinInstanceSetBuffer("matrix", Float32Array.from(matrices.flatMap((matrix) => [...matrix.m])), 16, false);
  const maps = new DepthMaps(box, { resolution: 64, axes: "y", depth: Infinity });
  expect(drawMaps(headless(), maps, Matrix.Identity())).toBe(true);
  expect(drawMaps(headless(), maps, Matrix.Identity())).toBe(false);
  expect(await heightAt(maps, -1)).toBeCloseTo(0.2, 5);
  expect(await heightAt(maps, 0)).toBeCloseTo(0.4, 5);
  expect(await heightAt(maps, 1)).toBeCloseTo(0.6, 5);
  expect(await heightAt(maps, 0.5)).toBeLessThan(-1e8);
  box.thinInstanceSetMatrixAt(2, Matrix.Translation(0.5, -0.3, 0));
  expect(drawMaps(headless(), maps, Matrix.Identity())).toBe(true);
  expect(await heightAt(maps, 1)).toBeCloseTo(-0.4, 5);
});

test("files and clones meet the same maps, a depth lets cloth within alone, and a disposed mesh lets it fall", async () => {
  const scene = createScene();
  const { slab, targets } = slabWith(scene, [Vector3.Right(), Vector3.Up()]);
  targets[1].influence = 0.2;
  const cloth = layOn(slab, 0);
  cloth.position.set(0.1, 0.31, 0);
  const within = layOn(slab, 0);
  within.position.set(-0.3, 0.2, 0);
  within.colliders.addMesh(slab, "depth", { resolution: 32, axes: "y", depth: 0.05 });
  const again = ClothMesh.Parse(JSON.parse(JSON.stringify(cloth.serialize())) as object, scene, "");
  const copy = cloth.clone("copy");
  const [collider] = again.colliders.list;
  expect(collider).toMatchObject({ shape: "depth", resolution: 32, axes: "y", depth: Infinity, node: slab });
  const system = ClothSystem.For(scene);
  await system.whenReadyAsync();
  for (let frame = 1; frame <= 20; frame++) {
    targets[0].influence = 0.005 * frame;
    step(system);
    if (frame === 5) {
      // 0.1 m below the top of the slab, whose `depth` is less: it falls freely, until it is as near to the bottom.
      expect(await middleOf(within, 1)).toBeCloseTo(0.2 - 0.5 * 9.81 * (frame / 60) ** 2, 2);
    }
  }
  const points = await cloth.readPositions();
  expect(await middleOf(cloth, 1)).toBeCloseTo(0.305, 3);
  expect(await again.readPositions()).toEqual(points);
  expect(await copy.readPositions()).toEqual(points);
  slab.dispose();
  expect([cloth, again, copy, within].map(({ colliders }) => colliders.list.length)).toEqual([0, 0, 0, 0]);
  for (let frame = 0; frame < 12; frame++) step(system);
  expect(await middleOf(cloth, 1)).toBeCloseTo(0.305 - 0.5 * 9.81 * 0.2 ** 2, 1);
});

test("maps leave nothing behind: others that take their place, a lost device, a mesh that goes", async () => {
  const scene = createScene();
  const { engine } = headless();
  const ball = CreateSphere("ball", {}, scene);
  const colliders = new ClothColliders(null);
  // Babylon takes observers out of its lists a little later.
  const counts = async (): Promise<number[]> => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return [engine.onContextLostObservable, ball.onDisposeObservable]
      .map(({ observers }) => observers.length)
      .concat(engine.getLoadedTexturesCache().length);
  };
  const before = await counts();
  for (let i = 0; i < 3; i++) colliders.addMesh(ball, "depth", { resolution: 16 });
  colliders.remove(ball);
  expect(await counts()).toEqual(before);
  const maps = new DepthMaps(ball, { resolution: 16, axes: "y", depth: Infinity });
  expect(drawMaps(headless(), maps, Matrix.Identity())).toBe(true);
  const drawn = await counts();
  if (isAtLength) {
    await loseDevice(engine);
    expect(drawMaps(headless(), maps, Matrix.Identity())).toBe(true);
    expect(await counts()).toEqual(drawn);
  }
  ball.dispose();
  expect(await counts()).toEqual([before[0], 0, before[2]]);
});

test("the debug view draws what the maps see", async () => {
  const scene = createScene();
  const ball = CreateSphere("ball", { diameter: 1, segments: 32 }, scene);
  ball.position.set(0.3, -2, 0.1);
  ball.rotation.z = 0.5;
  // So that no map may be turned over.
  const ear = CreateSphere("ear", { diameter: 0.4, segments: 32 }, scene);
  ear.parent = ball;
  ear.position.set(0.5, 0.4, 0.2);
  const cloth = CreateCloth("cloth", { controlPoints: 6, pins: "topEdge" }, scene);
  cloth.colliders.addMesh(ball, "depth", { resolution: 64, axes: "xz" });
  const system = ClothSystem.For(scene);
  await system.whenReadyAsync();
  for (let frame = 0; frame < 4; frame++) {
    headless().engine.beginFrame();
    scene.render();
    headless().engine.endFrame();
  }
  const view = new ClothDebugView(cloth);
  view.colliders = true;
  await view.updateAsync();
  const points = view.meshes.get("colliders")?.getVerticesData("position") ?? [];
  const solids = [ball, ear].map((mesh) => ({ center: mesh.getAbsolutePosition(), radius: mesh === ball ? 0.5 : 0.2 }));
  const counts = [0, 0];
  for (let at = 0; at < points.length; at += 3) {
    const point = Vector3.FromArray(points, at);
    const on = solids.findIndex(({ center, radius }) => Math.abs(Vector3.Distance(point, center) - radius) < 0.005);
    if (on >= 0) counts[on]++;
  }
  // Twelve lines of the box around them are on none.
  expect(points.length / 3 - counts[0] - counts[1]).toBe(24);
  expect(counts[0]).toBeGreaterThan(2000);
  expect(counts[1]).toBeGreaterThan(300);
  view.dispose();
  scene.dispose();
});
