// Ways of all cloths on one device since the frame before, as long as a pass of the scene draws velocities.
import { SurfaceWays } from "../../bspline/gpu/surfaceWays.js";
import type { SurfacePass } from "../../bspline/gpu/surfacePass.js";
import type { Retire } from "../../gpu/bufferArena.js";
import type { SceneStep } from "../clothBackend.js";

/** Those of one device. */
export class GpuWays {
  /** Whether surfaces have changed since particles were kept. */
  private _haveChanged = true;
  private _keeps = false;

  /**
   * @param _device - Of the surface pass.
   * @param _retire - Takes buffers that are no longer needed.
   * @param _surfaces - Whose vertices move.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
    private readonly _surfaces: SurfacePass,
  ) {}

  /** Of all vertices; null while nothing draws velocities. */
  public get buffer(): GPUBuffer | null {
    return this._surfaces.ways?.ways ?? null;
  }

  /**
   * Begins and ends with the passes that draw velocities.
   *
   * @param step - Of the scene.
   * @returns Whether the ways of the last frame are not those of this one: {@link keep} is to be recorded.
   */
  public follow({ showsWays, isNewFrame }: SceneStep): boolean {
    const { _surfaces: surfaces } = this;
    if (!showsWays) {
      this.dispose();
      return false;
    }
    if (!surfaces.ways) {
      surfaces.ways = new SurfaceWays(this._device, this._retire);
      this._haveChanged = true;
    }
    surfaces.ways.reserve(surfaces.maxVertices);
    this._keeps = isNewFrame && this._haveChanged;
    return this._keeps;
  }

  /**
   * Keeps what the last frame has shown, if this is the first step after it.
   *
   * @param encoder - Outside of a pass, before particles move.
   * @param particles - Structs Particle of all nets.
   * @param changes - Whether surfaces change in this step.
   */
  public keep(encoder: GPUCommandEncoder, particles: GPUBuffer, changes: boolean): void {
    if (this._keeps) {
      this._haveChanged = false;
      this._surfaces.ways?.keep(encoder, particles);
    }
    this._haveChanged ||= changes;
  }

  /** Gives the buffers back. */
  public dispose(): void {
    this._surfaces.ways?.dispose();
    this._surfaces.ways = null;
  }
}
