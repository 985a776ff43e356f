/** A sheet that its mesh takes along, towards one that stands. */
import { constants } from "../../src/shaders/shaders.gen.js";
import { crossingsWithFirst, sheetAt } from "./crossings.js";
import { describeRun, leaning, UNTETHERED, type SolverRun } from "./solverRun.js";

const POINTS = 24;
const SPEED = 4;
const origins = [
  [0, 0, 0],
  [0.01, 0.01, 0.28],
];

/**
 * @param frames - How many; they meet in the fourth.
 * @param areFine - Whether each is at full resolution.
 * @returns The one that is taken along, and the other one.
 */
export function carriedSheets(frames: number, areFine: readonly boolean[]): SolverRun[] {
  return origins.map((origin, i): SolverRun => {
    const step = {
      ...(i === 0 ? { carryMode: constants.CARRIED, carryShift: [0, 0, SPEED / (60 * 8)] } : { linear: leaning }),
      gravity: [0, 0, 0],
      drag: 0,
      selfCollision: 1,
      surfaceSamples: 1,
      tetherLimit: UNTETHERED,
    };
    const run = describeRun(frames, { controlPoints: POINTS, width: 0.5, height: 0.5, pins: "none" }, step);
    return { ...run, isFullResolution: areFine[i], meeting: { group: 1, mask: 1, origin } };
  });
}

/**
 * @param positions - Of both.
 * @returns Pairs of their triangles that cross.
 */
export function carriedCrossings(positions: readonly Float32Array[]): number {
  return crossingsWithFirst(positions.map((net, i) => sheetAt(net, POINTS, origins[i])))[0];
}
