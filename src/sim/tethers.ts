// Tethers: one-sided distance constraints from every particle to pins, for cloth that is to stay near its pins whatever pulls
// (long range attachments, Kim, Chentanez and Mueller-Fischer 2012).
import type { ReadonlyMat3 } from "gl-matrix";
import { ClothDistanceGraph, type ClothDistances } from "./clothDistance.js";
import { distance, transformed } from "./points.js";
import type { RestGrid } from "./restGrid.js";

/** With at most this many pins every particle is tethered to each of them, with more only to the nearest. */
const MAX_PINS_FOR_ALL = 4;
/** Sine of the angle by which threads may skew before a tether is taut; where directions are not known, added length. */
const SKEW = 0.5;
const SKEW_ANYWHERE = 0.1;
/** Added length of a tether: links that are taut must not feel it. */
const SLACK = 0.01;

/** Tethers of one cloth, `perParticle` in a row for each particle. */
export interface Tethers {
  readonly perParticle: number;
  /** Pinned particle at the far end, shape [particleCount * perParticle]. */
  readonly anchors: Uint32Array;
  /** Rest distance over the cloth, with room for skew or without [m], shape [particleCount * perParticle]. */
  readonly lengths: Float32Array;
}

/** Those of cloth that is not tethered. */
export const NO_TETHERS: Tethers = { perParticle: 0, anchors: new Uint32Array(0), lengths: new Float32Array(0) };

/**
 * Those of {@link restTethers} with room for skew: a straight rest distance across the threads would forbid the skew by which a taut sheet
 * sags.
 *
 * @param restGrid - Rest positions of the net.
 * @param pinned - 1 for each pinned particle, shape [particleCount].
 * @param linear - See {@link restTethers}.
 * @returns The tethers of every particle; none without pins.
 */
export function cookTethers(restGrid: RestGrid, pinned: Uint8Array, linear: ReadonlyMat3): Tethers {
  const { perParticle, anchors, lengths } = restTethers(restGrid, pinned, linear);
  const positions = transformed(restGrid.restPositions, linear);
  const loose = lengths.map(
    (length, t) => length * looseness(restGrid, positions, Math.floor(t / perParticle), anchors[t]),
  );
  return { perParticle, anchors, lengths: loose };
}

/**
 * @param restGrid - Rest positions of the net.
 * @param pinned - 1 for each pinned particle, shape [particleCount].
 * @param linear - Mesh axes in the world, column by column, shape [9]: rest distances are measured as the mesh scales them.
 * @returns Tethers of exactly the rest distance. Pins that are one point at a seam count once.
 */
export function restTethers(restGrid: RestGrid, pinned: Uint8Array, linear: ReadonlyMat3): Tethers {
  const particles = Array.from(pinned.keys()).filter((i) => pinned[i]);
  if (particles.length === 0) {
    return NO_TETHERS;
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
      const anchor = from.sources[i];
      anchors[i * perParticle + t] = anchor;
      lengths[i * perParticle + t] = from.lengths[i];
    }
  });
  return { perParticle, anchors, lengths };
}

/** Length of a tether over the rest distance. */
function looseness({ isFlat, countU }: RestGrid, positions: Float64Array, i: number, anchor: number): number {
  const straight = distance(positions, i, anchor);
  if (!isFlat || straight === 0) {
    return (1 + SLACK) * (1 + SKEW_ANYWHERE);
  }
  // The corner below or above one of them, beside the other.
  const corner = i - (i % countU) + (anchor % countU);
  const [along, across] = [distance(positions, i, corner), distance(positions, corner, anchor)];
  return (1 + SLACK) * Math.sqrt(1 + (2 * SKEW * along * across) / straight ** 2);
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
