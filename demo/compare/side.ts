// One side of the comparison: a flag in a scene of its own, so that what it costs is counted apart.
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Viewport } from "@babylonjs/core/Maths/math.viewport.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, type ClothMesh, type IClothOptions } from "../../src/index.js";
import { blow, createFlagStudio, createNylon, FLAG, hangFlag } from "../scenes/flag.js";
import { handleCloths } from "../handling.js";
import type { Studio } from "../studio/studio.js";
import { Lens, type LensView } from "./lens.js";

/** How a cloth is simulated: by a coarse control grid that a spline smooths, or by as many particles as are drawn. */
export type Fidelity = "controlGrid" | "fullResolution";

/** What people choose for a side. */
export interface SideSettings {
  readonly fidelity: Fidelity;
  /** Particles along the longer edge. */
  readonly resolution: number;
  /** In 1/60 s. */
  readonly substeps: number;
  readonly tessellation: NonNullable<IClothOptions["tessellation"]>;
  readonly view: LensView;
}

/** Where the camera starts. */
const VIEW = { alpha: -1.2, beta: 1.5, radius: 3.1, target: new Vector3(0.85, 1.8, 0) };
const FIELD_OF_VIEW = 0.7;
const NEAR = 0.05;

/** Of the control grid where the cloth is simulated in full: its spans divide those of {@link resolutions}. */
const COARSE = { u: 16, v: 11 };

/** What people can choose: particles along the longer edge. */
export const resolutions = {
  controlGrid: { min: 6, max: 32, step: 1 },
  fullResolution: { min: 58, max: 226, step: 14 },
} as const satisfies Record<Fidelity, unknown>;

/**
 * The options of a fidelity: the only place that knows how it is asked for.
 *
 * @param fidelity - Which.
 * @param resolution - Particles along the longer edge.
 * @returns Options of CreateCloth.
 */
function optionsOf(fidelity: Fidelity, resolution: number): IClothOptions {
  const particles = { u: resolution, v: particlesAcross(resolution) };
  return fidelity === "controlGrid"
    ? { controlPoints: particles }
    : { controlPoints: COARSE, fullResolution: particles, fidelity };
}

/**
 * @param resolution - Particles along the longer edge.
 * @returns Particles along the shorter one: spans, two less, in the same proportion as those of the coarse grid.
 */
export function particlesAcross(resolution: number): number {
  return Math.max(Math.round(((resolution - 2) * (COARSE.v - 2)) / (COARSE.u - 2)), 1) + 2;
}

/** One half of the picture. */
export class Side {
  public readonly scene: Scene;
  public readonly camera: ArcRotateCamera;
  private readonly _studio: Studio;
  private readonly _system: ClothSystem;
  private readonly _material;
  private _settings: SideSettings;
  private _cloth: ClothMesh;
  private _columns = 0;
  private _rest: Float32Array | null = null;
  private readonly _lens: Lens;

  /**
   * @param _engine - Where.
   * @param settings - How the cloth is made and drawn.
   */
  public constructor(
    private readonly _engine: AbstractEngine,
    settings: SideSettings,
  ) {
    const scene = new Scene(_engine);
    this.scene = scene;
    this._system = ClothSystem.For(scene);
    this._system.paused = true;
    this._studio = createFlagStudio(scene);
    this.camera = new ArcRotateCamera("camera", VIEW.alpha, VIEW.beta, VIEW.radius, VIEW.target.clone(), scene);
    this.camera.minZ = NEAR;
    this.camera.fov = FIELD_OF_VIEW;
    this._material = createNylon(scene);
    this._settings = settings;
    this._cloth = this._createCloth();
    this._lens = new Lens(scene, FLAG);
    this._lens.show(settings.view, this._cloth, this._tolerance);
  }

  public get cloth(): ClothMesh {
    return this._cloth;
  }

  public get settings(): SideSettings {
    return this._settings;
  }

  /** What the cloth costs [ms]. */
  public get timings(): ClothSystem["timings"] {
    return this._system.timings;
  }

  /** Particles along u. */
  public get columns(): number {
    return this._columns;
  }

  /** Changes what is given. A cloth of another resolution starts from its rest shape. */
  public change(settings: Partial<SideSettings>): void {
    const before = this._settings;
    this._settings = { ...before, ...settings };
    const { fidelity, resolution, substeps, tessellation, view } = this._settings;
    if (fidelity !== before.fidelity || resolution !== before.resolution) {
      this._cloth.dispose();
      this._cloth = this._createCloth();
    }
    this._cloth.solver.substeps = substeps;
    this._cloth.tessellation = tessellation;
    this._lens.show(view, this._cloth, this._tolerance);
  }

  /** @param seconds - How far the wind has come. */
  public blow(seconds: number): void {
    blow(this._cloth.wind, seconds);
  }

  /** @param playing - Whether the cloth moves with the frames. */
  public play(playing: boolean): void {
    this._system.paused = !playing;
  }

  public reset(): void {
    this._cloth.reset();
  }

  /** Draws the part of the whole picture between two places. */
  public render(from: number, to: number): void {
    const { camera } = this;
    camera.viewport = new Viewport(from, 0, to - from, 1);
    camera.freezeProjectionMatrix(this._projectionOf(from, to));
    this.scene.render();
    this._lens.update();
  }

  /** @returns Where the particles were at rest and are now, world [m]. */
  public async readParticles(): Promise<{ rest: Float32Array; now: Float32Array } | null> {
    const cloth = this._cloth;
    const now = await cloth.readPositions();
    if (cloth !== this._cloth) return null;
    this._rest ??= now;
    return this._rest.length === now.length ? { rest: this._rest, now } : null;
  }

  public dispose(): void {
    this.scene.dispose();
  }

  /** Of a part of the whole picture: x' = (x - middle) / width, in clip space. */
  private _projectionOf(from: number, to: number): Matrix {
    const { fov, minZ, maxZ } = this.camera;
    const whole = Matrix.Identity();
    const aspect = this._engine.getRenderWidth() / this._engine.getRenderHeight();
    Matrix.PerspectiveFovLHToRef(fov, aspect, minZ, maxZ, whole, true, this._engine.isNDCHalfZRange);
    const [width, middle] = [to - from, from + to - 1];
    const values = Array.from(whole.asArray());
    for (let row = 0; row < 16; row += 4) values[row] = (values[row] - middle * values[row + 3]) / width;
    return Matrix.FromArray(values);
  }

  private get _tolerance(): number {
    const { tessellation } = this._settings;
    return tessellation.mode === "error" ? (tessellation.pixels ?? 0.5) : 0.5;
  }

  private _createCloth(): ClothMesh {
    const { fidelity, resolution, substeps, tessellation } = this._settings;
    this._columns = resolution;
    this._rest = null;
    const cloth = hangFlag(
      fidelity === "controlGrid" ? "control grid" : "full resolution",
      { ...optionsOf(fidelity, resolution), solver: { ...FLAG.solver, substeps }, tessellation },
      this.scene,
    );
    cloth.material = this._material;
    this._studio.add(cloth);
    handleCloths(this.scene, [cloth]);
    // The rest shape, before the wind takes it.
    cloth.readPositions().then(
      (rest) => {
        if (cloth === this._cloth) this._rest ??= rest;
      },
      () => undefined,
    );
    return cloth;
  }
}
