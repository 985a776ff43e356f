// A clone of a cloth, and where a cloth is.
import { Quaternion, type Matrix } from "@babylonjs/core/Maths/math.vector.pure.js";
import { Tags } from "@babylonjs/core/Misc/tags.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Nullable } from "@babylonjs/core/types.js";
import { shown } from "../babylon/shown.js";
import { ELSEWHERE, isElsewhere } from "../babylon/worldMatrix.js";
import type { Cloth } from "../cloth/cloth.js";
import { ClothPressure } from "../cloth/clothPressure.js";
import { ClothSeam, optionsOfSide } from "../cloth/clothSeam.js";
import { fillCloth } from "../cloth/contents.js";
import { complaint } from "../options/rules.js";

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
  "showSubMeshesBoundingBox",
  "inheritVisibility",
  "forceRenderingWhenOccluded",
  "scalingDeterminant",
  "reIntegrateRotationIntoRotationQuaternion",
  "definedFacingForward",
  "doNotSerialize",
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
  checkMatrix(cloth.name, matrix);
  const { position, scaling, isWorldMatrixFrozen } = cloth;
  const rotation = (cloth.rotationQuaternion ??= Quaternion.Identity());
  cloth.unfreezeWorldMatrix();
  // With no transformation of its own it is where its parent is, which may be a bone.
  position.setAll(0);
  scaling.setAll(1);
  rotation.copyFromFloats(0, 0, 0, 1);
  const toParent = cloth.computeWorldMatrix(true).clone().invert();
  const local = matrix.multiply(toParent);
  local.decompose(scaling, rotation, position);
  // What turns around a pivot is elsewhere than its position.
  const place = cloth.computeWorldMatrix(true).multiply(toParent).getTranslation();
  position.addInPlace(local.getTranslation().subtract(place));
  if (isWorldMatrixFrozen) {
    cloth.freezeWorldMatrix();
  }
}

function checkMatrix(cloth: string, value: unknown): void {
  // A vector has asArray too.
  const { asArray, decompose } = (value ?? {}) as Partial<Matrix>;
  const subject = { cloth, option: "matrix of teleport" };
  if (typeof asArray !== "function" || typeof decompose !== "function") {
    throw new TypeError(complaint(subject, value, "a Matrix"));
  }
  if (!Array.from(asArray.call(value as Matrix)).every(Number.isFinite)) {
    throw new RangeError(complaint(subject, value, "a Matrix of finite numbers"));
  }
}

/**
 * @param cloth - A cloth.
 * @param value - What is given as the parent of its clone.
 * @throws TypeError if it is neither a node nor null, Error if it is of another scene.
 */
export function checkParent(cloth: Cloth, value: unknown): void {
  // By what it is asked for: an app may have Babylon.js twice.
  if (value !== null && typeof (value as Partial<Node> | undefined)?.getWorldMatrix !== "function") {
    throw new TypeError(complaint({ cloth: cloth.name, option: "parent of its clone" }, value, "a Node or null"));
  }
  checkScene(cloth, value as Node | null);
}

/**
 * @param cloth - A cloth.
 * @param parent - That it or its clone is given.
 * @throws Error if it is of another scene.
 */
export function checkScene(cloth: Cloth, parent: Nullable<Node>): void {
  if (isElsewhere(parent, cloth.getScene())) {
    throw new Error(`Cloth "${cloth.name}": parent is ${shown(parent)} ${ELSEWHERE}.`);
  }
}

/**
 * @param from - A cloth.
 * @param to - A new cloth of the same definition.
 * @param parent - Of the new one.
 * @returns The new one, with everything else alike.
 */
export function copySettings<C extends Cloth>(from: C, to: C, parent: Nullable<Node>): C {
  fillCloth(to, from);
  to.id = `${to.name}.${from.id}`;
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
  if (air?.members.length === 1) {
    const { name, pressure, amount, inside } = air;
    new ClothPressure(name, { cloths: [to], pressure, amount, inside });
  }
  // Not those that are alike: members of renderers that come later would be hidden.
  for (const member of members.filter((name) => to[name] !== from[name])) {
    Object.assign(to, { [member]: from[member] });
  }
  for (const value of values) {
    Object.assign(to, { [value]: from[value].clone() });
  }
  const metadata = from.metadata as { clone?: () => unknown } | null | undefined;
  to.metadata = metadata?.clone?.() ?? metadata;
  to.animations = from.animations.map((animation) => animation.clone());
  for (const range of from.getAnimationRanges()) {
    if (range) {
      to.createAnimationRange(range.name, range.from, range.to);
    }
  }
  Tags.AddTagsTo(to, Tags.GetTags(from) as string);
  return to;
}
