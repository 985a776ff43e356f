// A flagpole, and a field of poles with crossbars.
import { Matrix, type Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import "@babylonjs/core/Meshes/thinInstanceMesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { createMaterial } from "../studio/materials.js";
import type { Studio } from "../studio/studio.js";

/**
 * Builds a steel pole with a gilt knob over the origin.
 *
 * @param size - Height and radius [m].
 * @param studio - Where it stands.
 * @param scene - Gets the meshes.
 */
export function createFlagpole(
  { height, radius }: { readonly height: number; readonly radius: number },
  studio: Studio,
  scene: Scene,
): void {
  const pole = CreateCylinder("pole", { diameter: 2 * radius, height, tessellation: 32 }, scene);
  pole.position.y = height / 2;
  pole.material = createMaterial("steel", scene);
  const knob = CreateSphere("knob", { diameter: 4.5 * radius, segments: 24 }, scene);
  knob.position.y = height + radius;
  knob.material = createMaterial("gilt", scene);
  studio.add(pole);
  studio.add(knob);
}

/**
 * Builds wooden poles with crossbars. All poles are one mesh, all bars another, each drawn many times.
 *
 * @param places - Where they stand.
 * @param size - Height of a pole, width of what hangs from its bar [m].
 * @param studio - Gets the shadows.
 * @param scene - Gets the meshes.
 */
export function createBannerPoles(
  places: readonly Vector3[],
  { height, width }: { readonly height: number; readonly width: number },
  studio: Studio,
  scene: Scene,
): void {
  const wood = createMaterial("tarredWood", scene);
  const repeat = (mesh: Mesh, y: number, depth: number): void => {
    mesh.bakeCurrentTransformIntoVertices();
    mesh.material = wood;
    mesh.thinInstanceAdd(places.map(({ x, z }) => Matrix.Translation(x, y, z + depth)));
    studio.add(mesh);
  };
  repeat(CreateCylinder("poles", { diameter: 0.05, height, tessellation: 12 }, scene), height / 2, 0);
  const bar = CreateCylinder("bars", { diameter: 0.03, height: width + 0.12, tessellation: 12 }, scene);
  bar.rotation.z = Math.PI / 2;
  repeat(bar, height - 0.05, -0.04);
}
