// Passes by which a cloth at full resolution keeps its momentum as one body.
import { constants } from "../../shaders/shaders.gen.js";
import type { StepRecording } from "./stepRecording.js";

const { MAX_MOMENTA, MOMENTA_LANES } = constants;

/**
 * @param step - Receives what notes how links have turned the cloth.
 * @param substep - Of the step.
 * @param before - Where particles were one substep ago.
 * @param started - Where they started, with ballast.
 * @param relaxed - Where they are.
 */
export function noteMomenta(
  step: StepRecording,
  substep: number,
  before: GPUTexture,
  started: GPUTexture,
  relaxed: GPUTexture,
): void {
  const phase = step.owner.phaseOf(substep, true);
  step.run(step.owner.momentum.note, { before, now: started, relaxed, phase }, [groupsOf(step, MAX_MOMENTA), 1]);
}

/** @param step - Receives what takes that back. */
export function keepMomenta(step: StepRecording): void {
  step.run(step.owner.momentum.weigh, { now: step.turn.now }, [groupsOf(step, MAX_MOMENTA), 1]);
  step.run(step.owner.momentum.keep, { ...step.turn }, [groupsOf(step, Infinity), 1]);
  step.takeNextAsBefore();
}

function groupsOf({ cloth: { counts } }: StepRecording, most: number): number {
  return Math.min(Math.ceil((counts.countU * counts.countV) / MOMENTA_LANES), most);
}
