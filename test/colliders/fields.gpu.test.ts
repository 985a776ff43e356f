// Cloth on a distance field on the GPU: it stays out, as its clone does, also after the device was lost.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import "@babylonjs/core/Meshes/instancedMesh.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, CreateCloth, type ClothMesh } from "../../src/index.js";
import { isAtLength } from "../support/atLength.js";
import { torusMesh, trianglesIn } from "../support/fieldMeshes.js";
import { triangleDistance } from "../support/triangleDistance.js";
import { loseDevice, useEngine } from "../support/useGpu.js";

const headless = useEngine({ width: 16, height: 16 });

async function run(system: ClothSystem, frames: number): Promise<void> {
  await system.whenReadyAsync();
  for (let frame = 0; frame < frames; frame++) {
    headless().engine.beginFrame();
    system.step(1 / 60);
    headless().engine.endFrame();
  }
}

test("cloth on a torus and on an instance of it, its clone, and at length both after a lost device", async () => {
  const scene = new Scene(headless().engine);
  scene.gravity.y = -9.81;
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  const system = ClothSystem.For(scene);
  const ring = torusMesh(scene);
  const instance = ring.createInstance("instance");
  instance.position.set(2, 0, 0);
  instance.rotation.y = 0.5;

  const cloth = CreateCloth(
    "sheet",
    {
      ...{ pins: "none", width: 0.8, height: 0.8, controlPoints: 10, thickness: 0.005 },
      ...{ tessellation: { mode: "fixed", level: 12 }, solver: { sleepSpeed: 0 } },
    },
    scene,
  );
  cloth.rotation.x = Math.PI / 2;
  cloth.position.y = 0.1;
  cloth.colliders.addMesh(ring, "field", { resolution: 32 });
  cloth.colliders.addMesh(instance, "field", { resolution: 32 });
  const copy = cloth.clone("copy");
  expect(copy.colliders.list).toEqual(cloth.colliders.list);
  expect(copy.colliders.list[0].field).toBe(copy.colliders.list[1].field);
  copy.position.x = 2;

  const { positions, indices } = trianglesIn(ring);
  const truth = triangleDistance(positions, indices);
  /** How far the drawn surface is inside of a mesh, and how far its lowest point hangs below the middle [m]. */
  const look = async (one: ClothMesh, on: AbstractMesh): Promise<{ depth: number; hangs: number }> => {
    const { positions: surface } = await one.readSurface();
    const toRing = Matrix.Invert(on.computeWorldMatrix(true));
    let [depth, hangs] = [0, 0];
    for (let i = 0; i < surface.length; i += 3) {
      const { x, y, z } = Vector3.TransformCoordinates(Vector3.FromArray(surface, i), toRing);
      depth = Math.max(depth, -truth(x, y, z));
      hangs = Math.max(hangs, -y);
    }
    return { depth, hangs };
  };
  const check = async (): Promise<void> => {
    for (const [one, on] of [
      [cloth, ring],
      [copy, instance],
    ] as const) {
      const { depth, hangs } = await look(one, on);
      expect(depth).toBeLessThan(0.003);
      // It has neither slipped off nor fallen through.
      expect(hangs).toBeGreaterThan(0.1);
      expect(hangs).toBeLessThan(0.6);
    }
  };
  await run(system, 45);
  await check();
  await cloth.fetchShape();
  await copy.fetchShape();
  // A new device compiles all again.
  if (isAtLength) await loseDevice(headless().engine);
  await run(system, 10);
  await check();
  expect(cloth.colliders.list[0].resolution).toBe(32);
});
