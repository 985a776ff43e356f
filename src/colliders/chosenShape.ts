// Which shape a mesh collides as, and why.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { sourceOf } from "../babylon/morphWeights.js";
import type { IClothCollider } from "./clothCollider.js";
import type { ClothColliderShape } from "./colliderTypes.js";
import { whyNotEnclosing } from "./distanceField.js";
import { trianglesOf, whyNotRigid } from "./meshField.js";
import { convexOf, fittedShape, shapeOf } from "./meshShape.js";
import { boundsOf, everyFace, type Triangles } from "./triangles.js";

/** Of Material, of which nothing may be bundled. */
const COUNTER_CLOCKWISE = 1;

/** A shape for a mesh. */
interface ChosenShape {
  /** Of a collider that follows the mesh. */
  readonly options: IClothCollider;
  /** See ClothCollider.reason. */
  readonly reason: string;
}

/**
 * @param shape - Of a collider, if given.
 * @returns Whether it is made of the mesh itself, which then says what it cannot be made of; else of a shape that is fitted to its vertices.
 */
export function isOfMesh(shape: ClothColliderShape | undefined): shape is "field" | "heightField" | "depth" {
  return shape === "field" || shape === "heightField" || shape === "depth";
}

/**
 * @param mesh - Any, with its vertices as they are now.
 * @param shape - What it is to be; undefined: chosen from the vertices.
 * @param options - Of fields and depth maps.
 * @returns The shape; null, with a warning that names the mesh, if none fits.
 */
export function chooseShape(
  mesh: AbstractMesh,
  shape: ClothColliderShape | undefined,
  options: Pick<IClothCollider, "resolution" | "axes" | "depth">,
): ChosenShape | null {
  if (isOfMesh(shape)) {
    return { options: { shape, ...options }, reason: "as given" };
  }
  const triangles = trianglesOf(mesh);
  const { points } = triangles;
  const normals = mesh.getVerticesData("normal") ?? shownSide(mesh, triangles);
  const found = shape === "convex" ? convexOf(triangles) : shapeOf(triangles, normals);
  if (found && (!shape || shape === found.shape)) {
    return { options: found, reason: `all vertices lie on a ${found.shape}` };
  }
  const moving = whyNotRigid(mesh);
  if (!shape && !moving && sourceOf(mesh).getClassName() === "GroundMesh") {
    return { options: { shape: "heightField", ...options }, reason: "it is a ground that is not flat" };
  }
  const open = shape ? null : (moving ?? whyNotEnclosing(triangles));
  if (!shape && !open) {
    const reason = "it is closed, rigid, and no simpler shape fits";
    return { options: { shape: "field", ...options }, reason };
  }
  if (!shape || points.length === 0) {
    Logger.Warn(
      `babylon-cloth: mesh "${mesh.name}" is no sphere, ellipsoid, capsule, box or other convex, nor flat, and gets no ` +
        `field: ${open ?? "it has no positions"}. No collider was added. Give the shape that is nearest: "sphere", "box" or another.`,
    );
    return null;
  }
  if (shape === "convex") {
    Logger.Warn(`babylon-cloth: mesh "${mesh.name}" is not convex; its bounding box collides instead.`);
  }
  return { options: fittedShape(shape, boundsOf(points), normals), reason: "as given, fitted to its bounds" };
}

/** Normal of the first triangle with an area, on the side that Babylon shows; null without such a triangle. */
function shownSide(mesh: AbstractMesh, triangles: Triangles): readonly number[] | null {
  const { sideOrientation } = sourceOf(mesh) as Mesh;
  const isLeft = (sideOrientation === COUNTER_CLOCKWISE) !== mesh.getScene().useRightHandedSystem;
  let normal: Vector3 | null = null;
  everyFace(triangles, (a, b, c) => {
    const upright = Vector3.Cross(b.subtract(a), c.subtract(a)).scaleInPlace(isLeft ? -1 : 1);
    normal = upright.lengthSquared() > 0 ? upright : null;
    return normal === null;
  });
  return (normal as Vector3 | null)?.asArray() ?? null;
}
