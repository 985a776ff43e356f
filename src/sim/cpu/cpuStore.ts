// A cloth on the CPU between two steps: what the kernels keep in the buffers of particles and states, how they read them when a
// step starts and write them at its end. Twins of startOf in begin.wgsl, of pinGoal, targetIndex and meshPosition in held.wgsl, and of
// storeParticle and restParticle in finish.wgsl.
import { PARTICLE_WORDS } from "../../shaders/particleWords.js";
import { constants, structs } from "../../shaders/shaders.gen.js";
import { stateOffsets, type ClothStep } from "../clothStep.js";
import type { CpuParticles } from "./cpuParticles.js";
import { isNumber } from "./functions/finite.js";
import type { SavedCloth } from "../savedCloth.js";
import { ABSENT, type RestGrid } from "../restGrid.js";
import {
  copy,
  createVector,
  dot,
  load,
  scaleAndAdd,
  store,
  subtract,
  toFloat32,
  transform,
  type Rounded,
  type Vector,
} from "./vectors.js";

const { max, min, sqrt } = Math;

const { TELEPORTED, RELEASED, ON_MESH, PIN_HERE, FIRST_TARGET } = constants;
const { LONGEST_COUNT } = constants;
const { fields } = structs.Particle;
const POSITION = fields.position.offset / 4;
const PREVIOUS = fields.previous.offset / 4;
const INVERSE_AREA = fields.inverseArea.offset / 4;
const HOLD = fields.hold.offset / 4;
const { FARTHEST } = constants;
/** Floats of one target of a pin: where it is at the end and at the start of the step. */
const TARGET = 8;

const ORIGIN = createVector();
const position = createVector();
const previousPosition = createVector();
const goal = createVector();
const local = createVector();
const motion = createVector();

/** Struct Particle of every particle and struct ClothState of one cloth. */
export class CpuStore {
  /** Struct ClothState. */
  public readonly state = new Float32Array(stateOffsets.size);
  /** The same memory as whole numbers. */
  public readonly stateWords = new Uint32Array(this.state.buffer);
  /** One over the areas that particles carry [1/m2], 0 = pinned. */
  public readonly inverseAreas: Float32Array;
  /** See struct Particle. */
  public readonly hold: Float32Array;
  /** One substep before the end of the last step; where a pinned particle is in the mesh, local to the mesh. Shape [count, 3]. */
  public readonly previous: Float32Array;
  /** Where particles were at the start of the step, or of its part, and what the frame has moved since. */
  private readonly _positions: Float32Array;
  /** Where they were at the start of the step, in the frame at its end, before pins take them. Twin of startPosition in begin.wgsl. */
  private readonly _stepStart: Float32Array;
  private _shift: Vector = ORIGIN;
  /** Whether it is the first shape that the cloth starts from. */
  private _startsAnew = false;

  /**
   * @param _restGrid - Gives the first shape.
   * @param inverseAreas - One over the areas that particles carry [1/m2], 0 = pinned to its place in the mesh.
   * @param _particles - Are loaded and stored.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    inverseAreas: Float32Array,
    private readonly _particles: CpuParticles,
  ) {
    this.inverseAreas = Float32Array.from(inverseAreas);
    this.hold = new Float32Array(inverseAreas.length);
    this._positions = new Float32Array(3 * inverseAreas.length);
    this._stepStart = new Float32Array(3 * inverseAreas.length);
    this.previous = Float32Array.from(_restGrid.startPositions);
  }

  /** @returns Structs Particle and struct ClothState of now. */
  public save(): SavedCloth {
    const { positions } = this._particles;
    const particles = new Float32Array(PARTICLE_WORDS * this.hold.length);
    this.hold.forEach((hold, i) => {
      const at = PARTICLE_WORDS * i;
      particles.set(positions.subarray(3 * i, 3 * i + 3), at + POSITION);
      particles.set(this.previous.subarray(3 * i, 3 * i + 3), at + PREVIOUS);
      particles[at + INVERSE_AREA] = this.inverseAreas[i];
      particles[at + HOLD] = hold;
    });
    return { particles, state: this.state.slice(), pulls: this._particles.pulls.slice() };
  }

  /** @param saved - By {@link save} or the GPU: the next step follows on it. */
  public goOn({ particles, state, pulls }: SavedCloth): void {
    this._particles.pulls.fill(0);
    this._particles.pulls.set(pulls);
    for (let i = 0, at = 0; at < particles.length; i++, at += PARTICLE_WORDS) {
      this._particles.positions.set(particles.subarray(at + POSITION, at + POSITION + 3), 3 * i);
      this.previous.set(particles.subarray(at + PREVIOUS, at + PREVIOUS + 3), 3 * i);
      this.inverseAreas[i] = particles[at + INVERSE_AREA];
      this.hold[i] = particles[at + HOLD];
    }
    this.state.set(state);
  }

  /**
   * Start of a step.
   *
   * @param step - Its input.
   * @param targets - Of pins, shape [targets, 2, 4].
   */
  public begin(step: Rounded<ClothStep>, targets: Float32Array): void {
    const { count, positions } = this._particles;
    this._positions.set(positions);
    this._shift = step.frameShift;
    this._startsAnew = step.reset !== 0;
    this.weigh(step);
    for (let i = 0; i < count; i++) {
      this._startOf(step, i, targets, 1 / max(step.substepCount, 1));
    }
  }

  /** @param step - Gives the mass per area; the particles weigh what they carry. */
  public weigh(step: Rounded<ClothStep>): void {
    this._particles.inverseMasses.set(this.unhitMasses(step));
  }

  /**
   * @param step - Gives the mass per area.
   * @returns Inverse masses of what the particles carry, but for what they weigh more since they collided [1/kg], shape [particleCount].
   */
  public unhitMasses({ inverseDensity }: Rounded<ClothStep>): Float32Array {
    return this.inverseAreas.map((inverseArea) => inverseArea * inverseDensity);
  }

  /**
   * Between two parts of a step: undoes what is not finite.
   *
   * @param step - Its input.
   * @returns Whether that was so.
   */
  public pause(step: Rounded<ClothStep>): boolean {
    const { count, positions, previous, pulls } = this._particles;
    let isWell = true;
    for (let i = 0; i < count; i++) {
      isWell &&= isNumber(load(position, positions, 3 * i)) && isNumber(load(previousPosition, previous, 3 * i));
    }
    if (isWell) {
      return false;
    }
    for (let i = 0; i < count; i++) {
      this._restParticle(step, i);
      store(previous, 3 * i, load(position, positions, 3 * i));
    }
    pulls.fill(0);
    this.stateWords[stateOffsets.faults]++;
    return true;
  }

  /**
   * The next part of a step.
   *
   * @param step - Its input.
   * @param targets - Of pins.
   * @param substep - With which it starts.
   */
  public resume(step: Rounded<ClothStep>, targets: Float32Array, substep: number): void {
    const { count, positions, previous, inverseMasses } = this._particles;
    this._positions.set(positions);
    this._shift = ORIGIN;
    this._startsAnew = false;
    for (let i = 0; i < count; i++) {
      if (inverseMasses[i] <= 0) {
        load(position, positions, 3 * i);
        subtract(motion, this._pinGoal(goal, step, i, position, targets), position);
        store(previous, 3 * i, scaleAndAdd(previousPosition, position, motion, -1 / (step.substepCount - substep)));
      }
    }
  }

  /**
   * End of a step: what happened to the cloth, and whether it is still one.
   *
   * @param step - Its input.
   * @param targets - Of pins, shape [targets, 2, 4].
   * @param airTravel - Way of the air since the start [m].
   * @param substeps - Since the start.
   * @param measures - See struct ClothState.
   * @param isBounded - Whether the solver takes the step for a good one.
   */
  public end(
    step: Rounded<ClothStep>,
    targets: Float32Array,
    airTravel: Float32Array,
    substeps: number,
    measures: { readonly maxStrain: number; readonly strain99: number; readonly contacts: number },
    isBounded: boolean,
  ): boolean {
    const { count, positions, previous, inverseMasses } = this._particles;
    let isWell = isBounded;
    for (let i = 0; i < count; i++) {
      load(position, positions, 3 * i);
      if (inverseMasses[i] <= 0) {
        store(positions, 3 * i, this._pinGoal(position, step, i, position, targets));
      }
      isWell &&= isNumber(position) && isNumber(load(previousPosition, previous, 3 * i));
    }
    for (let i = 0; i < count; i++) {
      if (isWell) {
        this._storeParticle(step, i);
      } else {
        this._restParticle(step, i);
      }
    }
    if (isWell) {
      this._measure(step);
      this.state.set(airTravel, stateOffsets.airTravel);
      this.state[stateOffsets.maxStrain] = measures.maxStrain;
      this.state[stateOffsets.strain99] = measures.strain99;
      this.stateWords[stateOffsets.contacts] = measures.contacts;
      this.stateWords[stateOffsets.substeps] = substeps % LONGEST_COUNT;
    } else {
      this._particles.pulls.fill(0);
      this.stateWords[stateOffsets.faults]++;
    }
    return isWell;
  }

  /** A particle at the start of a step, in the frame at its end. `share` of the step is one substep. */
  private _startOf(step: Rounded<ClothStep>, i: number, targets: Float32Array, share: number): void {
    const { positions, previous, inverseMasses, lift } = this._particles;
    const hold = this.hold[i];
    load(position, this._positions, 3 * i);
    load(previousPosition, this.previous, 3 * i);
    if (step.carryMode === TELEPORTED) {
      transform(position, step.carry, position);
      transform(previousPosition, step.carry, previousPosition);
    } else {
      subtract(position, position, step.frameShift);
      subtract(previousPosition, previousPosition, step.frameShift);
    }
    lift[i] = step.surfaceSamples !== 0 ? max(hold, 0) : 0;
    if (step.reset !== 0) {
      transform(position, step.linear, load(position, this._restGrid.startPositions, 3 * i));
      copy(previousPosition, position);
      lift[i] = 0;
    } else if (hold === RELEASED) {
      copy(previousPosition, position);
    } else if (step.timeChange !== 1) {
      scaleAndAdd(previousPosition, position, subtract(motion, position, previousPosition), -step.timeChange);
    }
    store(this._stepStart, 3 * i, position);
    if (inverseMasses[i] <= 0) {
      this._pinGoal(goal, step, i, position, targets);
      if (step.reset !== 0) {
        copy(position, goal);
      } else if (hold >= FIRST_TARGET) {
        load(position, targets, targetIndex(hold) + TARGET / 2);
      } else if (hold === ON_MESH) {
        transform(position, step.previousLinear, load(position, this.previous, 3 * i));
        subtract(position, position, step.frameShift);
      }
      toFloat32(position);
      toFloat32(goal);
      // A pin moves at constant velocity; Verlet's inertia does it.
      scaleAndAdd(previousPosition, position, subtract(goal, goal, position), -share);
    }
    store(positions, 3 * i, position);
    store(previous, 3 * i, previousPosition);
  }

  /** Where a pinned particle is at the end of the step, exactly; one to be pinned where it is stays at `position`. */
  private _pinGoal(out: Vector, step: Rounded<ClothStep>, i: number, position: Vector, targets: Float32Array): Vector {
    const hold = this.hold[i];
    if (hold >= FIRST_TARGET) {
      return load(out, targets, targetIndex(hold));
    }
    if (step.reset !== 0) {
      return transform(out, step.linear, load(out, this._restGrid.startPositions, 3 * i));
    }
    return hold === PIN_HERE ? copy(out, position) : transform(out, step.linear, load(out, this.previous, 3 * i));
  }

  /** Place of a pinned particle in the mesh from now on. */
  private _meshPosition(out: Vector, { toLocal, reset }: Rounded<ClothStep>, i: number, position: Vector): Vector {
    if (reset !== 0) {
      return load(out, this._restGrid.startPositions, 3 * i);
    }
    return this.hold[i] === PIN_HERE ? transform(out, toLocal, position) : load(out, this.previous, 3 * i);
  }

  /** What a step leaves of a particle of a cloth that is well. */
  private _storeParticle(step: Rounded<ClothStep>, i: number): void {
    const { positions, previous, lift } = this._particles;
    if (this.inverseAreas[i] > 0) {
      store(this.previous, 3 * i, load(previousPosition, previous, 3 * i));
      this.hold[i] = lift[i];
    } else if (this.hold[i] < FIRST_TARGET) {
      store(this.previous, 3 * i, this._meshPosition(local, step, i, load(position, positions, 3 * i)));
      this.hold[i] = ON_MESH;
    }
  }

  /** The cloth stays as it was before the step, at rest. */
  private _restParticle(step: Rounded<ClothStep>, i: number): void {
    load(position, this._positions, 3 * i);
    if (this._startsAnew) {
      transform(position, step.linear, load(position, this._restGrid.startPositions, 3 * i));
    } else if (isNumber(this._shift)) {
      subtract(position, position, this._shift);
    }
    store(this._particles.positions, 3 * i, position);
    if (this.inverseAreas[i] > 0) {
      store(this.previous, 3 * i, position);
      this.hold[i] = 0;
    }
  }

  /** Bounds local to the mesh, and the greatest speed, in the last substep and in the step. */
  private _measure({ toLocal, substepTime, substepCount }: Rounded<ClothStep>): void {
    const { count, positions, previous } = this._particles;
    const { state } = this;
    const { minimum, maximum, speed, stepSpeed } = stateOffsets;
    state.fill(FARTHEST, minimum, minimum + 3).fill(-FARTHEST, maximum, maximum + 3);
    let fastest = 0;
    let farthest = 0;
    for (let i = 0; i < count; i++) {
      if (this.inverseAreas[i] === ABSENT) {
        continue;
      }
      load(position, positions, 3 * i);
      transform(local, toLocal, position);
      for (let axis = 0; axis < 3; axis++) {
        state[minimum + axis] = min(state[minimum + axis], local[axis]);
        state[maximum + axis] = max(state[maximum + axis], local[axis]);
      }
      subtract(motion, position, load(motion, previous, 3 * i));
      fastest = max(fastest, dot(motion, motion));
      subtract(motion, position, load(motion, this._stepStart, 3 * i));
      farthest = max(farthest, dot(motion, motion));
    }
    state[speed] = sqrt(fastest) / substepTime;
    state[stepSpeed] = sqrt(farthest) / (max(substepCount, 1) * substepTime);
  }
}

/** Of the target of a pin in the list of targets. */
function targetIndex(hold: number): number {
  return TARGET * (hold - FIRST_TARGET);
}
