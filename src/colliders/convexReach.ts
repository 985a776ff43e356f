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
    for (const [x, y, z] of face) {
      reach = Math.max(reach, Math.hypot(x, y, z));
    }
  }
  return reach;
}

type Point = readonly [number, number, number];

function squareIn(planes: Float32Array, p: number, size: number): readonly Point[] {
  const [x, y, z, distance] = planes.subarray(p, p + 4);
  // Any two directions across the normal (Duff et al. 2017, Building an Orthonormal Basis, Revisited).
  const sign = z < 0 ? -1 : 1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  const u: Point = [1 + sign * x * x * a, sign * b, -sign * x];
  const v: Point = [b, sign + y * y * a, -y];
  const corner = (s: number, t: number): Point => [
    x * distance + size * (s * u[0] + t * v[0]),
    y * distance + size * (s * u[1] + t * v[1]),
    z * distance + size * (s * u[2] + t * v[2]),
  ];
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/** The part of a polygon behind a plane (Sutherland and Hodgman 1974). */
function cutBehind(polygon: readonly Point[], planes: Float32Array, p: number, tolerance: number): readonly Point[] {
  const heights = polygon.map(
    ([x, y, z]) => planes[p] * x + planes[p + 1] * y + planes[p + 2] * z - planes[p + 3] - tolerance,
  );
  return polygon.flatMap((point, i) => {
    const next = (i + 1) % polygon.length;
    const kept: Point[] = heights[i] <= 0 ? [point] : [];
    if (heights[i] <= 0 !== heights[next] <= 0) {
      const share = heights[i] / (heights[i] - heights[next]);
      const between = (axis: 0 | 1 | 2): number => point[axis] + share * (polygon[next][axis] - point[axis]);
      kept.push([between(0), between(1), between(2)]);
    }
    return kept;
  });
}
