// Bends of whole rows and columns on the CPU: how stiff they are, how they pull, and how a line is solved directly. Twin of
// gridBendLines.wgsl; CpuMixedBendLines solves as full resolution does.
import { constants } from "../../shaders/shaders.gen.js";
import type { CpuParticles } from "./cpuParticles.js";
import { bendStiffness, chordInverseMass, restOff } from "./functions/bend.js";
import { chordShape } from "./functions/chord.js";
import { addFrom, createVector, load, loadDifference, scale, scaleAndAdd, store, subtract } from "./vectors.js";

const { max } = Math;

const { LINK_BEND_WARP, LINK_BEND_WEFT } = constants;

/** Elements of L to the last node and the one before, and one over D. */
const FACTORS = 3;

const way = createVector();
const off = createVector();
const normal = createVector();
const pull = createVector();

/** All rows, or all columns, of one cloth. */
export class CpuBendLines {
  /** The stiffest bend, over the mass per squared time. */
  protected readonly _stiffest: number = constants.STIFFEST_BEND;
  /** Share of the node before in the chord under a node, shape [nodes]. */
  protected readonly _ratios: Float32Array;
  /** Of the bend with a particle in its middle, times squared time [kg], shape [particleCount]. */
  protected readonly _stiffnesses: Float32Array;
  /** What pulls the middle of each bend to its place at rest, times squared time [kg m], shape [particleCount, 3]. */
  protected readonly _pulls: Float32Array;
  private readonly _factors: Float32Array;
  /** With which lines bend [1/kg], shape [particleCount]. */
  private _inverseMasses: Float32Array;
  protected readonly _ways: Float32Array;

  /**
   * @param _particles - Give inverse masses and normals.
   * @param _count - Of lines.
   * @param _nodes - Of a line.
   * @param _stride - From a particle of a line to the next.
   * @param _restOffset - Where their distance and compliance are in what bends at rest: see cookBends.
   */
  public constructor(
    protected readonly _particles: CpuParticles,
    protected readonly _count: number,
    protected readonly _nodes: number,
    protected readonly _stride: number,
    private readonly _restOffset: number,
  ) {
    const particleCount = _count * _nodes;
    this._inverseMasses = _particles.inverseMasses;
    this._ratios = Float32Array.from({ length: _nodes }, (_, i) => chordShape(i, _nodes)[0]);
    this._stiffnesses = new Float32Array(particleCount);
    this._pulls = new Float32Array(3 * particleCount);
    this._factors = new Float32Array(FACTORS * particleCount);
    this._ways = new Float32Array(3 * particleCount);
  }

  /**
   * See stiffnessAt in gridBendLines.wgsl.
   *
   * @param compliance - Of bending [1/(N m)].
   * @param squaredTime - Until the next look [s2].
   * @param rest - What bends at rest, from cookBends.
   * @param living - Which links live, shape [particleCount]; null: all of them.
   * @param inverseMasses - With which lines bend [1/kg], shape [particleCount].
   */
  public findStiffnesses(
    compliance: number,
    squaredTime: number,
    rest: Float32Array,
    living: Uint32Array | null,
    inverseMasses: Float32Array,
  ): void {
    this._inverseMasses = inverseMasses;
    const kind = this._stride === 1 ? LINK_BEND_WARP : LINK_BEND_WEFT;
    this._forEachBend((i, node) => {
      if (living && (living[i] & kind) === 0) {
        this._stiffnesses[i] = 0;
        return;
      }
      const before = inverseMasses[i - this._stride];
      const ends = chordInverseMass(before, inverseMasses[i + this._stride], this._ratios[node]);
      const inverseMass = inverseMasses[i] + ends;
      const bend = compliance * rest[4 * i + this._restOffset + 1];
      this._stiffnesses[i] = bendStiffness(squaredTime, bend, inverseMass, this._stiffest);
    });
  }

  /**
   * See bendPull.
   *
   * @param points - Places of particles, or ways, shape [particleCount, 3].
   * @param rest - What bends at rest, from cookBends; null if points are ways.
   */
  public findPulls(points: Float32Array, rest: Float32Array | null): void {
    this._forEachBend((i, node) => {
      loadDifference(off, points, 3 * (i - this._stride), 3 * i);
      scale(off, off, this._ratios[node]);
      scaleAndAdd(off, off, loadDifference(way, points, 3 * (i + this._stride), 3 * i), 1 - this._ratios[node]);
      if (rest) {
        load(normal, this._particles.normals, 3 * i);
        subtract(off, off, restOff(way, off, rest[4 * i + this._restOffset], normal));
      }
      store(this._pulls, 3 * i, scale(off, off, this._stiffnesses[i]));
    });
  }

  /**
   * Adds what {@link findPulls} has found: each bend pulls its middle, and its ends take that back. See bendBack.
   *
   * @param sums - Of pulls, shape [particleCount, 3].
   */
  public addPulls(sums: Float32Array): void {
    for (let line = 0; line < this._count; line++) {
      for (let node = 0; node < this._nodes; node++) {
        const i = this._particle(line, node);
        this._loadSum(i, node);
        addFrom(pull, sums, 3 * i, 1);
        store(sums, 3 * i, pull);
      }
    }
  }

  /**
   * Solves the systems for what {@link findPulls} has found.
   *
   * @returns Ways of all particles, shape [particleCount, 3].
   */
  public solve(): Float32Array {
    for (let line = 0; line < this._count; line++) {
      this._solveLine(line);
    }
    return this._ways;
  }

  protected _solveLine(line: number): void {
    this._factorLine(line);
    this._substituteLine(line);
  }

  protected _particle(line: number, node: number): number {
    return this._stride === 1 ? line * this._nodes + node : node * this._stride + line;
  }

  private _forEachBend(visit: (particle: number, node: number) => void): void {
    for (let line = 0; line < this._count; line++) {
      for (let node = 1; node + 1 < this._nodes; node++) {
        visit(this._particle(line, node), node);
      }
    }
  }

  /** Into `pull`: all that pulls particle `i`. */
  private _loadSum(i: number, node: number): void {
    const { _pulls: pulls, _ratios: ratios, _stride: stride } = this;
    load(pull, pulls, 3 * i);
    if (node > 0) {
      addFrom(pull, pulls, 3 * (i - stride), ratios[node - 1] - 1);
    }
    if (node + 1 < this._nodes) {
      addFrom(pull, pulls, 3 * (i + stride), -ratios[node + 1]);
    }
  }

  private _factorLine(line: number): void {
    const { _stiffnesses: stiffnesses, _ratios: ratios, _nodes: nodes, _stride: stride } = this;
    const inverseMasses = this._inverseMasses;
    const isFree = (particle: number): number => Number(inverseMasses[particle] > 0);
    let dLast = 1;
    let dSecond = 1;
    let element = 0;
    for (let node = 0; node < nodes; node++) {
      const i = this._particle(line, node);
      const here = stiffnesses[i];
      const before = node > 0 ? stiffnesses[i - stride] : 0;
      const behind = node + 1 < nodes ? stiffnesses[i + stride] : 0;
      const shareBefore = node > 0 ? 1 - ratios[node - 1] : 0;
      const shareBehind = node + 1 < nodes ? ratios[node + 1] : 0;
      const free = isFree(i);
      const second = node > 1 ? (1 - shareBefore) * shareBefore * before * free * isFree(i - 2 * stride) : 0;
      const last = node > 0 ? -(shareBefore * before + ratios[node] * here) * free * isFree(i - stride) : 0;
      const toSecond = second / dSecond;
      const toLast = (last - element * second) / dLast;
      const bends = here + shareBehind * shareBehind * behind + shareBefore * shareBefore * before;
      const d = 1 / max(inverseMasses[i], 1e-30) + bends - toLast * toLast * dLast - toSecond * second;
      const at = FACTORS * i;
      this._factors[at] = toLast;
      this._factors[at + 1] = toSecond;
      this._factors[at + 2] = free / d;
      dSecond = dLast;
      dLast = d;
      element = toLast;
    }
  }

  private _substituteLine(line: number): void {
    const { _factors: factors, _ways: ways, _nodes: nodes, _stride: stride } = this;
    for (let node = 0; node < nodes; node++) {
      const i = this._particle(line, node);
      this._loadSum(i, node);
      if (node > 0) {
        addFrom(pull, ways, 3 * (i - stride), -factors[FACTORS * i]);
      }
      if (node > 1) {
        addFrom(pull, ways, 3 * (i - 2 * stride), -factors[FACTORS * i + 1]);
      }
      store(ways, 3 * i, pull);
    }
    for (let node = nodes - 1; node >= 0; node--) {
      const i = this._particle(line, node);
      scale(pull, load(pull, ways, 3 * i), factors[FACTORS * i + 2]);
      if (node + 1 < nodes) {
        addFrom(pull, ways, 3 * (i + stride), -factors[FACTORS * (i + stride)]);
      }
      if (node + 2 < nodes) {
        addFrom(pull, ways, 3 * (i + 2 * stride), -factors[FACTORS * (i + 2 * stride) + 1]);
      }
      store(ways, 3 * i, pull);
    }
  }
}
