// Ballast in a substep at full resolution: what particles carry of the bodies that they touch, while links are relaxed.
import { kernels } from "../../shaders/shaders.gen.js";
import type { StepRecording } from "./stepRecording.js";

/**
 * Particles take up ballast; nothing of a cloth that pushes no bodies.
 *
 * @param step - Receives it.
 * @param substep - Of the step.
 * @returns Where particles are, with inverse masses for links.
 */
export function takeBallast(step: StepRecording, substep: number): GPUTexture {
  const { ballast, levels } = step.cloth;
  const { before, now } = step.turn;
  if (!ballast) {
    return now;
  }
  const next = step.spare;
  const tiles = step.tilesOf(kernels.takeBallast.constants.WORKGROUP_WIDTH);
  step.run(step.owner.ballast.take, { before, now, next, phase: step.owner.phaseOf(substep, true) }, tiles);
  for (const level of levels) {
    const { kernel, groups } = step.owner.ballast.weigh(level.level);
    const areas = { bareAreas: level.inverseAreas, inverseAreas: ballast.areasOf(level) };
    step.run(kernel, { level: level.first, ...areas }, [groups, 1]);
  }
  return next;
}

/**
 * Bodies get what links have changed of the ballast's motion; nothing of a cloth that pushes none.
 *
 * @param step - Receives it.
 * @param substep - Of the step.
 * @param started - Where particles were at the start of the substep.
 * @param relaxed - Where they are.
 * @param take - Gives a texture to write.
 * @returns The texture that has them then.
 */
export function giveBallast(
  step: StepRecording,
  substep: number,
  started: GPUTexture,
  relaxed: GPUTexture,
  take: () => GPUTexture,
): GPUTexture {
  if (!step.cloth.ballast) {
    return relaxed;
  }
  const next = take();
  const phase = step.owner.phaseOf(substep, true);
  const tiles = step.tilesOf(kernels.giveBallast.constants.WORKGROUP_WIDTH);
  step.run(step.owner.ballast.give, { before: started, now: relaxed, next, phase }, tiles);
  return next;
}
