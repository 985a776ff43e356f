// Sums that come back from a worker, and how much of them is told or handed on: twin of what CpuContactSums and CpuBodies keep.
import type { KnownCloth } from "../cpuCloth.js";
import type { SteppedCloth } from "./clothMessages.js";

const NONE = new Int32Array(0);

/** Sums of one cloth. */
export class WorkerSums {
  private _contacts: KnownCloth["contactSums"] = { sums: NONE, told: NONE };
  private _bodies: KnownCloth["bodies"] = { sums: NONE, handed: NONE };
  /** Each solver sums from zero: that of steps from now on, and that of the sums. */
  private _solver = 0;
  private _knownSolver = 0;

  /** See {@link KnownCloth}. */
  public get contacts(): KnownCloth["contactSums"] {
    return this._contacts;
  }

  /** See {@link KnownCloth}. */
  public get bodies(): KnownCloth["bodies"] {
    return this._bodies;
  }

  /** Number of the solver that takes the next step. */
  public get solver(): number {
    return this._solver;
  }

  /** What the solver of the next step is to know; null: nothing new. */
  public get handed(): Int32Array | null {
    const { handed } = this._bodies;
    return handed.length > 0 && this._solver === this._knownSolver ? handed.slice() : null;
  }

  /** Another solver takes the next step. */
  public changeSolver(): void {
    this._solver++;
  }

  /**
   * @param stepped - What a step has led to.
   * @param solver - That has taken it.
   */
  public know({ contactSums, bodySums }: SteppedCloth, solver: number): void {
    const isSame = solver === this._knownSolver;
    this._knownSolver = solver;
    const told = isSame ? this._contacts.told : NONE;
    const handed = isSame ? this._bodies.handed : NONE;
    const contacts = contactSums ?? NONE;
    const bodies = bodySums ?? NONE;
    // Where there are more colliders, sums of contacts start anew, and those of bodies go on.
    const isReserved = contactSums !== null && told.length !== contacts.length;
    this._contacts = { sums: contacts, told: isReserved ? new Int32Array(contacts.length) : told };
    this._bodies = { sums: bodies, handed: handed.length < bodies.length ? grown(handed, bodies.length) : handed };
  }
}

function grown(list: Int32Array, length: number): Int32Array {
  const longer = new Int32Array(length);
  longer.set(list);
  return longer;
}
