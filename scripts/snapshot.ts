// Renders a demo scene without a browser or a display:
//
//   npm run snapshot -- --scene drape --seconds 2 --out drape.png
//
// The seconds are simulated in steps of 1/60 s, so that the picture does not depend on how fast the machine is. Fails if a scene is
// not as it must be then; with `--scene all` every scene is looked at.
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { demoScenes, pictureScenes, type DemoEntry } from "../demo/scenes/index.js";
import { Stage } from "../demo/stage.js";
import { ClothSystem } from "../src/index.js";
import { createHeadlessEngine } from "../test/support/headless.js";
import { writePng } from "../test/support/png.js";

const scenes = [...demoScenes, ...pictureScenes];
const ALL = "all";
const names = [...scenes.map(({ name }) => name), ALL].join(" or ");
const STEPS_PER_SECOND = 60;

/** What the GPU tells, as tears, comes a few steps late, as in a browser; without a pause it never comes. */
const STEPS_IN_FLIGHT = 4;
/** Shadow maps and bounds follow the cloth one frame late. */
const FRAMES = 3;

const USAGE = `npm run snapshot -- [options]
  --scene name        ${names}
  --seconds number    simulated before the picture is taken, default when there is most to see
  --out path          PNG file to write, default <scene>.png; of all scenes the folder
  --width pixels      default 960
  --height pixels     default 600
  --camera=a,b,r      where from: angle about the vertical and from it [degrees], distance [m]
  --cut=x,y,x,y,s     cuts all cloths from a place of the picture to another one, in parts of its width and height, s seconds before it is taken`;

/** Wrong arguments. */
class UsageError extends Error {}

const options = {
  scene: { type: "string", default: "drape" },
  seconds: { type: "string" },
  out: { type: "string" },
  width: { type: "string", default: "960" },
  height: { type: "string", default: "600" },
  camera: { type: "string" },
  cut: { type: "string" },
  help: { type: "boolean", default: false },
} as const;

function numberIn(name: string, given: string, from: number, to: number): number {
  const value = Number(given);
  if (given.trim() === "" || !(value >= from && value <= to)) {
    throw new UsageError(`--${name} is "${given}", must be a number from ${from} to ${to}.`);
  }
  return value;
}

function readArguments() {
  const { values } = parseArgs({ options });
  const entries = scenes.filter(({ name }) => name === values.scene || values.scene === ALL);
  if (entries.length === 0) {
    throw new UsageError(`--scene is "${values.scene}", must be ${names}.`);
  }
  const pixels = (name: "width" | "height"): number => Math.round(numberIn(name, values[name], 16, 8192));
  const angles = values.camera?.split(",").map((given) => numberIn("camera", given, -1000, 1000));
  if (angles && (angles.length !== 3 || angles[2] <= 0)) {
    throw new UsageError(`--camera is "${values.camera}", must be three numbers such as --camera=-60,70,3.`);
  }
  const cut = values.cut?.split(",").map((given) => numberIn("cut", given, 0, 3600));
  if (cut && cut.length !== 5) {
    throw new UsageError(`--cut is "${values.cut}", must be five numbers such as --cut=0.2,0.5,0.7,0.4,0.5.`);
  }
  return {
    help: values.help,
    entries,
    outOf: (name: string) =>
      values.scene === ALL ? join(values.out ?? ".", `${name}.png`) : (values.out ?? `${name}.png`),
    seconds: values.seconds === undefined ? null : numberIn("seconds", values.seconds, 0, 3600),
    width: pixels("width"),
    height: pixels("height"),
    angles,
    cut,
  };
}

type Arguments = ReturnType<typeof readArguments>;

/** @returns What is not as it must be. */
async function takeSnapshot(
  entry: DemoEntry,
  { outOf, width, height, angles, cut, ...given }: Arguments,
): Promise<string[]> {
  const demo = await entry.load();
  const seconds = given.seconds ?? demo.pictureAt;
  const out = outOf(entry.name);
  await mkdir(dirname(out), { recursive: true });
  const { engine, adapter, readPixels, dispose } = await createHeadlessEngine({ width, height, antialias: true });
  console.log(`${adapter.name}${adapter.isSoftware ? " (software)" : ""}`);
  const stage = await Stage.Open(demo, engine);
  if (angles) {
    const [alpha, beta, radius] = angles as [number, number, number];
    Object.assign(stage.camera, { alpha: (alpha * Math.PI) / 180, beta: (beta * Math.PI) / 180, radius });
  }

  const start = performance.now();
  const steps = Math.round(seconds * STEPS_PER_SECOND);
  for (let step = 0; step < steps; step++) {
    if (cut && step === Math.max(steps - Math.round(cut[4] * STEPS_PER_SECOND), 0)) {
      const [x, y, toX, toY] = cut;
      const { cloths } = ClothSystem.For(stage.scene);
      // A cut is through what is known, as the camera sees it.
      await Promise.all(cloths.map((cloth) => cloth.fetchShape()));
      stage.scene.render();
      for (const cloth of cloths) {
        const count = cloth.cut({ x: x * width, y: y * height }, { x: toX * width, y: toY * height });
        console.log(`${cloth.name}: ${count} threads are cut`);
      }
    }
    stage.step(1 / STEPS_PER_SECOND);
    if (step % STEPS_IN_FLIGHT === 0) await engine._device.queue.onSubmittedWorkDone();
  }
  const complaints = demo.check(await stage.readState());
  const simulated = performance.now();
  for (let frame = 0; frame < FRAMES; frame++) {
    engine.beginFrame();
    stage.scene.render();
    engine.endFrame();
  }
  await writePng(out, { width, height, data: await readPixels() });
  const milliseconds = (from: number, to: number): string => `${(to - from).toFixed(0)} ms`;
  console.log(
    `${demo.name}: ${seconds} s simulated in ${milliseconds(start, simulated)}, ` +
      `${FRAMES} frames of ${width} x ${height} drawn in ${milliseconds(simulated, performance.now())}: ${out}`,
  );
  await dispose();
  return complaints.map((complaint) => `${demo.name}: ${complaint}`);
}

// Node's fetch reads no files, which a page gets from its server.
const fetchAddress = globalThis.fetch;
globalThis.fetch = async (input, init) =>
  input instanceof URL && input.protocol === "file:" ? new Response(await readFile(input)) : fetchAddress(input, init);
try {
  const given = readArguments();
  if (given.help) console.log(USAGE);
  for (const entry of given.help ? [] : given.entries) {
    const complaints = await takeSnapshot(entry, given);
    complaints.forEach((complaint) => console.error(complaint));
    if (complaints.length > 0) process.exitCode = 1;
  }
} catch (error) {
  const isUsage = error instanceof UsageError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  console.error(isUsage ? `${(error as Error).message}\n\n${USAGE}` : error);
  process.exitCode = 1;
}
