import type { ClothBounds } from "./clothBounds.js";
import type { ComputeRecorder } from "./computeRecorder.js";
import { readExtent, type ControlGridSolver, type SolverCloth } from "./sim/controlGridSolver.js";

/** Copies on their way to the host at the same time; with all of them busy, a frame goes unread. */
const STAGING_BUFFERS = 3;

/** Brings the extents of all cloths to the host, a few frames late and without waiting. */
export class ExtentReader {
  private readonly _bounds = new Map<SolverCloth, ClothBounds>();
  private readonly _free: GPUBuffer[] = [];
  private _created = 0;
  private _time = 0;
  private _isDisposed = false;
  private _isStale = false;

  /**
   * @param _recorder - Of the device.
   * @param _solver - Whose cloths to read.
   */
  public constructor(
    private readonly _recorder: ComputeRecorder,
    private readonly _solver: ControlGridSolver,
  ) {}

  /** @param seconds - Simulated since the last call [s]. */
  public advance(seconds: number): void {
    this._time += seconds;
  }

  /**
   * @param cloth - A cloth of the solver.
   * @param bounds - Told what becomes known of it.
   */
  public watch(cloth: SolverCloth, bounds: ClothBounds): void {
    this._bounds.set(cloth, bounds);
  }

  /** @param cloth - Not read any more. */
  public unwatch(cloth: SolverCloth): void {
    this._bounds.delete(cloth);
  }

  /** Whether a step went unread. */
  public get isStale(): boolean {
    return this._isStale;
  }

  /** @param encoder - Outside of a pass, after the step. */
  public read(encoder: GPUCommandEncoder): void {
    const size = this._solver.extentBytes;
    const staging = this._staging(size);
    this._isStale = !staging;
    if (!staging) {
      return;
    }
    const cloths = this._solver.encodeExtents(encoder, staging);
    const time = this._time;
    this._recorder.afterSubmit(() => {
      staging.mapAsync(GPUMapMode.READ, 0, size).then(
        () => {
          const extents = new Float32Array(staging.getMappedRange(0, size));
          cloths.forEach((cloth, i) => this._bounds.get(cloth)?.know(readExtent(extents, i), this._time - time));
          staging.unmap();
          if (this._isDisposed) {
            staging.destroy();
          } else {
            this._free.push(staging);
          }
        },
        () => {
          // Destroyed, or lost with its device, while it waited.
        },
      );
    });
  }

  /** Gives the buffers back. */
  public dispose(): void {
    this._isDisposed = true;
    this._bounds.clear();
    this._free.splice(0).forEach(this._recorder.retire);
  }

  private _staging(size: number): GPUBuffer | null {
    const free = this._free.pop();
    if (free && free.size >= size) {
      return free;
    }
    if (free) {
      this._recorder.retire(free);
      this._created--;
    }
    if (this._created === STAGING_BUFFERS) {
      return null;
    }
    this._created++;
    return this._recorder.device.createBuffer({
      label: "cloth extent read-back",
      // Room for as many cloths again.
      size: 2 * size,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
  }
}
