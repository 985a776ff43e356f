// Makes a solid of a surface of heights: walls below its border and a floor.
import { boundsOf, type Triangles } from "./triangles.js";

/**
 * @param mesh - A surface, open at its border, that no vertical line meets twice.
 * @param depth - How far the floor is below its lowest point [m].
 * @returns A closed mesh, all of it below the surface along -y.
 */
export function closedBelow({ points, indices }: Triangles, depth: number): Triangles {
  const floor = boundsOf(points).minimum.y - depth;
  const count = points.length / 3;
  const numbers = weldedNumbers(points);
  const edges = new Map<number, [number, number]>();
  for (let i = 0; i + 2 < indices.length; i += 3) {
    for (let side = 0; side < 3; side++) {
      const [from, to] = [numbers[indices[i + side]], numbers[indices[i + ((side + 1) % 3)]]];
      // An edge that a neighbour has the other way round is no border.
      if (!edges.delete(to * count + from)) {
        edges.set(from * count + to, [from, to]);
      }
    }
  }
  const closed = Float64Array.from({ length: 2 * points.length }, (_, i) =>
    i < points.length ? points[i] : i % 3 === 1 ? floor : points[i - points.length],
  );
  const all: number[] = [];
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [numbers[indices[i]], numbers[indices[i + 1]], numbers[indices[i + 2]]];
    all.push(a, b, c, count + a, count + c, count + b);
  }
  for (const [from, to] of edges.values()) {
    all.push(to, from, count + from, to, count + from, count + to);
  }
  return { points: closed, indices: all };
}

/** Of each point, the first one at its place. */
function weldedNumbers(points: ArrayLike<number>): Int32Array {
  const first = new Map<string, number>();
  return Int32Array.from({ length: points.length / 3 }, (_, i) => {
    const place = `${points[3 * i]} ${points[3 * i + 1]} ${points[3 * i + 2]}`;
    const known = first.get(place) ?? i;
    first.set(place, known);
    return known;
  });
}
