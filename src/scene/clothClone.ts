// What a cloth has besides the options that it was made with, wherever it gets that from, and where it is.
import { Quaternion, type Matrix, type Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Nullable } from "@babylonjs/core/types.js";
import type { ClothCollider } from "../colliders/clothCollider.js";
import type { ClothMesh } from "./clothMesh.js";
import type { IClothSpheres } from "../cloth/guides.js";
import type { IClothPin } from "../cloth/pinning.js";

/** Plain members of a mesh that a clone has alike. */
const members = [
  "thickness",
  "fidelity",
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

/** What a cloth is in the midst of. */
interface ClothContents {
  readonly pins: readonly IClothPin[];
  readonly wind: Vector3;
  readonly colliders: { readonly list: readonly ClothCollider[] };
  readonly motionConstraints: IClothSpheres | null;
  readonly separationConstraints: IClothSpheres | null;
}

/**
 * @param to - A cloth of as many particles.
 * @param from - What it gets; pins that it has already stay as they are.
 */
export function fillCloth(to: ClothMesh, from: ClothContents): void {
  const before = to.pins;
  const isAt =
    ({ u, v }: IClothPin) =>
    (other: IClothPin): boolean =>
      other.u === u && other.v === v;
  for (const pin of before.filter((old) => !from.pins.some(isAt(old)))) {
    to.unpin(pin.u, pin.v);
  }
  for (const pin of from.pins) {
    const old = before.find(isAt(pin));
    if (old?.target !== pin.target) {
      to.pin(pin.u, pin.v, pin.target);
    }
  }
  to.wind.copyFrom(from.wind);
  from.colliders.list.forEach((collider) => to.colliders.add(collider));
  to.motionConstraints = from.motionConstraints;
  to.separationConstraints = from.separationConstraints;
}

/**
 * @param cloth - A cloth.
 * @param matrix - World matrix that it gets.
 */
export function setWorldMatrix(cloth: ClothMesh, matrix: Matrix): void {
  const parent = cloth.parent?.computeWorldMatrix(true);
  const local = parent ? matrix.multiply(parent.clone().invert()) : matrix;
  cloth.rotationQuaternion ??= Quaternion.Identity();
  local.decompose(cloth.scaling, cloth.rotationQuaternion, cloth.position);
}

/**
 * @param from - A cloth.
 * @param to - A new cloth of the same definition.
 * @param parent - Of the new one.
 * @returns The new one, with everything else alike.
 */
export function copySettings(from: ClothMesh, to: ClothMesh, parent: Nullable<Node>): ClothMesh {
  fillCloth(to, from);
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
