// Links along a seam that are gathered. The longer side is in pleats that are finer than its net: such a link does not push, but when it is shorter
// than the link that it is sewn to. A link of its own length would push against the seam for ever, and shake the cloth.
import { distance } from "./points.js";

/** A link along a border that is gathered. */
export interface GatheredLink {
  /** At which it begins, in its net. */
  readonly particle: number;
  readonly isColumn: boolean;
  /** Its least length over that of ungathered cloth, in (0, 1). */
  readonly share: number;
}

/**
 * A border may be sewn to several others: its links follow the shortest of these. Kernels take all links at once, so each must be there once.
 *
 * @param links - Of one net, seam by seam.
 * @returns Each of them once, with its least share.
 */
export function gatheredOnce(links: readonly GatheredLink[]): GatheredLink[] {
  const least = new Map<string, GatheredLink>();
  for (const link of links) {
    const key = `${link.particle.toString()} ${link.isColumn.toString()}`;
    const known = least.get(key);
    if (!known || link.share < known.share) {
      least.set(key, link);
    }
  }
  return [...least.values()];
}

/**
 * Lengths at rest for a step.
 *
 * @param links - Changed: of each particle, length along u and one more float, length along v and one more float, and others.
 * @param whole - The same of ungathered cloth.
 * @param gathers - Links that are gathered.
 * @param positions - Shape [particles, 3].
 * @param countU - Particles of a row.
 */
export function gatherLinks(
  links: Float32Array,
  whole: Float32Array,
  gathers: readonly GatheredLink[],
  positions: Float32Array,
  countU: number,
): void {
  const floats = (3 * links.length) / positions.length;
  for (const { particle, isColumn, share } of gathers) {
    const at = floats * particle + (isColumn ? 2 : 0);
    const length = distance(positions, particle, particle + (isColumn ? countU : 1));
    links[at] = Math.min(Math.max(length, share * whole[at]), whole[at]);
  }
}
