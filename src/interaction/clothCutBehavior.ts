import type { Behavior } from "@babylonjs/core/Behaviors/behavior.js";
import type { IPointerEvent } from "@babylonjs/core/Events/deviceInputEvents.js";
import { PointerEventTypes, type PointerInfo } from "@babylonjs/core/Events/pointerEvents.js";
import { Observable, type Observer } from "@babylonjs/core/Misc/observable.pure.js";
import type { Nullable } from "@babylonjs/core/types.js";
import { checkCloth, checkLength, isReleasedMouse } from "./behaviorChecks.js";
import { restCameraControls } from "./cameraControls.js";
import type { ClothMesh } from "../scene/clothMesh.js";
import type { IClothScreenPoint } from "../scene/screenCut.js";

/** A part of a line that a pointer has cut. */
export interface IClothCut {
  /** Where it begins in the picture [pixels]. */
  readonly from: IClothScreenPoint;
  /** Where it ends in the picture [pixels]. */
  readonly to: IClothScreenPoint;
  /** Threads that were parted. */
  readonly threads: number;
}

/** One pointer that cuts. */
interface Stroke {
  readonly pointerId: number;
  /** That was pressed: a mouse is one pointer with several. */
  readonly button: number;
  readonly giveBack: () => void;
  last: IClothScreenPoint;
}

/**
 * Scissors: pointers cut a cloth along their way over the picture, while they are pressed and move. Attached with
 * `cloth.addBehavior(new ClothCutBehavior())`.
 */
export class ClothCutBehavior implements Behavior<ClothMesh> {
  /** {@inheritDoc Behavior.name} */
  public readonly name = "ClothCut";
  /** Buttons that cut. Touch is 0. */
  public cutButtons: readonly number[] = [0];
  /** Whether the controls of the active camera are detached during a cut. */
  public detachCameraControls = true;
  /** When threads were parted. */
  public readonly onCutObservable = new Observable<IClothCut>();
  private _stroke: Nullable<Stroke> = null;
  private _cloth: Nullable<ClothMesh> = null;
  private _observer: Nullable<Observer<PointerInfo>> = null;
  private _enabled = true;
  private _minLength = 8;

  /** The cloth. */
  public get attachedNode(): Nullable<ClothMesh> {
    return this._cloth;
  }

  /** Whether pointers cut the cloth. */
  public get enabled(): boolean {
    return this._enabled;
  }

  public set enabled(value: boolean) {
    this._enabled = value;
    if (!value) {
      this._end();
    }
  }

  /** Shorter ways of a pointer are gathered first [pixels]. Default 8, a finite number from 0 up. */
  public get minLength(): number {
    return this._minLength;
  }

  public set minLength(value: number) {
    this._minLength = checkLength("ClothCutBehavior", "minLength", value, "pixels");
  }

  /** {@inheritDoc Behavior.init} */
  public init(): void {
    // Nothing is needed before it is attached.
  }

  /** {@inheritDoc Behavior.attach} */
  public attach(cloth: ClothMesh): void {
    checkCloth("ClothCutBehavior", cloth);
    this.detach();
    if (cloth.isDisposed()) {
      return;
    }
    this._cloth = cloth;
    this._observer = cloth.getScene().onPointerObservable.add((info) => {
      this._follow(cloth, info);
    });
  }

  /** {@inheritDoc Behavior.detach} */
  public detach(): void {
    this._end();
    // Later: it may be an observer that asks for it.
    this._observer?.remove(true);
    this._observer = null;
    this._cloth = null;
  }

  private _follow(cloth: ClothMesh, { type, event }: PointerInfo): void {
    const { pointerId } = event as IPointerEvent;
    const scene = cloth.getScene();
    const at = { x: scene.pointerX, y: scene.pointerY };
    if (type === PointerEventTypes.POINTERDOWN && !this._stroke) {
      if (this._enabled && this.cutButtons.includes(event.button)) {
        const giveBack = this.detachCameraControls ? restCameraControls(scene) : () => undefined;
        this._stroke = { pointerId, button: event.button, giveBack, last: at };
      }
    } else if (this._stroke?.pointerId === pointerId) {
      if (type === PointerEventTypes.POINTERMOVE && isReleasedMouse(event as IPointerEvent)) {
        this._end();
      } else if (type === PointerEventTypes.POINTERMOVE) {
        this._cut(cloth, this._stroke, at, this.minLength);
      } else if (type === PointerEventTypes.POINTERUP && this._stroke.button === event.button) {
        const stroke = this._stroke;
        // First, for a cut may throw.
        this._end();
        this._cut(cloth, stroke, at, 0);
      }
    }
  }

  private _cut(cloth: ClothMesh, stroke: Stroke, to: IClothScreenPoint, minLength: number): void {
    const from = stroke.last;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length > 0 && length >= minLength) {
      stroke.last = to;
      const threads = cloth.cut(from, to);
      if (threads > 0) {
        this.onCutObservable.notifyObservers({ from, to, threads });
      }
    }
  }

  private _end(): void {
    const stroke = this._stroke;
    this._stroke = null;
    stroke?.giveBack();
  }
}
