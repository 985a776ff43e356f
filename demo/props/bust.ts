// A tailor's bust with a head, on a stand.
import { CreateCapsule } from "@babylonjs/core/Meshes/Builders/capsuleBuilder.js";
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { createMaterial } from "../studio/materials.js";
import type { Studio } from "../studio/studio.js";

/** The top of the shoulders beside the neck [m]. */
export const SHOULDER_HEIGHT = 1.1;

/**
 * @param place - Where it stands [m].
 * @param studio - Where it stands.
 * @param scene - Gets the meshes.
 * @returns What cloth on it collides with.
 */
export function createBust(place: { readonly x: number; readonly z: number }, studio: Studio, scene: Scene): Mesh[] {
  const add = (mesh: Mesh, height: number, material: "beech" | "walnut" | "chalk"): Mesh => {
    mesh.position.set(place.x, height, place.z);
    mesh.material = createMaterial(material, scene);
    studio.add(mesh);
    return mesh;
  };
  add(CreateCylinder("stand", { diameter: 0.04, height: 0.7, tessellation: 24 }, scene), 0.35, "walnut");
  add(
    CreateCylinder("foot", { diameterTop: 0.3, diameterBottom: 0.36, height: 0.03, tessellation: 48 }, scene),
    0.015,
    "walnut",
  );
  const chest = CreateSphere("chest", { diameterX: 0.34, diameterY: 0.62, diameterZ: 0.24, segments: 32 }, scene);
  const shoulders = CreateCapsule("shoulders", { height: 0.42, radius: 0.075, tessellation: 32 }, scene);
  shoulders.rotation.z = Math.PI / 2;
  const neck = CreateCapsule("neck", { height: 0.3, radius: 0.052, tessellation: 32 }, scene);
  const head = CreateSphere("head", { diameterX: 0.16, diameterY: 0.23, diameterZ: 0.19, segments: 32 }, scene);
  return [
    add(chest, SHOULDER_HEIGHT - 0.29, "chalk"),
    add(shoulders, SHOULDER_HEIGHT - 0.075, "chalk"),
    add(neck, SHOULDER_HEIGHT + 0.04, "chalk"),
    add(head, SHOULDER_HEIGHT + 0.23, "chalk"),
  ];
}
