// The distance field of a mesh of the scene: checked, and shared by all who ask for the same triangles.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { sourceOf } from "../babylon/morphWeights.js";
import { worldMatrixOf, type ClothNode } from "../babylon/worldMatrix.js";
import { checkTriangles, makeDistanceField, type DistanceField } from "./distanceField.js";
import { boundsOf, unitAxes, type Triangles } from "./triangles.js";

/** Cells are as long as this by default [m], within the limits below. */
const DEFAULT_CELL = 0.015;
const LEAST_DEFAULT = 24;
const MOST_DEFAULT = 64;

/** Fields in use, by their triangles and resolution. */
const fields = new Map<string, WeakRef<DistanceField>>();

/**
 * @param node - What was given for a collider.
 * @param shape - "field" or "heightField".
 * @param resolution - Cells along the longest side, checked; by default, by the size of the mesh.
 * @returns The field, the same one for the same triangles.
 * @throws TypeError if it is no mesh; RangeError that names the mesh and why it has no field.
 */
export function fieldOf(node: ClothNode | null, shape: "field" | "heightField", resolution?: number): DistanceField {
  if (!((node as unknown) instanceof AbstractMesh)) {
    throw new TypeError(
      `ClothCollider: node is ${node ? `"${node.name}"` : "none"}, must be a mesh for the shape "${shape}".`,
    );
  }
  const mesh = node as AbstractMesh;
  const refuse = (why: string, cause?: unknown): never => {
    throw new RangeError(`ClothCollider: mesh "${mesh.name}" cannot be a "${shape}": ${why}.`, { cause });
  };
  const moving = whyNotRigid(mesh);
  if (moving) {
    refuse(moving);
  }
  const triangles = trianglesOf(mesh);
  try {
    checkTriangles(triangles);
  } catch (error) {
    refuse((error as Error).message, error);
  }
  const { longest } = boundsOf(triangles.points);
  const scale = largestScale(mesh);
  const cells = Math.ceil((longest * scale) / DEFAULT_CELL);
  const resolved = resolution ?? Math.min(Math.max(cells || LEAST_DEFAULT, LEAST_DEFAULT), MOST_DEFAULT);
  const key = `${shape} ${resolved.toString()} ${contentOf(triangles)}`;
  const known = fields.get(key)?.deref();
  if (known) {
    return known;
  }
  try {
    const made = makeDistanceField(triangles, resolved, shape === "heightField");
    fields.forEach((field, other) => field.deref() ?? fields.delete(other));
    fields.set(key, new WeakRef(made));
    if (!made.isClosed) {
      Logger.Warn(
        `babylon-cloth: mesh "${mesh.name}" is not closed; where it is open, its distance field closes it roughly. Close the mesh, or use ` +
          `the shape "heightField" for a surface of heights.`,
      );
    }
    return made;
  } catch (error) {
    return refuse((error as Error).message, error);
  }
}

/** @returns Why the GPU does not draw its triangles once, where they are on the CPU; null if it does. */
export function whyNotRigid(mesh: AbstractMesh): string | null {
  const { skeleton, morphTargetManager } = sourceOf(mesh);
  if (skeleton || morphTargetManager) {
    return "a skeleton or morph targets change it, must be rigid; give its bones capsules";
  }
  return mesh.hasThinInstances ? "it has thin instances, must be a mesh or an instance" : null;
}

/** @returns The triangles of a mesh as they are now. */
export function trianglesOf(mesh: AbstractMesh): Triangles {
  const points = mesh.getVerticesData("position") ?? [];
  const given = mesh.getIndices() ?? [];
  // A glTF file may have no indices: then every three vertices are a triangle.
  const isUnIndexed =
    given.length === 0 && (sourceOf(mesh) as AbstractMesh & { isUnIndexed?: boolean }).isUnIndexed === true;
  return { points, indices: isUnIndexed ? Array.from({ length: points.length / 3 }, (_, i) => i) : given };
}

/** As the mesh is scaled now: `absoluteScaling` is that of the last frame. */
function largestScale(mesh: AbstractMesh): number {
  const world = worldMatrixOf(mesh);
  return Math.max(...unitAxes.map((axis) => Vector3.TransformNormal(axis, world).length()));
}

/** Two hashes of all numbers (FNV-1a), with the counts. */
function contentOf({ points, indices }: Triangles): string {
  const word = new Float32Array(1);
  const bits = new Int32Array(word.buffer);
  let a = -2128831035;
  let b = 0;
  const add = (value: number): void => {
    a = Math.imul(a ^ value, 16777619);
    b = Math.imul(b + value, -1640531527) ^ (b >>> 15);
  };
  const [numbers, corners] = [points.length, indices.length];
  for (let i = 0; i < numbers; i++) {
    word[0] = points[i];
    add(bits[0]);
  }
  for (let i = 0; i < corners; i++) {
    add(indices[i]);
  }
  return `${points.length.toString()} ${indices.length.toString()} ${a.toString()} ${b.toString()}`;
}
