// Grips that the cloth holds back give way, on the CPU. Twin of giveWay.compute.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import type { GripState } from "../clothStep.js";
import { gripPace, gripRetreat } from "./functions/grip.js";
import { add, createVector, dot, load, scale, scaleAndAdd, store, subtract, type Vector } from "./vectors.js";

const { max, sqrt } = Math;

const { FASTEST_GRIP, THERE } = constants;
/** Floats of a target: at the end and at the start of the step. */
const TARGET = 8;

const way = createVector();
const pull = createVector();
const lag = createVector();
const left = createVector();
const place = createVector();

/** The grips of one cloth. */
export class CpuGrips {
  private _told: readonly GripState[] = [];
  /** Of grips in the last step [m/s]. */
  private _paces = new Map<number, number>();

  /** @param grips - All of the next step. */
  public tell(grips: readonly GripState[]): void {
    this._told = grips;
  }

  /**
   * @param targets - Of pins, shape [targets, 2, 4].
   * @param positions - As the last step has left them, shape [particleCount, 3].
   * @returns Targets of the step: the same array if there are no grips.
   */
  public giveWay(targets: Float32Array, positions: Float32Array): Float32Array {
    if (this._told.length === 0) {
      return targets;
    }
    const moved = targets.slice();
    this._paces = new Map(this._told.map((grip) => [grip.id, this._move(grip, moved, positions)]));
    this._told = [];
    return moved;
  }

  /** @returns Its pace from now on. */
  private _move(grip: GripState, targets: Float32Array, positions: Float32Array): number {
    const { bound, seconds, targets: numbers, places } = grip;
    const { strain, sum } = gatherPulls(grip, positions);
    findLag(grip, positions);
    load(way, places, 0);
    subtract(way, way, load(place, places, TARGET / 2));
    subtract(way, way, lag);
    const far = sqrt(dot(way, way));
    // What pulls it to where it was sent does not hold it back.
    const against = far > THERE && dot(way, pull) > 0 ? 0 : strain;
    const pace = gripPace(this._paces.get(grip.id) ?? FASTEST_GRIP, against, bound, far, seconds);
    const missing = max(far - pace * seconds, 0);
    scale(left, way, missing > 0 ? -missing / far : 0);
    scaleAndAdd(left, left, pull, (gripRetreat(strain, bound) * seconds) / max(sum, 1e-30));
    numbers.forEach((number, t) => {
      store(targets, TARGET * number, add(place, load(place, places, TARGET * t), left));
      store(targets, TARGET * number + TARGET / 2, add(place, load(place, places, TARGET * t + TARGET / 2), lag));
    });
    return pace;
  }
}

/** Greatest strain; in `pull` directions towards the cloth, each times its strain, and the sum of these. */
function gatherPulls({ links, lengths, bound }: GripState, positions: Float32Array): { strain: number; sum: number } {
  let strain = 0;
  let sum = 0;
  pull.fill(0);
  lengths.forEach((length, l) => {
    subtract(way, load(way, positions, 3 * links[2 * l + 1]), load(place, positions, 3 * links[2 * l]));
    const apart = sqrt(dot(way, way));
    const own = apart / length - 1;
    strain = max(strain, own);
    if (own > bound) {
      scaleAndAdd(pull, pull, way, (own - bound) / apart);
      sum += own - bound;
    }
  });
  return { strain, sum };
}

/** From where the grip was sent in the last step to where it was. */
function findLag({ held, shift, places, isNew }: GripState, positions: Float32Array): Vector {
  subtract(lag, load(lag, positions, 3 * held), load(place, shift, 0));
  subtract(lag, lag, load(place, places, TARGET / 2));
  return !isNew && dot(lag, lag) > THERE * THERE ? lag : lag.fill(0);
}
