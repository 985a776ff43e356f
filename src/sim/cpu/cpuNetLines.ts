// Rows and columns of the nets of a cloth at full resolution on the CPU, whole lines at once. Twin of lineRelax.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import { between, particleAt, widthOf, type NetLevel } from "../levels.js";
import type { RestGrid } from "../restGrid.js";
import { THREAD, type Net } from "./cpuNets.js";
import { linkRow, pullDensity, ridgeOf } from "./functions/link.js";
import { lineLaw } from "./functions/linkLimits.js";
import { addFrom, addTo, createVector, dot, load, loadDifference, scale, store, type Rounded } from "./vectors.js";

const { max, sqrt } = Math;

const { COARSER_LENGTH } = constants;
/** Nodes of a line that can be a ring, at least. */
const LEAST_RING = 5;

const now = createVector();
const other = createVector();
const way = createVector();
const row = createVector();
const phase = createVector(4);

/** One row or column of a net. */
interface Line {
  /** First node, and nodes from one to the next. */
  readonly first: number;
  readonly step: number;
  readonly nodes: number;
  readonly isAlongV: boolean;
  /** Whether its ends are a seam: see netRings.wgsl. */
  readonly isRing: boolean;
  /** Of a ring: where the seam is, from its second node to the last but one, in [0, 1]. */
  readonly seam: number;
}

/** Relaxes the lines of one cloth. */
export class CpuNetLines {
  /** Of a line, by node: its place in the net; length at rest of its link, less than 0 where there is none, and factor of the compliance. */
  private readonly _nodes: Uint32Array;
  /** Inverse masses of nodes [1/kg]; those beside the seam of a ring carry it. */
  private readonly _inverseMasses: Float32Array;
  private readonly _rest: Float32Array;
  private readonly _slender: Float32Array;
  /** Unit vector along its link, length, row of its system, what a unit where a ring is cut adds, strength, force density, pull and way. */
  private readonly _along: Float32Array;
  private readonly _lengths: Float32Array;
  private readonly _lower: Float32Array;
  private readonly _upper: Float32Array;
  private readonly _right: Float32Array;
  private readonly _byCut: Float32Array;
  private readonly _densities: Float32Array;
  private readonly _pulled: Float32Array;
  private readonly _pulls: Float32Array;
  private readonly _ways: Float32Array;

  /** @param _restGrid - The net at rest. */
  public constructor(private readonly _restGrid: RestGrid) {
    const nodes = max(_restGrid.countU, _restGrid.countV);
    const numbers = (): Float32Array => new Float32Array(nodes);
    const vectors = (): Float32Array => new Float32Array(3 * nodes);
    this._nodes = new Uint32Array(nodes);
    this._inverseMasses = numbers();
    this._rest = numbers();
    this._slender = numbers();
    this._along = vectors();
    this._lengths = numbers();
    this._lower = numbers();
    this._upper = numbers();
    this._right = numbers();
    this._byCut = numbers();
    this._densities = numbers();
    this._pulled = numbers();
    this._pulls = vectors();
    this._ways = vectors();
  }

  /**
   * @param net - Its nodes are moved.
   * @param step - Input of the step.
   * @param isAlongV - Whether lines are columns.
   * @param sweep - Of this level in the substep; the first takes over what coarser levels have pulled with.
   * @param coarser - The next coarser level.
   */
  public relax(net: Net, step: Rounded<ClothStep>, isAlongV: boolean, sweep: number, coarser: Net | null): void {
    const { countU, countV } = net.level;
    const alpha = step.iterationCount / (step.substepTime * step.substepTime);
    const [compliance, ...limits] = isAlongV ? step.weft : step.warp;
    const law = lineLaw([compliance * alpha, ...limits]);
    for (let i = 0; i < (isAlongV ? countU : countV); i++) {
      const line = this._findLine(net, i, isAlongV);
      const strengths = net.strengths[Number(isAlongV)];
      for (let k = 0; k < line.nodes; k++) {
        const own = sweep > 0 ? strengths[line.first + k * line.step] : 0;
        this._pulled[k] =
          sweep === 0 && coarser && k + 1 < line.nodes ? this._coarserPull(net, coarser, i, k, isAlongV) : own;
      }
      if (line.isRing) {
        this._pulled[line.nodes - 2] = this._pulled[0];
      }
      this._findDirections(net, line);
      this._solve(net, line, law);
      this._move(net, line, law[0], step.strainLimit);
      for (let k = 0; k < line.nodes; k++) {
        strengths[line.first + k * line.step] = this._pulled[k] + this._right[k];
      }
    }
  }

  /** A line of number `i`, and what its links are at rest. */
  private _findLine({ level, inverseMasses, threads }: Net, i: number, isAlongV: boolean): Line {
    const { countU, countV } = level;
    const { closedU, closedV } = this._restGrid;
    const [first, step, nodes] = isAlongV ? [i, countU, countV] : [i * countU, 1, countU];
    const last = first + (nodes - 1) * step;
    const isRing =
      (isAlongV ? closedV : closedU) && nodes >= LEAST_RING && inverseMasses[first] > 0 && inverseMasses[last] > 0;
    for (let k = 0; k < nodes; k++) {
      this._nodes[k] = first + k * step;
      this._inverseMasses[k] = inverseMasses[first + k * step];
      const at = THREAD * this._nodes[k] + (isAlongV ? 2 : 0);
      this._rest[k] = k + 1 < nodes ? threads[at] : -1;
      this._slender[k] = threads[at + 1];
    }
    let seam = 0.5;
    if (isRing) {
      this._nodes[0] = last - step;
      this._nodes[nodes - 1] = first + step;
      const isWhole = this._rest[0] >= 0 && this._rest[nodes - 2] >= 0;
      seam = isWhole ? this._rest[0] / max(this._rest[0] + this._rest[nodes - 2], 1e-15) : seam;
      this._rest[0] = this._rest[nodes - 2] = isWhole ? this._rest[0] + this._rest[nodes - 2] : -1;
      this._slender[0] = this._slender[nodes - 2] = this._slender[0] + this._slender[nodes - 2];
      const mass = 1 / inverseMasses[first] + 1 / inverseMasses[last];
      for (const [k, copy, share] of [
        [1, nodes - 1, 1 - seam],
        [nodes - 2, 0, seam],
      ] as const) {
        const inverseMass = inverseMasses[this._nodes[k]];
        this._inverseMasses[k] = this._inverseMasses[copy] = inverseMass / (1 + share * inverseMass * mass);
      }
    }
    return { first, step, nodes, isAlongV, isRing, seam };
  }

  /** See coarserPull in lineRelax.wgsl. */
  private _coarserPull({ level }: Net, coarser: Net, line: number, number: number, isAlongV: boolean): number {
    const counts = ({ countU, countV }: Pick<NetLevel, "countU" | "countV">): [number, number] =>
      isAlongV ? [countV, countU] : [countU, countV];
    const [nodes, lines] = counts(level);
    const [particles, threads] = counts(this._restGrid);
    const [coarserNodes, coarserLines] = counts(coarser.level);
    const { stride } = coarser.level;
    const along = between(particleAt(number, level.stride, nodes, particles), stride, coarserNodes, particles);
    const across = between(particleAt(line, level.stride, lines, threads), stride, coarserLines, threads);
    const density = (coarserLine: number): number => {
      const node = isAlongV ? along.node * coarserLines + coarserLine : coarserLine * coarserNodes + along.node;
      return coarser.strengths[Number(isAlongV)][node] / widthOf(coarserLine, stride, coarserLines, threads);
    };
    const { node, part } = across;
    return ((1 - part) * density(node) + part * density(node + 1)) * widthOf(line, level.stride, lines, threads);
  }

  private _findDirections({ positions }: Net, { nodes }: Line): void {
    for (let k = 0; k < nodes; k++) {
      const a = this._nodes[k];
      const b = this._nodes[k + 1];
      const isThere = this._rest[k] >= 0 && this._inverseMasses[k] + this._inverseMasses[k + 1] > 0;
      loadDifference(now, positions, 3 * (isThere ? b : a), 3 * a);
      this._lengths[k] = sqrt(max(dot(now, now), 1e-30));
      store(this._along, 3 * k, scale(now, now, 1 / this._lengths[k]));
    }
  }

  /** Strengths of a line's links, in `_right`. */
  private _solve({ level }: Net, { nodes, isRing }: Line, law: readonly number[]): void {
    const { _along: along, _lengths: lengths, _lower: lower, _upper: upper, _right: right, _byCut: byCut } = this;
    const isCoarse = level.stride > 1;
    const ridge = ridgeOf(nodes);
    for (let k = 0; k < nodes; k++) {
      lower[k] = upper[k] = right[k] = byCut[k] = 0;
      load(now, along, 3 * k);
      if (dot(now, now) === 0) {
        continue;
      }
      const [massBefore, massBehind] = [this._inverseMasses[k], this._inverseMasses[k + 1]];
      phase.set(law);
      phase[0] *= max(this._slender[k], 1e-15);
      const least = max(this._rest[k], 1e-15) * (isCoarse ? COARSER_LENGTH : 1);
      if (isCoarse && lengths[k] < least) {
        continue;
      }
      linkRow(row, lengths[k], least, massBefore + massBehind, this._pulled[k], phase, ridge);
      right[k] = row[1];
      if (k > 0) {
        lower[k] = -row[0] * massBefore * dot(now, load(other, along, 3 * (k - 1)));
      }
      if (k + 2 < nodes) {
        upper[k] = -row[0] * massBehind * dot(now, load(other, along, 3 * (k + 1)));
      }
    }
    // A ring is cut at the link across the seam, which is its first and its last one.
    const last = nodes - 2;
    const cut = { right: right[0], upper: upper[0], lower: lower[last] };
    if (isRing) {
      for (const end of [0, last]) {
        lower[end] = upper[end] = right[end] = 0;
        byCut[end] = 1;
      }
    }
    for (let k = 0; k < nodes; k++) {
      const divisor = 1 - (k > 0 ? lower[k] * upper[k - 1] : 0);
      right[k] = (right[k] - lower[k] * (k > 0 ? right[k - 1] : 0)) / divisor;
      byCut[k] = (byCut[k] - lower[k] * (k > 0 ? byCut[k - 1] : 0)) / divisor;
      upper[k] /= divisor;
    }
    for (let k = nodes - 2; k >= 0; k--) {
      right[k] -= upper[k] * right[k + 1];
      byCut[k] -= upper[k] * byCut[k + 1];
    }
    if (isRing) {
      const others = cut.upper * right[1] + cut.lower * right[last - 1];
      const strength = (cut.right - others) / (1 + cut.upper * byCut[1] + cut.lower * byCut[last - 1]);
      for (let k = 0; k < nodes; k++) {
        right[k] += byCut[k] * strength;
      }
    }
    if (isCoarse) {
      for (let k = 0; k < nodes; k++) {
        right[k] = max(right[k], -this._pulled[k]);
      }
    }
  }

  /** Moves the nodes of a line as implicitWays in lineRelax.wgsl does. */
  private _move({ positions }: Net, line: Line, alpha: number, strainLimit: number): void {
    const { _along: along, _right: right, _densities: densities, _pulls: pulls, _ways: ways } = this;
    const { first, step, nodes, isRing } = line;
    for (let k = 0; k < nodes; k++) {
      load(now, along, 3 * k);
      const [density, endLength] = pullDensity(
        max(right[k], 0),
        this._pulled[k] + right[k],
        max(this._rest[k], 1e-15),
        alpha * max(this._slender[k], 1e-15),
        strainLimit,
      );
      densities[k] = dot(now, now) > 0 ? density : 0;
      store(pulls, 3 * k, scale(now, now, right[k] + densities[k] * (this._lengths[k] - endLength)));
    }
    this._findWays(line);
    const last = first + (nodes - 1) * step;
    for (let k = Number(isRing); k < nodes - Number(isRing); k++) {
      addTo(positions, 3 * this._nodes[k], load(way, ways, 3 * k), 1);
    }
    if (isRing) {
      // The seam follows.
      scale(way, load(way, ways, 3), 1 - line.seam);
      addFrom(way, ways, 3 * (nodes - 2), line.seam);
      addTo(positions, 3 * first, way, 1);
      addTo(positions, 3 * last, way, 1);
    }
  }

  /** Ways of a line's nodes. A ring is cut at its second node, which is its last one too. */
  private _findWays({ nodes, isRing }: Line): void {
    const { _densities: densities, _pulls: pulls, _ways: ways, _upper: upper, _byCut: byCut } = this;
    for (let k = 0; k < nodes; k++) {
      const isCut = isRing && (k === 1 || k === nodes - 1);
      const inverseMass = isCut ? 0 : this._inverseMasses[k];
      const below = k > 0 ? inverseMass * densities[k - 1] : 0;
      const above = inverseMass * densities[k];
      const divisor = 1 + below + above + (k > 0 ? below * upper[k - 1] : 0);
      upper[k] = -above / divisor;
      byCut[k] = (Number(isCut) + (k > 0 ? below * byCut[k - 1] : 0)) / divisor;
      scale(way, load(way, pulls, 3 * k), inverseMass);
      if (k > 0) {
        addFrom(way, pulls, 3 * (k - 1), -inverseMass);
        addFrom(way, ways, 3 * (k - 1), below);
      }
      store(ways, 3 * k, scale(way, way, 1 / divisor));
    }
    for (let k = nodes - 2; k >= 0; k--) {
      byCut[k] -= upper[k] * byCut[k + 1];
      addFrom(load(way, ways, 3 * k), ways, 3 * (k + 1), -upper[k]);
      store(ways, 3 * k, way);
    }
    if (isRing) {
      this._closeRing(this._inverseMasses[1], nodes);
    }
  }

  /** The way of the node where a ring is cut, and what it adds to the others. */
  private _closeRing(inverseMass: number, nodes: number): void {
    const { _densities: densities, _pulls: pulls, _ways: ways, _byCut: byCut } = this;
    const [before, behind] = [nodes - 2, 2];
    const [below, above] = [inverseMass * densities[0], inverseMass * densities[1]];
    scale(way, load(way, pulls, 3), inverseMass);
    addFrom(way, pulls, 0, -inverseMass);
    addFrom(way, ways, 3 * before, below);
    addFrom(way, ways, 3 * behind, above);
    scale(other, way, 1 / (1 + below * (1 - byCut[before]) + above * (1 - byCut[behind])));
    for (let k = 0; k < nodes; k++) {
      addTo(ways, 3 * k, other, byCut[k]);
    }
  }
}
