// Links of a control grid on the CPU: twin of cellOf and relaxCell in stepControlGrid.compute.wgsl, and of distance.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import type { Rounded } from "./cpuFunctions.js";
import type { CpuParticles } from "./cpuParticles.js";
import type { RestGrid } from "../restGrid.js";

const { fround, max, min, sqrt } = Math;

const { COLORS } = constants;
/** Links of a cell: a-b, a-c, a-d, b-c, c-d, b-d. The last two only at the border of the grid. */
const LINKS = 6;

/** The links of one cloth. */
export class CpuLinks {
  /** Rest length of each link of each cell, by the cell's corner, 0 where there is none, shape [particleCount, LINKS]. */
  private readonly _lengths: Float32Array;
  /** Mesh axes for which lengths were measured. */
  private readonly _measured = new Float32Array(9).fill(NaN);
  private readonly _positions: Float32Array;
  private readonly _weights: Float32Array;

  /**
   * @param _fabric - The sheet.
   * @param particles - Are moved.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    particles: CpuParticles,
  ) {
    this._lengths = new Float32Array(LINKS * _restGrid.particleCount);
    this._positions = particles.positions;
    this._weights = particles.weights;
  }

  /** @param linear - Mesh axes: lengths are measured on the rest shape as the mesh scales it. */
  public measure(linear: Float32Array): void {
    if (linear.every((component, i) => component === this._measured[i])) {
      return;
    }
    this._measured.set(linear);
    const { countU, countV } = this._restGrid;
    const lengths = this._lengths;
    for (let row = 0; row + 1 < countV; row++) {
      for (let column = 0; column + 1 < countU; column++) {
        const a = row * countU + column;
        const link = LINKS * a;
        lengths[link] = this._restLength(linear, a, a + 1);
        lengths[link + 1] = this._restLength(linear, a, a + countU);
        lengths[link + 2] = this._restLength(linear, a, a + countU + 1);
        lengths[link + 3] = this._restLength(linear, a + 1, a + countU);
        lengths[link + 4] = row + 2 === countV ? this._restLength(linear, a + countU, a + countU + 1) : 0;
        lengths[link + 5] = column + 2 === countU ? this._restLength(linear, a + 1, a + countU + 1) : 0;
      }
    }
  }

  /**
   * One substep: all iterations over all colors.
   *
   * @param step - Its input.
   * @param beforeLast - Called before the last iteration.
   */
  public relax(step: Rounded<ClothStep>, beforeLast: () => void = () => undefined): void {
    for (let iteration = 0; iteration < step.iterationCount; iteration++) {
      if (iteration + 1 === step.iterationCount) {
        beforeLast();
      }
      for (let color = 0; color < COLORS; color++) {
        this._relaxColor(step, color);
      }
    }
  }

  private _relaxColor(step: Rounded<ClothStep>, color: number): void {
    const { countU, countV } = this._restGrid;
    const { warp, weft, shear, strainLimit, substepTime, iterationCount } = step;
    // Iterations share the compliance: each is a spring so many times as soft.
    const alphaScale = iterationCount / max(substepTime * substepTime, 1e-30);
    const alphaShear = shear[0] * alphaScale;
    for (let row = color >> 1; row + 1 < countV; row += 2) {
      for (let column = color & 1; column + 1 < countU; column += 2) {
        const a = row * countU + column;
        const b = a + 1;
        const c = a + countU;
        const d = c + 1;
        const link = LINKS * a;
        const slender = max(this._lengths[link], 1e-9) / max(this._lengths[link + 1], 1e-9);
        const alphaU = warp[0] * alphaScale * slender;
        const alphaV = (weft[0] * alphaScale) / slender;
        this._relaxLink(a, b, link, alphaU, warp, strainLimit);
        if (row + 2 === countV) {
          this._relaxLink(c, d, link + 4, alphaU, warp, strainLimit);
        }
        this._relaxLink(a, c, link + 1, alphaV, weft, strainLimit);
        if (column + 2 === countU) {
          this._relaxLink(b, d, link + 5, alphaV, weft, strainLimit);
        }
        this._relaxLink(a, d, link + 2, alphaShear, shear, strainLimit);
        this._relaxLink(b, c, link + 3, alphaShear, shear, strainLimit);
      }
    }
  }

  /** See distance.wgsl. */
  private _relaxLink(
    a: number,
    b: number,
    link: number,
    alpha: number,
    phase: Float32Array,
    strainLimit: number,
  ): void {
    const positions = this._positions;
    const weightA = this._weights[a];
    const weightB = this._weights[b];
    const weight = weightA + weightB;
    const atA = 3 * a;
    const atB = 3 * b;
    const x = positions[atB] - positions[atA];
    const y = positions[atB + 1] - positions[atA + 1];
    const z = positions[atB + 2] - positions[atA + 2];
    if (weight === 0) {
      return;
    }
    const length = sqrt(max(x * x + y * y + z * z, 1e-30));
    const rest = this._lengths[link];
    const error = length - rest;
    const slack = min(max(error, (phase[1] - 1) * rest), (phase[2] - 1) * rest);
    const counted = error - (1 - phase[3]) * slack;
    const compliant = -counted / (weight + alpha);
    const change = min(compliant, (strainLimit * rest - error) / weight);
    const moveA = (weightA * change) / length;
    const moveB = (weightB * change) / length;
    positions[atA] -= moveA * x;
    positions[atA + 1] -= moveA * y;
    positions[atA + 2] -= moveA * z;
    positions[atB] += moveB * x;
    positions[atB + 1] += moveB * y;
    positions[atB + 2] += moveB * z;
  }

  private _restLength(linear: ArrayLike<number>, a: number, b: number): number {
    const rest = this._restGrid.restPositions;
    const dx = fround(rest[3 * b] - rest[3 * a]);
    const dy = fround(rest[3 * b + 1] - rest[3 * a + 1]);
    const dz = fround(rest[3 * b + 2] - rest[3 * a + 2]);
    const x = linear[0] * dx + linear[3] * dy + linear[6] * dz;
    const y = linear[1] * dx + linear[4] * dy + linear[7] * dz;
    const z = linear[2] * dx + linear[5] * dy + linear[8] * dz;
    return sqrt(x * x + y * y + z * z);
  }
}
