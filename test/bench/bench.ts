// Prints what cloth costs: GPU and JavaScript time of a frame over grid sizes and numbers of cloths, triangles and stretch.
//
//   npm run bench [-- --frames 200 --cloths 2,200 --rows 1,13 --gpu --out build/bench.json]  on this machine
//   npm run bench:bundle && node build/bench.mjs                                 the same as one file, for a bare machine
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { createHeadlessEngine } from "../support/headless.js";
import { measure, type Measurement, type Workload } from "./measure.js";

/** Smaller ones come first, so that an impatient reader of a software run has something to read. */
const workloads: Workload[] = [
  { controlPoints: 10, cloths: 1, substeps: 8, colliders: "few" },
  { controlPoints: 16, cloths: 1, substeps: 8, colliders: "few" },
  { controlPoints: 32, cloths: 1, substeps: 8, colliders: "few" },
  { controlPoints: 32, cloths: 1, substeps: 8, colliders: "eight" },
  { controlPoints: 32, cloths: 1, substeps: 8, colliders: "touching" },
  { controlPoints: 16, cloths: 1, substeps: 16, colliders: "few" },
  { controlPoints: 32, cloths: 1, substeps: 16, colliders: "eight" },
  { controlPoints: 16, cloths: 100, substeps: 8, colliders: "eight" },
  { controlPoints: 16, cloths: 100, substeps: 8, colliders: "moving" },
  { controlPoints: 32, cloths: 132, substeps: 8, colliders: "few" },
  { controlPoints: 16, cloths: 1, substeps: 8, colliders: "few", segments: 63 },
  { controlPoints: 16, cloths: 100, substeps: 8, colliders: "few", segments: 63 },
  { controlPoints: 32, cloths: 1, substeps: 8, colliders: "few", selfCollision: true },
  { controlPoints: 32, cloths: 1, substeps: 8, colliders: "few", shape: "pile" },
  { controlPoints: 32, cloths: 1, substeps: 8, colliders: "few", shape: "pile", selfCollision: true },
  { controlPoints: 32, cloths: 1, substeps: 8, colliders: "few", threads: "fast" },
  { controlPoints: 16, cloths: 1000, substeps: 8, colliders: "few", selfCollision: true },
  { controlPoints: 16, cloths: 1000, substeps: 8, colliders: "few", threads: "fast" },
  { controlPoints: 32, cloths: 2, substeps: 8, colliders: "few" },
  { controlPoints: 32, cloths: 2, substeps: 8, colliders: "few", apart: 0.1 },
  { controlPoints: 32, cloths: 2, substeps: 8, colliders: "few", apart: 0.02 },
  { controlPoints: 16, cloths: 200, substeps: 8, colliders: "few" },
  { controlPoints: 16, cloths: 200, substeps: 8, colliders: "few", apart: 0.05 },
  { controlPoints: 16, cloths: 1000, substeps: 8, colliders: "few", apart: 3 },
  { controlPoints: 16, cloths: 1000, substeps: 8, colliders: "few" },
  ...(["box", "ball"] as const).flatMap((ground) =>
    (["shape", "field", "depth"] as const).map((by): Workload => ({
      controlPoints: 32,
      cloths: 1,
      substeps: 8,
      colliders: `${ground} by ${by}`,
      shape: "lying",
    })),
  ),
];

/** Software renders what a GPU does a hundred times slower: fewer frames, fewer cloths. */
const MAX_SOFTWARE_PARTICLES = 30_000;

const { values } = parseArgs({
  options: {
    frames: { type: "string" },
    cloths: { type: "string" },
    rows: { type: "string" },
    gpu: { type: "boolean", default: false },
    out: { type: "string", default: "build/bench.json" },
  },
});
const numbers = values.cloths?.split(",").map(Number);
const rows = values.rows?.split(",").map(Number);
const unknown = rows?.find((row) => !(row in workloads));
if (unknown !== undefined) {
  throw new RangeError(`--rows has ${unknown}, must be numbers from 0 to ${workloads.length - 1}.`);
}
const chosen = workloads.filter(
  ({ cloths }, row) => (numbers?.includes(cloths) ?? true) && (rows?.includes(row) ?? true),
);

const { engine, adapter, dispose } = await createHeadlessEngine({ width: 1920, height: 1080, setMaximumLimits: true });
const frames = Number(values.frames ?? (adapter.isSoftware ? 20 : 300));
console.log(`${adapter.name}${adapter.isSoftware ? " (software: compare work and ratios, not times)" : ""}`);

// A GPU that was idle runs slowly at first. Without JavaScript times, the cloths that warm it up are few: making many takes long.
const warmUp: Workload = { controlPoints: 16, cloths: values.gpu ? 200 : 1000, substeps: 8, colliders: "few" };
if (!adapter.isSoftware) await measure(engine, warmUp, 200);

/** JavaScript first: measuring GPU times costs JavaScript time, and Babylon does not stop it cleanly. */
const javaScripts: Measurement[] = [];
for (const workload of chosen) {
  if (!adapter.isSoftware && !values.gpu) javaScripts.push(await measure(engine, workload, frames));
}
engine.enableGPUTimingMeasurements = true;
const results: Measurement[] = [];
for (const workload of chosen) {
  const particles = workload.controlPoints ** 2 * workload.cloths;
  if (adapter.isSoftware && particles > MAX_SOFTWARE_PARTICLES) {
    console.log(`skipped in software: ${workload.cloths} x ${workload.controlPoints}x${workload.controlPoints}`);
    continue;
  }
  const measured = await measure(engine, workload, frames, !adapter.isSoftware);
  const { javaScript } = javaScripts.find((each) => each.workload === workload) ?? measured;
  results.push({ ...measured, javaScript });
}

const us = (milliseconds: number): string => (1000 * milliseconds).toFixed(1);
const percent = (part: number): string => `${(100 * part).toFixed(2)} %`;
console.table(
  results.map(({ workload, simulation, surface, javaScript, triangles, stretch }) => ({
    cloths: workload.cloths,
    grid: `${workload.controlPoints}x${workload.controlPoints}`,
    substeps: workload.substeps,
    colliders: workload.colliders,
    contact: `${workload.shape ?? "hung"}${workload.selfCollision ? ", itself" : ""}${workload.apart ? `, others ${workload.apart} m off` : ""}`,
    threads: workload.threads ?? "stiff",
    drawn: workload.segments ? `${workload.segments} x ${workload.segments}` : "0.5 px",
    "simulation us": us(simulation.median),
    "p99 us": us(simulation.p99),
    "surface us": us(surface.median),
    ...(values.gpu
      ? {}
      : { "JS us": us(javaScript.median), "JS p99": us(javaScript.p99), "JS worst": us(javaScript.worst) }),
    triangles,
    "stretch mean": percent(stretch.mean),
    "stretch p99": percent(stretch.p99),
    worst: percent(stretch.worst),
  })),
);
mkdirSync(dirname(values.out), { recursive: true });
writeFileSync(values.out, JSON.stringify({ adapter: adapter.name, node: process.version, frames, results }, null, 2));
console.log(`written: ${values.out}`);
await dispose();
