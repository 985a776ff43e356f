// Nodes of another scene move at other times and are disposed without the cloth: all that follows nodes refuses them by name.
import { Bone } from "@babylonjs/core/Bones/bone.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { ClothCollider, ClothWindZone, type ClothMesh } from "../../src/index.js";
import { add, newScene, useClothFiles } from "../support/clothFiles.js";

useClothFiles();

let cloth: ClothMesh;
let elsewhere: Scene;
beforeEach(() => {
  cloth = add(newScene());
  elsewhere = newScene();
});

test.each<[what: string, member: string, use: (hand: TransformNode) => void]>([
  ["a pin", "target of a pin", (hand) => cloth.pin(0, 0, hand)],
  ["a parent", "parent", (hand) => (cloth.parent = hand)],
  ["a parent that keeps the place", "parent", (hand) => cloth.setParent(hand)],
  ["the parent of a clone", "parent", (hand) => cloth.clone("clone", hand)],
  ["a collider", "colliders: node", (hand) => cloth.colliders.add({ shape: "box", node: hand })],
  [
    "a collider of another scene",
    "colliders: node",
    (hand) => cloth.colliders.add(new ClothCollider({ shape: "box", node: hand })),
  ],
  [
    "an end of a capsule",
    "colliders: node",
    (hand) => cloth.colliders.add({ shape: "capsule", from: new ClothCollider({ shape: "sphere", node: hand }) }),
  ],
  [
    "another node of a collider",
    "colliders: node",
    (hand) => {
      const collider = cloth.colliders.add({ shape: "sphere" });
      try {
        collider.node = hand;
      } finally {
        expect(collider.node).toBeNull();
        cloth.colliders.remove(collider);
      }
    },
  ],
  ["a fan", "windZones.add: node", (hand) => cloth.windZones.add(new ClothWindZone({ node: hand }))],
])("%s", (_, member, use) => {
  const hand = new TransformNode("hand", elsewhere);
  expect(() => {
    use(hand);
  }).toThrow(
    `Cloth "flag": ${member} is the TransformNode "hand" of another scene, must be of the scene of the cloth.`,
  );
  expect(cloth.pins.filter(({ target }) => target)).toEqual([]);
  expect([cloth.parent, cloth.colliders.list.length, cloth.windZones.list.length]).toEqual([null, 0, 0]);
  expect(cloth.getScene().meshes).toHaveLength(1);
});

test("a mesh, a bone and colliders of all cloths", () => {
  const box = CreateBox("box", {}, elsewhere);
  expect(() => cloth.colliders.addMesh(box)).toThrow(
    'Cloth "flag": colliders: node is the Mesh "box" of another scene',
  );
  const bone = new Bone("arm", new Skeleton("person", "person", elsewhere));
  expect(() => {
    cloth.pin(0, 0, bone);
  }).toThrow('is the Bone "arm" of another scene');
  expect(() => cloth.colliders.shared.add({ shape: "box", node: box })).toThrow(
    'Colliders of the scene: node is the Mesh "box" of another scene',
  );
  expect(() => cloth.windZones.shared.add({ node: box })).toThrow(
    'Wind zones of the scene.add: node is the Mesh "box"',
  );
});
