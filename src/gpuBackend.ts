// Simulates and draws the cloths of a scene on the GPU: ties the solver to the surface pass, and the surface to the meshes.
import { Buffer } from "@babylonjs/core/Buffers/buffer.pure.js";
import type { DataBuffer } from "@babylonjs/core/Buffers/dataBuffer.js";
import type { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.pure.js";
import type { Observer } from "@babylonjs/core/Misc/observable.pure.js";
import { Geometry } from "@babylonjs/core/Meshes/geometry.js";
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.pure.js";
import { SurfacePass, VERTEX_FLOATS, VERTEX_OFFSETS, type DrawnSurface } from "./bspline/surfacePass.js";
import type { ClothBackend, ClothBody, IClothSurface, SceneStep } from "./clothBackend.js";
import { ClothBounds } from "./clothBounds.js";
import type { ClothMesh } from "./clothMesh.js";
import { ClothMotion } from "./clothMotion.js";
import { mostSegments, segmentsFor } from "./clothSegments.js";
import { toWorld } from "./clothSurface.js";
import { ComputeRecorder } from "./computeRecorder.js";
import { ExtentReader } from "./extentReader.js";
import { structs } from "./shaders/shaders.gen.js";
import { ControlGridSolver, readPositions, type SolverCloth } from "./sim/controlGridSolver.js";
import { cookTethers } from "./sim/tethers.js";

/** What exists once the pipelines are compiled, all on one device. */
interface Gpu {
  readonly recorder: ComputeRecorder;
  readonly solver: ControlGridSolver;
  readonly surfaces: SurfacePass;
  readonly extents: ExtentReader;
}

/** The GPU backend of a scene. */
export class GpuBackend implements ClothBackend {
  public readonly name = "gpu";
  private readonly _bodies = new Set<GpuBody>();
  private readonly _observers: Observer<AbstractEngine>[];
  private _gpu: Gpu | null = null;
  private _ready: Promise<void>;
  private _isDisposed = false;
  /** The vertex and index buffer that the meshes draw from, as Babylon sees them. */
  private _vertices: Buffer | null = null;
  private _indices: DataBuffer | null = null;

  /** @param _engine - A WebGPU engine. */
  public constructor(private readonly _engine: WebGPUEngine) {
    this._ready = this._buildAsync();
    this._observers = [
      _engine.onContextLostObservable.add(() => {
        this._gpu = null;
        for (const body of this._bodies) {
          body.leave();
        }
      }),
      _engine.onContextRestoredObservable.add(() => {
        this._ready = this._buildAsync();
      }),
    ];
  }

  /** {@inheritDoc ClothBackend.isReady} */
  public get isReady(): boolean {
    return this._gpu !== null;
  }

  /** {@inheritDoc ClothBackend.timings} */
  public get timings(): ReadonlyMap<string, number> {
    return this._gpu?.recorder.timings ?? new Map<string, number>();
  }

  /** The device's objects. Asked for only once {@link isReady}. */
  public get gpu(): Gpu {
    if (!this._gpu) {
      throw new Error("babylon-cloth: the GPU backend is not ready; await ClothSystem.whenReadyAsync() first.");
    }
    return this._gpu;
  }

  /** {@inheritDoc ClothBackend.whenReadyAsync} */
  public async whenReadyAsync(): Promise<void> {
    await this._ready;
  }

  /** {@inheritDoc ClothBackend.add} */
  public add(cloth: ClothMesh): ClothBody {
    const body = new GpuBody(this, cloth, () => this._bodies.delete(body));
    this._bodies.add(body);
    return body;
  }

  /** {@inheritDoc ClothBackend.step} */
  public step(step: SceneStep): void {
    if (!this._gpu || this._bodies.size === 0) {
      return;
    }
    const { recorder, solver, surfaces, extents } = this._gpu;
    extents.advance(step.seconds);
    let moves = false;
    let changes = false;
    for (const body of this._bodies) {
      // Buffers may grow here, between two recordings: nothing that was recorded is lost with an old buffer.
      body.enter(this._gpu);
      const stepped = body.prepareStep(step);
      moves ||= stepped;
      changes = body.prepareSurface(step) || stepped || changes;
    }
    if (!changes && !extents.isStale) {
      return;
    }
    this._bindMeshes();
    const simulation = { name: "simulation", encode: (pass: GPUComputePassEncoder) => { solver.encode(pass); } };
    const surface = {
      name: "surface",
      encode: (pass: GPUComputePassEncoder) => { surfaces.encode(pass, solver.particles); },
    };
    recorder.record(moves ? [simulation, surface] : [surface], (encoder) => {
      if (moves || extents.isStale) {
        extents.read(encoder);
      }
    });
  }

  /** {@inheritDoc ClothBackend.submit} */
  public submit(): void {
    this._gpu?.recorder.submit();
  }

  /** {@inheritDoc ClothBackend.dispose} */
  public dispose(): void {
    this._isDisposed = true;
    this._observers.forEach((observer) => {
      observer.remove();
    });
    this._release(this._gpu);
    this._gpu = null;
  }

  private async _buildAsync(): Promise<void> {
    const recorder = new ComputeRecorder(this._engine);
    const [solver, surfaces] = await Promise.all([
      ControlGridSolver.CreateAsync(recorder.device, recorder.retire),
      SurfacePass.CreateAsync(recorder.device, recorder.retire),
    ]);
    const gpu = { recorder, solver, surfaces, extents: new ExtentReader(recorder, solver) };
    if (this._isDisposed) {
      this._release(gpu);
    } else {
      this._gpu = gpu;
    }
  }

  private _release(gpu: Gpu | null): void {
    gpu?.solver.dispose();
    gpu?.surfaces.dispose();
    gpu?.extents.dispose();
    gpu?.recorder.dispose();
  }

  /** Gives every mesh the vertex and index buffer after they were made or have grown. */
  private _bindMeshes(): void {
    const { recorder, surfaces } = this.gpu;
    if (this._vertices?.getBuffer()?.underlyingResource !== surfaces.vertices || this._indices?.underlyingResource !== surfaces.indices) {
      this._vertices = new Buffer(this._engine, recorder.wrap(surfaces.vertices), false, VERTEX_FLOATS);
      this._indices = recorder.wrap(surfaces.indices);
      // Recorded bundles hold the old buffers.
      this._engine.snapshotRenderingReset();
    }
    for (const body of this._bodies) {
      body.bindMesh(this._vertices, this._indices!);
    }
  }
}

/** One cloth on the GPU. */
class GpuBody implements ClothBody {
  private readonly _motion: ClothMotion;
  private readonly _bounds: ClothBounds;
  private _gpu: Gpu | null = null;
  private _cloth: SolverCloth | null = null;
  private _surface: DrawnSurface | null = null;
  private _boundVertices: Buffer | null = null;
  private _colliderVersion = NaN;
  private _scaleVersion = -1;
  private _colliderCount = 0;
  private _shownMatrix = -1;

  public constructor(
    private readonly _backend: GpuBackend,
    private readonly _mesh: ClothMesh,
    private readonly _onDispose: () => void,
  ) {
    this._motion = new ClothMotion(_mesh);
    this._bounds = new ClothBounds(_mesh, _mesh.sheet.restPositions);
  }

  public get isReady(): boolean {
    return this._boundVertices !== null;
  }

  public get triangleCount(): number {
    return this._surface ? 2 * this._surface.segments.u * this._surface.segments.v : 0;
  }

  /** Takes its place in the buffers, if it has none. */
  public enter(gpu: Gpu): void {
    this._gpu = gpu;
    if (!this._cloth) {
      const { sheet, pinned } = this._mesh;
      this._cloth = gpu.solver.add(sheet, sheet.inverseMasses(pinned));
      gpu.extents.watch(this._cloth, this._bounds);
      this._motion.reset();
      this._colliderVersion = NaN;
      this._scaleVersion = -1;
    }
    this._surface ??= gpu.surfaces.add(mostSegments(this._mesh));
  }

  /** Forgets its place: the buffers are gone with their device. */
  public leave(): void {
    this._gpu = null;
    this._cloth = null;
    this._surface = null;
    this._boundVertices = null;
    this._mesh.geometry?.dispose();
  }

  /** @returns Whether the solver has anything to do. */
  public prepareStep({ seconds, mostSubsteps, stepId }: SceneStep): boolean {
    const { _motion: motion, _mesh: mesh, _cloth: cloth } = this;
    const { solver } = this._gpu!;
    const changed = motion.advance(seconds, mostSubsteps);
    const colliderVersion = mesh.colliders.follow(stepId);
    if (colliderVersion !== this._colliderVersion || changed) {
      this._colliderVersion = colliderVersion;
      const colliders = mesh.colliders.statesFrom(motion.origin);
      this._colliderCount = colliders.length;
      solver.setColliders(cloth!, colliders);
      if (motion.scaleVersion !== this._scaleVersion) {
        this._scaleVersion = motion.scaleVersion;
        solver.setTethers(cloth!, cookTethers(mesh.sheet, mesh.pinned, motion.step.linear));
      }
      solver.setStep(cloth!, motion.step, this._colliderCount);
    } else {
      solver.setSubstepCount(cloth!, motion.step.substepCount);
    }
    this._bounds.advance(seconds, motion.step);
    return motion.step.substepCount > 0 || motion.step.reset !== 0;
  }

  /** @returns Whether it is drawn otherwise than before. */
  public prepareSurface({ eyes }: SceneStep): boolean {
    const { segments } = this._surface!;
    const next = segmentsFor(this._mesh, eyes);
    if (next.u === segments.u && next.v === segments.v && this._shownMatrix === this._motion.matrixVersion) {
      return false;
    }
    this._shownMatrix = this._motion.matrixVersion;
    const { sheet } = this._mesh;
    this._gpu!.surfaces.setInput(
      this._surface!,
      { toLocal: this._motion.step.toLocal, firstParticle: this._cloth!.firstParticle, countU: sheet.countU, countV: sheet.countV },
      next,
    );
    return true;
  }
  public bindMesh(vertices: Buffer, indices: DataBuffer): void {
    if (this._boundVertices === vertices) {
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

  public reset(): void {
    this._motion.reset();
  }

  public retessellate(): void {
    if (this._gpu && this._surface) {
      this._gpu.surfaces.remove(this._surface);
    }
    this._surface = null;
    this._boundVertices = null;
    this._shownMatrix = -1;
  }

  public async readPositionsAsync(): Promise<Float32Array> {
    const { recorder, solver } = this._backend.gpu;
    const { origin } = this._motion;
    const cloth = this._cloth!;
    const size = structs.Particle.size;
    const particles = await recorder.readAsync(
      solver.particles,
      cloth.firstParticle * size,
      cloth.fabric.particleCount * size,
    );
    return readPositions(particles).map((coordinate, i) => coordinate + origin[i % 3]!);
  }

  public async readSurfaceAsync(): Promise<IClothSurface> {
    const { recorder, surfaces } = this._backend.gpu;
    const { firstVertex, firstIndex, segments } = this._surface!;
    const count = (segments.u + 1) * (segments.v + 1);
    const stride = 4 * VERTEX_FLOATS;
    const world = this._mesh.getWorldMatrix().clone();
    const [vertices, indices] = await Promise.all([
      recorder.readAsync(surfaces.vertices, firstVertex * stride, count * stride),
      recorder.readAsync(surfaces.indices, 4 * firstIndex, 4 * 6 * segments.u * segments.v),
    ]);
    return toWorld(vertices, new Uint32Array(indices.buffer), world);
  }

  public draw<T>(draw: () => T): T {
    return this._gpu && this._surface ? this._gpu.recorder.drawIndirect(this._surface.drawArguments, draw) : draw();
  }

  public dispose(): void {
    this._onDispose();
    if (this._gpu && this._cloth) {
      this._gpu.extents.unwatch(this._cloth);
      this._gpu.solver.remove(this._cloth);
    }
    this.retessellate();
    this._gpu = null;
    this._cloth = null;
  }
}
