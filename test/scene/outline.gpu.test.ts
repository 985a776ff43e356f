/** Sheets with an outline on the GPU: they take full resolution, and are drawn and simulated as the CPU's twins do it. */
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, CreateCloth, outlineFromTexture, type ClothMesh, type IClothOptions } from "../../src/index.js";
import { note } from "../support/note.js";
import { drawFrame, useEngine } from "../support/useGpu.js";

const headless = useEngine({ width: 160, height: 120 });
const COUNT = 34;
const ring = (u: number, v: number): boolean => {
  const away = Math.hypot(u - 0.5, v - 0.5);
  return away > 0.17 && away < 0.46;
};

async function runCloth(options: IClothOptions, frames: number, wind = 0): Promise<ClothMesh> {
  const scene = new Scene(headless().engine);
  new HemisphericLight("sky", Vector3.Up(), scene);
  new ArcRotateCamera("camera", -Math.PI / 2, Math.PI / 2, 2, Vector3.Zero(), scene).minZ = 0.1;
  const system = ClothSystem.For(scene);
  system.paused = true;
  const cloth = CreateCloth("ring", { pins: [{ u: 0.5, v: 1 }], outline: ring, ...options }, scene);
  cloth.wind.set(0, 0, wind);
  await system.whenReadyAsync();
  drawFrame(scene);
  for (let frame = 0; frame < frames; frame++) {
    system.step(1 / 60);
    drawFrame(scene);
  }
  return cloth;
}

test("a ring takes full resolution, moves as on the CPU, and both faces and their rim are drawn as the CPU draws them", async () => {
  const faces = { sideOrientation: Mesh.DOUBLESIDE, drawnThickness: 0.01 };
  const cloth = await runCloth({ controlPoints: 9, fullResolution: COUNT, pins: "topEdge", ...faces }, 12, 3);
  expect([cloth.fidelity, cloth.statistics.particles]).toEqual(["fullResolution", COUNT ** 2]);
  await cloth.fetchShape();
  const { positions, normals, uvs, indices } = await cloth.readSurface();
  const twin = VertexData.ExtractFromMesh(cloth);
  const own = [positions, normals, uvs].map((values) => Float32Array.from(values));
  const other = [twin.positions, twin.normals, twin.uvs].map((values) => Float32Array.from(values ?? []));
  own.forEach((values, kind) => {
    expect(values.length).toBe(other[kind].length);
    const apart = values.reduce((most, value, k) => Math.max(most, Math.abs(value - other[kind][k])), 0);
    note("GPU from CPU", ["positions", "normals", "uvs"][kind], apart);
    expect(apart).toBeLessThan(kind === 1 ? 2e-3 : 1e-4);
  });
  expect(indices.length % 3).toBe(0);
  expect(indices.every((index) => index < positions.length / 3)).toBe(true);
  const away = Array.from({ length: uvs.length / 2 }, (_, k) => Math.hypot(uvs[2 * k] - 0.5, uvs[2 * k + 1] - 0.5));
  expect(away.every((distance) => distance < 0.4601 && distance > 0.169)).toBe(true);
});

test("the solver of the GPU moves a ring as its twin does", async () => {
  const same: IClothOptions = {
    controlPoints: 32,
    fullResolution: 32,
    solver: { substeps: 8, selfCollision: true },
  };
  const [cloth, twin] = [await runCloth(same, 8), await runCloth({ ...same, backend: "cpu" }, 8)];
  // Wind over the edge of the hole, and a ball behind the ring: not for long, since wrinkles grow from rounding errors.
  for (const mesh of [cloth, twin]) {
    mesh.wind.set(0, 0, 0.5);
    mesh.colliders.add({ shape: "sphere", radius: 0.15, position: new Vector3(0.25, -0.05, 0.156) });
    for (let frame = 0; frame < 5; frame++) {
      ClothSystem.For(mesh.getScene()).step(1 / 60);
      drawFrame(mesh.getScene());
    }
  }
  const [own, other] = [await cloth.readPositions(), await twin.readPositions()];
  let [apart, moved] = [0, 0];
  own.forEach((coordinate, k) => {
    apart = Math.max(apart, Math.abs(coordinate - other[k]));
    moved = Math.max(moved, Math.abs(coordinate - cloth.restGrid.restPositions[k]));
  });
  note("GPU from its twin, of a way of", apart, moved);
  expect(moved).toBeGreaterThan(0.01);
  expect(apart).toBeLessThan(1e-4);
});

test("the outline of a texture is the same from the GPU as from its bytes", async () => {
  const scene = new Scene(headless().engine);
  const size = 16;
  // Brighter to the right and to the top: what is cloth is a triangle.
  const pixels = Uint8Array.from({ length: 4 * size * size }, (_, k) => {
    const i = Math.floor(k / 4);
    return k % 4 === 3 ? 255 : 4 * ((i % size) + 2 * Math.floor(i / size));
  });
  const texture = RawTexture.CreateRGBATexture(pixels, size, size, scene, false);
  const kept = await outlineFromTexture(texture);
  Object.assign(texture.getInternalTexture() ?? {}, { _bufferView: null });
  expect(await outlineFromTexture(texture)).toEqual(kept);
  expect(() => CreateCloth("painted", { outline: texture }, scene)).toThrow("outlineFromTexture");
  // Half of 255 is reached at i + 2 j = 31.875, of 15 along each side.
  const [u, v] = [1, 16.875 / 30];
  expect(kept[0].some((corner) => Math.hypot(corner.u - u, corner.v - v) < 1e-5)).toBe(true);
});
