// Links of a net on the CPU. Twin of relaxCell in cell.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { ClothStep } from "../clothStep.js";
import type { CpuParticles } from "./cpuParticles.js";
import { distanceImpulse } from "./functions/distance.js";
import type { RestGrid } from "../restGrid.js";
import { addTo, createVector, length, loadDifference, transform, type Rounded, type Vector } from "./vectors.js";

const { fround, max } = Math;

const { COLORS } = constants;
/** Links of a cell in the order of relaxCell: a-b, c-d, a-c, b-d, a-d, b-c. Only cells at the border of the grid own c-d and b-d. */
const LINKS = 6;
const STARTS = [0, 2, 0, 1, 0, 1] as const;
const ENDS = [1, 3, 2, 3, 3, 2] as const;
const C_D = 1;
const B_D = 3;

const difference = createVector();
const impulse = createVector();

/** The links of one cloth. */
export class CpuLinks {
  /** Rest length of each link of each cell, by the cell's corner, 0 where there is none, shape [particleCount, LINKS]. */
  private readonly _lengths: Float32Array;
  /** Mesh axes for which lengths were measured. */
  private readonly _measured = new Float32Array(9).fill(NaN);
  private readonly _positions: Float32Array;
  private readonly _inverseMasses: Float32Array;
  /** Compliance over time squared, limits and stiffness of a kind of links, see distance.wgsl. */
  private readonly _warp = createVector(4);
  private readonly _weft = createVector(4);
  private readonly _shear = createVector(4);
  private readonly _alongU = createVector(4);
  private readonly _alongV = createVector(4);
  /** By link. */
  private readonly _phases = [this._alongU, this._alongU, this._alongV, this._alongV, this._shear, this._shear];
  /** Of the corners of a cell: a, b, c, d. */
  private readonly _places = new Uint32Array(4);

  /**
   * @param _restGrid - Gives counts and the rest shape.
   * @param particles - Are moved.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    particles: CpuParticles,
  ) {
    this._lengths = new Float32Array(LINKS * _restGrid.particleCount);
    this._positions = particles.positions;
    this._inverseMasses = particles.inverseMasses;
  }

  /** @param linear - Mesh axes: lengths are measured on the rest shape as the mesh scales it. */
  public measure(linear: Vector): void {
    if (linear.every((component, i) => component === this._measured[i])) {
      return;
    }
    this._measured.set(linear);
    const { countU, countV } = this._restGrid;
    const lengths = this._lengths;
    for (let row = 0; row + 1 < countV; row++) {
      for (let column = 0; column + 1 < countU; column++) {
        const a = row * countU + column;
        const b = a + 1;
        const c = a + countU;
        const d = c + 1;
        const cell = LINKS * a;
        lengths[cell] = this._restLength(linear, a, b);
        lengths[cell + C_D] = row + 2 === countV ? this._restLength(linear, c, d) : 0;
        lengths[cell + 2] = this._restLength(linear, a, c);
        lengths[cell + B_D] = column + 2 === countU ? this._restLength(linear, b, d) : 0;
        lengths[cell + 4] = this._restLength(linear, a, d);
        lengths[cell + 5] = this._restLength(linear, b, c);
      }
    }
  }

  /**
   * The relax phase of one substep: all iterations over all colors.
   *
   * @param step - Its input.
   * @param beforeLast - Called before the last iteration.
   */
  public relax(step: Rounded<ClothStep>, beforeLast: () => void = () => undefined): void {
    const { substepTime, iterationCount } = step;
    // Iterations share the compliance: each is a spring so many times as soft.
    const alphaScale = iterationCount / max(substepTime * substepTime, 1e-30);
    scaleAlpha(this._warp, step.warp, alphaScale);
    scaleAlpha(this._weft, step.weft, alphaScale);
    scaleAlpha(this._shear, step.shear, alphaScale);
    this._alongU.set(this._warp);
    this._alongV.set(this._weft);
    for (let iteration = 0; iteration < iterationCount; iteration++) {
      if (iteration + 1 === iterationCount) {
        beforeLast();
      }
      for (let color = 0; color < COLORS; color++) {
        this._relaxColor(color, step.strainLimit);
      }
    }
  }

  private _relaxColor(color: number, strainLimit: number): void {
    const { countU, countV } = this._restGrid;
    for (let row = color >> 1; row + 1 < countV; row += 2) {
      for (let column = color & 1; column + 1 < countU; column += 2) {
        this._relaxCell(row * countU + column, row + 2 === countV, column + 2 === countU, strainLimit);
      }
    }
  }

  /** The links of the cell at corner `a`: warp, weft, shear. One call in a loop is faster than six: the compiler inlines it. */
  private _relaxCell(a: number, isLastRow: boolean, isLastColumn: boolean, strainLimit: number): void {
    const { _lengths: lengths, _places: places, _phases: phases } = this;
    const { countU } = this._restGrid;
    places[0] = a;
    places[1] = a + 1;
    places[2] = a + countU;
    places[3] = a + countU + 1;
    const cell = LINKS * a;
    const slender = max(lengths[cell], 1e-9) / max(lengths[cell + 2], 1e-9);
    this._alongU[0] = this._warp[0] * slender;
    this._alongV[0] = this._weft[0] / slender;
    for (let link = 0; link < LINKS; link++) {
      if ((link !== C_D || isLastRow) && (link !== B_D || isLastColumn)) {
        this._relaxLink(places[STARTS[link]], places[ENDS[link]], lengths[cell + link], phases[link], strainLimit);
      }
    }
  }

  private _relaxLink(a: number, b: number, restLength: number, phase: Vector, strainLimit: number): void {
    const inverseMassA = this._inverseMasses[a];
    const inverseMassB = this._inverseMasses[b];
    loadDifference(difference, this._positions, 3 * b, 3 * a);
    distanceImpulse(impulse, difference, inverseMassA + inverseMassB, restLength, phase, strainLimit);
    addTo(this._positions, 3 * a, impulse, -inverseMassA);
    addTo(this._positions, 3 * b, impulse, inverseMassB);
  }

  private _restLength(linear: Vector, a: number, b: number): number {
    loadDifference(difference, this._restGrid.restPositions, 3 * b, 3 * a);
    for (let axis = 0; axis < 3; axis++) {
      difference[axis] = fround(difference[axis]);
    }
    return length(transform(difference, linear, difference));
  }
}

/** A phase whose compliance is multiplied. */
function scaleAlpha(out: Vector, phase: Vector, scale: number): void {
  out[0] = phase[0] * scale;
  out[1] = phase[1];
  out[2] = phase[2];
  out[3] = phase[3];
}
