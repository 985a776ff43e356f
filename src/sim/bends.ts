// The bends of a rest shape: computed once for each rest grid and scale, like tethers.
import { vec3, type ReadonlyMat3 } from "gl-matrix";
import { transformed } from "./points.js";
import { constants } from "../shaders/shaders.gen.js";
import type { ClothStep } from "./clothStep.js";
import type { RestGrid } from "./restGrid.js";
import { sharedByTurns } from "./restLaws.js";

const { MAX_BEND_ROUNDS, STIFFEST_BEND, STIFFEST_TWIST } = constants;
/** Part of the bending of a look that may be left to the next. */
const BEND_TOLERANCE = 0.02;
/** Below this bound nothing is seen of bending. */
const LIMP = 1e-4;
/** See {@link netLookInterval}. */
const MOST_BUCKLING = 3;
/** T^2 K / M where all cells are so stiff, and where all bends are: each particle takes part in three along u and in three along v. */
const STIFFEST_TWISTS = 16 * STIFFEST_TWIST;
const STIFFEST_BENDS = 6 * STIFFEST_BEND + STIFFEST_TWISTS;

type BendStep = Pick<ClothStep, "bendWarp" | "bendWeft" | "inverseDensity" | "airInterval" | "substepTime">;

/** Floats of a particle in what {@link cookBends} returns. */
export const BEND_FLOATS = 8;

/**
 * For each particle, of the three neighbours in its row and in its column: how far the middle one is off the chord of the
 * others, on the side of the normal, and the compliance of that if the sheet's is one (see bend.wgsl). For each cell, the same of its twist.
 *
 * @param restGrid - Rest positions of the net.
 * @param linear - Mesh axes in the world, column by column, shape [9].
 * @returns Distance [m] and compliance [m2] along u, then along v, shape [particleCount, 4]; zero at the ends of rows. Then distance and
 * compliance of the twist of the cell above and to the right of each particle, and two zeros, shape [particleCount, 4].
 */
export const cookBends = sharedByTurns(cook);

function cook(restGrid: RestGrid, linear: ReadonlyMat3): Float32Array<ArrayBuffer> {
  const { countU, countV, particleCount, restPositions } = restGrid;
  const bends = new Float32Array(BEND_FLOATS * particleCount);
  const positions = transformed(restPositions, linear);
  const point = (i: number): Float64Array => positions.subarray(3 * i, 3 * i + 3);
  const difference = (from: number, to: number): vec3 => vec3.subtract([0, 0, 0], point(to), point(from));
  for (let i = 0; i < particleCount; i++) {
    const column = i % countU;
    const row = (i - column) / countU;
    const left = column > 0 ? i - 1 : i;
    const right = column + 1 < countU ? i + 1 : i;
    const below = row > 0 ? i - countU : i;
    const above = row + 1 < countV ? i + countU : i;
    const normal = vec3.cross([0, 0, 0], difference(left, right), difference(below, above));
    const bend = (before: number, after: number, at: number, count: number, width: number): [number, number] => {
      if (before === i || after === i) {
        return [0, 0];
      }
      const [back, ahead] = [difference(i, before), difference(i, after)];
      const [l, r] = [vec3.length(back), vec3.length(ahead)];
      const off = vec3.lerp([0, 0, 0], ahead, back, chordShare(at, count));
      const side = vec3.dot(off, normal) >= 0 ? 1 : -1;
      // Rounding of a flat sheet is no bend.
      const distance = vec3.length(off);
      const span = (at === 1 ? l : l / 2) + (at + 2 === count ? r : r / 2);
      const turn = (l + r) / (l * r);
      return [distance > 1e-6 * (l + r) ? side * distance : 0, span / (turn * turn * width)];
    };
    const widthU = vec3.length(difference(below, above)) / 2;
    const widthV = vec3.length(difference(left, right)) / 2;
    bends.set([...bend(left, right, column, countU, widthU), ...bend(below, above, row, countV, widthV)], 4 * i);
    if (right > i && above > i) {
      const [across, other] = [difference(i, above + 1), difference(right, above)];
      const twist = vec3.length(vec3.subtract([0, 0, 0], difference(i, right), difference(above, above + 1)));
      const area = vec3.length(vec3.cross([0, 0, 0], across, other)) / 2;
      const isTwisted = twist > 1e-6 * (vec3.length(across) + vec3.length(other));
      bends.set([isTwisted ? twist : 0, area / 2], 4 * (particleCount + i));
    }
  }
  return bends;
}

/** Along u, along v, of twist [1/m4]. */
type BendRates = readonly [number, number, number];

/** Greatest rates of {@link bendRates}, by bends. */
const knownRates = new WeakMap<Float32Array, BendRates>();
/** Whether anything bends at rest, by bends. */
const knownCurves = new WeakMap<Float32Array, boolean>();

/**
 * How stiff the bends of a net are for its masses, if the sheet's compliance and its mass per area are one: bounds of the greatest eigenvalues of K / M, by
 * Gershgorin's circles.
 *
 * @param restGrid - Gives counts and areas.
 * @param bends - From {@link cookBends} for this rest grid.
 * @returns Along u, along v, and of twist.
 */
export function bendRates(restGrid: RestGrid, bends: Float32Array): BendRates {
  const known = knownRates.get(bends);
  if (known) return known;
  const { countU, countV, particleCount, areas } = restGrid;
  // Outside of an outline there is no mass.
  const greatestRate = (sums: Float64Array): number =>
    sums.reduce((most, sum, i) => (areas[i] > 0 ? Math.max(most, sum / areas[i]) : most), 0);
  const greatest = (count: number, stride: number, offset: number, indexOf: (i: number) => number): number => {
    // Of a bend e = share a + (1 - share) c - b, the sum of all shares is 2.
    const sums = new Float64Array(particleCount);
    for (let i = 0; i < particleCount; i++) {
      const at = indexOf(i);
      if (at > 0 && at + 1 < count) {
        const stiffness = 2 / bends[4 * i + offset];
        const share = chordShare(at, count);
        sums[i] += stiffness;
        sums[i - stride] += stiffness * share;
        sums[i + stride] += stiffness * (1 - share);
      }
    }
    return greatestRate(sums);
  };
  // Each corner of a cell shares its twist with all four.
  const twists = new Float64Array(particleCount);
  for (let i = 0; i < particleCount; i++) {
    const factor = bends[4 * (particleCount + i) + 1];
    if (factor > 0) {
      [i, i + 1, i + countU, i + countU + 1].forEach((corner) => (twists[corner] += 4 / factor));
    }
  }
  const rates = [
    greatest(countU, 1, 1, (i) => i % countU),
    greatest(countV, countU, 3, (i) => Math.floor(i / countU)),
    greatestRate(twists),
  ] as const;
  knownRates.set(bends, rates);
  return rates;
}

/** How the bends of a step are solved: members of struct Cloth. */
export interface BendWork {
  readonly bendsDirectly: number;
  readonly bendRounds: number;
  readonly bendInterval: number;
  readonly bendBound: number;
  readonly twistRounds: number;
  readonly twistBound: number;
}

/**
 * @param rates - From {@link bendRates}.
 * @param step - Its input.
 * @returns How its bends are solved; see gridBend.wgsl.
 */
export function bendWork(
  [rateU, rateV, rateTwist]: BendRates,
  { bendWarp, bendWeft, inverseDensity, airInterval, substepTime }: BendStep,
): BendWork {
  const time = airInterval * substepTime;
  const [warp, weft] = [Math.max(bendWarp, 1e-30), Math.max(bendWeft, 1e-30)];
  const scale = time * time * inverseDensity;
  const twistBound = (scale * rateTwist) / Math.sqrt(warp) / Math.sqrt(weft);
  const bendBound = scale * (rateU / warp + rateV / weft) + twistBound;
  const bendRounds = bendBound < LIMP ? 0 : roundsFor(bendBound);
  if (bendRounds <= MAX_BEND_ROUNDS) {
    return { bendsDirectly: 0, bendRounds, bendInterval: airInterval, bendBound, twistRounds: 0, twistBound: 0 };
  }
  const stiffest = Math.min(twistBound / airInterval ** 2, STIFFEST_TWISTS);
  return {
    bendsDirectly: 1,
    bendRounds: MAX_BEND_ROUNDS,
    bendInterval: 1,
    bendBound: Math.min(bendBound / airInterval ** 2, STIFFEST_BENDS),
    twistRounds: stiffest < LIMP ? 0 : Math.min(roundsFor(stiffest), MAX_BEND_ROUNDS),
    twistBound: stiffest,
  };
}

/**
 * At full resolution bends act at looks alone. The pushes that a curved plate carries grow with its stiffness, and buckle its links between two looks.
 * A plate is so stiff if (T/size)^2 D / (density * spacing^2) is large, so it looks twice as often.
 *
 * @param restGrid - Gives counts and areas.
 * @param bends - From {@link cookBends} for this rest grid.
 * @param step - Its input.
 * @returns Substeps from one look to the next.
 */
export function netLookInterval(
  restGrid: RestGrid,
  bends: Float32Array,
  {
    bendWarp,
    bendWeft,
    inverseDensity,
    airInterval,
    substepTime,
    integrator,
  }: BendStep & Pick<ClothStep, "integrator">,
): number {
  const [rateU, rateV] = bendRates(restGrid, bends);
  const alongU = rateU / (Math.max(bendWarp, 1e-30) * restGrid.countU ** 2);
  const alongV = rateV / (Math.max(bendWeft, 1e-30) * restGrid.countV ** 2);
  const buckling = (airInterval * substepTime) ** 2 * inverseDensity * Math.max(alongU, alongV);
  const isPlate = integrator === constants.CONSTRAINTS && buckling > MOST_BUCKLING && isCurved(bends);
  return isPlate ? Math.max(Math.floor(airInterval / 2), 1) : airInterval;
}

/** Whether anything bends at rest. Asked in each step, so it is looked up once. */
function isCurved(bends: Float32Array): boolean {
  let known = knownCurves.get(bends);
  if (known === undefined) {
    known = bends.some((rest, at) => at % 2 === 0 && rest !== 0);
    knownCurves.set(bends, known);
  }
  return known;
}

/** Each round of Chebyshev's iteration leaves so much of what was left. */
function roundsFor(bound: number): number {
  const root = Math.sqrt(1 + bound);
  return Math.ceil(Math.log(2 / BEND_TOLERANCE) / Math.log((root + 1) / (root - 1)));
}

/** Share of the neighbour before in the chord under particle `i` of a row; first and last spacing are half. */
function chordShare(i: number, count: number): number {
  const before = i === 1 ? 0.5 : 1;
  const after = i + 2 === count ? 0.5 : 1;
  return after / (before + after);
}
