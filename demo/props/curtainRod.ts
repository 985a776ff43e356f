// A brass rod with a knob at each end.
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { createMaterial } from "../studio/materials.js";
import type { Studio } from "../studio/studio.js";

const LENGTH = 2.9;
const RADIUS = 0.016;
const KNOB_DIAMETER = 0.07;

/**
 * @param place - Its height, and its distance from the plane z = 0 [m].
 * @param studio - Where it hangs.
 * @param scene - Gets the meshes.
 */
export function createCurtainRod(
  { height, z }: { readonly height: number; readonly z: number },
  studio: Studio,
  scene: Scene,
): void {
  const brass = createMaterial("brass", scene);
  const rod = CreateCylinder("rod", { diameter: 2 * RADIUS, height: LENGTH, tessellation: 24 }, scene);
  rod.rotation.z = Math.PI / 2;
  const knobs = [-1, 1].map((side) => {
    const knob = CreateSphere("knob", { diameter: KNOB_DIAMETER, segments: 24 }, scene);
    knob.position.x = (side * LENGTH) / 2;
    return knob;
  });
  for (const part of [rod, ...knobs]) {
    part.position.y = height;
    part.position.z = z;
    part.material = brass;
    studio.add(part);
  }
}
