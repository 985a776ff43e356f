/** Cuts on the GPU: the drawn surface is that of the CPU's patches, and nothing is drawn over the gap. */
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothMesh, ClothSystem, CreateCloth, type IClothOptions, type IClothPlace } from "../../src/index.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import { note } from "../support/note.js";
import { drawFrame, drawWholeFrame, loseDevice, useEngine } from "../support/useGpu.js";
import { testAtLength } from "../support/atLength.js";

const headless = useEngine({ width: 160, height: 120 });

/** A sheet in front of a camera, cut across its middle, after some frames. */
async function createCut(options: IClothOptions, frames: number): Promise<ClothMesh> {
  const scene = new Scene(headless().engine);
  new HemisphericLight("sky", Vector3.Up(), scene);
  new ArcRotateCamera("camera", -Math.PI / 2, Math.PI / 2, 2, Vector3.Zero(), scene).minZ = 0.1;
  const system = ClothSystem.For(scene);
  system.paused = true;
  const cloth = CreateCloth("sheet", { fullResolution: 34, pins: "topEdge", ...options }, scene);
  cloth.wind.set(0, 0, 2);
  await system.whenReadyAsync();
  drawFrame(scene);
  expect(cloth.cut({ x: 5, y: 57 }, { x: 155, y: 63 })).toBeGreaterThan(0);
  await run(cloth, 0);
  await run(cloth, frames);
  return cloth;
}

/** Frames of 1/60 s, once the kernels of cuts and of full resolution are compiled. */
async function run(cloth: ClothMesh, frames: number): Promise<void> {
  const scene = cloth.getScene();
  const system = ClothSystem.For(scene);
  while (!(await isOpen(cloth))) {
    system.step(0);
    drawFrame(scene);
    await new Promise((done) => setTimeout(done, 50));
  }
  for (let frame = 0; frame < frames; frame++) {
    system.step(1 / 60);
    drawFrame(scene);
  }
}

/** Whether each patch has vertices of its own. */
async function isOpen(cloth: ClothMesh): Promise<boolean> {
  return (await cloth.readSurface()).positions.length === 3 * 2 * 32 * 32 * 25;
}

/** Longest side of the triangles. */
function longestOf(positions: ArrayLike<number>, indices: ArrayLike<number>): number {
  let longest = 0;
  for (let i = 0; i < indices.length; i++) {
    const next = i % 3 === 2 ? i - 2 : i + 1;
    const [a, b] = [indices[i], indices[next]].map((k) => Vector3.FromArray(positions as number[], 3 * k));
    longest = Math.max(longest, Vector3.Distance(a, b));
  }
  return longest;
}

test("a control grid that is cut takes full resolution, and both of its faces and their rim are drawn as the CPU draws them", async () => {
  const options = { controlPoints: 9, sideOrientation: Mesh.DOUBLESIDE, drawnThickness: 0.01 };
  const cloth = await createCut(options, 20);
  expect([cloth.fidelity, cloth.askedFidelity, cloth.statistics.cuts]).toEqual(["fullResolution", "controlGrid", 1]);
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
  // It has fallen by half a metre, and its triangles stay as small as those of the sheet.
  const heights = Array.from(own[0]).filter((_, k) => k % 3 === 1);
  expect(heights.some((y) => y < -0.7)).toBe(true);
  expect(longestOf(positions, indices)).toBeLessThan(0.05);
  expect(heights.filter((y) => y < -0.05 && y > -0.2)).toEqual([]);
  expect(indices.length).toBe(2 * 6 * 32 * 32 * (16 + 16));
  cloth.reset();
  expect(cloth.fidelity).toBe("controlGrid");
});

testAtLength("a saved cloth is loaded cut, and goes on so after the device was lost", async () => {
  const cloth = await createCut({ controlPoints: 9, sideOrientation: Mesh.DOUBLESIDE }, 4);
  await cloth.fetchShape();
  const saved = JSON.parse(JSON.stringify(cloth.serialize({}, true))) as object;
  const loaded = ClothMesh.Parse(saved, cloth.getScene(), "");
  expect(loaded.statistics.cuts).toBe(1);
  await run(loaded, 6);
  expect(await lowest(loaded)).toBeLessThan((await lowest(cloth)) + 1e-3);
  await cloth.fetchShape();
  const before = await lowest(cloth);
  await loseDevice(headless().engine);
  await run(cloth, 10);
  // What was cut off falls on.
  expect(await lowest(cloth)).toBeLessThan(before - 0.05);
  expect([cloth.fidelity, cloth.statistics.cuts]).toEqual(["fullResolution", 1]);
});

/** Height of the lowest drawn vertex. */
async function lowest(cloth: ClothMesh): Promise<number> {
  const { positions } = await cloth.readSurface();
  return Array.from(positions).reduce((least, value, k) => (k % 3 === 1 ? Math.min(least, value) : least), Infinity);
}

test("a cloth that tears is heard of, and drawn open; a reset mends it", async () => {
  const scene = new Scene(headless().engine);
  new ArcRotateCamera("camera", -Math.PI / 2, Math.PI / 2, 2, Vector3.Zero(), scene);
  const system = ClothSystem.For(scene);
  system.paused = true;
  const cloth = CreateCloth(
    "sheet",
    {
      ...{ controlPoints: 9, fullResolution: 34, pins: "topEdge", sideOrientation: Mesh.DOUBLESIDE },
      // It hangs by more than the weak row can bear.
      fabric: { stretch: 0.01, tear: 0.008 },
      tearScale: (_, v) => (v > 0.6 && v < 0.8 ? 0.5 : 4),
    },
    scene,
  );
  const places: IClothPlace[] = [];
  cloth.onTearObservable.add((tear) => places.push(...tear.places));
  await system.whenReadyAsync();
  drawFrame(scene);
  expect([cloth.fidelity, cloth.askedFidelity]).toEqual(["fullResolution", "controlGrid"]);
  for (let frame = 0; frame < 200 && places.length < 32; frame++) {
    await drawWholeFrame(scene, () => {
      system.step(1 / 60);
    });
  }
  note("threads that tear", places.length);
  expect(places.length).toBeGreaterThanOrEqual(32);
  expect(places.filter(({ v }) => v > 0.5 && v < 0.9).length).toBeGreaterThan(0.9 * places.length);
  await run(cloth, 20);
  expect(cloth.statistics.tornThreads).toBeGreaterThanOrEqual(places.length - 1);
  expect(await lowest(cloth)).toBeLessThan(-0.6);
  cloth.reset();
  system.step(1 / 60);
  drawFrame(scene);
  expect([cloth.statistics.tornThreads, cloth.cuts.links]).toEqual([0, null]);
  expect(await lowest(cloth)).toBeGreaterThan(-0.52);
});

test("of cut cloths that do not fit together the later one is not drawn, with one warning, and others get no coarser for it", async () => {
  const warnings: string[] = [];
  const { Warn } = Logger;
  Logger.Warn = (message) => {
    warnings.push(String(message));
  };
  const scene = new Scene(headless().engine);
  new ArcRotateCamera("camera", -Math.PI / 2, Math.PI / 2, 2, Vector3.Zero(), scene).minZ = 0.1;
  const system = ClothSystem.For(scene);
  system.paused = true;
  // Of one cut cloth and a half: four vertices a patch, three a pair of quads.
  system.maxTriangles = 9000;
  const options: IClothOptions = { controlPoints: 9, fullResolution: 34, pins: "topEdge" };
  const [first, second] = ["first", "second"].map((name) => CreateCloth(name, options, scene));
  const whole = CreateCloth("whole", { pins: "topEdge", tessellation: { mode: "fixed", level: 20 } }, scene);
  await system.whenReadyAsync();
  drawFrame(scene);
  for (const cloth of [first, second]) expect(cloth.cut({ x: 5, y: 57 }, { x: 155, y: 63 })).toBeGreaterThan(0);
  const draw = async (frames: number): Promise<void> => {
    await system.whenReadyAsync();
    for (let frame = 0; frame < frames; frame++) {
      await drawWholeFrame(scene, () => {
        system.step(0);
      });
    }
  };
  try {
    for (let wait = 0; wait < 100 && warnings.length === 0; wait++) {
      await draw(1);
      await new Promise((done) => setTimeout(done, 50));
    }
    await draw(100);
    const { triangles, coarseness } = whole.statistics;
    note("triangles", first.statistics.triangles, second.statistics.triangles, triangles, "coarseness", coarseness);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^Cloth "second": it is not drawn\. As it is cut .* needs 5464 triangles at least, and maxTriangles of ClothSystem is 9000 for all/,
      ),
    ]);
    expect(first.statistics.triangles).toBeGreaterThan(2000);
    expect(second.statistics.triangles).toBe(0);
    expect(triangles).toBeGreaterThan(20);
    expect(coarseness).toBeLessThan(8);
    first.dispose();
    await draw(10);
    expect(second.statistics.triangles).toBeGreaterThan(2000);
  } finally {
    Logger.Warn = Warn;
  }
});
