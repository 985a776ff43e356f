// Which tiles of a net at full resolution search again within a step. Twin of isFastPair in findNetContacts.compute.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { RestGrid } from "../restGrid.js";
import { isFastMeeting } from "./functions/selfContact.js";

const { NET_TILE } = constants;
const { hypot, max, min } = Math;

/** Around the particles of a tile, and around their ways: x, y, z. */
interface TileBox {
  readonly low: [number, number, number];
  readonly high: [number, number, number];
  readonly lowWay: [number, number, number];
  readonly highWay: [number, number, number];
}

/**
 * @param restGrid - The net at rest.
 * @param i - A particle.
 * @returns The number of its tile.
 */
export function tileOf({ countU }: RestGrid, i: number): number {
  const tilesU = Math.ceil(countU / NET_TILE);
  return Math.floor(Math.floor(i / countU) / NET_TILE) * tilesU + Math.floor((i % countU) / NET_TILE);
}

/**
 * @param restGrid - The net at rest.
 * @param positions - At the start of the step, shape [particleCount, 3].
 * @param ways - That particles go in it, the same shape.
 * @param size - How far apart particles are kept [m].
 * @param spacing - Distance of neighbours at rest [m].
 * @returns Tiles with particles that may meet others which the search at the start of the step leaves out.
 */
export function findFastTiles(
  restGrid: RestGrid,
  positions: Float32Array,
  ways: Float32Array,
  size: number,
  spacing: number,
): ReadonlySet<number> {
  const boxes = boxesOf(restGrid, positions, ways);
  const fast = new Set<number>();
  for (const [tile, own] of boxes) {
    for (const other of boxes.values()) {
      const apart = lengthOf((axis) => max(other.low[axis] - own.high[axis], own.low[axis] - other.high[axis], 0));
      const way = lengthOf((axis) =>
        max(other.highWay[axis] - own.lowWay[axis], own.highWay[axis] - other.lowWay[axis]),
      );
      if (isFastMeeting(size, spacing, apart, way)) {
        fast.add(tile);
      }
    }
  }
  return fast;
}

function boxesOf(restGrid: RestGrid, positions: Float32Array, ways: Float32Array): Map<number, TileBox> {
  const boxes = new Map<number, TileBox>();
  const all = [Infinity, Infinity, Infinity] as const;
  const none = [-Infinity, -Infinity, -Infinity] as const;
  for (let i = 0; i < restGrid.particleCount; i++) {
    if (!restGrid.has(i)) {
      continue;
    }
    const tile = tileOf(restGrid, i);
    const box = boxes.get(tile) ?? { low: [...all], high: [...none], lowWay: [...all], highWay: [...none] };
    boxes.set(tile, box);
    for (let axis = 0; axis < 3; axis++) {
      box.low[axis] = min(box.low[axis], positions[3 * i + axis]);
      box.high[axis] = max(box.high[axis], positions[3 * i + axis]);
      box.lowWay[axis] = min(box.lowWay[axis], ways[3 * i + axis]);
      box.highWay[axis] = max(box.highWay[axis], ways[3 * i + axis]);
    }
  }
  return boxes;
}

function lengthOf(along: (axis: number) => number): number {
  return hypot(along(0), along(1), along(2));
}
