// Prints what cloth at full resolution costs and how far it stretches: hung by two corners or other pins, four colliders, after ten seconds.
//
//   npm run bench:sheets [-- --frames 600 --sizes 64,128 --substeps 8,16 --tiles 16 --threads stiff --pins leftEdge --pushes --out build/sheets.json]
//   npm run bench:bundle && node build/sheets.mjs       the same as one file, for a bare machine
//
// --pushes: the colliders are bodies of 1 kg, which the cloth pushes.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { checkOptions, type ClothPins } from "../../src/options/clothOptions.js";
import { cookBends } from "../../src/sim/bends.js";
import { ClothSolver } from "../../src/sim/gpu/clothSolver.js";
import { readPositions } from "../../src/sim/savedCloth.js";
import { constants, structs } from "../../src/shaders/shaders.gen.js";
import { cookRestGrid } from "../../src/cloth/cookRestGrid.js";
import { pinnedParticles } from "../../src/cloth/firstPins.js";
import { describeAdapter, requestAdapter } from "../support/device.js";
import { readBuffer } from "../support/readback.js";
import { colliderAt } from "../support/colliderStates.js";
import { describeRun } from "../support/solverRun.js";
import { measureStretch } from "../support/stretch.js";

const { values } = parseArgs({
  options: {
    frames: { type: "string", default: "600" },
    sizes: { type: "string", default: "64,128,256,512,1024" },
    substeps: { type: "string", default: "8" },
    iterations: { type: "string", default: "1" },
    tiles: { type: "string", default: "16" },
    threads: { type: "string", default: "stiff" },
    pins: { type: "string", default: "topCorners" },
    pushes: { type: "boolean", default: false },
    out: { type: "string", default: "build/sheets.json" },
  },
});
const numbers = (text: string): number[] => text.split(",").map(Number);
const frames = Number(values.frames);
const threadSolver = values.threads === "fast" ? constants.FAST_THREADS : constants.STIFF_THREADS;
const ball = { size: [0.15, 0, 0], isPushed: Number(values.pushes), inverseMass: Number(values.pushes) };
/** Frames at the end that are timed. */
const TIMED = Math.min(64, frames);

const adapter = await requestAdapter();
const { maxStorageBufferBindingSize, maxBufferSize, maxComputeWorkgroupStorageSize } = adapter.limits;
const device = await adapter.requestDevice({
  requiredFeatures: ["timestamp-query"],
  requiredLimits: { maxStorageBufferBindingSize, maxBufferSize, maxComputeWorkgroupStorageSize },
});
device.addEventListener("uncapturederror", ({ error }) => {
  console.error(error.message.slice(0, 300));
});
console.log(describeAdapter(adapter).name);

interface Row {
  readonly size: number;
  readonly substeps: number;
  readonly iterations: number;
  readonly tile: number;
  readonly gpu: number;
  readonly p99: number;
  readonly javaScript: number;
  readonly mean: number;
  readonly stretch99: number;
  readonly worst: number;
  readonly sag: number;
}

async function measureSheet(
  solver: ClothSolver,
  size: number,
  substeps: number,
  iterations: number,
  tile: number,
  isFullResolution: boolean,
): Promise<Row> {
  const checked = checkOptions("bench", { pins: values.pins as ClothPins });
  const { fabric: shape } = checked;
  const slack = (kind: "warp" | "weft" | "shear", compliance: number): number[] => {
    const { compressionLimit, stretchLimit, stiffness } = shape.slack[kind];
    return [compliance, compressionLimit, stretchLimit, stiffness];
  };
  const definition = { ...checked, countU: size, countV: size };
  const restGrid = cookRestGrid(definition);
  const pinned = pinnedParticles(definition);
  const substepTime = 1 / (60 * substeps);
  const run = describeRun(
    1,
    {},
    {
      substepCount: substeps,
      substepTime,
      iterationCount: iterations,
      airInterval: Math.max(Math.round(substeps / 2), 1),
      velocityKept: Math.exp(-1 * substepTime),
      inverseDensity: 1 / shape.density,
      warp: slack("warp", shape.stretch.warp),
      weft: slack("weft", shape.stretch.weft),
      shear: slack("shear", shape.shear),
      bendWarp: shape.bend.warp,
      bendWeft: shape.bend.weft,
      warpSolver: threadSolver,
      weftSolver: threadSolver,
      strainLimit: shape.strainLimit,
      surfaceSamples: 1,
    },
  );
  await solver.prepareAsync(restGrid, isFullResolution);
  const cloth = solver.add(restGrid, restGrid.inverseAreas(pinned), null, isFullResolution);
  cloth.setBends(cookBends(restGrid, run.step.linear));
  cloth.setColliders([0, 1, 2, 3].map((i) => colliderAt([0.6 - 0.4 * i, -0.9, 0.3 - 0.2 * i], ball)));
  const queries = device.createQuerySet({ type: "timestamp", count: 2 * TIMED });
  const { QUERY_RESOLVE, COPY_SRC } = GPUBufferUsage;
  const resolved = device.createBuffer({ size: 16 * TIMED, usage: QUERY_RESOLVE | COPY_SRC });
  const scripts: number[] = [];
  for (let frame = 0; frame < frames; frame++) {
    const start = performance.now();
    cloth.setStep({ ...run.step, reset: frame === 0 ? 1 : 0 });
    const encoder = device.createCommandEncoder();
    const timed = frame - (frames - TIMED);
    const pass = encoder.beginComputePass(
      timed < 0
        ? {}
        : {
            timestampWrites: {
              querySet: queries,
              beginningOfPassWriteIndex: 2 * timed,
              endOfPassWriteIndex: 2 * timed + 1,
            },
          },
    );
    solver.encode(pass);
    pass.end();
    const commands = encoder.finish();
    scripts.push(performance.now() - start);
    device.queue.submit([commands]);
    if (frame % 16 === 15) await device.queue.onSubmittedWorkDone();
  }
  const encoder = device.createCommandEncoder();
  encoder.resolveQuerySet(queries, 0, 2 * TIMED, resolved, 0);
  device.queue.submit([encoder.finish()]);
  const stamps = new BigUint64Array(await readBuffer(device, resolved));
  const times = Array.from({ length: TIMED }, (_, i) => Number(stamps[2 * i + 1] - stamps[2 * i]) / 1000).sort(
    (a, b) => a - b,
  );
  const bytes = await readBuffer(
    device,
    solver.particles,
    cloth.firstParticle * structs.Particle.size,
    restGrid.particleCount * structs.Particle.size,
  );
  const positions = readPositions(new Float32Array(bytes));
  const { mean, p99, worst } = measureStretch(positions, restGrid.restPositions, size, size);
  let low = Infinity;
  for (let at = 1; at < positions.length; at += 3) low = Math.min(low, positions[at]);
  solver.remove(cloth);
  queries.destroy();
  resolved.destroy();
  scripts.sort((a, b) => a - b);
  const round = (value: number): number => Number(value.toFixed(4));
  return {
    size,
    substeps,
    iterations,
    tile,
    gpu: round(times[TIMED >> 1]),
    p99: round(times[Math.floor(0.99 * (TIMED - 1))]),
    javaScript: round(1000 * scripts[scripts.length >> 1]),
    mean: round(100 * mean),
    stretch99: round(100 * p99),
    worst: round(100 * worst),
    sag: round(0.5 - low),
  };
}

const rows: Row[] = [];
for (const tile of numbers(values.tiles)) {
  const retired: (GPUBuffer | GPUTexture)[] = [];
  const solver = new ClothSolver(device, (resource) => retired.push(resource), tile);
  for (const substeps of numbers(values.substeps)) {
    for (const iterations of numbers(values.iterations)) {
      for (const size of numbers(values.sizes)) {
        const row = await measureSheet(solver, size, substeps, iterations, tile, size > 32);
        rows.push(row);
        console.log(Object.values(row).join("\t"));
        await device.queue.onSubmittedWorkDone();
        retired.splice(0).forEach((resource) => {
          resource.destroy();
        });
      }
    }
  }
  solver.dispose();
}
mkdirSync(dirname(values.out), { recursive: true });
writeFileSync(values.out, `${JSON.stringify(rows)}\n`);
process.exit(0);
