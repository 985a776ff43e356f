// A clone of a cloth, and where a cloth is.
import { Quaternion, type Matrix } from "@babylonjs/core/Maths/math.vector.pure.js";
import { Tags } from "@babylonjs/core/Misc/tags.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Nullable } from "@babylonjs/core/types.js";
import type { Cloth } from "../cloth/cloth.js";
import { ClothPressure } from "../cloth/clothPressure.js";
import { ClothSeam, optionsOfSide } from "../cloth/clothSeam.js";
import { fillCloth } from "../cloth/contents.js";

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
  "applyFog",
  "billboardMode",
  "infiniteDistance",
  "ignoreNonUniformScaling",
  "hasVertexAlpha",
  "cullingStrategy",
  "occlusionType",
  "occlusionQueryAlgorithmType",
  "occlusionRetryCount",
  "isBlocker",
  "isNearPickable",
  "isNearGrabbable",
  "enablePointerMoveEvents",
  "pointerOverDisableMeshTesting",
  "checkCollisions",
  "collisionResponse",
  "collisionRetryCount",
  "collisionGroup",
  "collisionMask",
  "renderOutline",
  "outlineWidth",
  "renderOverlay",
  "overlayAlpha",
  "showBoundingBox",
  "doNotSerialize",
  "metadata",
] as const satisfies readonly (keyof Cloth)[];

/** Members that change in place. */
const values = [
  "outlineColor",
  "overlayColor",
  "ellipsoid",
  "ellipsoidOffset",
] as const satisfies readonly (keyof Cloth)[];

/**
 * @param cloth - A cloth.
 * @param matrix - World matrix that it gets.
 */
export function setWorldMatrix(cloth: Cloth, matrix: Matrix): void {
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
export function copySettings<C extends Cloth>(from: C, to: C, parent: Nullable<Node>): C {
  fillCloth(to, from);
  to.parent = parent;
  to.position.copyFrom(from.position);
  to.rotation.copyFrom(from.rotation);
  to.rotationQuaternion = from.rotationQuaternion?.clone() ?? null;
  to.scaling.copyFrom(from.scaling);
  if (from.isUsingPivotMatrix()) {
    to.setPivotMatrix(from.getPivotMatrix(), from.isUsingPostMultiplyPivotMatrix());
  }
  to.setEnabled(from.isEnabled(false));
  to.fidelity = from.askedFidelity;
  if (from.cuts.count + from.cuts.tornThreads > 0) {
    to.cuts.set(from.cuts);
  }
  for (const { name, from: side, to: other, closed, speed } of from.sewing.seams) {
    if (side.cloth === other.cloth) {
      new ClothSeam(name, { from: optionsOfSide(side, to), to: optionsOfSide(other, to), closed, speed });
    }
  }
  const air = from.sewing.pressure;
  if (air?.cloths.length === 1) {
    const { name, pressure, amount, sides } = air;
    new ClothPressure(name, { cloths: [to], pressure, amount, inside: sides[0] > 0 ? "front" : "back" });
  }
  // Not those that are alike: members of renderers that come later would be hidden.
  for (const member of members.filter((name) => to[name] !== from[name])) {
    Object.assign(to, { [member]: from[member] as unknown });
  }
  for (const value of values) {
    Object.assign(to, { [value]: from[value].clone() });
  }
  to.animations = from.animations.map((animation) => animation.clone());
  Tags.AddTagsTo(to, Tags.GetTags(from) as string);
  return to;
}
