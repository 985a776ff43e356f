// What a cloth has besides the options that it was made with.
import type { Node } from "@babylonjs/core/node.js";
import type { Nullable } from "@babylonjs/core/types.js";
import type { ClothMesh } from "./clothMesh.js";

/** Plain members of a mesh that a clone has alike. */
const members = [
  "thickness",
  "material",
  "isVisible",
  "visibility",
  "isPickable",
  "receiveShadows",
  "layerMask",
  "renderingGroupId",
  "alphaIndex",
  "alwaysSelectAsActiveMesh",
  "metadata",
] as const satisfies readonly (keyof ClothMesh)[];

/**
 * @param from - A cloth.
 * @param to - A new cloth of the same definition.
 * @param parent - Of the new one.
 * @returns The new one, with everything else alike.
 */
export function copySettings(from: ClothMesh, to: ClothMesh, parent: Nullable<Node>): ClothMesh {
  for (const { u, v } of to.pins) {
    to.unpin(u, v);
  }
  for (const { u, v, target } of from.pins) {
    to.pin(u, v, target);
  }
  to.wind.copyFrom(from.wind);
  from.colliders.list.forEach((collider) => to.colliders.add(collider));
  to.motionConstraints = from.motionConstraints;
  to.separationConstraints = from.separationConstraints;
  to.parent = parent;
  to.position.copyFrom(from.position);
  to.rotation.copyFrom(from.rotation);
  to.rotationQuaternion = from.rotationQuaternion?.clone() ?? null;
  to.scaling.copyFrom(from.scaling);
  to.setEnabled(from.isEnabled(false));
  for (const member of members) {
    Object.assign(to, { [member]: from[member] as unknown });
  }
  return to;
}
