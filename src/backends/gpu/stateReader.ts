import type { ComputeRecorder } from "../../babylon/computeRecorder.js";
import { stateOffsets } from "../../sim/clothStep.js";
import type { ClothSolver, SolverCloth } from "../../sim/gpu/clothSolver.js";

/** Reads on their way to the host at the same time; with all of them busy, a step goes unread. */
const READS = 3;
/** The box of a cloth is wide enough for a few steps: not every one has to be read, unless they are long [s]. */
const STEPS_PER_READ = 3;
const SECONDS_PER_READ = 0.05;

/** Is told what cloths are like. */
export interface StateWatcher {
  /** A read is recorded now and answered later. */
  mark(read: number): void;
  /** What the cloth was like when the read was marked: struct ClothState from `at`, as floats and as words. */
  know(read: number, states: Float32Array, words: Uint32Array, at: number): void;
  /** What the cloth has done to its colliders since the last read: see ClothSolver.impulsesOf. */
  push(impulses: Int32Array): void;
}

/** Brings the states of all cloths to the host, a few frames late and without waiting. */
export class StateReader {
  private readonly _watchers = new Map<SolverCloth, StateWatcher>();
  private readonly _free = Array.from({ length: READS }, (_, i) => i);
  private readonly _staging: GPUBuffer[] = [];
  private _isStale = false;
  private _steps = STEPS_PER_READ;
  /** Simulated since the last read [s]. */
  private _seconds = 0;
  private _isDisposed = false;

  /**
   * @param _recorder - Of the device.
   * @param _solver - Whose cloths to read.
   */
  public constructor(
    private readonly _recorder: ComputeRecorder,
    private readonly _solver: ClothSolver,
  ) {}

  /** Whether the last step went unread. */
  public get isStale(): boolean {
    return this._isStale;
  }

  /**
   * @param cloth - A cloth of the solver.
   * @param watcher - Told what becomes known of it.
   */
  public watch(cloth: SolverCloth, watcher: StateWatcher): void {
    this._watchers.set(cloth, watcher);
  }

  /** @param cloth - Not read any more. */
  public unwatch(cloth: SolverCloth): void {
    this._watchers.delete(cloth);
  }

  /**
   * @param encoder - Outside of a pass, after the step.
   * @param seconds - How long the step is.
   */
  public read(encoder: GPUCommandEncoder, seconds: number): void {
    this._seconds += seconds;
    this._isStale = ++this._steps < STEPS_PER_READ && this._seconds < SECONDS_PER_READ;
    if (this._isStale) {
      return;
    }
    const read = this._free.pop();
    this._isStale = read === undefined;
    if (read === undefined) {
      return;
    }
    this._steps = 0;
    this._seconds = 0;
    const stateBytes = this._solver.stateBytes;
    const size = stateBytes + this._solver.impulseBytes;
    const staging = this._stagingFor(read, size);
    const cloths = this._solver.encodeStates(encoder, staging);
    const pushes = this._solver.encodeImpulses(encoder, staging, stateBytes);
    for (const watcher of this._watchers.values()) {
      watcher.mark(read);
    }
    this._recorder.afterSubmit(() => {
      staging.mapAsync(GPUMapMode.READ, 0, size).then(
        () => {
          this._tell(read, staging.getMappedRange(0, size), cloths, pushes);
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
    this._watchers.clear();
    for (const read of this._free) {
      if (this._staging[read]) {
        this._recorder.retire(this._staging[read]);
      }
    }
  }

  private _tell(
    read: number,
    bytes: ArrayBuffer,
    cloths: readonly (SolverCloth | null)[],
    pushes: ReturnType<ClothSolver["encodeImpulses"]>,
  ): void {
    const floats = new Float32Array(bytes);
    const words = new Uint32Array(bytes);
    const { size } = stateOffsets;
    cloths.forEach((cloth, i) => {
      const watcher = cloth && this._watchers.get(cloth);
      watcher?.know(read, floats, words, i * size);
    });
    for (const { cloth, offset, count } of pushes) {
      this._watchers.get(cloth)?.push(new Int32Array(bytes, offset, count));
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
      label: "cloth state read-back",
      // Room for as many cloths again.
      size: 2 * size,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
    return this._staging[read];
  }
}
