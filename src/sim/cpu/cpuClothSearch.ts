// Which particles of other cloths those of a cloth may meet, on the CPU. Twin of clothSearch.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import { isFastApproach, nearestApproach } from "./functions/clothContact.js";
import { areSeamNeighbours } from "./functions/selfContact.js";
import type { MetCloth, Other } from "./metCloth.js";
import type { SearchTime } from "./patchBoxes.js";
import { createVector, load, scale, scaleAndAdd, subtract } from "./vectors.js";

const { max } = Math;

const { CLOTH_REACH, MAX_CLOTH_CONTACTS } = constants;

const place = createVector();
const way = createVector();
const offset = createVector();
const motion = createVector();

/** The nearest particles of other cloths, for one particle after the other. */
export class CpuClothSearch {
  private readonly _squares = new Float64Array(MAX_CLOTH_CONTACTS);
  private readonly _others: Other[] = [];
  private _isFast = false;

  /** @param _own - The cloth that searches. */
  public constructor(private readonly _own: MetCloth) {}

  /** Whether the particles of the last patch and others that they may meet are fast. */
  public get isFast(): boolean {
    return this._isFast;
  }

  /**
   * Searches for the particles of a patch.
   *
   * @param patch - Its number.
   * @param others - Cloths that are looked at.
   * @param time - That the search looks at.
   * @param each - Gets each particle, and what it may meet, the nearest first: to be used at once.
   */
  public search(
    patch: number,
    others: readonly MetCloth[],
    time: SearchTime,
    each: (i: number, found: readonly Other[]) => void,
  ): void {
    const near: { contact: MetCloth; particles: readonly number[] }[] = [];
    for (const contact of others) {
      contact.boxes.particles.forEach((particles, other) => {
        if (this._own.boxes.touches(patch, contact.boxes, other)) {
          near.push({ contact, particles });
        }
      });
    }
    this._isFast = false;
    for (const i of this._own.boxes.particles[patch]) {
      this._squares.fill(Infinity);
      near.forEach(({ contact, particles }) => {
        this._meet(i, contact, particles, time);
      });
      const found = this._squares.findIndex((squared) => squared === Infinity);
      each(i, found < 0 ? this._others : this._others.slice(0, found));
    }
  }

  /** Sorts the particles of a patch of another cloth that `i` may meet into what was found before. */
  private _meet(i: number, contact: MetCloth, particles: readonly number[], time: SearchTime): void {
    const { _own: own, _squares: squares, _others: others } = this;
    const size = own.sizes[i];
    if (size < 0) {
      return;
    }
    load(way, own.ways, 3 * i);
    scaleAndAdd(place, load(place, own.places, 3 * i), way, time.start);
    scale(way, way, time.length);
    const seamDistance = own.seamDistanceTo(i, contact);
    const areLive = own.isLive && contact.isLive;
    for (const j of particles) {
      const otherSize = contact.sizes[j];
      const apart = max(size, otherSize);
      const reach = apart + CLOTH_REACH * (size + otherSize);
      load(motion, contact.ways, 3 * j);
      scaleAndAdd(offset, load(offset, contact.places, 3 * j), motion, time.start);
      subtract(offset, place, offset);
      subtract(motion, way, scale(motion, motion, time.length));
      const squared = nearestApproach(offset, motion);
      if (otherSize < 0 || squared >= reach * reach) {
        continue;
      }
      this._isFast ||= areLive && isFastApproach(motion, apart);
      const isBesideSeam = areSeamNeighbours(seamDistance, contact.seamDistanceTo(j, own), apart);
      if (squared < squares[MAX_CLOTH_CONTACTS - 1] && !isBesideSeam) {
        let at = MAX_CLOTH_CONTACTS - 1;
        for (; at > 0 && squares[at - 1] > squared; at--) {
          squares[at] = squares[at - 1];
          others[at] = others[at - 1];
        }
        squares[at] = squared;
        others[at] = { contact, particle: j };
      }
    }
  }
}
