// A cloth in full motion, to be gone on from: what its solver and its driver keep from one step to the next.
//
// Those have no seam for this. The members that it takes are named here once, and the compiler follows each of them.
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { mat3 } from "gl-matrix";
import type { ClothBody } from "./clothBackend.js";
import type { ClothBounds } from "./clothBounds.js";
import type { ClothDriver } from "./clothDriver.js";
import type { ClothMesh } from "./clothMesh.js";
import type { ClothMotion } from "./clothMotion.js";
import type { CpuBackend } from "./cpuBackend.js";
import type { GpuBody } from "./gpuBody.js";
import { LastShape } from "./lastShape.js";
import { restoredCloth } from "./restoredCloth.js";
import { constants, structs } from "./shaders/shaders.gen.js";
import { stateOffsets } from "./sim/clothStep.js";
import { worldMatrixOf } from "./worldMatrix.js";

const BODY = "_body";
const DRIVER = "_driver";
const BOUNDS = "_bounds";
const PLACE = "_place";
const STATE = "_state";
const SHAPE = "_shape";
const SOLVER = "_solver";
const STORE = "_store";
const PREVIOUS = "_previous";
const CLOCK = "_clock";
const PENDING = "_pending";
const LINEAR = "_linear";
const PREVIOUS_LINEAR = "_previousLinear";
const AIR_ORIGIN = "_airOrigin";
const TO_LOCAL = "_toLocal";
const NEEDS_RESET = "_needsReset";
const IS_TELEPORTED = "_isTeleported";
const MATRIX_FLAG = "_matrixFlag";

type CpuBody = CpuBackend["_bodies"] extends Set<infer Body> ? Body : never;

const PARTICLE_WORDS = structs.Particle.size / 4;
const { position, previous, inverseMass, hold } = structs.Particle.fields;
const POSITION = position.offset / 4;
const PREVIOUS_POSITION = previous.offset / 4;
const INVERSE_MASS = inverseMass.offset / 4;
const HOLD = hold.offset / 4;
/** The field of eddies repeats after this way [m]. */
const EDDY_FIELD = constants.EDDY_SIZE * constants.EDDY_PERIOD;
/** Number of a read that no reader gives. */
const OWN_READ = -1;

/** A cloth between two steps. */
export interface ClothCheckpoint {
  /** Structs Particle in the cloth's frame. */
  readonly particles: Float32Array<ArrayBuffer>;
  /** Struct ClothState. */
  readonly state: Float32Array<ArrayBuffer>;
  /** Axes of the mesh in its last step, column by column, shape [9]. */
  readonly linear: ArrayLike<number>;
  /** Of the cloth's frame in the world [m], shape [3]. */
  readonly origin: ArrayLike<number>;
  /** Where the mesh was when this was taken, shape [16]. */
  readonly world: ArrayLike<number>;
  /** Time that is left for the next step [s]. */
  readonly pending: number;
}

/**
 * @param cloth - A cloth.
 * @returns What it was like last, as far as it is known here; null if it has no shape yet.
 */
export function takeCheckpoint(cloth: ClothMesh): ClothCheckpoint | null {
  const body = cloth[BODY];
  const { motion } = driverOf(cloth, body);
  if (motion[NEEDS_RESET]) {
    return null;
  }
  const taken = isOnGpu(cloth, body) ? takeFromGpu(body) : takeFromCpu(body);
  const { countU, countV } = cloth.definition;
  // A cloth at full resolution has another shape.
  if (taken?.particles.length !== PARTICLE_WORDS * countU * countV) {
    return null;
  }
  return {
    ...taken,
    linear: Array.from(motion[LINEAR]),
    world: Array.from(worldMatrixOf(cloth).m),
    pending: motion[CLOCK][PENDING],
  };
}

/**
 * Lets a cloth go on from what it was like. If its mesh is elsewhere, or is moved before the next frame, it goes along.
 *
 * @param cloth - As many particles, the pins and targets that it has from now on.
 * @param checkpoint - What it was like.
 */
export function goOnFrom(cloth: ClothMesh, checkpoint: ClothCheckpoint): void {
  if (checkpoint.particles.length !== PARTICLE_WORDS * cloth.sheet.particleCount) {
    Logger.Warn(
      `babylon-cloth: cloth "${cloth.name}" starts from its rest shape: what was saved is that of another number of particles.`,
    );
    return;
  }
  const body = cloth[BODY];
  const { motion } = driverOf(cloth, body);
  placeMotion(cloth, motion, checkpoint);
  if (isOnGpu(cloth, body)) {
    goOnOnGpu(body, checkpoint);
  } else {
    goOnOnCpu(cloth, body, checkpoint);
  }
  const bounds = boundsOf(cloth, body);
  bounds.mark(OWN_READ);
  bounds.know(OWN_READ, checkpoint.state, 0);
  bounds.fit(motion.step);
}

/**
 * Brings the present shape to the host, so that the next checkpoint is of now.
 *
 * @param cloth - A cloth.
 * @returns Resolves when it is there.
 */
export async function fetchShape(cloth: ClothMesh): Promise<void> {
  const body = cloth[BODY];
  const place = isOnGpu(cloth, body) ? body[PLACE] : null;
  if (!place || !isOnGpu(cloth, body)) {
    return;
  }
  const { recorder, solver } = place.gpu;
  const { device } = recorder;
  const mark = body.markShape();
  body.mark(OWN_READ);
  // Submits what was recorded.
  const { firstParticle, fabric } = place.cloth;
  const { size } = structs.Particle;
  const reading = recorder.readAsync(solver.particles, firstParticle * size, fabric.particleCount * size);
  const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
  const staging = device.createBuffer({ label: "cloth state read-back", size: solver.stateBytes, usage });
  const encoder = device.createCommandEncoder({ label: "cloth state read-back" });
  const slot = solver.encodeStates(encoder, staging).indexOf(place.cloth);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const states = staging.getMappedRange().slice(0);
  staging.destroy();
  body.knowShape(mark, await reading);
  body.know(OWN_READ, new Float32Array(states), new Uint32Array(states), slot * stateOffsets.size);
}

function isOnGpu(cloth: ClothMesh, body: ClothBody): body is GpuBody {
  return cloth.backend === "gpu" && body === cloth[BODY];
}

/** The compiler does not look into two classes at once. */
function driverOf(cloth: ClothMesh, body: ClothBody): ClothDriver {
  return isOnGpu(cloth, body) ? body[DRIVER] : (body as CpuBody)[DRIVER];
}

function boundsOf(cloth: ClothMesh, body: ClothBody): ClothBounds {
  return isOnGpu(cloth, body) ? body[BOUNDS] : (body as CpuBody)[BOUNDS];
}

function takeFromGpu(body: GpuBody): Pick<ClothCheckpoint, "particles" | "state" | "origin"> | null {
  const { known } = body[SHAPE];
  return (
    known && {
      particles: Float32Array.from(known.positions),
      origin: Array.from(known.origin),
      state: body[STATE].slice(),
    }
  );
}

function takeFromCpu(body: ClothBody): Pick<ClothCheckpoint, "particles" | "state" | "origin"> {
  const inside = body as CpuBody;
  const solver = inside[SOLVER];
  const { inverseMasses, hold: holds } = solver[STORE];
  const before = solver[STORE][PREVIOUS];
  const particles = new Float32Array(PARTICLE_WORDS * inverseMasses.length);
  inverseMasses.forEach((inverse, i) => {
    const at = PARTICLE_WORDS * i;
    particles.set(solver.positions.subarray(3 * i, 3 * i + 3), at + POSITION);
    particles.set(before.subarray(3 * i, 3 * i + 3), at + PREVIOUS_POSITION);
    particles[at + INVERSE_MASS] = inverse;
    particles[at + HOLD] = holds[i];
  });
  return { particles, state: solver.state.slice(), origin: Array.from(inside[DRIVER].motion.origin) };
}

function goOnOnGpu(body: GpuBody, { particles, state }: ClothCheckpoint): void {
  // It takes a new place with what it is given here.
  body.giveUp();
  body.knowShape(body.markShape(), particles);
  body[STATE] = state.slice();
}

function goOnOnCpu(cloth: ClothMesh, body: ClothBody, { particles, state }: ClothCheckpoint): void {
  const inside = body as CpuBody;
  const solver = inside[SOLVER];
  const driver = inside[DRIVER];
  const { sheet, pinning } = cloth;
  driver.enter(true);
  const last = new LastShape(sheet.restPositions, driver.motion, PARTICLE_WORDS);
  last.know(particles);
  const restored = restoredCloth(last, state, driver.motion, sheet, pinning);
  const { inverseMasses, hold: holds } = solver[STORE];
  const before = solver[STORE][PREVIOUS];
  for (let i = 0, at = 0; restored && i < sheet.particleCount; i++, at += PARTICLE_WORDS) {
    solver.positions.set(restored.particles.subarray(at + POSITION, at + POSITION + 3), 3 * i);
    before.set(restored.particles.subarray(at + PREVIOUS_POSITION, at + PREVIOUS_POSITION + 3), 3 * i);
    inverseMasses[i] = restored.particles[at + INVERSE_MASS];
    holds[i] = restored.particles[at + HOLD];
  }
  solver.state.set(restored?.state ?? state);
  inside[SHAPE].know(solver.positions);
}

/** As after the last step; what has moved the mesh since is what moves it in the next one. */
function placeMotion(cloth: ClothMesh, motion: ClothMotion, { linear, origin, world, pending }: ClothCheckpoint): void {
  const isInPlace = (): boolean => Array.from(worldMatrixOf(cloth).m).every((value, i) => value === world[i]);
  const isAsInStep =
    [0, 1, 2].every((axis) => world[12 + axis] === origin[axis]) &&
    [0, 1, 2, 4, 5, 6, 8, 9, 10].every((at, i) => Math.fround(world[at]) === linear[i]);
  for (const axes of [motion[LINEAR], motion[PREVIOUS_LINEAR]]) {
    mat3.copy(axes, Float32Array.from(linear));
  }
  mat3.invert(motion[TO_LOCAL], motion[LINEAR]);
  motion.origin.set(Array.from(origin));
  motion[AIR_ORIGIN].set(Array.from(origin, (coordinate) => coordinate % EDDY_FIELD));
  motion.scaleVersion++;
  motion.matrixVersion++;
  motion.step.reset = 0;
  motion[NEEDS_RESET] = false;
  motion[CLOCK][PENDING] = pending;
  // Whoever loads a cloth may place it in the next line: that takes it along. What moves it in a frame is motion.
  motion[IS_TELEPORTED] = !isInPlace() || isAsInStep;
  motion[MATRIX_FLAG] = -1;
  const stay = (): void => {
    if (isAsInStep && isInPlace()) {
      motion[MATRIX_FLAG] = worldMatrixOf(cloth).updateFlag;
    }
  };
  stay();
  cloth.getScene().onBeforeAnimationsObservable.addOnce(() => {
    motion[IS_TELEPORTED] &&= !isInPlace();
  });
  // A mesh that gets its first vertices finds the same matrix again, as a new one.
  const observer = cloth.onStepObservable.add(() => {
    if (motion[IS_TELEPORTED]) {
      stay();
    } else {
      observer.remove(true);
    }
  });
}
