// What would harm a cloth without a word, now or some steps later, is refused at once. Options and settings: see test/options.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import "@babylonjs/core/Meshes/thinInstanceMesh.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import {
  ClothCutBehavior,
  ClothDragBehavior,
  ClothPinBehavior,
  ClothSystem,
  Fabric,
  type ClothMesh,
} from "../../src/index.js";
import { ClothDebugView } from "../../src/debug/clothDebugView.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let stage: ClothScene;
let cloth: ClothMesh;
beforeEach(() => {
  stage = createClothScene();
  cloth = stage.add({ controlPoints: 6 });
  stage.run(1);
});
afterEach(() => stage.dispose());

/** As scripts do it, where no types help. */
const scripted = (value: unknown): never => value as never;

const refused: readonly (readonly [string, () => unknown, string])[] = [
  ["a time in words", () => stage.system.step(scripted("0.1")), 'step: seconds is "0.1", must be a finite number'],
  [
    "no time",
    () => stage.system.step(scripted(null)),
    "step: seconds is null, must be a finite number from 0 to 86400",
  ],
  ["a date as a time", () => stage.system.step(Date.UTC(2026, 0)), "to 86400 (a day)"],
  ["what is no scene", () => ClothSystem.For(scripted(5)), "ClothSystem.For: scene is 5, must be a Scene"],
  ["no engine", () => ClothSystem.IsSupported(scripted(null)), "IsSupported: engine is null, must be an engine"],
  [
    "a sheet as settings",
    () => (cloth.fabric = scripted(Fabric.FromGrid("coat"))),
    'Cloth "cloth": fabric is the Fabric "coat", must be settings, as Fabric.settings are',
  ],
  ["no matrix", () => cloth.teleport(scripted(null)), 'Cloth "cloth": matrix of teleport is null, must be a Matrix'],
  ["a zero for a matrix", () => cloth.teleport(scripted(0)), "matrix of teleport is 0, must be a Matrix"],
  ["another wind", () => ((cloth as { wind: unknown }).wind = 4), "wind cannot be replaced; set its x, y, z"],
  ["another wind of the scene", () => ((stage.system as { wind: unknown }).wind = 4), "wind cannot be replaced"],
  [
    "spheres that are a zero",
    () => (cloth.motionConstraints = scripted(0)),
    "motionConstraints is 0, must be an object",
  ],
  [
    "a cut for no camera",
    () => cloth.cut({ x: 0, y: 0 }, { x: 9, y: 9 }, scripted("eye")),
    'camera is "eye", must be a',
  ],
  ["a parent that is no node", () => cloth.clone("b", scripted("c")), 'parent of its clone is "c", must be a Node or'],
  [
    "a cloth as a shape",
    () => cloth.colliders.addMesh(cloth),
    "must be no cloth: cloths meet each other by solver.cloth",
  ],
  ["a fan that is none", () => cloth.windZones.remove(scripted(cloth)), "remove: zone is the ClothMesh"],
  ["a body that is none", () => (sphere().body = scripted("ball")), 'body is "ball", must be a PhysicsBody'],
  [
    "a radius of NaN",
    () => (new ClothDragBehavior().radius = NaN),
    "radius of a ClothDragBehavior is NaN, must be a finite number from 0",
  ],
  [
    "a length of NaN",
    () => (new ClothCutBehavior().minLength = NaN),
    "minLength of a ClothCutBehavior is NaN, must be a finite number from 0",
  ],
  [
    "a length in words",
    () => (new ClothCutBehavior().minLength = scripted("8")),
    'minLength of a ClothCutBehavior is "8", must be a finite',
  ],
  [
    "what is no cloth to drag",
    () => attach(ClothDragBehavior),
    'cloth of a ClothDragBehavior is the Mesh "ball", must be a cloth',
  ],
  [
    "what is no cloth to cut",
    () => attach(ClothCutBehavior),
    'cloth of a ClothCutBehavior is the Mesh "ball", must be a cloth',
  ],
  [
    "what is no cloth to pin",
    () => attach(ClothPinBehavior),
    'cloth of a ClothPinBehavior is the Mesh "ball", must be a cloth',
  ],
];

test.each(refused)("%s", (_, attempt, message) => {
  expect(attempt).toThrow(message);
  stage.run(2);
  expect(stage.scene.meshes.filter((mesh) => mesh.getClassName() === "ClothMesh")).toEqual([cloth]);
});

test("origins that are no vectors or not finite", async () => {
  await expect(cloth.readPositions(scripted(5))).rejects.toThrow(
    "readPositions: origin is 5, must be a vector of finite",
  );
  await expect(cloth.readSurface(new Vector3(NaN, 0, 0))).rejects.toThrow(
    "readSurface: origin is (NaN, 0, 0), must be",
  );
});

test("a cloth that is gone has no debug view, which would stay in the scene for ever", () => {
  cloth.dispose();
  expect(() => new ClothDebugView(cloth)).toThrow('Cloth "cloth": it is disposed, must be a cloth of the scene');
});

test("what is allowed stays so", () => {
  cloth.teleport(Matrix.Translation(1, 0, 0));
  cloth.wind.copyFromFloats(1, 0, 0);
  cloth.motionConstraints = null;
  expect(cloth.cut({ x: 0, y: 0 }, { x: 1, y: 1 }, new FreeCamera("other", Vector3.Zero(), stage.scene))).toBe(0);
  expect(cloth.clone("child", new TransformNode("parent", stage.scene)).parent?.name).toBe("parent");
  sphere().body = null;
  stage.run(2);
});

describe("vertices", () => {
  test.each([
    ["removeVerticesData", () => cloth.removeVerticesData("position")],
    ["toLeftHanded", () => cloth.toLeftHanded()],
    ["optimizeIndices", () => cloth.optimizeIndices()],
    ["setIndexBuffer", () => cloth.setIndexBuffer(scripted({}), 3, 3)],
  ])("%s is refused, and the cloth keeps its vertices", (name, attempt) => {
    const { geometry } = cloth;
    expect(attempt).toThrow(`Cloth "cloth": ${name} cannot act on a cloth`);
    stage.run(2);
    expect(cloth.geometry).toBe(geometry);
    expect(geometry?.meshes).toEqual([cloth]);
    expect(cloth.getVerticesData("position")).toHaveLength(3 * 4);
  });

  test("of thin instances are removed", () => {
    cloth.thinInstanceSetBuffer("color", new Float32Array(4), 4);
    expect(cloth.isVerticesDataPresent("instanceColor")).toBe(true);
    cloth.removeVerticesData("instanceColor");
    expect(cloth.isVerticesDataPresent("instanceColor")).toBe(false);
  });
});

describe("what is not finite", () => {
  const messages = (): string[] => {
    const heard: string[] = [];
    stage.system.cloths.forEach((one) => one.onErrorObservable.add(({ message }) => heard.push(message)));
    stage.run(1);
    return heard;
  };

  test("is named with the cloth that has it, of those that it is sewn to or shares air with, too", () => {
    const other = stage.add({ controlPoints: 6 }, (one) => ((one.name = "other"), (one.position.x = 1)));
    cloth.sew({ edge: "rightEdge" }, other, { edge: "leftEdge" });
    stage.run(1);
    other.wind.x = NaN;
    expect(messages()).toEqual(
      ["cloth", "other"].map(
        (name) =>
          `Cloth "${name}": particles became infinite or no numbers; the step was undone. Not finite: its wind (cloth "other").`,
      ),
    );
  });

  test("is named: targets of pins", () => {
    const target = new TransformNode("target", stage.scene);
    target.position.x = NaN;
    cloth.pin(0, 0, target);
    expect(messages()[0]).toMatch('Not finite: the target of a pin (cloth "cloth").');
  });

  test("may be what no one knows", () => {
    stage.system.wind.x = Infinity;
    expect(messages()[0]).toMatch("Look for NaN in the scene's wind");
  });
});

function sphere(): ReturnType<ClothMesh["colliders"]["add"]> {
  return cloth.colliders.add({ shape: "sphere", position: new Vector3(0, -5, 0) });
}

function attach(behavior: new () => { attach(cloth: ClothMesh): void }): void {
  new behavior().attach(scripted(CreateSphere("ball", {}, stage.scene)));
}
