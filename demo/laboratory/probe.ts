// Tries settings on a sheet of its own: stable or not.
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, type ClothMesh, type ClothStartShape } from "../../src/index.js";
import type { LabSettings } from "./settings.js";
import {
  advance,
  applySettings,
  createSheet,
  energyOf,
  MAX_SUBSTEPS,
  SIZE,
  total,
  totalMass,
  type ThreeSteps,
} from "./sheet.js";

/** The disturbance [m]: springs stay linear, and it is far above the rounding of positions. */
const DISTURBANCE = 2e-5;
/** The energy is looked at after as many steps. */
const STEPS_PER_LOOK = MAX_SUBSTEPS;
/** On both free corners, against each other, over the root of the stiffness: about the energy of the disturbance. */
const BLOW = 4e-6;
/** A try is decided after as many looks, or goes on to the next number of them. */
const DECISIONS = [16, 32, 64, 128] as const;
/** A sheet without gravity is unstable at once if its energy grows so often. Within 1 % of its limit, that of Verlet swings by less. */
const BURST = 100;
/** Each mode starts with more than this part of the energy. So below it none has grown. */
const GONE = 1e-3;
/** Energy of late looks over that of early ones: certainly growing, certainly falling, and what decides in the end. */
const GROWS = 4;
const FALLS = 0.02;
const NEITHER = 2;
/** With gravity: the sheet falls and swings for so long [s], within these numbers of looks. */
const FALL = 1.5;
const FALL_LOOKS = { min: 16, max: 256 } as const;
/** A fall gains no energy. It counts as unstable from this part of the weight times the size on. */
const GAIN = 0.2;
/** A sheet that moves less in a step may stand still in the next [m]. */
const STILL = 1e-6;

/** Shifts the points of the sheet without order: so each mode takes part. */
const disturbed: ClothStartShape = (u, v, result) => {
  const noise = (phase: number): number => DISTURBANCE * Math.sin(1e4 * Math.sin(12.9898 * u + 78.233 * v + phase));
  // The pins keep their places.
  const shift = v === 1 && (u === 0 || u === 1) ? 0 : 1;
  result.set(SIZE * (u - 0.5) + shift * noise(0), SIZE * (v - 0.5) + shift * noise(1), shift * noise(2));
};

/** A sheet that nobody sees. */
export class Probe {
  private readonly _scene: Scene;
  private readonly _sheet: ClothMesh;
  private readonly _system: ClothSystem;
  private _errors = 0;

  /** @param engine - Where. */
  public constructor(engine: AbstractEngine) {
    this._scene = new Scene(engine);
    this._system = ClothSystem.For(this._scene);
    this._system.paused = true;
    this._sheet = createSheet("probe", this._scene, disturbed);
    this._sheet.onErrorObservable.add(() => this._errors++);
  }

  /** Where the sheet is simulated. */
  public get backend(): string {
    return this._sheet.backend;
  }

  /**
   * Disturbs the sheet, and watches its energy. Without gravity the disturbance is small, as linear theory takes it. With gravity the sheet falls.
   *
   * @param settings - Of the sheet.
   * @param signal - Ends the try between two looks.
   * @returns Whether it is stable.
   * @throws The reason of the signal.
   */
  public async isStable(settings: LabSettings, signal?: AbortSignal): Promise<boolean> {
    this._errors = 0;
    this._sheet.reset();
    const substep = applySettings(this._sheet, settings, MAX_SUBSTEPS);
    this._system.step(0);
    if (settings.dampingKind === "viscous") this._strike(settings, settings.timeStep / substep);
    const start = await this._sheet.readPositions();
    const first = total(energyOf([start, start, start], { ...settings, gravity: 0 }));
    const isFalling = settings.gravity > 0;
    const energies: number[] = [];
    let last: ThreeSteps = [start, start, start];
    for (;;) {
      const now = await advance(this._sheet, this._system, substep, STEPS_PER_LOOK);
      // The page lives on between two looks.
      await new Promise((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
      if (this._errors > 0 || wasUndone(last, now)) return false;
      const energy = total(energyOf(now, settings));
      energies.push(energy);
      const decision = isFalling ? decideFall(energies, first, settings) : decide(energies, first);
      if (decision !== null) return decision;
      last = now;
    }
  }

  /** Across the sheet, where only viscosity acts. A free corner is light, so it is the first to become unstable. */
  private _strike({ stiffness }: LabSettings, scale: number): void {
    const impulse = BLOW * Math.sqrt(stiffness) * scale;
    this._sheet.applyImpulse(new Vector3(-SIZE / 2, -SIZE / 2, 0), new Vector3(0, 0, impulse));
    this._sheet.applyImpulse(new Vector3(SIZE / 2, -SIZE / 2, 0), new Vector3(0, 0, -impulse));
  }

  public dispose(): void {
    this._scene.dispose();
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @returns Whether a sheet at rest is stable; null until that is clear. */
function decide(energies: readonly number[], first: number): boolean | null {
  const energy = energies[energies.length - 1];
  if (!(energy < BURST * first)) return false;
  if (energy < GONE * first) return true;
  const looks = energies.length;
  if (!DECISIONS.some((count) => count === looks)) return null;
  const growth = mean(energies.slice(-looks / 4)) / mean(energies.slice(looks / 4, looks / 2));
  if (growth > GROWS) return false;
  if (growth < FALLS) return true;
  return looks === DECISIONS[DECISIONS.length - 1] ? growth < NEITHER : null;
}

/** @returns Whether a sheet that falls is stable; null until that is clear. */
function decideFall(energies: readonly number[], first: number, { gravity, timeStep }: LabSettings): boolean | null {
  if (!(energies[energies.length - 1] < first + GAIN * totalMass * gravity * SIZE)) return false;
  const looks = FALL / (timeStep * STEPS_PER_LOOK);
  return energies.length < Math.min(Math.max(looks, FALL_LOOKS.min), FALL_LOOKS.max) ? null : true;
}

/** Whether a sheet that was in motion is exactly where it was: the host learns of undone steps some frames late. */
function wasUndone([, before, then]: ThreeSteps, [now]: ThreeSteps): boolean {
  const ways = then.map((x, i) => Math.abs(x - before[i]));
  return Math.max(...ways) > STILL && then.every((x, i) => x === now[i]);
}
