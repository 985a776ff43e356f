// Which dispatches a step of a cloth at full resolution has, in their order.
import type { Compiled, FullResolutionKernels } from "./fullResolutionKernels.js";
import { runOf, type ProgramCloth, type Section, type StepKind } from "./fullResolutionStep.js";
import { inflate, pullLines, seamGroups, sew } from "./netJoints.js";
import { endStep } from "./stepEnd.js";
import { StepRecording } from "./stepRecording.js";
import { startStep } from "./stepStart.js";
import { advance, hold, keepApart, tell } from "./substepPasses.js";

/**
 * @param owner - Has what all cloths share.
 * @param compiled - Its kernels.
 * @param cloth - What is read and written.
 * @param kind - Of the step.
 * @returns The dispatches: one section of a cloth that is not sewn.
 */
export function composeProgram(
  owner: FullResolutionKernels,
  compiled: Compiled,
  cloth: ProgramCloth,
  kind: StepKind,
): readonly Section[] {
  const step = new StepRecording(owner, compiled, cloth, kind);
  startStep(step);
  if (kind.rounds > 0) {
    takeRounds(step);
  } else {
    for (let substep = 0; substep < kind.substepCount; substep++) {
      hold(step, substep, keepApart(step, substep, advance(step, substep)));
    }
  }
  endStep(step);
  return step.sections;
}

/** Substeps of a cloth that others wait for, and it for them. */
function takeRounds(step: StepRecording): void {
  const { rounds, substepCount } = step.kind;
  for (let round = 0; round < rounds; round++) {
    const substep = Math.floor((round * substepCount) / rounds);
    const isDue = Math.floor(((round + 1) * substepCount) / rounds) > substep;
    inflate(step, round, isDue ? substep : null);
    const apart = isDue ? keepApart(step, substep, advance(step, substep)) : null;
    tell(step, substep, apart);
    if (apart) {
      hold(step, substep, apart);
    }
    pullLines(step, round);
    sew(step, round);
  }
}

/**
 * @param owner - Has what all cloths share.
 * @param cloth - That takes no step, but is sewn to others that do.
 * @returns As {@link composeProgram}.
 */
export function composeStill(
  owner: FullResolutionKernels,
  { net, resources, seams }: ProgramCloth,
): readonly Section[] {
  if (!seams) {
    return [];
  }
  const all = { ...resources, ...seams.resources, now: net.positions[0] };
  const { startStill, gatherStill, gatherMovedStill } = owner.seams;
  return [[startStill, gatherStill, gatherMovedStill].map((kernel) => runOf(kernel, all, [seamGroups(seams), 1]))];
}
