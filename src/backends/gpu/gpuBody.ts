import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { SurfaceFaces } from "../../bspline/gpu/drawArguments.js";
import type { Cloth } from "../../cloth/cloth.js";
import { ClothBounds } from "../../motion/clothBounds.js";
import type { ClothCheckpoint } from "../../motion/clothCheckpoint.js";
import { ClothDriver } from "../../motion/clothDriver.js";
import type { LastShape } from "../../motion/lastShape.js";
import { restoredCloth } from "../../motion/restoredCloth.js";
import { stateOffsets } from "../../sim/clothStep.js";
import { NoRoomError } from "../../gpu/bufferArena.js";
import type { SolverCloth } from "../../sim/gpu/solverCloth.js";
import { readPositions } from "../../sim/savedCloth.js";
import type { IClothSurface, IndexRange } from "../../surface/surfaceTypes.js";
import { HostVertices } from "../../surface/hostVertices.js";
import { toWorld } from "../../surface/worldSurface.js";
import type { ClothBody, DrawKind, SceneStep } from "../clothBackend.js";
import type { MeetingBody } from "../meetings.js";
import type { SewnBody } from "../sewing.js";
import type { Meeting } from "../../sim/meeting.js";
import type { FidelityBody } from "./fidelityChoice.js";
import { GpuDrawing, type DrawnBuffers } from "./gpuDrawing.js";
import { readParticlesAsync, type Gpu, type GpuNet } from "./gpuNet.js";
import { GpuNets } from "./gpuNets.js";
import { GpuWatch } from "./gpuWatch.js";

/** What a step does to a cloth: a sum of MOVES and SHOWS. */
export type PreparedStep = number;
const STAYS = 0;
/** Its particles move. */
export const MOVES = 1;
/** Its surface is drawn in another way. */
const SHOWS = 2;

/** By the buffer that has no room: what takes it, besides the number of particles. */
const optionsThatTake: Readonly<Record<string, string>> = {
  "cloth vectors": "fullResolution, controlPoints, motionConstraints, separationConstraints or windZones",
  "cloth tethers": "fabric.tether",
  "cloth colliders": "colliders",
  "cloth impulses": "colliders",
  "cloth cut links": "outline, or fullResolution of a cloth that is cut,",
};

/** One cloth on the GPU: its nets, its drawing, and what the host learns of it. */
export class GpuBody implements ClothBody, FidelityBody, MeetingBody, SewnBody {
  /** {@inheritDoc ClothBody.isInWorker} */
  public readonly isInWorker = false;
  /** {@inheritDoc FidelityBody.wantsFullResolution} */
  public wantsFullResolution: boolean | null = null;
  /** {@inheritDoc MeetingBody.driver} */
  public readonly driver: ClothDriver;
  private readonly _bounds: ClothBounds;
  private readonly _nets: GpuNets;
  private readonly _drawing: GpuDrawing;
  private readonly _watch: GpuWatch;
  private readonly _vertices: HostVertices;
  /** Babylon asks for indices while it makes a geometry, and would read every cloth. */
  private _isBinding = false;
  /** Whether a change of nets waits for its simulation. */
  private _hasChanged = false;
  private _isStepping = false;
  /** Whether it has the net that is simulated. Until then it waits for kernels, and is drawn as it was last, or at rest. */
  private _hasBegun = false;
  /** Model of its last step; null before the first. */
  private _model: string | null = null;

  /**
   * @param mesh - The cloth.
   * @param _onDispose - Called when it is disposed.
   */
  public constructor(
    public readonly mesh: Cloth,
    private readonly _onDispose: () => void,
  ) {
    this.driver = new ClothDriver(mesh);
    this._bounds = new ClothBounds(mesh, mesh.restGrid.pointsOf(mesh.restGrid.startPositions));
    this._nets = new GpuNets(mesh, this.driver.motion);
    this._drawing = new GpuDrawing(mesh, this.driver.motion, this._bounds);
    this._watch = new GpuWatch(mesh, this._nets, this.driver, this._bounds);
    this._vertices = new HostVertices(mesh, () => this.askShape());
  }

  /** {@inheritDoc ClothBody.isDrawn} */
  public get isDrawn(): boolean {
    return this._nets.current !== null;
  }

  /** {@inheritDoc ClothBody.isReady} */
  public get isReady(): boolean {
    return this._hasBegun;
  }

  /** Whether it takes a step now. */
  public get isStepping(): boolean {
    return this._isStepping;
  }

  /**
   * Takes its place in the buffers, as {@link prepare} does.
   *
   * @param gpu - Where.
   * @returns The cloth in the solver, if it is there with the net that those have to which it is joined.
   */
  public takeJoinedCloth(gpu: Gpu): SolverCloth | null {
    const net = this._named(() => this._takeNet(gpu));
    const isFine = this.mesh.fidelity === "fullResolution";
    return net?.net.isFullResolution === isFine ? net.cloth : null;
  }

  /** {@inheritDoc ClothBody.vertices} */
  public get vertices(): HostVertices | null {
    return this._isBinding ? null : this._vertices;
  }

  /** {@inheritDoc ClothBody.triangleCount} */
  public get triangleCount(): number {
    const net = this._nets.current;
    return net ? net.gpu.drawn.trianglesOf(net.surface) : 0;
  }

  /** {@inheritDoc ClothBody.coarseness} */
  public get coarseness(): number {
    return this._nets.current?.gpu.drawn.coarseness ?? 1;
  }

  /** {@inheritDoc ClothBody.maxStrain} */
  public get maxStrain(): number {
    return this._watch.state[stateOffsets.maxStrain];
  }

  /** {@inheritDoc ClothBody.contacts} */
  public get contacts(): number {
    return this._watch.contacts;
  }

  /** {@inheritDoc ClothBody.substeps} */
  public get substeps(): number {
    return this.driver.substeps.count;
  }

  /**
   * @param gpu - Where it is going to be.
   * @returns Resolves when the solver can take it.
   */
  public compileAsync(gpu: Gpu): Promise<void> {
    return this._nets.compileAsync(gpu);
  }

  /**
   * Prepares what the solver and the surface pass do with the cloth. It takes its place in their buffers, if it has none:
   * they may grow here, between two recordings, when nothing that was recorded is lost with an old buffer. As long as the solver compiles for its
   * size, it stands still.
   *
   * @param gpu - Where.
   * @param step - The step.
   * @returns What it does to the cloth.
   * @throws RangeError that names the cloth if the device has no room for it.
   */
  public prepare(gpu: Gpu, step: SceneStep): PreparedStep {
    return this._named(() => this._prepare(gpu, step));
  }

  /** What has no room is told with the name of the cloth, and with what takes it. */
  private _named<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof NoRoomError)) {
        throw error;
      }
      const options = optionsThatTake[error.label] ?? "fullResolution or controlPoints";
      throw new RangeError(
        `Cloth "${this.mesh.name}": ${options} takes more room than there is. ${error.message} Lower it here or in other cloths, or make the ` +
          "engine with setMaximumLimits: true.",
        { cause: error },
      );
    }
  }

  private _prepare(gpu: Gpu, step: SceneStep): PreparedStep {
    const net = this._takeNet(gpu);
    if (!net) {
      this._isStepping = false;
      return this._wait(gpu, step) ? SHOWS : STAYS;
    }
    this._isStepping = this._hasModel(gpu, step) && this.driver.advance(net.cloth, step);
    if (this._isStepping) {
      this._watch.follow(net);
    }
    // A change of nets is recorded with the simulation.
    const moves = this._isStepping || this._hasChanged;
    this._hasChanged = false;
    return (moves ? MOVES : STAYS) + (this._drawing.prepare(net, step) ? SHOWS : STAYS);
  }

  /** See {@link MeetingBody.meet}. Where there is no room for its contacts, it meets none, and a warning says so. */
  public meet(meeting: Meeting | null): void {
    try {
      this._nets.current?.cloth.setMeeting(meeting);
    } catch (error) {
      if (!(error instanceof RangeError)) {
        throw error;
      }
      // Once: it asks again only if its groups change.
      Logger.Warn(`Cloth "${this.mesh.name}": it passes through other cloths. ${error.message}`);
    }
  }

  /** Forgets its ranges: the buffers are gone with their device. */
  public leave(): void {
    // What joins it to others is found anew on the next device, if it still does.
    this.driver.pace.isSewn = false;
    this.driver.substeps.least = 0;
    this._hasBegun = false;
    this._nets.forget();
    this._drawing.leave();
  }

  /**
   * Draws the mesh from the buffers of the surface pass, once the cloth is there.
   *
   * @param buffers - Of all cloths.
   */
  public bindMesh(buffers: DrawnBuffers): void {
    const net = this._nets.current;
    if (!net) {
      return;
    }
    this._isBinding = true;
    const isNew = this._drawing.bindMesh(buffers, net.gpu.surfaces.maxVertices);
    this._isBinding = false;
    if (isNew) {
      this.mesh.arrangeFaces();
      this._bounds.show();
    }
  }

  /** {@inheritDoc ClothBody.askShape} */
  public askShape(): LastShape {
    const { current, shape } = this._nets;
    current?.gpu.shapes.want(current.cloth);
    return shape;
  }

  /** {@inheritDoc ClothBody.fetchAsync} */
  public async fetchAsync(): Promise<void> {
    if (this._hasBegun && this._nets.current) {
      await this._watch.fetchAsync(this._nets.current);
    }
  }

  /** {@inheritDoc ClothBody.save} */
  public save(): ClothCheckpoint | null {
    const motion = this.driver.motion.save();
    const { known } = this._nets.shape;
    return (
      motion &&
      known && {
        ...motion,
        isFullResolution: this.mesh.nets.current.isFullResolution,
        particles: Float32Array.from(known.positions),
        origin: Array.from(known.origin),
        state: this._watch.state.slice(),
        pulls: this._watch.pulls.slice(),
      }
    );
  }

  /** {@inheritDoc ClothBody.goOn} */
  public goOn(checkpoint: ClothCheckpoint): void {
    const { motion } = this.driver;
    const { nets } = this.mesh;
    // It takes new ranges of the buffers for the state that it is given here.
    this._release();
    if (nets.current.isFullResolution !== checkpoint.isFullResolution) {
      nets.change();
    }
    motion.goOn(checkpoint);
    this._nets.goOn(checkpoint.particles);
    this._watch.state = checkpoint.state.slice();
    this._watch.pulls = checkpoint.pulls.slice();
    this._bounds.knowNow(checkpoint.state, motion.step);
  }

  /** {@inheritDoc ClothBody.reset} */
  public reset(): void {
    this.driver.motion.reset();
    this.driver.pace.wake();
  }

  /** {@inheritDoc ClothBody.teleport} */
  public teleport(): void {
    this.driver.motion.teleport();
  }

  /** {@inheritDoc ClothBody.readPositionsAsync} */
  public async readPositionsAsync(from: readonly number[]): Promise<Float32Array> {
    const shift = this.driver.motion.origin.map((coordinate, axis) => coordinate - from[axis]);
    const particles = await readParticlesAsync(this._require());
    return readPositions(particles).map((coordinate, i) => coordinate + shift[i % 3]);
  }

  /** {@inheritDoc ClothBody.readSurfaceAsync} */
  public async readSurfaceAsync(from: Vector3): Promise<IClothSurface> {
    const { gpu, surface } = this._require();
    const world = this.mesh.getWorldMatrix().clone();
    const faceCount = this.mesh.definition.faces.front && this.mesh.definition.faces.back ? 2 : 1;
    const drawn = await gpu.drawn.readAsync(surface, faceCount);
    if (drawn.indices.length === 0) {
      // Nobody sees it.
      await this.fetchAsync();
    }
    const { vertices, indices } = drawn.indices.length > 0 ? drawn : this._vertices.evaluated();
    return toWorld(vertices, indices, world, from);
  }

  /** {@inheritDoc ClothBody.range} */
  public range(faces: SurfaceFaces): IndexRange {
    return this._vertices.range(faces) ?? { start: 0, count: this.mesh.getTotalIndices() };
  }

  /** {@inheritDoc ClothBody.draw} */
  public draw(faces: SurfaceFaces, how: DrawKind, draw: () => void): void {
    this._drawing.draw(this._nets.current, faces, how, draw);
  }

  /** {@inheritDoc ClothBody.dispose} */
  public dispose(): void {
    this._onDispose();
    this._release();
  }

  /** Whether its model is compiled, or the step waits for that. Else it is, and the cloth stands still meanwhile. */
  private _hasModel(gpu: Gpu, { isFrame }: SceneStep): boolean {
    const { model } = this.mesh.solver;
    if (isFrame && model !== this._model && !this._nets.isPrepared(gpu)) {
      void this.compileAsync(gpu);
      return false;
    }
    this._model = model;
    return true;
  }

  /** The net that it is to have, as soon as it is compiled. */
  private _takeNet(gpu: Gpu): GpuNet | null {
    if (this._hasBegun) {
      return this._changeNet(this._require());
    }
    if (!this._nets.isPrepared(gpu)) {
      void this.compileAsync(gpu);
      return null;
    }
    // It may have waited with pins and settings that have changed since.
    this._nets.release();
    const net = this._enter(gpu);
    this._hasBegun = true;
    this._watch.watch(net);
    return this._changeNet(net);
  }

  /** Stands still; returns whether it is drawn in another way. */
  private _wait(gpu: Gpu, step: SceneStep): boolean {
    const { motion } = this.driver;
    if (!this._nets.current && !this._nets.canWait(gpu)) {
      return false;
    }
    const net = this._nets.current ?? this._enter(gpu);
    if (!motion.hasShape) {
      motion.waitAtRest();
    }
    return this._drawing.prepare(net, step);
  }

  private _require(): GpuNet {
    const { current } = this._nets;
    if (!this._hasBegun || !current) {
      throw new Error(`Cloth "${this.mesh.name}": it has no shape yet; it takes one in its first step.`);
    }
    return current;
  }

  private _release(): void {
    this._hasBegun = false;
    this._nets.release();
  }

  private _enter(gpu: Gpu): GpuNet {
    const { restGrid, pinning } = this.mesh.nets.current;
    const last = restoredCloth(
      this._nets.shape,
      this._watch.state,
      this.driver.motion,
      restGrid,
      pinning,
      this._watch.pulls,
    );
    const net = this._nets.enter(gpu, last);
    this.driver.enter(last !== null);
    this._drawing.repeat();
    return net;
  }

  /** The cloth takes its other net, if it is to and can. */
  private _changeNet(net: GpuNet): GpuNet {
    const next = this._nets.change(net, this.wantsFullResolution, this._watch.faults);
    if (!next) {
      return net;
    }
    this._hasChanged = true;
    this.driver.enter(true);
    this._watch.watch(next);
    this._drawing.repeat();
    return next;
  }
}
