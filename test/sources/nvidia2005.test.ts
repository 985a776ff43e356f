// NVIDIA 2005: its relaxation, written down again, beside this library on the same sheet.
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, CreateCloth, type ClothThreadSolver } from "../../src/index.js";
import { note } from "../support/note.js";

/** Particles along an edge; docs/sources/nvidia-2005.md has those of 32. */
const COUNT = process.env.MEASURE ? 32 : 16;
const STEPS_PER_SECOND = 60;
const SECONDS = 3;
/** Strain is looked at from then on: the sheet has swung and hangs [s]. */
const FROM = 2;

/** Of the threads of a sheet of `COUNT` x `COUNT`, in all frames that are looked at. */
interface Strain {
  readonly mean: number;
  readonly p99: number;
  readonly worst: number;
}

/** Pairs of particles along rows and columns. */
const threads = Array.from({ length: COUNT * COUNT }, (_, i) => [
  ...(i % COUNT < COUNT - 1 ? [[i, i + 1] as const] : []),
  ...(i < COUNT * (COUNT - 1) ? [[i, i + COUNT] as const] : []),
]).flat();

type Positions = Float64Array | Float32Array;

function distance(p: Positions, a: number, b: number): number {
  const [x, y, z] = [p[3 * a] - p[3 * b], p[3 * a + 1] - p[3 * b + 1], p[3 * a + 2] - p[3 * b + 2]];
  return Math.sqrt(x * x + y * y + z * z);
}

function lengths(p: Positions): number[] {
  return threads.map(([a, b]) => distance(p, a, b));
}

function strainOf(frames: readonly number[][], rest: readonly number[]): Strain {
  const all = frames.flatMap((frame) => frame.map((length, i) => length / rest[i] - 1)).sort((a, b) => a - b);
  const mean = all.reduce((sum, strain) => sum + Math.abs(strain), 0) / all.length;
  return { mean, p99: all[Math.floor(0.99 * all.length)], worst: all[all.length - 1] };
}

/** The white paper's outline in float64: Verlet once a step, then eight passes of links a relaxation; two corners are nailed. */
function whitePaper(relaxations: number): Strain {
  const [dt, damping, gravity] = [1 / STEPS_PER_SECOND, 1 - 1 / STEPS_PER_SECOND, 9.81];
  const spacing = 1 / (COUNT - 1);
  let now = Float64Array.from({ length: 3 * COUNT * COUNT }, (_, c) => {
    const i = Math.floor(c / 3);
    return [(i % COUNT) * spacing, Math.floor(i / COUNT) * spacing, 0][c % 3];
  });
  let before = now.slice();
  const rest = lengths(now);
  const nailed = new Set([COUNT * (COUNT - 1), COUNT * COUNT - 1]);
  // Along x, y and both diagonals; the even ones of each, then the odd ones.
  const passes = [
    { across: 1, up: 0 },
    { across: 0, up: 1 },
    { across: 1, up: 1 },
    { across: -1, up: 1 },
  ].flatMap(({ across, up }) =>
    [0, 1].map((odd) => {
      const first = Array.from({ length: COUNT * COUNT }, (_, i) => i).filter((i) => {
        const [x, y] = [i % COUNT, Math.floor(i / COUNT)];
        const isThere = x + across >= 0 && x + across < COUNT && y + up < COUNT;
        return isThere && (up === 0 ? x : y) % 2 === odd;
      });
      return { first, to: across + up * COUNT, length: spacing * Math.hypot(across, up) };
    }),
  );
  const frames: number[][] = [];
  for (let step = 0; step < SECONDS * STEPS_PER_SECOND; step++) {
    const next = now.map((x, c) =>
      nailed.has(Math.floor(c / 3)) ? x : x + damping * (x - before[c]) - (c % 3 === 1 ? dt * dt * gravity : 0),
    );
    [before, now] = [now, next];
    for (let i = 0; i < relaxations; i++) for (const pass of passes) enforce(now, pass, nailed);
    if (step >= FROM * STEPS_PER_SECOND) frames.push(lengths(now));
  }
  return strainOf(frames, rest);
}

/** Equations 2a and 2b. */
function enforce(
  p: Float64Array,
  { first, to, length }: { first: readonly number[]; to: number; length: number },
  nailed: ReadonlySet<number>,
): void {
  for (const a of first) {
    const b = a + to;
    const scale = 1 - length / distance(p, a, b);
    const s1 = nailed.has(a) ? 0 : nailed.has(b) ? 1 : 0.5;
    for (let k = 0; k < 3; k++) {
      const way = scale * (p[3 * b + k] - p[3 * a + k]);
      p[3 * a + k] += s1 * way;
      p[3 * b + k] -= (1 - s1) * way;
    }
  }
}

/** The same sheet here. */
async function here(substeps: number, threads: ClothThreadSolver = "stiff"): Promise<Strain> {
  Logger.LogLevels = Logger.ErrorLogLevel;
  const engine = new NullEngine();
  const scene = new Scene(engine);
  const cloth = CreateCloth(
    "sheet",
    { controlPoints: COUNT, pins: "topCorners", solver: { substeps, threads, airDensity: 0 } },
    scene,
  );
  const system = ClothSystem.For(scene);
  system.paused = true;
  const rest = lengths(await cloth.readPositions());
  const frames: number[][] = [];
  for (let step = 0; step < SECONDS * STEPS_PER_SECOND; step++) {
    system.step(1 / STEPS_PER_SECOND);
    if (step >= FROM * STEPS_PER_SECOND) frames.push(lengths(await cloth.readPositions()));
  }
  engine.dispose();
  return strainOf(frames, rest);
}

function tell(what: string, { mean, p99, worst }: Strain): void {
  note(what, ...[mean, p99, worst].map((strain) => `${(100 * strain).toFixed(2)} %`));
}

test("a sheet on two nails: sixteen relaxations of the white paper stretch it more than one step of ours", async () => {
  const theirs = new Map([4, 16].map((count) => [count, whitePaper(count)] as const));
  for (const [count, strain] of theirs) tell(`white paper, ${count} relaxations`, strain);
  const ours = await here(8);
  tell("here, 8 substeps", ours);
  if (process.env.MEASURE) {
    for (const count of [1, 64, 256]) tell(`white paper, ${count} relaxations`, whitePaper(count));
    for (const substeps of [1, 2, 4, 16]) tell(`here, ${substeps} substeps`, await here(substeps));
    for (const substeps of [8, 16, 32, 64]) tell(`here, fast, ${substeps} substeps`, await here(substeps, "fast"));
  }
  // More relaxations are stiffer: theirs is the method that it is meant to be.
  expect(theirs.get(16)?.mean).toBeLessThan(0.5 * (theirs.get(4)?.mean ?? 0));
  expect(ours.mean).toBeLessThan(0.1 * (theirs.get(16)?.mean ?? 0));
  expect(ours.p99).toBeLessThan(0.5 * (theirs.get(16)?.p99 ?? 0));
});
