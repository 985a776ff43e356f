// What a step of a cloth at full resolution does before its first substep.
import { constants, kernels, structs } from "../../shaders/shaders.gen.js";
import { MAX_VERDICTS } from "./fullResolutionStep.js";
import { startSeams } from "./netJoints.js";
import { findContacts, findTangles } from "./netSearch.js";
import type { StepRecording } from "./stepRecording.js";

/** @param step - Receives what comes before the first substep. */
export function startStep(step: StepRecording): void {
  const { weigh, measureLevel, begin } = step.compiled;
  const { net, levels } = step.cloth;
  const { impulseCount, isMeasured, tears } = step.kind;
  if (step.kind.pushes || step.kind.tells) {
    step.run(step.compiled.keepSums, {}, [1, 1]);
  }
  if (impulseCount > 0) {
    step.run(weigh, {}, [impulseCount, 1]);
  }
  if (isMeasured) {
    measureLinks(step, tears);
    for (const { level, first, threads } of levels) {
      const tiles = step.tilesOf(kernels.measureLevel.constants.WORKGROUP_WIDTH, level);
      step.run(measureLevel, { level: first, netThreads: net.threads, threads }, tiles);
    }
  }
  step.run(begin, { ...step.turn }, step.tilesOf(kernels.beginFullResolution.constants.WORKGROUP_WIDTH));
  step.settleNow();
  if (tears) {
    tear(step);
  }
  if (step.kind.keepsApart) {
    findContacts(step, 0, step.turn);
  }
  if (step.mayTangle) {
    findTangles(step);
  }
  startSeams(step);
}

/** What links are at rest: of cloth that tears, those that are left. */
function measureLinks(step: StepRecording, tears: boolean): void {
  if (tears) {
    step.run(step.owner.tears.across, {}, step.tilesOf(kernels.tearAcross.constants.WORKGROUP_WIDTH));
  }
  step.run(step.compiled.measureNet, {}, step.tilesOf(kernels.measureNet.constants.WORKGROUP_WIDTH));
  const gathered = step.cloth.seams?.gathered;
  if (gathered) {
    const groups = Math.ceil(
      gathered.size / structs.GatheredLink.size / kernels.gatherThreads.constants.WORKGROUP_SIZE,
    );
    step.run(step.owner.seams.threads, { gathered }, [groups, 1]);
  }
}

/** Threads that the last step has strained too much break, and all that leads over them. */
function tear(step: StepRecording): void {
  const { find, first, again } = step.owner.tears;
  const { now } = step.turn;
  const { countU, countV } = step.cloth.net.level;
  const tiles = step.tilesOf(kernels.findTears.constants.WORKGROUP_WIDTH);
  const words = Math.ceil((countU * countV) / constants.TORN_PER_WORD);
  const groups = Math.ceil(words / kernels.tearThreads.constants.WORKGROUP_SIZE);
  const { torn, tornNext } = step.cloth.resources;
  step.run(find, { now }, tiles);
  for (let round = 0; round < constants.TEAR_ROUNDS; round++) {
    const turn = round % 2 === 0 ? { torn, tornNext } : { torn: tornNext, tornNext: torn };
    step.run(round === 0 ? first : again, { now, ...turn }, [Math.min(groups, MAX_VERDICTS), 1]);
  }
  measureLinks(step, true);
}
