// Cloth in .babylon files: all that a cloth has comes back, with the nodes of the scene that it is loaded into.
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { AppendSceneAsync, ImportMeshAsync, LoadAssetContainerAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import { SceneSerializer } from "@babylonjs/core/Misc/sceneSerializer.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ClothMesh, ClothPressure, ClothSeam, ClothSystem, RegisterClothLoader } from "../../src/index.js";
import { add, clothOf, fileOf, loaded, move, newScene, run, useClothFiles, wholeScene } from "../support/clothFiles.js";
import { largestDistance } from "../support/largestDistance.js";

const warnings = useClothFiles();

test("all settings come back", async () => {
  const scene = wholeScene();
  run(scene, 5);
  const before = clothOf(scene);
  const again = await loaded(fileOf(scene));
  const after = clothOf(again);
  for (const member of ["solver", "fabric"] as const) {
    expect(JSON.stringify(after[member], named)).toBe(JSON.stringify(before[member], named));
  }
  expect(after.fabric.bend.warp).toBe(Infinity);
  expect(after.tessellation).toEqual(before.tessellation);
  expect(after.thickness).toBe(0.01);
  expect([after.askedFidelity, after.definition.fullResolution]).toEqual(["auto", { u: 60, v: 40 }]);
  expect(after.density).toBeCloseTo(before.density, 12);
  expect(after.definition.faces).toEqual(before.definition.faces);
  expect(after.restGrid.closedU).toBe(true);
  expect([...after.restGrid.restPositions]).toEqual([...before.restGrid.restPositions]);
  expect(after.pins.map(({ u, v, target }) => [u, v, target?.name])).toEqual(
    before.pins.map(({ u, v, target }) => [u, v, target?.name]),
  );
  expect(after.wind.asArray()).toEqual([2, 0, 3]);
  expect(ClothSystem.For(again).wind.asArray()).toEqual([0, 0.5, 0]);
  expect(after.motionConstraints?.scale).toBe(0.9);
  expect(after.separationConstraints).toBeNull();
  expect(after.material?.name).toBe("silk");
  expect(after.material?.getScene().uid).toBe(again.uid);
  expect(after.parent?.name).toBe("carrier");
  expect(after.metadata).toEqual({ size: 38 });
  expect(after.receiveShadows).toBe(true);
  const [ball, knee, , capsule] = after.colliders.list;
  expect(after.colliders.list.map(({ shape }) => shape)).toEqual(["sphere", "sphere", "sphere", "capsule", "capsule"]);
  expect(after.colliders.list.map(({ inside }) => inside)).toEqual([false, false, false, false, true]);
  expect([ball.node?.position.x, knee.node?.position.x]).toEqual([0, 5]);
  expect(capsule.from?.position.y).toBe(0.1);
  expect(capsule.from === knee).toBe(true);
  expect(capsule.friction).toBe(0.2);
  expect(after.colliders.shared.list.map(({ shape, node }) => [shape, node?.name])).toEqual([["plane", "floor"]]);
  again.meshes.find(({ name }) => name === "ball")?.dispose();
  expect(after.colliders.list).toHaveLength(4);
});

function named(_: string, value: unknown): unknown {
  return value === Infinity ? "Infinity" : value;
}

test("what a material has been set to, after the cloth got it, stays with clones, parsed and loaded cloths", async () => {
  const scene = newScene();
  const cloth = add(scene);
  const material = new PBRMaterial("silk", scene);
  cloth.material = material;
  expect([material.backFaceCulling, material.twoSidedLighting]).toEqual([false, true]);
  Object.assign(material, { backFaceCulling: true, twoSidedLighting: false });
  cloth.clone("clone");
  ClothMesh.Parse(cloth.serialize(), scene, "");
  const text = fileOf(scene);
  const other = await loaded(text);
  const { meshes } = await LoadAssetContainerAsync(`data:${text}`, other);
  const copies = [cloth, clothOf(other), ...meshes].map((one) => one.material as PBRMaterial);
  expect(copies.map(({ backFaceCulling }) => backFaceCulling)).toEqual(copies.map(() => true));
  expect(copies.map(({ twoSidedLighting }) => twoSidedLighting)).toEqual(copies.map(() => false));
});

test("one mesh is saved with its colliders by id, and finds them in another scene", async () => {
  const scene = newScene();
  const ball = CreateSphere("ball", { segments: 4 }, scene);
  const cloth = add(scene);
  cloth.colliders.addMesh(ball);
  const file = JSON.stringify(SceneSerializer.SerializeMesh(cloth));
  expect(file).not.toMatch(/vertexData":\[\{|"positions"/);
  const other = newScene();
  CreateSphere("ball", { segments: 4 }, other).position.x = 7;
  const { meshes } = await ImportMeshAsync(`data:${file}`, other, { meshNames: "flag" });
  expect(meshes.map(({ name }) => name)).toEqual(["flag"]);
  expect(clothOf(other).colliders.list.map(({ node }) => node?.position.x)).toEqual([7]);
  run(other, 2);
  const empty = newScene();
  await ImportMeshAsync(`data:${file}`, empty);
  expect(clothOf(empty).colliders.list).toHaveLength(0);
  expect(warnings().filter((warning) => /"flag".*sphere.*"ball"/.test(warning))).toHaveLength(1);
});

test("a file that is loaded twice has its own nodes each time, and the scene's colliders once", async () => {
  const scene = newScene();
  const [ball, hand] = [CreateSphere("ball", { segments: 4 }, scene), new TransformNode("hand", scene)];
  const cloth = add(scene);
  cloth.colliders.addMesh(ball);
  cloth.colliders.shared.add({ shape: "plane", position: new Vector3(0, -3, 0) });
  cloth.pin(0, 0, hand);
  const file = fileOf(scene);
  const again = await loaded(file);
  await AppendSceneAsync(`data:${file}`, again);
  const cloths = again.meshes.filter((mesh): mesh is ClothMesh => mesh instanceof ClothMesh);
  const ids = (nodes: readonly ({ readonly uniqueId: number } | null)[]): (number | undefined)[] =>
    nodes.map((node) => node?.uniqueId);
  const balls = again.meshes.filter(({ name }) => name === "ball");
  expect(ids(cloths.map(({ colliders }) => colliders.list[0].node))).toEqual(ids(balls));
  expect(ids(cloths.map(({ pins }) => pins[0].target))).toEqual(ids(again.transformNodes));
  expect(ClothSystem.For(again).colliders.list).toHaveLength(1);
});

test("a mesh or a body that is added again after loading gets a new collider in place of the old one, as before saving", async () => {
  const scene = newScene();
  const names = ["ball", "own", "crate"];
  const [ball, own, crate] = names.map((name) => CreateSphere(name, { segments: 4 }, scene));
  const cloth = add(scene);
  /** As Havok would show it; only its triangles count. */
  const bodyOf = (node: Mesh): PhysicsBody => {
    const geometry = { positions: node.getVerticesData("position"), indices: node.getIndices() };
    return {
      getGeometry: () => geometry,
      shape: { type: 0, getBoundingBox: () => node.getBoundingInfo().boundingBox },
      numInstances: 0,
      transformNode: node,
    } as unknown as PhysicsBody;
  };
  const addAll = (to: ClothMesh, [mesh, , body]: readonly Mesh[]): void => {
    to.colliders.addMesh(mesh);
    to.colliders.addPhysicsBody(bodyOf(body));
    to.colliders.shared.addMesh(mesh);
  };
  // What a user has given a shape is the user's: no mesh replaces it.
  cloth.colliders.add({ shape: "sphere", node: own });
  addAll(cloth, [ball, own, crate]);
  addAll(cloth, [ball, own, crate]);
  let file = fileOf(scene);
  for (let session = 0; session < 2; session++) {
    const again = await loaded(file);
    const after = clothOf(again);
    const listed = (): unknown[] =>
      [after.colliders.list, after.colliders.shared.list].map((list) => list.map(({ node }) => node?.name));
    expect(listed()).toEqual([["own", "ball", "crate"], ["ball"]]);
    const nodes = names.map((name) => again.getMeshByName(name) as Mesh);
    after.colliders.addMesh(nodes[1]);
    addAll(after, nodes);
    expect(listed()).toEqual([["own", "own", "ball", "crate"], ["ball"]]);
    after.colliders.remove(after.colliders.list[1]);
    file = fileOf(again);
  }
});

test("a collider goes with its node: of a cloth, of its clone and of a loaded cloth", async () => {
  const scene = newScene();
  const cloth = add(scene);
  cloth.colliders.add({ shape: "sphere", node: new TransformNode("hand", scene) });
  const cloths = [cloth, cloth.clone("clone"), clothOf(await loaded(fileOf(scene)))];
  const counts = (): number[] => cloths.map(({ colliders }) => colliders.list.length);
  expect(counts()).toEqual([1, 1, 1]);
  for (const each of [cloth, cloths[2]]) each.getScene().getTransformNodeByName("hand")?.dispose();
  expect(counts()).toEqual([0, 0, 0]);
});

test("a file whose colliders are too many with those of the scene is loaded; the first 64 count, with one warning", async () => {
  const scene = newScene();
  const cloth = add(scene);
  for (let i = 0; i < 40; i++) cloth.colliders.add({ shape: "sphere", position: new Vector3(i, -9, 0) });
  const again = newScene();
  for (let i = 0; i < 40; i++)
    ClothSystem.For(again).colliders.add({ shape: "sphere", position: new Vector3(i, -8, 0) });
  await AppendSceneAsync(`data:${fileOf(scene)}`, again);
  run(again, 2);
  expect(clothOf(again).seenColliders.active).toHaveLength(64);
  expect(warnings().filter((text) => text.includes("80 colliders"))).toHaveLength(1);
});

test("animations, actions and children of the mesh come along", async () => {
  const scene = newScene();
  const cloth = add(scene);
  const animation = new Animation("sway", "position.x", 60, Animation.ANIMATIONTYPE_FLOAT);
  animation.setKeys([
    { frame: 0, value: 0 },
    { frame: 60, value: 1 },
  ]);
  cloth.animations.push(animation);
  new TransformNode("tip", scene).parent = cloth;
  const again = await loaded(fileOf(scene));
  expect(clothOf(again).animations.map(({ name }) => name)).toEqual(["sway"]);
  expect(again.getTransformNodeByName("tip")?.parent?.name).toBe("flag");
});

test("a file that gives the mass of the sheet, as files used to, is loaded with its density", async () => {
  const scene = wholeScene();
  const before = clothOf(scene);
  const file = JSON.parse(fileOf(scene)) as {
    meshes: { name: string; cloth: { options: { mass?: number; fabric: { density?: number } } } }[];
  };
  const flags = file.meshes.filter(({ name }) => name === "flag");
  expect(flags).toHaveLength(1);
  for (const { options } of flags.map(({ cloth }) => cloth)) {
    delete options.fabric.density;
    options.mass = 0.4;
  }
  const after = clothOf(await loaded(JSON.stringify(file)));
  expect(after.density * after.restGrid.area).toBeCloseTo(0.4, 6);
  expect(after.density).toBeCloseTo(before.density, 6);
});

const loaders: Record<string, (file: string, scene: Scene) => Promise<unknown>> = {
  append: (file, scene) => AppendSceneAsync(file, scene),
  "import of meshes": (file, scene) => ImportMeshAsync(file, scene),
  "asset container": async (file, scene) => {
    (await LoadAssetContainerAsync(file, scene)).addAllToScene();
  },
};

test.each(Object.keys(loaders))(
  "seams and shared air are made once, and only real conflicts warn: %s",
  async (loader) => {
    const scene = newScene();
    const panels = ["a", "b", "c"].map((name) => add(scene, {}, name));
    panels.slice(1).forEach((to, i) => {
      new ClothSeam(`s${i}`, { from: { cloth: panels[i], edge: "rightEdge" }, to: { cloth: to, edge: "leftEdge" } });
    });
    new ClothPressure("air", { cloths: panels });
    const file = fileOf(scene);
    const joins = async (text: string): Promise<unknown[]> => {
      const again = newScene();
      await loaders[loader](`data:${text}`, again);
      const cloths = panels.map(({ name }) => clothOf(again, name));
      return [cloths.map(({ seams }) => seams.length), cloths.map((cloth) => cloth.pressure?.cloths.length)];
    };
    expect(await joins(file)).toEqual([
      [1, 2, 1],
      [3, 3, 3],
    ]);
    expect(warnings().filter((text) => text.includes("Cloth"))).toEqual([]);
    const renamed = JSON.parse(file) as { meshes: { cloth: { seams: { name: string }[] } }[] };
    renamed.meshes[1].cloth.seams[0].name = "other";
    await joins(JSON.stringify(renamed));
    expect(warnings().filter((text) => text.includes("Cloth"))).toEqual([
      expect.stringMatching(/"b": seam "other" of its file is left open\. .*overlaps seam "s0"/),
    ]);
  },
);

test("files without cloth are Babylon's affair, and registering twice changes nothing", async () => {
  RegisterClothLoader();
  const scene = newScene();
  CreateSphere("ball", { segments: 4 }, scene);
  const again = await loaded(fileOf(scene));
  expect(again.meshes.map(({ name }) => name)).toEqual(["ball"]);
  await expect(AppendSceneAsync('data:{"meshes": "babylon ClothMesh"', again)).rejects.toThrow();
  const parse = Object.getOwnPropertyDescriptor(Mesh, "Parse")?.value as unknown;
  await loaded(fileOf(wholeScene()));
  expect(Object.getOwnPropertyDescriptor(Mesh, "Parse")?.value).toBe(parse);
});

test("a clone has what a loaded cloth has", async () => {
  const scene = wholeScene();
  const cloth = clothOf(scene);
  const clone = cloth.clone("clone");
  cloth.reset();
  run(scene, 20, (step) => move(scene, step / 60));
  expect(largestDistance(await cloth.readPositions(), await clone.readPositions())).toBeLessThan(1e-6);
  const data = [cloth, clone].map((each) => each.serialize({}, false).cloth);
  expect(JSON.stringify(data[1])).toBe(JSON.stringify(data[0]));
});
