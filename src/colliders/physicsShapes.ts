// Reads the shapes of physics bodies back from the triangles that the plugin shows of them, for it keeps no parameters. A triangle mesh or height
// field is that of the body's node, if the triangles are: then it is a distance field.
import { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import type { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import { sourceOf } from "../babylon/morphWeights.js";
import type { IClothCollider } from "./clothCollider.js";
import { trianglesOf, whyNotRigid } from "./meshField.js";
import { fittedShape, shapeOf } from "./meshShape.js";
import { boundsOf, type Bounds, type Triangles } from "./triangles.js";

/** Of PhysicsShapeType, of which nothing may be bundled: triangles as they are. */
const [MESH, HEIGHTFIELD] = [6, 7];
/** Physics engines round the points of meshes by this part of their size, or less. */
const MESH_ROUNDING = 2e-3;
/** Points of a mesh that are compared with those of a body. */
const COMPARED_POINTS = 64;
/** Distance below which a side of a part counts as a side of the whole [m]. */
const SAME_SIDE = 1e-5;

/** What a body is made of. */
export interface BodyShapes {
  /** In the body's own frame, which the scale of its node does not count for. */
  readonly shapes: readonly IClothCollider[];
  /** Parts that are no shape that keeps cloth out. */
  readonly unknown: number;
}

/**
 * @param physics - What a user gave.
 * @returns The body that it is or has; null if there is none.
 */
export function bodyOf(physics: unknown): PhysicsBody | null {
  const { body = physics } = (physics ?? {}) as { body?: unknown };
  return typeof (body as Partial<PhysicsBody> | null | undefined)?.getGeometry === "function"
    ? (body as PhysicsBody)
    : null;
}

/**
 * @param body - Any; all that it is made of counts, children of containers too.
 * @returns Its shapes.
 */
export function shapesOfBody(body: PhysicsBody): BodyShapes {
  const { shape } = body;
  const type: number | undefined = shape?.type;
  if (!shape || body.numInstances > 0) {
    return { shapes: [], unknown: 1 };
  }
  const { positions, indices } = body.getGeometry() as { positions: Float32Array; indices: Uint32Array };
  if (type === MESH || type === HEIGHTFIELD) {
    const { transformNode: node } = body;
    const isOfNode = node instanceof AbstractMesh && !whyNotRigid(node) && areOf(node, positions, type === HEIGHTFIELD);
    if (!isOfNode) {
      return { shapes: [], unknown: 1 };
    }
    const isGround = type === HEIGHTFIELD || sourceOf(node).getClassName() === "GroundMesh";
    return { shapes: [{ shape: isGround ? "heightField" : "field", ignoresScale: false }], unknown: 0 };
  }
  const parts = partsOf({ points: positions, indices });
  const drawn = boundsOf(positions);
  const whole = shape.getBoundingBox();
  const shapes = parts.map((part) => {
    const bounds = boundsOf(part.points);
    const found = shapeOf(part, null);
    // A thin box is no endless plane.
    const solid = found?.shape === "plane" ? fittedShape("box", bounds, null) : found;
    return solid && grown(solid, marginOf(bounds, drawn, whole));
  });
  const known = shapes.filter((found) => found !== null);
  return { shapes: known, unknown: Math.max(shapes.length - known.length, shapes.length > 0 ? 0 : 1) };
}

/**
 * @param mesh - Of a body.
 * @param positions - Points that the physics engine shows of its shape, in the frame of the body.
 * @param areHeights - Whether they are those of a height field, of which the engine may show some at another height.
 * @returns Whether they are points of the mesh, as it is scaled now.
 */
function areOf(mesh: AbstractMesh, positions: Float32Array, areHeights: boolean): boolean {
  const { x, y, z } = mesh.absoluteScaling;
  const points = Array.from(trianglesOf(mesh).points, (coordinate, i) => coordinate * [x, y, z][i % 3]);
  if (points.length === 0 || positions.length === 0) {
    return false;
  }
  const [own, shown] = [boundsOf(points), boundsOf(positions)];
  const tolerance = MESH_ROUNDING * own.longest;
  const axes = areHeights ? (["x", "z"] as const) : (["x", "y", "z"] as const);
  const isAsLarge = axes.every(
    (axis) =>
      Math.abs(own.minimum[axis] - shown.minimum[axis]) < tolerance &&
      Math.abs(own.maximum[axis] - shown.maximum[axis]) < tolerance,
  );
  const isPoint = (at: number): boolean => {
    for (let i = 0; i < points.length; i += 3) {
      const aside = Math.max(Math.abs(points[i] - positions[at]), Math.abs(points[i + 2] - positions[at + 2]));
      if (aside < tolerance && (areHeights || Math.abs(points[i + 1] - positions[at + 1]) < tolerance)) {
        return true;
      }
    }
    return false;
  };
  const step = 3 * Math.max(Math.floor(positions.length / 3 / COMPARED_POINTS), 1);
  for (let at = 0; isAsLarge && at < positions.length; at += step) {
    if (!isPoint(at)) {
      return false;
    }
  }
  return isAsLarge;
}

/** Havok draws what has edges without the margin by which it rounds them: as far as the part is seen at the bounding box. */
function marginOf(part: Bounds, drawn: Bounds, whole: Pick<Bounds, "minimum" | "maximum">): number {
  let margin = Infinity;
  for (const axis of ["x", "y", "z"] as const) {
    if (part.minimum[axis] - drawn.minimum[axis] < SAME_SIDE) {
      margin = Math.min(margin, drawn.minimum[axis] - whole.minimum[axis]);
    }
    if (drawn.maximum[axis] - part.maximum[axis] < SAME_SIDE) {
      margin = Math.min(margin, whole.maximum[axis] - drawn.maximum[axis]);
    }
  }
  return margin < Infinity ? Math.max(margin, 0) : 0;
}

function grown(shape: IClothCollider, margin: number): IClothCollider {
  const { size, planes } = shape;
  return {
    ...shape,
    ...(size && { size: size.add(size.clone().setAll(2 * margin)) }),
    ...(planes && { planes: planes.map(({ normal, distance }) => ({ normal, distance: distance + margin })) }),
  };
}

/** Splits what has no triangle in common: each child of a container is one part. */
function partsOf({ points, indices }: Triangles): Triangles[] {
  const parents = Int32Array.from({ length: points.length / 3 }, (_, i) => i);
  const rootOf = (point: number): number => {
    let root = point;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]];
      root = parents[root];
    }
    return root;
  };
  for (let i = 0; i < indices.length; i += 3) {
    parents[rootOf(indices[i])] = rootOf(indices[i + 1]);
    parents[rootOf(indices[i + 1])] = rootOf(indices[i + 2]);
  }
  const numbers = new Map<number, number>();
  const parts = new Map<number, { points: number[]; indices: number[] }>();
  for (const point of Array.from(indices)) {
    const root = rootOf(point);
    const part = parts.get(root) ?? { points: [], indices: [] };
    parts.set(root, part);
    const number = numbers.get(point) ?? part.points.length / 3;
    if (!numbers.has(point)) {
      numbers.set(point, number);
      part.points.push(points[3 * point], points[3 * point + 1], points[3 * point + 2]);
    }
    part.indices.push(number);
  }
  return [...parts.values()];
}
