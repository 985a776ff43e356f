/** What a clone and a loaded cloth have of the mesh that a cloth is. */
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Tags } from "@babylonjs/core/Misc/tags.js";
import "@babylonjs/core/Rendering/outlineRenderer.js";
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

test("a clone has the pins of its cloth, also where a target was disposed since", () => {
  const cloth = stage.add({ controlPoints: 8, pins: "none" });
  const node = new TransformNode("node", stage.scene);
  node.position.set(0.5, 0.4, 0);
  cloth.pin(1, 1, node);
  stage.run(2);
  node.dispose();
  const clone = cloth.clone("clone");
  stage.run(30);
  expect(clone.pins).toEqual(cloth.pins);
  expect(Vector3.Distance(clone.surfaceAt(1, 1).position, cloth.surfaceAt(1, 1).position)).toBeLessThan(1e-6);
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

test("a clone is drawn, picked and met alike, as clones of other meshes are", () => {
  const members = {
    ...{ renderOutline: true, outlineWidth: 0.3, renderOverlay: true, overlayAlpha: 0.2, hasVertexAlpha: true },
    ...{ isBlocker: true, isNearPickable: true, isNearGrabbable: true, enablePointerMoveEvents: true },
    ...{ checkCollisions: true, infiniteDistance: true, cullingStrategy: 1, occlusionType: 1, doNotSerialize: true },
    ...{ inheritVisibility: true, scalingDeterminant: 2, reIntegrateRotationIntoRotationQuaternion: true },
    ...{ forceRenderingWhenOccluded: true, showSubMeshesBoundingBox: true, definedFacingForward: false },
  };
  const cloth = Object.assign(stage.add(), members, { outlineColor: Color3.Green(), ellipsoid: new Vector3(1, 2, 3) });
  cloth.animations.push(new Animation("sway", "position.x", 60, Animation.ANIMATIONTYPE_FLOAT));
  Tags.AddTagsTo(cloth, "linen");
  const clone = cloth.clone("clone");
  expect(clone).toMatchObject(members);
  expect(stage.scene.getMeshesByTags("linen")).toEqual([cloth, clone]);
  expect(clone.animations.map(({ name }) => name)).toEqual(["sway"]);
  cloth.outlineColor.set(1, 0, 0);
  cloth.ellipsoid.setAll(0);
  expect([clone.outlineColor.asArray(), clone.ellipsoid.asArray()]).toEqual([
    [0, 1, 0],
    [1, 2, 3],
  ]);
});

test("a clone has what Babylon gives a clone of any mesh: an id of its own, the ranges of animations, metadata", () => {
  const named = { kind: "flag" };
  const cloned = { clone: () => named };
  const [cloth, box] = [stage.add(), CreateBox("box", {}, stage.scene)];
  const alike = [cloth, box].map((mesh) => {
    mesh.id = "id";
    mesh.createAnimationRange("sway", 3, 8);
    mesh.metadata = cloned;
    const clone = mesh.clone("clone");
    mesh.metadata = named;
    const plain = mesh.clone("plain");
    const { from, to } = clone.getAnimationRange("sway") ?? {};
    return [clone.id, from, to, clone.metadata, plain.metadata] as unknown[];
  });
  expect(alike[0]).toEqual(alike[1]);
  expect(alike[0]).toEqual(["clone.id", 3, 8, named, named]);
});
