// Runs a demo scene: for the page, the snapshot and the tests alike.
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { Scene } from "@babylonjs/core/scene.js";
import { handleCloths } from "./handling.js";
import { ClothSystem } from "../src/index.js";
import type { ClothMesh } from "../src/index.js";
import type { Exhibit } from "./exhibit.js";
import type { DemoScene, DemoStage, DemoState } from "./scenes/demoScene.js";

/** Longer ones, as when a tab was hidden, do not count in full [s]. */
const LONGEST_FRAME = 0.1;

/** Width over height of a picture that shows all. */
const WIDE = 1.2;

/** A demo scene that runs. */
export class Stage implements Exhibit {
  public readonly camera: ArcRotateCamera;
  private readonly _system: ClothSystem;
  private _seconds = 0;
  private _frames: { remove(): void } | null = null;
  private _start: readonly Float32Array[] = [];

  private constructor(
    private readonly _demo: DemoScene,
    public readonly scene: Scene,
    private readonly _stage: DemoStage,
  ) {
    const { alpha, beta, radius, target } = _stage.view;
    this.camera = new ArcRotateCamera("camera", alpha, beta, radius, target, scene);
    this.camera.minZ = 0.05;
    this.camera.fov = 0.7;
    this._system = ClothSystem.For(scene);
  }

  /**
   * Creates a scene, paused, with its cloths in their first shape.
   *
   * @param demo - What to show.
   * @param engine - Where.
   */
  public static async Open(demo: DemoScene, engine: AbstractEngine): Promise<Stage> {
    const scene = new Scene(engine);
    ClothSystem.For(scene).paused = true;
    const stage = new Stage(demo, scene, await demo.create(scene));
    stage._start = await stage._readPositions();
    await scene.whenReadyAsync();
    return stage;
  }

  public get name(): string {
    return this._demo.name;
  }

  public get description(): string {
    return this._demo.description;
  }

  /** Simulated so far [s]. */
  public get seconds(): number {
    return this._seconds;
  }

  /** The cloths of the scene. */
  public get cloths(): readonly ClothMesh[] {
    return this._stage.cloths;
  }

  /**
   * Simulates, whether or not the scene plays.
   *
   * @param seconds - How long.
   */
  public step(seconds: number): void {
    this._advance(seconds);
    this._system.step(seconds);
  }

  /**
   * Lets the cloths move with the frames of the scene, or stops them.
   *
   * @param playing - Which.
   */
  public play(playing: boolean): void {
    this._system.paused = !playing;
    this._frames?.remove();
    this._frames = null;
    if (!playing) return;
    this._frames = this.scene.onBeforeAnimationsObservable.add(() => {
      this._advance(Math.min(this.scene.getEngine().getDeltaTime() / 1000, LONGEST_FRAME));
    });
  }

  public render(): void {
    this.scene.render();
  }

  /** Lets people look around, but not below the floor. */
  public async control(): Promise<void> {
    lookAround(this.camera);
    handleCloths(this.scene, this.cloths);
    await this._stage.control?.();
  }

  /** Puts everything back to where it was when the scene was opened. */
  public reset(): void {
    this._seconds = 0;
    this._stage.animate?.(0);
    this._stage.reset?.();
    this.cloths.forEach((cloth) => {
      cloth.reset();
    });
  }

  /** @returns Where the cloths are. */
  public async readState(): Promise<DemoState> {
    const now = await this._readPositions();
    return { seconds: this._seconds, cloths: now.map((positions, i) => ({ start: this._start[i], now: positions })) };
  }

  public async check(): Promise<string[]> {
    return this._demo.check(await this.readState());
  }

  /** Disposes the scene. */
  public dispose(): void {
    this.scene.dispose();
  }

  private _advance(seconds: number): void {
    this._seconds += seconds;
    this._stage.animate?.(this._seconds);
    this._stage.physics?._step(seconds);
  }

  private async _readPositions(): Promise<Float32Array[]> {
    return Promise.all(this.cloths.map((cloth) => cloth.readPositions()));
  }
}

/**
 * Lets people look around and come near.
 *
 * @param camera - They look through it.
 */
export function lookAround(camera: ArcRotateCamera): void {
  // In a picture that is narrow, as on a phone held upright, the cloth would be cut off at the sides.
  const engine = camera.getEngine();
  let farther = 1;
  const fit = (): void => {
    const needed = Math.max((WIDE * engine.getRenderHeight()) / engine.getRenderWidth(), 1);
    camera.radius *= needed / farther;
    farther = needed;
  };
  fit();
  const resizes = engine.onResizeObservable.add(fit);
  camera.onDisposeObservable.addOnce(() => resizes.remove());
  camera.lowerRadiusLimit = 0.5;
  camera.upperRadiusLimit = 30;
  camera.lowerBetaLimit = 0.1;
  camera.upperBetaLimit = 0.49 * Math.PI;
  camera.wheelDeltaPercentage = 0.01;
  camera.useNaturalPinchZoom = true;
  camera.panningDistanceLimit = 1;
  camera.attachControl();
}
