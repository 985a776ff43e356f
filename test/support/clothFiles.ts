/** Scenes with cloth on the CPU, saved as .babylon files and loaded again. */
import "@babylonjs/core/Loading/Plugins/babylonFileLoader.js";
import { AppendSceneAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Vector3, Vector4 } from "@babylonjs/core/Maths/math.vector.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
// The loader brings these along in later versions of Babylon than the lowest.
import "@babylonjs/core/Cameras/camera.js";
import "@babylonjs/core/Cameras/universalCamera.js";
import "@babylonjs/core/Materials/colorCurves.js";
import "@babylonjs/core/Materials/imageProcessingConfiguration.js";
import "@babylonjs/core/Materials/material.js";
import "@babylonjs/core/Materials/multiMaterial.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import "@babylonjs/core/Meshes/groundMesh.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { SceneSerializer } from "@babylonjs/core/Misc/sceneSerializer.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothMesh, ClothSystem, CreateCloth, RegisterClothLoader, type IClothOptions } from "../../src/index.js";

const engines: NullEngine[] = [];

/**
 * Loads files in the tests of a file; shapes are saved, and scenes are gone after each test.
 *
 * @returns Gives the warnings of a test.
 */
export function useClothFiles(): () => readonly string[] {
  let warnings: string[] = [];
  beforeAll(() => {
    RegisterClothLoader();
  });
  beforeEach(() => {
    ClothMesh.SerializeShape = true;
    warnings = [];
    Logger.LogLevels = Logger.ErrorLogLevel;
    Logger.Warn = (message) => {
      warnings.push(String(message));
    };
  });
  afterEach(() => {
    engines.splice(0).forEach((engine) => engine.dispose());
  });
  return () => warnings;
}

/** Without a GPU. */
export function newScene(): Scene {
  const engine = new NullEngine();
  engines.push(engine);
  const scene = new Scene(engine);
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  return scene;
}

/** Adds a cloth that never sleeps. */
export function add(scene: Scene, options: IClothOptions = {}, name = "flag"): ClothMesh {
  const { solver = {}, ...others } = options;
  return CreateCloth(
    name,
    {
      controlPoints: 9,
      backend: "cpu",
      tessellation: { mode: "fixed", level: 4 },
      solver: { sleepSpeed: 0, ...solver },
      ...others,
    },
    scene,
  );
}

/** The cloth of this name that came last. */
export function clothOf(scene: Scene, name = "flag"): ClothMesh {
  const cloth = scene.meshes
    .filter((mesh): mesh is ClothMesh => mesh instanceof ClothMesh && mesh.name === name)
    .at(-1);
  if (!cloth) throw new Error(`There is no cloth "${name}".`);
  return cloth;
}

/** As a file would be. */
export function fileOf(scene: Scene): string {
  return JSON.stringify(SceneSerializer.Serialize(scene));
}

/** Another scene, of the file alone. */
export async function loaded(file: string): Promise<Scene> {
  const scene = newScene();
  scene.cameras[0].dispose();
  await AppendSceneAsync(`data:${file}`, scene);
  return scene;
}

/** Steps of 1/60 s. */
export function run(scene: Scene, steps: number, each: (step: number) => void = () => undefined): void {
  for (let step = 0; step < steps; step++) {
    each(step);
    ClothSystem.For(scene).step(1 / 60);
  }
}

/** Everything at once: closed, turned and scaled under a parent, in the wind, among colliders that move. */
export function wholeScene(): Scene {
  const scene = newScene();
  const parent = new TransformNode("carrier", scene);
  parent.position.set(0.3, 1, -0.2);
  parent.rotation.y = 0.4;
  const hand = new TransformNode("hand", scene);
  const ball = CreateSphere("ball", { diameter: 0.5, segments: 4 }, scene);
  // Babylon gives two nodes the same id without a word.
  const other = CreateSphere("ball", { diameter: 0.2, segments: 4 }, scene);
  other.position.x = 5;
  const floor = CreateGround("floor", { width: 4, height: 4 }, scene);
  floor.position.y = -0.8;
  const skirt = add(scene, {
    controlPoints: { u: 10, v: 7 },
    restShape: (u, v, result) => {
      const angle = 2 * Math.PI * u;
      result.set((0.6 - 0.3 * v) * Math.cos(angle), v - 0.5, (0.6 - 0.3 * v) * Math.sin(angle));
    },
    closed: "u",
    pins: "topEdge",
    fullResolution: { u: 60, v: 40 },
    mass: 0.4,
    thickness: 0.01,
    fabric: {
      stretch: { warp: 1e-4, weft: 3e-5 },
      bend: Infinity,
      slack: { warp: { stretchLimit: 1.1, stiffness: 0.4 } },
    },
    solver: { substeps: 6, gravity: new Vector3(0.5, -9, 0), continuousCollision: true, friction: 0.3 },
    sideOrientation: Mesh.DOUBLESIDE,
    frontUVs: new Vector4(0, 0, 2, 3),
    drawnThickness: 0.02,
  });
  skirt.fidelity = "auto";
  skirt.parent = parent;
  skirt.rotation.set(0.2, 0.1, -0.3);
  skirt.scaling.set(1.2, 1, 0.9);
  skirt.wind.set(2, 0, 3);
  skirt.tessellation = { mode: "distance", near: 1, far: 20, max: 32, min: 4 };
  skirt.material = new PBRMaterial("silk", scene);
  skirt.metadata = { size: 38 };
  skirt.receiveShadows = true;
  skirt.colliders.addMesh(ball);
  const [knee, foot] = [0.1, -0.4].map((y) =>
    skirt.colliders.add({ shape: "sphere", node: other, radius: 0.1, position: new Vector3(-5, y, 0) }),
  );
  skirt.colliders.add({ shape: "capsule", node: other, from: knee, to: foot, friction: 0.2 });
  skirt.colliders.add({ shape: "capsule", inside: true, radius: 9 });
  skirt.colliders.shared.addMesh(floor);
  ClothSystem.For(scene).wind.set(0, 0.5, 0);
  const { particleCount, restPositions } = skirt.restGrid;
  skirt.motionConstraints = {
    spheres: Array.from({ length: 4 * particleCount }, (_, i) =>
      i % 4 === 3 ? 0.8 : restPositions[3 * (i >> 2) + (i % 4)],
    ),
    scale: 0.9,
  };
  skirt.unpin(0.5, 1);
  skirt.pin(0.25, 0, hand);
  hand.position.copyFrom(skirt.surfaceAt(0.25, 0).position);
  return scene;
}

/** What moves in that scene, the same in both. */
export function move(scene: Scene, time: number): void {
  scene.getTransformNodeByName("carrier")?.position.set(0.3 + 0.2 * Math.sin(3 * time), 1, -0.2);
  scene.meshes[0].position.set(0.3 * Math.cos(2 * time), 0.4, 0.2);
  const hand = scene.getTransformNodeByName("hand");
  hand?.position.set(0.6 + 0.1 * Math.sin(4 * time), 0.5, 0.2 * time);
}
