// One step of y' = f(y) by explicit methods, where y is a position and a velocity, and f the velocity and the acceleration. A method has stages:
// all particles have come to a stage before one of them leaves it.

// Cloth.integrator: of the spring model; CONSTRAINTS is a cloth of the other model.
const CONSTRAINTS = 0u;
const EULER = 1u;
const SEMI_IMPLICIT_EULER = 2u;
const RUNGE_KUTTA_2 = 3u;
const RUNGE_KUTTA_4 = 4u;
const ADAMS_BASHFORTH = 5u;
const VERLET = 6u;

/// Rates of former steps that Adams-Bashforth needs: it starts with as many steps of Euler (Glassenberg 2003, 2.3.4).
const FORMER_RATES = 3u;
/// A spring that is stretched beyond this part of its length belongs to a step that diverges.
const DIVERGED_STRAIN = 9.0;

struct Stage {
  state: mat2x3f,             // of the next stage; after the last one, at the end of the step
  sum: mat2x3f,               // what the last stage needs of the rates before it
}

fn stageCount(integrator: u32) -> u32 {
  return select(select(1u, 4u, integrator == RUNGE_KUTTA_4), 2u, integrator == RUNGE_KUTTA_2 || integrator == VERLET);
}

/// From a state, `here`, and its rate to the next stage. The step begins at `start`.
fn nextStage(integrator: u32, stage: u32, time: f32, start: mat2x3f, here: mat2x3f, rate: mat2x3f, sum: mat2x3f) -> Stage {
  switch integrator {
    case SEMI_IMPLICIT_EULER: {
      let velocity = start[1] + rate[1] * time;
      return Stage(mat2x3f(start[0] + velocity * time, velocity), sum);
    }
    case RUNGE_KUTTA_2: {
      // Total variation diminishing (Shu and Osher 1988): the mean of the start and of two steps of Euler.
      let ahead = here + rate * time;
      if (stage == 0u) {
        return Stage(ahead, sum);
      }
      return Stage(start * 0.5 + ahead * 0.5, sum);
    }
    case RUNGE_KUTTA_4: {
      let isEnd = stage == 0u || stage == 3u;
      let total = sum + rate * select(2.0, 1.0, isEnd);
      if (stage == 3u) {
        return Stage(start + total * (time / 6.0), total);
      }
      return Stage(start + rate * select(0.5 * time, time, stage == 2u), total);
    }
    case VERLET: {
      // Velocity Verlet (Swope and others 1982). Forces that depend on velocity ask for that at the end, which Euler predicts.
      if (stage == 0u) {
        let position = start[0] + start[1] * time + rate[1] * (0.5 * time * time);
        return Stage(mat2x3f(position, start[1] + rate[1] * time), rate);
      }
      return Stage(mat2x3f(here[0], start[1] + (sum[1] + rate[1]) * (0.5 * time)), sum);
    }
    default: {
      return Stage(start + rate * time, sum);
    }
  }
}

/// Adams-Bashforth of four steps, from the rate of this one and those before it, the last one first. Its weights are (55, -59, 37, -9) / 24
/// (Hairer, Norsett and Wanner 1993, III.1).
fn adamsBashforth(time: f32, start: mat2x3f, rate: mat2x3f, first: mat2x3f, second: mat2x3f, third: mat2x3f) -> mat2x3f {
  return start + (rate * 55.0 - first * 59.0 + second * 37.0 - third * 9.0) * (time / 24.0);
}
