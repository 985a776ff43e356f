// The spring model in the steps of the CPU solver. Twin of stepSprings.compute.wgsl and of followMotion and formerSteps in gridSprings.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import type { RestGrid } from "../restGrid.js";
import { carriedPosition } from "./cpuCarry.js";
import type { CpuParticles } from "./cpuParticles.js";
import { SpringNet } from "./springNet.js";
import { createVector, load, scaleAndAdd, store, transform, type Rounded } from "./vectors.js";

const { ADAMS_BASHFORTH, CARRIED, DIVERGED_STRAIN, LONGEST_COUNT, NOT_CARRIED } = constants;

const position = createVector();
const velocity = createVector();

/** The springs of one cloth. */
export class CpuSprings {
  private readonly _net: SpringNet;
  private readonly _velocities: Float32Array;
  /** What particles have covered in the substep, as the other phases know it [m], shape [count, 3]. */
  private readonly _motion: Float32Array;
  private readonly _rest: Float32Array;
  /** Substeps of the cloth after the last step that it has taken. */
  private _substeps = -1;

  /**
   * @param _restGrid - The net at rest.
   * @param _particles - Are moved.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    private readonly _particles: CpuParticles,
  ) {
    const { count, positions, inverseMasses } = _particles;
    this._velocities = new Float32Array(3 * count);
    this._motion = new Float32Array(3 * count);
    this._rest = new Float32Array(3 * count);
    this._net = new SpringNet(_restGrid, positions, this._velocities, inverseMasses);
  }

  /**
   * Start of a step: velocities, and lengths of springs.
   *
   * @param step - Its input.
   * @param substepsBefore - Of the cloth.
   */
  public begin(step: Rounded<ClothStep>, substepsBefore: number): void {
    const goesOn = step.timeChange === 1 && step.reset === 0 && step.carryMode === NOT_CARRIED;
    if (!goesOn || step.integrator !== ADAMS_BASHFORTH || substepsBefore !== this._substeps) {
      this._net.formerSteps = 0;
    }
    const { restPositions } = this._restGrid;
    for (let at = 0; at < restPositions.length; at += 3) {
      store(this._rest, at, transform(position, step.linear, load(position, restPositions, at)));
    }
    this._net.measure(this._rest);
    this._particles.pulls.fill(0);
    this._velocities.fill(0);
    this._motion.fill(0);
    this.follow(step);
  }

  /** Velocities, after other phases have changed positions or previous positions. */
  public follow({ substepTime }: Rounded<ClothStep>): void {
    const { positions, previous } = this._particles;
    for (let c = 0; c < positions.length; c++) {
      const motion = Math.fround(positions[c] - previous[c]);
      this._velocities[c] += (motion - this._motion[c]) / substepTime;
      this._motion[c] = motion;
    }
  }

  /**
   * One substep.
   *
   * @param step - Input of the step.
   * @param time - At the start of the substep, from 0 to 1 within the step.
   */
  public advance(step: Rounded<ClothStep>, time: number): void {
    const { positions, previous } = this._particles;
    if (step.carryMode === CARRIED) {
      this._carryAlong(step, time);
    }
    this._net.advance(step, step.integrator, step.substepTime);
    for (let at = 0; at < positions.length; at += 3) {
      load(position, positions, at);
      store(previous, at, scaleAndAdd(position, position, load(velocity, this._velocities, at), -step.substepTime));
    }
    for (let c = 0; c < positions.length; c++) {
      this._motion[c] = positions[c] - previous[c];
    }
  }

  /**
   * End of a step.
   *
   * @param substeps - Of the cloth.
   * @param maxStrain - The greatest of its springs along threads.
   * @returns Whether the step has not diverged.
   */
  public end(substeps: number, maxStrain: number): boolean {
    const isWell = maxStrain <= DIVERGED_STRAIN;
    this._substeps = isWell ? substeps % LONGEST_COUNT : -1;
    return isWell;
  }

  /** As far as the inertia scale does not hold the cloth back, the mesh takes free particles along. */
  private _carryAlong(step: Rounded<ClothStep>, time: number): void {
    const { positions, inverseMasses } = this._particles;
    for (let i = 0, at = 0; at < positions.length; i++, at += 3) {
      if (inverseMasses[i] > 0) {
        store(positions, at, carriedPosition(position, step, load(position, positions, at), time));
        store(this._velocities, at, transform(velocity, step.carry, load(velocity, this._velocities, at)));
      }
    }
  }
}
