// Fits tapered capsules to points of a skin, by damped least squares (Levenberg 1944, Marquardt 1963).
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { principalAxes } from "./shapeFrame.js";
import { solveSymmetric } from "./symmetricSystem.js";
import { addSquare, unitAxes } from "./triangles.js";

/** Points of a skin and the area that each stands for. */
export interface SkinPoints {
  /** Shape [points, 3] [m]. */
  readonly points: Float64Array;
  /** Shape [points] [m2]. */
  readonly areas: Float64Array;
}

/** Start [x, y, z], radius there, end [x, y, z], radius there [m]. */
export type FittedCapsule = Float64Array;

const { abs, max, min, sqrt } = Math;
const PARAMETERS = 8;
/** Skin that sticks out is seen, so it counts more than skin below the capsule. */
const OUTSIDE_WEIGHT = 1.5;
/** Deviations beyond this part of the width count by their size, not by its square (Huber 1964). */
const ROBUST_PART = 0.15;
const FIT_STEPS = 24;
/** A step that leaves more of the cost than this part is the last. */
const ENOUGH = 0.999;
const SHARED_ROUNDS = 8;
const SHARED_FIT_STEPS = 4;
/** Of the skin that has to be within the tolerance. */
const WITHIN = 0.95;
/** A further capsule is worth its cost if it lowers the sum of deviations to this part. */
const WORTHWHILE = 0.8;

/**
 * @param skin - At least one point.
 * @param axes - Directions to try beside the principal ones, shape [directions][3], of any length above 0.
 * @param tolerance - Deviation that 95 % of the skin should keep [m]: a capsule more is tried where they do not.
 * @param maxCount - Capsules at most.
 * @returns Capsules whose union is close to the skin.
 */
export function fitCapsules(
  skin: SkinPoints,
  axes: readonly (readonly number[])[],
  tolerance: number,
  maxCount: number,
): FittedCapsule[] {
  const principal = principalDirections(skin);
  const width = widthOf(skin);
  const firsts = [...axes, ...principal].map((axis) => fitted(skin, startCapsule(skin, axis), width, FIT_STEPS));
  let best = leastOf(firsts.map((capsule) => judged(skin, [capsule], width)));
  while (best.capsules.length < maxCount && best.deviation > tolerance) {
    const more = best.capsules.flatMap((_, split) =>
      principal.map((axis) => judged(skin, fittedTogether(skin, best.capsules, split, axis, width), width)),
    );
    const next = leastOf(more);
    if (!(next.cost < WORTHWHILE * best.cost)) {
      break;
    }
    best = next;
  }
  return best.capsules;
}

interface Judged {
  readonly capsules: FittedCapsule[];
  /** Sum over the skin that the fit makes small. */
  readonly cost: number;
  /** Of which 95 % of the skin are within [m]. */
  readonly deviation: number;
}

function leastOf(all: readonly Judged[]): Judged {
  return all.reduce((least, one) => (one.cost < least.cost ? one : least));
}

function judged(skin: SkinPoints, capsules: FittedCapsule[], width: number): Judged {
  const distances = Array.from(skin.areas, (_, i) =>
    min(...capsules.map((capsule) => distanceTo(capsule, skin.points, 3 * i))),
  );
  let cost = 0;
  let total = 0;
  distances.forEach((distance, i) => {
    cost += skin.areas[i] * weightOf(distance, width) * distance * distance;
    total += skin.areas[i];
  });
  const order = distances
    .map(Math.abs)
    .map((away, i) => [away, skin.areas[i]])
    .sort(([a], [b]) => a - b);
  let below = 0;
  const last = order.find(([, area]) => (below += area) >= WITHIN * total);
  return { capsules, cost, deviation: last ? last[0] : Infinity };
}

/** Root mean square of the distance from the middle [m]. */
function widthOf({ points, areas }: SkinPoints): number {
  const middle = middleOf({ points, areas });
  let sum = 0;
  let total = 0;
  areas.forEach((area, i) => {
    total += area;
    for (let axis = 0; axis < 3; axis++) {
      sum += area * (points[3 * i + axis] - middle[axis]) ** 2;
    }
  });
  return sqrt(sum / total);
}

/** @returns Center of area of a skin [m]. */
function middleOf({ points, areas }: SkinPoints): number[] {
  const middle = [0, 0, 0];
  let total = 0;
  areas.forEach((area, i) => {
    total += area;
    middle.forEach((_, axis) => (middle[axis] += area * points[3 * i + axis]));
  });
  return middle.map((value) => value / total);
}

/** Directions in which a skin is longest, widest and thinnest. */
function principalDirections(skin: SkinPoints): number[][] {
  const [x, y, z] = [Vector3.Zero(), Vector3.Zero(), Vector3.Zero()];
  const middle = Vector3.FromArray(middleOf(skin));
  skin.areas.forEach((area, i) => {
    const away = Vector3.FromArray(skin.points, 3 * i).subtractInPlace(middle);
    addSquare([x, y, z], away.scaleInPlace(sqrt(area)));
  });
  const { rotation, lengths } = principalAxes([x, y, z], Quaternion.Identity());
  const directions = unitAxes.map((axis) => axis.applyRotationQuaternion(rotation).asArray());
  return [0, 1, 2].sort((a, b) => lengths[b] - lengths[a]).map((axis) => directions[axis]);
}

/** Along an axis through the middle, as wide as the skin is on average. */
function startCapsule(skin: SkinPoints, direction: readonly number[]): FittedCapsule {
  const { points, areas } = skin;
  const middle = middleOf(skin);
  const length = Math.hypot(...direction);
  let [least, most, radius, total] = [Infinity, -Infinity, 0, 0];
  areas.forEach((area, i) => {
    const away = middle.map((value, axis) => points[3 * i + axis] - value);
    const along = away.reduce((sum, value, axis) => sum + (value * direction[axis]) / length, 0);
    least = min(least, along);
    most = max(most, along);
    radius +=
      area *
      sqrt(
        max(
          away.reduce((sum, value) => sum + value * value, -along * along),
          0,
        ),
      );
    total += area;
  });
  radius /= total;
  // Half way between an end that is open and one that is round.
  const inset = min(radius / 2, 0.49 * (most - least));
  const at = (along: number): number[] => middle.map((value, axis) => value + (along * direction[axis]) / length);
  return Float64Array.of(...at(least + inset), radius, ...at(most - inset), radius);
}

/** Place of the nearest sphere of a capsule, from 0 (start) to 1 (end), and the way out of it: of the last {@link distanceTo}. */
let place = 0;
const out = new Float64Array(4).fill(1);

/** A tapered capsule is all spheres between two: the distance from the one that is nearest to a point [m]. */
function distanceTo(capsule: FittedCapsule, points: Float64Array, at: number): number {
  const x = points[at] - capsule[0];
  const y = points[at + 1] - capsule[1];
  const z = points[at + 2] - capsule[2];
  const ux = capsule[4] - capsule[0];
  const uy = capsule[5] - capsule[1];
  const uz = capsule[6] - capsule[2];
  const growth = capsule[7] - capsule[3];
  const length = sqrt(ux * ux + uy * uy + uz * uz);
  const slope = growth / length;
  place = growth > 0 ? 1 : 0;
  // Otherwise one end is within the other.
  if (abs(slope) < 1) {
    const along = (x * ux + y * uy + z * uz) / length;
    const aside = sqrt(max(x * x + y * y + z * z - along * along, 0));
    place = min(max((along + (aside * slope) / sqrt(1 - slope * slope)) / length, 0), 1);
  }
  out[0] = x - place * ux;
  out[1] = y - place * uy;
  out[2] = z - place * uz;
  const away = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  const scale = away > 0 ? 1 / away : 0;
  out[0] *= scale;
  out[1] *= scale;
  out[2] *= scale;
  return away - capsule[3] - place * growth;
}

function weightOf(distance: number, width: number): number {
  const side = distance > 0 ? OUTSIDE_WEIGHT : 1;
  return side * min(1, (ROBUST_PART * width) / max(abs(distance), 1e-12));
}

function costOf({ points, areas }: SkinPoints, capsule: FittedCapsule, width: number): number {
  let cost = 0;
  for (let i = 0; i < areas.length; i++) {
    const distance = distanceTo(capsule, points, 3 * i);
    cost += areas[i] * weightOf(distance, width) * distance * distance;
  }
  return cost;
}

/** A capsule after some steps: each step lowers its cost, or is not made. */
function fitted(skin: SkinPoints, start: FittedCapsule, width: number, steps: number): FittedCapsule {
  let capsule = start;
  let cost = costOf(skin, capsule, width);
  let damping = 1e-2;
  for (let step = 0; step < steps && damping < 1e6; step++) {
    const next = stepped(skin, capsule, width, damping);
    const nextCost = costOf(skin, next, width);
    if (nextCost < cost) {
      const isLast = nextCost > ENOUGH * cost;
      damping /= 4;
      capsule = next;
      cost = nextCost;
      if (isLast) {
        break;
      }
    } else {
      damping *= 8;
    }
  }
  return capsule;
}

/** One step. The place of the nearest sphere does not change the distance, to first order, so the rows are simple. */
function stepped(skin: SkinPoints, capsule: FittedCapsule, width: number, damping: number): FittedCapsule {
  const matrix = new Float64Array(PARAMETERS * PARAMETERS);
  const right = new Float64Array(PARAMETERS);
  const row = new Float64Array(PARAMETERS);
  let total = 0;
  for (let i = 0; i < skin.areas.length; i++) {
    const distance = distanceTo(capsule, skin.points, 3 * i);
    const weight = skin.areas[i] * weightOf(distance, width);
    for (let k = 0; k < 4; k++) {
      row[k] = (1 - place) * out[k];
      row[4 + k] = place * out[k];
    }
    for (let r = 0; r < PARAMETERS; r++) {
      right[r] += weight * row[r] * distance;
      for (let c = 0; c <= r; c++) {
        matrix[PARAMETERS * r + c] += weight * row[r] * row[c];
      }
    }
    total += weight;
  }
  // Also holds what no point tells, as how far an open end reaches.
  for (let r = 0; r < PARAMETERS; r++) {
    matrix[(PARAMETERS + 1) * r] += damping * (matrix[(PARAMETERS + 1) * r] + 1e-2 * total);
  }
  const change = solveSymmetric(matrix, right);
  return capsule.map((value, k) => (k % 4 === 3 ? max(value + change[k], 0) : value + change[k]));
}

/** Splits the skin of one capsule in two across an axis; then each capsule in turn gets the skin that is nearest to it. */
function fittedTogether(
  skin: SkinPoints,
  capsules: readonly FittedCapsule[],
  split: number,
  axis: readonly number[],
  width: number,
): FittedCapsule[] {
  const owner = nearestOf(skin, capsules);
  const own = partOf(skin, (i) => owner[i] === split);
  const middle = middleOf(own);
  const side = (i: number): number =>
    axis.reduce((sum, value, k) => sum + value * (skin.points[3 * i + k] - middle[k]), 0);
  owner.forEach((place, i) => {
    if (place === split && side(i) > 0) {
      owner[i] = capsules.length;
    }
  });
  const axes = [axis, ...principalDirections(own).filter((other) => other !== axis)];
  let made = [...capsules, capsules[split]];
  for (const part of [split, capsules.length]) {
    const half = partOf(skin, (i) => owner[i] === part);
    if (half.areas.length === 0) {
      return [...capsules];
    }
    const starts = axes.map((direction) => fitted(half, startCapsule(half, direction), width, SHARED_FIT_STEPS));
    made[part] = leastOf(starts.map((capsule) => judged(half, [capsule], width))).capsules[0];
  }
  for (let round = 0; round < SHARED_ROUNDS; round++) {
    const nearest = nearestOf(skin, made);
    made = made.map((capsule, part) => {
      const points = partOf(skin, (i) => nearest[i] === part);
      return points.areas.length > 0 ? fitted(points, capsule, width, SHARED_FIT_STEPS) : capsule;
    });
  }
  return made;
}

function nearestOf(skin: SkinPoints, capsules: readonly FittedCapsule[]): number[] {
  return Array.from(skin.areas, (_, i) => {
    const distances = capsules.map((capsule) => distanceTo(capsule, skin.points, 3 * i));
    return distances.indexOf(min(...distances));
  });
}

function partOf({ points, areas }: SkinPoints, isPart: (i: number) => boolean): SkinPoints {
  const chosen = Array.from(areas, (_, i) => i).filter(isPart);
  return {
    points: Float64Array.from(chosen.flatMap((i) => [points[3 * i], points[3 * i + 1], points[3 * i + 2]])),
    areas: Float64Array.from(chosen, (i) => areas[i]),
  };
}
