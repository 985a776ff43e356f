import type { Cloth } from "../cloth/cloth.js";
import type { Onlookers } from "./stepTime.js";

/** A cloth sleeps after so long without motion [s]. */
const TIME_TO_SLEEP = 1;

/** Of sums of frame times, as a part of them. */
const ROUNDING = 1e-6;

/** Decides whether a cloth takes a step: one that has come to rest sleeps, one out of sight may be stepped less often. */
export class ClothPace {
  /** `solver.hiddenInterval`. */
  public hiddenInterval = 1;
  /** `solver.sleepSpeed` [m/s]. */
  public sleepSpeed = 0;
  /** Whether a cloth that this one may meet is near and moves. */
  public isDisturbed = false;
  /** Whether it moves with cloths that it is sewn to, seen or not. */
  public isSewn = false;
  private _quietTime = 0;
  private _waitingTime = 0;
  private _waitingFrames = 0;

  /** @param _mesh - The cloth. */
  public constructor(private readonly _mesh: Cloth) {}

  /** Whether it has come to rest. */
  public get isQuiet(): boolean {
    return this._quietTime >= TIME_TO_SLEEP;
  }

  /** Whether nothing moves until something changes. */
  public get isAsleep(): boolean {
    return this.isQuiet && !this.isDisturbed;
  }

  /** Something has changed: the cloth is awake for a while. */
  public wake(): void {
    this._quietTime = 0;
  }

  /**
   * @param speed - Of the fastest particle, as it was known last [m/s].
   * @param seconds - Since then.
   */
  public rest(speed: number, seconds: number): void {
    this._quietTime = speed < this.sleepSpeed ? this._quietTime + seconds : 0;
  }

  /**
   * @param seconds - Time that passes.
   * @param eyes - Everyone who looks at the scene.
   * @param longest - Of one step: time beyond it would be dropped [s].
   * @returns Time to simulate now: less or more than that for cloth that nobody sees.
   */
  public pass(seconds: number, eyes: Onlookers, longest: number): number {
    const interval = this.isSewn ? 1 : this.hiddenInterval;
    if (interval === 1 && this._waitingTime === 0) {
      return seconds;
    }
    this._waitingTime += seconds;
    this._waitingFrames++;
    const mayWait = !(this._waitingTime + seconds > longest * (1 + ROUNDING));
    if (mayWait && this._waitingFrames < interval && this._isHidden(eyes)) {
      return 0;
    }
    const passed = this._waitingTime;
    this._waitingTime = 0;
    this._waitingFrames = 0;
    return passed;
  }

  private _isHidden(eyes: Onlookers): boolean {
    const mesh = this._mesh;
    // Where its instances are is not followed.
    if (mesh.instances.length > 0 || mesh.hasThinInstances) {
      return false;
    }
    const { centerWorld, radiusWorld } = mesh.getBoundingInfo().boundingSphere;
    return !mesh.isVisible || !(mesh.alwaysSelectAsActiveMesh || eyes.watch(centerWorld, radiusWorld));
  }
}
