// Twist of strips of cells at full resolution on the CPU. Twin of twistFullResolution.compute.wgsl, which eliminates in another order.
import { constants } from "../../shaders/shaders.gen.js";
import type { RestGrid } from "../restGrid.js";
import type { CpuParticles } from "./cpuParticles.js";
import { restOff, twistCompliance, twistStiffness } from "./functions/bend.js";
import { createVector, loadDifference, scale, subtract, type Vector } from "./vectors.js";

const { max } = Math;

const { LINK_SHEAR, LINK_SHEAR_ACROSS, STIFFEST_TWIST_LINE } = constants;

const off = createVector();
const other = createVector();
const pull = createVector();
const NO_NORMAL: Vector = createVector();

/** The cells of one net, strip by strip along its longer side. */
export class CpuTwistStrips {
  private readonly _nodes: number;
  private readonly _lines: number;
  /** From a particle to the next along a strip, and to the one on the strip's other side. */
  private readonly _along: number;
  private readonly _across: number;
  /** Of a strip: pulls of its cells, shape [nodes, 3]; elements to the next node, and what is known, shape [nodes, 3]. */
  private readonly _stiffnesses: Float64Array;
  private readonly _pulls: Float64Array;
  private readonly _uppers: Float64Array;
  private readonly _ways: Float64Array;

  /**
   * @param _restGrid - Gives counts.
   * @param _particles - Give inverse masses.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    private readonly _particles: Pick<CpuParticles, "inverseMasses">,
  ) {
    const { countU, countV } = _restGrid;
    const isAlongV = countV > countU;
    [this._nodes, this._lines] = isAlongV ? [countV, countU] : [countU, countV];
    [this._along, this._across] = isAlongV ? [countU, 1] : [1, countU];
    this._stiffnesses = new Float64Array(this._nodes);
    this._pulls = new Float64Array(3 * this._nodes);
    this._uppers = new Float64Array(this._nodes);
    this._ways = new Float64Array(3 * this._nodes);
  }

  /**
   * Every second strip, then the others.
   *
   * @param bend - Compliances of bending along u and along v [1/(N m)].
   * @param squaredTime - Until the next look [s2].
   * @param rest - What bends at rest, from cookBends.
   * @param living - Which links live, shape [particleCount]; null: all of them.
   * @param points - Where particles will be, shape [particleCount, 3]; moves them.
   * @param moved - Gets their ways, too.
   */
  public untwist(
    [warp, weft]: readonly [number, number],
    squaredTime: number,
    rest: Float32Array,
    living: Uint32Array | null,
    points: Float32Array,
    moved: Float32Array,
  ): void {
    const compliance = twistCompliance(warp, weft);
    for (const odd of [0, 1]) {
      for (let line = odd; line + 1 < this._lines; line += 2) {
        this._findPulls(line, compliance, squaredTime, rest, living, points);
        this._solve(line);
        for (let node = 0; node < this._nodes; node++) {
          this._move(this._particle(line, node), node, points, moved);
        }
      }
    }
  }

  private _particle(line: number, node: number): number {
    return line * this._across + node * this._along;
  }

  private _inverseMassAt(particle: number): number {
    return max(this._particles.inverseMasses[particle], 0);
  }

  private _findPulls(
    line: number,
    compliance: number,
    squaredTime: number,
    rest: Float32Array,
    living: Uint32Array | null,
    points: Float32Array,
  ): void {
    this._stiffnesses.fill(0);
    this._pulls.fill(0);
    for (let node = 0; node + 1 < this._nodes; node++) {
      const a = this._particle(line, node);
      const corners = [a, a + this._across, a + this._along, a + this._across + this._along];
      const at = 4 * (this._restGrid.particleCount + a);
      const lives = !living || ((living[a] & LINK_SHEAR) !== 0 && (living[a] & LINK_SHEAR_ACROSS) !== 0);
      if (!lives || rest[at + 1] === 0) continue;
      const inverseMass = max(...corners.map((i) => this._inverseMassAt(i)));
      const stiffness = twistStiffness(squaredTime, compliance * rest[at + 1], inverseMass, STIFFEST_TWIST_LINE);
      loadDifference(off, points, 3 * corners[0], 3 * corners[1]);
      subtract(off, off, loadDifference(other, points, 3 * corners[2], 3 * corners[3]));
      subtract(off, off, restOff(other, off, rest[at], NO_NORMAL));
      this._stiffnesses[node] = stiffness;
      this._pulls.set(scale(pull, off, stiffness), 3 * node);
    }
  }

  /** Thomas: from the first node to the last, and back. */
  private _solve(line: number): void {
    const { _stiffnesses: stiffnesses, _pulls: pulls, _uppers: uppers, _ways: ways } = this;
    for (let node = 0; node < this._nodes; node++) {
      const inverseMass = this._inverseMassOf(line, node);
      const before = node > 0 ? stiffnesses[node - 1] : 0;
      const lower = -inverseMass * before;
      const upper = -inverseMass * stiffnesses[node];
      const factor = 1 / (1 - lower - upper - (node > 0 ? lower * uppers[node - 1] : 0));
      uppers[node] = upper * factor;
      for (let c = 0; c < 3; c++) {
        const pulled = (node > 0 ? pulls[3 * (node - 1) + c] : 0) - pulls[3 * node + c];
        const known = node > 0 ? lower * ways[3 * (node - 1) + c] : 0;
        ways[3 * node + c] = (inverseMass * pulled - known) * factor;
      }
    }
    for (let at = 3 * (this._nodes - 1) - 1; at >= 0; at--) {
      ways[at] -= uppers[Math.floor(at / 3)] * ways[at + 3];
    }
  }

  private _inverseMassOf(line: number, node: number): number {
    const first = this._particle(line, node);
    return this._inverseMassAt(first) + this._inverseMassAt(first + this._across);
  }

  /** Both sides of a strip go opposite ways. */
  private _move(first: number, node: number, points: Float32Array, moved: Float32Array): void {
    const second = first + this._across;
    const both = this._inverseMassAt(first) + this._inverseMassAt(second);
    for (const [i, sign] of [
      [first, 1],
      [second, -1],
    ] as const) {
      const share = both > 0 ? (sign * this._inverseMassAt(i)) / both : 0;
      for (let c = 0; c < 3; c++) {
        const way = share * this._ways[3 * node + c];
        points[3 * i + c] += way;
        moved[3 * i + c] += way;
      }
    }
  }
}
