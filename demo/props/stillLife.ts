// A round table, and five shapes on it.
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateCapsule } from "@babylonjs/core/Meshes/Builders/capsuleBuilder.js";
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { createMaterial } from "../studio/materials.js";
import type { Studio } from "../studio/studio.js";

/** [m] */
export const TABLE = { radius: 0.7, height: 0.4 };

/**
 * @param studio - Where it stands.
 * @param scene - Gets the meshes.
 * @returns The top of the table.
 */
export function createTable(studio: Studio, scene: Scene): Mesh {
  const top = CreateCylinder("table", { diameter: 2 * TABLE.radius, height: 0.06, tessellation: 24 }, scene);
  top.position.y = TABLE.height - 0.03;
  const foot = CreateCylinder(
    "foot",
    { diameterTop: 0.09, diameterBottom: 0.16, height: TABLE.height, tessellation: 32 },
    scene,
  );
  foot.position.y = TABLE.height / 2;
  const walnut = createMaterial("walnut", scene);
  for (const part of [top, foot]) {
    part.material = walnut;
    studio.add(part);
  }
  return top;
}

/**
 * Builds a shape of each kind of collider.
 *
 * @param studio - Where the table stands.
 * @param scene - Gets the meshes.
 */
export function createShapesOnTable(studio: Studio, scene: Scene): Mesh[] {
  const wood = createMaterial("cherry", scene);
  const place = (shape: Mesh, x: number, height: number, z: number): Mesh => {
    shape.position.set(x, TABLE.height + height, z);
    shape.material = wood;
    studio.add(shape);
    return shape;
  };
  const sphere = CreateSphere("sphere", { diameter: 0.36, segments: 32 }, scene);
  const box = CreateBox("box", { width: 0.24, height: 0.3, depth: 0.24 }, scene);
  box.rotation.y = 0.5;
  const prism = CreateCylinder(
    "prism",
    { diameterTop: 0.14, diameterBottom: 0.28, height: 0.4, tessellation: 6 },
    scene,
  );
  const ellipsoid = CreateSphere(
    "ellipsoid",
    { diameterX: 0.46, diameterY: 0.2, diameterZ: 0.28, segments: 32 },
    scene,
  );
  const capsule = CreateCapsule("capsule", { radius: 0.09, height: 0.46, tessellation: 32 }, scene);
  capsule.rotation.set(0, -0.5, Math.PI / 2);
  return [
    place(sphere, -0.42, 0.18, -0.22),
    place(box, 0.3, 0.15, 0.36),
    place(prism, -0.28, 0.2, 0.42),
    place(ellipsoid, 0.44, 0.1, -0.16),
    place(capsule, 0.04, 0.09, -0.5),
  ];
}
