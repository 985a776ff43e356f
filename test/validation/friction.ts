/** A stiff sheet on a slope: Coulomb's friction holds it or brakes it. */
import { motionOf, watchOnCpu } from "../support/motionOf.js";
import { planeAt } from "../support/colliderStates.js";
import { describeRun } from "../support/solverRun.js";
import { curveOf, type Experiment } from "./experiment.js";
import { G } from "./sheets.js";

const THICKNESS = 0.005;
const FRICTION = 0.5;

/** Way and speed down a plane after a second, of a sheet that lies on it. */
export function slide(angle: number, friction: number, surfaceSamples: number): { way: number; speed: number } {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const downhill = [cosine, -sine, 0];
  const normal = [sine, cosine, 0];
  const linear = [...downhill, 0, 0, -1, ...normal];
  const floor = planeAt(
    normal.map((n) => -THICKNESS * n),
    normal,
  );
  const air = { drag: 0, lift: 0, turbulence: 0, velocityKept: 1 };
  const step = { ...air, linear, friction, surfaceSamples, thickness: THICKNESS, bendWarp: 5e4, bendWeft: 5e4 };
  const run = describeRun(60, { pins: "none" }, step, [floor]);
  const motion = motionOf(run, watchOnCpu(run));
  const along = (v: readonly number[]): number => v.reduce((sum, c, i) => sum + c * downhill[i], 0);
  return { way: along(motion.center), speed: along(motion.velocity) };
}

/** Of what slides down a slope [m/s2]. */
export function accelerationOn(angle: number, friction: number): number {
  return G * Math.max(Math.sin(angle) - friction * Math.cos(angle), 0);
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export const friction: Experiment = {
  name: "friction",
  title: "Friction on a slope",
  text: "A sheet lies on a slope with a coefficient of friction of 0.5. Below 26.6 degrees it stays; above, it slides as Coulomb says.",
  x: "slope [degrees]",
  y: "acceleration [m/s2]",
  curve: curveOf((degrees) => accelerationOn(radians(degrees), FRICTION), 0, 60),
  measure(isSmall) {
    const slopes = isSmall ? [20, 40] : [5, 15, 25, 28, 35, 45, 55];
    return Promise.resolve(
      slopes.map((degrees) => {
        const angle = radians(degrees);
        const exact = accelerationOn(angle, FRICTION);
        // After a second, the speed is the acceleration.
        const room = 0.02 * exact + 0.001 * G;
        return { x: degrees, y: slide(angle, FRICTION, 1).speed, low: exact - room, high: exact + room };
      }),
    );
  },
};
