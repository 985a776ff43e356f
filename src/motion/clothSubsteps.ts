import type { Cloth } from "../cloth/cloth.js";
import { STANDARD_SUBSTEPS } from "../options/solverSettings.js";
import { chooseSubsteps, startingWith } from "./substepChoice.js";
import { wantedSubsteps } from "./wantedSubsteps.js";

/** Number of a read that is answered at once. */
const NOW = -1;

/** Substeps of a cloth: those of its settings, or, for "auto", those that are chosen by what is known of its strain. */
export class ClothSubsteps {
  /** Those of cloths that it is sewn to or shares its air with, which take no fewer. */
  public least = 0;
  private _state = startingWith(STANDARD_SUBSTEPS, 0);
  /** Simulated in all [s]. */
  private _time = 0;
  /** Time by the number of a read that is on its way. */
  private readonly _marks = new Map<number, number>();

  /** @param _mesh - The cloth. */
  public constructor(private readonly _mesh: Cloth) {}

  /** Per 1/60 s, also before the next step takes them from the settings. */
  public get count(): number {
    return Math.max(this.wanted, this.least);
  }

  /** What the cloth would take alone, per 1/60 s. */
  public get wanted(): number {
    return wantedSubsteps(this._mesh, this._mesh.nets.current, this._state.substeps);
  }

  /** The settings have changed. */
  public followSettings(): void {
    this.startWith(this.wanted);
  }

  /** @param substeps - Go on from so many per 1/60 s. */
  public startWith(substeps: number): void {
    if (substeps !== this._state.substeps) {
      this._state = startingWith(substeps, this._time);
    }
  }

  /** @param seconds - Simulated in a step. */
  public advance(seconds: number): void {
    this._time += seconds;
  }

  /** What is on its way tells of another shape. */
  public forget(): void {
    this._marks.clear();
  }

  /** @param read - Number of a read that is recorded now and answered later. */
  public mark(read: number): void {
    this._marks.set(read, this._time);
  }

  /**
   * The strain of the cloth when a read was marked.
   *
   * @param read - Its number.
   * @param strain99 - See struct ClothState; 0 if it was not measured.
   */
  public know(read: number, strain99: number): void {
    const time = this._marks.get(read);
    const { substeps, maxSubsteps: max, strainGoal: goal } = this._mesh.solver;
    if (time !== undefined && substeps === "auto" && strain99 > 0) {
      this._state = chooseSubsteps(this._state, { time, now: this._time, strain99 }, { max, goal });
    }
  }

  /** @param strain99 - Of now. */
  public knowNow(strain99: number): void {
    this.mark(NOW);
    this.know(NOW, strain99);
  }
}
