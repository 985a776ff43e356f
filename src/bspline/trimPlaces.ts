// Places on a sheet with an outline.
import type { OutlineLoops, TrimmedMesh } from "./trim.js";

/**
 * @param loops - The outline.
 * @param u - Anywhere.
 * @param v - Anywhere.
 * @returns Whether the place is inside.
 */
export function isWithin(loops: OutlineLoops, u: number, v: number): boolean {
  let isInside = false;
  for (const loop of loops) {
    for (let k = 0; k < loop.length; k += 2) {
      const next = (k + 2) % loop.length;
      const [u0, v0, u1, v1] = [loop[k], loop[k + 1], loop[next], loop[next + 1]];
      if (v0 > v !== v1 > v && u < u0 + ((v - v0) / (v1 - v0)) * (u1 - u0)) {
        isInside = !isInside;
      }
    }
  }
  return isInside;
}

/**
 * @param trim - What is drawn.
 * @param spansU - Of the surface.
 * @param spansV - Of the surface.
 * @param u - Anywhere.
 * @param v - Anywhere.
 * @returns Parameters of the nearest vertex, on the sheet.
 */
export function nearestPlace(
  { patches, places }: TrimmedMesh,
  spansU: number,
  spansV: number,
  u: number,
  v: number,
): [number, number] {
  const nearest: [number, number] = [u, v];
  let least = Infinity;
  patches.forEach((patch, k) => {
    const atU = ((patch % spansU) + places[2 * k]) / spansU;
    const atV = (Math.floor(patch / spansU) + places[2 * k + 1]) / spansV;
    const away = (atU - u) ** 2 + (atV - v) ** 2;
    if (away < least) {
      least = away;
      nearest.splice(0, 2, atU, atV);
    }
  });
  return nearest;
}
