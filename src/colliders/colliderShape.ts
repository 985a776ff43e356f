// What a collider is in the world: its own members through the matrix of the node that it follows.
import { Matrix, Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { ColliderMembers, IClothColliderPlane, WorldShape } from "./colliderTypes.js";
import { convexReach } from "./convexReach.js";
import { rigidMatrixOf } from "./rigidMatrix.js";
import { constants } from "../shaders/shaders.gen.js";
import {
  determinantOf,
  imageOf,
  imageOfNormal,
  isSameStretch,
  principalAxes,
  ROUNDING,
  stretchOf,
  turnOf,
  type ShapeFrame,
} from "./shapeFrame.js";
import { unitAxes } from "./triangles.js";
import { worldMatrixOf } from "../babylon/worldMatrix.js";

const { SPHERE, PLANE, ELLIPSOID, BOX, CAPSULE, CONVEX, FIELD, DEPTH, INNER_CAPSULE } = constants;

/** Radius of an ellipsoid over its longest, at least: contacts divide by radii. */
const FLATTEST = 1e-4;

/** Numbers that the shape at hand depends on: all of them, so that no change is missed. */
const source = new Float64Array(48);
let sourceLength = 0;

/**
 * @param collider - Any.
 * @param last - Its shape as it was last, if any.
 * @returns Its shape now: the same object if nothing has changed.
 */
export function worldShapeOf(collider: ColliderMembers, last: WorldShape | null): WorldShape {
  const from = collider.from?.world ?? null;
  const to = collider.to?.world ?? null;
  const matrix = nodeMatrixOf(collider);
  collect(collider, matrix);
  const faces = collider.planes;
  const areSameMaps = !collider.maps || last?.planes === collider.maps.rows;
  if (areSameMaps && last?.from === from && last.to === to && last.faces === faces && isSource(last.source)) {
    return last;
  }
  const made = make(collider, matrix, from, to, last);
  return {
    ...made,
    from,
    to,
    friction: collider.friction,
    enabled: collider.enabled,
    faces,
    isMirrored: matrix.determinant() < 0,
    source: source.slice(0, sourceLength),
  };
}

function nodeMatrixOf({ node, ignoresScale }: ColliderMembers): Matrix {
  if (!node) {
    return Matrix.IdentityReadOnly as Matrix;
  }
  return ignoresScale ? rigidMatrixOf(node) : worldMatrixOf(node);
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

function collect(collider: ColliderMembers, { m }: Matrix): void {
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
      push(collider.radius, Number(collider.inside), 0);
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
    case "field":
    case "heightField":
    case "depth":
      break;
  }
}

type Made = Pick<
  WorldShape,
  "kind" | "position" | "rotation" | "size" | "planes" | "field" | "maps" | "reach" | "stretch" | "turn"
>;

function make(
  collider: ColliderMembers,
  world: Matrix,
  from: WorldShape | null,
  to: WorldShape | null,
  last: WorldShape | null,
): Made {
  const [x, y, z] = unitAxes.map((axis) =>
    Vector3.TransformNormal(axis.applyRotationQuaternion(collider.rotation), world),
  );
  const own: ShapeFrame = {
    axes: [x, y, z],
    position: Vector3.TransformCoordinates(collider.position, world),
  };
  switch (collider.shape) {
    case "plane":
      return makePlane(collider.normal, own, last);
    case "sphere": {
      const radii = new Vector3(collider.radius, collider.radius, collider.radius);
      return collider.inside ? makeInner(radii, own, last) : makeRound(radii, own, last);
    }
    case "ellipsoid":
      return makeRound(collider.radii, own, last);
    case "box":
      return makeBox(collider.size, own, last);
    case "capsule":
      return makeCapsule(collider, own, from, to, last);
    case "convex":
      return makeConvex(collider.planes, own, last?.faces === collider.planes ? last : null);
    case "field":
    case "heightField":
      return makeField(collider, own, last);
    case "depth":
      return makeDepth(collider, world, last);
  }
}

function makePlane(normal: Vector3, own: ShapeFrame, last: WorldShape | null): Made {
  const up = imageOfNormal(normal, own);
  const turn = turnOf(own, last);
  return result(PLANE, own.position, swungTo(up, carried(turn, last)), turn, [0, 0, 0], Infinity);
}

/** The last rotation turned on with the axes: free of singular directions, and a turntable carries its cloth. */
function carried(turn: Quaternion, last: WorldShape | null): Quaternion {
  if (!last) {
    return turn;
  }
  return turn.multiply(last.turn.conjugate()).multiplyInPlace(Quaternion.FromArray(last.rotation)).normalize();
}

/** The least turn on top of a rotation that brings its +Y to a unit direction; none for no direction. */
function swungTo(direction: Vector3, rotation: Quaternion): Quaternion {
  let start = rotation;
  if (Vector3.Dot(Vector3.UpReadOnly.applyRotationQuaternion(start), direction) < -1 + 1e-10) {
    start = rotation.multiply(new Quaternion(1, 0, 0, 0));
  }
  const up = Vector3.UpReadOnly.applyRotationQuaternion(start);
  const { x, y, z } = Vector3.Cross(up, direction);
  return new Quaternion(x, y, z, 1 + Vector3.Dot(up, direction)).normalize().multiply(start);
}

/** A sphere under any matrix is an ellipsoid. */
function makeRound(radii: Vector3, own: ShapeFrame, last: WorldShape | null): Made {
  const { position } = own;
  const { turn, rotation, lengths } = scaledRadii(radii, own, last);
  const longest = Math.max(...lengths);
  // A point is a sphere, too.
  if (Math.min(...lengths) >= longest * (1 - 1e-4)) {
    return result(SPHERE, position, rotation, turn, [longest, 0, 0], longest);
  }
  const solid = lengths.map((length) => Math.max(length, FLATTEST * longest));
  return result(ELLIPSOID, position, rotation, turn, solid, longest);
}

/** What keeps cloth inside of a sphere keeps it inside of all that its node shows. */
function makeInner(radii: Vector3, own: ShapeFrame, last: WorldShape | null): Made {
  const { turn, rotation, lengths } = scaledRadii(radii, own, last);
  const shortest = Math.min(...lengths);
  return result(INNER_CAPSULE, own.position, rotation, turn, [shortest, 0, shortest], shortest);
}

/** Radii of an ellipsoid under any matrix, and the rotation to its axes. */
function scaledRadii(
  radii: Vector3,
  own: ShapeFrame,
  last: WorldShape | null,
): { turn: Quaternion; rotation: Quaternion; lengths: number[] } {
  const [x, y, z] = own.axes;
  const turn = turnOf(own, last);
  const scaled = [x.scale(radii.x), y.scale(radii.y), z.scale(radii.z)] as const;
  return { turn, ...principalAxes(scaled, carried(turn, last)) };
}

/** Faces of the box from -1 to 1. */
const boxFaces = [1, -1].flatMap((sign) => unitAxes.map((axis) => ({ normal: axis.scale(sign), distance: 1 })));

/** A box that is sheared is a convex. */
function makeBox(size: Vector3, { axes, position }: ShapeFrame, last: WorldShape | null): Made {
  const halves = axes.map((axis, i) => axis.scale(size.asArray()[i] / 2));
  const [x, y, z] = halves;
  const lengths = halves.map((half) => half.length());
  const isSheared = halves.some((half, i) => {
    const next = (i + 1) % 3;
    return Math.abs(Vector3.Dot(half, halves[next])) > ROUNDING * lengths[i] * lengths[next];
  });
  const own: ShapeFrame = { axes: [x, y, z], position };
  const isFlat = Math.abs(determinantOf(own)) <= 1e-6 * lengths[0] * lengths[1] * lengths[2];
  if (isSheared && !isFlat) {
    return makeConvex(boxFaces, own, last);
  }
  const turn = turnOf(own, last);
  return result(BOX, position, turn, turn, lengths, Math.hypot(...lengths));
}

function makeCapsule(
  collider: ColliderMembers,
  own: ShapeFrame,
  from: WorldShape | null,
  to: WorldShape | null,
  last: WorldShape | null,
): Made {
  const start = from ? Vector3.FromArray(from.position) : imageOf(collider.start, own).addInPlace(own.position);
  const end = to ? Vector3.FromArray(to.position) : imageOf(collider.end, own).addInPlace(own.position);
  const turn = turnOf(own, last);
  const along = end.subtract(start).normalize();
  const width = widthAcross(along, own, collider.inside);
  // Ends that the node stretches along the capsule are longer than they are wide.
  const further = collider.inside ? 0 : Math.max(lengthAlong(along, own) - width, 0);
  start.subtractInPlace(along.scale(from ? 0 : further * collider.radius));
  end.addInPlace(along.scale(to ? 0 : further * collider.endRadius));
  const halfLength = Vector3.Distance(start, end) / 2;
  const startRadius = from ? from.reach : collider.radius * width;
  const endRadius = to ? to.reach : collider.endRadius * width;
  return result(
    collider.inside ? INNER_CAPSULE : CAPSULE,
    Vector3.Center(start, end),
    halfLength > 0 ? swungTo(along, carried(turn, last)) : carried(turn, last),
    turn,
    [startRadius, halfLength, endRadius],
    halfLength + Math.max(startRadius, endRadius),
  );
}

/** How far a unit ball of the shape reaches along a direction of the world. */
function lengthAlong(along: Vector3, { axes }: ShapeFrame): number {
  return Math.hypot(...axes.map((axis) => Vector3.Dot(axis, along)));
}

/** Largest scale of axes across a direction of the world: keeps cloth out of all that the node shows. Inside of it, the least one does. */
function widthAcross(along: Vector3, { axes }: ShapeFrame, inside: boolean): number {
  const across = (axis: Vector3): Vector3 => axis.subtract(along.scale(Vector3.Dot(axis, along)));
  const columns = [across(axes[0]), across(axes[1]), across(axes[2])] as const;
  const lengths = principalAxes(columns, Quaternion.Identity()).lengths.sort((a, b) => a - b);
  // The first one is along the direction, if there is one.
  const narrowest = along.lengthSquared() > 0 ? 1 : 0;
  return lengths[inside ? narrowest : 2];
}

/** Planes of a convex under any matrix: normals by the inverse transpose, the rest turns with the node. */
function makeConvex(faces: readonly IClothColliderPlane[], own: ShapeFrame, last: WorldShape | null): Made {
  const turn = turnOf(own, last);
  const stretch = stretchOf(own);
  if (last?.planes && isSameStretch(stretch, last.stretch)) {
    return {
      ...result(CONVEX, own.position, turn, turn, [last.reach, 0, 0], last.reach),
      planes: last.planes,
      stretch: last.stretch,
    };
  }
  const back = turn.conjugate();
  const planes = new Float32Array(4 * faces.length);
  faces.forEach(({ normal, distance }, i) => {
    const onPlane = imageOf(normal.scale(distance / normal.lengthSquared()), own);
    const outward = imageOfNormal(normal, own);
    const away = Vector3.Dot(onPlane, outward);
    planes.set([...outward.applyRotationQuaternion(back).asArray(), away], 4 * i);
  });
  const reach = convexReach(planes);
  return { ...result(CONVEX, own.position, turn, turn, [reach, 0, 0], reach), planes, stretch };
}

/** The field of a mesh under any matrix: what the matrix does but for its turn is undone before the field is asked. */
function makeField({ field }: ColliderMembers, own: ShapeFrame, last: WorldShape | null): Made {
  const turn = turnOf(own, last);
  if (!field) {
    return result(FIELD, own.position, turn, turn, [0, 0, 0], 0);
  }
  const position = imageOf(Vector3.FromArray(field.center), own).addInPlace(own.position);
  const stretch = stretchOf(own);
  if (last?.planes && isSameStretch(stretch, last.stretch)) {
    const { planes, reach } = last;
    return { ...result(FIELD, position, turn, turn, [reach, 0, 0], reach), planes, field, stretch: last.stretch };
  }
  const back = turn.conjugate();
  const [x, y, z] = own.axes.map((axis) => axis.applyRotationQuaternion(back));
  const determinant = Vector3.Dot(x, Vector3.Cross(y, z));
  const isFlat = Math.abs(determinant) <= 1e-9 * x.length() * y.length() * z.length();
  const planes = new Float32Array(12);
  [Vector3.Cross(y, z), Vector3.Cross(z, x), Vector3.Cross(x, y)].forEach((row, axis) => {
    // A flat mesh has no inside: nothing of it is found.
    const scale = isFlat ? 0 : 1 / (determinant * field.cell);
    planes.set([...row.scale(scale).asArray(), field.counts[axis]], 4 * axis);
  });
  const [a, b, c] = [x, y, z].map((axis, i) => axis.scale(field.half[i]));
  const corners = [1, -1].flatMap((s) => [1, -1].map((t) => a.add(b.scale(s)).addInPlace(c.scale(t)).length()));
  const reach = Math.max(...corners);
  return { ...result(FIELD, position, turn, turn, [reach, 0, 0], reach), planes, field, stretch };
}

/** Depth maps turn with their node; they know its scale. */
function makeDepth({ maps }: ColliderMembers, world: Matrix, last: WorldShape | null): Made {
  const axes = unitAxes.map((axis) => Vector3.TransformNormal(axis, world)) as [Vector3, Vector3, Vector3];
  const position = Vector3.TransformCoordinates(Vector3.ZeroReadOnly, world);
  const turn = turnOf({ axes, position }, last);
  const reach = maps?.reach ?? 0;
  return { ...result(DEPTH, position, turn, turn, [reach, 0, 0], reach), planes: maps?.rows ?? null, maps };
}

function result(
  kind: number,
  position: Vector3,
  rotation: Quaternion,
  turn: Quaternion,
  size: number[],
  reach: number,
): Made {
  const { x, y, z, w } = rotation.normalizeToNew();
  return {
    kind,
    position: position.asArray(),
    rotation: [x, y, z, w],
    size,
    planes: null,
    field: null,
    maps: null,
    stretch: [],
    reach,
    turn,
  };
}
