import { Readback, type Submissions } from "../../gpu/readback.js";
import { stateOffsets } from "../../sim/clothStep.js";
import type { ClothSolver } from "../../sim/gpu/clothSolver.js";
import { bodySumsOf, contactSumsOf, type CopiedSums } from "../../sim/gpu/colliderArena.js";
import type { SolverCloth } from "../../sim/gpu/solverCloth.js";

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
  /** What the cloth has done to its colliders, and what of it is handed on: see SeenColliders.push. */
  push(sums: Int32Array, handed: Int32Array): void;
  /** What it has met, when the read was marked: see ClothContacts.know. */
  meet(read: number, sums: Float64Array, told: Float64Array): void;
}

/** Brings the states of all cloths to the host, a few frames late and without waiting. */
export class StateReader {
  private readonly _watchers = new Map<SolverCloth, StateWatcher>();
  private readonly _readback: Readback;
  private _isStale = false;
  private _steps = STEPS_PER_READ;
  /** Simulated since the last read [s]. */
  private _seconds = 0;

  /**
   * @param submissions - Of the solver's device.
   * @param _solver - Whose cloths to read.
   */
  public constructor(
    submissions: Submissions,
    private readonly _solver: ClothSolver,
  ) {
    this._readback = new Readback(submissions, "cloth state read-back", READS);
  }

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
    const isEarly = ++this._steps < STEPS_PER_READ && this._seconds < SECONDS_PER_READ;
    // Bodies and listeners wait for what cloth does to colliders.
    this._isStale = isEarly && this._solver.impulseBytes === 0;
    if (this._isStale) {
      return;
    }
    const stateBytes = this._solver.stateBytes;
    const size = stateBytes + this._solver.impulseBytes;
    const staging = this._readback.take(size);
    this._isStale = staging === null;
    if (!staging) {
      return;
    }
    this._steps = 0;
    this._seconds = 0;
    const { index: read, buffer } = staging;
    const cloths = this._solver.encodeStates(encoder, buffer);
    const pushes = this._solver.encodeImpulses(encoder, buffer, stateBytes);
    for (const watcher of this._watchers.values()) {
      watcher.mark(read);
    }
    this._readback.send(staging, size, (bytes) => {
      this._tell(read, bytes, cloths, pushes);
    });
  }

  /** Gives the buffers back; what is on its way is not told any more. */
  public dispose(): void {
    this._watchers.clear();
    this._readback.dispose();
  }

  private _tell(
    read: number,
    bytes: ArrayBuffer,
    cloths: readonly (SolverCloth | null)[],
    pushes: readonly CopiedSums<SolverCloth>[],
  ): void {
    const floats = new Float32Array(bytes);
    const words = new Uint32Array(bytes);
    const { size } = stateOffsets;
    cloths.forEach((cloth, i) => {
      const watcher = cloth && this._watchers.get(cloth);
      watcher?.know(read, floats, words, i * size);
    });
    for (const copied of pushes) {
      const { cloth, known, areContacts } = copied;
      const { colliders } = cloth;
      const watcher = this._watchers.get(cloth);
      if (watcher && areContacts && known === colliders.toldContacts) {
        watcher.meet(read, contactSumsOf(bytes, copied), colliders.toldContacts);
      } else if (watcher && known === colliders.handed) {
        watcher.push(bodySumsOf(bytes, copied), colliders.handed);
        colliders.writeHanded();
      }
    }
  }
}
