// Threads on the CPU, as whole lines and in the order of the kernel. Twin of gridLines.wgsl and gridRelax.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import { isSoft } from "../linkLimits.js";
import { LINK_FLOATS } from "../links.js";
import type { RestGrid } from "../restGrid.js";
import { findRings, linesOf, type Lines } from "./cpuGridLines.js";
import { relaxLinks, relaxSlack } from "./cpuGridLinks.js";
import { relaxSkew } from "./cpuGridSkew.js";
import type { CpuParticles } from "./cpuParticles.js";
import { keptPull, linkRow, pullDensity, ridgeOf } from "./functions/link.js";
import { lineLaw } from "./functions/linkLimits.js";
import {
  addFrom,
  addTo,
  createVector,
  dot,
  load,
  loadDifference,
  scale,
  store,
  type Rounded,
  type Vector,
} from "./vectors.js";

const { max, sqrt } = Math;

const { FARTHEST, FAST_THREADS, KEPT_PULL, LIMIT_SWEEPS, STIFF_THREADS } = constants;

const now = createVector();
const other = createVector();
const way = createVector();
const row = createVector();
const phase = createVector(4);

/** The links of one cloth, line by line. */
export class CpuLines {
  private readonly _rows: Lines;
  private readonly _columns: Lines;
  private readonly _countU: number;
  /** Of a family, by node: unit vector along its link, and its length. */
  private readonly _along: Float32Array;
  private readonly _lengths: Float32Array;
  /** Lower and upper coefficient and right side, divided by the diagonal. */
  private readonly _lower: Float32Array;
  private readonly _upper: Float32Array;
  private readonly _right: Float32Array;
  /** Of rings: what a unit of the unknown where they are cut adds to each. */
  private readonly _byCut: Float32Array;
  /** What links pull with already, and with all. */
  private readonly _before: Float32Array;
  private readonly _strengths: Float32Array;
  /** Force densities, and pulls of links; then ways of nodes. */
  private readonly _densities: Float32Array;
  private readonly _pulls: Float32Array;
  private readonly _ways: Float32Array;

  /**
   * @param restGrid - Gives counts.
   * @param _particles - Are moved.
   */
  public constructor(
    { countU, countV, particleCount, closedU, closedV }: RestGrid,
    private readonly _particles: CpuParticles,
  ) {
    this._countU = countU;
    const byRows = (node: number): number => node;
    const byColumns = (node: number): number => (node % countV) * countU + Math.floor(node / countV);
    this._rows = linesOf(countV, countU, closedU, byColumns, 0, "warp");
    this._columns = linesOf(countU, countV, closedV, byRows, 2, "weft");
    const numbers = (): Float32Array => new Float32Array(particleCount);
    const vectors = (): Float32Array => new Float32Array(3 * particleCount);
    this._along = vectors();
    this._lengths = numbers();
    this._lower = numbers();
    this._upper = numbers();
    this._right = numbers();
    this._byCut = numbers();
    this._before = numbers();
    this._strengths = numbers();
    this._densities = numbers();
    this._pulls = vectors();
    this._ways = vectors();
  }

  /**
   * The relax phase of one substep, as often as the cloth asks for: skew, then the threads.
   *
   * @param step - Its input.
   * @param links - What is stretched at rest, from cookLinks.
   */
  public relax(step: Rounded<ClothStep>, links: Float32Array): void {
    // Iterations share the compliance: each is a spring so many times as soft.
    const alpha = step.iterationCount / max(step.substepTime * step.substepTime, 1e-30);
    const lawOf = ([compliance, ...others]: Vector): number[] => [compliance * alpha, ...others];
    for (const lines of [this._rows, this._columns]) {
      findRings(lines, this._particles.inverseMasses);
    }
    for (let iteration = 0; iteration < step.iterationCount; iteration++) {
      relaxSkew(this._particles, this._countU, lawOf(step.shear), links);
      this._relaxThreads(step, links, lawOf);
      const strainLimit = isSoft(step) ? step.strainLimit : Infinity;
      for (let sweep = 0; sweep < (isSoft(step) ? LIMIT_SWEEPS : 1); sweep++) {
        for (const lines of [this._rows, this._columns]) {
          relaxSlack(this._particles, lines, lawOf(step[lines.kind]), links, sweep, strainLimit);
        }
      }
    }
  }

  /** KEPT_COLUMNS, ROWS and COLUMNS of gridRelax.wgsl. */
  private _relaxThreads(step: Rounded<ClothStep>, links: Float32Array, lawOf: (kind: Vector) => number[]): void {
    const areColumnsStiff = step.weftSolver === STIFF_THREADS;
    if (areColumnsStiff) {
      this._pullAsBefore(links, lineLaw(lawOf(step.weft))[0], step.strainLimit);
    } else {
      this._particles.pulls.fill(0);
    }
    for (const lines of [this._rows, this._columns]) {
      const law = lineLaw(lawOf(step[lines.kind]));
      if (step[`${lines.kind}Solver`] === FAST_THREADS) {
        relaxLinks(this._particles, lines, law, links);
        continue;
      }
      if (lines === this._columns) {
        this._keptShare(this._before);
      }
      this._findSystems(lines, links, law);
      this._solve(lines);
      this._correct(lines, links, this._before, -FARTHEST, law[0], step.strainLimit);
      if (lines === this._columns) {
        this._keepPulls(links, step.substepTime);
        this._before.fill(0);
      }
    }
  }

  /**
   * Pulls threads that are longer than the strain limit to it, once.
   *
   * @param strainLimit - Added length over rest length.
   * @param links - See {@link relax}.
   */
  public limit(strainLimit: number, links: Float32Array): void {
    for (const lines of [this._rows, this._columns]) {
      findRings(lines, this._particles.inverseMasses);
      this._findSystems(lines, links, [0, 0, 1 + strainLimit, 0]);
      this._solve(lines);
      this._correct(lines, links, this._before, 0, 0, 0);
    }
  }

  /**
   * @param out - Receives the strains of the threads, added length over rest length; 0 where there is none. Shape [2, particleCount].
   * @param links - See {@link relax}.
   */
  public findStrains(out: Float32Array, links: Float32Array): void {
    const { positions } = this._particles;
    let at = 0;
    for (const { count, particles, hasLink, restOffset } of [this._rows, this._columns]) {
      for (let node = 0; node < particles.length; node++) {
        if (hasLink[node] === 1) {
          loadDifference(now, positions, 3 * particles[node + count], 3 * particles[node]);
          out[at] = sqrt(dot(now, now)) / links[LINK_FLOATS * particles[node] + restOffset] - 1;
        }
        at++;
      }
    }
  }

  /** What columns leave for the next substep. */
  private _keepPulls(links: Float32Array, seconds: number): void {
    const { count, particles, inverseMasses, halves, restOffset } = this._columns;
    const { pulls } = this._particles;
    for (let node = 0; node < pulls.length; node++) {
      const inverseMass = inverseMasses[node] + (inverseMasses[node + count] ?? 0);
      const restLength = halves[node] * links[LINK_FLOATS * particles[node] + restOffset];
      pulls[node] = keptPull(this._strengths[node], restLength, inverseMass, seconds);
    }
  }

  private _keptShare(out: Float32Array): void {
    for (let node = 0; node < out.length; node++) {
      out[node] = this._particles.pulls[node] * KEPT_PULL;
    }
  }

  /** Columns pull as in the last substep: KEPT_COLUMNS in gridRelax.wgsl. */
  private _pullAsBefore(links: Float32Array, alpha: number, strainLimit: number): void {
    this._findDirections(this._columns);
    this._keptShare(this._right);
    this._correct(this._columns, links, this._before, -FARTHEST, alpha, strainLimit);
  }

  /** The row of each link in the system of its line. */
  private _findSystems(lines: Lines, links: Float32Array, law: readonly number[]): void {
    const { count, unrolled: particles, halves, inverseMasses, restOffset } = lines;
    const { _along: along, _lengths: lengths, _lower: lower, _upper: upper, _right: right } = this;
    const { _before: before } = this;
    this._findDirections(lines);
    phase.set(law);
    const ridge = ridgeOf(lines.nodes);
    for (let node = 0; node < particles.length; node++) {
      const [a, b] = [inverseMasses[node], inverseMasses[node + count]];
      lower[node] = upper[node] = right[node] = 0;
      load(now, along, 3 * node);
      if (dot(now, now) === 0) {
        continue;
      }
      const restLength = halves[node] * links[LINK_FLOATS * particles[node] + restOffset];
      const slender = halves[node] * links[LINK_FLOATS * particles[node] + restOffset + 1];
      phase[0] = law[0] * slender;
      const inverseMass = a + b;
      linkRow(row, lengths[node], restLength, inverseMass, before[node], phase, ridge);
      right[node] = row[1];
      if (node >= count) {
        lower[node] = -row[0] * a * dot(now, load(other, along, 3 * (node - count)));
      }
      upper[node] = -row[0] * b * dot(now, load(other, along, 3 * (node + count)));
    }
  }

  /** Unit vectors along the links, zero where there is none, and lengths. */
  private _findDirections({ count, unrolled: particles, hasLink }: Lines): void {
    const { positions, inverseMasses } = this._particles;
    for (let node = 0; node < particles.length; node++) {
      const a = particles[node];
      const b = particles[node + count];
      const isThere = hasLink[node] === 1 && inverseMasses[a] + inverseMasses[b] > 0;
      loadDifference(now, positions, 3 * (isThere ? b : a), 3 * a);
      this._lengths[node] = sqrt(max(dot(now, now), 1e-30));
      store(this._along, 3 * node, scale(now, now, 1 / this._lengths[node]));
    }
  }

  /** Eliminates along each line, and substitutes back. */
  private _solve(lines: Lines): void {
    const { count, particles } = lines;
    const { _lower: lower, _upper: upper, _right: right, _byCut: byCut } = this;
    const cuts = this._cutLinks(lines);
    for (let node = 0; node < particles.length; node++) {
      const coupling = node >= count ? upper[node - count] : 0;
      const known = node >= count ? right[node - count] : 0;
      const divisor = 1 - lower[node] * coupling;
      right[node] = (right[node] - lower[node] * known) / divisor;
      byCut[node] = (byCut[node] - lower[node] * (node >= count ? byCut[node - count] : 0)) / divisor;
      upper[node] /= divisor;
    }
    for (let node = particles.length - count - 1; node >= 0; node--) {
      right[node] -= upper[node] * right[node + count];
      byCut[node] -= upper[node] * byCut[node + count];
    }
    for (const { line, cut, first, last } of cuts) {
      const [second, before] = [line + count, line + (lines.nodes - 3) * count];
      const others = first * right[second] + last * right[before];
      const strength = (cut - others) / (1 + first * byCut[second] + last * byCut[before]);
      for (let node = line; node < particles.length; node += count) {
        right[node] += byCut[node] * strength;
      }
    }
  }

  /** Rings are cut at the link across the seam: takes its equation out of the systems, with the other links' as they depend on it. */
  private _cutLinks({ count, nodes, isRing }: Lines): CutLink[] {
    const { _lower: lower, _upper: upper, _right: right, _byCut: byCut } = this;
    const cuts: CutLink[] = [];
    byCut.fill(0);
    for (let line = 0; line < count; line++) {
      const last = line + (nodes - 2) * count;
      if (isRing[line] === 1) {
        cuts.push({ line, cut: right[line], first: upper[line], last: lower[last] });
        for (const end of [line, last]) {
          lower[end] = upper[end] = right[end] = 0;
          byCut[end] = 1;
        }
      }
    }
    return cuts;
  }

  /**
   * Moves the particles as implicitWays in gridRelax.wgsl does.
   *
   * @param before - What links pull with already.
   * @param least - No link pulls less than this.
   * @param alpha - Compliance over time squared of a square of cloth.
   * @param strainLimit - Added length over rest length.
   */
  private _correct(
    lines: Lines,
    links: Float32Array,
    before: Float32Array,
    least: number,
    alpha: number,
    strainLimit: number,
  ): void {
    const { count, nodes, unrolled: particles, isRing, halves, restOffset } = lines;
    const { _along: along, _right: right, _densities: densities, _pulls: pulls, _ways: ways } = this;
    const { positions } = this._particles;
    for (let node = 0; node < particles.length; node++) {
      load(now, along, 3 * node);
      const strength = max(right[node], least);
      const restLength = halves[node] * links[LINK_FLOATS * particles[node] + restOffset];
      const slender = halves[node] * links[LINK_FLOATS * particles[node] + restOffset + 1];
      const isThere = dot(now, now) > 0;
      this._strengths[node] = before[node] + strength;
      const pull = max(before[node] + strength, 0);
      const [density, endLength] = pullDensity(pull, pull, restLength, alpha * slender, strainLimit);
      densities[node] = isThere ? density : 0;
      store(pulls, 3 * node, scale(now, now, strength + densities[node] * (this._lengths[node] - endLength)));
    }
    this._findWays(lines);
    for (let node = 0; node < particles.length; node++) {
      const number = Math.floor(node / count);
      const isCopy = isRing[node % count] === 1 && (number === 0 || number + 1 === nodes);
      if (isCopy) {
        // Particles of the seam go half as far as both neighbours together.
        const second = (node % count) + count;
        addFrom(load(way, ways, 3 * second), ways, 3 * (second + (nodes - 3) * count), 1);
        addTo(positions, 3 * lines.particles[node], way, 0.5);
      } else {
        addTo(positions, 3 * particles[node], load(way, ways, 3 * node), 1);
      }
    }
  }

  /** Ways of all nodes: see implicitWays in gridRelax.wgsl. Rings are cut at their second node, which is the last one too. */
  private _findWays({ count, nodes, unrolled: particles, isRing, inverseMasses }: Lines): void {
    const { _densities: densities, _pulls: pulls, _ways: ways, _upper: upper, _byCut: byCut } = this;
    for (let node = 0; node < particles.length; node++) {
      const inverseMass = inverseMasses[node];
      const number = Math.floor(node / count);
      const isCut = isRing[node % count] === 1 && (number === 1 || number + 1 === nodes);
      const below = isCut || node < count ? 0 : inverseMass * densities[node - count];
      const above = isCut ? 0 : inverseMass * densities[node];
      const divisor = 1 + below + above + (node < count ? 0 : below * upper[node - count]);
      upper[node] = -above / divisor;
      scale(way, load(way, pulls, 3 * node), isCut ? 0 : inverseMass);
      byCut[node] = Number(isCut);
      if (node >= count) {
        addFrom(way, pulls, 3 * (node - count), isCut ? 0 : -inverseMass);
        addFrom(way, ways, 3 * (node - count), below);
        byCut[node] = (byCut[node] + below * byCut[node - count]) / divisor;
      }
      store(ways, 3 * node, scale(way, way, 1 / divisor));
    }
    for (let node = particles.length - count - 1; node >= 0; node--) {
      addFrom(load(way, ways, 3 * node), ways, 3 * (node + count), -upper[node]);
      byCut[node] -= upper[node] * byCut[node + count];
      store(ways, 3 * node, way);
    }
    for (let line = 0; line < count; line++) {
      if (isRing[line] === 1) {
        this._closeRing(line, count, nodes, inverseMasses[line + count]);
      }
    }
  }

  /** The way of the node where a ring is cut, and what it adds to the others. */
  private _closeRing(line: number, count: number, nodes: number, inverseMass: number): void {
    const { _densities: densities, _pulls: pulls, _ways: ways, _byCut: byCut } = this;
    const [cut, before, behind] = [line + count, line + (nodes - 2) * count, line + 2 * count];
    const [below, above] = [inverseMass * densities[line], inverseMass * densities[cut]];
    scale(way, load(way, pulls, 3 * cut), inverseMass);
    addFrom(way, pulls, 3 * line, -inverseMass);
    addFrom(way, ways, 3 * before, below);
    addFrom(way, ways, 3 * behind, above);
    scale(other, way, 1 / (1 + below * (1 - byCut[before]) + above * (1 - byCut[behind])));
    for (let node = line; node <= line + (nodes - 1) * count; node += count) {
      addTo(ways, 3 * node, other, byCut[node]);
    }
  }
}

/** The equation of a link where a ring is cut: right side, and what couples it to the second link and to the last one. */
interface CutLink {
  readonly line: number;
  readonly cut: number;
  readonly first: number;
  readonly last: number;
}
