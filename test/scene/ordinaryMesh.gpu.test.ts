// What an ordinary mesh can do, done with cloth.
import { GPUPicker, type IGPUMultiPickingInfo } from "@babylonjs/core/Collisions/gpuPicker.js";
import "@babylonjs/core/Culling/ray.js";
import "@babylonjs/core/Engines/WebGPU/Extensions/engine.multiRender.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import "@babylonjs/core/Meshes/instancedMesh.js";
import "@babylonjs/core/Meshes/thinInstanceMesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { ClothMesh } from "../../src/index.js";
import {
  checked,
  createPair,
  drawn,
  expectSame,
  expectSamePictures,
  look,
  render,
  settle,
  show,
  takePair,
  views,
  wear,
  type Pair,
} from "../support/picturePair.js";
import type { Picture } from "../support/png.js";
import { drawWholeFrame, useEngine } from "../support/useGpu.js";

const headless = useEngine({ width: 200, height: 150 });

async function open(place?: (cloth: ClothMesh) => void): Promise<Pair> {
  const pair = await createPair(headless(), false, place);
  wear(pair, checked(pair.scene));
  return pair;
}

test("a parent scales it differently along its axes", async () => {
  const pair = await open((cloth) => {
    const parent = new TransformNode("parent", cloth.getScene());
    parent.scaling.set(1.3, 0.7, 1.6);
    parent.rotation.set(0.3, 0.2, 0.1);
    cloth.parent = parent;
    cloth.rotation.set(0, 0.3, 0.4);
  });
  await expectSamePictures("parent", pair);
});

test("layerMask hides it from a camera", async () => {
  const pair = await open();
  pair.mesh.setEnabled(false);
  pair.cloth.layerMask = 2;
  pair.camera.layerMask = 1;
  expect(drawn(await render(pair))).toBe(0);
  pair.camera.layerMask = 3;
  expect(drawn(await render(pair))).toBeGreaterThan(2000);
});

test("levels of detail take its place", async () => {
  // What is drawn in its place has its matrix; the copy has none.
  const pair = await open((cloth) => cloth.position.setAll(0));
  for (const mesh of [pair.cloth, pair.mesh]) {
    mesh.addLODLevel(3, CreateBox("far", { size: 0.5 }, pair.scene));
    mesh.addLODLevel(4, null);
  }
  await expectSamePictures("near", pair);
  pair.camera.radius = 3.5;
  await expectSamePictures("far", pair, render, 200);
  pair.camera.radius = 4.5;
  show(pair, "cloth");
  expect(drawn(await render(pair))).toBe(0);
});

/** Picks at several pixels, of which the last one shows the background. */
async function pickAll(pair: Pair, shown: "cloth" | "mesh"): Promise<IGPUMultiPickingInfo> {
  show(pair, shown);
  const picker = new GPUPicker();
  picker.enableDepthPicking = true;
  picker.setPickingList([pair.cloth, pair.mesh]);
  const pixels = [
    { x: 85, y: 60 },
    { x: 100, y: 60 },
    { x: 130, y: 90 },
    { x: 5, y: 5 },
  ];
  const progress = { isOver: false };
  const picking = picker.multiPickAsync(pixels).finally(() => (progress.isOver = true));
  // Whole frames: a slow device would fall behind by more and more of them, and the picker's own with them.
  while (!progress.isOver) await drawWholeFrame(pair.scene);
  const picked = await picking;
  picker.dispose();
  if (!picked) throw new Error("The picker was busy.");
  return picked;
}

test("a GPUPicker picks the same points and normals", async () => {
  const pair = await open();
  await settle(pair);
  const cloth = await pickAll(pair, "cloth");
  const mesh = await pickAll(pair, "mesh");
  expect(cloth.meshes.map((picked) => picked?.name)).toEqual(["cloth", "cloth", "cloth", undefined]);
  expect(mesh.meshes.map((picked) => picked?.name)).toEqual(["mesh", "mesh", "mesh", undefined]);
  for (let i = 0; i < 3; i++) {
    expect(distance(cloth.pickedPoints?.[i], mesh.pickedPoints?.[i])).toBeLessThan(1e-4);
    expect(distance(cloth.normals?.[i], mesh.normals?.[i])).toBeLessThan(1e-2);
  }
});

function distance(a: Vector3 | null | undefined, b: Vector3 | null | undefined): number {
  return a && b ? Vector3.Distance(a, b) : NaN;
}

/** Pictures from the front. */
async function expectSamePicture(pair: Pair): Promise<void> {
  await settle(pair);
  look(pair, views[0]);
  const [cloth, mesh] = await takePair(pair);
  expectSame(cloth, mesh);
}

test("thin instances", async () => {
  const pair = await open((cloth) => cloth.position.setAll(0));
  for (const mesh of [pair.cloth, pair.mesh]) {
    mesh.thinInstanceAdd([Matrix.Identity(), Matrix.Translation(0.3, 0, 0)]);
  }
  await expectSamePicture(pair);
});

test("instances, with and without the cloth itself", async () => {
  const pair = await open((cloth) => cloth.position.setAll(0));
  for (const mesh of [pair.cloth, pair.mesh]) {
    mesh.createInstance("left").position.x = -0.3;
    mesh.createInstance("right").position.x = 0.3;
  }
  const only = (shown: "cloth" | "mesh", isVisible: boolean): Promise<Picture> => {
    for (const mesh of [pair.cloth, pair.mesh]) {
      mesh.isVisible = isVisible && mesh === pair[shown];
      for (const instance of mesh.instances) instance.isVisible = mesh === pair[shown];
    }
    return render(pair);
  };
  look(pair, views[0]);
  for (const isVisible of [true, false]) {
    await only("mesh", isVisible);
    await settleFrames();
    const mesh = await only("mesh", isVisible);
    const cloth = await only("cloth", isVisible);
    expectSame(cloth, mesh);
    expect(drawn(cloth)).toBeGreaterThan(2000);
  }
});

function settleFrames(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 100));
}

test("wireframe and points draw nothing and say so once", async () => {
  const pair = await open();
  await settle(pair);
  const warnings: string[] = [];
  const warn = Logger.Warn;
  Logger.Warn = (message) => {
    warnings.push(String(message));
  };
  const material = checked(pair.scene);
  wear(pair, material);
  show(pair, "cloth");
  for (const mode of ["wireframe", "pointsCloud"] as const) {
    material[mode] = true;
    expect(drawn(await render(pair))).toBe(0);
    material[mode] = false;
  }
  Logger.Warn = warn;
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/Cloth "cloth": wireframe, pointsCloud .* bake\(\)/);
  expect(drawn(await render(pair))).toBeGreaterThan(2000);
});

test("bake makes an ordinary mesh of it, in its place", async () => {
  const pair = await open();
  const { mesh } = pair;
  const baked = await pair.cloth.bake("baked");
  expect(baked.getClassName()).toBe("Mesh");
  expect(baked.getVerticesData("position")).toEqual(mesh.getVerticesData("position"));
  mesh.setEnabled(false);
  await expectSamePicture({ ...pair, mesh: baked });
});

test("what would edit its vertices says what to do instead", async () => {
  const { cloth } = await open();
  for (const edit of [
    (): unknown => cloth.makeGeometryUnique(),
    (): unknown => cloth.bakeCurrentTransformIntoVertices(),
    (): unknown => cloth.convertToFlatShadedMesh(),
    (): unknown => cloth.convertToUnIndexedMesh(),
    (): unknown => cloth.increaseVertices(2),
    (): unknown => cloth.flipFaces(),
    (): unknown => cloth.forceSharedVertices(),
    (): void => {
      cloth.optimizeIndices();
    },
  ]) {
    expect(edit).toThrow(/^Cloth "cloth": \w+ cannot act on a cloth.*bake\(\)/);
  }
});

test("the triangles of a mirrored cloth face where its normals point", async () => {
  const { cloth, system } = await open((own) => own.scaling.set(-1, 1, 1));
  system.step(0);
  const { positions, normals, indices } = await cloth.readSurface();
  const corner = (i: number): Vector3 => Vector3.FromArray(positions, 3 * indices[i]);
  for (let i = 0; i < indices.length; i += 3) {
    const cross = Vector3.Cross(corner(i + 1).subtract(corner(i)), corner(i + 2).subtract(corner(i)));
    expect(Vector3.Dot(cross, Vector3.FromArray(normals, 3 * indices[i]))).toBeLessThan(0);
  }
});

test("scene.pick", async () => {
  const pair = await open();
  await settle(pair);
  show(pair, "cloth");
  expect(pair.scene.pick(100, 60).pickedMesh?.name).toBe("cloth");
});

test("a clone is a cloth of its own that looks the same", async () => {
  const { cloth, system } = await open();
  cloth.unpin(0, 1);
  cloth.pin(0.5, 1);
  cloth.fabric.drag = 0.3;
  cloth.thickness = 0.02;
  cloth.colliders.add({ shape: "sphere", radius: 0.2 });
  const clone = cloth.clone("clone");
  expect(clone.getClassName()).toBe("ClothMesh");
  expect(clone.pins).toEqual(cloth.pins);
  expect(clone.fabric).toEqual(cloth.fabric);
  expect(clone.solver).toEqual(cloth.solver);
  expect(clone.tessellation).toEqual(cloth.tessellation);
  expect([clone.thickness, clone.wind.z, clone.colliders.list.length]).toEqual([0.02, 1.5, 1]);
  expect(clone.material === cloth.material).toBe(true);
  cloth.reset();
  system.step(0);
  for (let frame = 0; frame < 5; frame++) system.step(1 / 60);
  expect(await clone.readPositions()).toEqual(await cloth.readPositions());
  clone.wind.z = 9;
  expect(cloth.wind.z).toBe(1.5);
  cloth.dispose();
  expect(clone.colliders.list).toHaveLength(1);
});
