// What asks a mesh for its vertices gets those of a cloth on the GPU as well, or is told what to do instead.
import "@babylonjs/core/Materials/standardMaterial.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateDecal } from "@babylonjs/core/Meshes/Builders/decalBuilder.js";
import { CSG } from "@babylonjs/core/Meshes/csg.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import type { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Collisions/collisionCoordinator.js";
import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { OBJExport } from "@babylonjs/serializers/OBJ/index.js";
import { GLTF2Export } from "@babylonjs/serializers/glTF/2.0/glTFSerializer.js";
import { ClothSystem, CreateCloth, type ClothMesh, type IClothOptions } from "../../src/index.js";
import { createLitScene, LIT_SIZE } from "../support/litScene.js";
import { useEngine } from "../support/useGpu.js";

const headless = useEngine(LIT_SIZE);

/** A sheet in the wind after some steps, whose shape is known here. */
async function createSheet(options: IClothOptions = {}): Promise<ClothMesh> {
  const scene = createLitScene(headless());
  const system = ClothSystem.For(scene);
  system.paused = true;
  const cloth = CreateCloth("sheet", { controlPoints: 8, solver: { turbulence: 0 }, ...options }, scene);
  cloth.wind.set(0, 0, 4);
  await system.whenReadyAsync();
  cloth.position.x = 2;
  for (let frame = 0; frame < 15; frame++) system.step(1 / 60);
  await cloth.fetchShape();
  return cloth;
}

function pointsOf(numbers: ArrayLike<number> | null, size = 3): number[][] {
  const all = Array.from(numbers ?? []);
  return Array.from({ length: all.length / size }, (_, i) => all.slice(size * i, size * (i + 1)));
}

/** Of the nearest one [m]. */
function distanceTo(points: number[][], [x, y, z]: number[]): number {
  return Math.min(...points.map((point) => Math.hypot(point[0] - x, point[1] - y, point[2] - z)));
}

/** Vertices in the world lie on the surface: between its corners and where the wind has blown it. */
async function expectShape(cloth: ClothMesh, positions: ArrayLike<number> | null): Promise<void> {
  const drawn = pointsOf((await cloth.readSurface()).positions);
  const given = pointsOf(positions);
  expect(given.length).toBeGreaterThan(100);
  // Half the diagonal of a quad of the drawn surface.
  for (const point of drawn) expect(distanceTo(given, point)).toBeLessThan(0.03);
  expect(Math.max(...given.map(([, , z]) => z))).toBeGreaterThan(0.05);
}

test("getVerticesData and getIndices are those of an ordinary mesh of its shape", async () => {
  const cloth = await createSheet();
  const { positions, normals, tangents, uvs, indices } = VertexData.ExtractFromMesh(cloth);
  const count = (positions?.length ?? 0) / 3;
  expect(cloth.getTotalVertices()).toBe(count);
  expect([normals, tangents, uvs].map((values) => values?.length)).toEqual([3 * count, 4 * count, 2 * count]);
  expect(Math.max(...(indices ?? []))).toBe(count - 1);
  await expectShape(
    cloth,
    pointsOf(positions).flatMap(([x, y, z]) => [x + 2, y, z]),
  );
  pointsOf(uvs, 2).forEach(([u, v], i) => {
    const point = cloth.surfaceAt(u, v);
    const [x, y, z] = pointsOf(positions)[i];
    expect(Vector3.Distance(point.position, new Vector3(x + 2, y, z))).toBeLessThan(1e-5);
    expect(Vector3.Distance(point.normal, Vector3.FromArray(pointsOf(normals)[i]))).toBeLessThan(1e-5);
  });
  expect(cloth.getVerticesData("color")).toBeNull();
});

test("they follow the cloth, and its fidelity", async () => {
  const cloth = await createSheet({ fullResolution: 32 });
  const before = cloth.getVerticesData("position");
  expect(cloth.getVerticesData("position")).toBe(before);
  expect(cloth.getVerticesData("position", false, true)).not.toBe(before);
  cloth.wind.setAll(0);
  const system = ClothSystem.For(cloth.getScene());
  for (let frame = 0; frame < 10; frame++) system.step(1 / 60);
  await cloth.fetchShape();
  expect(cloth.getVerticesData("position")).not.toEqual(before);
});

test("Mesh.MergeMeshes", async () => {
  const cloth = await createSheet();
  const clone = cloth.clone("clone");
  ClothSystem.For(cloth.getScene()).step(0);
  const merged = Mesh.MergeMeshes([cloth, clone], false);
  await expectShape(cloth, merged?.getVerticesData("position") ?? null);
});

test("CSG", async () => {
  const cloth = await createSheet();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- it needs no WebAssembly
  expect(CSG.FromMesh(cloth).toMesh("solid").getTotalVertices()).toBeGreaterThan(100);
});

test("a decal lies on it", async () => {
  const cloth = await createSheet();
  cloth.computeWorldMatrix(true);
  const { position, normal } = cloth.surfaceAt(0.5, 0.5);
  const decal = CreateDecal("decal", cloth, { position, normal: normal, size: new Vector3(0.2, 0.2, 0.2) });
  const world = decal.computeWorldMatrix(true);
  const points = pointsOf(decal.getVerticesData("position")).map(([x, y, z]) =>
    Vector3.TransformCoordinates(new Vector3(x, y, z), world),
  );
  expect(points.length).toBeGreaterThan(3);
  for (const point of points) expect(Vector3.Distance(position, point)).toBeLessThan(0.2);
});

test.each<[string, (scene: Scene, cloth: ClothMesh) => unknown]>([
  ["GLTF2Export", (scene) => GLTF2Export.GLBAsync(scene, "file")],
  ["OBJExport", (_, cloth) => OBJExport.OBJ([cloth])],
])("%s names the cloth and bake()", async (_name, act) => {
  const cloth = await createSheet();
  await expect(Promise.resolve().then(() => act(cloth.getScene(), cloth))).rejects.toThrow(/Cloth "sheet": .*bake\(\)/);
});

test("what a baked cloth is made of is exported", async () => {
  const cloth = await createSheet();
  const baked = await cloth.bake("baked");
  const { files } = await GLTF2Export.GLBAsync(cloth.getScene(), "file", {
    shouldExportNode: (node) => node === baked,
  });
  expect(Object.keys(files)).toEqual(["file.glb"]);
});

test.each(["gpu", "cpu"] as const)("what moves with Babylon's collisions stops at it (%s)", async (backend) => {
  const cloth = await createSheet({ backend, tessellation: { mode: "fixed", level: 12 } });
  const scene = cloth.getScene();
  scene.collisionsEnabled = true;
  const ball = new Mesh("ball", scene);
  ball.ellipsoid.setAll(0.1);
  const { x, y, z } = cloth.surfaceAt(0.5, 0.2).position;
  const reach = (other: Mesh): number => {
    other.checkCollisions = true;
    ball.position.set(x, y, z - 1);
    ball.computeWorldMatrix(true);
    ball.moveWithCollisions(new Vector3(0, 0, 3));
    other.checkCollisions = false;
    return ball.position.z;
  };
  const reached: number[] = [];
  for (let round = 0; round < 3; round++) {
    reached.push(reach(cloth));
    expect(Math.abs(reached[round] - reach(await cloth.bake("baked")))).toBeLessThan(1e-3);
    cloth.wind.z -= 6;
    for (let frame = 0; frame < 10; frame++) ClothSystem.For(scene).step(1 / 60);
    await cloth.fetchShape();
  }
  expect(Math.max(...reached) - Math.min(...reached)).toBeGreaterThan(0.05);
  expect(Math.max(...reached)).toBeLessThan(z + 0.5);
});

test.each(["gpu", "cpu"] as const)("a cloth that nobody sees is baked as it is (%s)", async (backend) => {
  const cloth = await createSheet({
    backend,
    tessellation: { mode: "fixed", level: 16 },
    sideOrientation: Mesh.DOUBLESIDE,
  });
  const system = ClothSystem.For(cloth.getScene());
  cloth.isVisible = false;
  for (let frame = 0; frame < 5; frame++) system.step(1 / 60);
  const hidden = pointsOf((await cloth.bake("hidden")).getVerticesData("position"));
  expect(hidden.length).toBeGreaterThan(100);
  const particles = pointsOf(await cloth.readPositions());
  // The surface begins and ends at the corners of its net.
  for (const corner of [0, 7, 56, 63]) expect(distanceTo(hidden, particles[corner])).toBeLessThan(1e-5);
});

test.each(["gpu", "cpu"] as const)("vertices cannot be set, colours neither (%s)", async (backend) => {
  const cloth = await createSheet({ backend });
  const colors = new Float32Array(4 * cloth.getTotalVertices()).fill(1);
  expect(() => cloth.setVerticesData("color", colors)).toThrow(
    /^Cloth "sheet": setVerticesData cannot act on a cloth, whose vertices change in every frame; .*bake\(\)/,
  );
  const buffer = new VertexBuffer(cloth.getEngine(), colors, "color", { updatable: false });
  expect(() => cloth.setVerticesBuffer(buffer)).toThrow(/^Cloth "sheet": setVerticesBuffer .* texture/);
  buffer.dispose();
  expect(() => cloth.updateVerticesData("position", colors)).toThrow(/^Cloth "sheet": updateVerticesData/);
  expect(() => cloth.setIndices([0, 1, 2])).toThrow(/^Cloth "sheet": setIndices/);
  expect(cloth.isVerticesDataPresent("color")).toBe(false);
  ClothSystem.For(cloth.getScene()).step(1 / 60);
});
