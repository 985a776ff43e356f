// Patches of cloths that meet others: see clothPatches.wgsl.
import { constants } from "../shaders/shaders.gen.js";
import type { NetCounts } from "./restGrid.js";

const { ceil, floor, min } = Math;

const { GROUP, NET_TILE } = constants;

/** Particles that share a box, row by row. */
export interface ContactPatch {
  /** Its first particle. */
  readonly first: number;
  /** Particles, at most {@link constants.GROUP}. */
  readonly size: number;
  /** Of these in a row. */
  readonly columns: number;
}

/**
 * @param counts - Of a cloth.
 * @param isFullResolution - Whether its patches are tiles.
 * @returns How many patches it has.
 */
export function patchCountOf({ countU, countV, particleCount }: NetCounts, isFullResolution: boolean): number {
  return isFullResolution ? ceil(countU / NET_TILE) * ceil(countV / NET_TILE) : ceil(particleCount / GROUP);
}

/**
 * @param counts - Of a cloth.
 * @param isFullResolution - Whether its patches are tiles.
 * @returns Its patches, each particle in one of them.
 */
export function cookPatches(counts: NetCounts, isFullResolution: boolean): ContactPatch[] {
  const { countU, countV, particleCount } = counts;
  return Array.from({ length: patchCountOf(counts, isFullResolution) }, (_, k) => {
    if (!isFullResolution) {
      return { first: GROUP * k, size: min(GROUP, particleCount - GROUP * k), columns: countU };
    }
    const tilesU = ceil(countU / NET_TILE);
    const [u, v] = [NET_TILE * (k % tilesU), NET_TILE * floor(k / tilesU)];
    const columns = min(NET_TILE, countU - u);
    return { first: v * countU + u, size: columns * min(NET_TILE, countV - v), columns };
  });
}

/**
 * @param patch - Of a cloth.
 * @param countU - Particles of the cloth in a row.
 * @returns Its particles, in their order.
 */
export function particlesIn({ first, size, columns }: ContactPatch, countU: number): number[] {
  return Array.from({ length: size }, (_, k) => first + floor(k / columns) * countU + (k % columns));
}
