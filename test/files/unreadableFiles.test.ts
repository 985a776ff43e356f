// Files of cloth that cannot be read leave the scene as it was, and say why.
import { AppendSceneAsync, ImportMeshAsync, LoadAssetContainerAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ClothMesh, ClothSystem, type IClothOptions } from "../../src/index.js";
import { add, fileOf, newScene, run, useClothFiles } from "../support/clothFiles.js";

useClothFiles();

/** What Babylon and a user see of a scene. */
function contentOf(scene: Scene): unknown {
  const { meshes, materials, transformNodes, lights, cameras, geometries } = scene;
  const counts = [meshes, materials, transformNodes, lights, cameras, geometries].map(({ length }) => length);
  const system = ClothSystem.For(scene);
  return [...counts, system.cloths.length, system.colliders.list.length, system.wind.asArray()];
}

type File = Record<string, never> & { meshes: { name: string; cloth: Record<string, unknown> }[] };

const corruptions: [string, (cloth: Record<string, unknown>) => void, RegExp][] = [
  ["a newer format", (cloth) => (cloth.version = 2), /Cloth "flag": its file has version 2 .* reads up to 1/],
  ["no version", (cloth) => delete cloth.version, /Cloth "flag": version .* is undefined, must be/],
  ["no options", (cloth) => delete cloth.options, /Cloth "flag": options in its file is undefined, must be an object/],
  ["a width of text", (cloth) => ((cloth.options as IClothOptions).width = "1" as never), /Cloth "flag": width is "1"/],
  ["unknown solver setting", (cloth) => Object.assign(solverOf(cloth), { sub: 1 }), /Cloth "flag": solver has no sub/],
  ["a bad compliance", (cloth) => (fabricOf(cloth).shear = -1), /Cloth "flag": fabric\.shear is -1, must be/],
  ["pins that are no list", (cloth) => (cloth.pins = 3), /Cloth "flag": pins is 3, must be a list/],
  ["a pin outside", (cloth) => (cloth.pins = [{ u: 2, v: 0 }]), /Cloth "flag": pins\[0\]\.u is 2, must be/],
  [
    "a target without an id",
    (cloth) => (cloth.pins = [{ u: 0, v: 0, target: 3 }]),
    /Cloth "flag": pins\[0\]\.target is 3/,
  ],
  ["a hole in pins", (cloth) => makeHole(cloth.pins, 0), /Cloth "flag": pins\[0\] in its file is (undefined|null)/],
  ["a hole in wind", (cloth) => makeHole(cloth.wind, 1), /Cloth "flag": wind in its file/],
  [
    "a collider of text",
    (cloth) => (collidersOf(cloth).all[0] = "ball"),
    /Cloth "flag": colliders\.all\[0\] is "ball", must be an/,
  ],
  [
    "a collider that is a number",
    (cloth) => (collidersOf(cloth).all[0] = 7),
    /Cloth "flag": colliders\.all\[0\] is 7, must be an/,
  ],
  [
    "a hole in colliders",
    (cloth) => makeHole(collidersOf(cloth).all, 0),
    /colliders\.all\[0\] is (undefined|null), must be an object/,
  ],
  [
    "a hole in a list of colliders",
    (cloth) => makeHole(collidersOf(cloth).own, 0),
    /Cloth "flag": colliders is .* lists of numbers/,
  ],
  [
    "planes that are no list",
    (cloth) => (colliderOf(cloth).planes = 3),
    /colliders\.all\[0\]\.planes is 3, must be a list/,
  ],
  [
    "a hole in planes",
    (cloth) => (colliderOf(cloth).planes = new Array<unknown>(4)),
    /colliders\.all\[0\]\.planes is (undefined|null)/,
  ],
  [
    "more colliders than a cloth can have",
    tooMany,
    /Cloth "flag": colliders is 66 that are enabled, must be at most 64/,
  ],
  ["no colliders", (cloth) => delete cloth.colliders, /Cloth "flag": colliders is undefined/],
  ["unknown shape", (cloth) => (colliderOf(cloth).shape = "torus"), /Cloth "flag": colliders\.all\[0\].*"torus"/],
  ["a node that is no reference", (cloth) => (colliderOf(cloth).node = "a"), /colliders\.all\[0\]\.node is "a"/],
  ["lists of nothing", (cloth) => (collidersOf(cloth).own = [9]), /Cloth "flag": colliders is .* lists of numbers/],
  ["no wind", (cloth) => (cloth.wind = [1, null, 2]), /Cloth "flag": wind in its file/],
  ["spheres of another grid", (cloth) => (cloth.motionConstraints = { spheres: [1] }), /motionConstraints\.spheres is/],
  ["a shape that was cut", (cloth) => (shapeOf(cloth).particles = "AAAA"), /Cloth "flag": shape\.particles is "AAAA"/],
  ["a shape of no text", (cloth) => (shapeOf(cloth).state = 1), /Cloth "flag": shape\.state is 1, must be/],
  [
    "air that is nowhere",
    (cloth) => {
      const { byteLength } = Buffer.from(shapeOf(cloth).state as string, "base64");
      shapeOf(cloth).state = Buffer.from(new Float32Array(byteLength / 4).fill(NaN).buffer).toString("base64");
    },
    /Cloth "flag": shape\.state has numbers that are not finite/,
  ],
  ["no matrix", (cloth) => delete shapeOf(cloth).world, /Cloth "flag": shape\.world in its file/],
  [
    "a substep of a second",
    (cloth) => (shapeOf(cloth).substepTime = 1),
    /Cloth "flag": shape\.substepTime .* is 1, must/,
  ],
  ["an hour that is left", (cloth) => (shapeOf(cloth).pending = 3600), /Cloth "flag": shape\.pending .* is 3600, must/],
  [
    "air of no amount",
    (cloth) => (cloth.pressure = { name: "air", cloths: [null], pressure: 1, amount: 0, inside: "back" }),
    /Cloth "flag": pressure\.amount in its file is 0, must be a finite number above 0/,
  ],
  [
    "tessellation of another mode",
    (cloth) => (optionsOf(cloth).tessellation = { mode: "a" }),
    /tessellation\.mode is "a"/,
  ],
  ["rest positions of another grid", (cloth) => (cloth.rest = [0, 0, 0]), /Cloth "flag": rest in its file/],
];

function optionsOf(cloth: Record<string, unknown>): Record<string, unknown> {
  return cloth.options as Record<string, unknown>;
}

function solverOf(cloth: Record<string, unknown>): object {
  return optionsOf(cloth).solver as object;
}

function fabricOf(cloth: Record<string, unknown>): Record<string, unknown> {
  return optionsOf(cloth).fabric as Record<string, unknown>;
}

function collidersOf(cloth: Record<string, unknown>): Record<string, unknown[]> {
  return cloth.colliders as Record<string, unknown[]>;
}

function colliderOf(cloth: Record<string, unknown>): Record<string, unknown> {
  return collidersOf(cloth).all[0] as Record<string, unknown>;
}

/** As a program leaves one that edits a file. */
function makeHole(list: unknown, at: number): void {
  Reflect.deleteProperty(list as unknown[], at);
}

function tooMany(cloth: Record<string, unknown>): void {
  const { all, own, shared } = collidersOf(cloth);
  all.push(...Array.from({ length: 65 }, () => all[0]));
  all.forEach((_, i) => i > 0 && (i < 33 ? own : shared).push(i));
}

function shapeOf(cloth: Record<string, unknown>): Record<string, unknown> {
  return cloth.shape as Record<string, unknown>;
}

describe("a file that cannot be read leaves the scene as it was, and says why", () => {
  const bystander = "bystander";
  let file: string;
  beforeEach(() => {
    const scene = newScene();
    const cloth = add(scene);
    cloth.colliders.addMesh(CreateSphere("ball", { segments: 4 }, scene));
    cloth.material = new PBRMaterial("silk", scene);
    add(scene, {}, bystander);
    run(scene, 3);
    file = fileOf(scene);
  });

  test.each(corruptions)("%s", async (_, spoil, message) => {
    const parsed = JSON.parse(file) as File;
    const flag = parsed.meshes.find(({ name }) => name === "flag");
    if (!flag) throw new Error("The file has no flag.");
    spoil(flag.cloth);
    const scene = newScene();
    add(scene, {}, "old");
    // It has its vertices: Babylon may ask whether it is ready while a file is loaded.
    run(scene, 1);
    const before = contentOf(scene);
    const bad = `data:${JSON.stringify(parsed)}`;
    await expect(AppendSceneAsync(bad, scene)).rejects.toThrow(message);
    await expect(ImportMeshAsync(bad, scene)).rejects.toThrow(message);
    await expect(LoadAssetContainerAsync(bad, scene)).rejects.toThrow(message);
    expect(() => ClothMesh.Parse(flag, scene, "")).toThrow(message);
    expect(contentOf(scene)).toEqual(before);
  });

  test("a mesh that is no cloth", () => {
    const scene = newScene();
    const before = contentOf(scene);
    expect(() => ClothMesh.Parse({ name: "flag" }, scene, "")).toThrow(/Cloth "flag": cloth in its file is undefined/);
    expect(() => ClothMesh.Parse(null as never, scene, "")).toThrow(/Cloth "\(without a name\)"/);
    expect(contentOf(scene)).toEqual(before);
  });
});
