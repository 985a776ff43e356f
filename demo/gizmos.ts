// Lets people move, turn and scale what lies under a cloth.
import { PointerEventTypes } from "@babylonjs/core/Events/pointerEvents.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import type { Scene } from "@babylonjs/core/scene.js";

/** Size of the handles [m]. */
const FRAME_THICKNESS = 0.03;
/** A tap on the cloth takes a shape within this distance [m]. */
const REACH = 0.5;

/**
 * A tap on the cloth, or beside it, takes the nearest shape: arrows move it, the frame turns and scales it.
 *
 * @param shapes - To choose from; the first is taken at once.
 * @param scene - The one with the shapes.
 */
export async function addGizmos(shapes: readonly Mesh[], scene: Scene): Promise<void> {
  const { GizmoManager } = await import("@babylonjs/core/Gizmos/gizmoManager.js");
  // Someone may have chosen another scene meanwhile.
  if (scene.isDisposed) return;
  const gizmos = new GizmoManager(scene, 2);
  gizmos.usePointerToAttachGizmos = false;
  gizmos.positionGizmoEnabled = true;
  gizmos.boundingBoxGizmoEnabled = true;
  const frame = gizmos.gizmos.boundingBoxGizmo;
  if (frame) frame.rotationSphereSize = frame.scaleBoxSize = FRAME_THICKNESS;
  gizmos.attachToMesh(shapes[0]);
  scene.onPointerObservable.add(({ pickInfo }) => {
    const point = pickInfo?.pickedPoint;
    if (!point) return;
    const distanceTo = (shape: Mesh): number => Vector3.Distance(shape.getAbsolutePosition(), point);
    const nearest = shapes.reduce((best, shape) => (distanceTo(shape) < distanceTo(best) ? shape : best));
    gizmos.attachToMesh(distanceTo(nearest) < REACH ? nearest : null);
  }, PointerEventTypes.POINTERTAP);
  scene.onDisposeObservable.addOnce(() => {
    gizmos.dispose();
  });
}

/**
 * @param shapes - As they are now.
 * @returns Puts them back to where they are now.
 */
export function rememberPlaces(shapes: readonly Mesh[]): () => void {
  const places = shapes.map(({ position, rotation, scaling }) => ({
    position: position.clone(),
    rotation: rotation.clone(),
    scaling: scaling.clone(),
  }));
  return () => {
    shapes.forEach((shape, i) => {
      const { position, rotation, scaling } = places[i];
      shape.position.copyFrom(position);
      shape.rotationQuaternion = null;
      shape.rotation.copyFrom(rotation);
      shape.scaling.copyFrom(scaling);
    });
  };
}
