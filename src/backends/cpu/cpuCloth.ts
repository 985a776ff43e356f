// One cloth in a CPU solver: on the page's thread, or in a worker. Nothing here needs Babylon.
import type { ClothSink } from "../../motion/clothDriver.js";
import type { ClothStep, ColliderState, GripState, VectorList } from "../../sim/clothStep.js";
import type { CpuClothContact } from "../../sim/cpu/cpuClothContact.js";
import { CpuSolver } from "../../sim/cpu/cpuSolver.js";
import type { Meeting } from "../../sim/meeting.js";
import type { RestGrid } from "../../sim/restGrid.js";
import type { SavedCloth } from "../../sim/savedCloth.js";
import type { Tethers } from "../../sim/tethers.js";

/** What is known of a cloth after a step. */
export interface KnownCloth {
  /** In the cloth's frame [m], shape [particleCount, 3]. */
  readonly positions: Float32Array;
  /** Struct ClothState, and the same memory as whole numbers. */
  readonly state: Float32Array<ArrayBuffer>;
  readonly stateWords: Uint32Array;
  /** See tears.ts. */
  readonly torn: Uint32Array;
  /** Of its contacts: see CpuContactSums. */
  readonly contactSums: { readonly sums: Float64Array; readonly told: Float64Array };
}

/** A cloth, its solver, and what it collides with. */
export class CpuCloth implements ClothSink {
  /** As the next step meets them. */
  public colliders: readonly ColliderState[] = [];
  private _solver: CpuSolver;

  /**
   * @param _restGrid - Of its net.
   * @param inverseAreas - See CpuSolver.
   * @param isFullResolution - See CpuSolver.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    inverseAreas: Float32Array,
    isFullResolution = false,
  ) {
    this._solver = new CpuSolver(_restGrid, inverseAreas, isFullResolution);
  }

  /** What simulates it now. */
  public get solver(): CpuSolver {
    return this._solver;
  }

  /** What the last step has led to. */
  public get known(): KnownCloth {
    return this._solver;
  }

  /** Whether it is solved as full resolution is. */
  public get isFullResolution(): boolean {
    return this._solver.isFullResolution;
  }

  /** With other cloths, if it meets any. */
  public get contact(): CpuClothContact | null {
    return this._solver.clothContact;
  }

  public setPin(particle: number, inverseArea: number, hold: number): void {
    this._solver.setPin(particle, inverseArea, hold);
  }

  public setTethers(tethers: Tethers): void {
    this._solver.setTethers(tethers);
  }

  public setBends(bends: Float32Array<ArrayBuffer>): void {
    this._solver.setBends(bends);
  }

  public setLinks(links: Float32Array<ArrayBuffer>): void {
    this._solver.setLinks(links);
  }

  public setLivingLinks(living: Uint32Array<ArrayBuffer>): void {
    this._solver.setLivingLinks(living);
  }

  public setTearLimits(limits: Float32Array<ArrayBuffer> | null): void {
    this._solver.setTearLimits(limits);
  }

  public setOwnSeams(distances: Float32Array | null): void {
    this._solver.setOwnSeams(distances);
  }

  public setColliders(colliders: readonly ColliderState[]): void {
    this.colliders = colliders;
  }

  public setVectors(list: VectorList, entries: Float32Array<ArrayBuffer>): void {
    this._solver.setVectors(list, entries);
  }

  public setGrips(grips: readonly GripState[]): void {
    this._solver.setGrips(grips);
  }

  /** The step is read when it is taken. */
  public setStep(): void {
    // Nothing is kept.
  }

  /** The step is read when it is taken. */
  public setSubstepCount(): void {
    // Nothing is kept.
  }

  /** @param isFullResolution - How it is solved from now on: lines of the control grid's own solver do not know cuts. */
  public solveAs(isFullResolution: boolean): void {
    const old = this._solver;
    this._solver = new CpuSolver(this._restGrid, old.inverseAreas, isFullResolution);
    this._solver.goOn({ ...old.save(), pulls: new Float32Array(0) });
  }

  /** @param meeting - How it meets other cloths; null if it does not. */
  public setMeeting(meeting: Meeting | null): void {
    this._solver.setMeeting(meeting);
  }

  /** @returns The cloth as the last step has left it. */
  public save(): SavedCloth {
    return this._solver.save();
  }

  /** @param saved - What the next step follows on. */
  public goOn(saved: SavedCloth): void {
    this._solver.goOn(saved);
  }

  /**
   * The step begins: its solver tells others where it is.
   *
   * @param step - What happens to it.
   * @param isMoving - Whether it takes the step, or only others meet it.
   */
  public begin(step: ClothStep, isMoving: boolean): void {
    if (isMoving) {
      this._solver.begin(step, this.colliders);
    } else if (this.contact) {
      this._solver.begin({ ...step, substepCount: 0, reset: 0 }, this.colliders);
    }
  }
}
