/** Pictures of a cloth beside those of Babylon's own mesh with the same vertices. */
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { DirectionalLight } from "@babylonjs/core/Lights/directionalLight.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { Constants } from "@babylonjs/core/Engines/constants.js";
import type { Material } from "@babylonjs/core/Materials/material.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import { Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, CreateCloth, type ClothMesh } from "../../src/index.js";
import type { HeadlessEngine } from "./headless.js";
import { writePng, type Picture } from "./png.js";
import { drawFrame } from "./useGpu.js";

/** A scene with one sun; the camera looks at the front of a cloth in the origin. */
export interface Stage {
  readonly headless: HeadlessEngine;
  readonly scene: Scene;
  readonly system: ClothSystem;
  readonly camera: ArcRotateCamera;
  readonly sun: DirectionalLight;
}

/** A folded cloth and Babylon's mesh with the same vertices. One of them is enabled at a time. */
export interface Pair extends Stage {
  readonly cloth: ClothMesh;
  readonly mesh: Mesh;
}

/** From where a picture is taken, and which side of the cloth the sun shines on. */
export interface View {
  readonly eye: "front" | "back";
  readonly sun: "front" | "back";
}

/** Both sides, each in the light and in its own shadow. */
export const views: readonly View[] = [
  { eye: "front", sun: "front" },
  { eye: "back", sun: "back" },
  { eye: "back", sun: "front" },
];

/** How far two pictures are apart. */
export interface Difference {
  /** Pixels with a channel that differs by more than 8. */
  readonly different: number;
  /** Those of them that are more than one pixel away from an edge. */
  readonly inside: number;
  /** Largest difference of a channel. */
  readonly largest: number;
}

/** Takes a picture. */
export type Take = (stage: Stage) => Promise<Picture>;

export function createStage(headless: HeadlessEngine, isRightHanded = false): Stage {
  const scene = new Scene(headless.engine);
  scene.useRightHandedSystem = isRightHanded;
  scene.clearColor = new Color4(0, 0, 0, 1);
  const camera = new ArcRotateCamera("camera", 0, 1.3, 1.7, Vector3.Zero(), scene);
  camera.minZ = 0.5;
  camera.maxZ = 5;
  const sky = new HemisphericLight("sky", Vector3.Up(), scene);
  sky.intensity = 0.2;
  const sun = new DirectionalLight("sun", Vector3.Forward(), scene);
  const stage = { headless, scene, system: ClothSystem.For(scene), camera, sun };
  look(stage, views[0]);
  return stage;
}

/** Moves the camera and the sun. */
export function look({ camera, sun }: Stage, view: View): void {
  camera.alpha = view.eye === "front" ? -1.3 : 1.85;
  sun.direction.set(0.4, -0.6, view.sun === "front" ? 1 : -1);
  sun.position = sun.direction.scale(-3);
}

/** A cloth that wind has folded, turned and moved; time stands still. */
async function foldCloth(stage: Stage, place: (cloth: ClothMesh) => void = turn): Promise<ClothMesh> {
  const { scene, system } = stage;
  const tessellation = { mode: "fixed", level: 24 } as const;
  // It takes the first place in the buffers: what draws the others must find its own.
  CreateCloth("first", { tessellation }, scene).isVisible = false;
  const cloth = CreateCloth("cloth", { tessellation, solver: { turbulence: 0 } }, scene);
  place(cloth);
  system.paused = true;
  await system.whenReadyAsync();
  cloth.wind.set(0.6, 0, 1.5);
  for (const side of [-1, 1]) {
    const point = Vector3.TransformCoordinates(new Vector3(0.3 * side, -0.2, 0), cloth.computeWorldMatrix(true));
    cloth.applyImpulse(point, new Vector3(-0.06 * side, 0, 0.12 * side), 0.25);
  }
  for (let frame = 0; frame < 18; frame++) system.step(1 / 60);
  return cloth;
}

function turn(cloth: ClothMesh): void {
  cloth.position.set(0.05, 0.15, -0.1);
  cloth.rotation.set(0.1, 0.4, 0);
}

/** Babylon's mesh with the vertices of the cloth, under the same material. */
export async function copyOf(cloth: ClothMesh): Promise<Mesh> {
  const { positions, normals, tangents, uvs, indices } = await cloth.readSurface();
  const mesh = new Mesh("mesh", cloth.getScene());
  Object.assign(new VertexData(), { positions, normals, tangents, uvs, indices }).applyToMesh(mesh);
  mesh.material = cloth.material;
  return mesh;
}

/** A scene with a folded cloth and its copy. */
export async function createPair(
  headless: HeadlessEngine,
  isRightHanded = false,
  place?: (cloth: ClothMesh) => void,
): Promise<Pair> {
  const stage = createStage(headless, isRightHanded);
  const cloth = await foldCloth(stage, place);
  return { ...stage, cloth, mesh: await copyOf(cloth) };
}

/** Lets only one of the two be seen. */
export function show({ cloth, mesh }: Pick<Pair, "cloth" | "mesh">, shown: "cloth" | "mesh"): void {
  cloth.setEnabled(shown === "cloth");
  mesh.setEnabled(shown === "mesh");
}

/** Renders when all is compiled. */
export async function render(stage: Stage): Promise<Picture> {
  const { headless, scene, system } = stage;
  const { engine } = headless;
  await system.whenReadyAsync();
  await scene.whenReadyAsync(true);
  for (let frame = 0; frame < 3; frame++) drawFrame(scene);
  return { width: engine.getRenderWidth(), height: engine.getRenderHeight(), data: await headless.readPixels() };
}

/** Waits for what comes late: bounds that are read back, and shaders that Babylon loads when it first draws with them. */
export async function settle(pair: Pair): Promise<void> {
  for (const shown of ["cloth", "mesh"] as const) {
    show(pair, shown);
    for (let round = 0; round < 3; round++) {
      await render(pair);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Pictures of the cloth and of the mesh. `take` may return another picture than that of the canvas. */
export async function takePair(pair: Pair, take: Take = render): Promise<Picture[]> {
  // Shadows are fitted to bounds, and those of a cloth are wider than its vertices.
  const { minimumWorld, maximumWorld } = pair.cloth.getBoundingInfo().boundingBox;
  pair.mesh.buildBoundingInfo(minimumWorld, maximumWorld);
  show(pair, "cloth");
  const cloth = await take(pair);
  show(pair, "mesh");
  return [cloth, await take(pair)];
}

/**
 * Takes a pair of pictures from each of the {@link views} and expects them to be equal.
 *
 * @param name - Of the files, if the environment names a folder PICTURES.
 * @param minDrawn - Pixels of each picture that must not show the background.
 */
export async function expectSamePictures(
  name: string,
  pair: Pair,
  take: Take = render,
  minDrawn = 2000,
): Promise<void> {
  await settle(pair);
  for (const view of views) {
    look(pair, view);
    const [cloth, mesh] = await takePair(pair, take);
    await keep(`${name} ${view.eye} ${view.sun}`, cloth, mesh);
    expectSame(cloth, mesh);
    expect(drawn(cloth)).toBeGreaterThan(minDrawn);
  }
}

/**
 * Both pictures come from the same vertices and shaders, but the cloth's go through its world matrix on the GPU: positions and
 * normals are rounded otherwise. That moves an outline, a texel or a shadow over the middle of a pixel here and there, never a
 * pixel inside of an even patch: 0.2 % of the pixels, next to an edge of the mesh's picture, or with a color from among those around them.
 */
export function expectSame(cloth: Picture, mesh: Picture): void {
  const { different, inside } = difference(cloth, mesh);
  expect(different).toBeLessThanOrEqual(0.002 * mesh.width * mesh.height);
  expect(inside).toBe(0);
}

const TOLERANCE = 8;
const EDGE = 24;

export function difference(picture: Picture, reference: Picture): Difference {
  const { width, height } = reference;
  const channels = (at: number): number =>
    Math.max(
      ...[0, 1, 2, 3].map((channel) => Math.abs(picture.data[4 * at + channel] - reference.data[4 * at + channel])),
    );
  const contrast = (a: number, b: number): number =>
    Math.max(
      ...[0, 1, 2, 3].map((channel) => Math.abs(reference.data[4 * a + channel] - reference.data[4 * b + channel])),
    );
  const isEdge = (x: number, y: number): boolean =>
    neighbours(x, y, width, height).some((at) => contrast(at, y * width + x) > EDGE);
  const result = { different: 0, inside: 0, largest: 0 };
  for (let at = 0; at < width * height; at++) {
    const difference = channels(at);
    result.largest = Math.max(result.largest, difference);
    if (difference <= TOLERANCE) continue;
    result.different++;
    const around = neighbours(at % width, Math.floor(at / width), width, height);
    const patch = [at, ...around];
    const isMoved = [0, 1, 2, 3].every((channel) => {
      const there = patch.map((near) => reference.data[4 * near + channel]);
      const here = picture.data[4 * at + channel];
      return here >= Math.min(...there) && here <= Math.max(...there);
    });
    if (!isMoved && !patch.some((near) => isEdge(near % width, Math.floor(near / width)))) result.inside++;
  }
  return result;
}

/** Number of pixels that are not as dark, or as far away, as the first one, which shows the background. */
export function drawn({ data }: Picture): number {
  let count = 0;
  for (let i = 0; i < data.length; i += 4) {
    count += Number([0, 1, 2].some((channel) => Math.abs(data[i + channel] - data[channel]) > 10));
  }
  return count;
}

/** A texture as a picture; a channel that is not there is black. */
export async function texturePicture(texture: BaseTexture, toByte: (value: number) => number): Promise<Picture> {
  const { width, height } = texture.getSize();
  const texels = await texture.readPixels();
  if (!(texels instanceof Uint8Array || texels instanceof Uint8ClampedArray || texels instanceof Float32Array)) {
    throw new TypeError(`The texture ${texture.name} has no bytes or floats.`);
  }
  const channels = texels.length / (width * height);
  const data = new Uint8Array(4 * width * height).fill(255);
  for (let i = 0; i < data.length; i++) {
    const channel = i % 4;
    if (channel < 3) data[i] = channel < channels ? toByte(texels[Math.floor(i / 4) * channels + channel]) : 0;
  }
  return { width, height, data };
}

/** For eyes: the pictures of a pair beside each other, where the environment wants them. */
export async function keep(name: string, ...pictures: Picture[]): Promise<void> {
  const { PICTURES: folder } = process.env;
  if (folder === undefined) return;
  const [{ height }] = pictures;
  const width = pictures.reduce((sum, picture) => sum + picture.width, 0);
  const data = new Uint8Array(4 * width * height);
  let left = 0;
  for (const picture of pictures) {
    for (let row = 0; row < height; row++) {
      const start = 4 * row * picture.width;
      data.set(picture.data.subarray(start, start + 4 * picture.width), 4 * (row * width + left));
    }
    left += picture.width;
  }
  await writePng(`${folder}/${name.replaceAll(/\W+/g, "-")}.png`, { width, height, data });
  if (pictures.length > 1) console.info(name, difference(pictures[0], pictures[1]), drawn(pictures[0]));
}

/** A texture of so many texels a side, its bytes RGBA by column and row. */
function texture(scene: Scene, size: number, texel: (u: number, v: number) => number[]): RawTexture {
  const texels = Array.from({ length: size * size }, (_, i) => texel((i % size) / size, Math.floor(i / size) / size));
  const data = Uint8Array.from(texels.flat());
  const made = RawTexture.CreateRGBATexture(
    data,
    size,
    size,
    scene,
    false,
    false,
    Constants.TEXTURE_BILINEAR_SAMPLINGMODE,
  );
  made.wrapU = made.wrapV = Constants.TEXTURE_WRAP_ADDRESSMODE;
  return made;
}

/** The cloth and the mesh get one material. */
export function wear({ cloth, mesh }: Pair, material: Material): void {
  cloth.material = material;
  mesh.material = material;
}

export function checked(scene: Scene): StandardMaterial {
  const material = new StandardMaterial("checked", scene);
  material.diffuseTexture = texture(scene, 64, (u, v) => {
    const isBright = (Math.floor(6 * u) + Math.floor(6 * v)) % 2 === 0;
    return [255 * u, 255 * v, isBright ? 255 : 80, 255];
  });
  return material;
}

export function bumpy(scene: Scene): PBRMaterial {
  const material = new PBRMaterial("bumpy", scene);
  material.metallic = 0;
  material.roughness = 0.4;
  material.bumpTexture = humps(scene);
  return material;
}

/** Humps in rows: a normal map with green up. */
export function humps(scene: Scene, count = 4): RawTexture {
  const byte = (value: number): number => Math.round(127.5 + 127.5 * value);
  return texture(scene, 64, (u, v) => {
    const slope = [u, v].map((part) => -0.8 * Math.cos(2 * Math.PI * count * part));
    const scale = 1 / Math.hypot(slope[0], slope[1], 1);
    return [byte(-slope[0] * scale), byte(-slope[1] * scale), byte(scale), 255];
  });
}

function neighbours(x: number, y: number, width: number, height: number): number[] {
  const found: number[] = [];
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
      if (row !== y || column !== x) found.push(row * width + column);
    }
  }
  return found;
}
