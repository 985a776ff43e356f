// The end of a step on the CPU: momenta, the strain limit, and what happened to the cloth. Twins of gridEnd.wgsl and gridMomentum.wgsl, and
// of limitFullResolution and endFullResolution.
import { constants } from "../../shaders/shaders.gen.js";
import { UNLIMITED } from "../clothStep.js";
import { isSoft } from "../linkLimits.js";
import type { CpuMemory } from "./cpuMemory.js";
import { hold } from "./cpuSubstep.js";
import { addTo, createVector, load, subtract } from "./vectors.js";

const { CONSTRAINTS, STRAIN_ROUNDS, STRAIN_TOLERANCE } = constants;

const position = createVector();
const motion = createVector();

/**
 * After the last substep of a part of a step: what links have done to the momenta is taken back.
 *
 * @param memory - Of a cloth.
 */
export function keepMomenta({ momentum, contact, isFullResolution }: CpuMemory): void {
  if (momentum.isFree) {
    momentum.keep(contact.colliderCount === 0 && !isFullResolution);
  }
}

/**
 * After the last substep: rounds in which only threads that are too long are shortened. Most often there are none.
 *
 * @param memory - Of a cloth.
 */
export function limitStrain(memory: CpuMemory): void {
  const { step, links, layers } = memory;
  if (!isLimited(memory)) {
    return;
  }
  if (memory.isFullResolution) {
    shorten(memory);
    return;
  }
  for (let round = 0; round < STRAIN_ROUNDS; round++) {
    if (!(links.findStrains() > step.strainLimit * (1 + STRAIN_TOLERANCE))) {
      return;
    }
    shorten(memory);
    layers.keepApart(step);
    hold(memory, 1);
  }
}

/**
 * @param memory - Of a cloth.
 * @returns Whether its threads are shortened after the last substep.
 */
export function isLimited({ step, isFullResolution }: CpuMemory): boolean {
  const hasLimit = step.substepCount > 0 && !isSoft(step);
  return hasLimit && (!isFullResolution || step.strainLimit < UNLIMITED);
}

/**
 * Moves particles in the time of the whole step: a velocity out of the time of one substep would be too great.
 *
 * @param memory - Of a cloth.
 * @param before - Where particles were, shape [particleCount, 3].
 */
export function keepVelocities({ particles, share }: CpuMemory, before: Float32Array): void {
  const { count, positions, previous } = particles;
  for (let i = 0; i < count; i++) {
    subtract(motion, load(motion, positions, 3 * i), load(position, before, 3 * i));
    addTo(previous, 3 * i, motion, 1 - share);
  }
}

/**
 * What happened to the cloth, and whether it is still one.
 *
 * @param memory - Of a cloth.
 */
export function endStep(memory: CpuMemory): void {
  const { step, links, contact, airTravel, vectors } = memory;
  contact.settleBodies(step, true);
  memory.particles.dropRemainders();
  const substeps = memory.substepsBefore + step.substepCount;
  const maxStrain = links.findStrains();
  const isWell = step.integrator === CONSTRAINTS || (memory.springs?.end(substeps, maxStrain) ?? true);
  const measures = { maxStrain, strain99: links.strain99(step.strainGoal), contacts: memory.layers.contactsIn(step) };
  if (!memory.store.end(step, vectors.targets, airTravel, substeps, measures, isWell)) {
    contact.undoSums();
  }
}

function shorten(memory: CpuMemory): void {
  const before = memory.particles.positions.slice();
  memory.links.shorten(memory.step.strainLimit);
  keepVelocities(memory, before);
}
