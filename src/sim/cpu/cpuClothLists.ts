// What each particle of a cloth keeps out of, on the CPU: see clothContactList.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import { unitOrZero } from "./functions/chord.js";
import { contactShare, contactWeight, facingOf, layerGap, slowness } from "./functions/clothContact.js";
import type { MetCloth, Other } from "./metCloth.js";
import { createVector, length, load, scale, store, subtract } from "./vectors.js";

const { max, min } = Math;

const { FACING, MAX_CLOTH_CONTACTS, MAX_RUB, OBLIQUE, WEIGHT_STEPS } = constants;
const ownLayer = createVector();
const otherLayer = createVector();
const facing = createVector();
const offset = createVector();
const velocity = createVector();

/** Floats of an entry of a list: center and radius; way of the center, and the part of the motion along it that friction may take; facingOf both, and slowness; the particle's share of layerGap. */
export const SPHERE = 13;

/** Lists of the particles of one cloth. */
export class CpuClothLists {
  /** What each particle keeps out of; a negative radius ends its list. Shape [count, MAX_CLOTH_CONTACTS, SPHERE]. */
  public readonly spheres: Float32Array;
  /** Of the same entries: particles of other cloths. */
  public readonly met: (Other | null)[];
  /** Of the same entries: contactWeight. */
  public readonly weights: Float32Array;

  /**
   * @param _own - The cloth.
   * @param count - Of its particles.
   */
  public constructor(
    private readonly _own: MetCloth,
    count: number,
  ) {
    this.spheres = new Float32Array(SPHERE * MAX_CLOTH_CONTACTS * count);
    this.weights = new Float32Array(MAX_CLOTH_CONTACTS * count);
    this.met = new Array<Other | null>(MAX_CLOTH_CONTACTS * count).fill(null);
  }

  /**
   * Lists what a particle may meet.
   *
   * @param i - The particle.
   * @param found - Others, the nearest first.
   * @param kept - Entries of its list that stay, before them.
   * @param timeLeft - In the step, for which ways are [s].
   */
  public list(i: number, found: readonly Other[], kept: number, timeLeft: number): void {
    const first = MAX_CLOTH_CONTACTS * i;
    const count = min(kept + found.length, MAX_CLOTH_CONTACTS);
    for (let k = kept; k < count; k++) {
      this._write(i, first + k, found[k - kept], timeLeft);
    }
    if (count < MAX_CLOTH_CONTACTS) {
      this.spheres[SPHERE * (first + count) + 3] = -1;
    }
  }

  /**
   * @param i - A particle.
   * @returns How many entries its list has.
   */
  public listed(i: number): number {
    const first = MAX_CLOTH_CONTACTS * i;
    let k = 0;
    while (k < MAX_CLOTH_CONTACTS && this.spheres[SPHERE * (first + k) + 3] >= 0) {
      k++;
    }
    return k;
  }

  /**
   * Closes up what the list of a particle has of cloths that do not tell where they are.
   *
   * @param i - The particle.
   * @returns How many entries these are.
   */
  public keepForetold(i: number): number {
    const { spheres, met, weights } = this;
    const first = MAX_CLOTH_CONTACTS * i;
    let kept = first;
    for (let k = first; k < first + MAX_CLOTH_CONTACTS && spheres[SPHERE * k + 3] >= 0; k++) {
      if (met[k]?.contact.isLive === false) {
        spheres.copyWithin(SPHERE * kept, SPHERE * k, SPHERE * (k + 1));
        met[kept] = met[k];
        weights[kept] = weights[k];
        kept++;
      }
    }
    return kept - first;
  }

  private _write(i: number, entry: number, other: Other, timeLeft: number): void {
    const { spheres, _own: own } = this;
    const { places, ways } = own;
    const { origin } = own.meeting;
    const { contact, particle } = other;
    const at = SPHERE * entry;
    const isLive = own.isLive && contact.isLive;
    this.met[entry] = other;
    const isHeld = contact.inverseDensities[particle] === 0;
    const weight = isHeld ? 1 : contactWeight(own.spacing, contact.spacing);
    this.weights[entry] = isLive ? weight : Math.round(weight * WEIGHT_STEPS) / WEIGHT_STEPS;
    const share = isLive ? 1 : contactShare(own.inverseDensities[i], contact.inverseDensities[particle]);
    for (let axis = 0; axis < 3; axis++) {
      const [here, there] = [3 * i + axis, 3 * particle + axis];
      spheres[at + axis] = places[here] - origin[axis] + (contact.places[there] - places[here]) * share;
      spheres[at + 4 + axis] = ways[here] + (contact.ways[there] - ways[here]) * share;
    }
    const apart = max(own.sizes[i], contact.sizes[particle]);
    load(ownLayer, own.layers, 3 * i);
    load(otherLayer, contact.layers, 3 * particle);
    const layers = length(ownLayer) + length(otherLayer);
    facingOf(facing, unitOrZero(ownLayer, ownLayer), unitOrZero(otherLayer, otherLayer), OBLIQUE, FACING);
    subtract(offset, load(offset, contact.places, 3 * particle), load(ownLayer, places, 3 * i));
    subtract(velocity, load(velocity, contact.ways, 3 * particle), load(ownLayer, ways, 3 * i));
    scale(velocity, velocity, 1 / max(timeLeft, 1e-30));
    // Cloths that are sewn together do not meet beside seams, and would cross there if they were near.
    const { piece = 0 } = own.meeting;
    const areSewn = piece !== 0 && piece === contact.meeting.piece;
    const gap = areSewn ? apart : layerGap(offset, velocity, facing, layers, apart);
    store(spheres, at + 8, facing);
    spheres[at + 11] = slowness(share);
    spheres[at + 12] = share * gap;
    spheres[at + 7] = isHeld ? 1 : MAX_RUB;
    spheres[at + 3] = share * apart;
  }
}
