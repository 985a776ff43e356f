// A net of damped springs and its integrators, in float32 as the kernel or in float64 as a reference. Twin of gridSprings.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { NetCounts } from "../restGrid.js";
import { adamsBashforth, nextStage, stageCount } from "./functions/integrators.js";
import { createVector } from "./vectors.js";

const { ADAMS_BASHFORTH, FORMER_RATES } = constants;
const { max, sqrt } = Math;

/** Numbers of the state. */
type Numbers = Float32Array | Float64Array;

/** How particles are accelerated. Meaning of the members: struct Cloth in structs.wgsl. */
export interface SpringLaw {
  readonly springStiffness: number;
  readonly springShear: number;
  readonly springBend: number;
  readonly springDamping: number;
  readonly springViscosity: number;
  readonly dampingRate: number;
  readonly gravity: ArrayLike<number>;
}

/** Springs of a particle: columns and rows to the other end. Four along the threads, four across the cells, four between those two apart. */
const OFFSETS = [
  ...[-1, 0, 1, 0, 0, -1, 0, 1],
  ...[-1, -1, 1, -1, -1, 1, 1, 1],
  ...[-2, 0, 2, 0, 0, -2, 0, 2],
] as const;
const SPRINGS = OFFSETS.length / 2;
const STATE = 6;

const start = createVector(STATE);
const here = createVector(STATE);
const rate = createVector(STATE);
const sum = createVector(STATE);
const first = createVector(STATE);
const second = createVector(STATE);
const third = createVector(STATE);

/** Particles with springs between them. */
export class SpringNet {
  /** Steps since the start, for Adams-Bashforth: only their remainder, and that there are enough, count. */
  public formerSteps = 0;
  /** By particle and spring: the other end, -1 where there is none, and the length at rest [m]. */
  private readonly _ends: Int32Array;
  private readonly _lengths: Numbers;
  private readonly _starts: Numbers;
  private readonly _rates: Numbers;
  private readonly _sums: Numbers;
  private readonly _former: readonly Numbers[];

  /**
   * @param net - Columns and rows.
   * @param positions - Of the particles [m], shape [particleCount, 3]; moved by {@link advance}.
   * @param velocities - Of the particles [m/s], shape [particleCount, 3]; changed by {@link advance}.
   * @param _inverseMasses - One over their masses [1/kg], 0 = it goes on at its velocity.
   */
  public constructor(
    { countU, countV, particleCount }: NetCounts,
    public readonly positions: Numbers,
    public readonly velocities: Numbers,
    private readonly _inverseMasses: Numbers,
  ) {
    const list = (size: number): Numbers =>
      positions instanceof Float64Array ? new Float64Array(size) : new Float32Array(size);
    this._ends = new Int32Array(SPRINGS * particleCount).map((_, at) => {
      const [i, spring] = [Math.floor(at / SPRINGS), at % SPRINGS];
      const column = (i % countU) + OFFSETS[2 * spring];
      const row = Math.floor(i / countU) + OFFSETS[2 * spring + 1];
      return column < 0 || row < 0 || column >= countU || row >= countV ? -1 : row * countU + column;
    });
    this._lengths = list(SPRINGS * particleCount);
    this._starts = list(STATE * particleCount);
    this._rates = list(STATE * particleCount);
    this._sums = list(STATE * particleCount);
    this._former = Array.from({ length: FORMER_RATES }, () => list(STATE * particleCount));
  }

  /** @param restPositions - Where springs are neither stretched nor pressed [m], shape [particleCount, 3]. */
  public measure(restPositions: Numbers): void {
    this._ends.forEach((end, at) => {
      const from = 3 * Math.floor(at / SPRINGS);
      const [x, y, z] = [0, 1, 2].map((axis) => restPositions[3 * max(end, 0) + axis] - restPositions[from + axis]);
      this._lengths[at] = end < 0 ? 0 : sqrt(x * x + y * y + z * z);
    });
  }

  /**
   * One step of an integrator.
   *
   * @param law - How particles are accelerated.
   * @param integrator - See integrators.wgsl.
   * @param time - Of the step [s].
   */
  public advance(law: SpringLaw, integrator: number, time: number): void {
    const { positions, velocities, _starts: starts, _sums: sums } = this;
    const count = this._inverseMasses.length;
    for (let i = 0; i < count; i++) {
      this._loadState(here, i);
      starts.set(here, STATE * i);
    }
    const stages = stageCount(integrator);
    for (let stage = 0; stage < stages; stage++) {
      for (let i = 0; i < count; i++) {
        this._findRate(law, i);
      }
      for (let i = 0; i < count; i++) {
        loadState(start, starts, i);
        loadState(rate, this._rates, i);
        loadState(sum, sums, i);
        this._loadState(here, i);
        nextStage(integrator, stage, time, start, here, rate, sum);
        if (integrator === ADAMS_BASHFORTH) {
          this._followFormer(i, time);
        }
        sums.set(sum, STATE * i);
        positions.set(here.subarray(0, 3), 3 * i);
        velocities.set(here.subarray(3), 3 * i);
      }
    }
    this.formerSteps += this.formerSteps >= 2 * FORMER_RATES ? 1 - FORMER_RATES : 1;
  }

  private _loadState(out: Float64Array, i: number): void {
    for (let axis = 0; axis < 3; axis++) {
      out[axis] = this.positions[3 * i + axis];
      out[3 + axis] = this.velocities[3 * i + axis];
    }
  }

  /** Twin of afterFormer: `here` has the step of Euler. */
  private _followFormer(i: number, time: number): void {
    const { formerSteps: steps, _former: former } = this;
    const formerOf = (step: number): Numbers => former[step % FORMER_RATES];
    loadState(third, formerOf(steps), i);
    formerOf(steps).set(rate, STATE * i);
    // A pin goes at the velocity that it is given.
    if (steps >= FORMER_RATES && this._inverseMasses[i] > 0) {
      loadState(first, formerOf(steps + 2), i);
      loadState(second, formerOf(steps + 1), i);
      adamsBashforth(here, time, start, rate, first, second, third);
    }
  }

  /** Twin of rateOf and springForce. */
  private _findRate(law: SpringLaw, i: number): void {
    const { positions, velocities, _rates: rates, _ends: ends, _lengths: lengths } = this;
    const inverseMass = this._inverseMasses[i];
    const { springStiffness, springShear, springBend, springDamping, springViscosity, dampingRate, gravity } = law;
    let [forceX, forceY, forceZ] = [0, 0, 0];
    for (let spring = 0; spring < SPRINGS; spring++) {
      const stiffness = spring < 4 ? springStiffness : spring < 8 ? springShear : springBend;
      const end = ends[SPRINGS * i + spring];
      if (stiffness === 0 || end < 0) {
        continue;
      }
      const x = positions[3 * end] - positions[3 * i];
      const y = positions[3 * end + 1] - positions[3 * i + 1];
      const z = positions[3 * end + 2] - positions[3 * i + 2];
      const u = velocities[3 * end] - velocities[3 * i];
      const v = velocities[3 * end + 1] - velocities[3 * i + 1];
      const w = velocities[3 * end + 2] - velocities[3 * i + 2];
      const reach = max(sqrt(x * x + y * y + z * z), 1e-20);
      const along = (x * u + y * v + z * w) / reach;
      const pull = (stiffness * (reach - lengths[SPRINGS * i + spring]) + springDamping * along) / reach;
      forceX += x * pull + u * springViscosity;
      forceY += y * pull + v * springViscosity;
      forceZ += z * pull + w * springViscosity;
    }
    const force = [forceX, forceY, forceZ];
    for (let axis = 0; axis < 3; axis++) {
      const velocity = velocities[3 * i + axis];
      rates[STATE * i + axis] = velocity;
      rates[STATE * i + 3 + axis] =
        inverseMass === 0 ? 0 : gravity[axis] - velocity * dampingRate + force[axis] * inverseMass;
    }
  }
}

function loadState(out: Float64Array, list: Numbers, i: number): void {
  for (let c = 0; c < STATE; c++) {
    out[c] = list[STATE * i + c];
  }
}
