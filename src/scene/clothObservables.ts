import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Observable } from "@babylonjs/core/Misc/observable.pure.js";
import type { SimulatedCloth } from "../backends/clothBackend.js";
import type { ClothEvents } from "../cloth/cloth.js";
import type { IClothPlace } from "../cloth/clothCuts.js";
import type { Contact } from "../cloth/contact.js";
import { notFinite } from "./notFinite.js";

/** Tells observers of a cloth of type `C` what happens to it. What each means: see ClothMesh. */
export class ClothObservables<C extends SimulatedCloth> implements ClothEvents {
  public readonly ready = new Observable<C>(undefined, true);
  public readonly step = new Observable<C>();
  public readonly error = new Observable<{ readonly cloth: C; readonly message: string }>();
  public readonly tear = new Observable<{ readonly cloth: C; readonly places: readonly IClothPlace[] }>();
  public readonly contact = new Observable<Contact & { readonly cloth: C }>();
  private _wasReady = false;
  private _hasWarned = false;

  /** @param _cloth - To which it happens. */
  public constructor(private readonly _cloth: C) {}

  /** {@inheritDoc ClothEvents.hearsContacts} */
  public get hearsContacts(): boolean {
    return this.contact.hasObservers();
  }

  /** {@inheritDoc ClothEvents.notifyStep} */
  public notifyStep(): void {
    if (this._cloth.body.isReady && !this._wasReady) {
      this._wasReady = true;
      this.ready.notifyObservers(this._cloth);
    }
    if (this.step.hasObservers()) {
      this.step.notifyObservers(this._cloth);
    }
  }

  /** {@inheritDoc ClothEvents.notifyTears} */
  public notifyTears(torn: Uint32Array): void {
    const places = this._cloth.cuts.tear(torn);
    if (places.length > 0) {
      this.tear.notifyObservers({ cloth: this._cloth, places });
    }
  }

  /** {@inheritDoc ClothEvents.notifyContact} */
  public notifyContact(contact: Contact): void {
    this.contact.notifyObservers({ cloth: this._cloth, ...contact });
  }

  /** A step was undone; the console gets a warning for the first one. */
  public notifyError(): void {
    const found = notFinite(this._cloth);
    const message =
      `Cloth "${this._cloth.name}": particles became infinite or no numbers; the step was undone. ` +
      (found.length > 0
        ? `Not finite: ${found.join(", ")}.`
        : "Look for NaN in the scene's wind, in fans or colliders, or for masses and compliances that are out of scale.");
    if (!this._hasWarned) {
      this._hasWarned = true;
      Logger.Warn(message);
    }
    this.error.notifyObservers({ cloth: this._cloth, message });
  }

  /** No one listens any more. */
  public clear(): void {
    for (const observable of [this.ready, this.step, this.error, this.tear, this.contact]) {
      observable.clear();
    }
  }
}
