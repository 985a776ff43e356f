import { grevilleAbscissae, nearest } from "../bspline/knots.js";
import type { RestGrid } from "../sim/restGrid.js";

/**
 * @param restGrid - The net.
 * @param u - In [0, 1].
 * @param v - In [0, 1].
 * @returns The nearest particle that the sheet has, in u and v.
 */
export function nearestParticle(restGrid: RestGrid, u: number, v: number): number {
  const { countU, countV, links, particleCount } = restGrid;
  const [atU, atV] = [grevilleAbscissae(countU), grevilleAbscissae(countV)];
  const own = nearest(atV, v) * countU + nearest(atU, u);
  if (!links || restGrid.has(own)) {
    return own;
  }
  let [best, least] = [own, Infinity];
  for (let i = 0; i < particleCount; i++) {
    const away = (atU[i % countU] - u) ** 2 + (atV[Math.floor(i / countU)] - v) ** 2;
    if (away < least && restGrid.has(i)) {
      [best, least] = [i, away];
    }
  }
  return best;
}
