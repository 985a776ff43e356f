// What the cloth system of a scene leaves behind when it or its scene is disposed: nothing.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Observable } from "@babylonjs/core/Misc/observable.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, CreateCloth } from "../../src/index.js";

let scene: Scene;
let system: ClothSystem;
beforeEach(() => {
  Logger.LogLevels = Logger.ErrorLogLevel;
  scene = new Scene(new NullEngine());
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  system = ClothSystem.For(scene);
});
afterEach(() => scene.getEngine().dispose());

test("a system that is disposed lets go of its scene, and of what is in it", async () => {
  const ball = CreateSphere("ball", {}, scene);
  const observed = [scene, scene.cameras[0], ball].flatMap((one) =>
    Object.values(one).filter((value) => value instanceof Observable),
  );
  const countObservers = async (): Promise<number> => {
    // Babylon removes them later.
    await new Promise((resolve) => setTimeout(resolve, 1));
    return observed.reduce((sum, { observers }) => sum + observers.length, 0);
  };
  system.dispose();
  const before = await countObservers();
  const next = ClothSystem.For(scene);
  next.colliders.addMesh(ball);
  CreateCloth("cloth", {}, scene);
  scene.render();
  next.dispose();
  expect(await countObservers()).toBe(before);
});

test("a listener that disposes the system keeps no other one from hearing of the frame", () => {
  let heard = 0;
  CreateCloth("cloth", {}, scene);
  scene.onBeforeRenderObservable.addOnce(() => {
    system.dispose();
  });
  scene.onBeforeRenderObservable.add(() => heard++);
  scene.render();
  expect(heard).toBe(1);
});

test("a scene that is disposed gets no cloth: nobody would dispose it", () => {
  scene.dispose();
  expect(() => CreateCloth("late", {}, scene)).toThrow('Cloth "late": scene is disposed');
  expect(() => ClothSystem.For(scene)).toThrow("the scene is disposed");
  expect(scene.meshes).toHaveLength(0);
});
