// What a step of a cloth at full resolution does after its last substep.
import { kernels } from "../../shaders/shaders.gen.js";
import { SHORTENINGS } from "../levels.js";
import { MAX_VERDICTS } from "./fullResolutionStep.js";
import { keepMomenta } from "./momentumPasses.js";
import { sew } from "./netJoints.js";
import { inTurns, type StepRecording } from "./stepRecording.js";

/** @param step - Receives what comes after the last substep. */
export function endStep(step: StepRecording): void {
  const { countU, countV } = step.cloth.net.level;
  const { sum, shorten, judge, end, undoSums } = step.compiled;
  if (step.kind.pushes) {
    step.run(sum, {}, [1, 1]);
  }
  if (step.relaxing && step.kind.substepCount > 0) {
    keepMomenta(step);
  }
  let limited = step.turn.now;
  if (step.kind.isLimited) {
    const take = inTurns(step.turn.next, step.spare);
    for (let pass = 0; pass < SHORTENINGS; pass++) {
      const next = take();
      step.run(shorten, { now: limited, next }, step.tilesOf(kernels.limitFullResolution.constants.TILE));
      limited = step.settled(next, take);
    }
  }
  if (step.kind.rounds > 0) {
    sew(step, step.kind.rounds - 1, limited);
  }
  const groups = Math.ceil((countU * countV) / kernels.judgeFullResolution.constants.WORKGROUP_SIZE);
  const resources = { ...step.turn, limited };
  step.run(judge, resources, [Math.min(groups, MAX_VERDICTS), 1]);
  step.run(end, resources, [Math.min(groups, MAX_VERDICTS), 1]);
  if (step.kind.pushes || step.kind.tells) {
    step.run(undoSums, {}, [1, 1]);
  }
}
