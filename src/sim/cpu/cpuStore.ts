// A cloth on the CPU between two steps: what the kernel keeps in the buffers of particles and states, and how it reads them
// at the start of stepControlGrid and writes them at its end.
import { PARTICLE_WORDS } from "../../shaders/particleWords.js";
import { constants, structs } from "../../shaders/shaders.gen.js";
import { stateOffsets, type ClothStep } from "../clothStep.js";
import { isNumber, transform, type Rounded } from "./cpuFunctions.js";
import type { CpuParticles } from "./cpuParticles.js";
import type { SavedCloth } from "../savedCloth.js";
import type { RestGrid } from "../restGrid.js";

const { max, min, sqrt } = Math;

const { TELEPORTED, RELEASED, ON_MESH, PIN_HERE, FIRST_TARGET } = constants;
const { LONGEST_COUNT } = constants;
const { position, previous, inverseMass, hold: holdField } = structs.Particle.fields;
const POSITION = position.offset / 4;
const PREVIOUS = previous.offset / 4;
const INVERSE_MASS = inverseMass.offset / 4;
const HOLD = holdField.offset / 4;
const { FARTHEST } = constants;
/** Floats of one target of a pin: where it is at the end and at the start of the step. */
const TARGET = 8;

/** Struct Particle of every particle and struct ClothState of one cloth. */
export class CpuStore {
  /** Struct ClothState. */
  public readonly state = new Float32Array(stateOffsets.size);
  /** The same memory as whole numbers. */
  public readonly stateWords = new Uint32Array(this.state.buffer);
  /** [1/kg], 0 = pinned. */
  public readonly inverseMasses: Float32Array;
  /** See struct Particle. */
  public readonly hold: Float32Array;
  private readonly _positions: Float32Array;
  /** Of a pinned particle its place, local to the mesh. */
  private readonly _previous: Float32Array;
  private readonly _local = new Float32Array(3);

  /**
   * @param _fabric - The sheet.
   * @param inverseMasses - [1/kg], 0 = pinned to its place in the mesh.
   * @param _particles - Are loaded and stored.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    inverseMasses: Float32Array,
    private readonly _particles: CpuParticles,
  ) {
    this.inverseMasses = Float32Array.from(inverseMasses);
    this.hold = new Float32Array(inverseMasses.length);
    this._positions = new Float32Array(3 * inverseMasses.length);
    this._previous = Float32Array.from(_restGrid.restPositions);
  }

  /** @returns Structs Particle and struct ClothState of now. */
  public save(): SavedCloth {
    const { positions } = this._particles;
    const particles = new Float32Array(PARTICLE_WORDS * this.hold.length);
    this.hold.forEach((hold, i) => {
      const at = PARTICLE_WORDS * i;
      particles.set(positions.subarray(3 * i, 3 * i + 3), at + POSITION);
      particles.set(this._previous.subarray(3 * i, 3 * i + 3), at + PREVIOUS);
      particles[at + INVERSE_MASS] = this.inverseMasses[i];
      particles[at + HOLD] = hold;
    });
    return { particles, state: this.state.slice() };
  }

  /** @param saved - By {@link save} or the GPU: the next step follows on it. */
  public goOn({ particles, state }: SavedCloth): void {
    for (let i = 0, at = 0; at < particles.length; i++, at += PARTICLE_WORDS) {
      this._particles.positions.set(particles.subarray(at + POSITION, at + POSITION + 3), 3 * i);
      this._previous.set(particles.subarray(at + PREVIOUS, at + PREVIOUS + 3), 3 * i);
      this.inverseMasses[i] = particles[at + INVERSE_MASS];
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
  public load(step: Rounded<ClothStep>, targets: Float32Array): void {
    const { count, positions, previous, weights, lift } = this._particles;
    const { _positions: stored, _previous: storedPrevious, hold } = this;
    const { frameShift, carry, linear } = step;
    stored.set(positions);
    weights.set(this.inverseMasses);
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      lift[i] = step.reset !== 0 || step.surfaceSamples === 0 ? 0 : max(hold[i], 0);
      if (step.reset !== 0) {
        transform(linear, this._restGrid.restPositions, at, positions, at);
      } else if (step.carryMode === TELEPORTED) {
        transform(carry, stored, at, positions, at);
        transform(carry, storedPrevious, at, previous, at);
      } else {
        for (let axis = 0; axis < 3; axis++) {
          positions[at + axis] -= frameShift[axis];
          previous[at + axis] = storedPrevious[at + axis] - frameShift[axis];
        }
      }
      if (step.reset !== 0 || hold[i] === RELEASED) {
        copyPoint(positions, at, previous, at);
      }
      if (weights[i] === 0) {
        this._loadPin(step, i, targets);
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
   */
  public store(step: Rounded<ClothStep>, targets: Float32Array, airTravel: Float32Array, substeps: number): void {
    const { count, positions, previous, weights, lift } = this._particles;
    let isWell = true;
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      if (weights[i] === 0) {
        this._pinGoal(step, i, targets);
      }
      isWell &&= isNumber(positions, at) && isNumber(previous, at);
    }
    if (!isWell) {
      this._undo(step);
      return;
    }
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      if (weights[i] > 0) {
        copyPoint(previous, at, this._previous, at);
        this.hold[i] = lift[i];
      } else if (this.hold[i] < FIRST_TARGET) {
        this._keepPlace(step, i);
      }
    }
    this._measure(step);
    this.state.set(airTravel, stateOffsets.airTravel);
    this.stateWords[stateOffsets.substeps] = substeps % LONGEST_COUNT;
  }

  private _loadPin(step: Rounded<ClothStep>, i: number, targets: Float32Array): void {
    const { positions, previous } = this._particles;
    const { _previous: locals, hold } = this;
    const at = 3 * i;
    const share = 1 / max(step.substepCount, 1);
    const start = this._local;
    copyPoint(positions, at, start, 0);
    this._pinGoal(step, i, targets);
    if (hold[i] >= FIRST_TARGET) {
      copyPoint(targets, TARGET * (hold[i] - FIRST_TARGET) + TARGET / 2, start, 0);
    } else if (hold[i] === ON_MESH) {
      transform(step.previousLinear, locals, at, start, 0);
      for (let axis = 0; axis < 3; axis++) {
        start[axis] -= step.frameShift[axis];
      }
    }
    for (let axis = 0; axis < 3; axis++) {
      // A pin moves at constant velocity; Verlet's inertia does it.
      const goal = positions[at + axis];
      const from = step.reset !== 0 ? goal : start[axis];
      positions[at + axis] = from;
      previous[at + axis] = from - (goal - from) * share;
    }
  }

  /** Puts a pinned particle where it is at the end of the step, exactly; one to be pinned where it is stays there. */
  private _pinGoal({ linear, reset }: Rounded<ClothStep>, i: number, targets: Float32Array): void {
    const { positions } = this._particles;
    if (this.hold[i] >= FIRST_TARGET) {
      copyPoint(targets, TARGET * (this.hold[i] - FIRST_TARGET), positions, 3 * i);
    } else if (reset !== 0) {
      transform(linear, this._restGrid.restPositions, 3 * i, positions, 3 * i);
    } else if (this.hold[i] !== PIN_HERE) {
      transform(linear, this._previous, 3 * i, positions, 3 * i);
    }
  }

  /** Place of a pinned particle in the mesh from now on. */
  private _keepPlace({ toLocal, reset }: Rounded<ClothStep>, i: number): void {
    if (reset !== 0) {
      copyPoint(this._restGrid.restPositions, 3 * i, this._previous, 3 * i);
    } else if (this.hold[i] === PIN_HERE) {
      transform(toLocal, this._particles.positions, 3 * i, this._previous, 3 * i);
    }
    this.hold[i] = ON_MESH;
  }

  /** Bounds local to the mesh, and greatest speed. */
  private _measure({ toLocal, substepTime }: Rounded<ClothStep>): void {
    const { count, positions, previous } = this._particles;
    const { state, _local: local } = this;
    const { minimum, maximum, speed } = stateOffsets;
    state.fill(FARTHEST, minimum, minimum + 3).fill(-FARTHEST, maximum, maximum + 3);
    let fastest = 0;
    for (let at = 0; at < 3 * count; at += 3) {
      transform(toLocal, positions, at, local, 0);
      let squared = 0;
      for (let axis = 0; axis < 3; axis++) {
        state[minimum + axis] = min(state[minimum + axis], local[axis]);
        state[maximum + axis] = max(state[maximum + axis], local[axis]);
        squared += (positions[at + axis] - previous[at + axis]) ** 2;
      }
      fastest = max(fastest, squared);
    }
    state[speed] = sqrt(fastest) / substepTime;
  }

  /** The cloth stays as it was before the step, at rest. */
  private _undo({ frameShift }: Rounded<ClothStep>): void {
    const { count, positions, weights } = this._particles;
    const isShifted = isNumber(frameShift, 0);
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      for (let axis = 0; axis < 3; axis++) {
        positions[at + axis] = this._positions[at + axis] - (isShifted ? frameShift[axis] : 0);
      }
      if (weights[i] > 0) {
        copyPoint(positions, at, this._previous, at);
        this.hold[i] = 0;
      }
    }
    this.stateWords[stateOffsets.faults]++;
  }
}

function copyPoint(from: Float32Array, first: number, to: Float32Array, at: number): void {
  to[at] = from[first];
  to[at + 1] = from[first + 1];
  to[at + 2] = from[first + 2];
}
