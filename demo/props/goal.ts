// Two posts and a bar, and the football that is kicked between them.
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { createMaterial } from "../studio/materials.js";
import type { Studio } from "../studio/studio.js";
import { createFootballTexture } from "../textures/football.js";

const DIAMETER = 0.07;
/** How far the middle of the bar is above what hangs from it [m]. */
const BAR_ABOVE = 0.03;
/** From the posts to what hangs between them [m]. */
const GAP = 0.15;

/**
 * @param size - What hangs from the bar: its width, and the height of its top edge [m].
 * @param studio - Where it stands.
 * @param scene - Gets the meshes.
 * @returns Both posts and the bar.
 */
export function createGoal(
  { width, height }: { readonly width: number; readonly height: number },
  studio: Studio,
  scene: Scene,
): Mesh[] {
  const enamel = createMaterial("whiteEnamel", scene);
  const post = (x: number): Mesh => {
    const tall = height + DIAMETER / 2;
    const mesh = CreateCylinder("post", { diameter: DIAMETER, height: tall, tessellation: 32 }, scene);
    mesh.position.set(x, tall / 2, 0);
    return mesh;
  };
  const bar = CreateCylinder("bar", { diameter: DIAMETER, height: width + 2 * GAP, tessellation: 32 }, scene);
  bar.rotation.z = Math.PI / 2;
  bar.position.y = height + BAR_ABOVE;
  const parts = [post(-width / 2 - GAP), post(width / 2 + GAP), bar];
  for (const part of parts) {
    part.material = enamel;
    studio.add(part);
  }
  return parts;
}

/**
 * @param radius - [m]
 * @param studio - Where it lies.
 * @param scene - Gets the mesh.
 */
export function createFootball(radius: number, studio: Studio, scene: Scene): Mesh {
  const ball = CreateSphere("ball", { diameter: 2 * radius, segments: 32 }, scene);
  const leather = new PBRMaterial("football", scene);
  leather.albedoTexture = createFootballTexture(scene);
  leather.metallic = 0;
  leather.roughness = 0.45;
  ball.material = leather;
  studio.add(ball);
  return ball;
}
