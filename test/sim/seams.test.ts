/** Closed tubes: the seam is cloth like any other. */
import { cookRestGrid } from "../../src/cloth/cookRestGrid.js";
import { pinnedParticles } from "../../src/cloth/firstPins.js";
import { checkOptions } from "../../src/options/clothOptions.js";
import { CpuSolver } from "../../src/sim/cpu/cpuSolver.js";
import { distance } from "../../src/sim/points.js";
import { note } from "../support/note.js";
import { describeRun, UNTETHERED } from "../support/solverRun.js";

const AROUND = 30;
const DOWN = 10;

/** A tube of 1 m that hangs by its upper edge, with its seam in +x. */
function tube(axis: "u" | "v"): {
  solver: CpuSolver;
  rest: Float32Array;
  particleAt: (around: number, down: number) => number;
} {
  const isU = axis === "u";
  const definition = checkOptions("test", {
    restShape: (u, v, result) => {
      const [turn, height] = isU ? [2 * Math.PI * u, v] : [2 * Math.PI * v, 1 - u];
      result.set(0.3 * Math.cos(turn), height - 1, 0.3 * Math.sin(turn));
    },
    closed: axis,
    controlPoints: isU ? { u: AROUND, v: DOWN } : { u: DOWN, v: AROUND },
    pins: isU ? "topEdge" : "leftEdge",
  });
  const restGrid = cookRestGrid(definition);
  const solver = new CpuSolver(restGrid, restGrid.inverseAreas(pinnedParticles(definition)));
  const particleAt = (around: number, down: number): number =>
    isU ? (DOWN - 1 - down) * AROUND + around : around * DOWN + down;
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
  ["u", 0],
  ["u", 90],
  ["v", 0],
  ["v", 180],
] as const)("in the wind, a tube that is closed along %s stretches no more at its seam (%d degrees)", (axis, angle) => {
  const { solver, rest, particleAt } = tube(axis);
  const turn = (angle * Math.PI) / 180;
  // Squared stretch of the links of all rings, from one node to the next; first and last are at the seam.
  const squares = new Float64Array(AROUND - 1);
  let count = 0;
  hang(solver, 120, [6 * Math.cos(turn), 0, 6 * Math.sin(turn)], () => {
    for (let down = 1; down < DOWN; down++, count++) {
      for (let around = 0; around + 1 < AROUND; around++) {
        const ends = [particleAt(around, down), particleAt(around + 1, down)] as const;
        squares[around] += (distance(solver.positions, ...ends) / distance(rest, ...ends) - 1) ** 2;
      }
    }
  });
  const stretches = Array.from(squares, (square) => Math.sqrt(square / count));
  note("stretch at the seam, beside it, opposite", axis, angle, stretches[0], stretches[1], stretches[AROUND / 2]);
  expect(stretches[0]).toBeLessThan(0.005);
  expect(stretches[AROUND - 2]).toBeLessThan(0.005);
});

test("without wind, a tube stays round: its seam is where all of it is", () => {
  const { solver, particleAt } = tube("u");
  hang(solver, 60, [0, 0, 0], () => undefined);
  for (let down = 1; down < DOWN; down++) {
    // The particles at the seam are between their neighbours, and so inside of the others' circle.
    const ring = Array.from({ length: AROUND - 2 }, (_, k) => particleAt(k + 1, down));
    const radii = ring.map((i) => Math.hypot(solver.positions[3 * i], solver.positions[3 * i + 2]));
    const heights = ring.map((i) => solver.positions[3 * i + 1]);
    expect(Math.max(...radii) - Math.min(...radii)).toBeLessThan(1e-4);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1e-4);
  }
});
