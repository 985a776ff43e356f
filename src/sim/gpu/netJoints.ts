// What a round of cloths at full resolution that are joined has beside their substeps: air inside of them, and seams.
import type { KernelSource } from "../../gpu/kernel.js";
import { kernels } from "../../shaders/shaders.gen.js";
import type { LineKernel, Lines } from "./lineKernels.js";
import type { NetSeamKernels, NetSeamPart } from "./netSeams.js";
import type { StepRecording } from "./stepRecording.js";

/**
 * Tells seams where particles start; nothing of a cloth without.
 *
 * @param step - Receives it.
 */
export function startSeams(step: StepRecording): void {
  const { seams } = step.cloth;
  if (seams) {
    step.run(step.owner.seams.start, { ...seams.resources, now: step.turn.now }, [seamGroups(seams), 1]);
  }
}

/**
 * Air inside gives particles a velocity; nothing of a cloth without.
 *
 * @param step - Receives it.
 * @param round - Of the step.
 * @param substep - That comes next; null if the cloth takes none in this round.
 */
export function inflate(step: StepRecording, round: number, substep: number | null): void {
  const { pressure } = step.cloth;
  const phase = step.owner.phaseOf(substep ?? round, substep !== null);
  if (pressure) {
    step.run(step.owner.pressure.measure, { ...pressure.resources, now: step.turn.now, phase }, [pressure.groups, 1]);
  }
  step.endSection();
  if (pressure && substep !== null) {
    const tiles = step.tilesOf(kernels.inflateFullResolution.constants.WORKGROUP_WIDTH);
    step.run(step.owner.pressure.inflate, { ...pressure.resources, ...step.turn, phase }, tiles);
    step.takeNextAsBefore();
  }
  step.endSection();
}

/**
 * Pulls at the lines that end at stitches; nothing of a cloth without.
 *
 * @param step - Receives it.
 * @param round - Of the step.
 */
export function pullLines(step: StepRecording, round: number): void {
  const { seams } = step.cloth;
  const { now, next } = step.turn;
  if (seams) {
    runEnds(step, seams, now, step.owner.seams.answer);
  }
  gatherSeams(step, now);
  if (!seams) {
    step.endSection();
    step.endSection();
    return;
  }
  const { pull, move, gatherMoved, close, shift } = step.owner.seams;
  const phase = step.owner.phaseOf(round, true);
  step.run(pull, { ...seams.resources, phase }, [1, 1]);
  runEnds(step, seams, now, move);
  gatherSeams(step, now, gatherMoved);
  step.run(close, seams.resources, [1, 1]);
  step.run(shift, { ...seams.resources, now, next }, step.tilesOf(kernels.shiftLines.constants.WORKGROUP_WIDTH));
  step.endSection();
  step.turn = { ...step.turn, now: next, next: now };
}

/**
 * Brings sides of seams together; nothing of a cloth without.
 *
 * @param step - Receives it.
 * @param round - Of the step.
 * @param now - Where particles are.
 */
export function sew(step: StepRecording, round: number, now = step.turn.now): void {
  const { seams } = step.cloth;
  gatherSeams(step, now);
  if (seams) {
    const phase = step.owner.phaseOf(round, true);
    step.run(step.owner.seams.sew, { ...seams.resources, sewnNow: now, phase }, [seamGroups(seams), 1]);
  }
  step.endSection();
}

/** Of rows and of columns, if some end at stitches. */
function runEnds<S extends KernelSource>(
  step: StepRecording,
  seams: NetSeamPart,
  now: GPUTexture,
  of: { make(lines: Lines): LineKernel<S> },
): void {
  const { net } = step.cloth;
  const resources = { ...seams.resources, threads: net.threads, now };
  for (const isAlongV of [false, true]) {
    if (seams.ends[Number(isAlongV)]) {
      step.runLines((lines) => of.make(lines), net.level, { isAlongV, areRings: false }, resources);
    }
  }
}

/** Tells all cloths where its particles of stitches are, and waits for them. */
function gatherSeams(step: StepRecording, now: GPUTexture, gather?: NetSeamKernels["gather"]): void {
  const { seams } = step.cloth;
  if (seams) {
    step.run(gather ?? step.owner.seams.gather, { ...seams.resources, now }, [seamGroups(seams), 1]);
  }
  step.endSection();
}

/**
 * @param part - Of a cloth that is sewn.
 * @returns Workgroups for its particles that are in stitches.
 */
export function seamGroups({ count }: NetSeamPart): number {
  return Math.ceil(count / kernels.sewFullResolution.constants.WORKGROUP_SIZE);
}
