// Twist of cells on the CPU. Twin of gridTwist.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { RestGrid } from "../restGrid.js";
import type { CpuParticles } from "./cpuParticles.js";
import { restOff, twistCompliance, twistStiffness } from "./functions/bend.js";
import { addFrom, addTo, createVector, load, scaleAndAdd, type Vector } from "./vectors.js";

const { max } = Math;

const off = createVector();
const atRest = createVector();
const NO_NORMAL: Vector = createVector();

/** The twist of one cloth. */
export class CpuTwist {
  /** Of the cell above and to the right of a particle, times squared time [kg], shape [particleCount]. */
  private readonly _stiffnesses: Float32Array;

  /**
   * @param _restGrid - Gives counts.
   * @param _particles - Give inverse masses.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    private readonly _particles: CpuParticles,
  ) {
    this._stiffnesses = new Float32Array(_restGrid.particleCount);
  }

  /**
   * @param warp - Compliance of bending [1/(N m)].
   * @param weft - The same along v.
   * @param squaredTime - Until the next look [s2].
   * @param rest - What bends at rest, from cookBends.
   */
  public findStiffnesses(warp: number, weft: number, squaredTime: number, rest: Float32Array): void {
    const { inverseMasses } = this._particles;
    const { countU, particleCount } = this._restGrid;
    const compliance = twistCompliance(warp, weft);
    this._forEachCell((a) => {
      const inverseMass = max(
        max(inverseMasses[a], inverseMasses[a + 1]),
        max(inverseMasses[a + countU], inverseMasses[a + countU + 1]),
      );
      const factor = rest[4 * (particleCount + a) + 1];
      this._stiffnesses[a] = twistStiffness(squaredTime, compliance * factor, inverseMass, constants.STIFFEST_TWIST);
    });
  }

  /**
   * @param sums - Of pulls, shape [particleCount, 3]: those of twist are added.
   * @param points - Places of particles, or ways, shape [particleCount, 3].
   * @param rest - What bends at rest, from cookBends; null if points are ways.
   */
  public addPulls(sums: Float32Array, points: Float32Array, rest: Float32Array | null): void {
    const { countU, particleCount } = this._restGrid;
    this._forEachCell((a) => {
      const [b, c, d] = [a + 1, a + countU, a + countU + 1];
      load(off, points, 3 * a);
      addFrom(off, points, 3 * b, -1);
      addFrom(off, points, 3 * c, -1);
      addFrom(off, points, 3 * d, 1);
      if (rest) {
        scaleAndAdd(off, off, restOff(atRest, off, rest[4 * (particleCount + a)], NO_NORMAL), -1);
      }
      const stiffness = this._stiffnesses[a];
      addTo(sums, 3 * a, off, -stiffness);
      addTo(sums, 3 * b, off, stiffness);
      addTo(sums, 3 * c, off, stiffness);
      addTo(sums, 3 * d, off, -stiffness);
    });
  }

  private _forEachCell(visit: (firstCorner: number) => void): void {
    const { countU, countV } = this._restGrid;
    for (let v = 0; v + 1 < countV; v++) {
      for (let u = 0; u + 1 < countU; u++) {
        visit(v * countU + u);
      }
    }
  }
}
