// Prints what sheets cost that are sewn together, and how far they stretch: apart, by one seam, as a cushion, blown up, and as a dress.
//
//   npm run bench:sewing [-- --frames 180 --sizes 34,66,130 --kinds "seam;cushion" --substeps 8 --grids --copies 10 --meet]    on this machine
//   npm run bench:bundle && node build/sewing.mjs                                                                           the same as one file
//
// --grids: as control grids of these sizes, not at full resolution. --copies: so many of each, side by side. --meet: with clothCollision.
import { parseArgs } from "node:util";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import type { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import { ClothPressure, ClothSeam, ClothSystem, CreateCloth, type ClothEdge, type ClothMesh } from "../../src/index.js";
import { createHeadlessEngine } from "../support/headless.js";

const around: readonly ClothEdge[] = ["leftEdge", "rightEdge", "bottomEdge", "topEdge"];
const kinds = {
  apart: { form: "line", edges: [], wind: 0, pressure: 0 },
  seam: { form: "line", edges: ["bottomEdge"], wind: 0, pressure: 0 },
  "seam, 3 m/s": { form: "line", edges: ["bottomEdge"], wind: 3, pressure: 0 },
  "seam, 8 m/s": { form: "line", edges: ["bottomEdge"], wind: 8, pressure: 0 },
  cushion: { form: "cushion", edges: around, wind: 0, pressure: 0 },
  "cushion, 5 Pa": { form: "cushion", edges: around, wind: 0, pressure: 5 },
  "cushion, 20 Pa": { form: "cushion", edges: around, wind: 0, pressure: 20 },
  dress: { form: "dress", edges: ["rightEdge"], wind: 0, pressure: 0 },
  "dress, 3 m/s": { form: "dress", edges: ["rightEdge"], wind: 3, pressure: 0 },
} as const satisfies Record<string, { form: Form; edges: readonly ClothEdge[]; wind: number; pressure: number }>;
/** Two sheets, one below or behind the other; six panels around an axis. */
type Form = "line" | "cushion" | "dress";
const FRAMES_IN_FLIGHT = 8;
type Kind = keyof typeof kinds;

const { values } = parseArgs({
  options: {
    frames: { type: "string" },
    sizes: { type: "string", default: "34,66,130" },
    kinds: { type: "string", default: Object.keys(kinds).join(";") },
    substeps: { type: "string", default: "8" },
    grids: { type: "boolean", default: false },
    copies: { type: "string", default: "1" },
    meet: { type: "boolean", default: false },
  },
});
const sizes = values.sizes.split(",").map(Number);
const chosen = values.kinds.split(";").map((kind) => {
  if (!(kind in kinds)) {
    throw new RangeError(`--kinds has "${kind}", must be from ${Object.keys(kinds).join("; ")}.`);
  }
  return kind as Kind;
});

const { engine, adapter, dispose } = await createHeadlessEngine({ width: 64, height: 64, setMaximumLimits: true });
const frames = Number(values.frames ?? (adapter.isSoftware ? 30 : 180));
console.log(adapter.name);
engine.enableGPUTimingMeasurements = true;
// A GPU that has little to do runs slowly: another scene keeps it busy.
const heater = adapter.isSoftware ? null : createHeater(engine);
const rows = [];
for (const size of sizes) {
  for (const kind of chosen) rows.push({ size, kind, ...(await measure(engine, size, kind)) });
}
console.table(rows);
heater?.dispose();
await dispose();

/** Time of a frame on the GPU and of its script [us], and strains in the second half of all frames [%]. */
interface Row {
  readonly simulation: number;
  readonly host: number;
  readonly strain: number;
  readonly worst: number;
}

async function measure(ofEngine: WebGPUEngine, size: number, kind: Kind): Promise<Row> {
  const scene = new Scene(ofEngine);
  new FreeCamera("camera", new Vector3(0, 0, -4), scene);
  const system = ClothSystem.For(scene);
  const cloths = Array.from({ length: Number(values.copies) }, (_, copy) =>
    createCopy(scene, size, kind, 3 * copy),
  ).flat();
  await system.whenReadyAsync();
  if (heater) await ClothSystem.For(heater).whenReadyAsync();
  ofEngine.getDeltaTime = () => 1000 / 60;
  const times: number[] = [];
  const host: number[] = [];
  const strains: number[] = [];
  for (let frame = 0; frame < frames; frame++) {
    ofEngine.beginFrame();
    heater?.render();
    const start = performance.now();
    scene.render();
    host.push(performance.now() - start);
    ofEngine.endFrame();
    // A GPU that is waited for in each frame runs slowly.
    if (frame % FRAMES_IN_FLIGHT === 0) await ofEngine._device.queue.onSubmittedWorkDone();
    if (2 * frame >= frames) {
      times.push(system.timings.simulation);
      // The second of two sheets apart falls.
      const held = kind === "apart" ? cloths.slice(0, 1) : cloths;
      strains.push(Math.max(...held.map((cloth) => cloth.statistics.maxStrain)));
    }
  }
  scene.dispose();
  const median = (list: number[]): number => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
  return {
    simulation: Math.round(1000 * median(times)),
    host: Math.round(1000 * median(host)),
    strain: Number((100 * strains[strains.length - 1]).toFixed(2)),
    worst: Number((100 * Math.max(...strains)).toFixed(2)),
  };
}

function createHeater(ofEngine: WebGPUEngine): Scene {
  const scene = new Scene(ofEngine);
  new FreeCamera("camera", new Vector3(0, 0, -4), scene);
  CreateCloth(
    "heater",
    { fidelity: "fullResolution", fullResolution: 258, pins: "topEdge", solver: { sleepSpeed: 0 } },
    scene,
  );
  return scene;
}

function createCopy(scene: Scene, size: number, kind: Kind, z: number): ClothMesh[] {
  const { form, edges, wind, pressure } = kinds[kind];
  const count = form === "dress" ? 6 : 2;
  const cloths = Array.from({ length: count }, (_, i) => {
    const cloth = CreateCloth(
      `sheet ${i.toString()}`,
      {
        ...(values.grids
          ? { controlPoints: size }
          : { controlPoints: 10, fullResolution: size, fidelity: "fullResolution" as const }),
        pins: i === 0 || form === "dress" ? "topEdge" : "none",
        solver: { substeps: Number(values.substeps), sleepSpeed: 0, damping: 0.2, clothCollision: values.meet },
        tessellation: { mode: "fixed", level: 1 },
        width: form === "dress" ? 0.4 : 1,
      },
      scene,
    );
    place(cloth, form, i);
    cloth.position.z += z;
    cloth.wind.set(0.3 * wind, 0, wind);
    return cloth;
  });
  for (const edge of edges) {
    const to = { line: "topEdge", cushion: edge, dress: "leftEdge" } as const;
    for (let i = 0; i < (form === "dress" ? count : 1); i++) {
      new ClothSeam(edge, { from: { cloth: cloths[i], edge }, to: { cloth: cloths[(i + 1) % count], edge: to[form] } });
    }
  }
  if (pressure > 0) {
    new ClothPressure("air", { cloths, pressure });
  }
  return cloths;
}

function place(cloth: ClothMesh, form: Form, i: number): void {
  if (form === "cushion") {
    cloth.position.z = 0.02 * i;
  } else if (form === "line") {
    cloth.position.y = -i;
  } else {
    const angle = (i * Math.PI) / 3;
    cloth.position.set(0.2 * Math.sqrt(3) * Math.sin(angle), 0, -0.2 * Math.sqrt(3) * Math.cos(angle));
    cloth.rotation.y = -angle;
  }
}
