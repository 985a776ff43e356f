import type { SurfaceInput } from "../../bspline/gpu/surfacePass.js";
import type { ClothMotion } from "../../motion/clothMotion.js";
import type { SceneStep } from "../clothBackend.js";
import type { GpuNet } from "./gpuNet.js";

/** A net of a cloth as a frame shows it. */
interface Shown {
  readonly net: GpuNet | null;
  readonly matrixVersion: number;
  readonly toLocal: readonly number[];
}

const nothing: Shown = { net: null, matrixVersion: -1, toLocal: new Array<number>(9).fill(0) };

/** What the surface pass has to know of the frame before, to find how far one cloth has moved since. */
export class DrawnWay {
  private _now = nothing;
  private _before = nothing;
  private _told: Shown | null = null;
  private _toldNet: GpuNet | null = null;

  /**
   * Follows one step. A cloth that was reset, or has changed its net, has no way in this frame.
   *
   * @param net - The net that is drawn.
   * @param motion - Of the cloth.
   * @param step - Of the scene.
   * @returns What changes for the surface pass; null if nothing does.
   */
  public follow(net: GpuNet, motion: ClothMotion, { showsWays, isNewFrame }: SceneStep): Partial<SurfaceInput> | null {
    if (!showsWays) {
      this._now = nothing;
      this._told = null;
      return null;
    }
    if (isNewFrame) {
      this._before = this._now;
    }
    const { step, matrixVersion } = motion;
    if (step.reset !== 0) {
      this._before = nothing;
    }
    if (this._now.net !== net || this._now.matrixVersion !== matrixVersion) {
      this._now = { net, matrixVersion, toLocal: Array.from(step.toLocal) };
    }
    const previous = this._before.net === net ? this._before : nothing;
    if (previous === this._told && net === this._toldNet) {
      return null;
    }
    this._told = previous;
    this._toldNet = net;
    return { isPreviousKnown: Number(previous !== nothing), previousToLocal: previous.toLocal };
  }
}
