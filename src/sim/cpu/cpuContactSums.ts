// What a cloth that is listened to tells of its contacts, on the CPU. Twin of contactSums.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import { createVector, length, scale, type Vector } from "./vectors.js";

const { round } = Math;
const { CONTACT_SUMS, CONTACT_NORMAL, CONTACT_POINT, CONTACT_WEIGHT, CONTACT_PLACE } = constants;

const given = createVector();

/** Sums of the contacts of one cloth. */
export class CpuContactSums {
  /** See colliderKinds.wgsl: shape [colliders, CONTACT_SUMS], whole parts, exact up to 2^53. */
  public sums = new Float64Array(0);
  /** What the host knows of them, the same. */
  public told = new Float64Array(0);
  /** At the start of the step, or of its part. */
  private _start = new Float64Array(0);

  /** @param count - Colliders that the sums have room for. */
  public reserve(count: number): void {
    if (this.sums.length < CONTACT_SUMS * count) {
      this.sums = new Float64Array(CONTACT_SUMS * count);
      this.told = new Float64Array(CONTACT_SUMS * count);
      this._start = new Float64Array(CONTACT_SUMS * count);
    }
  }

  /** Keeps the sums as a step or a part of it finds them: keepSums. */
  public keep(): void {
    this._start.set(this.sums);
  }

  /** The step is undone: sums are those that were kept. */
  public undo(): void {
    this.sums.set(this._start);
  }

  /**
   * Adds a contact of a particle: noteContact.
   *
   * @param c - On a collider.
   * @param impulse - On the collider [N s].
   * @param point - On the cloth's surface [m].
   * @param normal - Unit, outward.
   * @param contactScale - See struct Cloth.
   */
  public note(c: number, impulse: Vector, point: Vector, normal: ArrayLike<number>, contactScale: number): void {
    const { sums } = this;
    const at = CONTACT_SUMS * c;
    const weight = length(scale(given, impulse, contactScale));
    for (let axis = 0; axis < 3; axis++) {
      sums[at + axis] += round(given[axis]);
      sums[at + CONTACT_NORMAL + axis] += round(normal[axis] * weight);
      sums[at + CONTACT_POINT + axis] += round(point[axis] * weight * CONTACT_PLACE);
    }
    sums[at + CONTACT_WEIGHT] += round(weight);
  }
}
