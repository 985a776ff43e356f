// Which dispatches a step of a cloth at full resolution has, in their order.
import type { Compiled, FullResolutionKernels } from "./fullResolutionKernels.js";
import type { ProgramCloth, Section, StepKind } from "./fullResolutionStep.js";
import { runOf, seamGroups, StepComposer } from "./stepComposer.js";

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
  const composer = new StepComposer(owner, compiled, cloth, kind);
  composer.begin();
  if (kind.rounds > 0) {
    takeRounds(composer, kind);
  } else {
    for (let substep = 0; substep < kind.substepCount; substep++) {
      composer.hold(substep, composer.keepApart(substep, composer.advance(substep)));
    }
  }
  composer.end();
  return composer.sections;
}

/** Substeps of a cloth that others wait for, and it for them. */
function takeRounds(composer: StepComposer, { rounds, substepCount }: StepKind): void {
  for (let round = 0; round < rounds; round++) {
    const substep = Math.floor((round * substepCount) / rounds);
    const isDue = Math.floor(((round + 1) * substepCount) / rounds) > substep;
    composer.inflate(round, isDue ? substep : null);
    const apart = isDue ? composer.keepApart(substep, composer.advance(substep)) : null;
    composer.tell(substep, apart);
    if (apart) {
      composer.hold(substep, apart);
    }
    composer.pullLines(round);
    composer.sew(round);
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
