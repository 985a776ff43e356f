import type { IDisposable } from "@babylonjs/core/scene.pure.js";
import { Scene } from "@babylonjs/core/scene.pure.js";
import { FrameLength } from "./frameLength.js";
import type { ViewsOfEngine } from "./viewsOfEngine.js";

/** Length of a frame with `useConstantAnimationDeltaTime` [s]. */
const CONSTANT_FRAME = 0.016;

/** The clock of a scene: the time that its animations see. */
export class SceneClock implements IDisposable {
  /** Whether animations stand still: no time passes for them. */
  public isStill = false;
  private readonly _observer: { remove(defer: boolean): void };
  private readonly _frameLength = new FrameLength();
  private _seconds = 0;
  /** Of the engine, when time was taken last. */
  private _frame = -1;

  /** @param _scene - Any scene. */
  public constructor(private readonly _scene: Scene) {
    // Notified once per frame, in lockstep once per step, and not at all where a frame is rendered without animations.
    this._observer = _scene.onAfterAnimationsObservable.add(() => {
      const seconds = secondsOf(_scene);
      this._seconds += seconds;
      this.isStill = seconds === 0;
    });
  }

  /** How long the frames that {@link take} counts are [s]; 0 while they are not alike. */
  public get frameLength(): number {
    return this._frameLength.seconds;
  }

  /** @returns Time that has passed since the last call [s]; none where a frame shows the scene again, on a further canvas. */
  public take(): number {
    const engine: ViewsOfEngine & { readonly frameId: number } = this._scene.getEngine();
    const seconds = engine.activeView && engine.frameId === this._frame ? 0 : this._seconds;
    this._frame = engine.frameId;
    this._seconds = 0;
    this._frameLength.add(seconds);
    return seconds;
  }

  /** Lets go of the scene. */
  public dispose(): void {
    this._observer.remove(true);
  }
}

/** As `Scene.animate` has it: neither lockstep nor a constant time is scaled. */
function secondsOf(scene: Scene): number {
  const engine = scene.getEngine();
  if (engine.isDeterministicLockStep()) {
    return engine.getTimeStep() / 1000;
  }
  if (scene.useConstantAnimationDeltaTime) {
    return CONSTANT_FRAME;
  }
  const milliseconds = Math.max(Scene.MinDeltaTime, Math.min(engine.getDeltaTime(), Scene.MaxDeltaTime));
  const seconds = (milliseconds * scene.animationTimeScale) / 1000;
  // One frame of no time that is a number would stop cloth for ever.
  return Number.isFinite(seconds) ? seconds : 0;
}
