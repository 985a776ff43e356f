// The start of a step on the CPU: what the last step has left, in the frame of this one. Twins of begin.wgsl and gridLoad.wgsl, and of
// beginFullResolution.
import { constants } from "../../shaders/shaders.gen.js";
import { stateOffsets, type ColliderState } from "../clothStep.js";
import { findAir } from "./cpuAir.js";
import { addImpulses } from "./cpuImpulse.js";
import type { CpuMemory } from "./cpuMemory.js";
import { CpuSprings } from "./cpuSprings.js";

/**
 * @param memory - Of a cloth. It has the input of the step.
 * @param colliders - What keeps the cloth out.
 */
export function startStep(memory: CpuMemory, colliders: readonly ColliderState[]): void {
  const { step, particles, store, links, layers, airTravel, vectors, isFullResolution } = memory;
  const isOld = step.reset === 0;
  memory.substepsBefore = isOld && step.timeChange === 1 ? store.stateWords[stateOffsets.substeps] : 0;
  for (let axis = 0; axis < 3; axis++) {
    airTravel[axis] = isOld ? store.state[stateOffsets.airTravel + axis] : 0;
  }
  if (!isFullResolution) {
    const moves = (i: number): boolean => store.inverseAreas[i] > 0 && store.hold[i] !== constants.RELEASED;
    layers.find(step, store.previous, (i) => (moves(i) ? step.timeChange : 0));
  }
  vectors.targets = memory.grips.giveWay(vectors.targets, particles.positions);
  store.begin(step, vectors.targets);
  layers.others?.gather(step, links.atRest);
  findAir(particles, step, airTravel, vectors.zones);
  addImpulses(particles, vectors.impulses, step.substepTime);
  memory.contact.begin(colliders, step.contactScale > 0);
  if (!isOld) {
    memory.contact.forget();
  }
  memory.firstSubstep = 0;
  if (isFullResolution) {
    layers.find(step, particles.previous, () => 1);
  }
  memory.momentum.begin(step);
  links.begin(step);
  if (step.integrator !== constants.CONSTRAINTS) {
    memory.springs ??= new CpuSprings(memory.restGrid, particles);
    memory.springs.begin(step, memory.substepsBefore);
  }
}
