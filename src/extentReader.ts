import type { ClothBounds } from "./clothBounds.js";
import type { ComputeRecorder } from "./computeRecorder.js";
import type { ControlGridSolver, SolverCloth } from "./sim/controlGridSolver.js";

/** Reads on their way to the host at the same time; with all of them busy, a step goes unread. */
const READS = 3;
/** The box of a cloth is wide enough for a step or two: not every one has to be read. */
const STEPS_PER_READ = 3;

/** Brings the extents of all cloths to the host, a few frames late and without waiting. */
export class ExtentReader {
  private readonly _bounds = new Map<SolverCloth, ClothBounds>();
  private readonly _free = Array.from({ length: READS }, (_, i) => i);
  private readonly _staging: GPUBuffer[] = [];
  private _isStale = false;
  private _steps = STEPS_PER_READ;
  private _isDisposed = false;

  /**
   * @param _recorder - Of the device.
   * @param _solver - Whose cloths to read.
   */
  public constructor(
    private readonly _recorder: ComputeRecorder,
    private readonly _solver: ControlGridSolver,
  ) {}

  /** Whether the last step went unread. */
  public get isStale(): boolean {
    return this._isStale;
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

  /** @param encoder - Outside of a pass, after the step. */
  public read(encoder: GPUCommandEncoder): void {
    this._isStale = ++this._steps < STEPS_PER_READ;
    if (this._isStale) {
      return;
    }
    const read = this._free.pop();
    this._isStale = read === undefined;
    if (read === undefined) {
      return;
    }
    this._steps = 0;
    const size = this._solver.extentBytes;
    const staging = this._stagingFor(read, size);
    const cloths = this._solver.encodeExtents(encoder, staging);
    for (const bounds of this._bounds.values()) {
      bounds.mark(read);
    }
    this._recorder.afterSubmit(() => {
      staging.mapAsync(GPUMapMode.READ, 0, size).then(
        () => {
          const extents = new Float32Array(staging.getMappedRange(0, size));
          cloths.forEach((cloth, i) => this._bounds.get(cloth)?.know(read, extents, i));
          staging.unmap();
          this._free.push(read);
          if (this._isDisposed) {
            staging.destroy();
          }
        },
        () => {
          // Lost with its device while it waited.
        },
      );
    });
  }

  /** Gives the buffers back; those that are on their way follow when they arrive. */
  public dispose(): void {
    this._isDisposed = true;
    this._bounds.clear();
    for (const read of this._free) {
      if (this._staging[read]) {
        this._recorder.retire(this._staging[read]);
      }
    }
  }

  private _stagingFor(read: number, size: number): GPUBuffer {
    const old = this._staging[read] as GPUBuffer | undefined;
    if (old && old.size >= size) {
      return old;
    }
    if (old) {
      this._recorder.retire(old);
    }
    this._staging[read] = this._recorder.device.createBuffer({
      label: "cloth extent read-back",
      // Room for as many cloths again.
      size: 2 * size,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
    return this._staging[read];
  }
}
