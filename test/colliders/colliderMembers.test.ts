// Every member of a collider, switched, changes the result. Names come from the collider itself: a new one without a case here fails.
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { PhysicsMotionType } from "@babylonjs/core/Physics/v2/IPhysicsEnginePlugin.js";
import type { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import { ClothCollider, type ClothMesh, type IClothCollider } from "../../src/index.js";
import { createClothScene, lay, type ClothScene } from "../support/clothScene.js";
import { DIFFERENT, outcome } from "../support/outcomes.js";
import { largestDistance } from "../support/largestDistance.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

const ball: IClothCollider = { shape: "sphere", radius: 0.25 };
const from = new ClothCollider({ shape: "sphere", radius: 0.3, position: new Vector3(-0.3, 0, 0) });
/** A collider and another one that differs in the member alone. */
const cases: Record<string, [IClothCollider, Partial<IClothCollider>] | null> = {
  shape: [ball, { shape: "capsule" }],
  node: null,
  ignoresScale: null,
  body: null,
  field: null,
  // Of depth maps, which need WebGPU: depthMaps.gpu.test.ts.
  maps: null,
  reason: null,
  enabled: null,
  position: [ball, { position: new Vector3(0.1, 0, 0) }],
  rotation: [
    { shape: "box", size: new Vector3(0.4, 0.4, 0.1) },
    { rotation: Quaternion.RotationAxis(Vector3.Right(), 0.7) },
  ],
  inside: [ball, { inside: true }],
  radius: [ball, { radius: 0.2 }],
  radii: [{ shape: "ellipsoid", radii: new Vector3(0.25, 0.25, 0.25) }, { radii: new Vector3(0.25, 0.15, 0.25) }],
  size: [{ shape: "box", size: new Vector3(0.4, 0.4, 0.4) }, { size: new Vector3(0.4, 0.3, 0.4) }],
  normal: [{ shape: "plane" }, { normal: new Vector3(0.5, 1, 0) }],
  start: [{ shape: "capsule", radius: 0.2 }, { start: new Vector3(0.4, -0.5, 0) }],
  end: [
    { shape: "capsule", radius: 0.2, start: Vector3.Zero(), end: new Vector3(0.3, 0, 0) },
    { end: new Vector3(0.1, 0, 0) },
  ],
  endRadius: [
    { shape: "capsule", radius: 0.2, start: Vector3.Zero(), end: new Vector3(0.3, 0, 0) },
    { endRadius: 0.1 },
  ],
  from: [{ shape: "capsule", radius: 0.2, start: Vector3.Zero(), end: new Vector3(0.3, 0, 0) }, { from }],
  to: [{ shape: "capsule", radius: 0.2, start: Vector3.Zero(), end: new Vector3(0.3, 0, 0) }, { to: from }],
  planes: [{ shape: "convex", planes: pyramid(0.2) }, { planes: pyramid(0.1) }],
  friction: [ball, { friction: 0 }],
};

function pyramid(distance: number): { normal: Vector3; distance: number }[] {
  return [
    [0, 1, 0],
    [1, -0.3, 0],
    [-0.5, -0.3, 0.8],
    [-0.5, -0.3, -0.8],
  ].map((normal) => ({ normal: Vector3.FromArray(normal).normalize(), distance }));
}

function fallOn(
  collider: IClothCollider | ((scene: Scene) => IClothCollider),
  also?: (cloth: ClothMesh, added: ClothCollider, stage: ClothScene) => void,
): Promise<Float32Array> {
  const place = (cloth: ClothMesh, own: ClothScene): void => {
    lay(cloth, 0.35);
    const added = cloth.colliders.add(typeof collider === "function" ? collider(own.scene) : collider);
    also?.(cloth, added, own);
  };
  return outcome({ options: { pins: "none" }, place, frames: 40 }, () => undefined);
}

test("each of their members has a case", () => {
  const own = Object.keys(new ClothCollider({ shape: "sphere" })).filter((name) => !name.startsWith("_"));
  const accessors = Object.entries(Object.getOwnPropertyDescriptors(ClothCollider.prototype));
  const names = [...own, ...accessors.filter(([, accessor]) => accessor.set !== undefined).map(([name]) => name)];
  expect(names.sort()).toEqual(Object.keys(cases).sort());
});

test.each(Object.entries(cases).flatMap(([name, entry]) => (entry ? [[name, ...entry] as const] : [])))(
  "%s acts",
  async (_name, collider, change) => {
    expect(largestDistance(await fallOn(collider), await fallOn({ ...collider, ...change }))).toBeGreaterThan(
      DIFFERENT,
    );
  },
);

test("enabled, node and ignoresScale act", async () => {
  const plain = await fallOn(ball);
  const off = await fallOn(ball, (_cloth, added) => (added.enabled = false));
  const scaled = (ignoresScale: boolean): Promise<Float32Array> =>
    fallOn((scene) => {
      const node = new TransformNode("node", scene);
      node.scaling.setAll(0.5);
      node.computeWorldMatrix(true);
      return { ...ball, node, ignoresScale };
    });
  expect(largestDistance(plain, off)).toBeGreaterThan(DIFFERENT);
  expect(largestDistance(plain, await scaled(false))).toBeGreaterThan(DIFFERENT);
  expect(largestDistance(plain, await scaled(true))).toBe(0);
});

test("a node that is disabled collides as it did", async () => {
  const onNode = (isEnabled: boolean): Promise<Float32Array> =>
    fallOn(ball, (_cloth, added, { scene }) => {
      const node = new TransformNode("node", scene);
      node.setEnabled(isEnabled);
      added.node = node;
    });
  expect(largestDistance(await onNode(true), await onNode(false))).toBe(0);
});

test("body: it gets the impulse of the cloth", async () => {
  const sum = new Vector3();
  const body = {
    isDisposed: false,
    applyImpulse: (impulse: Vector3) => sum.addInPlace(impulse),
    applyAngularImpulse: () => undefined,
    getMassProperties: () => ({}),
    getMotionType: () => PhysicsMotionType.ANIMATED,
    transformNode: new TransformNode("body", stage.scene),
  } as unknown as PhysicsBody;
  await fallOn({ ...ball, body });
  expect(sum.y).toBeLessThan(-0.05);
});
