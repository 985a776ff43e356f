// Velocity textures: cloth moves in them as its vertices move on the screen.
import type { Camera } from "@babylonjs/core/Cameras/camera.js";
import { Constants } from "@babylonjs/core/Engines/constants.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import { OpenPBRMaterial } from "@babylonjs/core/Materials/PBR/openpbrMaterial.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import { CreatePlane } from "@babylonjs/core/Meshes/Builders/planeBuilder.js";
import "@babylonjs/core/Meshes/instancedMesh.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { MotionBlurPostProcess } from "@babylonjs/core/PostProcesses/motionBlurPostProcess.js";
import { TAARenderingPipeline } from "@babylonjs/core/PostProcesses/RenderPipeline/Pipelines/taaRenderingPipeline.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, CreateCloth, type ClothMesh, type IClothOptions } from "../../src/index.js";
import { createLitScene, LIT_SIZE, litPixels, renderLit } from "../support/litScene.js";
import { drawFrame, useEngine } from "../support/useGpu.js";
import {
  compareVelocities,
  velocitiesByGeometryBuffer,
  velocitiesByGraph,
  velocitiesByPrePass,
  type ReadVelocities,
  type Velocities,
} from "../support/velocities.js";

const headless = useEngine(LIT_SIZE);

/** A sheet in the wind; frames last 1/60 s. */
function createSheet(options: IClothOptions = {}): {
  scene: Scene;
  camera: Camera;
  cloth: ClothMesh;
  system: ClothSystem;
} {
  const scene = createLitScene(headless());
  const { activeCamera: camera } = scene;
  if (!camera) throw new Error("no camera");
  const tessellation = { mode: "fixed", level: 8 } as const;
  const cloth = CreateCloth("sheet", { controlPoints: 6, tessellation, ...options }, scene);
  cloth.wind.set(0.5, 0, 2);
  return { scene, camera, cloth, system: ClothSystem.For(scene) };
}

/** Where points are that go with a mesh, and not with its cloth. */
function carried(points: Float32Array, from: Matrix, to: Matrix): Float32Array {
  const carry = Matrix.Invert(from).multiply(to);
  const result = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    Vector3.TransformCoordinates(Vector3.FromArray(points, i), carry).toArray(result, i);
  }
  return result;
}

/** Babylon would load a texture of noise from the network. */
function createOpenPBRMaterial(scene: Scene): Material {
  const { _noiseTextures } = OpenPBRMaterial as unknown as { _noiseTextures: Record<number, BaseTexture> };
  _noiseTextures[scene.uniqueId] = RawTexture.CreateRGBATexture(new Uint8Array(4), 1, 1, scene);
  return new OpenPBRMaterial("cloth", scene);
}

const ways: [
  name: string,
  options: IClothOptions,
  material: (scene: Scene) => Material,
  draw: (scene: Scene, camera: Camera) => ReadVelocities | Promise<ReadVelocities>,
][] = [
  ["a pre-pass, StandardMaterial", {}, (scene) => new StandardMaterial("cloth", scene), velocitiesByPrePass],
  [
    "a frame graph, PBRMaterial, two faces",
    { sideOrientation: Mesh.DOUBLESIDE, drawnThickness: 0.01 },
    (scene) => new PBRMaterial("cloth", scene),
    velocitiesByGraph,
  ],
  ["a geometry buffer", {}, (scene) => new StandardMaterial("cloth", scene), velocitiesByGeometryBuffer],
  ["a pre-pass, OpenPBRMaterial, CPU", { backend: "cpu" }, createOpenPBRMaterial, velocitiesByPrePass],
];

/** Corners of a triangle on a plane. */
const corners = Float32Array.from([0, 0, 0, 0.1, 0.1, 0, -0.1, 0.05, 0]);

test.each(ways)("%s: cloth on a mesh that moves and turns", async (_, options, make, draw) => {
  const { scene, camera, cloth } = createSheet(options);
  const plane = CreatePlane("plane", { size: 0.4, sideOrientation: Mesh.DOUBLESIDE }, scene);
  plane.position.set(-0.8, 0.3, 0);
  plane.material = cloth.material = make(scene);
  const read = await draw(scene, camera);
  const move = (): void => {
    cloth.position.x += 0.003;
    cloth.rotation.y += 0.01;
    plane.position.y += 0.01;
  };
  const { velocities, viewProjection, before, now, matrices } = await drawMoving(
    scene,
    cloth,
    [cloth, plane],
    move,
    read,
  );
  const own = compareVelocities(velocities, { before, now, viewProjection });
  const asMesh = compareVelocities(velocities, { before: carried(now, ...matrices[0]), now, viewProjection });
  const [planeNow, planeBefore] = matrices[1];
  const ofPlane = compareVelocities(velocities, {
    before: carried(corners, Matrix.Identity(), planeBefore),
    now: carried(corners, Matrix.Identity(), planeNow),
    viewProjection,
  });
  expect(own.points).toBeGreaterThan(50);
  expect(own.error).toBeLessThan(0.05);
  // Babylon alone would draw the motion of the mesh.
  expect(asMesh.error).toBeGreaterThan(0.5);
  // An ordinary mesh with the same material.
  expect(ofPlane.points).toBe(3);
  expect(ofPlane.error).toBeLessThan(0.01);
});

test("an instance moves as the cloth does, in its own place", async () => {
  const { scene, camera, cloth } = createSheet();
  const copy = cloth.createInstance("copy");
  copy.position.set(0.7, 0.1, 0.3);
  cloth.position.x = -0.6;
  const read = await velocitiesByGraph(scene, camera);
  const move = (): void => {
    copy.rotation.y -= 0.01;
  };
  const { velocities, viewProjection, before, now, matrices } = await drawMoving(
    scene,
    cloth,
    [cloth, copy],
    move,
    read,
  );
  expect(compareVelocities(velocities, { before, now, viewProjection }).error).toBeLessThan(0.05);
  const [[matrix, matrixBefore], [copyNow, copyBefore]] = matrices;
  const ofCopy = compareVelocities(velocities, {
    before: carried(before, matrixBefore, copyBefore),
    now: carried(now, matrix, copyNow),
    viewProjection,
  });
  expect(ofCopy.points).toBeGreaterThan(50);
  expect(ofCopy.error).toBeLessThan(0.05);
});

/** A frame in which the wind and a function move things, and what there was before it. */
interface MovingFrame {
  readonly velocities: Velocities;
  readonly viewProjection: Matrix;
  /** Vertices of the cloth, world space. */
  readonly before: Float32Array;
  readonly now: Float32Array;
  /** Of each mesh, of the frame and of the one before. */
  readonly matrices: readonly (readonly [now: Matrix, before: Matrix])[];
}

async function drawMoving(
  scene: Scene,
  cloth: ClothMesh,
  meshes: readonly AbstractMesh[],
  move: () => void,
  read: ReadVelocities,
): Promise<MovingFrame> {
  scene.onBeforeRenderObservable.add(move, undefined, true);
  await renderLit(headless(), scene, 15);
  const before = (await cloth.readSurface()).positions;
  const matricesBefore = meshes.map((mesh) => mesh.getWorldMatrix().clone());
  drawFrame(scene);
  const now = (await cloth.readSurface()).positions;
  const matrices = meshes.map((mesh, i) => [mesh.getWorldMatrix(), matricesBefore[i]] as const);
  return { velocities: await read(), viewProjection: viewProjectionOf(scene), before, now, matrices };
}

function viewProjectionOf({ cameras: [camera] }: Scene): Matrix {
  return camera.getViewMatrix().multiply(camera.getProjectionMatrix());
}

/** Buffers of the device with such labels, as long as they live. */
function watchBuffers(label: RegExp): ReadonlySet<GPUBuffer> {
  const device = headless().engine._device;
  const alive = new Set<GPUBuffer>();
  const create = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    const buffer = create(descriptor);
    const destroy = buffer.destroy.bind(buffer);
    if (label.test(buffer.label)) alive.add(buffer);
    buffer.destroy = () => {
      alive.delete(buffer);
      destroy();
    };
    return buffer;
  };
  return alive;
}

test("costs nothing before and after a pass draws velocities; a cloth that stands still or is reset has none", async () => {
  const buffers = watchBuffers(/ways|previous particles/);
  const { scene, camera, cloth, system } = createSheet();
  const material = new StandardMaterial("cloth", scene);
  cloth.material = material;
  const plugins = material.pluginManager;
  await renderLit(headless(), scene, 3);
  expect(buffers.size).toBe(0);
  expect(plugins?.getPlugin("ClothVelocity")).toBeNull();
  expect(cloth.isVerticesDataPresent("clothWay")).toBe(false);

  const read = velocitiesByPrePass(scene, camera);
  await renderLit(headless(), scene, 8);
  expect(plugins?.getPlugin("ClothVelocity")).not.toBeNull();
  expect((await read()).fastest).toBeGreaterThan(1e-3);
  expect(buffers.size).toBe(2);
  // Several steps before a frame.
  const before = (await cloth.readSurface()).positions;
  system.paused = true;
  for (let step = 0; step < 3; step++) system.step(1 / 60);
  drawFrame(scene);
  const now = (await cloth.readSurface()).positions;
  const viewProjection = viewProjectionOf(scene);
  expect(compareVelocities(await read(), { before, now, viewProjection }).error).toBeLessThan(0.05);
  drawFrame(scene);
  expect((await read()).fastest).toBeLessThan(1e-6);
  cloth.reset();
  system.step(1 / 60);
  drawFrame(scene);
  expect((await read()).fastest).toBe(0);
  system.step(1 / 60);
  drawFrame(scene);
  expect((await read()).fastest).toBeGreaterThan(1e-4);

  scene.disablePrePassRenderer();
  // Babylon 9.12 leaves it on.
  scene.needsPreviousWorldMatrices = false;
  await renderLit(headless(), scene, 2);
  expect(buffers.size).toBe(0);
  expect(cloth.isVerticesDataPresent("clothWay")).toBe(false);
});

/** A sheet with a pattern, one metre wide: a cloth whose mesh stands still, or a mesh; the node takes it along. */
function createPattern(scene: Scene, kind: "cloth" | "mesh", node: TransformNode): void {
  const texels = Uint8Array.from({ length: 4 * 16 * 16 }, (_, i) => {
    const isBright = (Math.floor(i / 4) + Math.floor(i / 64)) % 2 === 0;
    return i % 4 === 3 || isBright ? 255 : 30;
  });
  const material = new StandardMaterial("pattern", scene);
  const nearest = Constants.TEXTURE_NEAREST_SAMPLINGMODE;
  material.emissiveTexture = RawTexture.CreateRGBATexture(texels, 16, 16, scene, false, false, nearest);
  material.disableLighting = true;
  if (kind === "mesh") {
    const plane = CreatePlane("plane", { size: 1 }, scene);
    plane.material = material;
    plane.parent = node;
    return;
  }
  const tessellation = { mode: "fixed", level: 2 } as const;
  const cloth = CreateCloth("cloth", { controlPoints: 3, pins: "none", tessellation }, scene);
  cloth.material = material;
  for (let i = 0; i < 9; i++) {
    const [u, v] = [(i % 3) / 2, Math.floor(i / 3) / 2];
    const target = new TransformNode("target", scene);
    target.position.set(u - 0.5, v - 0.5, 0);
    target.parent = node;
    cloth.pin(u, v, target);
  }
}

const effects: [name: string, add: (scene: Scene, camera: Camera) => void][] = [
  [
    "TAA",
    (scene, camera) => {
      const taa = new TAARenderingPipeline("taa", scene, [camera]);
      taa.reprojectHistory = true;
      taa.disableOnCameraMove = false;
    },
  ],
  [
    "motion blur",
    (scene, camera) => {
      new MotionBlurPostProcess("blur", scene, 1, camera).motionStrength = 20;
    },
  ],
];

test.each(effects)("%s shows cloth as a mesh that moves alike", async (_, add) => {
  const pictures: Uint8Array[] = [];
  for (const kind of ["cloth", "mesh"] as const) {
    const scene = createLitScene(headless());
    const node = new TransformNode("node", scene);
    node.position.x = -0.3;
    createPattern(scene, kind, node);
    if (scene.activeCamera) add(scene, scene.activeCamera);
    scene.onBeforeRenderObservable.add(() => (node.position.x += 0.012), undefined, true);
    pictures.push(await renderLit(headless(), scene, 20));
    scene.dispose();
  }
  const [cloth, mesh] = pictures;
  const difference = cloth.reduce((sum, value, i) => sum + Math.abs(value - mesh[i]), 0) / cloth.length;
  // Without velocities of cloth it is 7 and 14.
  expect(difference).toBeLessThan(1);
  expect(litPixels(cloth)).toBeGreaterThan(2000);
});
