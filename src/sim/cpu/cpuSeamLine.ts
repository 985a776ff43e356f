// A row or a column that ends at a seam, or at two, on the CPU. Twin of answerLines and moveLines.
import type { NetCounts } from "../restGrid.js";
import type { SeamEnd } from "../seamLines.js";
import { ridgeOf } from "./functions/link.js";
import type { SewnCloth } from "./sewnCloth.js";
import {
  addFrom,
  addTo,
  createVector,
  dot,
  load,
  loadDifference,
  scale,
  scaleAndAdd,
  store,
  type Vector,
} from "./vectors.js";

const { max, sqrt } = Math;

const way = createVector();
const other = createVector();

/** One line. */
export class CpuSeamLine {
  /** Unit vectors along its links, zero where there is none; their lengths. */
  private readonly _along: Float32Array;
  private readonly _lengths: Float32Array;
  /** What links pull with when the first or the last one is longer by one. */
  private readonly _answers: readonly [Float64Array, Float64Array];
  /** Ways of nodes, as links answer; and by a unit of pull at the first node, or at the last one. */
  private readonly _ways: Float32Array;
  private readonly _mobilities: readonly [Float64Array, Float64Array];
  private readonly _strengths: Float64Array;
  private readonly _diagonals: Float64Array;

  private constructor(
    /** Number of its cloth. */
    public readonly cloth: number,
    /** Places of the particles at its ends among those of stitches; -1: not sewn there. */
    public readonly ends: readonly [number, number],
    private readonly _isColumn: boolean,
    private readonly _first: number,
    private readonly _stride: number,
    private readonly _nodes: number,
  ) {
    const numbers = (): Float64Array => new Float64Array(_nodes);
    this._along = new Float32Array(3 * _nodes);
    this._lengths = new Float32Array(_nodes);
    this._answers = [numbers(), numbers()];
    this._ways = new Float32Array(3 * _nodes);
    this._mobilities = [numbers(), numbers()];
    this._strengths = numbers();
    this._diagonals = numbers();
  }

  /**
   * @param lines - That are known; the line is added to them.
   * @param end - Of the line.
   * @param own - Place of the particle there.
   * @param cloth - Number of its cloth.
   * @param net - Of the cloth.
   * @returns The line, one for both of its ends.
   */
  public static At(
    lines: Map<string, CpuSeamLine>,
    { isColumn, line: number, isLast, other: there }: SeamEnd,
    own: number,
    cloth: number,
    { countU, countV }: NetCounts,
  ): CpuSeamLine {
    const key = [cloth, isColumn, number].join(" ");
    const [first, stride, nodes] = isColumn ? [number, countU, countV] : [number * countU, 1, countU];
    const ends = isLast ? ([there, own] as const) : ([own, there] as const);
    const line = lines.get(key) ?? new CpuSeamLine(cloth, ends, isColumn, first, stride, nodes);
    lines.set(key, line);
    return line;
  }

  /**
   * Solves the system of the line for a first and for a last link that is longer by one: see link.wgsl.
   *
   * @param cloth - As its links were relaxed.
   */
  public answer(cloth: SewnCloth): void {
    const { positions, inverseMasses } = cloth.particles;
    const alpha = cloth.alphaOf(this._isColumn);
    const { _along: along, _lengths: lengths, _diagonals: diagonals, _nodes: nodes } = this;
    const [byFirst, byLast] = this._answers;
    const last = nodes - 2;
    const ridge = ridgeOf(nodes);
    for (let link = 0; link <= last; link++) {
      const [a, b] = [this._particle(link), this._particle(link + 1)];
      const slender = cloth.slendernessAt(a, this._isColumn);
      const inverseMass = inverseMasses[a] + inverseMasses[b];
      const isThere = slender >= 0 && inverseMass > 0 && !cloth.isStill;
      loadDifference(way, positions, 3 * b, 3 * a);
      lengths[link] = sqrt(max(dot(way, way), 1e-30));
      store(along, 3 * link, scale(way, way, isThere ? 1 / lengths[link] : 0));
      diagonals[link] = isThere ? inverseMass + max(alpha * slender, inverseMass * ridge) : 1;
      byFirst[link] = Number(isThere && link === 0);
      byLast[link] = Number(isThere && link === last);
    }
    // The system is symmetric. Gauss, and back.
    const beside = (link: number): number =>
      -inverseMasses[this._particle(link)] * dot(load(way, along, 3 * link), load(other, along, 3 * (link - 1)));
    for (let link = 1; link <= last; link++) {
      const factor = beside(link) / diagonals[link - 1];
      diagonals[link] -= factor * beside(link);
      byFirst[link] -= factor * byFirst[link - 1];
      byLast[link] -= factor * byLast[link - 1];
    }
    for (let link = last; link >= 0; link--) {
      const next = link < last ? beside(link + 1) : 0;
      byFirst[link] = (byFirst[link] - (link < last ? next * byFirst[link + 1] : 0)) / diagonals[link];
      byLast[link] = (byLast[link] - (link < last ? next * byLast[link + 1] : 0)) / diagonals[link];
    }
  }

  /**
   * Finds the ways of its nodes, as its links answer, and by a unit of pull at its ends. Pulls act as force densities: see link.wgsl.
   *
   * @param cloth - As its links were relaxed.
   * @param atFirst - How much longer the first link is by what pulls at its end.
   * @param atLast - The same of the last link.
   */
  public findWays({ particles: { inverseMasses }, isStill }: SewnCloth, atFirst: number, atLast: number): void {
    const { _along: along, _lengths: lengths, _strengths: strengths, _diagonals: upper, _nodes: nodes } = this;
    const { _ways: ways, _mobilities: mobilities } = this;
    for (let link = 0; link < nodes - 1; link++) {
      strengths[link] = this._answers[0][link] * atFirst + this._answers[1][link] * atLast;
    }
    const densityOf = (link: number): number => max(strengths[link], 0) / lengths[link];
    for (let node = 0; node < nodes; node++) {
      const inverseMass = isStill ? 0 : inverseMasses[this._particle(node)];
      const below = node > 0 ? inverseMass * densityOf(node - 1) : 0;
      const above = node < nodes - 1 ? inverseMass * densityOf(node) : 0;
      const divisor = 1 + below + above + (node > 0 ? below * upper[node - 1] : 0);
      upper[node] = -above / divisor;
      way.fill(0);
      if (node < nodes - 1) {
        addFrom(way, along, 3 * node, inverseMass * strengths[node]);
      }
      if (node > 0) {
        addFrom(way, along, 3 * (node - 1), -inverseMass * strengths[node - 1]);
        addFrom(way, ways, 3 * (node - 1), below);
      }
      store(ways, 3 * node, scale(way, way, 1 / divisor));
      mobilities.forEach((mobility, end) => {
        const isEnd = node === (end === 0 ? 0 : nodes - 1);
        mobility[node] = ((isEnd ? inverseMass : 0) + (node > 0 ? below * mobility[node - 1] : 0)) / divisor;
      });
    }
    for (let node = nodes - 2; node >= 0; node--) {
      addTo(ways, 3 * node, load(way, ways, 3 * (node + 1)), -upper[node]);
      mobilities.forEach((mobility) => (mobility[node] -= upper[node] * mobility[node + 1]));
    }
  }

  /**
   * Moves its particles.
   *
   * @param cloth - Has them.
   * @param atFirst - What stitches pull with at its first node.
   * @param atLast - At its last node.
   */
  public move(cloth: SewnCloth, atFirst: Vector, atLast: Vector): void {
    for (let node = 0; node < this._nodes && !cloth.isStill; node++) {
      load(way, this._ways, 3 * node);
      scaleAndAdd(way, way, atFirst, -this._mobilities[0][node]);
      scaleAndAdd(way, way, atLast, -this._mobilities[1][node]);
      addTo(cloth.particles.positions, 3 * this._particle(node), way, 1);
      cloth.noteLinks(this._particle(node), way);
    }
  }

  /**
   * @param isLast - Which end.
   * @param out - Receives the unit vector from it along the line.
   */
  public inwardAt(isLast: boolean, out: Vector): void {
    addFrom(out, this._along, isLast ? 3 * (this._nodes - 2) : 0, isLast ? -1 : 1);
  }

  /**
   * @param isLast - Which end.
   * @returns What its first link pulls with when it is longer by one, and when that at the other end is.
   */
  public couplingsAt(isLast: boolean): { own: number; across: number } {
    return ownFirst(this._answers, isLast, isLast ? this._nodes - 2 : 0);
  }

  /**
   * @param isLast - Which end.
   * @returns How far a unit of pull there moves its particle, and how far one at the other end does.
   */
  public mobilitiesAt(isLast: boolean): { own: number; across: number } {
    return ownFirst(this._mobilities, isLast, isLast ? this._nodes - 1 : 0);
  }

  /**
   * @param isLast - Which end.
   * @param out - The way of its particle is added to it.
   * @param factor - Of the way.
   */
  public addWayAt(isLast: boolean, out: Vector, factor: number): void {
    addFrom(out, this._ways, isLast ? 3 * (this._nodes - 1) : 0, factor);
  }

  private _particle(node: number): number {
    return this._first + node * this._stride;
  }
}

function ownFirst(
  [byFirst, byLast]: readonly [Float64Array, Float64Array],
  isLast: boolean,
  at: number,
): { own: number; across: number } {
  return isLast ? { own: byLast[at], across: byFirst[at] } : { own: byFirst[at], across: byLast[at] };
}
