// Colliders of what is flat: nodes that are scaled to nothing, along some axes or along all of them, and flat meshes.
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreatePlane } from "@babylonjs/core/Meshes/Builders/planeBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { SeenColliders } from "../../src/colliders/seenColliders.js";
import type { ClothColliders, IClothCollider } from "../../src/index.js";
import { shapeContact } from "../../src/sim/cpu/cpuCollide.js";
import { createVector, round } from "../../src/sim/cpu/vectors.js";
import { distanceFrom, origin, statesIn, useColliderScene } from "../support/colliderScene.js";

let scene: Scene;
let colliders: ClothColliders;
let seen: SeenColliders;
useColliderScene((made) => {
  ({ scene, colliders, seen } = made);
});

let stepId = 0;

/** What the solver finds at a point of the world. */
function contactAt(point: Vector3): { normal: number[]; distance: number } {
  const [state] = statesIn(seen, ++stepId);
  const found = createVector(4);
  const local = point.subtract(Vector3.FromArray(state.position)).subtract(Vector3.FromArray(origin));
  shapeContact(found, round(state, {}), Float64Array.from(local.asArray()));
  return { normal: Array.from(found.subarray(0, 3)), distance: found[3] };
}

test.each<[string, IClothCollider, number[], number[], number]>([
  ["a sphere of radius 0", { shape: "sphere", radius: 0 }, [1, 1, 1], [0, 0.01, 0], 0.01],
  ["a sphere that is a disc", { shape: "sphere", radius: 1 }, [1, 0, 1], [0.5, 0.01, 0], 0.01],
  ["an ellipsoid that is a disc, from aside", { shape: "ellipsoid" }, [1, 0, 1], [0.6, 0, 0], 0.1],
  ["an ellipsoid that is nothing", { shape: "ellipsoid" }, [0, 0, 0], [0, 0.01, 0], 0.01],
])("%s has a distance", (_name, shape, scaling, point, distance) => {
  const node = new TransformNode("node", scene);
  node.scaling.fromArray(scaling);
  colliders.add({ ...shape, node });
  const found = contactAt(Vector3.FromArray(point));
  expect(found.distance / distance).toBeCloseTo(1, 1);
  expect(Math.hypot(...found.normal)).toBeCloseTo(1, 6);
});

test.each(["x", "y", "z"] as const)("a box that is flat along %s turns with its node", (axis) => {
  const mesh = CreateBox("box", {}, scene);
  mesh.scaling[axis] = 0;
  mesh.rotationQuaternion = Quaternion.RotationYawPitchRoll(0.5, 0.4, 0.3);
  colliders.addMesh(mesh);
  const [state] = statesIn(seen, ++stepId);
  const world = mesh.computeWorldMatrix(true);
  const positions = mesh.getVerticesData("position") ?? [];
  for (let i = 0; i < positions.length; i += 3) {
    const vertex = Vector3.TransformCoordinates(Vector3.FromArray(positions, i), world);
    expect(Math.abs(distanceFrom(state, vertex))).toBeLessThan(1e-6);
  }
  const { rotation } = state;
  mesh.scaling[axis] = 1;
  Array.from(statesIn(seen, ++stepId)[0].rotation).forEach((part, i) => {
    expect(part).toBeCloseTo(rotation[i], 6);
  });
});

test("a capsule without length that keeps cloth inside is as wide as at the narrowest", () => {
  const node = new TransformNode("node", scene);
  node.scaling.set(1, 0.25, 0.5);
  const ends = { start: Vector3.Zero(), end: Vector3.Zero() };
  colliders.add({ shape: "capsule", radius: 1, inside: true, node, ...ends });
  expect(Array.from(statesIn(seen, ++stepId)[0].size)).toEqual([0.25, 0, 0.25]);
});

test.each([false, true])("a flat mesh without normals is out where Babylon shows it: right-handed %s", (isRight) => {
  scene.useRightHandedSystem = isRight;
  for (const sideOrientation of [0, 1]) {
    const wall = CreatePlane("wall", { sideOrientation }, scene);
    const normal = Vector3.FromArray(wall.getVerticesData("normal") ?? []);
    wall.removeVerticesData("normal");
    expect(colliders.addMesh(wall)?.normal.subtract(normal).length()).toBe(0);
  }
});
