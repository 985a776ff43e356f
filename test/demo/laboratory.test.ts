// The stability laboratory: its sheet, its probe and its searches, without a page. Theory is that of springNet.test.ts, on the sheet.
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import { borders, findLimit } from "../../demo/laboratory/borders.js";
import { measure, theoryFor, toCsv, toJson, type Measurement } from "../../demo/laboratory/measurement.js";
import { Probe } from "../../demo/laboratory/probe.js";
import { integratorTitles, START, type LabSettings } from "../../demo/laboratory/settings.js";
import { createSheet, energyOf, masses, restPositions } from "../../demo/laboratory/sheet.js";
import { isStableInTheory } from "../../demo/laboratory/theory.js";
import type { ClothIntegrator } from "../../src/index.js";
import { note } from "../support/note.js";
import { largestDistance } from "../support/largestDistance.js";

let engine: NullEngine;
let probe: Probe;
beforeAll(() => {
  Logger.LogLevels = Logger.ErrorLogLevel;
  engine = new NullEngine();
  probe = new Probe(engine);
});
afterAll(() => {
  probe.dispose();
  engine.dispose();
});

const [steps, dampings] = borders;
const atRest = { ...START, gravity: 0 };
const isStable = (settings: LabSettings): Promise<boolean> => probe.isStable(settings);

/** A limit that there must be. */
async function limitOf(
  settings: LabSettings,
  tried: (settings: LabSettings) => boolean | Promise<boolean>,
  border = steps,
): Promise<number> {
  const { limit } = await findLimit(border, settings, tried);
  if (limit === null) throw new Error("No limit.");
  return limit;
}

test.each(Object.keys(integratorTitles) as ClothIntegrator[])(
  "%s: the measured border is that of theory",
  async (integrator) => {
    // Adams-Bashforth is stable only with short steps, whatever the damping.
    const timeStep = integrator === "adamsBashforth" ? 1e-4 : 1e-3;
    const settings = { ...atRest, integrator, damping: 0.2, timeStep };
    for (const border of borders) {
      const [theory, measured] = [
        await limitOf(settings, isStableInTheory, border),
        await limitOf(settings, isStable, border),
      ];
      note(border.name, integrator, "theory", theory.toExponential(3), "measured", measured.toExponential(3));
      expect(Math.abs(measured / theory - 1)).toBeLessThan(0.05);
    }
  },
);

test("theory: an undamped spring net is stable below 2 over its frequency with Verlet, and never with Euler", async () => {
  const undamped = { ...atRest, damping: 0 };
  const verlet = await limitOf({ ...undamped, integrator: "verlet" }, isStableInTheory);
  const rungeKutta = await limitOf({ ...undamped, integrator: "rungeKutta4" }, isStableInTheory);
  expect(rungeKutta / verlet).toBeCloseTo(Math.sqrt(2), 1);
  const euler = await findLimit(steps, { ...undamped, integrator: "euler" }, isStableInTheory);
  expect(euler).toEqual({ limit: null, found: "noneStable" });
});

test("the probe sees growth of less than a thousandth in a step", async () => {
  // Euler without damping: the energy of a mode grows by the square of its frequency times the step, here at most by 9e-4.
  const slow = { ...atRest, integrator: "euler", damping: 0, timeStep: 4e-5 } as const;
  expect(await probe.isStable(slow)).toBe(false);
  expect(await probe.isStable({ ...slow, integrator: "semiImplicitEuler" })).toBe(true);
});

test("gravity makes a sheet diverge that is damped along its springs, and not a viscous one (Glassenberg 2003)", async () => {
  const near = { ...START, integrator: "euler", damping: 0.5 } as const;
  for (const [dampingKind, falls] of [
    ["spring", false],
    ["viscous", true],
  ] as const) {
    const resting = { ...near, dampingKind, gravity: 0 };
    const timeStep = 0.9 * (await limitOf(resting, isStableInTheory));
    expect(await probe.isStable({ ...resting, timeStep })).toBe(true);
    expect(await probe.isStable({ ...near, dampingKind, timeStep })).toBe(falls);
  }
});

test("a search says when it has met no limit", async () => {
  expect(await findLimit(steps, atRest, () => true)).toEqual({ limit: null, found: "allStable" });
  expect(await findLimit(dampings, atRest, () => false)).toEqual({ limit: null, found: "noneStable" });
  const { limit } = await findLimit(steps, atRest, ({ timeStep }) => timeStep < 0.0012);
  expect(limit).toBeCloseTo(0.0012, 4);
});

test("the particles are at rest where the laboratory takes them to be, and the energy is that of a moment", async () => {
  const scene = new Scene(engine);
  const sheet = createSheet("sheet", scene);
  expect(largestDistance(await sheet.readPositions(), restPositions)).toBeLessThan(1e-6);
  scene.dispose();
  // A sheet that is thrown up: its energy is the same at all times.
  const [speed, timeStep, gravity] = [3, 1e-3, 9.81];
  const at = (seconds: number): Float32Array =>
    restPositions.map((x, c) => (c % 3 === 1 ? x + speed * seconds - (gravity / 2) * seconds ** 2 : x));
  const mass = masses.reduce((sum, one) => sum + one, 0);
  for (const seconds of [0.1, 0.2]) {
    const { kinetic, elastic, height } = energyOf([at(seconds - timeStep), at(seconds), at(seconds + timeStep)], {
      ...START,
      gravity,
      timeStep,
    });
    expect(elastic).toBeLessThan(1e-6);
    expect((kinetic + height) / ((mass / 2) * speed ** 2)).toBeCloseTo(1, 3);
  }
});

test("a measurement stops when it is told to, keeps its points, and writes them", async () => {
  const start = await theoryFor(atRest, "cpu");
  const controller = new AbortController();
  let known: Measurement = start;
  const tell = (measurement: Measurement): void => {
    known = measurement;
    if (measurement.borders[0].measured.length === 2) controller.abort();
  };
  const withTheory = (settings: LabSettings, signal: AbortSignal): Promise<boolean> => {
    signal.throwIfAborted();
    return Promise.resolve(isStableInTheory(settings));
  };
  expect(await measure(start, withTheory, tell, controller.signal)).toBe(false);
  const [first] = known.borders;
  expect(first.measured).toHaveLength(2);
  expect(first.measured[0].limit).toBe(first.measured[0].theory.limit);
  const rows = toCsv(known).trim().split("\n");
  expect(rows).toHaveLength(3);
  expect(rows[1].split(",")).toHaveLength(rows[0].split(",").length);
  const parsed = JSON.parse(toJson(known)) as { borders: { measured: unknown[] }[] };
  expect(parsed.borders[0].measured).toHaveLength(2);
  const broken = (): Promise<boolean> => Promise.reject(new Error("device lost"));
  await expect(measure(start, broken, tell, new AbortController().signal)).rejects.toThrow("device lost");
});
