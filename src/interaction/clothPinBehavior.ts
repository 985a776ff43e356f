import type { Behavior } from "@babylonjs/core/Behaviors/behavior.js";
import { PointerEventTypes, type PointerInfo } from "@babylonjs/core/Events/pointerEvents.js";
import { Observable, type Observer } from "@babylonjs/core/Misc/observable.pure.js";
import type { Nullable } from "@babylonjs/core/types.js";
import type { ClothMesh } from "../scene/clothMesh.js";
import { checkCloth } from "./behaviorChecks.js";

/** A particle that was pinned or unpinned. */
export interface IClothPinChange {
  /** Where the cloth was hit, from 0 to 1 along the width. */
  readonly u: number;
  /** Where the cloth was hit, from 0 to 1 along the height. */
  readonly v: number;
  /** Whether the particle that is nearest there is pinned now. */
  readonly isPinned: boolean;
}

/**
 * A click or tap on a cloth pins the particle that is nearest there, where it is; one on a pinned particle releases it. Attached
 * with `cloth.addBehavior(new ClothPinBehavior())`; goes together with {@link ClothDragBehavior}.
 */
export class ClothPinBehavior implements Behavior<ClothMesh> {
  /** {@inheritDoc Behavior.name} */
  public readonly name = "ClothPin";
  /** Whether clicks count. */
  public enabled = true;
  /** Buttons that count. Touch is 0. */
  public pinButtons: readonly number[] = [0];
  /** After a particle was pinned or released. */
  public readonly onPinObservable = new Observable<IClothPinChange>();
  private _cloth: Nullable<ClothMesh> = null;
  private _observer: Nullable<Observer<PointerInfo>> = null;

  /** The cloth. */
  public get attachedNode(): Nullable<ClothMesh> {
    return this._cloth;
  }

  /** {@inheritDoc Behavior.init} */
  public init(): void {
    // Nothing is needed before it is attached.
  }

  /** {@inheritDoc Behavior.attach} */
  public attach(cloth: ClothMesh): void {
    checkCloth("ClothPinBehavior", cloth);
    this.detach();
    if (cloth.isDisposed()) {
      return;
    }
    this._cloth = cloth;
    this._observer = cloth.getScene().onPointerObservable.add(({ event, pickInfo }) => {
      if (this.enabled && this.pinButtons.includes(event.button) && pickInfo?.hit && pickInfo.pickedMesh === cloth) {
        // For a cloth, these are the parameters of the sheet.
        this._change(cloth, pickInfo.bu, pickInfo.bv);
      }
    }, PointerEventTypes.POINTERTAP);
  }

  /** {@inheritDoc Behavior.detach} */
  public detach(): void {
    // Later: it may be an observer that asks for it.
    this._observer?.remove(true);
    this._observer = null;
    this._cloth = null;
  }

  private _change(cloth: ClothMesh, u: number, v: number): void {
    const isPinned = !cloth.pinning.isPinned(u, v);
    if (isPinned) {
      cloth.pin(u, v);
    } else {
      cloth.unpin(u, v);
    }
    this.onPinObservable.notifyObservers({ u, v, isPinned });
  }
}
