import type { KnownCloth } from "../cpuCloth.js";

const NONE = new Float64Array(0);

/** Sums of the contacts of one cloth that come back from a worker, and what of them is told. */
export class WorkerContactSums {
  private _known: KnownCloth["contactSums"] = { sums: NONE, told: NONE };
  /** Each solver sums from zero: that of steps from now on, and that of the sums. */
  private _solver = 0;
  private _knownSolver = 0;

  /** See {@link KnownCloth}. */
  public get known(): KnownCloth["contactSums"] {
    return this._known;
  }

  /** Number of the solver that takes the next step. */
  public get solver(): number {
    return this._solver;
  }

  /** Another solver takes the next step. */
  public changeSolver(): void {
    this._solver++;
  }

  /**
   * @param sums - What a step has led to; null: nobody listened.
   * @param solver - That has taken it.
   */
  public know(sums: Float64Array | null, solver: number): void {
    const told = solver === this._knownSolver ? this._known.told : NONE;
    this._knownSolver = solver;
    // As in CpuContactSums, they start anew where there are more colliders.
    const isReserved = sums !== null && told.length !== sums.length;
    this._known = { sums: sums ?? NONE, told: isReserved ? new Float64Array(sums.length) : told };
  }
}
