/** A sheet at full resolution that flies at one of its kind and at one on a control grid, which stand side by side before it. */
import { crossingsWithFirst, sheetAt } from "./crossings.js";
import { describeRun, leaning, UNTETHERED, type SolverRun } from "./solverRun.js";

const SPEED = 10;

const sheets = [
  { controlPoints: 32, width: 1.1, origin: [0, 0, 0], isFullResolution: true },
  { controlPoints: 24, width: 0.5, origin: [-0.28, 0, 0.58], isFullResolution: true },
  { controlPoints: 16, width: 0.5, origin: [0.28, 0, 0.58], isFullResolution: false },
] as const;

/**
 * @param frames - How many; they meet in the fourth.
 * @param isOn - Whether they keep apart from each other.
 * @returns The three, at rest; the first frame gives the first its speed.
 */
export function mixedSheets(frames: number, isOn: boolean): SolverRun[] {
  return sheets.map(({ controlPoints, width, origin, isFullResolution }, i): SolverRun => {
    const options = { controlPoints, width, height: 0.5, pins: "none" } as const;
    const step = (frame: number): Partial<SolverRun["step"]> => ({
      ...(i > 0 && { linear: leaning }),
      gravity: [0, 0, frame === 0 && i === 0 ? SPEED * 60 : 0],
      drag: 0,
      selfCollision: 1,
      surfaceSamples: 1,
      tetherLimit: UNTETHERED,
    });
    const meeting = { group: 1, mask: 1, origin };
    return { ...describeRun(frames, options, step), isFullResolution, ...(isOn && { meeting }) };
  });
}

/**
 * @param positions - Of the three.
 * @returns Pairs of triangles of the first one and each of the others that cross.
 */
export function mixedCrossings(positions: readonly Float32Array[]): number[] {
  return crossingsWithFirst(positions.map((net, i) => sheetAt(net, sheets[i].controlPoints, sheets[i].origin)));
}
