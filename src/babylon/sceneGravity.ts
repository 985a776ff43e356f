import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";

/** A scene has this method only while the physics component of Babylon is imported. */
interface PhysicsScene {
  getPhysicsEngine?(): { readonly gravity: Vector3 } | null;
}

/**
 * @param scene - Any scene.
 * @returns Gravity of its physics engine, or else its own [m/s2]; not a copy.
 */
export function gravityOf(scene: Scene): Vector3 {
  return (scene as PhysicsScene).getPhysicsEngine?.()?.gravity ?? scene.gravity;
}
