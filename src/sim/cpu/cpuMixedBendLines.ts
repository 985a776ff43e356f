// Bends of whole rows and columns at full resolution on the CPU, for ways and pulls together. Twin of bendFullResolution.compute.wgsl, which
// eliminates in another order.
import { constants } from "../../shaders/shaders.gen.js";
import { CpuBendLines } from "./cpuBendLines.js";

/** Of a 2x2 block, by columns; of a pair of vectors. */
const BLOCK = 4;
const PAIR = 6;

type Numbers = Float64Array;

const lower = new Float64Array(BLOCK);
const upper = new Float64Array(BLOCK);
const diagonal = new Float64Array(BLOCK);
const product = new Float64Array(BLOCK);
const pair = new Float64Array(PAIR);
const carried = new Float64Array(PAIR);

/** Lines whose nodes have a pair of unknowns each: their way, and the pull of the bend with them in its middle. */
export class CpuMixedBendLines extends CpuBendLines {
  protected override readonly _stiffest = constants.STIFFEST_MIXED_BEND;
  /** Of the rows of one line, divided by their diagonal blocks: blocks to the next node, right sides. */
  private readonly _uppers = new Float64Array(BLOCK * this._nodes);
  private readonly _rights = new Float64Array(PAIR * this._nodes);

  protected override _solveLine(line: number): void {
    for (let node = 0; node < this._nodes; node++) {
      this._eliminate(line, node);
    }
    for (let node = this._nodes - 1; node >= 0; node--) {
      const at = PAIR * node;
      if (node + 1 < this._nodes) {
        timesBlock(carried, this._rights, at + PAIR, this._uppers.subarray(BLOCK * node, BLOCK * (node + 1)));
        for (let c = 0; c < PAIR; c++) {
          this._rights[at + c] -= carried[c];
        }
      }
      this._ways.set(this._rights.subarray(at, at + 3), 3 * this._particle(line, node));
    }
  }

  /** See bendRows. */
  private _eliminate(line: number, node: number): void {
    const { _ratios: ratios, _nodes: nodes, _uppers: uppers, _rights: rights } = this;
    const i = this._particle(line, node);
    const inverseMass = this._particles.inverseMasses[i];
    const stiffness = this._stiffnesses[i];
    diagonal.set([1, -inverseMass, stiffness, 1]);
    pair.fill(0);
    for (let axis = 0; axis < 3; axis++) {
      pair[3 + axis] = this._pulls[3 * i + axis];
    }
    if (node > 0) {
      lower.set([0, inverseMass * (1 - ratios[node - 1]), -stiffness * ratios[node], 0]);
      timesBlock(product, uppers, BLOCK * (node - 1), lower);
      timesBlock(carried, rights, PAIR * (node - 1), lower);
      for (let c = 0; c < BLOCK; c++) {
        diagonal[c] -= product[c];
      }
      for (let c = 0; c < PAIR; c++) {
        pair[c] -= carried[c];
      }
    }
    invert(diagonal);
    const ratioBehind = node + 1 < nodes ? ratios[node + 1] : 0;
    upper.set([0, inverseMass * ratioBehind, -stiffness * (1 - ratios[node]), 0]);
    uppers.set(timesBlock(product, upper, 0, diagonal), BLOCK * node);
    rights.set(timesBlock(carried, pair, 0, diagonal), PAIR * node);
  }
}

/** Two columns of `list`, from index `at` on, times a block from the right. */
function timesBlock(out: Numbers, list: Numbers, at: number, block: Numbers): Numbers {
  const rows = out.length / 2;
  for (let row = 0; row < rows; row++) {
    const [first, second] = [list[at + row], list[at + rows + row]];
    out[row] = first * block[0] + second * block[1];
    out[rows + row] = first * block[2] + second * block[3];
  }
  return out;
}

function invert(block: Numbers): void {
  const [a, b, c, d] = block;
  const scale = 1 / (a * d - b * c);
  block[0] = d * scale;
  block[1] = -b * scale;
  block[2] = -c * scale;
  block[3] = a * scale;
}
