// What a collider is in the world: its own members through the matrix of the node that it follows.
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { ClothCollider } from "./clothCollider.js";
import { convexReach } from "./convexReach.js";
import { constants } from "./shaders/shaders.gen.js";
import { worldMatrixOf } from "./worldMatrix.js";

const { SPHERE, PLANE, ELLIPSOID, BOX, CAPSULE, CONVEX } = constants;

/** A collider in the world. Fields as in struct Collider. */
export interface WorldShape {
  readonly kind: number;
  readonly position: ArrayLike<number>;
  readonly rotation: ArrayLike<number>;
  readonly size: ArrayLike<number>;
  readonly planes: Float32Array<ArrayBuffer> | null;
  readonly reach: number;
  readonly friction: number;
  readonly enabled: boolean;
  /** What it was made of: equal numbers make an equal shape. */
  readonly source: Float64Array;
  /** Of a convex: what the matrix does but for its turn, as products of its axes, and 1 or -1 if it mirrors. */
  readonly stretch: readonly number[];
  /** Spheres that a capsule shares. */
  readonly from: WorldShape | null;
  readonly to: WorldShape | null;
}

/** Numbers that the shape at hand depends on: all of them, so that no change is missed. */
const source = new Float64Array(48);
let sourceLength = 0;
const rigidMatrix = Matrix.Identity();
const rigidRotation = new Quaternion();

/**
 * @param collider - Any.
 * @param last - Its shape as it was last, if any.
 * @returns Its shape now: the same object if nothing has changed.
 */
export function worldShapeOf(collider: ClothCollider, last: WorldShape | null): WorldShape {
  const from = collider.from?.world ?? null;
  const to = collider.to?.world ?? null;
  const matrix = nodeMatrixOf(collider);
  collect(collider, matrix);
  if (last?.from === from && last.to === to && isSource(last.source)) {
    return last;
  }
  const made = make(collider, matrix, from, to, last);
  return {
    ...made,
    from,
    to,
    friction: collider.friction,
    enabled: collider.enabled,
    source: source.slice(0, sourceLength),
  };
}

function nodeMatrixOf({ node, ignoresScale }: ClothCollider): Matrix {
  if (!node) {
    return Matrix.IdentityReadOnly as Matrix;
  }
  const matrix = worldMatrixOf(node);
  if (!ignoresScale) {
    return matrix;
  }
  // The rotation that the physics plugin reads and writes, which is another than the matrix's where that is mirrored.
  if (node.parent) {
    rigidRotation.copyFrom(node.absoluteRotationQuaternion);
  } else if (node.rotationQuaternion) {
    rigidRotation.copyFrom(node.rotationQuaternion);
  } else {
    Quaternion.FromEulerVectorToRef(node.rotation, rigidRotation);
  }
  return Matrix.ComposeToRef(Vector3.OneReadOnly, rigidRotation, node.absolutePosition, rigidMatrix);
}

function push(x: number, y: number, z: number): void {
  source[sourceLength++] = x;
  source[sourceLength++] = y;
  source[sourceLength++] = z;
}

function isSource(last: Float64Array): boolean {
  for (let i = 0; i < sourceLength; i++) {
    if (last[i] !== source[i]) {
      return false;
    }
  }
  return last.length === sourceLength;
}

function collect(collider: ClothCollider, { m }: Matrix): void {
  const { position: p, rotation: q, normal: n, radii, size, start, end } = collider;
  sourceLength = 0;
  push(p.x, p.y, p.z);
  push(q.x, q.y, q.z);
  push(q.w, collider.friction, Number(collider.enabled));
  for (let i = 0; i < 16; i += 4) {
    push(m[i], m[i + 1], m[i + 2]);
  }
  switch (collider.shape) {
    case "plane":
      push(n.x, n.y, n.z);
      break;
    case "sphere":
      push(collider.radius, 0, 0);
      break;
    case "ellipsoid":
      push(radii.x, radii.y, radii.z);
      break;
    case "box":
      push(size.x, size.y, size.z);
      break;
    case "capsule":
      push(start.x, start.y, start.z);
      push(end.x, end.y, end.z);
      push(collider.radius, collider.endRadius, 0);
      break;
    case "convex":
      break;
  }
}

type Made = Pick<WorldShape, "kind" | "position" | "rotation" | "size" | "planes" | "reach" | "stretch">;

function make(
  collider: ClothCollider,
  world: Matrix,
  from: WorldShape | null,
  to: WorldShape | null,
  last: WorldShape | null,
): Made {
  const own = Matrix.Compose(Vector3.OneReadOnly, collider.rotation, collider.position).multiply(world);
  const position = own.getTranslation();
  switch (collider.shape) {
    case "plane":
      return makePlane(collider.normal, own, position);
    case "sphere":
      return makeRound(new Vector3(collider.radius, collider.radius, collider.radius), own, position);
    case "ellipsoid":
      return makeRound(collider.radii, own, position);
    case "box": {
      const { turn, scale } = axesOf(own);
      const half = collider.size.multiply(scale).scaleInPlace(0.5);
      return result(BOX, position, turn, half.asArray(), half.length());
    }
    case "capsule":
      return makeCapsule(collider, own, from, to);
    case "convex":
      return makeConvex(collider, own, position, last);
  }
}

function makePlane(normal: Vector3, own: Matrix, position: Vector3): Made {
  const forNormals = own.clone().invert().transpose();
  const up = Vector3.TransformNormal(normal, forNormals).normalize();
  const { turn } = axesOf(own);
  return result(PLANE, position, turnUpTo(up, turn), [0, 0, 0], Infinity);
}

/** Brings +Y to a direction, and turns with a node also about it: a turntable carries its cloth. */
function turnUpTo(direction: Vector3, turn: Quaternion): Quaternion {
  const local = direction.applyRotationQuaternion(turn.conjugate());
  return turn.multiply(Quaternion.FromUnitVectorsToRef(Vector3.UpReadOnly, local, new Quaternion()));
}

/** A sphere in a node that is not scaled evenly is an ellipsoid. */
function makeRound(radii: Vector3, own: Matrix, position: Vector3): Made {
  const { turn, scale } = axesOf(own);
  const { x, y, z } = radii.multiply(scale);
  const longest = Math.max(x, y, z);
  if (Math.min(x, y, z) > longest * (1 - 1e-4)) {
    return result(SPHERE, position, turn, [longest, 0, 0], longest);
  }
  return result(ELLIPSOID, position, turn, [x, y, z], longest);
}

function makeCapsule(collider: ClothCollider, own: Matrix, from: WorldShape | null, to: WorldShape | null): Made {
  const start = from ? Vector3.FromArray(from.position) : Vector3.TransformCoordinates(collider.start, own);
  const end = to ? Vector3.FromArray(to.position) : Vector3.TransformCoordinates(collider.end, own);
  const { turn } = axesOf(own);
  const along = end.subtract(start);
  const halfLength = along.length() / 2;
  along.normalize();
  const widest = widthAcross(halfLength > 0 ? along : Vector3.Up(), own);
  const startRadius = from ? from.reach : collider.radius * widest;
  const endRadius = to ? to.reach : collider.endRadius * widest;
  return result(
    CAPSULE,
    Vector3.Center(start, end),
    halfLength > 0 ? turnUpTo(along, turn) : turn,
    [startRadius, halfLength, endRadius],
    halfLength + Math.max(startRadius, endRadius),
  );
}

/** Largest scale of a matrix across a direction of the world: keeps cloth out of all that the node shows. */
function widthAcross(along: Vector3, own: Matrix): number {
  const axis = Vector3.TransformNormal(along, own.clone().invert());
  const u = Vector3.Cross(
    axis,
    Math.abs(axis.x) * 2 < axis.length() ? Vector3.RightReadOnly : Vector3.UpReadOnly,
  ).normalize();
  const v = Vector3.Cross(axis, u).normalize();
  const [p, q] = [u, v].map((across) => {
    const image = Vector3.TransformNormal(across, own);
    return image.subtractInPlace(along.scale(Vector3.Dot(image, along)));
  });
  const mean = (p.lengthSquared() + q.lengthSquared()) / 2;
  return Math.sqrt(mean + Math.hypot((p.lengthSquared() - q.lengthSquared()) / 2, Vector3.Dot(p, q)));
}

/** Planes of a convex under any matrix: normals by the inverse transpose, the rest turns with the node. */
function makeConvex(collider: ClothCollider, own: Matrix, position: Vector3, last: WorldShape | null): Made {
  const { turn, stretch } = axesOf(own);
  if (last?.planes && isSameStretch(stretch, last.stretch)) {
    return {
      ...result(CONVEX, position, turn, [last.reach, 0, 0], last.reach),
      planes: last.planes,
      stretch: last.stretch,
    };
  }
  const back = turn.conjugate();
  const forNormals = own.clone().invert().transpose();
  const planes = new Float32Array(4 * collider.planes.length);
  collider.planes.forEach(({ normal, distance }, i) => {
    const unit = normal.normalizeToNew();
    const onPlane = Vector3.TransformNormal(unit.scale(distance), own);
    const outward = Vector3.TransformNormal(unit, forNormals).normalize();
    const away = Vector3.Dot(onPlane, outward);
    planes.set([...outward.applyRotationQuaternion(back).asArray(), away], 4 * i);
  });
  const reach = convexReach(planes);
  return { ...result(CONVEX, position, turn, [reach, 0, 0], reach), planes, stretch };
}

/** A turning matrix is rounded anew every frame. Compared with what the planes were made of, so nothing adds up. */
function isSameStretch(now: readonly number[], last: readonly number[]): boolean {
  const largest = Math.max(now[0], now[1], now[2]);
  return now.every((product, i) => Math.abs(product - last[i]) <= 1e-5 * (i < 6 ? largest : 1));
}

function result(kind: number, position: Vector3, turn: Quaternion, size: number[], reach: number): Made {
  const { x, y, z, w } = turn.normalize();
  return { kind, position: position.asArray(), rotation: [x, y, z, w], size, planes: null, stretch: [], reach };
}

/**
 * Rotation of a matrix and the lengths of its axes. A mirrored one keeps its shape, for all shapes are symmetric or planes;
 * one that shears keeps its x axis.
 */
function axesOf(matrix: Matrix): { turn: Quaternion; scale: Vector3; stretch: number[] } {
  const [x, y, z] = [0, 4, 8].map((i) => Vector3.FromArray(matrix.m, i));
  const stretch = [
    [x, x],
    [y, y],
    [z, z],
    [x, y],
    [y, z],
    [z, x],
  ].map(([a, b]) => Vector3.Dot(a, b));
  const sign = matrix.determinant() < 0 ? -1 : 1;
  const scale = new Vector3(x.length(), y.length(), z.length());
  x.normalize();
  y.subtractInPlace(x.scale(Vector3.Dot(x, y))).normalize();
  const turn = Quaternion.RotationQuaternionFromAxis(x.scaleInPlace(sign), y.scaleInPlace(sign), Vector3.Cross(x, y));
  return { turn, scale, stretch: [...stretch, sign] };
}
