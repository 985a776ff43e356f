// Lines that end at seams on the CPU. Twin of answerLines, pullLines, moveLines, closeSeams and shiftLines, in this order.
import { constants } from "../../shaders/shaders.gen.js";
import type { NetCounts } from "../restGrid.js";
import { seamEnds } from "../seamLines.js";
import type { SeamSystem } from "../seamSystem.js";
import { CpuSeamLine } from "./cpuSeamLine.js";
import type { SewnCloth } from "./sewnCloth.js";
import { addTo, createVector, cross, dot, scale, scaleAndAdd, set, transform, type Vector } from "./vectors.js";

const { abs } = Math;
const { PIVOT, SEAM_ROUNDS } = constants;

const way = createVector();
const left = createVector();
const mobility = createVector(9);
const inverse = createVector(9);
const NOTHING = createVector();

/** A particle of stitches. */
interface Sewn {
  /** That ends there, and whether with its last node; null: none does. */
  readonly line: CpuSeamLine | null;
  readonly isLast: boolean;
  /** Place of the particle at the other end, if that is sewn as well; -1 if not. */
  readonly other: number;
  /** Sum of the weights of its stitches, without signs. */
  readonly weight: number;
  inverseMass: number;
  /** Along its line; zero if there is none. */
  readonly inward: Vector;
  /** What stitches pull with, and how much longer that makes the first link. */
  readonly pull: Vector;
  longer: number;
}

/** Moves the lines that end at stitches. */
export class CpuSeamLines {
  private readonly _lines: readonly CpuSeamLine[];
  private readonly _sewn: readonly Sewn[];
  /** Places of the particles of each stitch. */
  private readonly _places: readonly (readonly number[])[];
  /** Of each stitch. */
  private readonly _pulls: Float64Array;

  /**
   * @param _system - The stitches.
   * @param nets - Of the cloths.
   */
  public constructor(
    private readonly _system: SeamSystem,
    nets: readonly NetCounts[],
  ) {
    const { rows, particles } = _system;
    this._pulls = new Float64Array(3 * rows.length);
    this._places = rows.map((row) => row.particles.map((particle, k) => _system.placeOf(row.cloths[k], particle)));
    const lines = new Map<string, CpuSeamLine>();
    this._sewn = seamEnds(_system, nets).map((end, place) => {
      const { cloth, rows: own } = particles[place];
      const line = end && CpuSeamLine.At(lines, end, place, cloth, nets[cloth]);
      return {
        line,
        isLast: end?.isLast ?? false,
        other: end?.other ?? -1,
        weight: own.reduce((sum, [, weight]) => sum + abs(weight), 0),
        inverseMass: 0,
        inward: createVector(),
        pull: createVector(),
        longer: 0,
      };
    });
    this._lines = [...lines.values()];
  }

  /**
   * @param cloths - Are moved.
   * @param closings - What of the gap of each stitch is to close, shape [rows, 3].
   */
  public pull(cloths: readonly SewnCloth[], closings: Float64Array): void {
    for (const line of this._lines) {
      line.answer(cloths[line.cloth]);
    }
    this._begin(cloths);
    for (let round = 0; round < SEAM_ROUNDS; round++) {
      this._findPulls();
      this._pullTogether(closings);
    }
    this._findPulls();
    for (const line of this._lines) {
      const [first, last] = line.ends;
      line.findWays(cloths[line.cloth], this._longerAt(first), this._longerAt(last));
    }
    for (let round = 0; round < SEAM_ROUNDS; round++) {
      this._close(closings);
      this._findPulls();
    }
    this._move(cloths);
  }

  /** Nothing pulls yet. */
  private _begin(cloths: readonly SewnCloth[]): void {
    this._pulls.fill(0);
    this._sewn.forEach((sewn, place) => {
      const { cloth, particle } = this._system.particles[place];
      sewn.inverseMass = cloths[cloth].isStill ? 0 : cloths[cloth].particles.inverseMasses[particle];
      sewn.inward.fill(0);
      sewn.line?.inwardAt(sewn.isLast, sewn.inward);
    });
  }

  private _findPulls(): void {
    this._sewn.forEach((sewn, place) => {
      sewn.pull.fill(0);
      for (const [row, weight] of this._system.particles[place].rows) {
        scaleAndAdd(sewn.pull, sewn.pull, vectorOf(this._pulls, row), weight);
      }
      sewn.longer = sewn.inverseMass * dot(sewn.inward, sewn.pull);
    });
  }

  /** Each stitch pulls more, by what is left of its gap. */
  private _pullTogether(closings: Float64Array): void {
    this._system.rows.forEach(({ weights }, row) => {
      left.set(vectorOf(closings, row));
      mobility.fill(0);
      this._places[row].forEach((place, k) => {
        const { line, isLast, other, inverseMass, inward, pull, longer } = this._sewn[place];
        const { own, across } = line ? line.couplingsAt(isLast) : { own: 0, across: 0 };
        const tension = own * longer + across * this._longerAt(other);
        scaleAndAdd(left, left, pull, -weights[k] * inverseMass);
        scaleAndAdd(left, left, inward, weights[k] * inverseMass * tension);
        this._addMobility(this._sewn[place], own, across, abs(weights[k]));
      });
      const pull = vectorOf(this._pulls, row);
      scaleAndAdd(pull, pull, solve(left, mobility), 1);
    });
  }

  /** See mobilityOf in pullRounds.wgsl. */
  private _addMobility(
    { other, weight, inverseMass, inward }: Sewn,
    own: number,
    across: number,
    factor: number,
  ): void {
    const side = factor * weight * inverseMass;
    const beyond = other < 0 ? 0 : this._sewn[other].weight * this._sewn[other].inverseMass * abs(across);
    const along = -side * inverseMass * own + factor * inverseMass * beyond;
    for (let i = 0; i < 3; i++) {
      mobility[4 * i] += side + PIVOT * (side + abs(along));
      for (let j = 0; j < 3; j++) {
        mobility[3 * i + j] += along * inward[i] * inward[j];
      }
    }
  }

  /** The same for lines that have moved, whose ends follow a pull alike in all directions. */
  private _close(closings: Float64Array): void {
    this._system.rows.forEach(({ weights }, row) => {
      left.set(vectorOf(closings, row));
      let sum = 0;
      this._places[row].forEach((place, k) => {
        const { line, isLast, other, weight, inverseMass, pull } = this._sewn[place];
        const { own, across } = line ? line.mobilitiesAt(isLast) : { own: inverseMass, across: 0 };
        line?.addWayAt(isLast, left, weights[k]);
        scaleAndAdd(left, left, pull, -weights[k] * own);
        scaleAndAdd(left, left, this._pullAt(other), -weights[k] * across);
        sum += abs(weights[k]) * (weight * own + (other < 0 ? 0 : this._sewn[other].weight * across));
      });
      const pull = vectorOf(this._pulls, row);
      scaleAndAdd(pull, pull, left, sum > 0 ? 1 / sum : 0);
    });
  }

  private _move(cloths: readonly SewnCloth[]): void {
    this._sewn.forEach(({ line, inverseMass, pull }, place) => {
      const { cloth: number, particle } = this._system.particles[place];
      const cloth = cloths[number];
      if (line) {
        // What the seam does is no error of the links.
        cloth.noteLinks(particle, scale(way, pull, inverseMass));
      } else {
        addTo(cloth.particles.positions, 3 * particle, pull, -inverseMass);
      }
    });
    for (const line of this._lines) {
      const [first, last] = line.ends;
      line.move(cloths[line.cloth], this._pullAt(first), this._pullAt(last));
    }
  }

  private _pullAt(place: number): Vector {
    return place < 0 ? NOTHING : this._sewn[place].pull;
  }

  private _longerAt(place: number): number {
    return place < 0 ? 0 : this._sewn[place].longer;
  }
}

function vectorOf(list: Float64Array, i: number): Vector {
  return list.subarray(3 * i, 3 * i + 3);
}

/** The pull that makes a way; none if nothing moves. Twin of pullFor in pullRounds.wgsl. */
function solve(out: Vector, matrix: Vector): Vector {
  const [a, b, c] = [0, 1, 2].map((i) => vectorOf(matrix, i));
  cross(vectorOf(inverse, 0), b, c);
  cross(vectorOf(inverse, 1), c, a);
  cross(vectorOf(inverse, 2), a, b);
  const determinant = dot(a, inverse);
  // The matrix is symmetric, and so is its inverse.
  return determinant > 0 ? scale(out, transform(out, inverse, out), 1 / determinant) : set(out, 0, 0, 0);
}
