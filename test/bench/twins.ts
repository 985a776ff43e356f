// Prints how far cloth on this GPU is from the CPU twin, feature by feature. Tests compare both in software alone, and drivers differ: one compiled
// `abs` of whole numbers so that half of all contacts were missing.
//
//   npm run bench:twins [-- --match sheet]                 on this machine; in software it takes ten minutes
//   npm run bench:bundle && node build/twins.mjs           the same as one file, for a bare machine
//
// --match: runs whose names have this in them. A run that is far from its twin is compared with twins that start a rounding apart, too: some runs make
// much of little. Ends with 1 if one is farther from its twin than twice that.
import { parseArgs } from "node:util";
import { describeAdapter, requestAdapter } from "../support/device.js";
import { distanceOf, spreadOf, twinsOf } from "../support/cpuTwins.js";
import { createGpuSolver, simulateOnGpu } from "../support/gpuRun.js";
import type { SolverRun } from "../support/solverRun.js";
import { folded, through } from "../support/tangledRuns.js";
import { asking, calm, everything, ofControlGrids, wild } from "../support/twinRuns.js";

/** As in test/sim/twin.gpu.test.ts [m]. */
const TOLERANCE = 1e-4;
/** How far starts are moved [m]: positions of a sheet of a meter are rounded to this. */
const ROUNDINGS = [1e-7, 1e-7, 1e-7, 1e-7, 1e-7, 1e-7];
const TILE = 12;

const { values } = parseArgs({ options: { match: { type: "string", default: "" } } });
const adapter = await requestAdapter();
const device = await adapter.requestDevice();
device.addEventListener("uncapturederror", ({ error }) => {
  console.error(error.message.slice(0, 300));
});
console.log(describeAdapter(adapter).name);

let isAnyFar = false;
for (const isFullResolution of [false, true]) {
  const solver = await createGpuSolver(device, isFullResolution, isFullResolution ? TILE : undefined);
  for (const [name, runs] of runsOf(isFullResolution)) {
    const onGpu = await simulateOnGpu(solver, ...runs);
    const onCpu = twinsOf(runs, isFullResolution);
    const apart = distanceOf(onGpu, onCpu);
    const spread = apart < TOLERANCE ? 0 : spreadOf(runs, isFullResolution, onCpu, ROUNDINGS);
    const isFar = !(apart < Math.max(TOLERANCE, 2 * spread));
    isAnyFar ||= isFar;
    const net = isFullResolution ? "full resolution" : "control grid";
    const rounding = spread > 0 ? ` (by rounding: ${spread.toExponential(1)} m)` : "";
    console.log(`${apart.toExponential(1)} m  ${isFar ? "far" : "   "}  ${net}, ${name}${rounding}`);
  }
  solver.dispose();
}
process.exit(isAnyFar ? 1 : 0);

function runsOf(isFullResolution: boolean): readonly (readonly [string, readonly SolverRun[]])[] {
  const features = { ...calm, ...(isFullResolution ? {} : ofControlGrids), ...wild };
  const runs: [string, SolverRun[]][] = [
    ...Object.entries(features).map(([name, feature]): [string, SolverRun[]] => [name, [asking(feature(true))]]),
    ["everything at once", [{ ...everything(true), frames: 3 }]],
    ["a sheet folded through itself", [folded(16, 3, isFullResolution)]],
    ["sheets through each other", through([20, 24], 3, isFullResolution)],
  ];
  return runs.filter(([name]) => name.includes(values.match));
}
