import type { Buffer } from "@babylonjs/core/Buffers/buffer.pure.js";
import type { DataBuffer } from "@babylonjs/core/Buffers/dataBuffer.js";
import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { Geometry } from "@babylonjs/core/Meshes/geometry.js";
import { VERTEX_FLOATS, VERTEX_OFFSETS, type DrawnSurface, type SurfacePass } from "./bspline/surfacePass.js";
import type { ClothBody, IClothSurface, SceneStep } from "./clothBackend.js";
import { ClothBounds } from "./clothBounds.js";
import { ClothDriver, type ClothSink } from "./clothDriver.js";
import type { ClothMesh } from "./clothMesh.js";
import type { ClothTessellation } from "./clothOptions.js";
import { mostSegments, segmentsFor } from "./clothSegments.js";
import { toWorld } from "./clothSurface.js";
import type { ComputeRecorder } from "./computeRecorder.js";
import type { ClothCollider } from "./clothCollider.js";
import { constants, structs } from "./shaders/shaders.gen.js";
import { stateOffsets } from "./sim/clothStep.js";
import { readPositions, type ControlGridSolver, type SolverCloth } from "./sim/controlGridSolver.js";
import type { StateReader, StateWatcher } from "./stateReader.js";

/** What exists once the pipeline of the surfaces is compiled, all on one device. */
export interface Gpu {
  readonly recorder: ComputeRecorder;
  readonly solver: ControlGridSolver;
  readonly surfaces: SurfacePass;
  readonly states: StateReader;
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
export class GpuBody implements ClothBody, StateWatcher {
  private readonly _driver: ClothDriver;
  private readonly _bounds: ClothBounds;
  private _place: Place | null = null;
  private _boundVertices: Buffer | null = null;
  private _drawnMatrix = -1;
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
  }

  /** {@inheritDoc ClothBody.isReady} */
  public get isReady(): boolean {
    return this._place !== null;
  }

  /** {@inheritDoc ClothBody.triangleCount} */
  public get triangleCount(): number {
    const { u, v } = this._place?.surface.segments ?? { u: 0, v: 0 };
    return 2 * u * v;
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
    const most = mostSegments(mesh);
    const vertexCount = (most.u + 1) * (most.v + 1);
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
    geometry.setIndexBuffer(indices, vertexCount, 6 * most.u * most.v, true);
    this._bounds.show();
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

  /** {@inheritDoc ClothBody.retessellate} */
  public retessellate(): void {
    // The geometry tells Babylon how many triangles there can be.
    this._boundVertices = null;
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
    const { firstVertex, firstIndex, segments } = surface;
    const { recorder, surfaces } = gpu;
    const count = (segments.u + 1) * (segments.v + 1);
    const stride = 4 * VERTEX_FLOATS;
    const world = this._mesh.getWorldMatrix().clone();
    const [vertices, indices] = await Promise.all([
      recorder.readAsync(surfaces.vertices, firstVertex * stride, count * stride),
      recorder.readAsync(surfaces.indices, 4 * firstIndex, 4 * 6 * segments.u * segments.v),
    ]);
    return toWorld(vertices, new Uint32Array(indices.buffer), world);
  }

  /** {@inheritDoc ClothBody.draw} */
  public draw<T>(draw: () => T): T {
    return this._place ? this._place.gpu.recorder.drawIndirect(this._place.surface.drawArguments, draw) : draw();
  }

  /** {@inheritDoc ClothBody.dispose} */
  public dispose(): void {
    this._onDispose();
    if (this._place) {
      const { gpu, cloth, surface } = this._place;
      gpu.states.unwatch(cloth);
      gpu.solver.remove(cloth);
      gpu.surfaces.remove(surface);
    }
    this._place = null;
  }

  private _enter(gpu: Gpu): Place {
    const { sheet, pinning } = this._mesh;
    const { solver, surfaces, states } = gpu;
    const cloth = solver.add(sheet, sheet.inverseMasses(pinning.pinned));
    states.watch(cloth, this);
    this._driver.enter();
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
    return { gpu, cloth, sink, surface: surfaces.add() };
  }

  private _requirePlace(): Place {
    if (!this._place) {
      throw new Error(`Cloth "${this._mesh.name}": it has no shape yet; it takes one in its first step.`);
    }
    return this._place;
  }

  private _prepareStep({ sink }: Place, step: SceneStep): boolean {
    const { _driver: driver } = this;
    const moves = driver.advance(sink, step);
    if (moves) {
      this._unreadTime += driver.seconds;
      this._bounds.advance(driver.seconds, driver.motion.step, driver.motion.isMoving);
      this._bounds.fit(driver.motion.step);
    }
    return moves;
  }

  private _prepareSurface({ gpu: { surfaces }, cloth, surface }: Place, { eyes, eyesVersion }: SceneStep): boolean {
    const { motion } = this._driver;
    const { tessellation } = this._mesh;
    const isSeenAsBefore = eyesVersion === this._eyesVersion && this._bounds.version === this._boundsVersion;
    if (isSeenAsBefore && this._drawnMatrix === motion.matrixVersion && tessellation === this._tessellation) {
      return false;
    }
    this._eyesVersion = eyesVersion;
    this._boundsVersion = this._bounds.version;
    this._tessellation = tessellation;
    const segments = segmentsFor(this._mesh, eyes);
    const { u, v } = surface.segments;
    if (segments.u === u && segments.v === v && this._drawnMatrix === motion.matrixVersion) {
      return false;
    }
    this._drawnMatrix = motion.matrixVersion;
    const { countU, countV } = cloth.fabric;
    const input = { toLocal: motion.step.toLocal, firstParticle: cloth.firstParticle, countU, countV };
    surfaces.setInput(surface, input, segments);
    return true;
  }
}
