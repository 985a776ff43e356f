// What a scene does with its cloths, in the order of a frame. Long, as that order stands in one place.
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.pure.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { Material } from "@babylonjs/core/Materials/material.pure.js";
import type { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.pure.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.pure.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Observable } from "@babylonjs/core/Misc/observable.pure.js";
import type { IDisposable, Scene } from "@babylonjs/core/scene.pure.js";
import type { ClothBackend, SimulatedCloth } from "../backends/clothBackend.js";
import { ClothColliders } from "../colliders/clothColliders.js";
import type { ClothBackendName } from "../options/clothOptions.js";
import { shown } from "../babylon/shown.js";
import { measuresGpuTime, setMeasuresGpuTime, type IClothTimings } from "../babylon/gpuTimes.js";
import type { Cloth } from "../cloth/cloth.js";
import { ClothWindZones } from "../cloth/clothWindZones.js";
import { ComputeRecorder } from "../babylon/computeRecorder.js";
import { SceneClock } from "../motion/sceneClock.js";
import { Eyes } from "../surface/eyes.js";
import { followVelocityPasses } from "../surface/velocityPasses.js";
import { addPart, checkNumber, type NumberRange, type Subject } from "../options/rules.js";
import { CpuBackend } from "../backends/cpu/cpuBackend.js";
import { checkWorkerSource, type ClothWorkerSource } from "../backends/cpu/worker/createWorker.js";
import { GpuBackend } from "../backends/gpu/gpuBackend.js";
import { DefaultMaterials } from "./defaultMaterials.js";

const EXTERNAL_DATA_KEY = "babylon-cloth";
/** In a frame. */
const DEFAULT_SUBSTEPS = 64;
/** GPU time of full resolution in a frame [ms]. */
const DEFAULT_FIDELITY_BUDGET = 2;
/** 25 MB of vertices and indices. */
const DEFAULT_TRIANGLES = 2 ** 19;

/** A dispatch lasts no longer than that of a frame of this length [s]: a long one would trip the watchdog of the driver. */
const LONGEST_STEP = 1 / 15;

/** Of a step by hand: a date in place of a time would keep the page busy for years. */
const stepRange: NumberRange = { min: 0, max: 86400, note: "a day" };

/** Engines that were told that they have no compute. */
const warned = new WeakSet<AbstractEngine>();

/**
 * Steps and draws all cloths of a scene. One a scene, made by its first cloth, disposed with the scene. ClothSystem is its public
 * name; the type of the cloths is a parameter, since the rooms below do not know ClothMesh.
 */
export class ClothScene<C extends SimulatedCloth = SimulatedCloth> implements IDisposable {
  /** Stops the cloths; {@link step} still moves them. */
  public paused = false;
  /** Wind for all cloths of the scene, added to their own [m/s]. */
  public readonly wind = Vector3.Zero();
  /** Fans that blow at all cloths of the scene, beside their own. */
  public readonly windZones: ClothWindZones;
  /** What all cloths of the scene collide with. */
  public readonly colliders: ClothColliders;
  /** After a cloth was made. */
  public readonly onClothAddedObservable = new Observable<C>();
  /** Before a cloth is disposed. */
  public readonly onClothRemovedObservable = new Observable<C>();
  private readonly _cloths: C[] = [];
  private readonly _backends = new Map<ClothBackendName, ClothBackend>();
  private _cpu: CpuBackend | null = null;
  /** Those that were taken out of the scene, as into an asset container. */
  private readonly _absent = new Set<C>();
  private readonly _observers: readonly { remove(defer: boolean): void }[];
  private _stepId = 0;
  /** Whether time stood still in the last frame. */
  private _wasStill = false;
  private readonly _clock: SceneClock;
  private readonly _eyes: Eyes;
  private _timeScale = 1;
  private _maxSubstepsPerFrame = DEFAULT_SUBSTEPS;
  private _fidelityBudget = DEFAULT_FIDELITY_BUDGET;
  private _maxTriangles = DEFAULT_TRIANGLES;
  private _javaScript = 0;
  private readonly _defaultMaterials: DefaultMaterials;
  private _isDisposed = false;
  private _isNewFrame = false;

  protected constructor(private readonly _scene: Scene) {
    _scene.addExternalData(EXTERNAL_DATA_KEY, this);
    this.windZones = new ClothWindZones(null, "", _scene);
    this.colliders = new ClothColliders(null, "", _scene);
    this._clock = new SceneClock(_scene);
    this._eyes = new Eyes(_scene);
    this._defaultMaterials = new DefaultMaterials(_scene);
    const { wind } = this;
    addPart(this, subjectOf("wind"), "wind", () => wind, ["x", "y", "z"]);
    this._observers = [
      _scene.onBeforeRenderObservable.add(() => {
        this._frame();
      }),
      _scene.onAfterRenderObservable.add(() => {
        this._isNewFrame = true;
      }),
      _scene.onMeshRemovedObservable.add((mesh) => {
        const cloth = this._cloths.find((one) => one === mesh);
        if (cloth) {
          cloth.isInScene = false;
          this._absent.add(cloth);
        }
      }),
      _scene.onDisposeObservable.addOnce(() => {
        this.dispose();
      }),
    ];
  }

  /**
   * @param cloth - Any cloth.
   * @returns All cloths of its scene.
   * @internal
   */
  public static Of(cloth: Cloth): ClothScene {
    const all = ClothScene.In(cloth.getScene());
    if (!all) {
      throw new Error(`Cloth "${cloth.name}": the cloths of its scene are disposed.`);
    }
    return all;
  }

  /**
   * @param scene - Any scene.
   * @returns Its cloths; null before the first one is made.
   * @internal
   */
  public static In<C extends SimulatedCloth>(scene: Scene): ClothScene<C> | null {
    return scene.getExternalData<ClothScene<C>>(EXTERNAL_DATA_KEY);
  }

  /**
   * @param engine - Any engine.
   * @returns Whether cloth runs on its GPU. Where it does not, cloth runs on the CPU.
   * @throws TypeError if it is no engine.
   */
  public static IsSupported(engine: AbstractEngine): boolean {
    if (typeof (engine as Partial<AbstractEngine> | null | undefined)?.getCaps !== "function") {
      throw new TypeError(`ClothSystem.IsSupported: engine is ${shown(engine)}, must be an engine.`);
    }
    return ComputeRecorder.IsSupported(engine);
  }

  /** All cloths of the scene. */
  public get cloths(): readonly C[] {
    return this._cloths;
  }

  /** Seconds of cloth per second of the scene, whose clock is that of its animations; a finite number from 0 up. Default 1. */
  public get timeScale(): number {
    return this._timeScale;
  }

  public set timeScale(value: number) {
    this._timeScale = checkNumber(subjectOf("timeScale"), value, { min: 0, max: Infinity });
  }

  /**
   * Time beyond so many substeps a frame is dropped: below the frame rate that this allows, cloth is in slow motion. A number from 1 up, Infinity
   * too. Default 64.
   */
  public get maxSubstepsPerFrame(): number {
    return this._maxSubstepsPerFrame;
  }

  public set maxSubstepsPerFrame(value: number) {
    this._maxSubstepsPerFrame = checkNumber(subjectOf("maxSubstepsPerFrame"), value, {
      min: 1,
      max: Infinity,
      infinite: true,
    });
  }

  /** What the cloths cost in the last frame that was measured. */
  public get timings(): IClothTimings {
    const gpu = this._backends.get("gpu")?.timings;
    return {
      simulation: gpu?.get("simulation") ?? 0,
      surface: gpu?.get("surface") ?? 0,
      readback: gpu?.get("readback") ?? 0,
      javaScript: this._javaScript,
    };
  }

  /**
   * Whether GPU times are measured, for all scenes of the engine; it must have the feature "timestamp-query". Costs a pass for each
   * part. On as well with `engine.enableGPUTimingMeasurements`, which measures Babylon's own passes too. Default false.
   */
  public get measuresGpuTime(): boolean {
    return measuresGpuTime(this._scene.getEngine());
  }

  public set measuresGpuTime(value: boolean) {
    setMeasuresGpuTime(this._scene.getEngine(), value);
  }

  /**
   * GPU time of a frame that cloths of fidelity "auto" may take together at full resolution [ms], from 0 up. The largest in the picture
   * come first. Times are measured with `measuresGpuTime`, else estimated for a fast GPU. Default 2.
   */
  public get fidelityBudget(): number {
    return this._fidelityBudget;
  }

  public set fidelityBudget(value: number) {
    this._fidelityBudget = checkNumber(subjectOf("fidelityBudget"), value, { min: 0, max: Infinity });
  }

  /**
   * Triangles that all cloths of a backend together may have, from 2 up. On the GPU, buffers for them are made once. Where cloths ask for
   * more, all get coarser alike: see `ClothMesh.statistics`. On the CPU, a cloth that is cut or has an outline is drawn even if it has more.
   */
  public get maxTriangles(): number {
    return this._maxTriangles;
  }

  public set maxTriangles(value: number) {
    this._maxTriangles = checkNumber(subjectOf("maxTriangles"), value, { min: 2, max: 2 ** 24, whole: true });
    this._backends.forEach((backend) => {
      backend.setMaxTriangles(value);
    });
  }

  /** Material of cloths that were given none: lit on both sides. A new one after it was disposed, or taken out of the scene as into a container. */
  public get defaultMaterial(): StandardMaterial {
    return this._defaultMaterials.current;
  }

  /** Whether cloth of the CPU backend is simulated in a worker: see {@link useWorkerAsync} and `ClothMesh.isInWorker`. */
  public get usesWorker(): boolean {
    return this._cpu?.usesWorker ?? false;
  }

  /**
   * Simulates cloth of the CPU backend in a Web Worker, so that the page's thread is free. Such cloth is drawn one frame late. `surfaceAt`, picks
   * and events tell the shape of the frame before; `readPositions` and `fetchShape` wait for the worker. The same steps move particles as on the
   * page's thread, to the last bit. A frame that finds the worker busy leaves its time to the next one. Cloth that is sewn, has pressure or pushes bodies
   * stays on the page's thread: see `ClothMesh.isInWorker`. Where there is no worker, all cloth stays there, and a warning says why.
   * So it is if a worker does not answer within 30 s, or takes more than 120 s for a step: cloth then goes on from its last known shape.
   *
   * @param source - Address of `babylon-cloth.worker.js`, or a function that makes the worker. Default the worker of this package, as bundlers
   * find it, or as it lies beside the bundle for script tags.
   * @returns Whether cloth is simulated in a worker from the next step on.
   * @throws TypeError if `source` is neither of them.
   */
  public async useWorkerAsync(source?: ClothWorkerSource): Promise<boolean> {
    checkWorkerSource(source);
    // Nobody would end a worker of a scene that is gone.
    return !this._isDisposed && (this.usesWorker || this._cpuBackend().useWorkerAsync(source));
  }

  /**
   * Resolves when the cloths that exist now can be stepped: on the GPU, their pipelines are compiled first. It also waits for what cloths have
   * taken up since, such as `solver.selfCollision`, without which frames go on until it is compiled.
   */
  public async whenReadyAsync(): Promise<void> {
    await Promise.all([...this._backends.values()].map((backend) => backend.whenReadyAsync()));
  }

  /**
   * Advances every cloth that is enabled now, paused or not. Time below one substep is kept for the next call. Between calls with equal
   * inputs the result is bit-equal on one device. A cloth whose kernel is still being compiled, the first of its size, does not move
   * yet: see {@link whenReadyAsync}. For what cloths have taken up since, a step by hand waits.
   *
   * @param seconds - From 0 to a day.
   * @throws TypeError if `seconds` is no number, RangeError if it is negative, not finite or more than a day.
   * @throws Error if the pipelines are not compiled yet: see {@link whenReadyAsync}.
   */
  public step(seconds: number): void {
    checkNumber(subjectOf("step: seconds"), seconds, stepRange);
    for (const backend of this._backends.values()) {
      if (!backend.isReady) {
        throw new Error("ClothSystem.step: the pipelines are still compiling; await whenReadyAsync() first.");
      }
    }
    this._pass(seconds);
    this._notifyStep();
  }

  private _pass(seconds: number): void {
    let left = seconds;
    do {
      const now = Math.min(left, LONGEST_STEP);
      left -= now;
      this._advance(now, Infinity, null);
      this._backends.forEach((backend) => {
        backend.submit();
      });
    } while (left > 0);
  }

  /** Disposes all cloths of the scene. */
  public dispose(): void {
    if (this._isDisposed) {
      return;
    }
    this._isDisposed = true;
    this._observers.forEach((observer) => {
      // Later: others are being told, one of whom may have asked for it.
      observer.remove(true);
    });
    this._clock.dispose();
    for (const cloth of [...this._cloths]) {
      cloth.dispose();
    }
    // What they follow may live on, and tell them.
    for (const collider of [...this.colliders.list]) {
      this.colliders.remove(collider);
    }
    this._backends.forEach((backend) => {
      backend.dispose();
    });
    this._defaultMaterials.dispose();
    this.onClothAddedObservable.clear();
    this.onClothRemovedObservable.clear();
    this._scene.removeExternalData(EXTERNAL_DATA_KEY);
  }

  /**
   * @param material - Of a cloth.
   * @returns Whether it is one of cloths that were given none; does not make that.
   * @internal
   */
  public isDefault(material: Material | null): boolean {
    return this._defaultMaterials.has(material);
  }

  /**
   * @param cloth - Name of the cloth, for messages.
   * @param wanted - What its options ask for.
   * @returns The backend that simulates it.
   * @throws Error if it asks for the GPU and there is no compute.
   * @internal
   */
  public backendFor(cloth: string, wanted: ClothBackendName | "auto"): ClothBackend {
    const engine = this._scene.getEngine();
    const supported = ComputeRecorder.IsSupported(engine);
    if (wanted === "gpu" && !supported) {
      throw new Error(
        `Cloth "${cloth}": backend is "gpu", but this engine (${engine.name}) has no compute shaders; ` +
          `use a WebGPUEngine, or "auto" or "cpu".`,
      );
    }
    if (wanted === "auto" && !supported && !warned.has(engine)) {
      warned.add(engine);
      Logger.Warn(`babylon-cloth: this engine (${engine.name}) has no compute shaders; cloth runs on the CPU.`);
    }
    const name = supported && wanted !== "cpu" ? "gpu" : "cpu";
    let backend = this._backends.get(name);
    if (!backend) {
      backend = supported && name === "gpu" ? new GpuBackend(engine, this._maxTriangles) : this._cpuBackend();
      this._backends.set(name, backend);
    }
    return backend;
  }

  /** @internal */
  public register(cloth: C): void {
    if (this._cloths.length === 0) {
      // No cloth has followed them until now.
      this.colliders.list.forEach((collider) => {
        collider.jump();
      });
    }
    this._cloths.push(cloth);
    this.onClothAddedObservable.notifyObservers(cloth);
  }

  /** @internal */
  public unregister(cloth: C): void {
    const at = this._cloths.indexOf(cloth);
    // A listener may dispose it too, with its parent for example.
    if (at >= 0) {
      this._cloths.splice(at, 1);
      this._absent.delete(cloth);
      this.onClothRemovedObservable.notifyObservers(cloth);
    }
  }

  /** Gives cloths that were just made their first shape, as soon as there is something to do it with.
   * @internal */
  public settle(): void {
    if ([...this._backends.values()].every((backend) => backend.isReady)) {
      // Who only asks a cloth hears of no step.
      this._pass(0);
    }
  }

  private _cpuBackend(): CpuBackend {
    this._cpu ??= new CpuBackend(this._maxTriangles);
    this._backends.set("cpu", this._cpu);
    return this._cpu;
  }

  private _frame(): void {
    const start = performance.now();
    const seconds = Math.max(this._clock.take() * this.timeScale, 0);
    const isStill = this.paused || this._timeScale === 0 || this._clock.isStill;
    if (this._wasStill && !isStill) {
      // A ball that was carried through a cloth meanwhile has not hit it, and a mesh was not moved: it was put elsewhere.
      for (const { seenColliders, body } of this._cloths) {
        seenColliders.forgetMotion();
        body.teleport();
      }
    }
    this._wasStill = isStill;
    this._advance(this.paused ? 0 : seconds, this.maxSubstepsPerFrame, this._clock.frameLength * this.timeScale);
    this._notifyStep();
    this._javaScript = performance.now() - start;
  }

  /** @param length - Of the frame, see StepTime; null: the step is no frame's. */
  private _advance(seconds: number, maxSubsteps: number, length: number | null): void {
    const { meshes } = this._scene;
    for (const cloth of this._absent) {
      const isHere = (mesh: AbstractMesh): boolean => meshes.includes(mesh);
      if (isHere(cloth)) {
        this._absent.delete(cloth);
      }
      // The instances that a container makes are there without it.
      cloth.isInScene = isHere(cloth) || cloth.instances.some(isHere);
    }
    this._eyes.update();
    const showsWays = followVelocityPasses(this._scene, this._cloths);
    const { wind, _eyes: eyes, _fidelityBudget: fidelityBudget, _isNewFrame: isNewFrame } = this;
    this._isNewFrame = false;
    const { list: windZones } = this.windZones;
    const isFrame = length !== null;
    const common = { seconds, frameLength: length ?? 0, maxSubsteps, stepId: ++this._stepId, wind, windZones };
    const step = { ...common, eyes, fidelityBudget, showsWays, isNewFrame, isFrame };
    for (const backend of this._backends.values()) {
      backend.step(step);
    }
  }

  private _notifyStep(): void {
    // Listeners may dispose cloths.
    for (const cloth of [...this._cloths]) {
      cloth.events.notifyStep();
    }
  }
}

function subjectOf(option: string): Subject {
  return { cloth: "(all of the scene)", option };
}

/**
 * @param value - Anything.
 * @returns Whether cloth can be in it. By what it is asked for: an app may have Babylon.js twice.
 */
export function isScene(value: unknown): value is Scene {
  return typeof (value as Partial<Scene> | null | undefined)?.getExternalData === "function";
}
