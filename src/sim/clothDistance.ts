// Distance over a sheet that is not flat: shortest paths on the particle grid (Dijkstra).
import { distance } from "./points.js";
import type { RestGrid } from "./restGrid.js";

/** Steps to a neighbour: axes, diagonals and knight moves, so that paths are at most 3 % too long on square cells. */
const steps = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
  [2, 1],
  [2, -1],
  [1, 2],
  [1, -2],
].flatMap(([column, row]) => [
  [column, row],
  [-column, -row],
]);

/** Nearest source and the way to it, for each particle. */
export interface ClothDistances {
  /** [m], shape [particleCount]. */
  readonly lengths: Float64Array;
  /** Particle numbers, shape [particleCount]. */
  readonly sources: Uint32Array;
}

/** The particle grid as a graph; particles that are one point at a seam are one node. */
export class ClothDistanceGraph {
  /** Node of each particle: the particle itself, or the one that it is at the seam, shape [particleCount]. */
  public readonly nodes: Uint32Array;
  private readonly _neighbours: Int32Array;
  private readonly _edges: Float64Array;
  private readonly _queue = new NodeQueue();

  /**
   * @param restGrid - The net, with its seams.
   * @param positions - Of its particles [m], shape [particleCount, 3].
   */
  public constructor(restGrid: RestGrid, positions: Float64Array) {
    const { countU, countV, closedU, closedV, particleCount } = restGrid;
    const column = (i: number): number => placeIn(i, countU, closedU);
    const row = (j: number): number => placeIn(j, countV, closedV);
    this.nodes = Uint32Array.from(
      { length: particleCount },
      (_, i) => row(Math.floor(i / countU)) * countU + column(i % countU),
    );
    this._neighbours = new Int32Array(particleCount * steps.length).fill(-1);
    this._edges = new Float64Array(particleCount * steps.length);
    for (let node = 0; node < particleCount; node++) {
      const [i, j] = [node % countU, Math.floor(node / countU)];
      for (let s = 0; s < steps.length; s++) {
        const [toColumn, toRow] = [column(i + steps[s][0]), row(j + steps[s][1])];
        if (toColumn >= 0 && toRow >= 0) {
          const next = toRow * countU + toColumn;
          this._neighbours[node * steps.length + s] = next;
          this._edges[node * steps.length + s] = distance(positions, node, next);
        }
      }
    }
  }

  /**
   * @param sources - Particles to measure from, at least one.
   * @returns Distance of each particle from the nearest of them.
   */
  public from(sources: readonly number[]): ClothDistances {
    const { nodes, _neighbours: neighbours, _edges: edges, _queue: queue } = this;
    const lengths = new Float64Array(nodes.length).fill(Infinity);
    const nearest = new Uint32Array(nodes.length);
    for (const source of sources) {
      const node = nodes[source];
      lengths[node] = 0;
      nearest[node] = source;
      queue.push(node, 0);
    }
    while (queue.size > 0) {
      const length = queue.minKey;
      const node = queue.pop();
      if (length > lengths[node]) continue;
      for (let e = node * steps.length; e < (node + 1) * steps.length; e++) {
        const next = neighbours[e];
        if (next >= 0 && length + edges[e] < lengths[next]) {
          lengths[next] = length + edges[e];
          nearest[next] = nearest[node];
          queue.push(next, lengths[next]);
        }
      }
    }
    return { lengths: lengths.map((_, i) => lengths[nodes[i]]), sources: nearest.map((_, i) => nearest[nodes[i]]) };
  }
}

/** Where a row or column number lies, around the seam if there is one; -1 off the sheet. */
function placeIn(index: number, count: number, isClosed: boolean): number {
  if (isClosed) {
    return (index + count - 1) % (count - 1);
  }
  return index < count ? Math.max(index, -1) : -1;
}

/** Binary heap of nodes by length of the way to them. */
class NodeQueue {
  private readonly _nodes: number[] = [];
  private readonly _keys: number[] = [];

  public get size(): number {
    return this._nodes.length;
  }

  public get minKey(): number {
    return this._keys[0];
  }

  public push(node: number, key: number): void {
    let at = this._nodes.push(node) - 1;
    this._keys.push(key);
    for (let parent = (at - 1) >> 1; at > 0 && this._keys[parent] > key; parent = (at - 1) >> 1) {
      this._move(parent, at);
      at = parent;
    }
    this._nodes[at] = node;
    this._keys[at] = key;
  }

  /** Not to be called when empty. */
  public pop(): number {
    const minimum = this._nodes[0];
    const last = this.size - 1;
    const [node, key] = [this._nodes[last], this._keys[last]];
    this._nodes.length = this._keys.length = last;
    let at = 0;
    for (let child = 1; child < last; child = 2 * at + 1) {
      if (child + 1 < last && this._keys[child + 1] < this._keys[child]) child++;
      if (this._keys[child] >= key) break;
      this._move(child, at);
      at = child;
    }
    if (last > 0) {
      this._nodes[at] = node;
      this._keys[at] = key;
    }
    return minimum;
  }

  private _move(from: number, to: number): void {
    this._nodes[to] = this._nodes[from];
    this._keys[to] = this._keys[from];
  }
}
