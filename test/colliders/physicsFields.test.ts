// Triangle meshes and height fields of Havok as colliders: rays of the physics engine say where their surface is.
import type { HavokPhysicsWithBindings } from "@babylonjs/havok";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import { CreateTorus } from "@babylonjs/core/Meshes/Builders/torusBuilder.js";
import type { GroundMesh } from "@babylonjs/core/Meshes/groundMesh.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { PhysicsMotionType } from "@babylonjs/core/Physics/v2/IPhysicsEnginePlugin.js";
import { HavokPlugin } from "@babylonjs/core/Physics/v2/Plugins/havokPlugin.js";
import type { PhysicsEngine } from "@babylonjs/core/Physics/v2/physicsEngine.js";
import { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import {
  PhysicsShapeGroundMesh,
  PhysicsShapeMesh,
  type PhysicsShape,
} from "@babylonjs/core/Physics/v2/physicsShape.js";
import "@babylonjs/core/Physics/joinedPhysicsEngineComponent.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { SeenColliders } from "../../src/colliders/seenColliders.js";
import type { ClothColliders } from "../../src/index.js";
import { shapeContact } from "../../src/sim/cpu/cpuCollide.js";
import { createVector, round } from "../../src/sim/cpu/vectors.js";
import { origin, useColliderScene } from "../support/colliderScene.js";
import { note } from "../support/note.js";
import { loadHavok } from "../support/havok.js";

let havok: HavokPhysicsWithBindings;
let scene: Scene;
let colliders: ClothColliders;
let seen: SeenColliders;
let warnings: string[];
beforeAll(async () => {
  havok = await loadHavok();
});
useColliderScene((made) => {
  ({ scene, colliders, seen, warnings } = made);
});

function torus(): Mesh {
  const mesh = CreateTorus("torus", { diameter: 1, thickness: 0.4, tessellation: 32 }, scene);
  mesh.scaling.set(2, 1, 1.5);
  return mesh;
}

function hills(): GroundMesh {
  const ground = CreateGround("hills", { width: 3, height: 3, subdivisions: 24, updatable: true }, scene);
  ground.updateMeshPositions((points) => {
    for (let i = 0; i < points.length; i += 3) {
      points[i + 1] = 0.2 * Math.sin(2 * points[i]) + 0.1 * Math.cos(3 * points[i + 2]);
    }
  }, true);
  return ground;
}

/** A body of a mesh somewhere. */
function bodyOf(mesh: Mesh, shapeOf: (mesh: Mesh) => PhysicsShape, turn = 0): [PhysicsBody, PhysicsEngine] {
  scene.enablePhysics(new Vector3(0, -9.81, 0), new HavokPlugin(true, havok));
  mesh.position.set(1, 1, -2);
  mesh.rotation.y = turn;
  mesh.computeWorldMatrix(true);
  const body = new PhysicsBody(mesh, PhysicsMotionType.STATIC, false, scene);
  body.shape = shapeOf(mesh);
  return [body, scene.getPhysicsEngine() as PhysicsEngine];
}

test.each([
  ["a scaled torus, as a triangle mesh", "field", torus, (mesh: Mesh) => new PhysicsShapeMesh(mesh, scene)],
  ["hills, as a triangle mesh", "heightField", hills, (mesh: Mesh) => new PhysicsShapeMesh(mesh, scene)],
  [
    "hills, as a height field",
    "heightField",
    hills,
    (mesh: Mesh) => new PhysicsShapeGroundMesh(mesh as GroundMesh, scene),
  ],
] as const)("a body is a field of its mesh: %s", (name, shape, makeMesh, shapeOf) => {
  const mesh = makeMesh();
  // Babylon makes height fields of grounds that are not turned.
  const [body, engine] = bodyOf(mesh, shapeOf, name.includes("height field") ? 0 : 0.7);
  const added = colliders.addPhysicsBody(body, { friction: 0.3 });
  expect(warnings).toEqual([]);
  expect(added.map((one) => [one.shape, one.friction, one.node === mesh])).toEqual([[shape, 0.3, true]]);
  engine._step(1 / 60);
  seen.follow(1);
  const [state] = seen.statesFrom(origin);
  const rotation = Quaternion.FromArray(state.rotation as number[]).conjugate();
  const contact = createVector(4);
  let [hits, farthest] = [0, 0];
  for (let i = 0; i < 200; i++) {
    const [x, z] = [1 + 1.2 * Math.sin(7 * i), -2 + 1.2 * Math.sin(11 * i)];
    const hit = engine.raycast(new Vector3(x, 5, z), new Vector3(x, -5, z));
    // The engine gives the last corner of a height field another height.
    if (hit.hasHit && Math.hypot(x - 1, z + 2) < 1.3) {
      hits++;
      const point = hit.hitPointWorld.subtract(Vector3.FromArray(origin));
      point.subtractInPlace(Vector3.FromArray(state.position as number[])).applyRotationQuaternionInPlace(rotation);
      shapeContact(contact, round(state, {}), Float64Array.from(point.asArray()));
      farthest = Math.max(farthest, Math.abs(contact[3]));
    }
  }
  note("a field of a body", name, { hits, farthest });
  expect(hits).toBeGreaterThan(50);
  expect(farthest).toBeLessThan(0.015);
  mesh.dispose();
  expect(colliders.list).toHaveLength(0);
});

test("triangles that are not those of the node are named in a warning", () => {
  const [body] = bodyOf(torus(), () => new PhysicsShapeMesh(CreateTorus("other", { diameter: 2 }, scene), scene));
  expect(colliders.addPhysicsBody(body)).toEqual([]);
  expect(warnings[0]).toMatch(/"torus" cannot keep cloth out.*not those of its node/);
});
