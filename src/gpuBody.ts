import type { Buffer } from "@babylonjs/core/Buffers/buffer.pure.js";
import type { DataBuffer } from "@babylonjs/core/Buffers/dataBuffer.js";
import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { Material } from "@babylonjs/core/Materials/material.pure.js";
import { Geometry } from "@babylonjs/core/Meshes/geometry.js";
import {
  VERTEX_FLOATS,
  VERTEX_OFFSETS,
  type DrawnSurface,
  type SurfaceFaces,
  type SurfacePass,
} from "./bspline/surfacePass.js";
import type { ClothBody, DrawKind, IClothSurface, SceneStep } from "./clothBackend.js";
import { ClothBounds } from "./clothBounds.js";
import { ClothDriver, type ClothSink } from "./clothDriver.js";
import type { ClothMesh } from "./clothMesh.js";
import type { ClothTessellation } from "./clothOptions.js";
import type { IndexRange } from "./cpuSurface.js";
import { instanceCountsOf, warnOfFillMode } from "./clothLimits.js";
import { toWorld } from "./clothSurface.js";
import { surfaceInputOf } from "./surfaceInput.js";
import type { ComputeRecorder } from "./computeRecorder.js";
import type { ClothCollider } from "./clothCollider.js";
import { LastShape, type ShapeMark } from "./lastShape.js";
import { restoredCloth } from "./restoredCloth.js";
import { constants, structs } from "./shaders/shaders.gen.js";
import { stateOffsets } from "./sim/clothStep.js";
import { readPositions, type ControlGridSolver, type SolverCloth } from "./sim/controlGridSolver.js";
import type { ShapeReader, ShapeWatcher } from "./shapeReader.js";
import type { StateReader, StateWatcher } from "./stateReader.js";
import type { SurfaceReader } from "./surfaceReader.js";

/** What exists once the pipeline of the surfaces is compiled, all on one device. */
export interface Gpu {
  readonly recorder: ComputeRecorder;
  readonly solver: ControlGridSolver;
  readonly surfaces: SurfacePass;
  readonly states: StateReader;
  readonly shapes: ShapeReader;
  readonly drawn: SurfaceReader;
}

/** What a step does to a cloth: a sum of MOVES and SHOWS. */
export type PreparedStep = number;
const STAYS = 0;
/** Its particles move. */
export const MOVES = 1;
/** Its surface is drawn in another way. */
const SHOWS = 2;

/** Where a cloth is on the GPU. */
interface Place {
  readonly gpu: Gpu;
  readonly cloth: SolverCloth;
  readonly sink: ClothSink;
  readonly surface: DrawnSurface;
}

/** One cloth on the GPU. */
export class GpuBody implements ClothBody, StateWatcher, ShapeWatcher {
  private readonly _driver: ClothDriver;
  private readonly _bounds: ClothBounds;
  private readonly _shape: LastShape;
  /** Struct ClothState as it was known last. */
  private _state = new Float32Array(stateOffsets.size);
  private _place: Place | null = null;
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
  private _colliders: readonly ClothCollider[] = [];

  /**
   * @param _mesh - The cloth.
   * @param sceneWind - Added to its wind [m/s].
   * @param _onDispose - Called when it is disposed.
   */
  public constructor(
    private readonly _mesh: ClothMesh,
    sceneWind: Vector3,
    private readonly _onDispose: () => void,
  ) {
    this._driver = new ClothDriver(_mesh, sceneWind);
    this._bounds = new ClothBounds(_mesh, _mesh.sheet.restPositions);
    this._shape = new LastShape(_mesh.sheet.restPositions, this._driver.motion, structs.Particle.size / 4);
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
  public compileAsync({ solver }: Gpu): Promise<void> {
    return solver.prepareAsync(this._mesh.sheet.particleCount);
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
    if (!this._place && !gpu.solver.isPrepared(this._mesh.sheet.particleCount)) {
      void this.compileAsync(gpu);
      return STAYS;
    }
    const place = (this._place ??= this._enter(gpu));
    const moves = this._prepareStep(place, step);
    return this._prepareSurface(place, step) ? (moves ? MOVES | SHOWS : SHOWS) : moves ? MOVES : STAYS;
  }

  /** Forgets its place: the buffers are gone with their device. */
  public leave(): void {
    this._place = null;
    this._boundVertices = null;
    this._mesh.geometry?.dispose();
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
    const mesh = this._mesh;
    const vertexCount = this._place.gpu.surfaces.mostVertices;
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
      this._mesh.notifyError();
    }
  }

  /** {@inheritDoc StateWatcher.push} */
  public push(impulses: Int32Array): void {
    const newtonSeconds = Array.from(impulses, (impulse) => impulse / constants.IMPULSE_UNIT);
    this._colliders.forEach((collider, c) => {
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
    const { gpu, cloth } = this._requirePlace();
    const { size } = structs.Particle;
    const origin = this._driver.motion.origin.slice();
    const particles = await gpu.recorder.readAsync(
      gpu.solver.particles,
      cloth.firstParticle * size,
      cloth.fabric.particleCount * size,
    );
    return readPositions(particles).map((coordinate, i) => coordinate + origin[i % 3]);
  }

  /** {@inheritDoc ClothBody.readSurfaceAsync} */
  public async readSurfaceAsync(): Promise<IClothSurface> {
    const { gpu, surface } = this._requirePlace();
    const world = this._mesh.getWorldMatrix().clone();
    const faceCount = this._mesh.definition.faces.front && this._mesh.definition.faces.back ? 2 : 1;
    const { vertices, indices } = await gpu.drawn.readAsync(surface, faceCount);
    return toWorld(vertices, indices, world);
  }

  /** {@inheritDoc ClothBody.range} */
  public range(): IndexRange {
    return { start: 0, count: this._mesh.getTotalIndices() };
  }

  /** {@inheritDoc ClothBody.draw} */
  public draw(faces: SurfaceFaces, { fillMode, instanceCount }: DrawKind, draw: () => void): void {
    if (fillMode !== Material.TriangleFillMode) {
      // Babylon would draw vertices of other cloths.
      warnOfFillMode(this._mesh);
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
    if (this._place) {
      const { gpu, cloth, surface } = this._place;
      gpu.states.unwatch(cloth);
      gpu.shapes.unwatch(cloth);
      gpu.solver.remove(cloth);
      gpu.surfaces.remove(surface);
    }
    this._place = null;
  }

  private _enter(gpu: Gpu): Place {
    const { sheet, pinning } = this._mesh;
    const { solver, surfaces, states, shapes } = gpu;
    const last = restoredCloth(this._shape, this._state, this._driver.motion, sheet, pinning);
    const cloth = solver.add(sheet, sheet.inverseMasses(pinning.pinned), last);
    states.watch(cloth, this);
    shapes.watch(cloth, this);
    this._driver.enter(last !== null);
    this._drawnMatrix = -1;
    this._faults = 0;
    const sink: ClothSink = {
      setPin: (particle, inverseMass, hold) => {
        solver.setPin(cloth, particle, inverseMass, hold);
      },
      setTethers: (tethers) => {
        solver.setTethers(cloth, tethers);
      },
      setBends: (bends) => {
        solver.setBends(cloth, bends);
      },
      setColliders: (colliders) => {
        solver.setColliders(cloth, colliders);
        this._colliders = [...this._mesh.colliders.active];
      },
      setVectors: (list, entries) => {
        solver.setVectors(cloth, list, entries);
      },
      setStep: (step) => {
        solver.setStep(cloth, step);
      },
      setSubstepCount: (substepCount) => {
        solver.setSubstepCount(cloth, substepCount);
      },
    };
    const surface = surfaces.add(sheet.countU, sheet.countV);
    this._tessellation = null;
    return { gpu, cloth, sink, surface };
  }

  private _requirePlace(): Place {
    if (!this._place) {
      throw new Error(`Cloth "${this._mesh.name}": it has no shape yet; it takes one in its first step.`);
    }
    return this._place;
  }

  private _prepareStep({ gpu, cloth, sink }: Place, step: SceneStep): boolean {
    const { _driver: driver } = this;
    const moves = driver.advance(sink, step);
    if (moves) {
      this._unreadTime += driver.seconds;
      this._shape.follow();
      gpu.shapes.touch(cloth);
      this._bounds.advance(driver.seconds, driver.motion.step, driver.motion.isMoving);
      this._bounds.fit(driver.motion.step);
    }
    return moves;
  }

  private _prepareSurface({ gpu: { surfaces }, cloth, surface }: Place, { eyes }: SceneStep): boolean {
    const { motion } = this._driver;
    const mesh = this._mesh;
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
    const mesh = this._mesh;
    // Where its instances are is not followed.
    if (mesh.instances.length > 0 || mesh.hasThinInstances) {
      return true;
    }
    if (!mesh.isVisible || !mesh.isEnabled()) {
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
