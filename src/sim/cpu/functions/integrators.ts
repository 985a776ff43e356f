// Twin of integrators.wgsl. A state is a position and then a velocity, a rate is a velocity and then an acceleration: 6 numbers.
import { constants } from "../../../shaders/shaders.gen.js";
import type { Vector } from "../vectors.js";

const { SEMI_IMPLICIT_EULER, RUNGE_KUTTA_2, RUNGE_KUTTA_4, VERLET } = constants;
const SIZE = 6;

/** How often an integrator asks for forces in a step. */
export function stageCount(integrator: number): number {
  return integrator === RUNGE_KUTTA_4 ? 4 : integrator === RUNGE_KUTTA_2 || integrator === VERLET ? 2 : 1;
}

/**
 * From a state and its rate to the next stage.
 *
 * @param integrator - See integrators.wgsl.
 * @param stage - From 0.
 * @param time - Of the step [s].
 * @param start - State at the start of the step.
 * @param here - State of the stage; becomes that of the next one.
 * @param rate - Of the stage.
 * @param sum - What the last stage needs of the rates before it; changed.
 */
export function nextStage(
  integrator: number,
  stage: number,
  time: number,
  start: Vector,
  here: Vector,
  rate: Vector,
  sum: Vector,
): void {
  for (let c = 0; c < SIZE; c++) {
    const isVelocity = c >= SIZE / 2;
    switch (integrator) {
      case SEMI_IMPLICIT_EULER: {
        const velocity = isVelocity ? 0 : start[c + 3] + rate[c + 3] * time;
        here[c] = start[c] + (isVelocity ? rate[c] : velocity) * time;
        break;
      }
      case RUNGE_KUTTA_2: {
        // Total variation diminishing (Shu and Osher 1988): the mean of the start and of two steps of Euler.
        const ahead = here[c] + rate[c] * time;
        here[c] = stage === 0 ? ahead : start[c] * 0.5 + ahead * 0.5;
        break;
      }
      case RUNGE_KUTTA_4: {
        sum[c] = (stage === 0 ? 0 : sum[c]) + rate[c] * (stage === 0 || stage === 3 ? 1 : 2);
        here[c] = start[c] + (stage === 3 ? sum[c] * (time / 6) : rate[c] * (stage === 2 ? time : 0.5 * time));
        break;
      }
      case VERLET: {
        // Velocity Verlet (Swope and others 1982). Forces that depend on velocity ask for that at the end, which Euler predicts.
        if (stage === 0) {
          here[c] = start[c] + rate[c] * time + (isVelocity ? 0 : rate[c + 3] * (0.5 * time * time));
          sum[c] = rate[c];
        } else if (isVelocity) {
          here[c] = start[c] + (sum[c] + rate[c]) * (0.5 * time);
        }
        break;
      }
      default:
        here[c] = start[c] + rate[c] * time;
    }
  }
}

/** Adams-Bashforth of four steps, from the rate of this one and those before it, the last one first. */
export function adamsBashforth(
  out: Vector,
  time: number,
  start: Vector,
  rate: Vector,
  first: Vector,
  second: Vector,
  third: Vector,
): void {
  for (let c = 0; c < SIZE; c++) {
    out[c] = start[c] + (rate[c] * 55 - first[c] * 59 + second[c] * 37 - third[c] * 9) * (time / 24);
  }
}
