import type { Bone } from "@babylonjs/core/Bones/bone.pure.js";
import { Matrix } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.pure.js";
import type { Node } from "@babylonjs/core/node.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";

/** What pins and colliders can follow. A bone is where the first mesh of its skeleton shows it. */
export type ClothNode = TransformNode | Bone;

/** For messages. */
export const CLOTH_NODES = "a TransformNode or a Bone";
/** The same of what begins to follow one. */
export const LIVING_NODES = `${CLOTH_NODES} that is not disposed`;
/** The end of a message about a node of another scene, after what shows it. */
export const ELSEWHERE = "of another scene, must be of the scene of the cloth";

/** Internals of a node that hangs on a bone. */
interface OnBone {
  readonly _transformToBoneReferal: TransformNode | null;
}

/** Looked for once: a scene may have thousands of meshes. */
const skinned = new WeakMap<Bone, AbstractMesh>();
const boneMatrices = new WeakMap<Bone, Matrix>();

/**
 * @param value - Anything.
 * @returns Whether pins and colliders can follow it. Cameras and lights are nodes, too, but have no world matrix of that kind.
 */
export function isClothNode(value: unknown): value is ClothNode {
  return value instanceof TransformNode || isBone(value);
}

/**
 * @param value - Anything.
 * @returns Whether something can begin to follow it: a disposed node is nowhere, and would never be forgotten.
 */
export function isLivingNode(value: unknown): value is ClothNode {
  return isClothNode(value) && !value.isDisposed();
}

/**
 * @param node - Anything that knows its scene; null: nothing.
 * @param scene - Of a cloth; null: not known.
 * @returns Whether the node is of another scene: then it moves at other times, and is disposed without the cloth.
 */
export function isElsewhere(node: Pick<Node, "getScene"> | null, scene: Scene | null): boolean {
  return node !== null && scene !== null && node.getScene() !== scene;
}

/** Without the class of bones, which scenes without skeletons need not load. */
function isBone(value: unknown): value is Bone {
  const { getClassName, getSkeleton } = (value ?? {}) as Partial<Bone>;
  return typeof getSkeleton === "function" && getClassName?.call(value) === "Bone";
}

/**
 * @param node - Any node.
 * @returns Its world matrix as it is now. Babylon's own call looks for changes once a frame, and a step may be taken at
 * any time.
 */
export function worldMatrixOf(node: ClothNode): Matrix {
  if (!(node instanceof TransformNode)) {
    const driver = node.getTransformNode();
    return driver ? worldMatrixOf(driver) : boneMatrixOf(node);
  }
  prepareBones(node);
  return node.isSynchronized() ? node.worldMatrixFromCache : node.computeWorldMatrix(true);
}

/** What hangs on a bone (`attachToBone`) reads the matrices of its skeleton and of the node that shows it, which are those of the last frame. */
function prepareBones(node: TransformNode): void {
  for (let hanging: Node = node; hanging.parent; hanging = hanging.parent) {
    const { parent } = hanging;
    if (isBone(parent)) {
      const { _transformToBoneReferal: shows } = hanging as unknown as OnBone;
      if (shows) {
        worldMatrixOf(shows);
      }
      parent.getSkeleton().prepare(true);
      return;
    }
  }
}

/** Babylon computes bones when it draws them, which is after the step. */
function boneMatrixOf(bone: Bone): Matrix {
  const matrix = boneMatrices.get(bone) ?? new Matrix();
  boneMatrices.set(bone, matrix);
  matrix.copyFrom(bone.getLocalMatrix());
  for (let parent = bone.getParent(); parent; parent = parent.getParent()) {
    matrix.multiplyToRef(parent.getLocalMatrix(), matrix);
  }
  const mesh = skinnedBy(bone);
  const pose = bone.getSkeleton().getPoseMatrix();
  if (pose) {
    matrix.multiplyToRef(pose, matrix);
  }
  return mesh ? matrix.multiplyToRef(worldMatrixOf(mesh), matrix) : matrix;
}

function skinnedBy(bone: Bone): AbstractMesh | undefined {
  const skeleton = bone.getSkeleton();
  const isSkinned = (mesh: AbstractMesh): boolean => mesh.skeleton === skeleton && !mesh.isDisposed();
  const known = skinned.get(bone);
  if (known && isSkinned(known)) {
    return known;
  }
  const found = skeleton.getScene().meshes.find(isSkinned);
  if (found) {
    skinned.set(bone, found);
  }
  return found;
}
