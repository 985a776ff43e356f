// Tethers: one-sided distance constraints from every particle to pins, so that cloth hangs from its pins at its own length
// however few relaxations it gets (long range attachments, Kim, Chentanez and Mueller-Fischer 2012).
import type { ReadonlyMat3 } from "gl-matrix";
import { ClothDistanceGraph, type ClothDistances } from "./clothDistance.js";
import { distance, transformed } from "./points.js";
import type { RestGrid } from "./restGrid.js";

/** With at most this many pins every particle is tethered to each of them, with more only to the nearest. */
const MAX_PINS_FOR_ALL = 4;

/** Tethers of one cloth, `perParticle` in a row for each particle. */
export interface Tethers {
  readonly perParticle: number;
  /** Pinned particle at the far end, shape [particleCount * perParticle]. */
  readonly anchors: Uint32Array;
  /** Rest distance over the cloth [m], shape [particleCount * perParticle]. */
  readonly lengths: Float32Array;
}

/**
 * @param restGrid - Rest positions of the net.
 * @param pinned - 1 for each pinned particle, shape [particleCount].
 * @param linear - Mesh axes in the world, column by column, shape [9]: rest distances are measured as the mesh scales them.
 * @returns The tethers of every particle; none without pins. Pins that are one point at a seam count once.
 */
export function cookTethers(restGrid: RestGrid, pinned: Uint8Array, linear: ReadonlyMat3): Tethers {
  const particles = Array.from(pinned.keys()).filter((i) => pinned[i]);
  if (particles.length === 0) {
    return { perParticle: 0, anchors: new Uint32Array(0), lengths: new Float32Array(0) };
  }
  const positions = transformed(restGrid.restPositions, linear);
  const graph = restGrid.isFlat ? null : new ClothDistanceGraph(restGrid, positions);
  const pins = graph ? [...new Map(particles.map((pin) => [graph.nodes[pin], pin])).values()] : particles;
  const groups = pins.length <= MAX_PINS_FOR_ALL ? pins.map((pin) => [pin]) : [pins];
  const perParticle = groups.length;
  const anchors = new Uint32Array(restGrid.particleCount * perParticle);
  const lengths = new Float32Array(restGrid.particleCount * perParticle);
  groups.forEach((group, t) => {
    const from = graph ? graph.from(group) : straightDistances(positions, group);
    for (let i = 0; i < restGrid.particleCount; i++) {
      anchors[i * perParticle + t] = from.sources[i];
      lengths[i * perParticle + t] = from.lengths[i];
    }
  });
  return { perParticle, anchors, lengths };
}

function straightDistances(positions: Float64Array, sources: readonly number[]): ClothDistances {
  const count = positions.length / 3;
  const lengths = new Float64Array(count).fill(Infinity);
  const nearest = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    for (const source of sources) {
      const length = distance(positions, i, source);
      if (length < lengths[i]) {
        lengths[i] = length;
        nearest[i] = source;
      }
    }
  }
  return { lengths, sources: nearest };
}
