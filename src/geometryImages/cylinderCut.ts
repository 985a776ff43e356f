// A cylinder is cut along the shortest way between its borders, so that its image is a rectangle whose left and right edges meet.
import { distance } from "../sim/points.js";
import { following, type OpenSurface, type Sides } from "./openSurface.js";

/**
 * @param surface - With two borders.
 * @returns Vertices of the shortest way along edges from the first border to the second (Dijkstra 1959).
 */
export function shortestCut({ points, corners, borders }: OpenSurface): number[] {
  const count = points.length / 3;
  const neighbours = Array.from({ length: count }, () => new Set<number>());
  corners.forEach((from, corner) => {
    const to = corners[following(corner)];
    neighbours[from].add(to);
    neighbours[to].add(from);
  });
  const lengths = new Float64Array(count).fill(Infinity);
  const before = new Int32Array(count).fill(-1);
  const ends = new Set(borders[1]);
  const heap = new Heap(lengths);
  for (const vertex of borders[0]) {
    lengths[vertex] = 0;
    heap.push(vertex, 0);
  }
  for (let vertex = heap.pop(); vertex >= 0; vertex = heap.pop()) {
    if (ends.has(vertex)) {
      const path: number[] = [];
      for (let at = vertex; at >= 0; at = before[at]) path.unshift(at);
      return path;
    }
    for (const next of neighbours[vertex]) {
      const length = lengths[vertex] + distance(points, vertex, next);
      if (length < lengths[next]) {
        lengths[next] = length;
        before[next] = vertex;
        heap.push(next, length);
      }
    }
  }
  throw new RangeError("its borders are not joined");
}

/**
 * @param corners - Shape [triangles, 3].
 * @param sides - Of them.
 * @param path - Vertices of the cut, from v = 0 to v = 1.
 * @returns 1 for each corner on the path whose triangle is to the left of it, at u = 1; 0 for all others. Shape [triangles, 3].
 */
export function shiftsAlong(corners: Int32Array, sides: Sides, path: readonly number[]): Uint8Array {
  const shifts = new Uint8Array(corners.length);
  const last = path.length - 1;
  for (let i = 0; i < last; i++) {
    // Counterclockwise about the vertex, from the way on to the way back, or to the border.
    for (let corner = sides.corner(path[i], path[i + 1]); corner !== undefined;) {
      shifts[corner] = 1;
      const third: number = corners[following(following(corner))];
      corner = i > 0 && third === path[i - 1] ? undefined : sides.corner(path[i], third);
    }
  }
  // The last vertex is on the border: clockwise, from the way back.
  for (let corner = sides.corner(path[last - 1], path[last]); corner !== undefined;) {
    shifts[following(corner)] = 1;
    corner = sides.corner(corners[following(following(corner))], path[last]);
  }
  return shifts;
}

/** Vertices by length; ones that have become nearer since are in it twice. */
class Heap {
  private readonly _items: { readonly vertex: number; readonly length: number }[] = [];

  public constructor(private readonly _lengths: Float64Array) {}

  public push(vertex: number, length: number): void {
    const items = this._items;
    items.push({ vertex, length });
    for (let at = items.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (items[parent].length <= items[at].length) break;
      [items[parent], items[at]] = [items[at], items[parent]];
      at = parent;
    }
  }

  /** @returns The nearest vertex; -1 if there is none. */
  public pop(): number {
    const items = this._items;
    while (items.length > 0) {
      const [{ vertex, length }] = items;
      const moved = items.pop();
      if (items.length > 0 && moved) items[0] = moved;
      for (let at = 0; ;) {
        let least = at;
        for (const child of [2 * at + 1, 2 * at + 2]) {
          if (child < items.length && items[child].length < items[least].length) least = child;
        }
        if (least === at) break;
        [items[at], items[least]] = [items[least], items[at]];
        at = least;
      }
      if (length <= this._lengths[vertex]) return vertex;
    }
    return -1;
  }
}
