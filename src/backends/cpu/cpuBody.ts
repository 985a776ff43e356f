// One cloth of the CPU backend: where it is solved, on the page's thread or in a worker, and in which order things happen to it.
import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { SurfaceFaces } from "../../bspline/gpu/drawArguments.js";
import type { ClothBody, DrawKind, SceneStep } from "../clothBackend.js";
import type { MeetingBody } from "../meetings.js";
import { ClothBounds } from "../../motion/clothBounds.js";
import { ClothDriver } from "../../motion/clothDriver.js";
import type { ClothCheckpoint } from "../../motion/clothCheckpoint.js";
import type { Cloth } from "../../cloth/cloth.js";
import { toWorld } from "../../surface/worldSurface.js";
import { surfaceSourceOf } from "../../surface/cpuSurface.js";
import type { Eyes } from "../../surface/eyes.js";
import type { IClothSurface, IndexRange } from "../../surface/surfaceTypes.js";
import { LastShape } from "../../motion/lastShape.js";
import { restoredCloth } from "../../motion/restoredCloth.js";
import { PARTICLE_WORDS } from "../../shaders/particleWords.js";
import { stateOffsets, type ClothStep } from "../../sim/clothStep.js";
import type { CpuClothContact } from "../../sim/cpu/cpuClothContact.js";
import type { CpuSolver } from "../../sim/cpu/cpuSolver.js";
import type { Meeting } from "../../sim/meeting.js";
import { CpuCloth } from "./cpuCloth.js";
import { CpuDrawing } from "./cpuDrawing.js";
import type { CpuSewnBody } from "./cpuSewing.js";
import { CpuWatch } from "./cpuWatch.js";
import type { PostedStep, SteppedCloth } from "./worker/clothMessages.js";
import { WorkerCloth } from "./worker/workerCloth.js";
import type { WorkerThread } from "./worker/workerThread.js";

/** What a body needs of its backend. */
interface BodyOwner {
  remove(): void;
  /** Resolves when the worker has done all steps. */
  settleAsync(): Promise<void>;
}

/** One cloth on the CPU. */
export class CpuBody implements ClothBody, MeetingBody, CpuSewnBody {
  /** {@inheritDoc ClothBody.coarseness} */
  public coarseness = 1;
  public readonly vertices = null;
  public readonly driver: ClothDriver;
  private readonly _bounds: ClothBounds;
  private readonly _shape: LastShape;
  /** On the page's thread; it does not count while the cloth is in a worker. */
  private readonly _here: CpuCloth;
  private _there: WorkerCloth | null = null;
  private readonly _drawing: CpuDrawing;
  private readonly _watch: CpuWatch;
  private _hasWarned = false;
  private _isDisposed = false;
  /** Whether a solver knows more of it than its first shape. */
  private _hasStarted = false;
  /** Whether it moves in the step, and the mesh before it. */
  private _moves = false;
  private _matrix = 0;

  public constructor(
    public readonly mesh: Cloth,
    private readonly _owner: BodyOwner,
  ) {
    const { restGrid, pinning } = mesh;
    this.driver = new ClothDriver(mesh);
    this._bounds = new ClothBounds(mesh, restGrid.pointsOf(restGrid.startPositions));
    this._shape = new LastShape(restGrid.startPositions, this.driver.motion, 3);
    this._here = new CpuCloth(restGrid, restGrid.inverseAreas(pinning.pinned));
    this._drawing = new CpuDrawing(mesh, this._bounds);
    this._watch = new CpuWatch(mesh, this.driver, this._bounds);
  }

  public get isDrawn(): boolean {
    return this._drawing.surface !== null;
  }

  public get isReady(): boolean {
    return this.isDrawn;
  }

  public get isInWorker(): boolean {
    return this._there !== null;
  }

  /** Of the cloth in its worker; null on the page's thread. */
  public get workerId(): number | null {
    return this._there?.id ?? null;
  }

  /**
   * Whether it must be solved on the page's thread: with cloth that it is sewn to, or, if it pushes bodies, before the physics engine takes its next
   * step. A push that comes a frame late throws bodies up.
   */
  public get needsPage(): boolean {
    const { sewing, colliders } = this.mesh;
    const isBody = ({ enabled, pushed }: Cloth["colliders"]["list"][number]): boolean => enabled && pushed !== null;
    return sewing.isJoined || colliders.list.some(isBody) || colliders.shared.list.some(isBody);
  }

  public get triangleCount(): number {
    return (this._drawing.surface?.indices.length ?? 0) / 3;
  }

  /** What simulates it on the page's thread. */
  public get solver(): CpuSolver {
    return this._here.solver;
  }

  /** Whether it takes a step now. */
  public get isStepping(): boolean {
    return this._moves;
  }

  /** With other cloths, if it meets any on the page's thread. */
  public get contact(): CpuClothContact | null {
    return this._here.contact;
  }

  /** @param thread - Of a worker that solves it from the next step on. */
  public solveIn(thread: WorkerThread): void {
    const checkpoint = this.save();
    this._there = new WorkerCloth(thread, surfaceSourceOf(this.mesh), this._here, checkpoint, this.driver.motion);
    if (this._hasStarted) {
      this.driver.enter(checkpoint !== null, checkpoint !== null);
    }
    if (checkpoint) {
      this._shape.knowInMesh(this._there.known.positions, this._there.toLocal);
    }
  }

  /** The page's thread solves it from the next step on. What the worker has not told is lost. */
  public solveHere(): void {
    const { _there: there, _here: here } = this;
    if (!there) {
      return;
    }
    const checkpoint = this.save();
    const saved = there.save();
    const isIdle = there.isIdle;
    this._there = null;
    this._watch.forget();
    there.dispose();
    if (here.isFullResolution !== there.isFullResolution) {
      here.solveAs(there.isFullResolution);
    }
    if (checkpoint && saved && isIdle) {
      here.goOn(saved);
      this.driver.enter(true, true);
      this._shape.know(here.solver.positions);
    } else if (checkpoint) {
      this.goOn(checkpoint);
    } else {
      this.driver.enter();
    }
  }

  /** Maps are on the GPU, and a read-back would come frames late. */
  private _warnOfMaps(): void {
    if (!this._hasWarned && this._cloth.colliders.some(({ maps }) => maps && !maps.values)) {
      this._hasWarned = true;
      Logger.Warn(
        `Cloth "${this.mesh.name}": it is on the CPU backend and passes through depth maps, which need the GPU backend.`,
      );
    }
  }

  /**
   * What happens to the cloth in the step.
   *
   * @param step - The step.
   */
  public advance(step: SceneStep): void {
    this._takeSolver();
    this._matrix = this.driver.motion.matrixVersion;
    this._moves = this.driver.advance(this._cloth, step);
    this._hasStarted ||= this._moves;
    this._warnOfMaps();
  }

  public meet(meeting: Meeting | null): void {
    this._cloth.setMeeting(meeting);
  }

  /** The step begins: its solver tells others where it is. */
  public begin(): void {
    this._here.begin(this.driver.motion.step, this._moves);
  }

  /**
   * The step has begun for all.
   *
   * @param contacts - Of all cloths that meet others.
   */
  public findContacts(contacts: readonly CpuClothContact[]): void {
    if (this._moves) {
      this.contact?.find(contacts);
    }
  }

  /** Its solver has taken the step, on the page's thread. */
  public end(): void {
    const { mesh, driver, solver } = this;
    if (!this._moves) {
      return;
    }
    const { step, isMoving } = driver.motion;
    this._watch.know(this._watch.take(0, step, isMoving), solver);
    this._shape.know(solver.positions);
    if (this._here.colliders.some(({ isPushed }) => isPushed !== 0)) {
      mesh.seenColliders.push(solver.bodies.sums, solver.bodies.handed, driver.seconds);
    }
  }

  /** @param eyes - For whom it is drawn next. */
  public askSurface(eyes: Eyes): void {
    this._drawing.ask(this._cloth.known.positions, eyes);
  }

  /**
   * @param coarseness - Divides its segments.
   * @returns Triangles that it has then.
   */
  public trianglesAt(coarseness: number): number {
    return this._drawing.trianglesAt(coarseness);
  }

  /** @returns The step for the worker; null if nothing happens to the cloth. */
  public post(): PostedStep | null {
    const { _there: there } = this;
    if (!there || !(this._moves || there.meets)) {
      return null;
    }
    const { motion } = this.driver;
    const step = structuredClone<ClothStep>(motion.step);
    const taken = this._moves ? this._watch.take(there.nextRead, step, motion.isMoving) : null;
    return there.post(step, taken, motion, this._drawing.shapeAt(this.coarseness));
  }

  /** @param stepped - What a step in the worker has led to. */
  public know(stepped: SteppedCloth): void {
    const { _there: there } = this;
    const taken = there?.know(stepped);
    if (there && taken) {
      this._watch.know(taken, there.known);
      this._shape.knowInMesh(there.known.positions, there.toLocal);
    }
  }

  /**
   * The cloth is drawn as it is known.
   *
   * @param step - The step.
   */
  public show(step: SceneStep): void {
    if (this._isDisposed) {
      // By a listener, who was told that the step was undone: a geometry that is made now would stay in the scene.
      return;
    }
    const { _there: there } = this;
    const { motion } = this.driver;
    const undrawn = this._watch.takeUndrawn();
    const picture = {
      positions: this._cloth.known.positions,
      toLocal: there?.toLocal ?? motion.step.toLocal,
      isNew: undrawn.length > 0 || (!there && this._matrix !== motion.matrixVersion),
      isReset: undrawn.some((taken) => taken.step.reset !== 0),
      evaluated: there?.takeSurface() ?? null,
      isFollowed: there?.isIdle === false,
    };
    this._drawing.show(picture, step, this.coarseness);
  }

  /** Tells who listens what has torn and what the cloth has met in the steps that are known. */
  public tell(): void {
    this._watch.tell(this._cloth.known);
  }

  public askShape(): LastShape {
    return this._shape;
  }

  public async fetchAsync(): Promise<void> {
    // On the page's thread it is here.
    if (this._there) {
      await this._owner.settleAsync();
    }
  }

  public save(): ClothCheckpoint | null {
    const motion = this.driver.motion.save();
    if (this._there) {
      return motion && this._there.checkpoint;
    }
    return motion && { ...motion, ...this._here.save(), isFullResolution: false };
  }

  public goOn(checkpoint: ClothCheckpoint): void {
    this._takeSolver();
    const { driver, _cloth: cloth, _there: there } = this;
    const { nets, restGrid, pinning } = this.mesh;
    const { motion } = driver;
    motion.goOn(checkpoint);
    driver.enter(true);
    this._hasStarted = true;
    const saved = new LastShape(nets.of(checkpoint.isFullResolution).restGrid.startPositions, motion, PARTICLE_WORDS);
    saved.know(checkpoint.particles);
    const shape = checkpoint.isFullResolution ? new LastShape(restGrid.startPositions, motion, PARTICLE_WORDS) : saved;
    if (checkpoint.isFullResolution) {
      shape.changeFrom(saved, nets.changeTo(false));
    }
    const pulls = checkpoint.isFullResolution ? new Float32Array(0) : checkpoint.pulls;
    const restored = restoredCloth(shape, checkpoint.state, motion, restGrid, pinning, pulls);
    if (restored) {
      cloth.goOn(restored);
      there?.place({ ...checkpoint, ...restored, isFullResolution: false }, motion.step, motion.origin);
    }
    if (there) {
      this._shape.knowInMesh(there.known.positions, there.toLocal);
    } else {
      this._shape.know(this.solver.positions);
    }
    this._bounds.knowNow(checkpoint.state, motion.step);
  }

  public reset(): void {
    this.driver.motion.reset();
    this.driver.pace.wake();
  }

  public teleport(): void {
    this.driver.motion.teleport();
  }

  public async readPositionsAsync(from: readonly number[]): Promise<Float32Array> {
    await this.fetchAsync();
    if (this._isDisposed) {
      throw new Error(`Cloth "${this.mesh.name}": it is disposed, its positions are gone.`);
    }
    const origin = this._there?.origin ?? this.driver.motion.origin;
    const shift = origin.map((coordinate, axis) => coordinate - from[axis]);
    return this._cloth.known.positions.map((coordinate, i) => coordinate + shift[i % 3]);
  }

  public readSurfaceAsync(from: Vector3): Promise<IClothSurface> {
    const { surface } = this._drawing;
    if (!surface) {
      throw new Error(`Cloth "${this.mesh.name}": it has no shape yet; it takes one in its first step.`);
    }
    const { vertices, indices } = surface;
    return Promise.resolve(toWorld(vertices, indices, this.mesh.getWorldMatrix(), from));
  }

  public get maxStrain(): number {
    return this._cloth.known.state[stateOffsets.maxStrain];
  }

  public get contacts(): number {
    return this._cloth.known.stateWords[stateOffsets.contacts];
  }

  public get substeps(): number {
    return this.driver.substeps.count;
  }

  public range(faces: SurfaceFaces): IndexRange {
    return this._drawing.surface?.range(faces) ?? { start: 0, count: 0 };
  }

  public draw(_faces: SurfaceFaces, _how: DrawKind, draw: () => void): void {
    draw();
  }

  public dispose(): void {
    this._isDisposed = true;
    this._owner.remove();
    this._there?.dispose();
  }

  private get _cloth(): CpuCloth | WorkerCloth {
    return this._there ?? this._here;
  }

  /** A control grid that is cut or may tear is solved as full resolution is. */
  private _takeSolver(): void {
    const { mesh, driver, _cloth: cloth } = this;
    if (mesh.isParting !== cloth.isFullResolution) {
      cloth.solveAs(mesh.isParting);
      driver.enter(true, true);
    }
  }
}
