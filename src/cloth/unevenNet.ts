import type { NetTopology } from "../options/restShape.js";

/** Part of its extent: what is stable does not change by it, what buckles is out of the plane within half a second. */
const UNEVENNESS = 1e-11;

/**
 * No cloth is quite flat. A net that lies in a plane of the axes to the last bit would never leave it: pushed together there, it would fold
 * in its plane, through itself, instead of buckling. So its points move a little out of that plane.
 *
 * @param net - Its points [m], shape [countU * countV, 3]. Those that are one point stay one.
 * @param topology - Counts, and which edges are one seam.
 * @returns The points; the same array if they are in no such plane.
 */
export function unevenNet(net: Float64Array, topology: NetTopology): Float64Array {
  const { countU, countV, closedU, closedV } = topology;
  const extents = [0, 1, 2].map((axis) => extentOf(net, axis));
  const normal = extents.indexOf(0);
  if (normal < 0) {
    return net;
  }
  const heights = pseudoRandom(countU * countV);
  const size = UNEVENNESS * Math.max(...extents);
  return net.map((coordinate, k) => {
    const particle = Math.floor(k / 3);
    const u = (particle % countU) % (closedU ? countU - 1 : countU);
    const v = Math.floor(particle / countU) % (closedV ? countV - 1 : countV);
    return k % 3 === normal ? coordinate + size * heights[v * countU + u] : coordinate;
  });
}

function extentOf(net: Float64Array, axis: number): number {
  let [least, greatest] = [Infinity, -Infinity];
  for (let k = axis; k < net.length; k += 3) {
    least = Math.min(least, net[k]);
    greatest = Math.max(greatest, net[k]);
  }
  return greatest - least;
}

/** Between -1 and 1, always the same: the generator of Park and Miller, 1988. */
function pseudoRandom(count: number): Float64Array {
  let seed = 1;
  return Float64Array.from({ length: count }, () => {
    seed = (seed * 48271) % 0x7fffffff;
    return (2 * seed) / 0x7fffffff - 1;
  });
}
