/** A limp sheet swings from its upper edge. */
import { createClothScene } from "../support/clothScene.js";
import { curveOf, near, type Experiment } from "./experiment.js";
import { DENSITY, G, limp } from "./sheets.js";

/** Of the first mode of a hanging sheet [1/s]: half of Bessel's first zero, over the root of length and gravity. */
export function frequencyOf(length: number): number {
  return (1.2024 * Math.sqrt(G / length)) / (2 * Math.PI);
}

/** Frequency of a swing, and what part of its amplitude is left after a second. */
export async function swing(
  points: number,
  substeps: number,
  length = 1,
): Promise<{ amplitudeKept: number; frequency: number }> {
  const stage = createClothScene();
  const cloth = stage.add({
    controlPoints: { u: 5, v: points },
    width: 0.3,
    height: length,
    density: DENSITY,
    pins: "topEdge",
    fabric: limp,
    solver: { substeps, turbulence: 0, damping: 4 },
  });
  // It comes to rest at an angle; then gravity turns back.
  cloth.solver.gravity.set(0, -G * Math.cos(0.1), G * Math.sin(0.1));
  stage.run(300);
  cloth.solver.damping = 0;
  cloth.solver.gravity.set(0, -G, 0);
  const parts: number[] = [];
  const { areas } = cloth.restGrid;
  for (let frame = 0; frame < 360; frame++) {
    stage.run(1);
    const positions = await cloth.readPositions();
    // The part of the first mode.
    let part = 0;
    for (let i = 0; i < areas.length; i++) {
      const above = 0.5 * length + positions[3 * i + 1];
      part += areas[i] * firstMode(above / length) * positions[3 * i + 2];
    }
    parts.push(part);
  }
  stage.dispose();
  return swingOf(parts);
}

/** Shape of the first mode, so far above the free end: J0(2.4048 sqrt(s)), from its power series. */
function firstMode(s: number): number {
  let [sum, term] = [1, 1];
  for (let k = 1; k < 12; k++) sum += term *= (-(1.2024 ** 2) * s) / (k * k);
  return sum;
}

/** By frames. */
function swingOf(parts: number[]): { amplitudeKept: number; frequency: number } {
  const peaks: number[] = [];
  const crossings: number[] = [];
  for (let i = 1; i + 1 < parts.length; i++) {
    const [before, here, after] = [parts[i - 1], parts[i], parts[i + 1]];
    if (Math.abs(here) >= Math.abs(before) && Math.abs(here) > Math.abs(after)) peaks.push(i);
    if (before < 0 && here >= 0) crossings.push(i - here / (here - before));
  }
  const [first, last] = [peaks[1], peaks[peaks.length - 1]];
  const amplitudeKept = Math.abs(parts[last] / parts[first]) ** (60 / (last - first));
  const periods = crossings.length - 1;
  return { amplitudeKept, frequency: (60 * periods) / (crossings[periods] - crossings[0]) };
}

export const pendulum: Experiment = {
  name: "pendulum",
  title: "Pendulum",
  text: "A limp sheet swings from its upper edge, without damping. Its first mode is that of a hanging chain.",
  x: "length [m]",
  y: "frequency [1/s]",
  curve: curveOf(frequencyOf, 0.25, 2.5),
  async measure(isSmall) {
    const measured = [];
    for (const length of isSmall ? [1] : [0.3, 0.5, 1, 1.5, 2.3]) {
      const { frequency } = await swing(isSmall ? 8 : 16, 8, length);
      measured.push(near(length, frequency, frequencyOf(length), 0.02));
    }
    return measured;
  },
};
