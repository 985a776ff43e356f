// Where a node is without its scale, as physics bodies are.
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.pure.js";
import { worldMatrixOf, type ClothNode } from "../babylon/worldMatrix.js";

const rigidMatrix = Matrix.Identity();
const rigidRotation = new Quaternion();
const rigidPosition = new Vector3();

/**
 * @param node - Any.
 * @returns Its position and rotation alone, as physics bodies have them: the same object, until the next call.
 */
export function rigidMatrixOf(node: ClothNode): Matrix {
  const matrix = worldMatrixOf(node);
  rigidPosition.copyFromFloats(matrix.m[12], matrix.m[13], matrix.m[14]);
  // The rotation that the physics plugin reads and writes, which is another than the matrix's where that is mirrored.
  if (!(node instanceof TransformNode)) {
    matrix.decompose(undefined, rigidRotation);
  } else if (node.parent) {
    rigidRotation.copyFrom(node.absoluteRotationQuaternion);
  } else if (node.rotationQuaternion) {
    rigidRotation.copyFrom(node.rotationQuaternion);
  } else {
    Quaternion.FromEulerVectorToRef(node.rotation, rigidRotation);
  }
  return Matrix.ComposeToRef(Vector3.OneReadOnly, rigidRotation, rigidPosition, rigidMatrix);
}
