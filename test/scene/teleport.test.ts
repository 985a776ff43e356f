/** A teleport takes a cloth to a world matrix, wherever its mesh hangs. */
import { Bone } from "@babylonjs/core/Bones/bone.js";
import { Skeleton } from "@babylonjs/core/Bones/skeleton.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { ClothMesh } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { largestDistance } from "../support/largestDistance.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => {
  stage.dispose();
});

test.each<[string, (cloth: ClothMesh) => void]>([
  ["of the scene", () => undefined],
  ["that turns around a pivot", (cloth) => cloth.setPivotPoint(new Vector3(0.5, 0.5, 0))],
  ["whose matrix is frozen", (cloth) => cloth.freezeWorldMatrix()],
  [
    "below a mirrored node",
    (cloth) => {
      const node = new TransformNode("node", stage.scene);
      node.scaling.z = -1;
      node.rotation.y = 0.7;
      cloth.parent = node;
    },
  ],
  [
    "on a bone",
    (cloth) => {
      const skeleton = new Skeleton("skeleton", "skeleton", stage.scene);
      const body = new TransformNode("body", stage.scene);
      body.position.x = 2;
      body.computeWorldMatrix(true);
      cloth.attachToBone(new Bone("neck", skeleton, null, Matrix.Translation(0, 1, 0)), body);
    },
  ],
])("a cloth %s", (_, place) => {
  const cloth = stage.add({ controlPoints: 5 });
  cloth.rotation.z = 0.4;
  place(cloth);
  stage.run(3);
  const matrix = Matrix.RotationYawPitchRoll(1, 0.2, 0.1).multiply(Matrix.Translation(1, 2, 3));
  cloth.teleport(matrix);
  const { m } = cloth.computeWorldMatrix(true);
  Array.from(matrix.m).forEach((value, i) => {
    expect(m[i]).toBeCloseTo(value, 6);
  });
});

/** A sheet on a ball and on two nodes of a body, and a hand at its edge. It moves on from there for some frames. */
async function carriedBy(jump: number, isSwitchedOff: boolean): Promise<Float32Array> {
  const body = new TransformNode("body", stage.scene);
  const cloth = stage.add({ controlPoints: 8, pins: "none", solver: { continuousCollision: true } });
  cloth.parent = body;
  cloth.rotation.x = Math.PI / 2;
  for (const u of [0, 1]) {
    const shoulder = new TransformNode("shoulder", stage.scene);
    shoulder.parent = body;
    shoulder.position.set(u - 0.5, 0, 0.5);
    cloth.pin(u, 1, shoulder);
  }
  cloth.colliders.add({ shape: "sphere", radius: 0.3, position: new Vector3(0, -0.35, 0), node: body });
  stage.run(2);
  const grip = cloth.grab(cloth.surfaceAt(0.5, 0).position);
  stage.run(90);
  body.setEnabled(!isSwitchedOff);
  stage.run(2 * Number(isSwitchedOff));
  body.position.x += jump;
  grip.moveTo(grip.position.add(new Vector3(jump, 0, 0)));
  body.setEnabled(true);
  cloth.teleport();
  stage.run(10);
  const positions = await cloth.readPositions();
  return positions.map((coordinate, i) => coordinate - (i % 3 === 0 ? jump : 0));
}

test.each([
  ["teleports", false],
  ["is switched off and on", true],
])("what jumps along with a cloth that %s has not moved: nodes of pins, grips, colliders", async (_, isSwitchedOff) => {
  const [stayed, jumped] = [await carriedBy(0, isSwitchedOff), await carriedBy(16, isSwitchedOff)];
  expect(largestDistance(stayed, jumped)).toBeLessThan(1e-4);
});

test("a mesh that is mirrored takes its cloth along: nothing turns into its mirror image by a motion", async () => {
  const fallen = async (flips: boolean): Promise<number[]> => {
    const body = new TransformNode("body", stage.scene);
    const cloth = stage.add({ controlPoints: 8, pins: "topEdge", solver: { continuousCollision: true } });
    cloth.parent = body;
    cloth.position.x = 0.6;
    cloth.colliders.add({ shape: "sphere", radius: 0.2, position: new Vector3(0.6, -0.2, 0.18), node: body });
    stage.run(30);
    body.scaling.x = flips ? -1 : 1;
    stage.run(10);
    return Array.from(await cloth.readPositions(), (coordinate, i) =>
      flips && i % 3 === 0 ? -coordinate : coordinate,
    );
  };
  expect(largestDistance(await fallen(false), await fallen(true))).toBeLessThan(1e-5);
});

test("what is no matrix is refused by name, and the cloth stays", () => {
  const cloth = stage.add({ controlPoints: 5 });
  cloth.position.set(1, 2, 3);
  const before = cloth.position.asArray();
  expect(() => {
    cloth.teleport("1" as unknown as Matrix);
  }).toThrow('Cloth "cloth": matrix of teleport is "1", must be a Matrix');
  expect(() => {
    cloth.teleport(new Vector3(0, 5, 0) as unknown as Matrix);
  }).toThrow('Cloth "cloth": matrix of teleport is (0, 5, 0), must be a Matrix');
  expect(() => {
    cloth.teleport(Matrix.Translation(NaN, 0, 0));
  }).toThrow(/matrix of teleport is .*, must be a Matrix of finite numbers/);
  expect(cloth.position.asArray()).toEqual(before);
});
