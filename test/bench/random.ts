// Random scenes, each on this GPU and on the CPU: prints those that are farther apart than rounding explains. Written down tests ask what somebody has
// thought of; scenes like these have found a lost frame, weights that were forgotten and limits that two compilers took for different ones.
//
//   npm run bench:random [-- --from 0 --count 100 --frames 12]     on this machine; in software a scene takes a minute, since kernels are compiled
//   npm run bench:bundle && node build/random.mjs                  the same as one file, for a bare machine
//
// Distances are over the size of a scene. One that is far is compared with CPU scenes that start a rounding apart, too: contact makes much of little.
// Ends with 1 if one is farther than ten times that, or if a step was undone on one side alone.
import { parseArgs } from "node:util";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, type ClothBackendName } from "../../src/index.js";
import { createHeadlessEngine } from "../support/headless.js";
import { largestDistance } from "../support/largestDistance.js";
import { buildScene, draftScene, EVENT_FRAME, type DraftScene } from "../support/randomScenes.js";
import { drawFrame } from "../support/useGpu.js";

/** Over the size of a scene. */
const TOLERANCE = 2e-4;
const ROUNDINGS = [1e-7, 1e-6];
/** Frames after which positions are compared, besides the last. */
const LOOKS = [1, 3, 6, 12];

const { values } = parseArgs({
  options: {
    from: { type: "string", default: "0" },
    count: { type: "string", default: "100" },
    frames: { type: "string", default: "12" },
  },
});
const frames = Number(values.frames);

interface Result {
  /** Positions of all cloths, one after the other, after each look. */
  readonly looks: readonly Float32Array[];
  readonly faults: number;
}

async function run(draft: DraftScene, engine: AbstractEngine, backend: ClothBackendName, noise = 0): Promise<Result> {
  const scene = new Scene(engine);
  scene.gravity.y = -9.81;
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  const system = ClothSystem.For(scene);
  system.paused = true;
  const { cloths, act } = buildScene(draft, scene, backend, noise * draft.size);
  let faults = 0;
  cloths.forEach((cloth) => cloth.onErrorObservable.add(() => faults++));
  await system.whenReadyAsync();
  const looks: Float32Array[] = [];
  let time = 0;
  for (let frame = 0; frame < frames; frame++) {
    act(frame, time);
    // Kernels that an event asks for come meanwhile.
    if (frame === EVENT_FRAME) await system.whenReadyAsync();
    const seconds = draft.times[frame % draft.times.length];
    system.step(seconds);
    drawFrame(scene);
    time += seconds;
    if (LOOKS.includes(frame + 1) || frame + 1 === frames) {
      const positions = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
      looks.push(Float32Array.from(positions.flatMap((points) => [...points])));
    }
  }
  scene.dispose();
  return { looks, faults };
}

function apart({ looks }: Result, other: Result, size: number): number[] {
  return looks.map((positions, i) => largestDistance(positions, other.looks[i]) / size);
}

const headless = await createHeadlessEngine({ width: 16, height: 16, setMaximumLimits: true });
console.log(headless.adapter.name);
const cpu = new NullEngine();
let farCount = 0;
const last = Number(values.from) + Number(values.count);
for (let seed = Number(values.from); seed < last; seed++) {
  const draft = draftScene(seed);
  const onGpu = await run(draft, headless.engine, "gpu");
  const onCpu = await run(draft, cpu, "cpu");
  const distances = apart(onGpu, onCpu, draft.size);
  const isFar = (most: (look: number) => number): boolean =>
    distances.some((distance, look) => !(distance < most(look)));
  const errors = headless.errors.splice(0);
  const isBroken = errors.length > 0 || onGpu.faults > 0 !== onCpu.faults > 0;
  const spreads = isFar(() => TOLERANCE)
    ? await Promise.all(ROUNDINGS.map((noise) => run(draft, cpu, "cpu", noise)))
    : [];
  const spread = (look: number): number =>
    Math.max(0, ...spreads.map((moved) => apart(moved, onCpu, draft.size)[look]));
  if (isBroken || isFar((look) => Math.max(TOLERANCE, 10 * spread(look)))) {
    farCount++;
    const list = (numbers: readonly number[]): string => numbers.map((number) => number.toExponential(0)).join(" ");
    const byRounding = list(distances.map((_, look) => spread(look)));
    console.log(`seed ${seed.toString()}: apart ${list(distances)}; by rounding ${byRounding}; ${draft.text}`);
    errors.forEach((message) => {
      console.log(message.slice(0, 300));
    });
  }
}
console.log(`${farCount.toString()} of ${values.count} scenes are far.`);
process.exit(farCount > 0 ? 1 : 0);
