// What a substep of a cloth at full resolution runs, phase by phase: see the table in src/README.md.
import { constants, kernels } from "../../shaders/shaders.gen.js";
import { patchCountOf } from "../contactPatches.js";
import { giveBallast, takeBallast } from "./ballastPasses.js";
import { stripsOf } from "./fullResolutionKernels.js";
import type { Groups } from "./fullResolutionStep.js";
import { noteMomenta } from "./momentumPasses.js";
import { oneGroupLevel, relaxNet } from "./netRelaxation.js";
import { findContacts } from "./netSearch.js";
import { inTurns, type StepRecording } from "./stepRecording.js";

/** A substep before cloth and colliders hold its particles: where they were one substep ago, where they are, and textures to write. */
interface Advanced {
  readonly started: GPUTexture;
  readonly relaxed: GPUTexture;
  readonly take: () => GPUTexture;
}

/**
 * Look, move and relax; springs take the place of move and relax.
 *
 * @param step - Receives it.
 * @param substep - Of the step.
 * @returns The cloth as it is relaxed.
 */
export function advance(step: StepRecording, substep: number): Advanced {
  const { sinceLook, airInterval, integrator } = step.kind;
  if ((sinceLook + substep) % airInterval === 0) {
    look(step, substep);
  }
  return integrator === constants.CONSTRAINTS ? moveAndRelax(step, substep) : spring(step, substep);
}

/**
 * Contact with itself, and recovery from tangles with itself and with others.
 *
 * @param step - Receives it.
 * @param substep - Of the step.
 * @param advanced - As it is relaxed.
 * @returns The same after that.
 */
export function keepApart(step: StepRecording, substep: number, advanced: Advanced): Advanced {
  if (step.kind.pushes) {
    step.run(step.compiled.settle, {}, [1, 1]);
  }
  if (!step.mayTangle) {
    return advanced;
  }
  const { started, relaxed, take } = advanced;
  if (step.kind.keepsApart && substep > 0 && substep % constants.SEARCH_SUBSTEPS === 0) {
    findContacts(step, substep, { before: started, now: relaxed });
  }
  const apart = take();
  const textures = { before: started, now: relaxed, next: apart, started: step.spare };
  const phase = step.owner.phaseOf(substep, true);
  const tiles = step.tilesOf(kernels.keepApart.constants.WORKGROUP_WIDTH);
  step.run(step.owner.contact.keepApart, { ...textures, phase }, tiles);
  const moved = step.spare;
  step.spare = started;
  return { started: moved, relaxed: apart, take };
}

/**
 * Tells other cloths where its particles are, and waits for what they tell.
 *
 * @param step - Receives it.
 * @param substep - Of the step.
 * @param advanced - What the cloth tells; null if it takes no substep in this round.
 */
export function tell(step: StepRecording, substep: number, advanced: Advanced | null): void {
  if (step.kind.meets && advanced) {
    const { started, relaxed } = advanced;
    const phase = step.owner.phaseOf(substep, true);
    step.run(step.owner.meeting.tell, { before: started, now: relaxed, phase }, patchesOf(step));
  }
  step.endSection();
}

/**
 * Contact with other cloths, tethers, guides, colliders.
 *
 * @param step - Receives it.
 * @param substep - Of the step.
 * @param advanced - Kept apart from itself.
 */
export function hold(step: StepRecording, substep: number, advanced: Advanced): void {
  const { meets, isHeld, pushes, rounds } = step.kind;
  const { take } = advanced;
  let { started, relaxed } = advanced;
  const phase = step.owner.phaseOf(substep, true);
  if (meets && rounds > 0 && substep % constants.SEARCH_SUBSTEPS === 0) {
    step.run(step.owner.meeting.findAgain, {}, patchesOf(step));
  }
  if (meets) {
    const kept = take();
    const tiles = step.tilesOf(kernels.keepOffCloths.constants.WORKGROUP_WIDTH);
    step.run(step.owner.meeting.keepOff, { before: started, now: relaxed, next: kept, phase }, tiles);
    relaxed = kept;
  }
  if (isHeld) {
    const held = take();
    const kernel = step.owner.holdFor(step.kind);
    const tiles = step.tilesOf(kernels.holdFullResolution.constants.WORKGROUP_WIDTH);
    const nextBefore = step.spare;
    step.run(kernel, { before: started, now: relaxed, next: held, nextBefore, phase }, tiles);
    relaxed = held;
    if (pushes) {
      step.spare = started;
      started = nextBefore;
    }
  }
  relaxed = step.settled(relaxed, take);
  step.turn = { before: started, now: relaxed, next: take() };
  // Where the substep started is where the last one ended, unless something has changed it.
  step.isBeforeSettled = !step.mayTangle && !pushes && step.kind.integrator === constants.CONSTRAINTS;
}

/** A workgroup for each patch of a cloth that meets others. */
function patchesOf({ cloth: { counts } }: StepRecording): Groups {
  return [patchCountOf(counts, true), 1];
}

/**
 * Air, then bends of rows and of columns, and twist: they change where particles were one substep ago. In between, once in a step, particles come back
 * from behind colliders.
 */
function look(step: StepRecording, substep: number): void {
  const { bend } = step.owner;
  const { level } = step.cloth.net;
  const phase = step.owner.phaseOf(substep, false);
  const tiles = step.tilesOf(kernels.lookAtFullResolution.constants.WORKGROUP_WIDTH);
  step.settleBefore();
  if (step.kind.isInZones) {
    step.run(step.owner.zoneLook, { ...step.turn, phase }, tiles);
  } else {
    step.run(step.compiled.look, { ...step.turn, phase }, tiles);
  }
  step.takeNextAsBefore();
  if (step.kind.meetsColliders && substep < step.kind.airInterval) {
    bringBack(step, phase);
  }
  if (step.kind.bends) {
    for (const isAlongV of [false, true]) {
      const textures = { ...step.turn, phase };
      step.runLines((lines) => bend.get(lines), level, { isAlongV, areRings: false }, textures);
      step.takeNextAsBefore();
    }
    twist(step, phase);
  }
}

/** Every second strip of cells, then the others. */
function twist(step: StepRecording, phase: GPUBufferBinding): void {
  const { counts } = step.cloth;
  const strips = stripsOf(counts);
  for (const [odd, kernels] of step.owner.twists.entries()) {
    const { kernel, lines } = kernels.get(strips);
    const count = Math.floor(((strips.isAlongV ? counts.countU : counts.countV) + 1 + odd) / 2);
    step.run(kernel, { ...step.turn, phase }, [Math.ceil(count / lines), 1]);
    step.takeNextAsBefore();
  }
}

function bringBack(step: StepRecording, phase: GPUBufferBinding): void {
  const { before, now, next: nextBefore } = step.turn;
  const nextNow = step.spare;
  const tiles = step.tilesOf(kernels.bringBackFullResolution.constants.WORKGROUP_WIDTH);
  const kernel = step.owner.bringBackFor(step.kind);
  step.run(kernel, { before, now, nextBefore, nextNow, phase }, tiles);
  step.turn = { before: nextBefore, now: nextNow, next: before };
  step.spare = now;
  step.isBeforeSettled = false;
  step.settleNow();
}

function moveAndRelax(step: StepRecording, substep: number): Advanced {
  step.settleBefore();
  const { before, now: started, next } = step.turn;
  const { iterationCount, keepsLimits } = step.kind;
  const laden = takeBallast(step, substep);
  // What was one substep ago gives its texture for positions that are being relaxed, as soon as they have moved, or as momenta are noted.
  const take = inTurns(next, step.relaxing ?? before);
  let relaxed = started;
  for (let iteration = 0; iteration < iterationCount; iteration++) {
    const moves = iteration === 0;
    const moved = take();
    const phase = step.owner.phaseOf(substep, moves);
    move(step, { before: moves ? before : relaxed, now: moves ? laden : relaxed, next: moved, phase });
    relaxed = relaxNet(step, started, moved, take);
  }
  if (keepsLimits) {
    const now = step.settled(relaxed, take);
    const limited = take();
    const tiles = step.tilesOf(kernels.limitFullResolution.constants.TILE);
    step.run(step.compiled.limit, { now, next: limited }, tiles);
    relaxed = limited;
  }
  if (step.relaxing) {
    noteMomenta(step, substep, before, laden, relaxed);
    step.relaxing = before;
  }
  relaxed = giveBallast(step, substep, started, relaxed, take);
  return { started, relaxed, take };
}

/** Particles go on, and cells are relaxed; the coarsest level too, if one workgroup has it. */
function move(
  step: StepRecording,
  resources: Record<"before" | "now" | "next", GPUTexture> & { phase: GPUBufferBinding },
): void {
  const [tilesU, tilesV] = step.tilesOf(step.owner.tile);
  const coarsest = oneGroupLevel(step);
  if (coarsest) {
    const { first: level, threads: levelThreads, strengths, skewWays, positions } = coarsest;
    const inverseAreas = step.areasOf(coarsest);
    const ofLevel = { level, inverseAreas, levelThreads, strengths, skewWays, nextWays: positions[0] };
    step.run(step.compiled.moveWithCoarsest, { ...resources, ...ofLevel }, [tilesU, tilesV + 1]);
  } else {
    step.run(step.compiled.move, resources, [tilesU, tilesV]);
  }
}

/** All stages of the integrator. The last one writes where particles were one substep ago at their new velocities. */
function spring(step: StepRecording, substep: number): Advanced {
  step.settleBefore();
  const { before, now, next: started } = step.turn;
  const phase = step.owner.phaseOf(substep, true);
  const { springs } = step.owner;
  const side = kernels.followSprings.constants.WORKGROUP_WIDTH;
  step.run(springs.follow, { before, now, next: started, phase }, step.tilesOf(side));
  const previous = step.spare;
  const take = inTurns(now, before);
  let reached = started;
  for (const stage of springs.stagesOf(step.kind.integrator)) {
    const next = take();
    step.run(stage, { started, now: reached, next, previous, phase }, step.tilesOf(side));
    reached = next;
  }
  step.spare = started;
  return { started: previous, relaxed: reached, take };
}
