// Ballast of particles that touch bodies, on the CPU. Twin of gridBallast.wgsl, takeBallast, giveBallast and of ballastOf in pushedBodies.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import type { CpuCollide } from "./cpuCollide.js";
import { createPose } from "./cpuCollide.js";
import { holdParticle } from "./cpuHold.js";
import type { CpuParticles } from "./cpuParticles.js";
import type { Collider } from "./functions/contact.js";
import type { Tethers } from "../tethers.js";
import { addFrom, createVector, load, scale, subtract, type Rounded } from "./vectors.js";

const { min } = Math;
const { BALLAST_GRIP, BALLAST_SHARE } = constants;

const pose = createPose();
const change = createVector();
const before = createVector();
const arm = createVector();

/** What particles of one cloth carry of the bodies that they touch. */
export class CpuBallast {
  /** Inverse masses without it, and motions before links change them, shape [count, 3]; only of particles with ballast. */
  private readonly _inverseMasses: Float32Array;
  private readonly _motions: Float32Array;
  private readonly _masses = new Map<number, number>();

  /**
   * @param _particles - Carry it.
   * @param _collide - Knows what they touch.
   * @param _colliders - Of the cloth.
   */
  public constructor(
    private readonly _particles: CpuParticles,
    private readonly _collide: CpuCollide,
    private readonly _colliders: readonly Collider[],
  ) {
    this._inverseMasses = new Float32Array(_particles.count);
    this._motions = new Float32Array(3 * _particles.count);
  }

  /** What particles have in this substep, by their numbers [kg]. */
  public get masses(): ReadonlyMap<number, number> {
    return this._masses;
  }

  /** Particles that have moved weigh more until {@link give}: a part of moveParticles in gridMove.wgsl. */
  public take(step: Rounded<ClothStep>): void {
    const { count, positions, previous, remainders, inverseMasses } = this._particles;
    this._masses.clear();
    if (!this._colliders.some(({ isPushed }) => isPushed !== 0)) {
      return;
    }
    for (let i = 0; i < count; i++) {
      const ballast = inverseMasses[i] > 0 ? this._ballastOf(this._collide.touched[i], step) : 0;
      if (ballast > 0) {
        this._masses.set(i, ballast / inverseMasses[i]);
        this._inverseMasses[i] = inverseMasses[i];
        inverseMasses[i] /= 1 + ballast;
        for (let at = 3 * i; at < 3 * i + 3; at++) {
          this._motions[at] = positions[at] - previous[at] + remainders[at];
        }
      }
    }
  }

  /**
   * Tethers stop particles with their ballast; then bodies get what links and tethers have changed of its motion: giveToBodies.
   *
   * @param step - Input of the step.
   * @param tethers - Of the cloth.
   * @param time - At the start of the substep, from 0 to 1 within the step.
   */
  public give(step: Rounded<ClothStep>, tethers: Tethers, time: number): void {
    const { positions, previous, remainders, inverseMasses } = this._particles;
    for (const [i, mass] of this._masses) {
      const c = this._collide.touched[i];
      holdParticle(positions, tethers, step.tetherLimit, i);
      subtract(change, load(change, positions, 3 * i), load(arm, previous, 3 * i));
      addFrom(change, remainders, 3 * i, 1);
      subtract(change, change, load(before, this._motions, 3 * i));
      this._collide.poseAt(pose, c, this._colliders[c], time);
      this._collide.bodies.push(c, scale(change, change, mass / step.substepTime), 0, arm, pose);
      inverseMasses[i] = this._inverseMasses[i];
    }
    this._masses.clear();
  }

  /** Mass of a particle's ballast over its own: ballastOf. `c`: the body that it touches; less than 0 for none. */
  private _ballastOf(c: number, { friction }: Rounded<ClothStep>): number {
    const collider = c >= 0 ? this._colliders.at(c) : null;
    const load = collider && collider.isPushed !== 0 ? this._collide.bodies.freshLoadOf(c) : 0;
    return collider && load > 0 ? (BALLAST_SHARE * min((friction * collider.friction) / BALLAST_GRIP, 1)) / load : 0;
  }
}
