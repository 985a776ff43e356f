// Settings worth a look.
import { START, type LabSettings } from "./settings.js";

/** What the examples with strong damping have in common: the limit of Euler is that of the damping. */
const damped = { ...START, integrator: "euler", damping: 0.5 } as const;

/** By their names for people. */
export const examples: Readonly<Record<string, LabSettings>> = {
  Start: START,
  "Euler, hardly damped": { ...START, integrator: "euler", damping: 0.001 },
  "Damped, no gravity": { ...damped, timeStep: 0.0003, gravity: 0 },
  "Damped, with gravity": { ...damped, timeStep: 0.0003 },
  "Viscous, with gravity": { ...damped, dampingKind: "viscous", timeStep: 0.00018 },
  "Adams-Bashforth, damped": { ...damped, integrator: "adamsBashforth", timeStep: 0.00004 },
};
