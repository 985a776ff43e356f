import { vec3 } from "gl-matrix";

/** A cone that is longer than this for its width counts as endless. */
const LONGEST_CONE = 1e5;

/**
 * @param planes - Of a bounded convex: outward unit normal and distance from the origin each, shape [planes, 4] [m].
 * @returns How far it reaches from the origin [m].
 */
export function convexReach(planes: Float32Array): number {
  let nearest = 0;
  for (let p = 3; p < planes.length; p += 4) {
    nearest = Math.max(nearest, Math.abs(planes[p]));
  }
  return farthestCorner(planes, 1e3 * nearest, 1e-6 * nearest);
}

/**
 * @param planes - Any: outward unit normal and distance from the origin each, shape [planes, 4] [m].
 * @returns Whether there is an inside, and an end to it in all directions.
 */
export function isBounded(planes: Float32Array): boolean {
  // Where it has an end depends on the normals alone: put around the origin, the planes have an inside for certain.
  const around = planes.map((number, i) => (i % 4 === 3 ? 1 : number));
  const reach = farthestCorner(around, 10 * LONGEST_CONE, 1e-6);
  return reach > 0 && reach < LONGEST_CONE && convexReach(planes) > 0;
}

/** Each face is a square, large beside the convex, cut by all other planes. */
function farthestCorner(planes: Float32Array, size: number, tolerance: number): number {
  let reach = 0;
  for (let p = 0; p < planes.length; p += 4) {
    let face = squareIn(planes, p, size);
    for (let other = 0; other < planes.length && face.length > 0; other += 4) {
      if (other !== p) {
        face = cutBehind(face, planes, other, tolerance);
      }
    }
    reach = Math.max(reach, ...face.map((corner) => vec3.length(corner)));
  }
  return reach;
}

function squareIn(planes: Float32Array, p: number, size: number): readonly vec3[] {
  const [x, y, z, distance] = planes.subarray(p, p + 4);
  // Any two directions across the normal (Duff et al. 2017, Building an Orthonormal Basis, Revisited).
  const sign = z < 0 ? -1 : 1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  const u: vec3 = [1 + sign * x * x * a, sign * b, -sign * x];
  const v: vec3 = [b, sign + y * y * a, -y];
  const corner = (s: number, t: number): vec3 => {
    const point = vec3.scale([0, 0, 0], [x, y, z], distance);
    vec3.scaleAndAdd(point, point, u, s * size);
    return vec3.scaleAndAdd(point, point, v, t * size);
  };
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/** The part of a polygon behind a plane (Sutherland and Hodgman 1974). */
function cutBehind(polygon: readonly vec3[], planes: Float32Array, p: number, tolerance: number): readonly vec3[] {
  const normal = planes.subarray(p, p + 3);
  const heights = polygon.map((point) => vec3.dot(normal, point) - planes[p + 3] - tolerance);
  return polygon.flatMap((point, i) => {
    const next = (i + 1) % polygon.length;
    const kept: vec3[] = heights[i] <= 0 ? [point] : [];
    if (heights[i] <= 0 !== heights[next] <= 0) {
      const share = heights[i] / (heights[i] - heights[next]);
      kept.push(vec3.lerp([0, 0, 0], point, polygon[next], share));
    }
    return kept;
  });
}
