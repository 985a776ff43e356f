// The rule of calls on a disposed cloth, and on what it gave: what changes it does nothing, what is known can be read, what needs it throws its name.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import "@babylonjs/core/Culling/ray.js";
import { Ray } from "@babylonjs/core/Culling/ray.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import "@babylonjs/core/Meshes/instancedMesh.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import {
  ClothColliders,
  ClothCutBehavior,
  ClothDragBehavior,
  ClothGrip,
  ClothMesh,
  ClothPinBehavior,
  ClothPressure,
  ClothSeam,
  ClothWindZones,
} from "../../src/index.js";
import { ClothDebugView } from "../../src/inspector/index.js";
import { SurfaceMesh } from "../../src/scene/surfaceMesh.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let made: ClothScene;
let cloth: ClothMesh;
let other: ClothMesh;
beforeEach(() => {
  made = createClothScene();
  cloth = made.add({ controlPoints: 6 });
  other = made.add({ controlPoints: 6 });
});
afterEach(() => {
  made.dispose();
});

const NEEDED = /^Cloth "cloth": .*disposed/;
type Outcome = "nothing" | "value" | "error";
type Calls<T> = Record<string, readonly [Outcome, (of: T) => unknown]>;

function descriptorsOf(prototype: object): Record<string, PropertyDescriptor> {
  return Object.getOwnPropertyDescriptors(prototype);
}

/** Methods of a class that users see: TypeScript hides internal ones. */
function methodsOf(...prototypes: readonly object[]): string[] {
  return prototypes.flatMap((prototype) =>
    Object.entries(descriptorsOf(prototype))
      .filter(([name, { value }]) => typeof value === "function" && name !== "constructor" && !name.startsWith("_"))
      .map(([name]) => name),
  );
}

async function outcomeOf(call: () => unknown): Promise<Outcome> {
  try {
    const value = await call();
    return value === undefined || value === cloth ? "nothing" : "value";
  } catch (error) {
    expect((error as Error).message).toMatch(NEEDED);
    return "error";
  }
}

async function expectRule<T>(of: T, calls: Calls<T>): Promise<void> {
  const found = new Map<string, Outcome>();
  for (const [name, [, call]] of Object.entries(calls)) {
    found.set(name, await outcomeOf(() => call(of)));
  }
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(calls).map(([name, [outcome]]) => [name, outcome])),
  );
  made.run(2);
}

const away = new Vector3(0.1, 0, 0);
const point = { x: 5, y: 5 };
const path = { edge: "leftEdge" } as const;

const ofCloth: Calls<ClothMesh> = {
  // What changes it.
  pin: ["nothing", (of) => of.pin(0, 0)],
  unpin: ["nothing", (of) => of.unpin(0, 1)],
  applyImpulse: ["nothing", (of) => of.applyImpulse(away, away)],
  teleport: ["nothing", (of) => of.teleport(Matrix.Translation(1, 0, 0))],
  reset: ["nothing", (of) => of.reset()],
  refreshBoundingInfo: ["nothing", (of) => of.refreshBoundingInfo()],
  dispose: ["nothing", (of) => of.dispose()],
  arrangeFaces: ["nothing", (of) => of.arrangeFaces()],
  // What is known.
  surfaceAt: ["value", (of) => of.surfaceAt(0.5, 0.5)],
  intersects: ["value", (of) => of.intersects(new Ray(away, Vector3.Forward()))],
  getVerticesData: ["value", (of) => of.getVerticesData("position")],
  getIndices: ["value", (of) => of.getIndices()],
  getTotalVertices: ["value", (of) => of.getTotalVertices()],
  getBoundingInfo: ["value", (of) => of.getBoundingInfo()],
  getClassName: ["value", (of) => of.getClassName()],
  isReady: ["value", (of) => of.isReady(true)],
  askPoints: ["value", (of) => of.askPoints()],
  // What needs it.
  sew: ["error", (of) => of.sew(path, other, path)],
  grab: ["error", (of) => of.grab(away)],
  cut: ["error", (of) => of.cut(point, { x: 9, y: 9 }, new FreeCamera("camera", away, made.scene))],
  readPositions: ["error", (of) => of.readPositions()],
  readSurface: ["error", (of) => of.readSurface()],
  bake: ["error", (of) => of.bake()],
  fetchShape: ["error", (of) => of.fetchShape()],
  clone: ["error", (of) => of.clone("clone")],
  serialize: ["error", (of) => of.serialize()],
  createInstance: ["error", (of) => of.createInstance("instance")],
};

test("each method of a disposed cloth", async () => {
  expect(methodsOf(ClothMesh.prototype, SurfaceMesh.prototype).sort()).toEqual(Object.keys(ofCloth).sort());
  made.run(2);
  const before = cloth.pins.length;
  cloth.dispose();
  await expectRule(cloth, ofCloth);
  expect(cloth.pins).toHaveLength(before);
  expect(cloth.position.x).toBe(0);
  expect(made.scene.meshes).toEqual([other]);
  expect(made.system.cloths).toEqual([other]);
});

test("each member of a disposed cloth can be read, and set to what it is", () => {
  made.run(2);
  cloth.dispose();
  const members = new Map(
    [ClothMesh.prototype, SurfaceMesh.prototype].flatMap((prototype) =>
      Object.entries(descriptorsOf(prototype))
        .filter(([, descriptor]) => "get" in descriptor)
        .map(([name, descriptor]) => [name, descriptor.get?.call(cloth) as unknown] as const),
    ),
  );
  expect(members.size).toBeGreaterThan(20);
  const settings = ["fidelity", "thickness", "motionConstraints", "separationConstraints", "parent"] as const;
  for (const name of [...settings, "tessellation", "material"]) Object.assign(cloth, { [name]: members.get(name) });
  cloth.wind.x = 3;
  cloth.solver.friction = 1;
  cloth.solver = {};
  cloth.fabric.density = 1;
  cloth.fabric = {};
  made.run(2);
});

test("each method of its colliders and wind zones", async () => {
  const collider = cloth.colliders.add({ shape: "sphere" });
  const zone = cloth.windZones.add({});
  const { colliders, windZones } = cloth;
  const box = CreateBox("box", {}, made.scene);
  const observers = box.onDisposeObservable.observers.length;
  cloth.dispose();
  const empty = {} as never;
  const ofColliders: Calls<ClothColliders> = {
    add: ["error", (of) => of.add({ shape: "box", node: box })],
    addMesh: ["error", (of) => of.addMesh(box)],
    addPhysicsBody: ["error", (of) => of.addPhysicsBody(empty)],
    addSkeleton: ["error", (of) => of.addSkeleton(empty, empty)],
    addGltf: ["error", (of) => of.addGltf(empty, empty)],
    remove: ["nothing", (of) => of.remove(collider)],
    close: ["nothing", (of) => of.close()],
  };
  const ofZones: Calls<ClothWindZones> = {
    add: ["error", (of) => of.add({ node: box })],
    remove: ["nothing", (of) => of.remove(zone)],
    close: ["nothing", (of) => of.close()],
  };
  const hidden = ["takeOver", "follow"];
  expect(methodsOf(ClothColliders.prototype).sort()).toEqual([...Object.keys(ofColliders), ...hidden].sort());
  expect(methodsOf(ClothWindZones.prototype).sort()).toEqual(Object.keys(ofZones).sort());
  await expectRule(colliders, ofColliders);
  await expectRule(windZones, ofZones);
  expect([colliders.list.length, windZones.list.length]).toEqual([0, 0]);
  expect(box.onDisposeObservable.observers).toHaveLength(observers);
});

test("each method of its grips, seams and air", async () => {
  const grip = cloth.grab(away);
  const seam = new ClothSeam("seam", { from: { cloth, edge: "leftEdge" }, to: { cloth: other, edge: "leftEdge" } });
  const air = new ClothPressure("air", { cloths: [cloth, other], pressure: 10 });
  made.run(2);
  cloth.dispose();
  const ofGrip: Calls<ClothGrip> = {
    moveTo: ["nothing", (of) => of.moveTo(away)],
    release: ["nothing", (of) => of.release()],
  };
  const ofSeam: Calls<ClothSeam> = {
    open: ["nothing", (of) => of.open()],
    close: ["nothing", (of) => of.close()],
    dispose: ["nothing", (of) => of.dispose()],
  };
  const ofAir: Calls<ClothPressure> = { dispose: ["nothing", (of) => of.dispose()] };
  expect(methodsOf(Object.getPrototypeOf(ClothGrip.prototype) as object).sort()).toEqual(Object.keys(ofGrip).sort());
  expect(methodsOf(ClothSeam.prototype).sort()).toEqual(Object.keys(ofSeam).sort());
  expect(methodsOf(ClothPressure.prototype).sort()).toEqual(Object.keys(ofAir).sort());
  await expectRule(grip, ofGrip);
  await expectRule(seam, ofSeam);
  await expectRule(air, ofAir);
  air.pressure = 20;
  expect([seam.closed, seam.isDisposed, air.isDisposed, grip.isReleased]).toEqual([0, true, true, true]);
  expect([air.volume, air.currentPressure].every(Number.isFinite)).toBe(true);
});

test("behaviors and debug views", async () => {
  const view = new ClothDebugView(cloth, { particles: true });
  const behaviors = [ClothDragBehavior, ClothPinBehavior, ClothCutBehavior].map((kind) => new kind());
  behaviors.forEach((behavior) => cloth.addBehavior(behavior));
  cloth.dispose();
  const { onPointerObservable: pointers } = made.scene;
  const listening = (): number => pointers.observers.filter((observer) => !observer._willBeUnregistered).length;
  expect(listening()).toBe(0);
  for (const behavior of behaviors) {
    behavior.attach(cloth);
    expect(behavior.attachedNode).toBeNull();
    behavior.detach();
  }
  expect(listening()).toBe(0);
  await view.updateAsync();
  view.dispose();
  expect([...view.meshes]).toEqual([]);
  expect(() => new ClothDebugView(cloth)).toThrow(NEEDED);
  expect(() => {
    new ClothSeam("seam", { from: { cloth, edge: "leftEdge" }, to: { cloth: other, edge: "leftEdge" } });
  }).toThrow(NEEDED);
  expect(() => new ClothPressure("air", { cloths: [cloth] })).toThrow(NEEDED);
  const child = new TransformNode("child", made.scene);
  child.parent = cloth;
  made.run(2);
});
