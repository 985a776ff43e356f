/** All experiments, in the order of the page. */
import { cantilever } from "./cantilever.js";
import { catenary } from "./catenary.js";
import { drapeCoefficient } from "./drapeCoefficient.js";
import type { Experiment } from "./experiment.js";
import { friction } from "./friction.js";
import { hooke } from "./hooke.js";
import { lateralBuckling } from "./lateralBuckling.js";
import { pendulum } from "./pendulum.js";
import { stickSlip } from "./stickSlip.js";

export const experiments: readonly Experiment[] = [
  cantilever,
  lateralBuckling,
  stickSlip,
  catenary,
  pendulum,
  friction,
  hooke,
  drapeCoefficient,
];
