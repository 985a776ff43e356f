import { constants } from "../../shaders/shaders.gen.js";
import type { CpuClothContact } from "./cpuClothContact.js";
import type { CpuSolver } from "./cpuSolver.js";

const { CLOTH_PARTS } = constants;

/**
 * Cloths take the step that has begun; control grids that meet another cloth in it, part by part. In between they ask others where they are.
 *
 * @param solvers - That take the step; all have found their contacts.
 * @param contacts - Of all cloths that meet others.
 */
export function runTogether(solvers: readonly CpuSolver[], contacts: readonly CpuClothContact[]): void {
  const inParts = solvers.filter(({ takesParts }) => takesParts);
  const asking = new Set(inParts.map(({ clothContact }) => clothContact));
  for (let part = 0; part < CLOTH_PARTS && inParts.length > 0; part++) {
    if (part > 0) {
      contacts
        .filter((contact) => !asking.has(contact))
        .forEach((contact) => {
          contact.moveOn(part);
        });
      inParts.forEach((solver) => {
        solver.resume(part);
      });
      asking.forEach((contact) => {
        contact?.find(contacts);
      });
    }
    inParts.forEach((solver) => {
      solver.runPart(part);
    });
  }
  for (const solver of solvers) {
    if (!inParts.includes(solver)) {
      solver.run();
    }
  }
}
