// Particles outside of the outline of a sheet meet no one, also where they are near other cloths.
import { ClothNets } from "../../src/cloth/clothNets.js";
import type { IClothOptions } from "../../src/index.js";
import { checkOptions } from "../../src/options/clothOptions.js";
import { CpuSolver } from "../../src/sim/cpu/cpuSolver.js";
import { describeRun } from "../support/solverRun.js";

/** Whether a round sheet may meet a small one whose middle is at (x, x): both have begun a step. */
function isMet(x: number): boolean {
  const { step } = describeRun(1, {}, { gravity: [0, 0, 0] });
  const solverOf = (options: IClothOptions, origin: readonly number[]): CpuSolver => {
    const { restGrid, pinning } = new ClothNets("test", checkOptions("test", options), false).current;
    const solver = new CpuSolver(restGrid, restGrid.inverseAreas(pinning.pinned));
    solver.setMeeting({ group: 1, mask: 1, origin });
    solver.begin({ ...step, reset: 1 }, []);
    solver.run();
    solver.begin({ ...step, reset: 0 }, []);
    return solver;
  };
  const outline = (u: number, v: number): boolean => Math.hypot(u - 0.5, v - 0.5) < 0.45;
  const round = solverOf({ controlPoints: 8, outline, pins: "none" }, [0, 0, 0]);
  const small = solverOf({ width: 0.1, height: 0.1, controlPoints: 3, pins: "none" }, [x, x, 0]);
  const contacts = [round, small].flatMap(({ clothContact }) => clothContact ?? []);
  contacts.forEach((contact) => {
    contact.find(contacts);
  });
  return contacts[0].isMet;
}

test("what is beside a corner that a round sheet does not have is not met", () => {
  expect(isMet(0.3)).toBe(true);
  expect(isMet(0.57)).toBe(false);
});
