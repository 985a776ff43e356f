// The sheet that people see: it hangs in the studio, takes steps with the frames, and tells its energy.
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, type ClothMesh } from "../../src/index.js";
import { lookAround } from "../stage.js";
import { createFabricMaterial } from "../studio/fabricMaterials.js";
import { looks } from "../studio/looks.js";
import { createStudio } from "../studio/studio.js";
import { createGingham } from "../textures/gingham.js";
import { createPlanks } from "../textures/floors.js";
import type { LabSettings } from "./settings.js";
import { advance, applySettings, createSheet, energyOf, SIZE, totalMass, type Energy } from "./sheet.js";

/** [m] */
const MIDDLE = 1.1;
/** Longer frames, as when a tab was hidden, do not count in full [s]. */
const LONGEST_FRAME = 1 / 30;
/** What a blow gives to the middle of the sheet [N s], in time of the cloth. */
const BLOW = 0.05;
/** Steps of a frame: energy takes three, and with very short steps the sheet is slower than time. */
const MIN_STEPS = 3;
const MAX_STEPS = 128;

/** Energy of the sheet at a time. */
export interface EnergySample extends Energy {
  /** Of the laboratory [s]. */
  readonly seconds: number;
}

/** The sheet, its scene and its time. */
export class LabExhibit {
  /** Called after each frame of the sheet. */
  public onSample: (sample: EnergySample) => void = () => undefined;
  /** Called when a step has diverged and was undone. */
  public onDiverged: () => void = () => undefined;
  /** Called when positions could not be read; the sheet goes on with the next frame that plays. */
  public onFailed: (error: unknown) => void = () => undefined;
  private readonly _system: ClothSystem;
  private readonly _sheet: ClothMesh;
  private _settings: LabSettings;
  private _substep: number;
  private _seconds = 0;
  private _isStepping = false;

  private constructor(
    private readonly _scene: Scene,
    settings: LabSettings,
  ) {
    this._system = ClothSystem.For(_scene);
    this._system.paused = true;
    const target = new Vector3(0, MIDDLE, 0);
    const camera = new ArcRotateCamera("camera", -1.2, 1.42, 2.6, target, _scene);
    camera.minZ = 0.05;
    camera.fov = 0.7;
    const studio = createStudio(_scene, { look: looks.warmStudio, floor: createPlanks(_scene), target, radius: 1.6 });
    this._sheet = createSheet("sheet", _scene);
    this._sheet.position.y = MIDDLE;
    const texture = createGingham(SIZE, 0.1, _scene);
    this._sheet.material = createFabricMaterial("gingham", { width: SIZE, height: SIZE, texture }, _scene);
    studio.add(this._sheet);
    this._sheet.onErrorObservable.add(() => this.onDiverged());
    this._settings = settings;
    this._substep = applySettings(this._sheet, settings);
    lookAround(camera);
  }

  /**
   * @param engine - Where.
   * @param settings - Of the sheet.
   * @returns The sheet at rest.
   */
  public static async Open(engine: AbstractEngine, settings: LabSettings): Promise<LabExhibit> {
    const exhibit = new LabExhibit(new Scene(engine), settings);
    await exhibit._scene.whenReadyAsync();
    return exhibit;
  }

  /** Where the sheet is simulated. */
  public get backend(): string {
    return this._sheet.backend;
  }

  /** @param settings - From now on; the sheet goes on from where it is. */
  public use(settings: LabSettings): void {
    this._settings = settings;
    this._substep = applySettings(this._sheet, settings);
  }

  /** Puts the sheet back to where it started. */
  public reset(): void {
    this._seconds = 0;
    this._sheet.reset();
    this._system.step(0);
  }

  /** Blows against the middle of the sheet. */
  public strike(): void {
    const { timeStep } = this._settings;
    const impulse = new Vector3(0, 0, (BLOW * timeStep) / this._substep);
    this._sheet.applyImpulse(new Vector3(0, MIDDLE, 0), impulse, 0.3 * SIZE);
  }

  /** Draws a frame, and lets the sheet take steps of the frame's time. */
  public render(isPlaying: boolean): void {
    if (isPlaying && !this._isStepping) {
      this._isStepping = true;
      this._step()
        .catch((error: unknown) => this.onFailed(error))
        .finally(() => (this._isStepping = false));
    }
    this._scene.render();
  }

  /** As long as positions are on their way, the sheet waits: so energy is that of every step it shows. */
  private async _step(): Promise<void> {
    const settings = this._settings;
    const frame = Math.min(this._scene.getEngine().getDeltaTime() / 1000, LONGEST_FRAME);
    const steps = Math.min(Math.max(Math.round(frame / settings.timeStep), MIN_STEPS), MAX_STEPS);
    const three = await advance(this._sheet, this._system, this._substep, steps);
    this._seconds += steps * settings.timeStep;
    const energy = energyOf(three, settings);
    const height = energy.height - totalMass * settings.gravity * MIDDLE;
    this.onSample({ seconds: this._seconds, ...energy, height });
  }
}
