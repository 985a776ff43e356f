// Which particles are pinned.
import { grevilleAbscissae, nearest } from "../bspline/knots.js";
import { nearestParticle } from "./nearestParticle.js";
import type { RestGrid } from "../sim/restGrid.js";
import type { ClothDefinition } from "../options/clothOptions.js";

/**
 * @param definition - Checked options: the grid and its pins.
 * @param restGrid - Of the grid, if not all of the sheet is cloth: knows which particles it has.
 * @returns 1 for each pinned particle, shape [countU * countV]; particles that are one point at a seam are pinned together.
 */
export function pinnedParticles(definition: ClothDefinition, restGrid: RestGrid | null = null): Uint8Array {
  const pinned = restGrid?.links ? pinnedOnOutline(definition, restGrid) : pinnedOnGrid(definition);
  joinSeams(pinned, definition);
  return pinned;
}

/** Single points take the nearest particle that the sheet has; of edges and functions those that it has not are left out. */
function pinnedOnOutline(definition: ClothDefinition, restGrid: RestGrid): Uint8Array {
  const { pins } = definition;
  const points = pins === "topCorners" || pins === "allCorners" ? cornersOf(pins) : pins;
  if (typeof points !== "object") {
    return pinnedOnGrid(definition).map((isPinned, i) => (restGrid.has(i) ? isPinned : 0));
  }
  const pinned = new Uint8Array(restGrid.particleCount);
  for (const { u, v } of points) {
    pinned[nearestParticle(restGrid, u, v)] = 1;
  }
  return pinned;
}

function cornersOf(pins: "topCorners" | "allCorners"): { readonly u: number; readonly v: number }[] {
  return [1, ...(pins === "allCorners" ? [0] : [])].flatMap((v) => [0, 1].map((u) => ({ u, v })));
}

function pinnedOnGrid({ countU, countV, pins }: ClothDefinition): Uint8Array {
  const parametersU = grevilleAbscissae(countU);
  const parametersV = grevilleAbscissae(countV);
  const pinned = new Uint8Array(countU * countV);
  if (typeof pins === "object") {
    for (const { u, v } of pins) {
      pinned[nearest(parametersV, v) * countU + nearest(parametersU, u)] = 1;
    }
    return pinned;
  }
  const isPinned = typeof pins === "function" ? pins : namedPins[pins];
  return pinned.map((_, i) => (isPinned(parametersU[i % countU], parametersV[Math.floor(i / countU)]) ? 1 : 0));
}

function joinSeams(pinned: Uint8Array, { countU, countV, closedU, closedV }: ClothDefinition): void {
  const join = (a: number, b: number): void => {
    pinned[a] = pinned[b] = pinned[a] | pinned[b];
  };
  for (let j = 0; closedU && j < countV; j++) join(j * countU, (j + 1) * countU - 1);
  for (let i = 0; closedV && i < countU; i++) join(i, (countV - 1) * countU + i);
}

/** Abscissae start at exactly 0 and end at exactly 1. */
const namedPins = {
  none: () => false,
  topEdge: (_: number, v: number) => v === 1,
  topCorners: (u: number, v: number) => v === 1 && (u === 0 || u === 1),
  leftEdge: (u: number) => u === 0,
  allCorners: (u: number, v: number) => (u === 0 || u === 1) && (v === 0 || v === 1),
};
