// Prints how often the drawn surface of cloth crosses itself or other cloth, in the scenes by which contact is judged.
//
//   npm run bench:contact -- --points 16,24,32 --full 114x74 [--scenes twist,hem --substeps 8 --without --rest 8 --counts 10 --gpu]    on this machine
//   npm run bench:bundle && node build/contact.mjs --full 114,256                                                                the same as one file
//
// --points: control grids, on the CPU; with --gpu on the GPU. --full: nets at full resolution, on the GPU. --substeps: else the standard.
// --without: no contact of cloth with cloth. --rest: go on so many seconds after the scene, and tell how the last two of them move.
// --counts: so many per second.
import { parseArgs } from "node:util";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import type { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, CreateCloth, type ClothMesh, type IClothOptions } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { contactScenes } from "../support/contactScenes.js";
import { countCrossings, sheetOf } from "../support/crossings.js";
import { createHeadlessEngine } from "../support/headless.js";

const FRAMES_PER_SECOND = 60;
/** A GPU that is waited for in each frame runs slowly. */
const FRAMES_IN_FLIGHT = 8;
/** Whose motion is told at the end of `--rest` [s]. */
const REST_SECONDS = 2;
/** Of what holds the surface of a net at full resolution. */
const CONTROL_POINTS = 16;

const { values } = parseArgs({
  options: {
    scenes: { type: "string", default: Object.keys(contactScenes).join(",") },
    points: { type: "string", default: "" },
    full: { type: "string", default: "" },
    substeps: { type: "string" },
    without: { type: "boolean", default: false },
    rest: { type: "string", default: "0" },
    counts: { type: "string", default: "10" },
    gpu: { type: "boolean", default: false },
  },
});

/** Particles along u and v. */
interface Net {
  readonly u: number;
  readonly v: number;
}

/** Crossing pairs of triangles, and motion after the scene [mm/s, mm]. */
interface Row {
  readonly mean: number;
  readonly worst: number;
  readonly end: number;
  readonly rms?: number;
  readonly sway?: number;
}

const nets = (text: string): readonly Net[] =>
  text
    .split(",")
    .filter((part) => part !== "")
    .map((part) => part.split("x").map(Number))
    .map(([u, v = u]) => ({ u, v }));
const perSecond = Number(values.counts);
if (!(perSecond >= 1 && perSecond <= FRAMES_PER_SECOND)) {
  throw new RangeError(`--counts is ${values.counts}, must be from 1 to ${FRAMES_PER_SECOND.toString()}.`);
}
const countInterval = Math.round(FRAMES_PER_SECOND / perSecond);
const [grids, fulls] = [nets(values.points), nets(values.full)];
if (grids.length + fulls.length === 0) {
  throw new RangeError("--points and --full are empty: one of them must name a net, such as 24 or 114x74.");
}
const names = values.scenes.split(",");
for (const name of names) {
  if (!(name in contactScenes)) {
    throw new RangeError(`--scenes has "${name}", must be from ${Object.keys(contactScenes).join(", ")}.`);
  }
}

const onGpu = values.gpu || fulls.length > 0;
const headless = onGpu ? await createHeadlessEngine({ width: 64, height: 64, setMaximumLimits: true }) : null;
console.log(headless?.adapter.name ?? "CPU");
const rows = [];
for (const scene of names) {
  for (const net of grids) {
    const engine = values.gpu ? (headless?.engine ?? null) : null;
    rows.push({ scene, net: `${net.u}x${net.v}`, ...(await measure(engine, scene, net, { controlPoints: net })) });
  }
  for (const net of fulls) {
    const options = { controlPoints: CONTROL_POINTS, fullResolution: net, fidelity: "fullResolution" } as const;
    rows.push({
      scene,
      net: `full ${net.u}x${net.v}`,
      ...(await measure(headless?.engine ?? null, scene, net, options)),
    });
  }
}
console.table(rows);
await headless?.dispose();

async function measure(engine: WebGPUEngine | null, name: string, net: Net, options: IClothOptions): Promise<Row> {
  const stage = engine ? createGpuScene(engine) : createClothScene();
  const { seconds, create } = contactScenes[name];
  const contact = !values.without;
  const substeps = values.substeps === undefined ? {} : { substeps: Number(values.substeps) };
  // What is held by points of a net is held by those of the one that is simulated.
  const { cloths, each } = create(stage, net.v, {
    ...options,
    solver: { selfCollision: contact, clothCollision: contact, ...substeps },
  });
  await stage.system.whenReadyAsync();
  const counts: number[] = [];
  const places: Float32Array[] = [];
  const frames = Math.round(FRAMES_PER_SECOND * seconds);
  const last = frames + FRAMES_PER_SECOND * Number(values.rest);
  const isResting = (frame: number): boolean => frame > frames && frame >= last - FRAMES_PER_SECOND * REST_SECONDS;
  for (let frame = 1; frame <= last; frame++) {
    stage.run(1, () => {
      each(frame / FRAMES_PER_SECOND);
      stage.scene.transformNodes.forEach((node) => node.computeWorldMatrix(true));
    });
    const isCounted = frame === frames || (frame < frames && frame % countInterval === 0);
    if (isCounted || isResting(frame)) {
      const now = await Promise.all(cloths.map(async (cloth) => Float32Array.from(await cloth.readPositions())));
      if (isCounted) {
        const { countU, countV } = cloths[0].restGrid;
        counts.push(countCrossings(now.map((positions) => sheetOf(positions, countU, countV))));
      } else {
        places.push(Float32Array.from(now.flatMap((positions) => [...positions])));
      }
    } else if (frame % FRAMES_IN_FLIGHT === 0) {
      await engine?._device.queue.onSubmittedWorkDone();
    }
  }
  stage.dispose();
  return {
    mean: round(meanOf(counts)),
    worst: Math.max(...counts),
    end: counts[counts.length - 1],
    ...(places.length > 0 ? motionOf(places) : {}),
  };
}

/** A scene on the GPU, with the same clock as that on the CPU. */
function createGpuScene(engine: WebGPUEngine): ClothScene {
  const scene = new Scene(engine);
  scene.gravity.y = -9.81;
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  const system = ClothSystem.For(scene);
  // Time passes by run() alone.
  system.paused = true;
  return {
    scene,
    system,
    add(options = {}, place = () => undefined): ClothMesh {
      const { solver = {}, ...others } = options;
      const tessellation = { mode: "fixed", level: 1 } as const;
      const cloth = CreateCloth("cloth", { tessellation, solver: { sleepSpeed: 0, ...solver }, ...others }, scene);
      place(cloth);
      return cloth;
    },
    run(count, each = () => undefined) {
      for (let frame = 0; frame < count; frame++) {
        engine.beginFrame();
        each(frame);
        system.step(1 / FRAMES_PER_SECOND);
        scene.render();
        engine.endFrame();
      }
    },
    dispose() {
      scene.dispose();
    },
  };
}

/** Of the last seconds: root of the mean square speed, and the way of the point that goes farthest. */
function motionOf(places: readonly Float32Array[]): { rms: number; sway: number } {
  const [first] = places;
  let [squares, farthest] = [0, 0];
  places.slice(1).forEach((now, k) => {
    for (let at = 0; at < now.length; at += 3) {
      const far = (from: Float32Array): number =>
        Math.hypot(...[0, 1, 2].map((axis) => now[at + axis] - from[at + axis]));
      squares += (FRAMES_PER_SECOND * far(places[k])) ** 2;
      farthest = Math.max(farthest, far(first));
    }
  });
  const count = ((places.length - 1) * first.length) / 3;
  return { rms: round(1000 * Math.sqrt(squares / count)), sway: round(1000 * farthest) };
}

function meanOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0) / counts.length;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
