/** Closed tubes: the seam is cloth like any other. */
import { ClothNets } from "../../src/cloth/clothNets.js";
import { checkOptions } from "../../src/options/clothOptions.js";
import { CpuSolver } from "../../src/sim/cpu/cpuSolver.js";
import { distance } from "../../src/sim/points.js";
import { note } from "../support/note.js";
import { describeRun, UNTETHERED } from "../support/solverRun.js";

/** Particles around a tube, and from its upper edge to its lower one. */
interface TubeSize {
  readonly around: number;
  readonly down: number;
}

const CONTROL_GRID: TubeSize = { around: 30, down: 10 };
/** Its coarser levels end with a longer span, and with a shorter one. */
const FULL_RESOLUTION: readonly TubeSize[] = [
  { around: 50, down: 32 },
  { around: 55, down: 34 },
];

/** A tube of 1 m that hangs by its upper edge, with its seam in +x. */
function tube(
  axis: "u" | "v",
  size: TubeSize,
): {
  solver: CpuSolver;
  rest: Float32Array;
  particleAt: (around: number, down: number) => number;
} {
  const isU = axis === "u";
  const [countU, countV] = isU ? [size.around, size.down] : [size.down, size.around];
  const isFine = size !== CONTROL_GRID;
  const options = checkOptions("test", {
    restShape: (u, v, result) => {
      const [turn, height] = isU ? [2 * Math.PI * u, v] : [2 * Math.PI * v, 1 - u];
      result.set(0.3 * Math.cos(turn), height - 1, 0.3 * Math.sin(turn));
    },
    closed: axis,
    controlPoints: isFine ? 30 : { u: countU, v: countV },
    ...(isFine && { fullResolution: { u: countU, v: countV } }),
    pins: isU ? "topEdge" : "leftEdge",
  });
  const { restGrid, pinning } = new ClothNets("test", options, true).of(isFine);
  const solver = new CpuSolver(restGrid, restGrid.inverseAreas(pinning.pinned), isFine);
  const particleAt = (around: number, down: number): number =>
    isU ? (size.down - 1 - down) * size.around + around : around * size.down + down;
  return { solver, rest: restGrid.restPositions, particleAt };
}

function hang(solver: CpuSolver, frames: number, wind: number[], visit: () => void): void {
  const changes = {
    wind,
    tetherLimit: UNTETHERED,
    bendWarp: 2e4,
    bendWeft: 2e4,
    velocityKept: Math.exp(-1 / 480),
  };
  const { step } = describeRun(1, {}, changes);
  for (let frame = 0; frame < frames; frame++) {
    solver.step({ ...step, reset: frame === 0 ? 1 : 0 }, []);
    if (frame >= frames / 2) visit();
  }
}

test.each([
  ["u", 0, CONTROL_GRID],
  ["u", 90, CONTROL_GRID],
  ["v", 0, CONTROL_GRID],
  ["v", 180, CONTROL_GRID],
  ["u", 0, FULL_RESOLUTION[0]],
  ["v", 90, FULL_RESOLUTION[1]],
] as const)(
  "in the wind, a tube that is closed along %s stretches no more at its seam (%d degrees, %o)",
  (axis, angle, size) => {
    const { solver, rest, particleAt } = tube(axis, size);
    const turn = (angle * Math.PI) / 180;
    // Squared stretch of the links of all rings, from one node to the next; first and last are at the seam.
    const squares = new Float64Array(size.around - 1);
    let count = 0;
    hang(solver, size === CONTROL_GRID ? 120 : 40, [6 * Math.cos(turn), 0, 6 * Math.sin(turn)], () => {
      for (let down = 1; down < size.down; down++, count++) {
        for (let around = 0; around + 1 < size.around; around++) {
          const ends = [particleAt(around, down), particleAt(around + 1, down)] as const;
          squares[around] += (distance(solver.positions, ...ends) / distance(rest, ...ends) - 1) ** 2;
        }
      }
    });
    const stretches = Array.from(squares, (square) => Math.sqrt(square / count));
    note(
      "stretch at the seam, beside it, opposite",
      axis,
      angle,
      stretches[0],
      stretches[1],
      stretches[Math.floor(size.around / 2)],
    );
    expect(stretches[0]).toBeLessThan(0.005);
    expect(stretches[size.around - 2]).toBeLessThan(0.005);
  },
);

test.each([CONTROL_GRID, FULL_RESOLUTION[1]])(
  "without wind, a tube stays round: its seam is where all of it is (%o)",
  (size) => {
    const { solver, particleAt } = tube("u", size);
    hang(solver, 30, [0, 0, 0], () => undefined);
    for (let down = 1; down < size.down; down++) {
      // The particles at the seam are between their neighbours, and so inside of the others' circle.
      const ring = Array.from({ length: size.around - 2 }, (_, k) => particleAt(k + 1, down));
      const radii = ring.map((i) => Math.hypot(solver.positions[3 * i], solver.positions[3 * i + 2]));
      const heights = ring.map((i) => solver.positions[3 * i + 1]);
      expect(Math.max(...radii) - Math.min(...radii)).toBeLessThan(1e-4);
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1e-4);
    }
  },
);
