// Random solver runs, each on this GPU and on the CPU: prints those that are farther apart than rounding explains. Scenes of `bench:random` go through
// all of the library; these reach settings that no option gives, and a run takes a fraction of the time.
//
//   npm run bench:runs [-- --from 0 --count 100 --net full]     on this machine; in software a run takes seconds, after half a minute of compiling
//   npm run bench:bundle && node build/runs.mjs                 the same as one file, for a bare machine
//
// --net: grid or full, control grids or full resolution; without it, both. A run that is farther than 1e-4 m from its CPU twin is compared with twins whose
// start is a rounding apart, 1e-7 m or 1e-6 m, too: contact makes much of little. One that is farther than five times what those make of it is far.
// Ends with 1 if one is far, or if the GPU tells of an error.
import { parseArgs } from "node:util";
import { distanceOf, spreadOf, twinsOf } from "../support/cpuTwins.js";
import { describeAdapter, requestAdapter } from "../support/device.js";
import { createGpuSolver, simulateOnGpu } from "../support/gpuRun.js";
import { draftRuns } from "../support/randomRuns.js";

/** As in test/sim/twin.gpu.test.ts [m]. */
const TOLERANCE = 1e-4;
/** How far starts are moved [m]. */
const ROUNDINGS = [1e-7, 1e-7, 1e-7, 1e-6, 1e-6];
/** How often what rounding makes. */
const MOST_ROUNDING = 5;
const TILE = 16;
const NETS = { grid: false, full: true };

const { values } = parseArgs({
  options: {
    from: { type: "string", default: "0" },
    count: { type: "string", default: "100" },
    net: { type: "string" },
  },
});
const nets = Object.entries(NETS).filter(([name]) => name === (values.net ?? name));
if (nets.length === 0) throw new Error(`--net is ${String(values.net)}, must be ${Object.keys(NETS).join(" or ")}.`);

const adapter = await requestAdapter();
const device = await adapter.requestDevice();
const errors: string[] = [];
device.addEventListener("uncapturederror", ({ error }) => {
  errors.push(error.message.slice(0, 300));
});
console.log(describeAdapter(adapter).name);

let isAnyFar = false;
for (const [name, isFullResolution] of nets) {
  const solver = await createGpuSolver(device, isFullResolution, isFullResolution ? TILE : undefined);
  const counts = { near: 0, "apart by rounding": 0, far: 0 };
  const last = Number(values.from) + Number(values.count);
  for (let seed = Number(values.from); seed < last; seed++) {
    const { runs, text } = draftRuns(seed, isFullResolution);
    const onCpu = twinsOf(runs, isFullResolution);
    const apart = distanceOf(await simulateOnGpu(solver, ...runs), onCpu);
    const messages = errors.splice(0);
    const isNear = apart < TOLERANCE && messages.length === 0;
    const spread = isNear ? 0 : spreadOf(runs, isFullResolution, onCpu, ROUNDINGS);
    const isFar = messages.length > 0 || !(apart < Math.max(TOLERANCE, MOST_ROUNDING * spread));
    counts[isFar ? "far" : isNear ? "near" : "apart by rounding"]++;
    if (!isNear) {
      const distances = `${apart.toExponential(1)} m (by rounding: ${spread.toExponential(1)} m)`;
      console.log(`${isFar ? "far" : "   "}  ${name}, seed ${seed.toString()}: ${distances}${isFar ? ` ${text}` : ""}`);
    }
    messages.forEach((message) => {
      console.log(message);
    });
  }
  solver.dispose();
  const list = Object.entries(counts).map(([kind, count]) => `${count.toString()} ${kind}`);
  console.log(`${name}: ${list.join(", ")}`);
  isAnyFar ||= counts.far > 0;
}
process.exit(isAnyFar ? 1 : 0);
