// How cloth moves as one body, kept as its links and bends move it. Twin of gridMomentum.wgsl.
import { mat3, vec3 } from "gl-matrix";
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import { freedomIn, hingeOf } from "../freedom.js";
import type { RestGrid } from "../restGrid.js";
import type { CpuParticles } from "./cpuParticles.js";
import {
  add,
  addFrom,
  addTo,
  copy,
  createVector,
  cross,
  dot,
  length,
  load,
  loadDifference,
  scale,
  scaleAndAdd,
  store,
  subtract,
  type Rounded,
  type Vector,
} from "./vectors.js";

const { NO_FREEDOM, HINGE_TOLERANCE, LEAST_INERTIA, UNPINNED, TURNS_ABOUT_LINE } = constants;

const point = createVector();
const way = createVector();
const before = createVector();
const kept = createVector();
const moment = createVector();
const line = createVector();

/** What the links and bends of a cloth have done to its momenta in a step. */
export class CpuMomentum {
  /** Whether the cloth can move or turn as one body; else nothing is noted. */
  public isFree = false;
  private _freedom: number = NO_FREEDOM;
  private _pins = { hingeFirst: 0, hingeSecond: 0 };
  private readonly _linear = createVector();
  private readonly _angular = createVector();
  /** Motion of each particle before links move it, shape [count, 3]. */
  private readonly _free: Float32Array;

  /**
   * @param _particles - Are watched and turned back.
   * @param _restGrid - They at rest.
   */
  public constructor(
    private readonly _particles: CpuParticles,
    private readonly _restGrid: RestGrid,
  ) {
    this._free = new Float32Array(3 * _particles.count);
  }

  /** @param step - Begins. Nothing is kept where particles weigh more as they collide. */
  public begin(step: Rounded<ClothStep>): void {
    const pins = [...this._particles.inverseMasses.keys()].filter((i) => this._particles.inverseMasses[i] === 0);
    const hinge = hingeOf(this._restGrid, pins);
    this._pins = hinge.pins;
    this._freedom = freedomIn(hinge, step);
    this.isFree = step.collisionMassScale === 0 && this._freedom !== NO_FREEDOM;
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
      this.noteChange(i, previous, subtract(way, way, load(before, this._free, at)));
    }
  }

  /**
   * @param i - A particle. Of pins nothing is noted.
   * @param places - Where all particles are before they move [m], shape [count, 3].
   * @param change - Of its motion in a substep, for no reason outside of the cloth [m].
   */
  public noteChange(i: number, places: Float32Array, change: Vector): void {
    const inverseMass = this._particles.inverseMasses[i];
    if (inverseMass > 0) {
      if (this._freedom === UNPINNED) {
        load(point, places, 3 * i);
      } else {
        loadDifference(point, places, 3 * i, 3 * this._pins.hingeFirst);
      }
      scaleAndAdd(this._linear, this._linear, change, 1 / inverseMass);
      scaleAndAdd(this._angular, this._angular, cross(moment, point, change), 1 / inverseMass);
    }
  }

  /**
   * Takes back what was noted.
   *
   * @param isExact - Whether one particle takes what rounding leaves of that.
   */
  public keep(isExact: boolean): void {
    const { count, positions, previous, remainders, inverseMasses } = this._particles;
    const isLoose = this._freedom === UNPINNED;
    const center = createVector();
    const drift = createVector();
    if (isLoose) {
      const mass = this._findCenter(center);
      scale(drift, this._linear, 1 / mass);
      subtract(this._angular, this._angular, cross(moment, center, this._linear));
    } else {
      load(center, positions, 3 * this._pins.hingeFirst);
    }
    const spin = this._spin(center);
    const rest = createVector();
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      if (!(inverseMasses[i] > 0)) {
        continue;
      }
      cross(way, spin, subtract(point, load(point, positions, at), center));
      load(before, previous, at);
      addFrom(copy(kept, drift), remainders, at, -1);
      addTo(previous, at, add(way, way, kept), 1);
      remainders.fill(0, at, at + 3);
      subtract(way, load(way, previous, at), before);
      scaleAndAdd(rest, rest, subtract(way, kept, way), 1 / inverseMasses[i]);
    }
    if (isExact && isLoose) {
      addTo(previous, 0, rest, inverseMasses[0]);
    }
  }

  /** Center of mass; returns the mass. */
  private _findCenter(center: Vector): number {
    const { count, positions, inverseMasses } = this._particles;
    let mass = 0;
    for (let i = 0; i < count; i++) {
      if (inverseMasses[i] > 0) {
        mass += 1 / inverseMasses[i];
        scaleAndAdd(center, center, load(point, positions, 3 * i), 1 / inverseMasses[i]);
      }
    }
    scale(center, center, 1 / mass);
    return mass;
  }

  /** Turn per substep that has the angular momentum which was noted, as far as pins allow it. */
  private _spin(center: Vector): Vector {
    const { count, positions, inverseMasses } = this._particles;
    const { hingeFirst, hingeSecond } = this._pins;
    loadDifference(line, positions, 3 * hingeSecond, 3 * hingeFirst);
    const inertia: mat3 = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (let i = 0; i < count; i++) {
      subtract(point, load(point, positions, 3 * i), center);
      for (let entry = 0; entry < 9 && inverseMasses[i] > 0; entry++) {
        inertia[entry] -= (point[entry % 3] * point[Math.floor(entry / 3)]) / inverseMasses[i];
      }
      const isPin = this._freedom === TURNS_ABOUT_LINE && inverseMasses[i] === 0;
      if (isPin && length(cross(way, line, point)) > HINGE_TOLERANCE * dot(line, line)) {
        return createVector();
      }
    }
    const sum = -(inertia[0] + inertia[4] + inertia[8]);
    for (const entry of [0, 4, 8] as const) {
      inertia[entry] += (1 + LEAST_INERTIA) * sum;
    }
    const [x, y, z] = this._angular;
    if (this._freedom === TURNS_ABOUT_LINE) {
      // With the line in place of its direction, both sides have its squared length twice.
      const [a, b, c] = vec3.transformMat3([0, 0, 0], [line[0], line[1], line[2]], inertia);
      const along = line[0] * a + line[1] * b + line[2] * c;
      return scale(createVector(), line, dot(line, this._angular) / Math.max(along, 1e-30));
    }
    const turn = mat3.invert(inertia, inertia) ? vec3.transformMat3([0, 0, 0], [x, y, z], inertia) : [0, 0, 0];
    return Float64Array.from(turn);
  }
}
