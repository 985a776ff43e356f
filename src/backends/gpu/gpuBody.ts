import type { Buffer } from "@babylonjs/core/Buffers/buffer.pure.js";
import type { DataBuffer } from "@babylonjs/core/Buffers/dataBuffer.js";
import { Material } from "@babylonjs/core/Materials/material.pure.js";
import { Geometry } from "@babylonjs/core/Meshes/geometry.js";
import { VERTEX_FLOATS, VERTEX_OFFSETS, type SurfaceFaces } from "../../bspline/gpu/surfacePass.js";
import type { ClothBody, DrawKind, SceneStep } from "../clothBackend.js";
import { ClothBounds } from "../../motion/clothBounds.js";
import { ClothDriver } from "../../motion/clothDriver.js";
import type { Cloth } from "../../cloth/cloth.js";
import type { ClothCheckpoint } from "../../motion/clothCheckpoint.js";
import type { FidelityBody } from "./fidelityChoice.js";
import type { ClothTessellation } from "../../options/clothOptions.js";
import type { IClothSurface, IndexRange } from "../../surface/surfaceTypes.js";
import { instanceCountsOf, warnOfFillMode } from "./drawnInstances.js";
import { toWorld } from "../../surface/worldSurface.js";
import { surfaceInputOf } from "../../surface/surfaceInput.js";
import type { ClothNet } from "../../cloth/clothNets.js";
import {
  makeGpuNet,
  planChanges,
  readParticlesAsync,
  readStateAsync,
  releaseGpuNet,
  type Gpu,
  type GpuNet,
} from "./gpuNet.js";
import { LastShape, type ShapeMark } from "../../motion/lastShape.js";
import { readPositions, type SavedCloth } from "../../sim/savedCloth.js";
import { restoredCloth } from "../../motion/restoredCloth.js";
import { constants, structs } from "../../shaders/shaders.gen.js";
import { stateOffsets } from "../../sim/clothStep.js";
import type { ShapeWatcher } from "./shapeReader.js";
import type { StateWatcher } from "./stateReader.js";

/** What a step does to a cloth: a sum of MOVES and SHOWS. */
export type PreparedStep = number;
const STAYS = 0;
/** Its particles move. */
export const MOVES = 1;
/** Its surface is drawn in another way. */
const SHOWS = 2;
/** Number of a read that no reader gives. */
const FETCHED = -2;

/** One cloth on the GPU. */
export class GpuBody implements ClothBody, FidelityBody, StateWatcher, ShapeWatcher {
  /** {@inheritDoc FidelityBody.wantsFullResolution} */
  public wantsFullResolution: boolean | null = null;
  private readonly _driver: ClothDriver;
  private readonly _bounds: ClothBounds;
  private _shape: LastShape;
  /** Struct ClothState as it was known last. */
  private _state = new Float32Array(stateOffsets.size);
  private _place: GpuNet | null = null;
  /** Where the net is that the cloth had before: it waits, so that nothing is allocated when it is needed again. */
  private _spare: GpuNet | null = null;
  private _boundVertices: Buffer | null = null;
  private _drawnMatrix = -1;
  private _eyesOrigin: readonly number[] = [];
  private _isHidden = true;
  private _isInView = false;
  private _eyesVersion = -1;
  private _boundsVersion = -1;
  private _tessellation: ClothTessellation | null = null;
  private _faults = 0;
  /** Simulated since the state was read [s]. */
  private _unreadTime = 0;
  private _hasChanged = false;

  /**
   * @param mesh - The cloth.
   * @param _onDispose - Called when it is disposed.
   */
  public constructor(
    public readonly mesh: Cloth,
    private readonly _onDispose: () => void,
  ) {
    this._driver = new ClothDriver(mesh);
    this._bounds = new ClothBounds(mesh, mesh.restGrid.restPositions);
    this._shape = this._shapeOf(mesh.nets.current);
  }

  /** {@inheritDoc ClothBody.isReady} */
  public get isReady(): boolean {
    return this._place !== null;
  }

  /** {@inheritDoc ClothBody.triangleCount} */
  public get triangleCount(): number {
    return this._place ? this._place.gpu.drawn.trianglesOf(this._place.surface) : 0;
  }

  /** {@inheritDoc ClothBody.coarseness} */
  public get coarseness(): number {
    return this._place?.gpu.drawn.coarseness ?? 1;
  }

  /**
   * @param gpu - Where it is going to be.
   * @returns Resolves when the solver can take it.
   */
  public async compileAsync({ solver, changes }: Gpu): Promise<void> {
    const { fidelity, nets } = this.mesh;
    const { isFullResolution, restGrid } = nets.current;
    await solver.prepareAsync(restGrid.particleCount, isFullResolution);
    if (fidelity === "auto" || (fidelity === "fullResolution") !== isFullResolution) {
      const other = nets.of(!isFullResolution);
      await Promise.all([
        solver.prepareAsync(other.restGrid.particleCount, other.isFullResolution),
        changes.prepareAsync(),
      ]);
    }
  }

  /**
   * Prepares what the solver and the surface pass do with the cloth. It takes its place in their buffers, if it has none:
   * they may grow here, between two recordings, when nothing that was recorded is lost with an old buffer. It goes without
   * as long as the solver compiles for its size.
   *
   * @param gpu - Where.
   * @param step - The step.
   * @returns What it does to the cloth.
   */
  public prepare(gpu: Gpu, step: SceneStep): PreparedStep {
    const { isFullResolution, restGrid } = this.mesh.nets.current;
    if (!this._place && !gpu.solver.isPrepared(restGrid.particleCount, isFullResolution)) {
      void this.compileAsync(gpu);
      return STAYS;
    }
    const place = this._changeNet((this._place ??= this._enter(gpu)));
    // A change of nets is recorded with the simulation.
    const moves = this._prepareStep(place, step) || this._hasChanged;
    this._hasChanged = false;
    return this._prepareSurface(place, step) ? (moves ? MOVES | SHOWS : SHOWS) : moves ? MOVES : STAYS;
  }

  /** Forgets its place: the buffers are gone with their device. */
  public leave(): void {
    this._place = null;
    this._spare = null;
    this._boundVertices = null;
    this.mesh.geometry?.dispose();
  }

  /**
   * Draws the mesh from the buffers of the surface pass, once the cloth is there.
   *
   * @param vertices - Of all cloths.
   * @param indices - Of all cloths.
   */
  public bindMesh(vertices: Buffer, indices: DataBuffer): void {
    if (!this._place || this._boundVertices === vertices) {
      return;
    }
    this._boundVertices = vertices;
    const mesh = this.mesh;
    const vertexCount = this._place.gpu.surfaces.maxVertices;
    const geometry = mesh.geometry ?? new Geometry(Geometry.RandomId(), mesh.getScene(), undefined, false, mesh);
    const attribute = (kind: string, offset: number, size: number, total: number | null = null): void => {
      geometry.setVerticesBuffer(vertices.createVertexBuffer(kind, offset, size, VERTEX_FLOATS), total, false);
    };
    attribute("position", VERTEX_OFFSETS.position, 3, vertexCount);
    attribute("normal", VERTEX_OFFSETS.normal, 3);
    attribute("tangent", VERTEX_OFFSETS.tangent, 4);
    attribute("uv", VERTEX_OFFSETS.uv, 2);
    // The geometry gives one reference back when it is disposed.
    indices.references++;
    geometry.setIndexBuffer(indices, vertexCount, indices.capacity / 4, true);
    mesh.arrangeFaces();
    this._bounds.show();
  }

  /** {@inheritDoc ClothBody.askShape} */
  public askShape(): LastShape {
    this._place?.gpu.shapes.want(this._place.cloth);
    return this._shape;
  }

  /** {@inheritDoc ClothBody.fetchAsync} */
  public async fetchAsync(): Promise<void> {
    const place = this._place;
    if (!place) {
      return;
    }
    const { shape } = place;
    const mark = shape.mark();
    this.mark(FETCHED);
    const [particles, state] = await Promise.all([readParticlesAsync(place), readStateAsync(place)]);
    shape.knowLate(mark, particles);
    if (this._place === place) {
      this.know(FETCHED, new Float32Array(state), new Uint32Array(state), 0);
    }
  }

  /** {@inheritDoc ClothBody.save} */
  public save(): ClothCheckpoint | null {
    const motion = this._driver.motion.save();
    const { known } = this._shape;
    return (
      motion &&
      known && {
        ...motion,
        isFullResolution: this.mesh.nets.current.isFullResolution,
        particles: Float32Array.from(known.positions),
        origin: Array.from(known.origin),
        state: this._state.slice(),
      }
    );
  }

  /** {@inheritDoc ClothBody.goOn} */
  public goOn(checkpoint: ClothCheckpoint): void {
    const { motion } = this._driver;
    const { nets } = this.mesh;
    // It takes a new place with what it is given here.
    this._giveUp();
    if (nets.current.isFullResolution !== checkpoint.isFullResolution) {
      nets.change();
    }
    motion.goOn(checkpoint);
    this._shape = this._shapeOf(nets.current);
    this._shape.knowLate(this._shape.mark(), checkpoint.particles);
    this._state = checkpoint.state.slice();
    this._bounds.knowNow(checkpoint.state, motion.step);
  }

  /** {@inheritDoc ClothBody.reset} */
  public reset(): void {
    this._driver.motion.reset();
    this._driver.pace.wake();
  }

  /** {@inheritDoc ClothBody.teleport} */
  public teleport(): void {
    this._driver.motion.teleport();
  }

  /** {@inheritDoc StateWatcher.mark} */
  public mark(read: number): void {
    this._bounds.mark(read);
  }

  /** {@inheritDoc StateWatcher.know} */
  public know(read: number, states: Float32Array, words: Uint32Array, at: number): void {
    this._bounds.know(read, states, at);
    this._state.set(states.subarray(at, at + stateOffsets.size));
    this._driver.pace.rest(states[at + stateOffsets.speed], this._unreadTime);
    this._unreadTime = 0;
    const faults = words[at + stateOffsets.faults];
    if (faults !== this._faults) {
      this._faults = faults;
      this.mesh.notifyError();
    }
  }

  /** {@inheritDoc StateWatcher.push} */
  public push(impulses: Int32Array): void {
    const newtonSeconds = Array.from(impulses, (impulse) => impulse / constants.IMPULSE_UNIT);
    this.mesh.colliders.active.forEach((collider, c) => {
      collider.push(newtonSeconds.slice(6 * c, 6 * c + 3), newtonSeconds.slice(6 * c + 3, 6 * c + 6));
    });
  }

  /** {@inheritDoc ShapeWatcher.markShape} */
  public markShape(): ShapeMark {
    return this._shape.mark();
  }

  /** {@inheritDoc ShapeWatcher.knowShape} */
  public knowShape(mark: ShapeMark, particles: Float32Array): void {
    this._shape.knowLate(mark, particles);
  }

  /** {@inheritDoc ClothBody.readPositionsAsync} */
  public async readPositionsAsync(): Promise<Float32Array> {
    const origin = this._driver.motion.origin.slice();
    const particles = await readParticlesAsync(this._requireNet());
    return readPositions(particles).map((coordinate, i) => coordinate + origin[i % 3]);
  }

  /** {@inheritDoc ClothBody.readSurfaceAsync} */
  public async readSurfaceAsync(): Promise<IClothSurface> {
    const { gpu, surface } = this._requireNet();
    const world = this.mesh.getWorldMatrix().clone();
    const faceCount = this.mesh.definition.faces.front && this.mesh.definition.faces.back ? 2 : 1;
    const { vertices, indices } = await gpu.drawn.readAsync(surface, faceCount);
    return toWorld(vertices, indices, world);
  }

  /** {@inheritDoc ClothBody.range} */
  public range(): IndexRange {
    return { start: 0, count: this.mesh.getTotalIndices() };
  }

  /** {@inheritDoc ClothBody.draw} */
  public draw(faces: SurfaceFaces, { fillMode, instanceCount }: DrawKind, draw: () => void): void {
    if (fillMode !== Material.TriangleFillMode) {
      // Babylon would draw vertices of other cloths.
      warnOfFillMode(this.mesh);
    } else if (this._place) {
      const { recorder, surfaces } = this._place.gpu;
      const { surface } = this._place;
      const place = { buffer: surfaces.drawn, offset: surfaces.argumentsOffset(surface, faces) };
      const own = (): GPUBuffer => surfaces.argumentsOf(surface, faces, instanceCount);
      recorder.drawIndirect(instanceCount === 1 ? place : null, own, draw);
    }
  }

  /** {@inheritDoc ClothBody.dispose} */
  public dispose(): void {
    this._onDispose();
    this._giveUp();
  }

  /** Gives its places in the buffers back. It takes new ones in the next step, if it is still there. */
  private _giveUp(): void {
    for (const place of [this._place, this._spare]) {
      if (place) {
        releaseGpuNet(place);
      }
    }
    this._place = null;
    this._spare = null;
  }

  private _shapeOf(net: ClothNet): LastShape {
    return new LastShape(net.restGrid.restPositions, this._driver.motion, structs.Particle.size / 4);
  }

  private _enter(gpu: Gpu): GpuNet {
    const { nets } = this.mesh;
    const { restGrid, pinning } = nets.current;
    const last = restoredCloth(this._shape, this._state, this._driver.motion, restGrid, pinning);
    const place = this._makeGpuNet(gpu, nets.current, this._shape, last);
    this._driver.enter(last !== null);
    this._faults = 0;
    this._show(place);
    if (this.mesh.fidelity === "auto" && gpu.changes.isPrepared) {
      this._prepareSpare(place);
    }
    return place;
  }

  /** The other net of the cloth gets its place, and waits there. */
  private _prepareSpare(place: GpuNet): GpuNet {
    const { gpu } = place;
    const net = this.mesh.nets.of(!place.net.isFullResolution);
    const spare = this._makeGpuNet(gpu, net, this._shapeOf(net), null);
    planChanges(place, spare, this.mesh.nets);
    this._spare = spare;
    return spare;
  }

  /** The cloth takes its other net, if it is to and can. */
  private _changeNet(place: GpuNet): GpuNet {
    const { gpu, net } = place;
    const { fidelity, nets } = this.mesh;
    const isFullResolution =
      fidelity === "auto" ? (this.wantsFullResolution ?? net.isFullResolution) : fidelity === "fullResolution";
    if (isFullResolution === net.isFullResolution) {
      return place;
    }
    const { restGrid } = nets.of(isFullResolution);
    if (!gpu.changes.isPrepared || !gpu.solver.isPrepared(restGrid.particleCount, isFullResolution)) {
      void this.compileAsync(gpu);
      return place;
    }
    const next = this._spare ?? this._prepareSpare(place);
    nets.change();
    place.cloth.setStep({ ...this._driver.motion.step, substepCount: 0, reset: 0 });
    gpu.surfaces.setInput(place.surface, { mode: constants.HIDDEN });
    gpu.states.unwatch(place.cloth);
    gpu.shapes.unwatch(place.cloth);
    const { pinning, restGrid: grid } = next.net;
    pinning.pinned.forEach((isPinned, particle) => {
      if (isPinned !== next.pinned[particle]) {
        const inverseMass = isPinned ? 0 : 1 / grid.masses[particle];
        next.cloth.setPin(particle, inverseMass, isPinned ? constants.PIN_HERE : constants.RELEASED);
      }
    });
    next.shape.changeFrom(this._shape, next.change?.change ?? null);
    if (next.change) {
      gpu.changes.ask(next.change);
    }
    this._place = next;
    this._spare = place;
    place.faults = this._faults;
    this._faults = next.faults;
    this._hasChanged = true;
    place.pinned = place.net.pinning.pinned.slice();
    this._shape = next.shape;
    this._driver.enter(true);
    this._show(next);
    return next;
  }

  /** What is read and drawn from now on. */
  private _show({ gpu, cloth }: GpuNet): void {
    gpu.states.watch(cloth, this);
    gpu.shapes.watch(cloth, this);
    this._drawnMatrix = -1;
    this._tessellation = null;
  }

  private _makeGpuNet(gpu: Gpu, net: ClothNet, shape: LastShape, last: SavedCloth | null): GpuNet {
    return makeGpuNet(gpu, net, shape, last);
  }

  private _requireNet(): GpuNet {
    if (!this._place) {
      throw new Error(`Cloth "${this.mesh.name}": it has no shape yet; it takes one in its first step.`);
    }
    return this._place;
  }

  private _prepareStep({ gpu, cloth }: GpuNet, step: SceneStep): boolean {
    const { _driver: driver } = this;
    const moves = driver.advance(cloth, step);
    if (moves) {
      this._unreadTime += driver.seconds;
      this._shape.follow();
      gpu.shapes.touch(cloth);
      this._bounds.advance(driver.seconds, driver.motion.step, driver.motion.isMoving);
      this._bounds.fit(driver.motion.step);
    }
    return moves;
  }

  private _prepareSurface({ gpu: { surfaces }, cloth, surface }: GpuNet, { eyes }: SceneStep): boolean {
    const { motion } = this._driver;
    const mesh = this.mesh;
    for (const count of instanceCountsOf(mesh)) {
      mesh.facesDrawn.forEach((faces) => surfaces.argumentsOf(surface, faces, count));
    }
    const isHidden = !this._isSeen(eyes);
    const isNew = mesh.tessellation !== this._tessellation;
    const hasMoved = this._drawnMatrix !== motion.matrixVersion || eyes.origin !== this._eyesOrigin;
    if (isHidden && this._isHidden && !isNew) {
      return false;
    }
    if (isNew || isHidden !== this._isHidden) {
      const { firstParticle } = cloth;
      surfaces.setInput(surface, {
        ...surfaceInputOf(mesh),
        firstParticle,
        ...(isHidden && { mode: constants.HIDDEN }),
      });
    }
    if (hasMoved || isNew) {
      const origin = motion.origin.map((coordinate, axis) => coordinate - eyes.origin[axis]);
      surfaces.setInput(surface, { toLocal: motion.step.toLocal, origin });
    }
    const changes = isNew || hasMoved || isHidden !== this._isHidden;
    this._tessellation = mesh.tessellation;
    this._isHidden = isHidden;
    this._drawnMatrix = motion.matrixVersion;
    this._eyesOrigin = eyes.origin;
    return changes;
  }

  private _isSeen(eyes: SceneStep["eyes"]): boolean {
    const mesh = this.mesh;
    // Where its instances are is not followed.
    if (mesh.instances.length > 0 || mesh.hasThinInstances) {
      return true;
    }
    if (!mesh.isVisible || !mesh.isInScene || !mesh.isEnabled()) {
      return false;
    }
    const { version } = this._bounds;
    const { matrixVersion } = this._driver.motion;
    if (eyes.version !== this._eyesVersion || version !== this._boundsVersion || matrixVersion !== this._drawnMatrix) {
      this._eyesVersion = eyes.version;
      this._boundsVersion = version;
      const { centerWorld, radiusWorld } = mesh.getBoundingInfo().boundingSphere;
      this._isInView = eyes.see(centerWorld, radiusWorld);
    }
    return this._isInView || mesh.alwaysSelectAsActiveMesh;
  }
}
