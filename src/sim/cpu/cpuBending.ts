// Bending on the CPU. Twin of gridBend.wgsl, and of the looks of bendFullResolution and twistFullResolution.
import type { BendWork } from "../bends.js";
import type { ClothStep } from "../clothStep.js";
import type { RestGrid } from "../restGrid.js";
import { CpuBendLines } from "./cpuBendLines.js";
import { CpuMixedBendLines } from "./cpuMixedBendLines.js";
import type { CpuMomentum } from "./cpuMomentum.js";
import type { CpuParticles } from "./cpuParticles.js";
import { CpuTwist } from "./cpuTwist.js";
import { CpuTwistStrips } from "./cpuTwistStrips.js";
import {
  add,
  addFrom,
  addTo,
  createVector,
  load,
  scale,
  scaleAndAdd,
  store,
  subtract,
  type Rounded,
} from "./vectors.js";

const point = createVector();
const way = createVector();

/** The bending of one cloth. */
export class CpuBending {
  private readonly _directions: readonly [CpuBendLines, CpuBendLines];
  private readonly _twist: CpuTwist;
  /** Null on a control grid. */
  private readonly _strips: CpuTwistStrips | null;
  /** Where particles will be at the next look, what moves them, and of a round: the way and what is left. Shape [particleCount, 3]. */
  private readonly _ahead: Float32Array;
  private readonly _moved: Float32Array;
  private readonly _way: Float32Array;
  private readonly _left: Float32Array;
  private readonly _pulls: Float32Array;

  /**
   * @param restGrid - Gives counts.
   * @param _particles - Are pushed.
   * @param isFullResolution - Whether lines are solved as there.
   */
  public constructor(
    restGrid: RestGrid,
    private readonly _particles: CpuParticles,
    isFullResolution: boolean,
  ) {
    const { countU, countV } = restGrid;
    const Lines = isFullResolution ? CpuMixedBendLines : CpuBendLines;
    this._directions = [new Lines(_particles, countV, countU, 1, 0), new Lines(_particles, countU, countV, countU, 2)];
    this._twist = new CpuTwist(restGrid, _particles);
    this._strips = isFullResolution ? new CpuTwistStrips(restGrid, _particles) : null;
    const points = (): Float32Array => new Float32Array(3 * restGrid.particleCount);
    this._ahead = points();
    this._moved = points();
    this._way = points();
    this._left = points();
    this._pulls = points();
  }

  /**
   * Gives each particle the velocity that bending gives it until it comes again.
   *
   * @param step - Its input.
   * @param rest - What bends at rest, from cookBends.
   * @param living - Which links live, shape [particleCount]; null: all of them.
   * @param work - How it is solved.
   * @param momentum - Of the cloth.
   * @param unhitMasses - Inverse masses but for what particles weigh more since they collided [1/kg], shape [particleCount].
   */
  public bend(
    step: Rounded<ClothStep>,
    rest: Float32Array,
    living: Uint32Array | null,
    work: BendWork,
    momentum: CpuMomentum,
    unhitMasses: Float32Array,
  ): void {
    if (work.bendRounds === 0) {
      return;
    }
    const { count, positions, previous, remainders, inverseMasses } = this._particles;
    // At full resolution bends add little, and are not noted.
    const isFree = momentum.isFree && !this._strips;
    const interval = work.bendInterval;
    const time = interval * step.substepTime;
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      load(point, positions, at);
      if (inverseMasses[i] > 0) {
        subtract(way, point, load(way, previous, at));
        scale(way, addFrom(way, remainders, at, 1), interval);
        scaleAndAdd(point, add(point, point, way), step.gravity, time * time);
      }
      store(this._ahead, at, point);
    }
    const [rows, columns] = this._directions;
    // Lines that are solved directly were factored before anything collided.
    const lineMasses = work.bendsDirectly > 0 && !this._strips ? unhitMasses : inverseMasses;
    rows.findStiffnesses(step.bendWarp, time * time, rest, living, lineMasses);
    columns.findStiffnesses(step.bendWeft, time * time, rest, living, lineMasses);
    this._moved.fill(0);
    if (this._strips) {
      this._bendLineByLine(rest);
      const bends = [step.bendWarp, step.bendWeft] as const;
      this._strips.untwist(bends, time * time, rest, living, this._ahead, this._moved);
    } else {
      this._twist.findStiffnesses(step.bendWarp, step.bendWeft, time * time, rest);
      if (work.bendsDirectly > 0) {
        this._bendLineByLine(rest);
        this._bendInRounds(rest, work.twistRounds, work.twistBound, true);
      } else {
        this._bendInRounds(rest, work.bendRounds, work.bendBound, false);
      }
    }
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      // The way of one substep out of those until bending comes again.
      scale(way, load(way, this._moved, at), 1 / interval);
      addTo(remainders, at, way, 1);
      if (isFree) {
        momentum.noteChange(i, positions, way);
      }
    }
  }

  private _bendLineByLine(rest: Float32Array): void {
    for (const lines of this._directions) {
      lines.findPulls(this._ahead, rest);
      const ways = lines.solve();
      for (let c = 0; c < ways.length; c++) {
        this._moved[c] += ways[c];
        this._ahead[c] += ways[c];
      }
    }
  }

  /** See bendInRounds in gridBend.wgsl. */
  private _bendInRounds(rest: Float32Array, rounds: number, bound: number, isTwistAlone: boolean): void {
    const { _moved: moved, _way: ways, _left: left } = this;
    const center = 1 + 0.5 * bound;
    const radius = 0.5 * bound;
    let share = radius / center;
    ways.set(this._ahead);
    for (let i = 0; i < rounds; i++) {
      const pulls = this._findPulls(ways, i === 0 ? rest : null, isTwistAlone);
      const next = i === 0 ? share : 1 / ((2 * center) / radius - share);
      for (let c = 0; c < ways.length; c++) {
        if (i === 0) {
          left[c] = pulls[c];
          ways[c] = left[c] / center;
        } else {
          left[c] += pulls[c] - ways[c];
          ways[c] = ways[c] * (next * share) + left[c] * ((2 * next) / radius);
        }
        moved[c] += ways[c];
      }
      share = next;
    }
  }

  /** See bendPulls. */
  private _findPulls(points: Float32Array, rest: Float32Array | null, isTwistAlone: boolean): Float32Array {
    const { _pulls: pulls } = this;
    const { count, inverseMasses } = this._particles;
    pulls.fill(0);
    this._twist.addPulls(pulls, points, rest);
    for (const lines of isTwistAlone ? [] : this._directions) {
      lines.findPulls(points, rest);
      lines.addPulls(pulls);
    }
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      store(pulls, at, scale(way, load(way, pulls, at), inverseMasses[i]));
    }
    return pulls;
  }
}
