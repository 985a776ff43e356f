// What people choose in the laboratory.
import type { ClothIntegrator } from "../../src/index.js";

/** How springs are damped: along each spring, or all motion of both ends relative to each other. */
export type DampingKind = "spring" | "viscous";

/** A sheet of springs, and how it is integrated. */
export interface LabSettings {
  readonly integrator: ClothIntegrator;
  readonly dampingKind: DampingKind;
  /** Of springs between neighbours, and between particles two apart [N/m]. */
  readonly stiffness: number;
  /** [N s/m] */
  readonly damping: number;
  /** [m/s2] */
  readonly gravity: number;
  /** [s] */
  readonly timeStep: number;
}

/** What the laboratory starts with. */
export const START: LabSettings = {
  integrator: "verlet",
  dampingKind: "spring",
  stiffness: 50,
  damping: 0.05,
  gravity: 9.81,
  timeStep: 0.001,
};

/** For people. */
export const integratorTitles: Readonly<Record<ClothIntegrator, string>> = {
  verlet: "Velocity Verlet",
  euler: "Euler",
  semiImplicitEuler: "Semi-implicit Euler",
  rungeKutta2: "Runge-Kutta 2 (TVD)",
  rungeKutta4: "Runge-Kutta 4",
  adamsBashforth: "Adams-Bashforth 4",
};

/** For people. */
export const dampingTitles: Readonly<Record<DampingKind, string>> = {
  spring: "along springs",
  viscous: "artificial viscosity",
};
