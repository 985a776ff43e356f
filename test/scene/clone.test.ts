/** What a clone and a loaded cloth have of the mesh that a cloth is. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { ClothMesh } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => {
  stage.dispose();
});

const isMet = { solver: { clothCollision: true, gravity: Vector3.Zero() }, controlPoints: 8, pins: "none" } as const;

test("a clone and a loaded cloth meet whom their cloth meets", () => {
  const cloth = stage.add(isMet);
  cloth.collisionGroup = 2;
  cloth.collisionMask = ~2;
  const copies = [cloth.clone("clone"), ClothMesh.Parse(cloth.serialize(), stage.scene, "")];
  expect(copies.map(({ collisionGroup, collisionMask }) => [collisionGroup, collisionMask])).toEqual([
    [2, ~2],
    [2, ~2],
  ]);
  // All lie in one place, and would throw each other off.
  stage.run(5);
  expect([cloth, ...copies].map(({ statistics }) => statistics.contacts)).toEqual([0, 0, 0]);
});

test("a file without a collision group is read, one with a wrong group is refused", () => {
  const file = stage.add().serialize() as { cloth: Record<string, unknown> };
  const parse = (members: object): ClothMesh =>
    ClothMesh.Parse({ ...file, cloth: { ...file.cloth, ...members } }, stage.scene, "");
  expect(parse({ collisionGroup: undefined, collisionMask: undefined }).collisionMask).toBe(-1);
  expect(() => parse({ collisionMask: "all" })).toThrow(
    'Cloth "cloth": collisionMask in its file is "all", must be a whole number',
  );
});

test("a clone is where its cloth is that turns around a pivot, and is drawn alike", () => {
  const cloth = stage.add();
  cloth.setPivotPoint(new Vector3(0.5, 0.2, 0));
  cloth.rotation.set(0.3, 1, 0);
  cloth.position.set(1, 2, 3);
  cloth.billboardMode = Mesh.BILLBOARDMODE_Y;
  cloth.applyFog = false;
  const clone = cloth.clone("clone");
  expect([clone.billboardMode, clone.applyFog]).toEqual([Mesh.BILLBOARDMODE_Y, false]);
  expect(clone.computeWorldMatrix(true).asArray()).toEqual(cloth.computeWorldMatrix(true).asArray());
});
