// A wooden lay figure without arms.
import { CreateCapsule } from "@babylonjs/core/Meshes/Builders/capsuleBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { Scene } from "@babylonjs/core/scene.js";
import { createMaterial } from "../studio/materials.js";
import type { Studio } from "../studio/studio.js";

/** A lay figure. */
export interface LayFigure {
  /** Turns it; at the origin. */
  readonly node: TransformNode;
  /** Hips and legs: what a skirt collides with. */
  readonly solids: readonly Mesh[];
}

/** The legs: from axis to axis, and the radius at the feet [m]. */
export const LEGS = { spacing: 0.17, thin: 0.045 };

/**
 * @param studio - Where it stands.
 * @param scene - Gets the meshes.
 */
export function createLayFigure(studio: Studio, scene: Scene): LayFigure {
  const node = new TransformNode("figure", scene);
  const beech = createMaterial("beech", scene);
  const place = (mesh: Mesh, x: number, y: number): Mesh => {
    mesh.position.set(x, y, 0);
    mesh.parent = node;
    mesh.material = beech;
    studio.add(mesh);
    return mesh;
  };
  const ball = (name: string, x: number, y: number, z: number): Mesh =>
    CreateSphere(name, { diameterX: 2 * x, diameterY: 2 * y, diameterZ: 2 * z, segments: 48 }, scene);
  const limb = (name: string, height: number, radiusTop: number, radiusBottom: number): Mesh =>
    CreateCapsule(
      name,
      { height, radius: radiusTop, radiusTop, radiusBottom, tessellation: 32, capSubdivisions: 12 },
      scene,
    );

  place(limb("chest", 0.54, 0.145, 0.105), 0, 1.23).scaling.z = 0.75;
  place(limb("neck", 0.22, 0.04, 0.045), 0, 1.52);
  place(ball("head", 0.08, 0.11, 0.095), 0, 1.68);
  const hips = place(ball("hips", 0.165, 0.17, 0.132), 0, 0.93);
  const legs = [-1, 1].map((side) => place(limb("leg", 0.93, 0.085, LEGS.thin), (side * LEGS.spacing) / 2, 0.465));
  return { node, solids: [hips, ...legs] };
}
