// Relaxation at full resolution on the CPU, level by level, in the order of the kernels. Twins of moveFullResolution, of
// moveWithCoarsest, of wayByCoarser in netLevel.wgsl and of tileSkew.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import { blockedNodes } from "../cutLevels.js";
import { wholeLinks } from "../cuts.js";
import { gatherLinks, type GatheredLink } from "../gathers.js";
import { keepsLimits } from "../linkLimits.js";
import {
  between,
  isCoarsest,
  isOneGroup,
  levelStrides,
  nodeSums,
  particleAt,
  SWEEPS,
  type NetLevel,
} from "../levels.js";
import type { RestGrid } from "../restGrid.js";
import { CpuNetLines } from "./cpuNetLines.js";
import { CpuNetLinks } from "./cpuNetLinks.js";
import { measureLevel, measureNet, netOf, SKEW, THREAD, type Net } from "./cpuNets.js";
import type { CpuParticles } from "./cpuParticles.js";
import { relaxCell } from "./functions/skew.js";
import {
  add,
  addFrom,
  addTo,
  createVector,
  length,
  load,
  loadDifference,
  scale,
  store,
  type Rounded,
  type Vector,
} from "./vectors.js";

const { max } = Math;

const { ALL_LINKS, CELL_NODES, COARSEST_SWEEPS, FAST_THREADS, SKEW_COLORS, SKEW_PASSES } = constants;
/** Of a cell of the first level. */
const CELL_BITS = 2 ** CELL_NODES - 1;

const now = createVector();
const way = createVector();
const phase = createVector(4);

/** The links of one cloth at full resolution. */
export class CpuLevels {
  private readonly _net: Net;
  private readonly _lines: CpuNetLines;
  private readonly _links: CpuNetLinks;
  private readonly _known = new Map<number, Net>();
  /** The coarsest first. */
  private _levels: readonly Net[] = [];
  private readonly _measured = new Float32Array(9).fill(NaN);
  private _living: Uint32Array;
  /** What cells pull with in a substep, by their first corner. */
  private readonly _skewPulls: Float32Array;
  /** How far cells have moved particles in the last substep, if the coarsest level takes that over. */
  private _skewWays = new Float32Array(0);
  private _isGathered = false;
  /** Ballast that nodes of each level carry [kg]. */
  private _ballasts: readonly Float64Array[] = [];
  /** See blockedNodes; null of a whole net. */
  private _blocked: Uint32Array | null = null;
  private _blockedAt = "";
  private _isCut = false;
  private _mayTear = false;

  /**
   * @param _restGrid - The net at rest.
   * @param particles - Are moved.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    particles: CpuParticles,
  ) {
    const { countU, countV } = _restGrid;
    const { positions, inverseMasses } = particles;
    const level = { stride: 1, countU, countV, inverseAreas: new Float32Array(0) };
    this._net = netOf(level, positions, inverseMasses);
    this._lines = new CpuNetLines(_restGrid);
    this._links = new CpuNetLinks(_restGrid, this._net);
    this._skewPulls = new Float32Array(countU * countV);
    this._living = wholeLinks(_restGrid);
  }

  /** @param living - Which links live, see clothKinds.wgsl, shape [particleCount]. */
  public setLivingLinks(living: Uint32Array): void {
    this._living = living;
    this._isCut = living.some((word) => word !== ALL_LINKS);
    this._blockedAt = "";
    this._blocked = null;
    this._measured.fill(NaN);
  }

  /** From now on it may tear. */
  public letTear(): void {
    this._mayTear = true;
  }

  /** @param step - Input of the next substeps. */
  public begin(step: Rounded<ClothStep>): void {
    if (this._isGathered || !step.linear.every((component, i) => component === this._measured[i])) {
      this._isGathered = false;
      this._measured.set(step.linear);
      this._known.clear();
      measureNet(this._restGrid, this._net, step.linear, this._living);
    }
    this._findLevels(step);
  }

  /**
   * Gathers links for the step.
   *
   * @param gathers - These.
   * @param step - Its input.
   */
  public gather(gathers: readonly GatheredLink[], step: Rounded<ClothStep>): void {
    const { threads, positions } = this._net;
    gatherLinks(threads, threads.slice(), gathers, positions, this._restGrid.countU);
    this._isGathered = true;
    this._known.clear();
    this._findLevels(step);
  }

  private _findLevels(step: Rounded<ClothStep>): void {
    // Tears come between two steps, on the GPU by kernels: levels do not know them.
    const strides = this._mayTear ? [] : levelStrides(this._restGrid, step);
    if (this._isCut && strides.join(" ") !== this._blockedAt) {
      this._blockedAt = strides.join(" ");
      this._blocked = blockedNodes(this._restGrid, this._living, strides);
    }
    this._levels = strides.map((stride) => {
      const net = this._known.get(stride) ?? measureLevel(this._restGrid, this._net, stride);
      this._known.set(stride, net);
      return net;
    });
  }

  /**
   * @param particle - At which a link begins.
   * @param isAlongV - Whether along its column.
   * @returns What its compliance is multiplied by; less than 0 where there is no link.
   */
  public slendernessAt(particle: number, isAlongV: boolean): number {
    const { threads } = this._net;
    const at = THREAD * particle + (isAlongV ? 2 : 0);
    return threads[at] > 0 ? threads[at + 1] : -1;
  }

  /**
   * The relax phase of one substep.
   *
   * @param step - Input of the step.
   * @param substep - Of the step.
   * @param ballasts - Of particles [kg], which their inverse masses know.
   */
  public relax(step: Rounded<ClothStep>, substep: number, ballasts: ReadonlyMap<number, number>): void {
    this._ballasts = this._levels.map(({ level }) => nodeSums(this._restGrid, level.stride, ballasts));
    for (let iteration = 0; iteration < step.iterationCount; iteration++) {
      const isEarly = this._levels.some(({ level }) => isOneGroup(level, this._restGrid));
      if (isEarly) {
        this._relaxEarly(step, iteration === 0 ? substep : null);
      } else {
        this._relaxSkew(step);
      }
      for (let number = isEarly ? 1 : 0; number < this._levels.length; number++) {
        this._relaxLevel(step, number);
      }
      const coarser = this._levels.at(-1) ?? null;
      if (coarser) {
        this._takeOver(coarser, this._levels.length - 1);
      }
      for (let sweep = 0; sweep < SWEEPS; sweep++) {
        for (const isAlongV of [false, true]) {
          if ((isAlongV ? step.weftSolver : step.warpSolver) === FAST_THREADS) {
            this._links.relax(step, isAlongV);
          } else {
            this._lines.relax(this._net, step, isAlongV, sweep, coarser);
          }
        }
      }
    }
    if (keepsLimits(step)) {
      this._links.limit(step);
    }
  }

  /**
   * Skew, and before it the level that one workgroup has: see moveWithCoarsest.compute.wgsl. In the first iteration of a substep, its nodes start where
   * cells will have moved them if they move them as far as one substep before.
   */
  private _relaxEarly(step: Rounded<ClothStep>, substep: number | null): void {
    const { positions } = this._net;
    const moved = positions.slice();
    if (substep !== null && substep > 0) {
      this._skewWays.forEach((way, i) => (positions[i] += way));
    }
    this._relaxLevel(step, 0);
    positions.set(moved);
    this._relaxSkew(step);
    if (substep !== null) {
      this._skewWays = positions.map((place, i) => place - moved[i]);
    }
  }

  private _relaxLevel(step: Rounded<ClothStep>, number: number): void {
    const net = this._levels[number];
    const coarser = number > 0 ? this._levels[number - 1] : null;
    this._coarsen(net, coarser, number, step.inverseDensity);
    for (let sweep = 0; sweep < (isCoarsest(net.level, this._restGrid) ? COARSEST_SWEEPS : 1); sweep++) {
      this._lines.relax(net, step, false, sweep, coarser);
      this._lines.relax(net, step, true, sweep, coarser);
    }
    this._keepWays(net);
  }

  /** Threads that live. */
  public get threadCount(): number {
    const { threads } = this._net;
    return threads.reduce((count, length, at) => count + Number(at % 2 === 0 && length >= 0), 0);
  }

  /** @param strainLimit - Threads that are longer are shortened, link by link: added length over rest length. */
  public shorten(strainLimit: number): void {
    this._links.shorten(strainLimit);
  }

  /** @param out - Receives the strains of the threads, added length over rest length; 0 where there is none. Shape [particleCount, 2]. */
  public findStrains(out: Float32Array): void {
    const { positions, threads, level } = this._net;
    for (let at = 0; at < out.length; at++) {
      const [i, isAlongV] = [at >> 1, at & 1];
      const restLength = threads[THREAD * i + 2 * isAlongV];
      out[at] = 0;
      if (restLength >= 0) {
        loadDifference(now, positions, 3 * (i + (isAlongV ? level.countU : 1)), 3 * i);
        out[at] = length(now) / max(restLength, 1e-15) - 1;
      }
    }
  }

  /** Nodes start where their particles are and what coarser levels move them by. */
  private _coarsen(
    { level, positions, inverseMasses }: Net,
    coarser: Net | null,
    number: number,
    inverseDensity: number,
  ): void {
    const { positions: fine, inverseMasses: fineMasses } = this._net;
    this._forNodes(level, (node, u, v) => {
      const particle = v * this._restGrid.countU + u;
      load(now, fine, 3 * particle);
      const isFree = fineMasses[particle] > 0;
      const bare = level.inverseAreas[node] * inverseDensity;
      inverseMasses[node] = isFree ? bare / (1 + bare * this._ballasts[number][node]) : 0;
      if (isFree && coarser) {
        this._wayBy(coarser, number - 1, u, v);
        add(now, now, way);
      }
      store(positions, 3 * node, now);
    });
  }

  /** How far a level and coarser ones have moved its nodes. */
  private _keepWays({ level, positions, ways }: Net): void {
    this._forNodes(level, (node, u, v) => {
      loadTwo(now, positions, 3 * node, this._net.positions, 3 * (v * this._restGrid.countU + u));
      store(ways, 3 * node, now);
    });
  }

  private _forNodes({ stride, countU, countV }: NetLevel, act: (node: number, u: number, v: number) => void): void {
    for (let j = 0; j < countV; j++) {
      const v = particleAt(j, stride, countV, this._restGrid.countV);
      for (let i = 0; i < countU; i++) {
        act(j * countU + i, particleAt(i, stride, countU, this._restGrid.countU), v);
      }
    }
  }

  /** The net follows a level. */
  private _takeOver(coarser: Net, number: number): void {
    const { countU, particleCount } = this._restGrid;
    const { positions, inverseMasses } = this._net;
    for (let i = 0; i < particleCount; i++) {
      if (inverseMasses[i] > 0) {
        this._wayBy(coarser, number, i % countU, Math.floor(i / countU));
        addTo(positions, 3 * i, way, 1);
      }
    }
  }

  /** In `way`: see wayByCoarser in netLevel.wgsl. `number`: of the level. */
  private _wayBy({ level, ways }: Net, number: number, u: number, v: number): void {
    const alongU = between(u, level.stride, level.countU, this._restGrid.countU);
    const alongV = between(v, level.stride, level.countV, this._restGrid.countV);
    const node = alongV.node * level.countU + alongU.node;
    const blocked = (this._blocked?.[v * this._restGrid.countU + u] ?? 0) >> (CELL_NODES * number);
    way.fill(0);
    let parts = 0;
    for (const [k, [at, part]] of [
      [node, (1 - alongU.part) * (1 - alongV.part)],
      [node + 1, alongU.part * (1 - alongV.part)],
      [node + level.countU, (1 - alongU.part) * alongV.part],
      [node + level.countU + 1, alongU.part * alongV.part],
    ].entries()) {
      const own = ((blocked >> k) & 1) === 0 ? part : 0;
      addFrom(way, ways, 3 * at, own);
      parts += own;
    }
    if ((blocked & CELL_BITS) !== 0) {
      scale(way, way, parts > 0 ? 1 / parts : 0);
    }
  }

  /** See tileSkew.wgsl. */
  private _relaxSkew({ shear, substepTime, iterationCount }: Rounded<ClothStep>): void {
    const { countU, countV } = this._restGrid;
    const { positions, inverseMasses, skews } = this._net;
    const pulled = this._skewPulls.fill(0);
    phase.set(shear);
    phase[0] *= iterationCount / (substepTime * substepTime);
    for (let number = 0; number < SKEW_PASSES * SKEW_COLORS; number++) {
      const color = number % SKEW_COLORS;
      const isFirst = number < SKEW_COLORS;
      for (let v = color >> 1; v + 1 < countV; v += 2) {
        for (let u = color & 1; u + 1 < countU; u += 2) {
          const a = v * countU + u;
          const [share, shareAcross] = [skews[SKEW * a], skews[SKEW * a + 1]];
          if (share > 0) {
            pulled[a] = relaxCell(positions, inverseMasses, a, countU, share, shareAcross, phase, pulled[a], isFirst);
          }
        }
      }
    }
  }
}

function loadTwo(out: Vector, a: Float32Array, atA: number, b: Float32Array, atB: number): void {
  for (let axis = 0; axis < 3; axis++) {
    out[axis] = a[atA + axis] - b[atB + axis];
  }
}
