/** What a run of either solver leads to, and how it is read from a solver's memory. */
import { constants } from "../../src/shaders/shaders.gen.js";
import { stateOffsets } from "../../src/sim/clothStep.js";

const { BODY_SUMS } = constants;

/** What a run has led to. */
export interface SolverResult {
  /** Shape [particleCount, 3]. */
  readonly positions: Float32Array;
  /** Struct ClothState without its whole numbers. */
  readonly state: {
    minimum: number[];
    maximum: number[];
    speed: number;
    stepSpeed: number;
    airTravel: number[];
    maxStrain: number;
    strain99: number;
  };
  readonly faults: number;
  readonly substeps: number;
  readonly contacts: number;
  /** Linear [N s] and angular [N m s], shape [colliders, 6]. */
  readonly impulses: Float64Array;
  /** Shape [colliders, CONTACT_SUMS]; empty if it does not tell of its contacts. */
  readonly contactSums: Float64Array;
}

/** The members of a struct ClothState. */
export function readState(state: Float32Array): Pick<SolverResult, "state" | "faults" | "substeps" | "contacts"> {
  const words = new Uint32Array(state.buffer);
  const vector = (at: number): number[] => [...state.subarray(at, at + 3)];
  const { minimum, maximum, speed, stepSpeed, airTravel, faults, substeps, maxStrain, strain99, contacts } =
    stateOffsets;
  return {
    state: {
      minimum: vector(minimum),
      maximum: vector(maximum),
      speed: state[speed],
      stepSpeed: state[stepSpeed],
      airTravel: vector(airTravel),
      maxStrain: state[maxStrain],
      strain99: state[strain99],
    },
    faults: words[faults],
    substeps: words[substeps],
    contacts: words[contacts],
  };
}

/** Linear and angular impulses of colliders that have `stride` words each. */
export function impulsesIn(words: Int32Array, stride: number): Float64Array {
  return Float64Array.from(
    words.filter((_, i) => i % stride < BODY_SUMS / 2),
    (word) => word / constants.IMPULSE_UNIT,
  );
}
