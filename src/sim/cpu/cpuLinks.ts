// The links of a cloth in the steps of the CPU solver, whichever net it has: lines of a control grid, or levels of full resolution. There
// they may be cut, and may tear.
import { mat3 } from "gl-matrix";
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import { gatherLinks, type GatheredLink } from "../gathers.js";
import { cookLinks, LINK_FLOATS, spacingOf } from "../links.js";
import { UNSCALED } from "../points.js";
import type { RestGrid } from "../restGrid.js";
import { closeSeams } from "./cpuHold.js";
import { CpuLevels } from "./cpuLevels.js";
import { CpuLines } from "./cpuLines.js";
import type { CpuParticles } from "./cpuParticles.js";
import { CpuTears } from "./cpuTears.js";
import { strain99 } from "./functions/strain99.js";
import type { Rounded } from "./vectors.js";

/** The links of one cloth. */
export class CpuLinks {
  /** What is stretched at rest, from cookLinks; at first as if the mesh were not scaled. */
  public atRest: Float32Array;
  /** Of the step that has begun: with gathers. */
  private _now: Float32Array;
  private readonly _lines: CpuLines;
  private readonly _levels: CpuLevels;
  private readonly _tears: CpuTears;
  private _living: Uint32Array | null = null;
  /** Of the threads, 0 where there is none, shape [2 * particleCount]. */
  private readonly _strains: Float32Array;

  /**
   * @param _restGrid - The net at rest.
   * @param _particles - Are moved.
   * @param _isFullResolution - Whether they are solved as there.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    private readonly _particles: CpuParticles,
    private readonly _isFullResolution: boolean,
  ) {
    this._lines = new CpuLines(_restGrid, _particles);
    this._levels = new CpuLevels(_restGrid, _particles);
    this._tears = new CpuTears(_restGrid);
    this._strains = new Float32Array(2 * _restGrid.particleCount);
    this.atRest = this._now = cookLinks(_restGrid, UNSCALED);
  }

  /** Which links live, see clothKinds.wgsl, shape [particleCount]; null: all. */
  public get living(): Uint32Array | null {
    return this._living;
  }

  /** What is torn since the cloth was whole: see tears.ts. */
  public get torn(): Uint32Array<ArrayBuffer> {
    return this._tears.torn;
  }

  /** How far particles are apart at rest [m]. */
  public get spacing(): number {
    return spacingOf(this.atRest).spacing;
  }

  /** @param living - Which links live but for what is torn: see cutLinks. Shape [particleCount]. */
  public setLiving(living: Uint32Array): void {
    this._takeLiving(this._tears.setCut(living));
  }

  /** @param limits - Strains at which threads break: see cookTearLimits. Null: none does. */
  public setTearLimits(limits: Float32Array | null): void {
    this._tears.limits = limits;
    if (limits) {
      this._levels.letTear();
    }
  }

  /** @param step - Begins. */
  public begin(step: Rounded<ClothStep>): void {
    this._now = this.atRest;
    if (this._isFullResolution) {
      this._levels.begin(step);
      this._tear(step);
      return;
    }
    const change = step.reset === 0 ? pullChange(step) : 0;
    if (change !== 1) {
      this._particles.pulls.forEach((pull, i, pulls) => (pulls[i] = pull * change));
    }
  }

  /**
   * @param gathers - Links that are gathered in the step.
   * @param step - That has begun.
   */
  public gather(gathers: readonly GatheredLink[], step: Rounded<ClothStep>): void {
    if (this._isFullResolution) {
      this._levels.gather(gathers, step);
    } else {
      this._now = this.atRest.slice();
      gatherLinks(this._now, this.atRest, gathers, this._particles.positions, this._restGrid.countU);
    }
  }

  /**
   * @param particle - At which a link begins.
   * @param isColumn - Whether along its column.
   * @returns What its compliance is multiplied by; less than 0 if there is no link.
   */
  public slendernessAt(particle: number, isColumn: boolean): number {
    if (this._isFullResolution) {
      return this._levels.slendernessAt(particle, isColumn);
    }
    const at = LINK_FLOATS * particle + (isColumn ? 2 : 0);
    return this._now[at] > 0 ? this._now[at + 1] : -1;
  }

  /**
   * @param step - Input of the step.
   * @param substep - Of the step.
   * @param ballasts - Of particles [kg], which their inverse masses know.
   */
  public relax(step: Rounded<ClothStep>, substep: number, ballasts: ReadonlyMap<number, number>): void {
    if (this._isFullResolution) {
      this._levels.relax(step, substep, ballasts);
    } else {
      this._lines.relax(step, this._now);
    }
  }

  /** @param strainLimit - Threads that are strained more are shortened. */
  public shorten(strainLimit: number): void {
    if (this._isFullResolution) {
      this._levels.shorten(strainLimit);
      closeSeams(this._restGrid, this._particles.positions, this._particles.inverseMasses);
    } else {
      this._lines.limit(strainLimit, this._now);
    }
  }

  /** @returns The greatest strain of a thread. */
  public findStrains(): number {
    if (this._isFullResolution) {
      this._levels.findStrains(this._strains);
    } else {
      this._lines.findStrains(this._strains, this._now);
    }
    return this._strains.reduce((most, strain) => Math.max(most, strain), 0);
  }

  /**
   * @param strainGoal - Of the cloth; 0: nothing is asked.
   * @returns Strain that 99 of 100 threads stay below, as they were found last.
   */
  public strain99(strainGoal: number): number {
    if (!(strainGoal > 0)) {
      return 0;
    }
    const { countU, countV } = this._restGrid;
    const linkCount = this._isFullResolution ? this._levels.threadCount : 2 * countU * countV - countU - countV;
    return strain99(this._strains, linkCount, strainGoal);
  }

  /** Threads that the last step has strained too much break. */
  private _tear(step: Rounded<ClothStep>): void {
    const { _tears: tears, _levels: levels, _strains: strains } = this;
    let living = step.reset !== 0 ? tears.forget() : null;
    if (tears.limits && step.reset === 0) {
      levels.findStrains(strains);
      living = tears.tear(strains);
    }
    if (living) {
      this._takeLiving(living);
      levels.begin(step);
    }
  }

  private _takeLiving(living: Uint32Array): void {
    this._living = living;
    this._levels.setLivingLinks(living);
  }
}

/** See pullChange in gridRelax.wgsl. */
function pullChange({ timeChange, carry, carryMode }: Rounded<ClothStep>): number {
  const shrinking = Math.min(Math.abs(mat3.determinant(carry)), 1);
  return timeChange ** 2 * (carryMode === constants.TELEPORTED ? shrinking : 1);
}
