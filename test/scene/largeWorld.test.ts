// Thousands of kilometres from the origin, a cloth is what it is there: nothing is rounded before it is relative to the cloth.
import "@babylonjs/core/Culling/ray.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { ClothPressure, ClothWindZone, type ClothMesh } from "../../src/index.js";
import { ClothDebugView, type ClothDebugPart } from "../../src/inspector/index.js";
import { createClothScene, lay, type ClothScene } from "../support/clothScene.js";

/** Powers of two: doubles there are those at the origin, but for their last bits. */
const FAR = new Vector3(2 ** 20, 2 ** 14, -(2 ** 22));

let stage: ClothScene;

/** What is measured at the origin, and far away. */
async function inBothPlaces<T>(measure: (at: Vector3) => T | Promise<T>): Promise<[near: T, far: T]> {
  const measured: T[] = [];
  for (const at of [Vector3.Zero(), FAR]) {
    stage = createClothScene(true);
    measured.push(await measure(at));
    stage.dispose();
  }
  return [measured[0], measured[1]];
}

function farthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(b).toHaveLength(a.length);
  return Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
}

function addSheet(at: Vector3, height = 0): ClothMesh {
  return stage.add({ controlPoints: 10, solver: { turbulence: 0.3, clothCollision: true } }, (cloth) => {
    lay(cloth, height);
    cloth.position.addInPlace(at);
  });
}

test("it moves alike: on a mesh that moves, by wind, a fan, a pin, a collider and another cloth", async () => {
  const [near, far] = await inBothPlaces(async (at) => {
    const holder = new TransformNode("holder", stage.scene);
    const place = new Vector3(-0.5, 0, -0.5).addInPlace(at);
    const [below, above] = [0, 0.125].map((height) => addSheet(at, height));
    above.pin(0, 0, holder);
    const box = CreateBox("box", { size: 0.25 }, stage.scene);
    box.position.copyFrom(at).y -= 0.25;
    below.colliders.addMesh(box);
    below.wind.set(1, 0.5, 0);
    above.windZones.add(new ClothWindZone({ position: at.add(new Vector3(0, 2, 0)), direction: Vector3.Down() }));
    stage.run(30, (frame) => {
      below.position.x = at.x + frame / 128;
      holder.position.copyFrom(place).y += 0.125;
    });
    return [...(await below.readPositions(at)), ...(await above.readPositions(at))];
  });
  expect(farthest(near, far)).toBeLessThan(1e-4);
});

test("it meets another cloth there, while other cloths meet at the origin", async () => {
  const [near, far] = await inBothPlaces(async (at) => {
    const atOrigin = [4, 4.125].map((height) => addSheet(Vector3.Zero(), height));
    const [below, above] = [0, 0.125].map((height) => addSheet(at, height));
    below.solver.gravity.y = 0;
    above.pins.forEach(({ u, v }) => {
      above.unpin(u, v);
    });
    atOrigin[0].solver.gravity.y = 0;
    stage.run(30);
    expect(below.statistics.contacts).toBeGreaterThan(10);
    return [...(await below.readPositions(at)), ...(await above.readPositions(at))];
  });
  // What is rounded otherwise grows where sheets touch: by as much at the origin, where others are 128 m away.
  expect(farthest(near, far)).toBeLessThan(0.05);
});

test("it is picked and seen alike", async () => {
  const [near, far] = await inBothPlaces((at) => {
    const { scene } = stage;
    const cloth = stage.add({ controlPoints: 10, tessellation: { mode: "error" } }, ({ position }) =>
      position.copyFrom(at),
    );
    cloth.wind.z = 2;
    scene.cameras[0].position.addInPlace(at);
    stage.run(20);
    scene.render();
    const { pickedPoint } = scene.pick(scene.getEngine().getRenderWidth() / 2 + 9, 120);
    const { centerWorld, extendSizeWorld } = cloth.getBoundingInfo().boundingBox;
    const points = [pickedPoint ?? FAR, cloth.surfaceAt(0.3, 0.4).position, centerWorld];
    const local = points.flatMap((point) => point.subtract(at).asArray());
    return [...local, ...extendSizeWorld.asArray(), cloth.statistics.triangles];
  });
  expect(near.at(-1)).toBeGreaterThan(100);
  expect(farthest(near, far)).toBeLessThan(1e-6);
});

test("the air in it takes as much room", async () => {
  const [near, far] = await inBothPlaces((at) => {
    const tube = stage.add(
      {
        controlPoints: { u: 16, v: 8 },
        closed: "u",
        restShape: (u, v, point) => point.set(0.3 * Math.cos(2 * Math.PI * u), v, 0.3 * Math.sin(2 * Math.PI * u)),
      },
      ({ position }) => position.copyFrom(at),
    );
    const air = new ClothPressure("air", { cloths: [tube] });
    return [air.volume];
  });
  expect(near[0]).toBeGreaterThan(0.1);
  expect(farthest(near, far)).toBeLessThan(1e-6);
});

test("its surface, the mesh that bake makes of it, and its debug views are in its place", async () => {
  const parts: readonly ClothDebugPart[] = ["particles", "links", "colliders", "normals", "levels", "windZones"];
  const [near, far] = await inBothPlaces(async (at) => {
    const cloth = addSheet(at);
    cloth.colliders.add({ shape: "sphere", radius: 0.25, position: at });
    cloth.windZones.add(new ClothWindZone({ position: at }));
    stage.run(5);
    const baked = await cloth.bake();
    const view = new ClothDebugView(cloth, Object.fromEntries(parts.map((part) => [part, true])));
    await view.updateAsync();
    const drawn = [baked, ...parts.map((part) => view.meshes.get(part))].flatMap((mesh) => {
      const { x, y, z } = (mesh?.position ?? FAR).subtract(at);
      const local = mesh?.getVerticesData("position") ?? [];
      return Array.from(local, (coordinate, i) => coordinate + [x, y, z][i % 3]);
    });
    return [...drawn, ...(await cloth.readSurface(at)).positions];
  });
  expect(farthest(near, far)).toBeLessThan(1e-4);
});
