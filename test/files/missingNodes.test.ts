// What a file names and the scene does not have, and what it does have under the same names.
import { LoadAssetContainerAsync, ImportMeshAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { Bone } from "@babylonjs/core/Bones/bone.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import { SceneSerializer } from "@babylonjs/core/Misc/sceneSerializer.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ClothMesh, ClothPressure, ClothSeam, ClothSystem, ClothWindZone } from "../../src/index.js";
import { largestDistance } from "../support/largestDistance.js";
import { add, clothOf, fileOf, loaded, newScene, run, useClothFiles, wholeScene } from "../support/clothFiles.js";

const warnings = useClothFiles();

/** An arm and a hand. */
function addSkeleton(scene: Scene, id: string, x: number): Skeleton {
  const skeleton = new Skeleton(id, id, scene);
  const arm = new Bone("arm", skeleton, null, Matrix.Translation(x, 0, 0));
  new Bone("hand", skeleton, arm, Matrix.Translation(0, 1, 0));
  return skeleton;
}

function savedAlone(cloth: ClothMesh): object {
  return JSON.parse(JSON.stringify(cloth.serialize({}, false))) as object;
}

test("all that is missing is told alike, once, with the name of the cloth and its own", () => {
  const scene = newScene();
  const cloth = add(scene);
  const node = (name: string): TransformNode => new TransformNode(name, scene);
  cloth.parent = node("mast");
  cloth.pin(0, 0, node("hand"));
  cloth.colliders.add({ shape: "sphere", node: node("ball") });
  for (const bone of addSkeleton(scene, "person", 0).bones) {
    cloth.colliders.add({ shape: "capsule", node: bone });
  }
  cloth.windZones.add(new ClothWindZone({ node: node("fan") }));
  const other = add(scene, {}, "back");
  new ClothSeam("zip", { from: { cloth: other, edge: "leftEdge" }, to: { cloth, edge: "rightEdge" } });
  new ClothPressure("air", { cloths: [cloth, other], pressure: 10 });
  const later = newScene();
  ClothMesh.Parse(savedAlone(cloth), later, "");
  const told = (role: string, missing: string, effect: string): string =>
    `Cloth "flag": ${role} in its file is ${missing}, which is not in the scene; ${effect}.`;
  const atOnce = [
    told("its parent", '"mast"', "the cloth has no parent"),
    told("the node of a collider (sphere)", '"ball"', "it was left out"),
    told("the node of 2 colliders (capsule)", '"arm" of the skeleton "person"', "they were left out"),
    told("the target of the pin at u 0, v 0", '"hand"', "the pin is nailed"),
    told("the node of a wind zone", '"fan"', "the zone stands still"),
  ];
  expect(warnings()).toEqual(expect.arrayContaining(atOnce));
  expect(warnings()).toHaveLength(atOnce.length);
  run(later, 2);
  expect(warnings().slice(atOnce.length)).toEqual([
    told('the other cloth of seam "zip"', '"back"', "the seam waits for that cloth"),
    told("a cloth around the same air", '"back"', "the air waits for that cloth"),
  ]);
});

test("a material that is missing is told, in files of scenes too", async () => {
  const scene = newScene();
  const cloth = add(scene);
  const linen = new StandardMaterial("linen", scene);
  cloth.material = linen;
  const alone = savedAlone(cloth);
  const file = JSON.parse(fileOf(scene)) as { materials: unknown[] };
  file.materials = [];
  const missing =
    'Cloth "flag": its material in its file is "linen", which is not in the scene; the cloth has the default material.';
  const later = newScene();
  const parsed = ClothMesh.Parse(alone, later, "");
  expect(warnings()).toEqual([missing]);
  const again = clothOf(await loaded(JSON.stringify(file)));
  expect(warnings()).toEqual([missing, missing]);
  for (const one of [parsed, again]) {
    expect(one.material).toBe(ClothSystem.For(one.getScene()).defaultMaterial);
  }
  new StandardMaterial("linen", later);
  expect(ClothMesh.Parse(alone, later, "").material?.id).toBe("linen");
  expect(clothOf(await loaded(fileOf(scene))).material?.id).toBe("linen");
  expect(warnings()).toHaveLength(2);
});

test("a seam whose cloths come one after the other is made without a warning, and so is air", () => {
  const scene = newScene();
  const cloths = ["front", "back"].map((name) => add(scene, {}, name));
  new ClothSeam("zip", { from: { cloth: cloths[1], edge: "leftEdge" }, to: { cloth: cloths[0], edge: "rightEdge" } });
  new ClothPressure("air", { cloths, pressure: 10 });
  const later = newScene();
  const parsed = cloths.map((cloth) => ClothMesh.Parse(savedAlone(cloth), later, ""));
  run(later, 2);
  expect(parsed.map(({ seams, pressure }) => [seams.length, pressure?.name])).toEqual([
    [1, "air"],
    [1, "air"],
  ]);
  expect(warnings()).toEqual([]);
});

test("a body that was pushed and is in no file is told, until it is added again", async () => {
  const scene = newScene();
  const crate = new TransformNode("crate", scene);
  // What a collider asks of a body.
  const body = { applyImpulse: () => undefined, getMassProperties: () => ({ mass: 1 }), transformNode: crate };
  add(scene).colliders.add({ shape: "sphere", node: crate, body: body as unknown as PhysicsBody });
  const again = clothOf(await loaded(fileOf(scene)));
  expect(again.colliders.list[0].body).toBeNull();
  expect(warnings()).toEqual([
    'Cloth "flag": a collider (sphere) does not push its body, because the node "crate" has none now; add the body again with addPhysicsBody.',
  ]);
});

test("a cloth of a file without its parent gets the one of the scene, as its pins and colliders get their nodes", async () => {
  const scene = newScene();
  const cloth = add(scene);
  cloth.parent = new TransformNode("mast", scene);
  const file = JSON.stringify(SceneSerializer.SerializeMesh(cloth));
  const later = newScene();
  const mast = new TransformNode("mast", later);
  await ImportMeshAsync(`data:${file}`, later);
  expect(clothOf(later).parent).toBe(mast);
  expect(warnings()).toEqual([]);
  await ImportMeshAsync(`data:${file}`, newScene());
  expect(warnings()).toEqual([expect.stringMatching(/"flag": its parent in its file is "mast"/)]);
});

test("bones of the same names are those of the same skeleton, in an asset container too", async () => {
  const scene = newScene();
  const skeletons = ["first", "second"].map((id, i) => addSkeleton(scene, id, i));
  skeletons.forEach((skeleton, i) => {
    const skin = CreateSphere(`skin ${i.toString()}`, { segments: 2 }, scene);
    skin.skeleton = skeleton;
    const cloth = add(scene, {}, `cloth ${i.toString()}`);
    cloth.colliders.add({ shape: "sphere", node: skeleton.bones[1] });
    cloth.pin(0, 0, skeleton.bones[0]);
  });
  const file = fileOf(scene);
  const skeletonsIn = (meshes: readonly object[]): unknown[] =>
    meshes
      .filter((mesh): mesh is ClothMesh => mesh instanceof ClothMesh)
      .map(({ colliders, pins }) =>
        [colliders.list[0].node, pins[0].target].map((node) => (node as Bone | null)?.getSkeleton().id),
      );
  const expected = [
    ["first", "first"],
    ["second", "second"],
  ];
  const again = await loaded(file);
  expect(skeletonsIn(again.meshes)).toEqual(expected);
  const container = await LoadAssetContainerAsync(`data:${file}`, newScene());
  expect(skeletonsIn(container.meshes)).toEqual(expected);
  expect(warnings()).toEqual([]);
});

test("a file that is loaded, changed and saved again is as the cloth that was changed", async () => {
  let scene = wholeScene();
  const change = (session: number): void => {
    const cloth = clothOf(scene);
    const hand = scene.getTransformNodeByName("hand");
    cloth.pin(session / 4, 0, session % 2 === 0 ? hand : null);
    cloth.wind.x += 1;
    cloth.colliders.remove(cloth.colliders.list[0]);
    cloth.colliders.add({
      shape: "box",
      node: scene.getMeshByName("ball") as Mesh,
      size: new Vector3(1, session, 1),
    });
    cloth.solver.friction = 0.1 * session;
    cloth.fabric.stretch.warp = 1e-5 * session;
    run(scene, 3);
  };
  /** All that a file says of the cloth, but for numbers that each session gives anew. */
  const said = (): unknown =>
    JSON.parse(
      JSON.stringify(clothOf(scene).serialize({}, false).cloth, (key, value: unknown) =>
        key === "uniqueId" ? undefined : value,
      ),
    );
  for (let session = 1; session <= 3; session++) {
    change(session);
    const before = said();
    const last = scene;
    scene = await loaded(fileOf(scene));
    expect(said()).toEqual(before);
    for (const one of [last, scene]) run(one, 10);
    const [was, is] = await Promise.all([last, scene].map((one) => clothOf(one).readPositions()));
    expect(largestDistance(was, is)).toBeLessThan(1e-6);
  }
  expect(warnings()).toEqual([]);
});
