/** Two strips of cloth at full resolution that fly at each other, the second one with an edge ahead. */
import { cookRestGrid } from "../../src/cloth/cookRestGrid.js";
import { checkOptions } from "../../src/options/clothOptions.js";
import { countCrossings, sheetOf } from "./crossings.js";
import { describeRun, UNTETHERED, type SolverRun } from "./solverRun.js";

/** Particles across a strip. */
const ACROSS = 18;
/** Both are so long [m]. */
const LENGTH = 1;
/** The default fabric. */
const DENSITY = 0.15;
const AIR = 0.6 / DENSITY;
const FRAME = 1 / 60;

/** Two strips that meet. */
export interface EdgeOnSheets {
  readonly runs: readonly SolverRun[];
  /** Pairs of triangles of the two that cross. */
  readonly crossings: (positions: readonly Float32Array[]) => number;
}

/**
 * @param along - Particles along a strip.
 * @param speed - Of one relative to the other [m/s].
 * @param gap - Between them, at first [m].
 * @param frames - How many.
 * @param lean - Angle of the second one to the way that it goes.
 * @returns The strips, at rest; the first frame gives them their speeds.
 */
export function edgeOnSheets(along: number, speed: number, gap: number, frames: number, lean = 0): EdgeOnSheets {
  const options = { width: (LENGTH * (ACROSS - 2)) / (along - 2), height: LENGTH, pins: "none" } as const;
  const definition = checkOptions("strip", options);
  const restGrid = cookRestGrid({ ...definition, countU: ACROSS, countV: along });
  const heights = [0, gap + LENGTH / 2];
  const runs = heights.map((height, i): SolverRun => {
    const kick = (0.5 * speed * (1 - 2 * i)) / FRAME;
    const step = (frame: number): Partial<SolverRun["step"]> => ({
      ...(i === 1 && { linear: [1, 0, 0, 0, Math.sin(lean), -Math.cos(lean), 0, Math.cos(lean), Math.sin(lean)] }),
      gravity: [0, 0, frame === 0 ? kick : 0],
      warp: [1.5e-4, 1, 1, 1],
      weft: [3e-4, 1, 1, 1],
      shear: [0.018, 1, 1, 1],
      bendWarp: 7e4,
      bendWeft: 1.2e5,
      strainLimit: 0.1,
      inverseDensity: 1 / DENSITY,
      drag: AIR,
      lift: AIR,
      dampingRate: 1,
      velocityKept: Math.exp(-1 / 480),
      airInterval: 4,
      selfCollision: 1,
      surfaceSamples: 1,
      tetherLimit: UNTETHERED,
    });
    const meeting = { group: 1, mask: 1, origin: [0, 0, height] };
    const pinned = new Uint8Array(restGrid.particleCount);
    return { ...describeRun(frames, options, step), restGrid, pinned, isFullResolution: true, meeting };
  });
  return {
    runs,
    crossings: (positions) => {
      const sheets = positions.map((net, i) =>
        sheetOf(
          net.map((coordinate, k) => (k % 3 === 2 ? coordinate + heights[i] : coordinate)),
          ACROSS,
          along,
        ),
      );
      return countCrossings(sheets) - sheets.reduce((sum, sheet) => sum + countCrossings([sheet]), 0);
    },
  };
}
