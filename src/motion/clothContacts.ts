// Which colliders a cloth touches, from sums that come back late. Without listeners there are no sums, and nothing is kept here.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { Cloth } from "../cloth/cloth.js";
import type { Contact } from "../cloth/contact.js";
import type { ClothCollider } from "../colliders/clothCollider.js";
import { constants } from "../shaders/shaders.gen.js";
import type { ClothMotion } from "./clothMotion.js";

const { CONTACT_SUMS, CONTACT_NORMAL, CONTACT_POINT, CONTACT_WEIGHT, CONTACT_UNIT, CONTACT_PLACE } = constants;
/** Cloth that lies loosely leaves a collider for some substeps: it has let go after so long [s]. */
const RELEASE_TIME = 0.1;

/** What was known when sums were copied. */
interface ContactMark {
  readonly colliders: readonly ClothCollider[];
  /** Of the cloth's frame in the world [m]. */
  readonly origin: readonly number[];
  /** Of the cloth [kg]. */
  readonly mass: number;
  /** Simulated, and steps since the copy before. */
  readonly seconds: number;
  readonly steps: number;
}

/** A collider that is touched. */
interface Held {
  readonly point: Vector3;
  readonly normal: Vector3;
  /** Since it was touched last [s]. */
  quiet: number;
}

/** The contacts of one cloth. */
export class ClothContacts {
  private readonly _held = new Map<ClothCollider, Held>();
  private readonly _marks = new Map<number, ContactMark>();
  private _colliders: readonly ClothCollider[] = [];
  private _seconds = 0;
  private _steps = 0;

  /**
   * @param _mesh - The cloth.
   * @param _motion - Its mass, and the origin of its frame, where it is at the end of a step.
   */
  public constructor(
    private readonly _mesh: Cloth,
    private readonly _motion: Pick<ClothMotion, "origin" | "mass">,
  ) {}

  /**
   * Takes note of a step in which particles move.
   *
   * @param seconds - Simulated.
   */
  public follow(seconds: number): void {
    if (!this._mesh.events.hearsContacts) {
      // To clear an empty map costs as much as all else here, for each cloth in each step.
      if (this._held.size + this._marks.size > 0) {
        this._held.clear();
        this._marks.clear();
      }
      // Else the first contact of a later listener would sum up what was heard by nobody.
      this._seconds = 0;
      this._steps = 0;
      return;
    }
    this._seconds += seconds;
    this._steps++;
  }

  /** @param read - Sums are copied now, and told later. */
  public mark(read: number): void {
    if (this._mesh.events.hearsContacts) {
      this._marks.set(read, {
        colliders: this._mesh.seenColliders.active.slice(),
        origin: Array.from(this._motion.origin),
        mass: this._motion.mass,
        seconds: this._seconds,
        steps: this._steps,
      });
      this._seconds = 0;
      this._steps = 0;
    }
  }

  /**
   * Tells listeners what has happened.
   *
   * @param read - That was marked.
   * @param sums - Of each collider, shape [colliders, CONTACT_SUMS]: see colliderKinds.wgsl.
   * @param told - What was known of them before; equal to `sums` afterwards.
   */
  public know(read: number, sums: Float64Array, told: Float64Array): void {
    const mark = this._marks.get(read);
    const changes = sums.map((sum, i) => sum - told[i]);
    told.set(sums);
    if (!mark || !this._mesh.events.hearsContacts) {
      return;
    }
    this._marks.delete(read);
    const { colliders, steps } = mark;
    const before = this._colliders;
    this._colliders = colliders;
    const contacts: Contact[] = [];
    for (const [collider, held] of this._held) {
      if (!colliders.includes(collider)) {
        this._held.delete(collider);
        contacts.push(this._finished(collider, held, mark));
      }
    }
    colliders.forEach((collider, c) => {
      // Sums of several steps may be those of two colliders, if they have changed places.
      const isKnown = steps <= 1 || before.length === 0 || before[c] === collider;
      const at = CONTACT_SUMS * c;
      const contact = this._contactOf(collider, mark, isKnown ? changes.subarray(at, at + CONTACT_SUMS) : null);
      if (contact) {
        contacts.push(contact);
      }
    });
    for (const contact of contacts) {
      this._mesh.events.notifyContact(contact);
    }
  }

  private _contactOf(collider: ClothCollider, mark: ContactMark, change: Float64Array | null): Contact | null {
    const { origin, mass, seconds } = mark;
    const held = this._held.get(collider);
    const weight = change ? change[CONTACT_WEIGHT] : 0;
    if (change && weight > 0) {
      const vector = (from: number): Vector3 => Vector3.FromArray(change, from);
      const point = vector(CONTACT_POINT).scaleInPlace(1 / (weight * CONTACT_PLACE));
      point.addInPlaceFromFloats(origin[0], origin[1], origin[2]);
      const normal = vector(CONTACT_NORMAL).normalize();
      const impulse = vector(0).scaleInPlace(mass / CONTACT_UNIT);
      this._held.set(collider, { point, normal, quiet: 0 });
      return { type: held ? "continued" : "started", collider, point, normal, impulse, seconds };
    }
    if (!held) {
      return null;
    }
    held.quiet += seconds;
    if (held.quiet < RELEASE_TIME) {
      return null;
    }
    this._held.delete(collider);
    return this._finished(collider, held, mark);
  }

  private _finished(collider: ClothCollider, { point, normal }: Held, { seconds }: ContactMark): Contact {
    return { type: "finished", collider, point, normal, impulse: Vector3.Zero(), seconds };
  }
}
