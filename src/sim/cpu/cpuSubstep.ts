// The phases of a substep on the CPU, in their order: look (not in all of them), bend, move, relax; contact with itself; hold. Twins of
// gridLook.wgsl, gridMove.wgsl, gridRelax.wgsl and gridHold.wgsl, and of the kernels of their names of full resolution.
import { constants } from "../../shaders/shaders.gen.js";
import { bendRates, bendWork } from "../bends.js";
import { addAir, advanceAir, findAir } from "./cpuAir.js";
import { carriedPosition } from "./cpuCarry.js";
import { closeSeams, holdByGuides, holdByTethers, joinSeams, settleSeams } from "./cpuHold.js";
import type { CpuMemory } from "./cpuMemory.js";
import { slowPush } from "./cpuPush.js";
import { verletPosition } from "./functions/verlet.js";
import { add, addFrom, createVector, load, store, subtract, transform } from "./vectors.js";

const { CARRIED, CONSTRAINTS, LOOKS_PER_LIFT } = constants;

const ORIGIN = createVector();
const position = createVector();
const motion = createVector();
const start = createVector();

/**
 * All before contact of the cloth with itself.
 *
 * @param memory - Of the cloth.
 * @param substep - Of the step.
 */
export function advance(memory: CpuMemory, substep: number): void {
  const { step, links, layers, momentum, isFullResolution } = memory;
  const time = substep * memory.share;
  if (substep === 0) {
    layers.findTangles(step, memory.substepsBefore);
  }
  look(memory, substep);
  if (step.integrator !== CONSTRAINTS) {
    spring(memory, time);
    return;
  }
  bend(memory, substep);
  move(memory, time);
  const { ballast } = memory.contact;
  ballast.take(step);
  joinOwnSeams(memory);
  links.relax(step, substep, ballast.masses);
  joinOwnSeams(memory);
  if (momentum.isFree) {
    momentum.noteLinks();
  }
  ballast.give(step, memory.tethers, time);
  if (!isFullResolution) {
    layers.drawBack(step);
  }
}

/**
 * Contact of the cloth with itself. At full resolution others are told where it is then.
 *
 * @param memory - Of the cloth.
 * @param substep - Of the step.
 */
export function keepApart({ step, layers, isFullResolution }: CpuMemory, substep: number): void {
  layers.findAgain(step, substep);
  layers.keepApart(step);
  if (isFullResolution) {
    layers.drawBack(step);
    layers.others?.tell(step, substep);
  }
}

/**
 * Contact with other cloths, tethers, motion and separation constraints, colliders; then seams.
 *
 * @param memory - Of the cloth.
 * @param time - At the end of the substep, from 0 to 1 within the step.
 */
export function hold(memory: CpuMemory, time: number): void {
  const { step, particles, layers, surface, contact, share } = memory;
  const { positions, previous, inverseMasses } = particles;
  const { motion, separation } = memory.vectors;
  layers.others?.keepOff(step, time, share);
  surface.findSurface(step.surfaceSamples);
  if (step.slideReach > 0) {
    surface.findCells();
  }
  if (step.integrator === CONSTRAINTS) {
    holdByTethers(particles, memory.tethers, step.tetherLimit);
  }
  if (motion.length + separation.length > 0) {
    holdByGuides(particles, step, motion, separation, time);
  }
  if (step.collisionMassScale > 0) {
    memory.store.weigh(step);
  }
  if (memory.isFullResolution) {
    const started = previous.slice();
    contact.collide(step, time, share);
    slowPush(particles, started, step.substepTime, contact.touched);
  } else {
    contact.collide(step, time, share);
    if (step.surfaceSamples !== 0 && step.integrator === CONSTRAINTS) {
      surface.stopNeighbours(contact.planes, step.substepTime);
    }
  }
  if (memory.isFullResolution) {
    settleSeams(memory.restGrid, positions, inverseMasses);
    return;
  }
  closeSeams(memory.restGrid, positions, inverseMasses);
  if (step.integrator === CONSTRAINTS) {
    // What has stopped or pushed a seam alone is no motion of it.
    closeSeams(memory.restGrid, previous, inverseMasses);
  }
}

/**
 * In the first substep of a part of a step and in one of `airInterval`: what changes slowly. That is the shape of the surface, what is near,
 * and the velocity by air until the next look.
 */
function look(memory: CpuMemory, substep: number): void {
  const { step, particles, contact, airTravel, vectors, share, isFullResolution } = memory;
  const substeps = memory.substepsBefore + substep;
  const isDue = substeps % step.airInterval === 0;
  if (!isDue && substep > memory.firstSubstep) {
    return;
  }
  const time = substep * share;
  const lookTime = step.airInterval * step.substepTime;
  if (isFullResolution) {
    settleSeams(memory.restGrid, particles.positions, particles.inverseMasses);
    settleSeams(memory.restGrid, particles.previous, particles.inverseMasses);
  }
  memory.surface.findSurface(step.surfaceSamples);
  if (isDue) {
    if (isFullResolution) {
      findAir(particles, step, airTravel, vectors.zones);
    }
    advanceAir(airTravel, step, lookTime);
    if (step.drag > 0 || step.lift > 0) {
      addAir(particles, step, lookTime);
    }
  }
  contact.findNear(step, time, share);
  if (isFullResolution) {
    if (isDue && substep < step.airInterval) {
      contact.bringBack(step, time);
    }
  } else if (substeps % (LOOKS_PER_LIFT * step.airInterval) === 0) {
    if (step.surfaceSamples !== 0) {
      contact.liftOver(step, time, vectors.weights);
    }
    contact.bringBack(step, time);
  }
}

/** At each look, or in each substep. */
function bend(memory: CpuMemory, substep: number): void {
  const { step, bends, links, isFullResolution } = memory;
  const work = bendWork(bendRates(memory.restGrid, bends), step);
  const bendInterval = isFullResolution ? step.airInterval : work.bendInterval;
  if ((memory.substepsBefore + substep) % bendInterval === 0) {
    memory.surface.findSurface(step.surfaceSamples);
    const { inverseMasses } = memory.particles;
    const unhitMasses = step.collisionMassScale > 0 ? memory.store.unhitMasses(step) : inverseMasses;
    memory.bending.bend(step, bends, links.living, { ...work, bendInterval }, memory.momentum, unhitMasses);
    if (isFullResolution) {
      memory.particles.dropRemainders();
    }
  }
}

/** Gravity and inertia, from `time` on. */
function move({ step, restGrid, particles, momentum, isFullResolution }: CpuMemory, time: number): void {
  const { count, positions, previous, remainders, inverseMasses } = particles;
  if (isFullResolution) {
    settleSeams(restGrid, positions, inverseMasses);
    settleSeams(restGrid, previous, inverseMasses);
  }
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    load(position, positions, at);
    subtract(motion, position, load(motion, previous, at));
    addFrom(motion, remainders, at, 1);
    if (inverseMasses[i] > 0) {
      if (step.carryMode === CARRIED) {
        carriedPosition(position, step, position, time);
        transform(motion, step.carry, motion);
      }
      store(previous, at, position);
      load(position, previous, at);
      verletPosition(motion, ORIGIN, motion, step.velocityKept, step.gravity, step.substepTime);
      store(positions, at, add(position, position, motion));
      subtract(position, load(position, positions, at), load(start, previous, at));
      if (!isFullResolution) {
        store(remainders, at, subtract(position, motion, position));
      }
      if (momentum.isFree) {
        momentum.noteMotion(i, motion);
      }
    } else {
      store(previous, at, position);
      store(positions, at, add(position, position, motion));
    }
  }
}

/** What moves particles at seams of a control grid moves their neighbours: before lines are solved, and what skew and single links do after it. */
function joinOwnSeams({ restGrid, particles: { positions, inverseMasses }, isFullResolution }: CpuMemory): void {
  if (!isFullResolution) {
    joinSeams(restGrid, positions, inverseMasses);
  }
}

/** Springs, in place of bend, move and relax. */
function spring({ step, restGrid, particles, springs, isFullResolution }: CpuMemory, time: number): void {
  if (isFullResolution) {
    settleSeams(restGrid, particles.previous, particles.inverseMasses);
  }
  springs?.follow(step);
  springs?.advance(step, time);
}
