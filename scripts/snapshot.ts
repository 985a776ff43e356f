// Renders a demo scene without a browser or a display:
//
//   npm run snapshot -- --scene drape --seconds 2 --out drape.png
//
// The seconds are simulated in steps of 1/60 s, so that the picture does not depend on how fast the machine is.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { demoScenes, pictureScenes } from "../demo/scenes/index.js";
import { Stage } from "../demo/stage.js";
import { createHeadlessEngine } from "../test/support/headless.js";
import { writePng } from "../test/support/png.js";

const scenes = [...demoScenes, ...pictureScenes];
const STEPS_PER_SECOND = 60;

/** Shadow maps and bounds follow the cloth one frame late. */
const FRAMES = 3;

const USAGE = `npm run snapshot -- [options]
  --scene name        ${scenes.map(({ name }) => name).join(" or ")}
  --seconds number    simulated before the picture is taken, default when there is most to see
  --out path          PNG file to write, default <scene>.png
  --width pixels      default 960
  --height pixels     default 600
  --camera=a,b,r      where from: angle about the vertical and from it [degrees], distance [m]`;

/** Wrong arguments. */
class UsageError extends Error {}

const options = {
  scene: { type: "string", default: "drape" },
  seconds: { type: "string" },
  out: { type: "string" },
  width: { type: "string", default: "960" },
  height: { type: "string", default: "600" },
  camera: { type: "string" },
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
  const entry = scenes.find(({ name }) => name === values.scene);
  if (!entry) {
    throw new UsageError(`--scene is "${values.scene}", must be ${scenes.map(({ name }) => name).join(" or ")}.`);
  }
  const pixels = (name: "width" | "height"): number => Math.round(numberIn(name, values[name], 16, 8192));
  const angles = values.camera?.split(",").map((given) => numberIn("camera", given, -1000, 1000));
  if (angles && (angles.length !== 3 || angles[2] <= 0)) {
    throw new UsageError(`--camera is "${values.camera}", must be three numbers such as --camera=-60,70,3.`);
  }
  return {
    help: values.help,
    entry,
    seconds: values.seconds === undefined ? null : numberIn("seconds", values.seconds, 0, 3600),
    out: values.out ?? `${entry.name}.png`,
    width: pixels("width"),
    height: pixels("height"),
    angles,
  };
}

async function takeSnapshot(): Promise<void> {
  const { help, entry, out, width, height, angles, ...given } = readArguments();
  if (help) {
    console.log(USAGE);
    return;
  }
  const demo = await entry.load();
  const seconds = given.seconds ?? demo.pictureAt;
  const { engine, adapter, readPixels, dispose } = await createHeadlessEngine({ width, height, antialias: true });
  console.log(`${adapter.name}${adapter.isSoftware ? " (software)" : ""}`);
  const stage = await Stage.Open(demo, engine);
  if (angles) {
    const [alpha, beta, radius] = angles as [number, number, number];
    Object.assign(stage.camera, { alpha: (alpha * Math.PI) / 180, beta: (beta * Math.PI) / 180, radius });
  }

  const start = performance.now();
  for (let step = 0; step < Math.round(seconds * STEPS_PER_SECOND); step++) {
    stage.step(1 / STEPS_PER_SECOND);
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
  complaints.forEach((complaint) => console.log(complaint));
  await dispose();
}

// Node's fetch reads no files, which a page gets from its server.
const fetchAddress = globalThis.fetch;
globalThis.fetch = async (input, init) =>
  input instanceof URL && input.protocol === "file:" ? new Response(await readFile(input)) : fetchAddress(input, init);

try {
  await takeSnapshot();
} catch (error) {
  const isUsage = error instanceof UsageError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  console.error(isUsage ? `${(error as Error).message}\n\n${USAGE}` : error);
  process.exitCode = 1;
}
