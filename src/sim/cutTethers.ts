// Tethers of a cut cloth: those that lead over a cut must not hold what is beyond it.
import { constants } from "../shaders/shaders.gen.js";
import type { RestGrid } from "./restGrid.js";
import type { Tethers } from "./tethers.js";

const { abs, max, round, sign } = Math;

const { LINK_SHEAR, LINK_WARP, LINK_WEFT } = constants;
/** Length of a tether that holds nothing [m]. */
export const LOOSE = 1e9;

/**
 * A particle sees the pin at the other end of its tether if the particles on the straight way there do, over living links. All others lose
 * their tether: also those near the shadow of a cut, because tethers only help.
 *
 * @param restGrid - The net.
 * @param tethers - Of the whole cloth.
 * @param links - Which links live: see cutLinks. Shape [particleCount].
 * @returns Its tethers as the cuts leave them.
 */
export function cutTethers(restGrid: RestGrid, tethers: Tethers, links: Uint32Array): Tethers {
  const { perParticle, anchors } = tethers;
  const lengths = tethers.lengths.slice();
  for (const [t, { ways, order }] of routesOf(restGrid, tethers).entries()) {
    const isSeen = new Uint8Array(restGrid.particleCount);
    for (const i of order) {
      if (seesPin(restGrid, links, isSeen, i, ways[2 * i], ways[2 * i + 1])) {
        isSeen[i] = 1;
      } else {
        lengths[i * perParticle + t] = LOOSE;
      }
    }
  }
  return { perParticle, anchors, lengths };
}

/** From all particles to their pins by their tethers of one number. */
interface Routes {
  readonly ways: Int32Array;
  /** Particles, those first that are few steps from their pin. */
  readonly order: Uint32Array;
}

const known = new WeakMap<Tethers, readonly Routes[]>();

/** They do not depend on cuts, so the next one finds them ready. */
function routesOf(restGrid: RestGrid, tethers: Tethers): readonly Routes[] {
  let routes = known.get(tethers);
  if (!routes) {
    routes = Array.from({ length: tethers.perParticle }, (_, t) => {
      const ways = waysToPins(restGrid, tethers.anchors, tethers.perParticle, t);
      return { ways, order: fromPinsOn(restGrid, ways) };
    });
    known.set(tethers, routes);
  }
  return routes;
}

/** Columns and rows from each particle to its pin, the short way around, shape [particleCount, 2]. */
function waysToPins(restGrid: RestGrid, anchors: Uint32Array, perParticle: number, t: number): Int32Array {
  const { countU, countV, closedU, closedV } = restGrid;
  const ways = new Int32Array(2 * restGrid.particleCount);
  let i = 0;
  for (let v = 0; v < countV; v++) {
    for (let u = 0; u < countU; u++, i++) {
      const pin = anchors[i * perParticle + t];
      const pinU = pin % countU;
      ways[2 * i] = shortWay(pinU - u, countU, closedU);
      ways[2 * i + 1] = shortWay((pin - pinU) / countU - v, countV, closedV);
    }
  }
  return ways;
}

function shortWay(way: number, count: number, isClosed: boolean): number {
  return isClosed ? way - (count - 1) * round(way / (count - 1)) : way;
}

/** A counting sort. */
function fromPinsOn({ countU, countV, particleCount }: RestGrid, ways: Int32Array): Uint32Array {
  const firsts = new Uint32Array(max(countU, countV) + 1);
  const steps = new Uint16Array(particleCount);
  for (let i = 0; i < particleCount; i++) {
    steps[i] = max(abs(ways[2 * i]), abs(ways[2 * i + 1]));
    firsts[steps[i] + 1]++;
  }
  for (let step = 1; step < firsts.length; step++) {
    firsts[step] += firsts[step - 1];
  }
  const sorted = new Uint32Array(particleCount);
  for (let i = 0; i < particleCount; i++) {
    sorted[firsts[steps[i]]++] = i;
  }
  return sorted;
}

/** Whether a particle sees its pin, `u` columns and `v` rows away. Particles nearer to theirs are known. */
function seesPin(counts: RestGrid, links: Uint32Array, isSeen: Uint8Array, i: number, u: number, v: number): boolean {
  if (u === 0 && v === 0) {
    return true;
  }
  // The way leads between the particle straight on and the one across, or over one of them.
  const isAlongU = abs(u) > abs(v);
  const isStraight =
    abs(u) === abs(v) || leadsOn(counts, links, isSeen, i, isAlongU ? sign(u) : 0, isAlongU ? 0 : sign(v));
  return isStraight && (u === 0 || v === 0 || leadsOn(counts, links, isSeen, i, sign(u), sign(v)));
}

/** Whether the link of a step lives, to a particle that sees its pin. */
function leadsOn(
  { countU, countV }: RestGrid,
  links: Uint32Array,
  isSeen: Uint8Array,
  i: number,
  byU: number,
  byV: number,
): boolean {
  const column = i % countU;
  const row = (i - column) / countU;
  const next = nextTo(row, byV, countV) * countU + nextTo(column, byU, countU);
  const link = byU === 0 ? LINK_WEFT : byV === 0 ? LINK_WARP : LINK_SHEAR;
  const first = firstOf(row, byV, countV) * countU + firstOf(column, byU, countU);
  return isSeen[next] !== 0 && (links[first] & link) !== 0;
}

/** Where a step leads, over the seam if need be. */
function nextTo(at: number, by: number, count: number): number {
  const next = at + by;
  return next < 0 ? count - 2 : next < count ? next : 1;
}

/** The first of both columns or rows of such a step. */
function firstOf(at: number, by: number, count: number): number {
  const next = nextTo(at, by, count);
  return by > 0 ? next - 1 : next;
}
