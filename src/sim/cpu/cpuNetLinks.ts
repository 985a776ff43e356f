// Threads of a cloth at full resolution that are solved link by link on the CPU. Twins of relaxLinks and limitFullResolution.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import { SHORTENINGS } from "../levels.js";
import { isSoft } from "../linkLimits.js";
import type { RestGrid } from "../restGrid.js";
import { settleSeams } from "./cpuHold.js";
import { THREAD, type Net } from "./cpuNets.js";
import { limitImpulse, lineLaw, linkImpulse } from "./functions/linkLimits.js";
import { addTo, createVector, loadDifference, type Rounded, type Vector } from "./vectors.js";

const { LIMIT_SHARE, LIMIT_SWEEPS, LINK_COLORS } = constants;
/** Law of links that only shorten what is too long. */
const PULL_ONLY = [0, -1e9, 1e9, 0];

const now = createVector();

/** What a link is moved by, of the inverse mass of its ends, its length at rest and what its compliance is multiplied by. */
type FindImpulse = (inverseMass: number, restLength: number, slender: number) => void;

/** The threads of one net. */
export class CpuNetLinks {
  /**
   * @param _restGrid - At rest.
   * @param _net - Is moved.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    private readonly _net: Net,
  ) {}

  /**
   * Fast threads: see relaxLinks.compute.wgsl.
   *
   * @param step - Input of the step.
   * @param isAlongV - Whether columns.
   */
  public relax({ warp, weft, iterationCount, substepTime }: Rounded<ClothStep>, isAlongV: boolean): void {
    const [compliance, ...limits] = isAlongV ? weft : warp;
    const law = lineLaw([(compliance * iterationCount) / (substepTime * substepTime), ...limits]);
    settleSeams(this._restGrid, this._net.positions, this._net.inverseMasses);
    this._byColors(isAlongV, (inverseMass, restLength, slender) => {
      linkImpulse(now, now, inverseMass, restLength, slender, law);
    });
  }

  /** @param step - Whose limits of threads are kept. */
  public limit(step: Rounded<ClothStep>): void {
    const alpha = step.iterationCount / (step.substepTime * step.substepTime);
    const lawOf = ([compliance, ...others]: Vector): number[] => [compliance * alpha, ...others];
    this._limit(lawOf(step.warp), lawOf(step.weft), isSoft(step) ? step.strainLimit : 1e9);
  }

  /** @param strainLimit - Threads that are longer are shortened: added length over rest length. */
  public shorten(strainLimit: number): void {
    for (let pass = 0; pass < SHORTENINGS; pass++) {
      this._limit(PULL_ONLY, PULL_ONLY, LIMIT_SHARE * strainLimit);
    }
    settleSeams(this._restGrid, this._net.positions, this._net.inverseMasses);
  }

  /** See limitFullResolution.compute.wgsl. */
  private _limit(warp: readonly number[], weft: readonly number[], strainLimit: number): void {
    settleSeams(this._restGrid, this._net.positions, this._net.inverseMasses);
    for (let sweep = 0; sweep < LIMIT_SWEEPS; sweep++) {
      for (const isAlongV of [false, true]) {
        const law = isAlongV ? weft : warp;
        this._byColors(isAlongV, (inverseMass, restLength, slender) => {
          limitImpulse(now, now, inverseMass, restLength, slender, law, strainLimit, sweep);
        });
      }
    }
  }

  /** Link by link, even ones first: `find` has the way between the ends in `now`, and leaves the impulse there. */
  private _byColors(isAlongV: boolean, find: FindImpulse): void {
    const { countU, countV } = this._restGrid;
    for (let color = 0; color < LINK_COLORS; color++) {
      const [firstU, stepU] = isAlongV ? [0, 1] : [color, LINK_COLORS];
      const [firstV, stepV] = isAlongV ? [color, LINK_COLORS] : [0, 1];
      for (let v = firstV; v < countV - Number(isAlongV); v += stepV) {
        for (let u = firstU; u < countU - Number(!isAlongV); u += stepU) {
          this._relaxLink(v * countU + u, isAlongV, find);
        }
      }
    }
  }

  private _relaxLink(a: number, isAlongV: boolean, find: FindImpulse): void {
    const { positions, inverseMasses, threads, level } = this._net;
    const b = a + (isAlongV ? level.countU : 1);
    const [restLength, slender] = threads.subarray(THREAD * a + (isAlongV ? 2 : 0));
    if (restLength >= 0) {
      loadDifference(now, positions, 3 * b, 3 * a);
      find(inverseMasses[a] + inverseMasses[b], restLength, slender);
      addTo(positions, 3 * a, now, -inverseMasses[a]);
      addTo(positions, 3 * b, now, inverseMasses[b]);
    }
  }
}
