// One cloth in a worker, as the page knows it: what it is told, and what the last step that came back has led to.
import { mat3 } from "gl-matrix";
import type { ClothCheckpoint, MotionCheckpoint } from "../../../motion/clothCheckpoint.js";
import type { ClothSink } from "../../../motion/clothDriver.js";
import {
  stateOffsets,
  type ClothStep,
  type ColliderState,
  type FieldSamples,
  type GripState,
  type VectorList,
} from "../../../sim/clothStep.js";
import type { Meeting } from "../../../sim/meeting.js";
import { readPositions, type SavedCloth } from "../../../sim/savedCloth.js";
import type { Tethers } from "../../../sim/tethers.js";
import type { SurfaceSource } from "../../../surface/cpuSurface.js";
import type { CpuCloth, KnownCloth } from "../cpuCloth.js";
import {
  postedColliders,
  type AddedCloth,
  type ClothCall,
  type PostedStep,
  type SteppedCloth,
} from "./clothMessages.js";
import type { ShapedSurface, SurfaceShape } from "../evaluatedSurface.js";
import { WorkerContactSums } from "./workerContactSums.js";
import type { WorkerThread } from "./workerThread.js";

/** A step that is taken, until what it has led to is known. */
export interface TakenStep {
  /** Number of the read: see ClothContacts.mark. */
  readonly read: number;
  readonly step: ClothStep;
  /** Simulated [s]. */
  readonly seconds: number;
  /** Whether the mesh moves in it. */
  readonly isMoving: boolean;
  /** Of cuts: see ClothCuts. */
  readonly seasons: number;
}

/** With what a file needs beside the particles. */
interface PostedTaken extends TakenStep {
  readonly motion: MotionCheckpoint | null;
  readonly origin: Float64Array;
  /** See WorkerContactSums. */
  readonly solver: number;
  readonly shape: SurfaceShape;
}

/** A cloth whose solver is in a worker. */
export class WorkerCloth implements ClothSink {
  /** As the next step meets them. */
  public colliders: readonly ColliderState[] = [];
  /** From the frame of the cloth in the last step that is known to its mesh, shape [9]. */
  public toLocal: mat3;
  private readonly _id: number;
  private _isFullResolution: boolean;
  private _known: KnownCloth;
  private _saved: SavedCloth | null;
  private _checkpoint: ClothCheckpoint | null = null;
  private _origin: Float64Array;
  private _added: AddedCloth | null;
  private _calls: ClothCall[] = [];
  private _areCollidersNew = false;
  /** Of the colliders that were posted last. */
  private _fields: readonly (FieldSamples | null)[] = [];
  /** Steps on their way, the oldest first. */
  private _taken: PostedTaken[] = [];
  private _evaluated: ShapedSurface | null = null;
  /** Answers on their way that do not count any more. */
  private _staleCount = 0;
  private _meets = false;
  private readonly _contacts = new WorkerContactSums();

  /**
   * @param _thread - Its worker.
   * @param source - Of its surface.
   * @param from - The same cloth on the page's thread.
   * @param checkpoint - What it goes on from; null: its first shape.
   * @param motion - Of the cloth.
   */
  public constructor(
    private readonly _thread: WorkerThread,
    { restGrid, ...surface }: SurfaceSource,
    from: CpuCloth,
    checkpoint: ClothCheckpoint | null,
    motion: { readonly step: ClothStep; readonly origin: Float64Array },
  ) {
    this._id = _thread.takeId();
    this._isFullResolution = from.isFullResolution;
    this._saved = checkpoint && from.save();
    this._checkpoint = checkpoint;
    this._origin = motion.origin.slice();
    this.toLocal = checkpoint ? mat3.clone(Float32Array.from(motion.step.toLocal)) : mat3.create();
    const state = new Float32Array(stateOffsets.size);
    this._known = {
      positions: restGrid.startPositions,
      state,
      stateWords: new Uint32Array(state.buffer),
      torn: new Uint32Array(0),
      contactSums: this._contacts.known,
    };
    if (this._saved) {
      this._know(this._saved);
    }
    this._added = {
      restGrid,
      inverseAreas: Float32Array.from(from.solver.inverseAreas),
      isFullResolution: this._isFullResolution,
      saved: this._saved,
      surface,
    };
  }

  /** Of the worker. */
  public get id(): number {
    return this._id;
  }

  /** What the last step that came back has led to. */
  public get known(): KnownCloth {
    return this._known;
  }

  /** Origin of the frame of {@link known} in the world [m]. */
  public get origin(): Float64Array {
    return this._origin;
  }

  /** {@link known}, to go on from; null before the first step came back. */
  public get checkpoint(): ClothCheckpoint | null {
    return this._checkpoint;
  }

  /** Whether it is solved as full resolution is. */
  public get isFullResolution(): boolean {
    return this._isFullResolution;
  }

  /** Whether no step is on its way. */
  public get isIdle(): boolean {
    return this._taken.length === 0;
  }

  /** Whether others meet it. */
  public get meets(): boolean {
    return this._meets;
  }

  public setPin(particle: number, inverseArea: number, hold: number): void {
    this._calls.push(["setPin", particle, inverseArea, hold]);
  }

  public setTethers(tethers: Tethers): void {
    this._calls.push(["setTethers", tethers]);
  }

  public setBends(bends: Float32Array<ArrayBuffer>): void {
    this._calls.push(["setBends", bends]);
  }

  public setLinks(links: Float32Array<ArrayBuffer>): void {
    this._calls.push(["setLinks", links]);
  }

  public setLivingLinks(living: Uint32Array<ArrayBuffer>): void {
    this._calls.push(["setLivingLinks", living.slice()]);
  }

  public setTearLimits(limits: Float32Array<ArrayBuffer> | null): void {
    this._calls.push(["setTearLimits", limits]);
  }

  public setOwnSeams(distances: Float32Array | null): void {
    this._calls.push(["setOwnSeams", distances]);
  }

  public setColliders(colliders: readonly ColliderState[]): void {
    this.colliders = colliders;
    this._areCollidersNew = true;
  }

  public setVectors(list: VectorList, entries: Float32Array<ArrayBuffer>): void {
    this._calls.push(["setVectors", list, entries.slice()]);
  }

  public setGrips(grips: readonly GripState[]): void {
    this._calls.push(["setGrips", grips]);
  }

  /** The step is posted when it is taken. */
  public setStep(): void {
    // Nothing is kept.
  }

  /** The step is posted when it is taken. */
  public setSubstepCount(): void {
    // Nothing is kept.
  }

  /** @param isFullResolution - See CpuCloth.solveAs. */
  public solveAs(isFullResolution: boolean): void {
    this._isFullResolution = isFullResolution;
    this._contacts.changeSolver();
    this._calls.push(["solveAs", isFullResolution]);
  }

  /** @param meeting - How it meets other cloths; null if it does not. */
  public setMeeting(meeting: Meeting | null): void {
    if (meeting || this._meets) {
      this._meets = meeting !== null;
      this._calls.push(["setMeeting", meeting]);
    }
  }

  /**
   * Steps on their way do not count any more.
   *
   * @param saved - What the next step follows on.
   */
  public goOn(saved: SavedCloth): void {
    this._staleCount += this._taken.length;
    this._taken = [];
    this._calls.push(["goOn", saved]);
    this._evaluated = null;
    this._know(saved);
  }

  /**
   * @param checkpoint - What {@link goOn} was told, as a file has it.
   * @param step - Of the cloth.
   * @param origin - Of its frame [m].
   */
  public place(checkpoint: ClothCheckpoint, step: ClothStep, origin: Float64Array): void {
    this._checkpoint = checkpoint;
    this._origin = origin.slice();
    this.toLocal = mat3.clone(Float32Array.from(step.toLocal));
  }

  /** A number for the next step that no other on its way has. */
  public get nextRead(): number {
    return (this._taken.at(-1)?.read ?? -1) + 1;
  }

  /**
   * @param step - What happens to it.
   * @param taken - What is to be known with the answer; null: it does not move, but others meet it.
   * @param motion - Of the cloth, after the step.
   * @param shape - How its surface is evaluated after the step.
   * @returns The message.
   */
  public post(
    step: ClothStep,
    taken: TakenStep | null,
    motion: { readonly origin: Float64Array; save(): MotionCheckpoint | null },
    shape: SurfaceShape,
  ): PostedStep {
    if (taken) {
      const { solver } = this._contacts;
      this._taken.push({ ...taken, motion: motion.save(), origin: motion.origin.slice(), solver, shape });
    }
    const colliders = this._areCollidersNew ? postedColliders(this.colliders, this._fields) : null;
    if (colliders) {
      this._fields = this.colliders.map(({ field }) => field);
    }
    const { _id: id, _added: added, _calls: calls } = this;
    const posted = { id, added, calls, colliders, step, isMoving: taken !== null, shape };
    this._added = null;
    this._calls = [];
    this._areCollidersNew = false;
    return posted;
  }

  /**
   * @param stepped - What a step has led to.
   * @returns The step; null if it does not count any more.
   */
  public know(stepped: SteppedCloth): TakenStep | null {
    if (this._staleCount > 0) {
      this._staleCount--;
      return null;
    }
    const taken = this._taken.shift();
    if (!taken) {
      return null;
    }
    this._know(stepped);
    this._contacts.know(stepped.contactSums, taken.solver);
    this._known = { ...this._known, torn: stepped.torn ?? this._known.torn, contactSums: this._contacts.known };
    this.toLocal = mat3.clone(taken.step.toLocal as mat3);
    this._origin = taken.origin;
    const { particles, state, pulls } = stepped;
    this._evaluated = { ...stepped.surface, shape: taken.shape };
    this._checkpoint = taken.motion && { ...taken.motion, particles, state, pulls, isFullResolution: false };
    return taken;
  }

  /** @returns The surface of {@link known}, once; null if there is no new one. */
  public takeSurface(): ShapedSurface | null {
    const surface = this._evaluated;
    this._evaluated = null;
    return surface;
  }

  /** @returns What {@link known} goes on from, if there is anything. */
  public save(): SavedCloth | null {
    return this._saved;
  }

  /** The worker may forget it. */
  public dispose(): void {
    if (!this._added) {
      this._thread.remove(this._id);
    }
  }

  private _know({ particles, state, pulls }: SavedCloth): void {
    this._saved = { particles, state, pulls };
    const words = new Uint32Array(state.buffer);
    this._known = { ...this._known, positions: readPositions(particles), state, stateWords: words };
  }
}
