// Simulates and draws the cloths of a scene on the GPU: ties the solver to the surface pass, and the surface to the meshes.
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.pure.js";
import type { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.pure.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { Observer } from "@babylonjs/core/Misc/observable.pure.js";
import { maxTrianglesOn } from "../../bspline/gpu/surfaceLimits.js";
import { SurfacePass } from "../../bspline/gpu/surfacePass.js";
import type { ClothBackend, ClothBody, RoomySolver, SceneStep } from "../clothBackend.js";
import { Meetings } from "../meetings.js";
import type { Cloth } from "../../cloth/cloth.js";
import { ComputeRecorder, type RecordedStage } from "../../babylon/computeRecorder.js";
import { GpuBody, MOVES, type PreparedStep } from "./gpuBody.js";
import type { Gpu } from "./gpuNet.js";
import type { ClothDefinition } from "../../options/clothOptions.js";
import { complaint } from "../../options/rules.js";
import { FidelityChoice } from "./fidelityChoice.js";
import type { DrawnBuffers } from "./gpuDrawing.js";
import { NetChanges } from "./netChanges.js";
import { ClothSolver } from "../../sim/gpu/clothSolver.js";
import { roomOf } from "../../sim/gpu/gridShapes.js";
import { LINE_BYTES } from "../../sim/gpu/sizeClass.js";
import { NET_CONTACT_BYTES } from "../../sim/gpu/netContacts.js";
import { NET_SPRING_BYTES } from "../../sim/gpu/netSprings.js";
import { BEND_BYTES, LINK_BYTES, PLACE_BYTES } from "../../sim/gpu/vectorArena.js";
import { ShapeReader } from "./shapeReader.js";
import { GpuSewing } from "./gpuSewing.js";
import { GpuWays } from "./gpuWays.js";
import { StateReader } from "./stateReader.js";
import { SurfaceReader } from "./surfaceReader.js";

/** Bytes of a particle in the vectors of all cloths, of which it takes more than of any other buffer that they share. */
function vectorBytesOf({ start }: ClothDefinition): number {
  return (start ? 2 : 1) * PLACE_BYTES + BEND_BYTES;
}

function controlGridBytesOf(definition: ClothDefinition): number {
  return definition.countU * definition.countV * (vectorBytesOf(definition) + LINK_BYTES);
}

/** Those of both nets, if the cloth may have both. */
function takenBy({ definition, fidelity, nets }: Cloth): number {
  const { u, v } = definition.fullResolution;
  const isOrWillBeAtFullResolution = fidelity !== "controlGrid" || nets.current.isFullResolution;
  return controlGridBytesOf(definition) + (isOrWillBeAtFullResolution ? u * v * vectorBytesOf(definition) : 0);
}

/** What takes more room in a buffer of the cloth's own than any other does at full resolution. */
function largestOwn({ model, selfCollision }: RoomySolver): { readonly bytes: number; readonly reason: string } {
  if (model === "springs") {
    return { bytes: NET_SPRING_BYTES, reason: ' with solver.model "springs"' };
  }
  return selfCollision ? { bytes: NET_CONTACT_BYTES, reason: " with solver.selfCollision" } : { bytes: 0, reason: "" };
}

/** The GPU backend of a scene. */
export class GpuBackend implements ClothBackend {
  public readonly name = "gpu";
  /** Which cloths are at full resolution. */
  private readonly _fidelity = new FidelityChoice();
  private readonly _bodies = new Set<GpuBody>();
  private readonly _meetings = new Meetings();
  private readonly _observers: Observer<AbstractEngine>[];
  private _gpu: Gpu | null = null;
  private _sewing: GpuSewing | null = null;
  private _stages: { readonly simulation: RecordedStage; readonly surface: RecordedStage } | null = null;
  private _built: Promise<void>;
  /** Changes when a device is lost or there is another: what was begun before is not used. */
  private _deviceVersion = 0;
  private _isDisposed = false;
  private _eyesVersion = -1;
  private _coarseness = 0;
  /** Whether commands that no one has submitted yet are recorded. */
  private _isRecorded = false;
  /** What the meshes draw from, as Babylon sees it. */
  private _drawn: DrawnBuffers | null = null;

  /**
   * @param _engine - A WebGPU engine.
   * @param _maxTriangles - Of all cloths together.
   */
  public constructor(
    private readonly _engine: WebGPUEngine,
    private _maxTriangles: number,
  ) {
    this._built = this._buildAsync();
    this._observers = [
      _engine.onContextLostObservable.add(() => {
        this._deviceVersion++;
        this._isRecorded = false;
        // Else the engine goes on to tell it of each frame.
        this._gpu?.recorder.dispose();
        this._gpu = null;
        this._sewing = null;
        this._drawn = null;
        for (const body of this._bodies) {
          body.leave();
        }
      }),
      _engine.onContextRestoredObservable.add(() => {
        // The first cloth may have been made in between, for the device that is gone.
        this._deviceVersion++;
        this._built = this._buildAsync();
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

  /** {@inheritDoc ClothBackend.whenReadyAsync} */
  public async whenReadyAsync(): Promise<void> {
    const bodies = [...this._bodies];
    let built: Promise<void> | null = null;
    // Again from the start if the device was lost meanwhile.
    while (built !== this._built) {
      built = this._built;
      await built;
      const gpu = this._gpu;
      await Promise.all(gpu ? bodies.map((body) => body.compileAsync(gpu)) : []);
    }
  }

  /** {@inheritDoc ClothBackend.checkRoom} */
  public checkRoom(cloth: string, definition: ClothDefinition, solver: RoomySolver, self?: Cloth): void {
    const { u, v } = definition.fullResolution;
    const bytes = this._bufferBytes;
    const others = [...this._bodies].filter(({ mesh }) => mesh !== self);
    const taken = others.reduce((sum, { mesh }) => sum + takenBy(mesh), controlGridBytesOf(definition));
    const maxShared = Math.max((bytes - taken) / vectorBytesOf(definition), 0);
    const own = largestOwn(solver);
    const maxOwn = bytes / own.bytes;
    const maxParticles = Math.floor(Math.min(maxShared, maxOwn));
    const maxAcross = ComputeRecorder.LimitsOf(this._engine).maxTextureDimension2D;
    if (u * v > maxParticles || Math.max(u, v) > maxAcross) {
      throw new RangeError(
        complaint(
          { cloth, option: "fullResolution" },
          `${u.toString()} x ${v.toString()}`,
          `at most ${maxParticles.toString()} together and ${maxAcross.toString()} each on this device` +
            (maxOwn < maxShared ? own.reason : ""),
        ),
      );
    }
  }

  /** {@inheritDoc ClothBackend.checkGridRoom} */
  public checkGridRoom(cloth: string, { countU, countV }: ClothDefinition): void {
    // What all control grids of a size class share is full first.
    const room = roomOf(countU * countV);
    const most = Math.floor(this._bufferBytes / (room * LINE_BYTES));
    const alike = [...this._bodies]
      .map(({ mesh }) => mesh.nets.current)
      .filter((net) => !net.isFullResolution && roomOf(net.restGrid.particleCount) === room);
    if (alike.length >= most) {
      throw new RangeError(
        complaint(
          { cloth, option: "controlPoints" },
          `${countU.toString()} x ${countV.toString()}`,
          `of another size: there is room for ${most.toString()} cloths of up to ${room.toString()} points`,
        ),
      );
    }
  }

  /** {@inheritDoc ClothBackend.add} */
  public add(cloth: Cloth): ClothBody {
    const body = new GpuBody(cloth, () => this._bodies.delete(body));
    this._bodies.add(body);
    return body;
  }

  /** {@inheritDoc ClothBackend.step} */
  public step(step: SceneStep): void {
    if (!this._gpu || !this._stages || this._bodies.size === 0) {
      return;
    }
    const { recorder, states, shapes, surfaces, drawn, ways, solver } = this._gpu;
    if (this._isRecorded) {
      // What the host writes for this step would be seen by the last one.
      recorder.submit();
    }
    this._fidelity.choose(
      this._bodies,
      step.eyes,
      step.fidelityBudget,
      this._gpu.recorder.timings.get("simulation") ?? 0,
    );
    const isNewWay = ways.follow(step);
    // What somebody steps by hand is there after the step.
    solver.mayStall = !step.isFrame;
    let prepared: PreparedStep = 0;
    this._sewing?.find(this._gpu, this._bodies);
    for (const body of this._bodies) {
      prepared |= body.prepare(this._gpu, step);
    }
    this._sewing?.prepare(this._bodies);
    this._meetings.arrange(this._bodies, this._sewing?.groups ?? []);
    const moves = (prepared & MOVES) !== 0;
    const { eyes } = step;
    const isSeenAnew = eyes.version !== this._eyesVersion || drawn.coarseness !== this._coarseness;
    const changes = prepared !== 0 || isSeenAnew || surfaces.isStale || isNewWay;
    if (isSeenAnew) {
      this._eyesVersion = eyes.version;
      this._coarseness = drawn.coarseness;
      surfaces.setView(eyes.states, drawn.coarseness);
    }
    this._bindMeshes(this._gpu);
    const { simulation, surface } = this._stages;
    if (changes || states.isStale || shapes.isStale || drawn.isStale) {
      this._isRecorded = true;
      recorder.afterSubmit(() => {
        this._isRecorded = false;
      });
      const before = (encoder: GPUCommandEncoder): void => {
        ways.keep(encoder, solver.particles, prepared !== 0);
        solver.encodeDepths(encoder);
      };
      recorder.record(before, moves ? [simulation, surface] : [surface], (encoder) => {
        surfaces.encodeDraws(encoder);
        drawn.read(encoder);
        shapes.read(encoder);
        if (moves || states.isStale) {
          states.read(encoder, step.seconds);
        }
      });
    }
  }

  /** {@inheritDoc ClothBackend.setMaxTriangles} */
  public setMaxTriangles(count: number): void {
    this._maxTriangles = count;
    if (this._gpu) {
      this._gpu.surfaces.resize(this._allowedTriangles(this._gpu.recorder.device));
      // The view tells the pass how much room there is.
      this._eyesVersion = -1;
    }
  }

  /** {@inheritDoc ClothBackend.submit} */
  public submit(): void {
    // Cloths that wait for their kernels ask for a step again and again: there may be nothing.
    if (this._isRecorded) {
      this._gpu?.recorder.submit();
    }
  }

  /** {@inheritDoc ClothBackend.dispose} */
  public dispose(): void {
    this._isDisposed = true;
    this._observers.forEach((observer) => {
      observer.remove(true);
    });
    this._sewing?.forget();
    this._sewing = null;
    this._release(this._gpu);
    this._gpu = null;
  }

  /** Of the largest buffer that kernels can bind. */
  private get _bufferBytes(): number {
    const { maxStorageBufferBindingSize, maxBufferSize } = ComputeRecorder.LimitsOf(this._engine);
    return Math.min(maxStorageBufferBindingSize, maxBufferSize);
  }

  private async _buildAsync(): Promise<void> {
    const version = this._deviceVersion;
    const recorder = new ComputeRecorder(this._engine);
    const { device, retire } = recorder;
    const surfaces = await SurfacePass.CreateAsync(device, retire, this._allowedTriangles(device));
    const solver = new ClothSolver(device, retire);
    const changes = new NetChanges(device, retire);
    const states = new StateReader(recorder, solver);
    const shapes = new ShapeReader(recorder, solver);
    const ways = new GpuWays(device, retire, surfaces);
    const drawn = new SurfaceReader(recorder, surfaces);
    const gpu = { recorder, solver, surfaces, states, shapes, drawn, changes, ways };
    if (this._isDisposed || version !== this._deviceVersion) {
      this._release(gpu);
      return;
    }
    this._gpu = gpu;
    this._sewing = new GpuSewing(solver);
    this._eyesVersion = -1;
    // The frame of all cloths.
    this._stages = {
      simulation: {
        name: "simulation",
        encode: (pass) => {
          changes.encode(pass, solver.particles);
          solver.encode(pass);
        },
      },
      surface: {
        name: "surface",
        encode: (pass) => {
          surfaces.encode(pass, solver.particles);
        },
      },
    };
  }

  private _allowedTriangles(device: GPUDevice): number {
    const maximum = maxTrianglesOn(device);
    if (this._maxTriangles > maximum) {
      Logger.Warn(
        `babylon-cloth: maxTriangles is ${this._maxTriangles.toString()}, this device has room for ${maximum.toString()}.`,
      );
    }
    return Math.min(this._maxTriangles, maximum);
  }

  private _release(gpu: Gpu | null): void {
    gpu?.solver.dispose();
    gpu?.ways.dispose();
    gpu?.surfaces.dispose();
    gpu?.states.dispose();
    gpu?.shapes.dispose();
    gpu?.drawn.dispose();
    gpu?.changes.dispose();
    gpu?.recorder.dispose();
  }

  /** Gives every mesh the vertex and index buffer, again after they have grown. */
  private _bindMeshes({ recorder, surfaces, ways: { buffer: ways } }: Gpu): void {
    const { vertices, indices } = surfaces;
    let drawn = this._drawn;
    const isDrawn = drawn?.vertices.underlyingResource === vertices && drawn.indices.underlyingResource === indices;
    if (!drawn || !isDrawn || (drawn.ways?.underlyingResource ?? null) !== ways) {
      drawn = {
        ...(drawn && isDrawn ? drawn : { vertices: recorder.wrap(vertices), indices: recorder.wrap(indices) }),
        ways: ways && recorder.wrap(ways),
      };
      this._drawn = drawn;
      // Recorded bundles hold the old buffers. (Without the question, a reset would switch the mode on.)
      if (this._engine.snapshotRendering) {
        this._engine.snapshotRenderingReset();
      }
    }
    for (const body of this._bodies) {
      body.bindMesh(drawn);
    }
  }
}
