// Bodies that a cloth pushes, on the CPU: how they move within a step before the host knows. Twin of pushedBodies.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { Collider, Pose } from "./functions/contact.js";
import { mobilityAt, type BodyChange } from "./functions/bodies.js";
import { createVector, cross, scale, subtract, transform, type Vector } from "./vectors.js";

const { round } = Math;
const { BODY_SUMS, IMPULSE_UNIT, LOAD_UNIT } = constants;
/** Linear and angular impulse. */
const IMPULSE = BODY_SUMS / 2;

const arm = createVector();
const angular = createVector();

/** What a cloth has done to each of its colliders. */
export class CpuBodies {
  /** Impulses and ways since the start, see colliderKinds.wgsl: shape [colliders, BODY_SUMS], whole parts. */
  public sums = new Int32Array(0);
  /** What of it the host has handed on, the same. */
  public handed = new Int32Array(0);
  /** Sums at the start of the step, or of its part. */
  private _start = new Int32Array(0);
  /** Impulses of this substep, and the mass that they have moved over that of the body. */
  private _fresh = new Int32Array(0);
  private _freshLoads = new Int32Array(0);
  private _loads = new Int32Array(0);
  private _colliders: readonly Collider[] = [];
  /** Of these: see ColliderState.bodyId. */
  private readonly _ids: number[] = [];
  private readonly _change: BodyChange = {
    velocity: createVector(),
    spin: createVector(),
    way: createVector(),
    turn: createVector(),
    load: 0,
  };

  /**
   * @param colliders - Of the cloth.
   * @param count - How many of them count.
   */
  public begin(colliders: readonly Collider[], count: number): void {
    this._colliders = colliders;
    if (this.sums.length < BODY_SUMS * count) {
      const grown = (old: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> => {
        const made = new Int32Array(size * count);
        made.set(old);
        return made;
      };
      this.sums = grown(this.sums, BODY_SUMS);
      this.handed = grown(this.handed, BODY_SUMS);
      this._start = grown(this._start, BODY_SUMS);
      this._fresh = grown(this._fresh, IMPULSE);
      this._freshLoads = grown(this._freshLoads, 1);
      this._loads = grown(this._loads, 1);
    }
    this._forgetOthers(count);
  }

  /** Keeps the sums as a step or a part of it finds them, those of the last substep with them: keepSums. */
  public keep(): void {
    this._start.set(this.sums);
    for (let c = 0; IMPULSE * c < this._fresh.length; c++) {
      for (let k = 0; k < IMPULSE; k++) {
        this._start[BODY_SUMS * c + k] += this._fresh[IMPULSE * c + k];
      }
    }
  }

  /** The step is undone: sums are those that were kept. */
  public undo(): void {
    this.sums.set(this._start);
    for (const list of [this._fresh, this._freshLoads, this._loads]) {
      list.fill(0);
    }
  }

  /**
   * Impulses of the last substep act in this one; at the end of a step they are summed alone: settleAll.
   *
   * @param count - Colliders.
   * @param substepTime - [s]
   * @param isEnd - Whether it is the end of a step.
   */
  public settle(count: number, substepTime: number, isEnd: boolean): void {
    for (let c = 0; c < count; c++) {
      const { isPushed, body } = this._colliders[c];
      if (isPushed !== 0 && body === c) {
        for (let k = 0; k < IMPULSE; k++) {
          this.sums[BODY_SUMS * c + k] += this._fresh[IMPULSE * c + k];
          this._fresh[IMPULSE * c + k] = 0;
        }
        if (!isEnd) {
          this._moveBody(c, substepTime);
        }
      }
    }
  }

  /** Mass that moves the body of collider `c` in this substep, over its own. */
  public freshLoadOf(c: number): number {
    return this._freshLoads[this._colliders[c].body] / LOAD_UNIT;
  }

  /** What the body of collider `c` does beside what the host knows. The same object, until the next call. */
  public changeOf(c: number): BodyChange {
    const change = this._change;
    const collider = this._colliders[c];
    const { body, inverseMass, inverseInertia } = collider;
    const read = (out: Vector, from: number): Vector => {
      for (let axis = 0; axis < 3; axis++) {
        const at = BODY_SUMS * body + from + axis;
        out[axis] = ((this.sums[at] - this.handed[at]) | 0) / IMPULSE_UNIT;
      }
      return out;
    };
    scale(change.velocity, read(change.velocity, 0), inverseMass);
    transform(change.spin, inverseInertia, read(angular, 3));
    read(change.way, IMPULSE);
    read(change.turn, IMPULSE + 3);
    change.load = this._loads[body] / LOAD_UNIT;
    return change;
  }

  /**
   * Collects an impulse.
   *
   * @param c - On a collider.
   * @param impulse - [N s]
   * @param mass - Of the particle that gives it [kg].
   * @param point - Where [m].
   * @param pose - Of the collider.
   */
  public push(c: number, impulse: Vector, mass: number, point: Vector, pose: Pose): void {
    const collider = this._colliders[c];
    subtract(arm, subtract(arm, point, pose.position), collider.toCenter);
    cross(angular, arm, impulse);
    const at = IMPULSE * collider.body;
    for (let axis = 0; axis < 3; axis++) {
      this._fresh[at + axis] += round(impulse[axis] * IMPULSE_UNIT);
      this._fresh[at + 3 + axis] += round(angular[axis] * IMPULSE_UNIT);
    }
    this._freshLoads[collider.body] += round(mass * mobilityAt(collider, arm) * LOAD_UNIT);
  }

  /** Where one body takes the place of another, sums begin anew: see SolverColliders. */
  private _forgetOthers(count: number): void {
    const ids = this._ids;
    let areOthers = false;
    for (let c = 0; c < Math.max(count, ids.length); c++) {
      const id = c < count ? this._colliders[c].bodyId : 0;
      areOthers ||= id !== (ids.at(c) ?? 0);
      ids[c] = id;
    }
    if (areOthers) {
      for (const list of [this.sums, this.handed, this._fresh, this._freshLoads, this._loads]) {
        list.fill(0);
      }
    }
  }

  /** A body goes on for a substep. */
  private _moveBody(c: number, substepTime: number): void {
    this._loads[c] = this._freshLoads[c];
    this._freshLoads[c] = 0;
    const { velocity, spin } = this.changeOf(c);
    for (let axis = 0; axis < 3; axis++) {
      const at = BODY_SUMS * c + IMPULSE + axis;
      this.sums[at] += round(velocity[axis] * substepTime * IMPULSE_UNIT);
      this.sums[at + 3] += round(spin[axis] * substepTime * IMPULSE_UNIT);
    }
  }
}
