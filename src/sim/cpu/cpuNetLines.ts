// Rows and columns of the nets of a cloth at full resolution on the CPU, whole lines at once. Twin of lineRelax.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import { between, particleAt, widthOf, type NetLevel } from "../levels.js";
import type { RestGrid } from "../restGrid.js";
import { THREAD, type Net } from "./cpuNets.js";
import { linkRow, pullDensity } from "./functions/link.js";
import { lineLaw } from "./functions/linkLimits.js";
import { addFrom, addTo, createVector, dot, load, loadDifference, scale, store, type Rounded } from "./vectors.js";

const { max, sqrt } = Math;

const { COARSER_LENGTH } = constants;

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
}

/** Relaxes the lines of one cloth. */
export class CpuNetLines {
  /** Of a line, by node: unit vector along its link, length, row of its system, strength, force density, pull and way. */
  private readonly _along: Float32Array;
  private readonly _lengths: Float32Array;
  private readonly _lower: Float32Array;
  private readonly _upper: Float32Array;
  private readonly _right: Float32Array;
  private readonly _densities: Float32Array;
  private readonly _pulled: Float32Array;
  private readonly _pulls: Float32Array;
  private readonly _ways: Float32Array;

  /** @param _restGrid - The net at rest. */
  public constructor(private readonly _restGrid: RestGrid) {
    const nodes = max(_restGrid.countU, _restGrid.countV);
    const numbers = (): Float32Array => new Float32Array(nodes);
    const vectors = (): Float32Array => new Float32Array(3 * nodes);
    this._along = vectors();
    this._lengths = numbers();
    this._lower = numbers();
    this._upper = numbers();
    this._right = numbers();
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
      const line = isAlongV
        ? { first: i, step: countU, nodes: countV, isAlongV }
        : { first: i * countU, step: 1, nodes: countU, isAlongV };
      const strengths = net.strengths[Number(isAlongV)];
      for (let k = 0; k < line.nodes; k++) {
        const own = sweep > 0 ? strengths[line.first + k * line.step] : 0;
        this._pulled[k] =
          sweep === 0 && coarser && k + 1 < line.nodes ? this._coarserPull(net, coarser, i, k, isAlongV) : own;
      }
      this._findDirections(net, line);
      this._solve(net, line, law);
      this._move(net, line, law[0], step.strainLimit);
      for (let k = 0; k < line.nodes; k++) {
        strengths[line.first + k * line.step] = this._pulled[k] + this._right[k];
      }
    }
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

  private _findDirections({ positions, inverseMasses, threads }: Net, { first, step, nodes, isAlongV }: Line): void {
    for (let k = 0; k < nodes; k++) {
      const a = first + k * step;
      const isLink = k + 1 < nodes && threads[THREAD * a + (isAlongV ? 2 : 0)] >= 0;
      const isThere = isLink && inverseMasses[a] + inverseMasses[a + step] > 0;
      loadDifference(now, positions, 3 * (isThere ? a + step : a), 3 * a);
      this._lengths[k] = sqrt(max(dot(now, now), 1e-30));
      store(this._along, 3 * k, scale(now, now, 1 / this._lengths[k]));
    }
  }

  /** Strengths of a line's links, in `_right`. */
  private _solve(net: Net, { first, step, nodes, isAlongV }: Line, law: readonly number[]): void {
    const { _along: along, _lengths: lengths, _lower: lower, _upper: upper, _right: right } = this;
    const { inverseMasses, threads, level } = net;
    const isCoarse = level.stride > 1;
    const offset = isAlongV ? 2 : 0;
    const restOf = (k: number): number => max(threads[THREAD * (first + k * step) + offset], 1e-15);
    for (let k = 0; k < nodes; k++) {
      lower[k] = upper[k] = right[k] = 0;
      load(now, along, 3 * k);
      if (dot(now, now) === 0) {
        continue;
      }
      const a = first + k * step;
      const inverseMass = inverseMasses[a] + inverseMasses[a + step];
      const restLength = restOf(k);
      phase.set(law);
      phase[0] *= max(threads[THREAD * a + offset + 1], 1e-15);
      const least = restLength * (isCoarse ? COARSER_LENGTH : 1);
      if (isCoarse && lengths[k] < least) {
        continue;
      }
      linkRow(row, lengths[k], least, inverseMass, this._pulled[k], phase);
      right[k] = row[1];
      if (k > 0) {
        lower[k] = -row[0] * inverseMasses[a] * dot(now, load(other, along, 3 * (k - 1)));
      }
      if (k + 2 < nodes) {
        upper[k] = -row[0] * inverseMasses[a + step] * dot(now, load(other, along, 3 * (k + 1)));
      }
    }
    for (let k = 0; k < nodes; k++) {
      const coupling = k > 0 ? upper[k - 1] : 0;
      const divisor = 1 - lower[k] * coupling;
      right[k] = (right[k] - lower[k] * (k > 0 ? right[k - 1] : 0)) / divisor;
      upper[k] /= divisor;
    }
    for (let k = nodes - 2; k >= 0; k--) {
      right[k] -= upper[k] * right[k + 1];
    }
    if (isCoarse) {
      for (let k = 0; k < nodes; k++) {
        right[k] = max(right[k], -this._pulled[k]);
      }
    }
  }

  /** Moves the nodes of a line as implicitWays in lineRelax.wgsl does. */
  private _move(
    { positions, inverseMasses, threads }: Net,
    { first, step, nodes, isAlongV }: Line,
    alpha: number,
    strainLimit: number,
  ): void {
    const { _along: along, _right: right, _densities: densities, _pulls: pulls, _ways: ways, _upper: upper } = this;
    for (let k = 0; k < nodes; k++) {
      load(now, along, 3 * k);
      const at = THREAD * (first + k * step) + (isAlongV ? 2 : 0);
      const compliance = alpha * max(threads[at + 1], 1e-15);
      const [density, endLength] = pullDensity(
        max(right[k], 0),
        this._pulled[k] + right[k],
        max(threads[at], 1e-15),
        compliance,
        strainLimit,
      );
      densities[k] = dot(now, now) > 0 ? density : 0;
      store(pulls, 3 * k, scale(now, now, right[k] + densities[k] * (this._lengths[k] - endLength)));
    }
    for (let k = 0; k < nodes; k++) {
      const inverseMass = inverseMasses[first + k * step];
      const below = k > 0 ? inverseMass * densities[k - 1] : 0;
      const above = inverseMass * densities[k];
      const divisor = 1 + below + above + (k > 0 ? below * upper[k - 1] : 0);
      upper[k] = -above / divisor;
      scale(way, load(way, pulls, 3 * k), inverseMass);
      if (k > 0) {
        addFrom(way, pulls, 3 * (k - 1), -inverseMass);
        addFrom(way, ways, 3 * (k - 1), below);
      }
      store(ways, 3 * k, scale(way, way, 1 / divisor));
    }
    for (let k = nodes - 1; k >= 0; k--) {
      load(way, ways, 3 * k);
      if (k + 1 < nodes) {
        addFrom(way, ways, 3 * (k + 1), -upper[k]);
        store(ways, 3 * k, way);
      }
      addTo(positions, 3 * (first + k * step), way, 1);
    }
  }
}
