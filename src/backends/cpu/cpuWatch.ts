// What the host learns of one cloth on the CPU: in the step itself on the page's thread, later from a worker.
import type { Cloth } from "../../cloth/cloth.js";
import type { ClothBounds } from "../../motion/clothBounds.js";
import { ClothContacts } from "../../motion/clothContacts.js";
import type { ClothDriver } from "../../motion/clothDriver.js";
import { stateOffsets, type ClothStep } from "../../sim/clothStep.js";
import type { KnownCloth } from "./cpuCloth.js";
import type { TakenStep } from "./worker/workerCloth.js";

/** Watches one cloth. */
export class CpuWatch {
  private readonly _contacts: ClothContacts;
  private _faults = 0;
  /** Steps that came to be known and are neither drawn nor told, the oldest first. */
  private _undrawn: TakenStep[] = [];
  private _untold: TakenStep[] = [];

  /**
   * @param _mesh - The cloth.
   * @param _driver - Of the cloth.
   * @param _bounds - Of the cloth.
   */
  public constructor(
    private readonly _mesh: Cloth,
    private readonly _driver: ClothDriver,
    private readonly _bounds: ClothBounds,
  ) {
    this._contacts = new ClothContacts(_mesh, _driver.motion);
  }

  /**
   * Takes note of a step in which particles move.
   *
   * @param read - Number of its answer.
   * @param step - The step.
   * @param isMoving - Whether the mesh moves in it.
   * @returns The step, to be given to {@link know} with its answer.
   */
  public take(read: number, step: ClothStep, isMoving: boolean): TakenStep {
    const { _driver: driver, _mesh: mesh } = this;
    this._contacts.follow(driver.seconds);
    this._contacts.mark(read);
    driver.substeps.mark(read);
    return { read, step, isMoving, seconds: driver.seconds, seasons: mesh.cuts.seasons };
  }

  /**
   * @param taken - A step.
   * @param known - What it has led to.
   */
  public know(taken: TakenStep, { state, stateWords }: KnownCloth): void {
    const { _driver: driver, _bounds: bounds } = this;
    const { read, step, seconds, isMoving } = taken;
    bounds.advance(seconds, step, isMoving);
    bounds.knowNow(state, step);
    driver.pace.rest(state[stateOffsets.stepSpeed], seconds);
    driver.substeps.know(read, state[stateOffsets.strain99]);
    this._undrawn.push(taken);
    this._untold.push(taken);
    const faults = stateWords[stateOffsets.faults];
    if (faults !== this._faults) {
      this._faults = faults;
      this._mesh.events.notifyError();
    }
  }

  /** @returns Steps that came to be known since the last call, the oldest first. */
  public takeUndrawn(): readonly TakenStep[] {
    const undrawn = this._undrawn;
    this._undrawn = [];
    return undrawn;
  }

  /**
   * Tells who listens what has torn and what the cloth has met in the steps that are known.
   *
   * @param known - What the last of them has led to.
   */
  public tell({ torn, contactSums }: KnownCloth): void {
    const { _mesh: mesh } = this;
    const untold = this._untold;
    this._untold = [];
    for (const { read, seasons } of untold) {
      const mayTear = mesh.fabric.tear < Infinity && torn.length > 0 && seasons === mesh.cuts.seasons;
      if (mayTear && !mesh.isDisposed()) {
        mesh.events.notifyTears(torn);
      }
      if (mesh.events.hearsContacts && !mesh.isDisposed()) {
        this._contacts.know(read, contactSums.sums, contactSums.told);
      }
    }
  }

  /** Steps that are known are neither drawn nor told any more: another solver goes on. */
  public forget(): void {
    this._undrawn = [];
    this._untold = [];
  }
}
