import type { Geometry } from "@babylonjs/core/Meshes/geometry.js";
import type { Cloth } from "../../cloth/cloth.js";
import { CpuSurface, surfaceSourceOf } from "../../surface/cpuSurface.js";
import { WAY_KIND } from "../../surface/velocityCode.js";
import type { SceneStep } from "../clothBackend.js";

/** How far the vertices of one cloth on the CPU have moved since the frame before. Twin of drawnWay.ts and evaluateWays. */
export class CpuWay {
  private _isShown = false;
  /** Control points as the frame before showed them, local to the mesh. */
  private _previous: Float32Array | null = null;
  private _hasMoved = false;
  /** Vertices of the frame before where those of this one are. */
  private _before: CpuSurface | null = null;
  /** What the mesh has ways of. */
  private _now: CpuSurface | null = null;

  /** @param _mesh - The cloth. */
  public constructor(private readonly _mesh: Cloth) {}

  /**
   * Follows one step, before the cloth moves.
   *
   * @param step - Of the scene.
   * @param shown - Control points as the last step left them; null before there is a shape.
   * @returns Whether the mesh is to be given new ways, even if the cloth does not move.
   */
  public follow({ showsWays, isNewFrame }: SceneStep, shown: Float32Array | null): boolean {
    const begins = showsWays && !this._isShown;
    if (!showsWays && this._isShown) {
      this._mesh.geometry?.removeVerticesData(WAY_KIND);
      this._previous = null;
      this._before = null;
      this._now = null;
    }
    this._isShown = showsWays;
    if (!shown || !(begins || (showsWays && isNewFrame && this._hasMoved))) {
      return false;
    }
    this._previous = shown.slice();
    this._hasMoved = false;
    return true;
  }

  /** The cloth moves in this step, or its mesh does. */
  public touch(): void {
    this._hasMoved = true;
  }

  /** The cloth is reset: it has no way in this frame. */
  public forget(): void {
    this._previous = null;
  }

  /**
   * Gives the mesh the ways of its vertices, if something draws velocities.
   *
   * @param geometry - Of the mesh.
   * @param now - What is drawn.
   */
  public show(geometry: Geometry, now: CpuSurface): void {
    if (!this._isShown) {
      return;
    }
    const ways = this._waysTo(now);
    if (now === this._now) {
      geometry.updateVerticesData(WAY_KIND, ways);
    } else {
      geometry.setVerticesData(WAY_KIND, ways, true, 3);
      this._now = now;
    }
  }

  private _waysTo(now: CpuSurface): Float32Array {
    const ways = now.attribute("position");
    if (!this._previous) {
      return ways.fill(0);
    }
    if (!this._before || now !== this._now) {
      this._before = new CpuSurface(surfaceSourceOf(this._mesh), now.segments, now.links);
    }
    this._before.evaluate(this._previous);
    const before = this._before.attribute("position");
    return ways.map((coordinate, i) => coordinate - before[i]);
  }
}
