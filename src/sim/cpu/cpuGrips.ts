// Grips that the cloth holds back give way, on the CPU. Twin of giveWay.compute.wgsl.
import { constants } from "../../shaders/shaders.gen.js";
import { GRIP_LINK_WORDS, type GripState } from "../clothStep.js";
import { gripPace, gripRetreat } from "./functions/grip.js";
import {
  add,
  clamp,
  createVector,
  dot,
  length,
  load,
  scale,
  scaleAndAdd,
  store,
  subtract,
  type Vector,
} from "./vectors.js";

const { max } = Math;

const { GRIP_SIDES, READY_PACE, THERE, WIDER } = constants;
/** Floats of a target: at the end and at the start of the step. */
const TARGET = 8;

const sent = createVector();
const way = createVector();
const pull = createVector();
/** Of each side: how much longer its links are, from what is held and as a length. */
const sides = Array.from({ length: GRIP_SIDES }, () => createVector(4));
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
    const { bound, seconds, targets: numbers, places, linkLength } = grip;
    const strain = findPull(grip, positions);
    findLag(grip, positions);
    subtract(sent, load(sent, places, 0), load(place, places, TARGET / 2));
    subtract(way, sent, lag);
    const far = length(way);
    // What pulls it to where it was sent does not hold it back.
    const against = strain * (1 - clamp(dot(way, pull) / max(linkLength, 1e-30), 0, 1));
    const isThere = dot(lag, lag) === 0;
    const pace = gripPace(this._paces.get(grip.id) ?? READY_PACE, against, bound, length(sent) / seconds, isThere);
    const missing = max(far - pace * seconds * WIDER, 0);
    scale(left, way, missing > 0 ? -missing / far : 0);
    scaleAndAdd(left, left, pull, gripRetreat(against, bound, linkLength, seconds));
    numbers.forEach((number, t) => {
      store(targets, TARGET * number, add(place, load(place, places, TARGET * t), left));
      store(targets, TARGET * number + TARGET / 2, add(place, load(place, places, TARGET * t + TARGET / 2), lag));
    });
    return pace;
  }
}

/** Strain of the side that is strained most; in `pull` the direction towards the cloth. See pullOf in giveWay.compute.wgsl. */
function findPull({ links, lengths, sideLengths, bound, isNew }: GripState, positions: Float32Array): number {
  sides.forEach((side) => side.fill(0));
  // Cloth that starts anew does not pull yet.
  (isNew ? [] : lengths).forEach((rest, l) => {
    const [held, neighbour, s] = links.subarray(GRIP_LINK_WORDS * l, GRIP_LINK_WORDS * (l + 1));
    subtract(way, load(way, positions, 3 * neighbour), load(place, positions, 3 * held));
    const apart = length(way);
    const longer = max(apart - rest, 0);
    scaleAndAdd(sides[s], sides[s], way, longer / max(apart, 1e-30));
    sides[s][3] += longer;
  });
  let strain = 0;
  let sum = 0;
  pull.fill(0);
  sides.forEach((side, s) => {
    const own = side[3] / max(sideLengths[s], 1e-30);
    const excess = max(own - bound, 0);
    strain = max(strain, own);
    scaleAndAdd(pull, pull, side, excess / max(side[3], 1e-30));
    sum += excess;
  });
  scale(pull, pull, 1 / max(sum, 1e-30));
  return strain;
}

/** From where the grip was sent in the last step to where it was. */
function findLag({ held, shift, places, isNew }: GripState, positions: Float32Array): Vector {
  subtract(lag, load(lag, positions, 3 * held), load(place, shift, 0));
  subtract(lag, lag, load(place, places, TARGET / 2));
  return !isNew && dot(lag, lag) > THERE * THERE ? lag : lag.fill(0);
}
