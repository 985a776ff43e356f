// Prints what a cut costs: its JavaScript, that of the frames around it with all that Babylon does, and the GPU time of the sheet before and after.
//
//   npm run bench:cutting [-- --frames 120 --sizes 58x38,114x74 --cuts 6]    on this machine
//   npm run bench:bundle && node build/cutting.mjs                            the same as one file
import { parseArgs } from "node:util";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import type { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import { ClothSystem, CreateCloth } from "../../src/index.js";
import { createHeadlessEngine } from "../support/headless.js";

const { values } = parseArgs({
  options: {
    frames: { type: "string" },
    sizes: { type: "string", default: "58x38,114x74" },
    cuts: { type: "string", default: "6" },
  },
});
const { engine, adapter, dispose } = await createHeadlessEngine({ width: 640, height: 480, setMaximumLimits: true });
const frames = Number(values.frames ?? (adapter.isSoftware ? 8 : 120));
const cuts = Number(values.cuts);
console.log(adapter.name);
engine.enableGPUTimingMeasurements = true;
const rows = [];
for (const size of values.sizes.split(",")) rows.push({ size, ...(await measure(engine, size)) });
console.table(rows);
await dispose();

/** Times of JavaScript [ms] and of the GPU [us]. */
interface Row {
  /** Median of frames without a cut. */
  readonly frame: number;
  /** Their longest after the first half: garbage is collected in some. */
  readonly longestFrame: number;
  /** `cut`, of each cut. */
  readonly cut: string;
  /** The frame after it, of each cut. */
  readonly cutFrame: string;
  readonly simulation: number;
  readonly simulationOfCut: number;
}

async function measure(ofEngine: WebGPUEngine, size: string): Promise<Row> {
  const [u, v] = size.split("x").map(Number);
  const scene = new Scene(ofEngine);
  new FreeCamera("camera", new Vector3(0, 0, -2.5), scene);
  const system = ClothSystem.For(scene);
  const cloth = CreateCloth(
    "sheet",
    {
      fidelity: "fullResolution",
      fullResolution: { u, v },
      controlPoints: 10,
      pins: "topEdge",
      width: 1.5,
      solver: { sleepSpeed: 0 },
    },
    scene,
  );
  await system.whenReadyAsync();
  ofEngine.getDeltaTime = () => 1000 / 60;
  const simulations: number[] = [];
  const render = async (): Promise<number> => {
    ofEngine.beginFrame();
    const start = performance.now();
    scene.render();
    const time = performance.now() - start;
    ofEngine.endFrame();
    await ofEngine._device.queue.onSubmittedWorkDone();
    simulations.push(1000 * system.timings.simulation);
    return time;
  };
  const renderAll = async (count: number): Promise<number[]> => {
    const times: number[] = [];
    for (let frame = 0; frame < count; frame++) times.push(await render());
    return times;
  };
  await renderAll(frames);
  simulations.length = 0;
  const usual = await renderAll(frames);
  const simulation = median(simulations);
  const cutTimes: number[] = [];
  const cutFrames: number[] = [];
  for (let cut = 0; cut < cuts; cut++) {
    // Across, from the left border inwards.
    const y = 0.3 - (0.6 * cut) / Math.max(cuts - 1, 1);
    await cloth.fetchShape();
    const start = performance.now();
    cloth.cut(new Vector3(-1, y, 0), new Vector3(0.1, y - 0.02, 0));
    cutTimes.push(performance.now() - start);
    cutFrames.push(await render());
    await renderAll(10);
  }
  simulations.length = 0;
  await renderAll(frames);
  scene.dispose();
  const list = (times: readonly number[]): string => times.map((time) => time.toFixed(2)).join(" ");
  return {
    frame: Number(median(usual).toFixed(2)),
    longestFrame: Number(Math.max(...usual.slice(frames / 2)).toFixed(2)),
    cut: list(cutTimes),
    cutFrame: list(cutFrames),
    simulation: Math.round(simulation),
    simulationOfCut: Math.round(median(simulations)),
  };
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];
}
