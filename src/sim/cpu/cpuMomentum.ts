// Both momenta of cloth without pins. Twin of gridMomentum.wgsl.
import { mat3, vec3 } from "gl-matrix";
import { constants } from "../../shaders/shaders.gen.js";
import type { CpuParticles } from "./cpuParticles.js";
import {
  add,
  addFrom,
  addTo,
  copy,
  createVector,
  cross,
  load,
  scaleAndAdd,
  store,
  subtract,
  type Vector,
} from "./vectors.js";

const { LEAST_INERTIA } = constants;

const point = createVector();
const way = createVector();
const before = createVector();
const kept = createVector();
const moment = createVector();

/** What the links and bends of a cloth have done to its momenta in a step. */
export class CpuMomentum {
  /** Whether the cloth has no pins; else nothing is noted. */
  public isFree = false;
  private readonly _linear = createVector();
  private readonly _angular = createVector();
  /** Motion of each particle before links move it, shape [count, 3]. */
  private readonly _free: Float32Array;

  /** @param _particles - Are watched and turned back. */
  public constructor(private readonly _particles: CpuParticles) {
    this._free = new Float32Array(3 * _particles.count);
  }

  /** @param collisionMassScale - Other than 0, particles weigh more where they collide: then nothing is kept. */
  public begin(collisionMassScale: number): void {
    this.isFree = collisionMassScale === 0 && this._particles.inverseMasses.every((inverseMass) => inverseMass > 0);
    this._linear.fill(0);
    this._angular.fill(0);
  }

  /**
   * @param i - A particle.
   * @param motion - Of it in this substep, without links.
   */
  public noteMotion(i: number, motion: Vector): void {
    store(this._free, 3 * i, motion);
  }

  /** After links have moved the particles. */
  public noteLinks(): void {
    const { count, positions, previous, remainders } = this._particles;
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      subtract(way, load(way, positions, at), load(point, previous, at));
      addFrom(way, remainders, at, 1);
      this.noteChange(i, point, subtract(way, way, load(before, this._free, at)));
    }
  }

  /**
   * @param i - A particle.
   * @param position - Of it [m].
   * @param change - Of its motion in a substep, for no reason outside of the cloth [m].
   */
  public noteChange(i: number, position: Vector, change: Vector): void {
    const mass = 1 / this._particles.inverseMasses[i];
    scaleAndAdd(this._linear, this._linear, change, mass);
    scaleAndAdd(this._angular, this._angular, cross(moment, position, change), mass);
  }

  /**
   * Takes back what was noted.
   *
   * @param isExact - Whether one particle takes what rounding leaves of that.
   */
  public keep(isExact: boolean): void {
    const { count, positions, previous, remainders, inverseMasses } = this._particles;
    let mass = 0;
    const center = createVector();
    for (let i = 0; i < count; i++) {
      mass += 1 / inverseMasses[i];
      scaleAndAdd(center, center, load(point, positions, 3 * i), 1 / inverseMasses[i]);
    }
    center.forEach((sum, axis) => (center[axis] = sum / mass));
    const drift = this._linear.map((sum) => sum / mass);
    const spin = this._spin(center);
    const rest = createVector();
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      cross(way, spin, subtract(point, load(point, positions, at), center));
      load(before, previous, at);
      addFrom(copy(kept, drift), remainders, at, -1);
      addTo(previous, at, add(way, way, kept), 1);
      remainders.fill(0, at, at + 3);
      subtract(way, load(way, previous, at), before);
      scaleAndAdd(rest, rest, subtract(way, kept, way), 1 / inverseMasses[i]);
    }
    if (isExact) {
      addTo(previous, 0, rest, inverseMasses[0]);
    }
  }

  /** Turn per substep that has the angular momentum which was noted. */
  private _spin(center: Vector): Vector {
    const { count, positions, inverseMasses } = this._particles;
    const inertia: mat3 = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (let i = 0; i < count; i++) {
      subtract(point, load(point, positions, 3 * i), center);
      for (let entry = 0; entry < 9; entry++) {
        inertia[entry] -= (point[entry % 3] * point[Math.floor(entry / 3)]) / inverseMasses[i];
      }
    }
    const sum = -(inertia[0] + inertia[4] + inertia[8]);
    for (const entry of [0, 4, 8] as const) {
      inertia[entry] += (1 + LEAST_INERTIA) * sum;
    }
    const [x, y, z] = subtract(moment, this._angular, cross(moment, center, this._linear));
    const turn = mat3.invert(inertia, inertia) ? vec3.transformMat3([0, 0, 0], [x, y, z], inertia) : [0, 0, 0];
    return Float64Array.from(turn);
  }
}
