import type { Behavior } from "@babylonjs/core/Behaviors/behavior.js";
import type { Ray } from "@babylonjs/core/Culling/ray.core.js";
import type { IPointerEvent } from "@babylonjs/core/Events/deviceInputEvents.js";
import { PointerEventTypes, type PointerInfo } from "@babylonjs/core/Events/pointerEvents.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { Observable, type Observer } from "@babylonjs/core/Misc/observable.pure.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";
import type { Nullable } from "@babylonjs/core/types.js";
import { thinMatricesOf } from "../babylon/thinInstances.js";
import { checkCloth, checkLength, isReleasedMouse } from "./behaviorChecks.js";
import { restCameraControls } from "./cameraControls.js";
import type { ClothGrip } from "../scene/clothMesh.js";
import type { ClothMesh } from "../scene/clothMesh.js";

/** One pointer that drags a cloth. */
export interface IClothDrag {
  /** As events of the pointer name it: one per finger. */
  readonly pointerId: number;
  /** What it holds; released when the drag has ended. */
  readonly grip: ClothGrip;
}

/** A drag and what its plane is. */
interface Drag extends IClothDrag {
  /** A point of the plane and its normal, world. */
  readonly origin: Vector3;
  readonly normal: Vector3;
  /** Of the thin instance that was hit; -1: it was the cloth itself. */
  readonly instance: number;
  /** That was pressed: a mouse is one pointer with several. */
  readonly button: number;
  readonly giveBack: () => void;
}

/** A ray that is flatter than this to the plane meets it nowhere near [sine]. */
const MIN_SLOPE = 1e-3;

/**
 * Lets pointers drag a cloth where they hit it, in the plane that faces the camera: mouse and touch, several fingers at once,
 * while the cloth moves. Attached with `cloth.addBehavior(new ClothDragBehavior())`.
 */
export class ClothDragBehavior implements Behavior<ClothMesh> {
  /** {@inheritDoc Behavior.name} */
  public readonly name = "ClothDrag";
  /** Buttons that drag. Touch is 0. */
  public dragButtons: readonly number[] = [0];
  /** Whether the controls of the active camera are detached during a drag. */
  public detachCameraControls = true;
  /** When a pointer has taken hold. */
  public readonly onDragStartObservable = new Observable<IClothDrag>();
  /** When a pointer that drags has moved. */
  public readonly onDragObservable = new Observable<IClothDrag>();
  /** When a pointer has let go. */
  public readonly onDragEndObservable = new Observable<IClothDrag>();
  private readonly _drags = new Map<number, Drag>();
  private _cloth: Nullable<ClothMesh> = null;
  private _observer: Nullable<Observer<PointerInfo>> = null;
  private _enabled = true;
  private _radius = 0;

  /** The cloth. */
  public get attachedNode(): Nullable<ClothMesh> {
    return this._cloth;
  }

  /** Whether pointers drag the cloth. Those that do let go when it is switched off. */
  public get enabled(): boolean {
    return this._enabled;
  }

  public set enabled(value: boolean) {
    this._enabled = value;
    if (!value) {
      this.release();
    }
  }

  /** See {@link ClothMesh.grab}: particles so near to the point are dragged, at least the nearest [m]. Default 0, a finite number from 0 up. */
  public get radius(): number {
    return this._radius;
  }

  public set radius(value: number) {
    this._radius = checkLength("ClothDragBehavior", "radius", value, "m");
  }

  /** Whether any pointer drags the cloth. */
  public get dragging(): boolean {
    return this._drags.size > 0;
  }

  /** {@inheritDoc Behavior.init} */
  public init(): void {
    // Nothing is needed before it is attached.
  }

  /** {@inheritDoc Behavior.attach} */
  public attach(cloth: ClothMesh): void {
    checkCloth("ClothDragBehavior", cloth);
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
    this.release();
    // Later: it may be an observer that asks for it.
    this._observer?.remove(true);
    this._observer = null;
    this._cloth = null;
  }

  /** All pointers let go. */
  public release(): void {
    for (const drag of this._drags.values()) {
      this._end(drag);
    }
  }

  private _follow(cloth: ClothMesh, info: PointerInfo): void {
    const event = info.event as IPointerEvent;
    const { pointerId } = event;
    const drag = this._drags.get(pointerId);
    if (drag && info.type === PointerEventTypes.POINTERMOVE && isReleasedMouse(event)) {
      this._end(drag);
    } else if (info.type === PointerEventTypes.POINTERDOWN && !drag) {
      this._start(cloth, pointerId, info);
    } else if (info.type === PointerEventTypes.POINTERUP && drag?.button === info.event.button) {
      this._end(drag);
    } else if (info.type === PointerEventTypes.POINTERMOVE && drag) {
      const point = meet(info.pickInfo?.ray ?? null, drag);
      if (point) {
        drag.grip.moveTo(fromInstance(cloth, drag.instance, point));
        this.onDragObservable.notifyObservers(drag);
      }
    }
  }

  private _start(cloth: ClothMesh, pointerId: number, { event, pickInfo }: PointerInfo): void {
    const point = pickInfo?.pickedPoint;
    const isMeant = this._enabled && this.dragButtons.includes(event.button);
    if (!isMeant || !point || !pickInfo.hit || pickInfo.pickedMesh !== cloth) {
      return;
    }
    const scene = cloth.getScene();
    const instance = pickInfo.thinInstanceIndex;
    const drag = {
      pointerId,
      instance,
      grip: cloth.grab(fromInstance(cloth, instance, point), this.radius),
      origin: point.clone(),
      normal: planeNormal(scene, pickInfo.ray),
      button: event.button,
      giveBack: this.detachCameraControls ? restCameraControls(scene) : () => undefined,
    };
    this._drags.set(pointerId, drag);
    this.onDragStartObservable.notifyObservers(drag);
  }

  private _end(drag: Drag): void {
    this._drags.delete(drag.pointerId);
    drag.grip.release();
    drag.giveBack();
    this.onDragEndObservable.notifyObservers(drag);
  }
}

/** Where the cloth itself is, at a point of a thin instance of it. */
function fromInstance(cloth: ClothMesh, instance: number, point: Vector3): Vector3 {
  const matrices = instance < 0 ? null : thinMatricesOf(cloth);
  if (!matrices || 16 * instance >= matrices.length) {
    return point;
  }
  const world = cloth.getWorldMatrix();
  const toPoint = Matrix.FromArray(matrices, 16 * instance).multiply(world);
  return Vector3.TransformCoordinates(point, toPoint.invert().multiply(world));
}

/** Of the plane that faces the camera; without one, the ray's direction. */
function planeNormal(scene: Scene, ray: Nullable<Ray>): Vector3 {
  const camera = scene.cameraToUseForPointers ?? scene.activeCamera;
  return camera
    ? Vector3.TransformNormal(Vector3.Forward(), camera.getWorldMatrix()).normalize()
    : (ray?.direction.clone() ?? Vector3.Forward());
}

/** Where a ray meets the plane of a drag, if it does so in front. */
function meet(ray: Nullable<Ray>, { origin, normal }: Drag): Vector3 | null {
  const slope = ray ? Vector3.Dot(ray.direction, normal) : 0;
  if (!ray || Math.abs(slope) < MIN_SLOPE * ray.direction.length()) {
    return null;
  }
  const distance = Vector3.Dot(origin.subtract(ray.origin), normal) / slope;
  return distance > 0 ? ray.origin.add(ray.direction.scale(distance)) : null;
}
