// Colliders as lines, in the world as the cloth sees them.
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { zeroLines } from "./fieldLines.js";
import { mapLines } from "./mapLines.js";
import type { WorldShape } from "../colliders/colliderTypes.js";
import { constants } from "../shaders/shaders.gen.js";
import { DebugGeometry, type DebugColor } from "./debugGeometry.js";

const COLLIDER: DebugColor = [1, 0.6, 0.85];
/** Lines of a circle. */
const CIRCLE_LINES = 32;
/** Part of an endless plane that is drawn [m]. */
const PLANE_SIZE = 4;
const PLANE_LINES = 8;

/** Edges of convexes by their planes, which are new ones whenever they change. */
const convexEdges = new WeakMap<Float32Array, readonly number[]>();

/**
 * @param shapes - Colliders in the world.
 * @param center - Around which endless planes are drawn [m].
 * @param texels - Of those among them that have depth maps, as far as they were read.
 * @returns Lines.
 */
export function colliderLines(
  shapes: readonly WorldShape[],
  center: Vector3,
  texels: ReadonlyMap<WorldShape, Float32Array> = new Map(),
): DebugGeometry {
  const lines = new DebugGeometry();
  for (const shape of shapes) {
    const rotation = Quaternion.FromArray(shape.rotation);
    const position = Vector3.FromArray(shape.position);
    const toWorld = (points: readonly number[]): number[] => {
      const world: number[] = [];
      for (let at = 0; at < points.length; at += 3) {
        const point = Vector3.FromArray(points, at).applyRotationQuaternionInPlace(rotation).addInPlace(position);
        world.push(point.x, point.y, point.z);
      }
      return world;
    };
    const middle = center.subtract(position).applyRotationQuaternionInPlace(rotation.conjugate());
    lines.add(toWorld(ownLines(shape, middle, texels.get(shape))), COLLIDER);
  }
  return lines;
}

/** Lines in the axes of the shape. */
function ownLines(shape: WorldShape, middle: Vector3, texels?: Float32Array): readonly number[] {
  const { kind, size, planes } = shape;
  const [x, y, z] = [size[0], size[1], size[2]];
  switch (kind) {
    case constants.SPHERE:
      return ellipsoid(x, x, x);
    case constants.ELLIPSOID:
      return ellipsoid(x, y, z);
    case constants.BOX:
      return box(x, y, z);
    case constants.CAPSULE:
    case constants.INNER_CAPSULE:
      return capsule(x, y, z);
    case constants.PLANE:
      return grid(middle.x, middle.z);
    case constants.FIELD:
      return zeroLines(shape);
    case constants.DEPTH:
      return planes ? [...boundsOfMaps(planes), ...(texels ? mapLines(planes, texels) : [])] : [];
    default:
      return planes ? edgesOf(planes) : [];
  }
}

/** A part of an ellipse around `center` from one angle to another, spanned by two axes. */
function arc(center: Vector3, a: Vector3, b: Vector3, from = 0, to = 2 * Math.PI): number[] {
  const lines: number[] = [];
  const count = Math.round((CIRCLE_LINES * (to - from)) / (2 * Math.PI));
  const at = (i: number): number[] => {
    const angle = from + ((to - from) * i) / count;
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    return center.add(a.scale(cosine)).addInPlace(b.scale(sine)).asArray();
  };
  for (let i = 0; i < count; i++) {
    lines.push(...at(i), ...at(i + 1));
  }
  return lines;
}

function ellipsoid(x: number, y: number, z: number): number[] {
  const [a, b, c] = [new Vector3(x, 0, 0), new Vector3(0, y, 0), new Vector3(0, 0, z)];
  const center = Vector3.Zero();
  return [...arc(center, a, b), ...arc(center, b, c), ...arc(center, c, a)];
}

function box(x: number, y: number, z: number): number[] {
  const signs = [-1, 1];
  return signs.flatMap((s) =>
    signs.flatMap((t) => [
      ...[-x, s * y, t * z, x, s * y, t * z],
      ...[s * x, -y, t * z, s * x, y, t * z],
      ...[s * x, t * y, -z, s * x, t * y, z],
    ]),
  );
}

/** What depth maps look at: rows as in struct Collider. */
function boundsOfMaps(rows: Float32Array): number[] {
  const center = rows.subarray(4, 7);
  return box(rows[8], rows[9], rows[10]).map((value, i) => value + center[i % 3]);
}

/** Spheres at both ends of a line along y. */
function capsule(startRadius: number, halfLength: number, endRadius: number): number[] {
  const lines: number[] = [];
  for (const [end, radius] of [
    [-1, startRadius],
    [1, endRadius],
  ]) {
    const center = new Vector3(0, end * halfLength, 0);
    const [a, b] = [new Vector3(radius, 0, 0), new Vector3(0, 0, radius)];
    const outward = new Vector3(0, end * radius, 0);
    lines.push(...arc(center, a, b), ...arc(center, a, outward, 0, Math.PI), ...arc(center, b, outward, 0, Math.PI));
  }
  for (const [x, z] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ]) {
    lines.push(x * startRadius, -halfLength, z * startRadius, x * endRadius, halfLength, z * endRadius);
  }
  return lines;
}

function grid(x: number, z: number): number[] {
  const lines: number[] = [];
  const half = PLANE_SIZE / 2;
  for (let i = 0; i <= PLANE_LINES; i++) {
    const offset = (PLANE_SIZE * i) / PLANE_LINES - half;
    lines.push(x + offset, 0, z - half, x + offset, 0, z + half, x - half, 0, z + offset, x + half, 0, z + offset);
  }
  return lines;
}

/** An edge of a convex is where two of its planes meet, as far as all others let it. */
function edgesOf(planes: Float32Array): readonly number[] {
  let edges = convexEdges.get(planes);
  if (!edges) {
    edges = findEdges(planes);
    convexEdges.set(planes, edges);
  }
  return edges;
}

function findEdges(planes: Float32Array): number[] {
  const normals: Vector3[] = [];
  const distances: number[] = [];
  for (let at = 0; at < planes.length; at += 4) {
    normals.push(Vector3.FromArray(planes, at));
    distances.push(planes[at + 3]);
  }
  const tolerance = 1e-5 * Math.max(...distances.map(Math.abs));
  const edges: number[] = [];
  normals.forEach((a, i) => {
    for (let j = i + 1; j < normals.length; j++) {
      const b = normals[j];
      const along = Vector3.Cross(a, b);
      const squared = along.lengthSquared();
      if (squared < tolerance * tolerance) continue;
      // The point of both planes that is nearest to the origin.
      const start = Vector3.Cross(b, along).scaleInPlace(distances[i]);
      start.addInPlace(Vector3.Cross(along, a).scaleInPlace(distances[j])).scaleInPlace(1 / squared);
      let [from, to] = [-Infinity, Infinity];
      normals.forEach((normal, k) => {
        if (k === i || k === j) return;
        const slope = Vector3.Dot(normal, along);
        const room = distances[k] + tolerance - Vector3.Dot(normal, start);
        if (Math.abs(slope) < 1e-12) {
          if (room < 0) from = Infinity;
        } else if (slope > 0) {
          to = Math.min(to, room / slope);
        } else {
          from = Math.max(from, room / slope);
        }
      });
      if (to > from && Number.isFinite(to - from)) {
        edges.push(...start.add(along.scale(from)).asArray(), ...start.add(along.scale(to)).asArray());
      }
    }
  });
  return edges;
}
