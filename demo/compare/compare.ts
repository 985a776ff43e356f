// The front page: one flag twice, by a control grid and by as many particles as are drawn, with a divider between them.
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import type { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { ClothSystem, type ClothMesh, type IClothOptions } from "../../src/index.js";
import type { Exhibit } from "../exhibit.js";
import { lookAround } from "../stage.js";
import { createDivider } from "./divider.js";
import { Figures } from "./figures.js";
import { stretchOf } from "./measures.js";
import { createComparePanel } from "./panel.js";
import type { Changeable, CompareSettings } from "./settings.js";
import { Side } from "./side.js";

const START: CompareSettings = {
  controlPoints: 16,
  fullResolution: 58,
  substeps: 8,
  tessellation: "error",
  pixels: 0.5,
  view: "cloth",
};

/** Of the threads of a flag, in the mean, as a part of their length. */
const MAX_STRETCH = 0.01;

/** [s] */
const LONGEST_FRAME = 0.1;

/** Two flags in one picture. */
export class Compare implements Exhibit, Changeable {
  public readonly name = "compare";
  public readonly description =
    "One flag, twice. Left: a coarse control grid, drawn as a smooth spline. Right: a particle for every vertex. Drag the divider, or the cloth.";
  public readonly sides: readonly [Side, Side];
  private readonly _divider;
  private readonly _figures: Figures;
  private readonly _panel: { remove(): void };
  private _settings = START;
  private _seconds = 0;
  private _isPlaying = false;

  private constructor(private readonly _engine: AbstractEngine) {
    this.sides = [new Side(_engine, leftOf(START)), new Side(_engine, rightOf(START))];
    this._measureGpu(true);
    this._divider = createDivider();
    this._figures = new Figures(this.sides);
    this._panel = createComparePanel(START, this);
  }

  /**
   * Makes both flags, paused.
   *
   * @param engine - Where.
   */
  public static async Open(engine: AbstractEngine): Promise<Compare> {
    const compare = new Compare(engine);
    await Promise.all(compare.sides.map(({ scene }) => scene.whenReadyAsync()));
    return compare;
  }

  public get cloths(): readonly ClothMesh[] {
    return this.sides.map(({ cloth }) => cloth);
  }

  public get camera(): ArcRotateCamera {
    return this.sides[0].camera;
  }

  public get seconds(): number {
    return this._seconds;
  }

  /** Where the divider is, from the left: 0 to 1. */
  public get split(): number {
    return this._divider.split;
  }

  /** Of the camera from what it looks at [m]. */
  public get distance(): number {
    return this.camera.radius;
  }

  public set distance(value: number) {
    this.camera.radius = value;
  }

  /** @param changed - What people have chosen now. */
  public change(changed: Partial<CompareSettings>): void {
    this._settings = { ...this._settings, ...changed };
    this.sides[0].change(leftOf(this._settings));
    this.sides[1].change(rightOf(this._settings));
  }

  public render(): void {
    if (this._isPlaying) this._seconds += Math.min(this._engine.getDeltaTime() / 1000, LONGEST_FRAME);
    const [left, right] = this.sides;
    // Each draws its half of one picture: the same eye, the same wind.
    const { alpha, beta, radius, target } = left.camera;
    Object.assign(right.camera, { alpha, beta, radius });
    right.camera.target.copyFrom(target);
    right.scene.autoClear = false;
    const width = this._engine.getRenderWidth();
    const split = Math.round(this.split * width) / width;
    for (const side of this.sides) side.blow(this._seconds);
    left.render(0, split);
    right.render(split, 1);
    this._figures.update();
  }

  public async control(): Promise<void> {
    lookAround(this.camera);
    await Promise.resolve();
  }

  public play(playing: boolean): void {
    this._isPlaying = playing;
    for (const side of this.sides) side.play(playing);
  }

  public reset(): void {
    this._seconds = 0;
    for (const side of this.sides) side.reset();
  }

  public async check(): Promise<string[]> {
    const complaints = await Promise.all(
      this.sides.map(async (side) => {
        const name = `The flag "${side.cloth.name}"`;
        const particles = await side.readParticles();
        if (!particles?.now.every((place) => Math.abs(place) < 5)) return [`${name} is not where its pole is.`];
        const { mean } = stretchOf(particles.rest, particles.now, side.columns);
        return mean < MAX_STRETCH ? [] : [`${name} has stretched by ${(100 * mean).toFixed(1)} % in the mean.`];
      }),
    );
    return complaints.flat();
  }

  public dispose(): void {
    this._panel.remove();
    this._figures.dispose();
    this._divider.remove();
    this._measureGpu(false);
    for (const side of this.sides) side.dispose();
  }

  /** Both scenes have one engine, and it one switch. */
  private _measureGpu(measures: boolean): void {
    ClothSystem.For(this.sides[0].scene).measuresGpuTime = measures;
  }
}

/** @returns The side of the control grid. */
function leftOf({ controlPoints, substeps, tessellation, pixels, view }: CompareSettings): Side["settings"] {
  const tessellations: Record<CompareSettings["tessellation"], NonNullable<IClothOptions["tessellation"]>> = {
    error: { mode: "error", pixels },
    distance: { mode: "distance", near: 2, far: 20, max: 96, min: 8 },
    fixed: { mode: "fixed", level: 48 },
  };
  return {
    fidelity: "controlGrid",
    resolution: controlPoints,
    substeps,
    tessellation: tessellations[tessellation],
    view,
  };
}

/** @returns The side that draws what it simulates. */
function rightOf({ fullResolution, substeps, view }: CompareSettings): Side["settings"] {
  const tessellation = { mode: "fixed", level: fullResolution - 1 } as const;
  return { fidelity: "fullResolution", resolution: fullResolution, substeps, tessellation, view };
}
