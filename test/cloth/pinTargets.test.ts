// What a pin can follow.
import { Bone } from "@babylonjs/core/Bones/bone.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { ClothMesh } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

/** A bone at (0, 2, 0) of a mesh at (0, 1, 0). */
function hand(): Bone {
  const skeleton = new Skeleton("skeleton", "skeleton", stage.scene);
  const bone = new Bone("hand", skeleton, null, Matrix.Translation(0, 2, 0));
  const body = CreateBox("body", {}, stage.scene);
  body.skeleton = skeleton;
  body.position.y = 1;
  return bone;
}

async function corner(cloth: ClothMesh): Promise<number[]> {
  const positions = await cloth.readPositions();
  return Array.from(positions.subarray(0, 3));
}

test("a pin follows a bone of a skinned mesh", async () => {
  const bone = hand();
  const cloth = stage.add({ controlPoints: 5 });
  cloth.pin(0, 0, bone);
  stage.run(1);
  expect(await corner(cloth)).toEqual([0, 3, 0]);
  bone.position = new Vector3(0.5, 2, 0);
  stage.run(1);
  expect(await corner(cloth)).toEqual([0.5, 3, 0]);
});

test("a pin follows what hangs on a bone, and a cloth its mesh that does, in the same step", async () => {
  const bone = hand();
  const { scene } = stage;
  const body = scene.getMeshByName("body") as TransformNode;
  const sword = CreateBox("sword", {}, scene);
  sword.attachToBone(bone, body);
  const tip = new TransformNode("tip", scene);
  tip.parent = sword;
  tip.position.y = 0.5;
  const [pinned, hanging] = [stage.add({ controlPoints: 5 }), stage.add({ controlPoints: 5, pins: () => true })];
  pinned.pin(0, 0, tip);
  hanging.attachToBone(bone, body);
  stage.run(1);
  scene.render();
  bone.position = new Vector3(0.5, 2, 0);
  body.position.y = 2;
  stage.run(1);
  expect(await corner(pinned)).toEqual([0.5, 4.5, 0]);
  (await corner(hanging)).forEach((coordinate, axis) => {
    expect(coordinate).toBeCloseTo([0, 3.5, 0][axis], 9);
  });
});

test("a bone is in files by its id", () => {
  const bone = hand();
  const cloth = stage.add({ controlPoints: 5 });
  cloth.pin(0, 0, bone);
  cloth.colliders.add({ shape: "sphere", node: bone });
  const again = ClothMesh.Parse(cloth.serialize(), stage.scene, "");
  expect(again.pins.find(({ target }) => target)?.target).toBe(bone);
  expect(again.colliders.list[0].node).toBe(bone);
});

test.each<[string, unknown]>([
  ['"hand"', "hand"],
  ["7", 7],
  ["an object", { position: 1 }],
  ['the FreeCamera "camera"', null],
  ['the TransformNode "gone"', "gone"],
])("pin refuses %s at the call, and nothing is pinned", (named, given) => {
  const cloth = stage.add({ controlPoints: 5, pins: "none" });
  const gone = new TransformNode("gone", stage.scene);
  gone.dispose();
  const target = (given === "gone" ? gone : (given ?? stage.scene.cameras[0])) as TransformNode;
  expect(() => {
    cloth.pin(0, 0, target);
  }).toThrow(
    `Cloth "cloth": target of a pin is ${named}, must be a TransformNode or a Bone that is not disposed, or null.`,
  );
  expect(cloth.pins).toEqual([]);
});
