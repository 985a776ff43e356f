// What a cloth at full resolution looks for: particles that may meet, and where it crosses itself or others.
import { constants, kernels } from "../../shaders/shaders.gen.js";
import { threadGroups } from "./netTangles.js";
import type { StepRecording } from "./stepRecording.js";

/**
 * What particles may meet: at the start of a step, and again within a step of fast cloth.
 *
 * @param step - Receives it.
 * @param substep - Of the step, as it is relaxed; 0: none yet.
 * @param textures - Where particles were one substep ago, and where they are.
 */
export function findContacts(
  step: StepRecording,
  substep: number,
  { before, now }: Readonly<Record<"before" | "now", GPUTexture>>,
): void {
  const { bound, find } = step.owner.contact;
  const side = constants.NET_TILE;
  const [tilesU, tilesV] = step.tilesOf(side);
  const [particles, boxes] = bound;
  const resources = { before, now, phase: step.owner.phaseOf(substep, true) };
  step.run(particles, resources, [tilesU, tilesV]);
  step.run(boxes, resources, [Math.ceil(tilesU / side), Math.ceil(tilesV / side)]);
  step.run(find, resources, [tilesU, tilesV]);
}

/**
 * Where it crosses, and how it is drawn back.
 *
 * @param step - Receives it.
 */
export function findTangles(step: StepRecording): void {
  const { find, trace, draw } = step.owner.tangles;
  const { now } = step.turn;
  const groups = threadGroups(step.cloth.counts);
  step.run(find, { now }, step.tilesOf(kernels.findNetTangles.constants.WORKGROUP_WIDTH));
  step.run(trace, { now }, [1 + groups, 1]);
  step.run(draw, {}, [groups, 1]);
}
