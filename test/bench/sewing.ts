// Prints what two sheets cost that are sewn together, and how far they stretch: apart, by one seam, as a cushion, and blown up.
//
//   npm run bench:sewing [-- --frames 180 --sizes 34,66,130 --kinds seam,cushion --substeps 8]    on this machine
//   npm run bench:bundle && node build/sewing.mjs                                                the same as one file
import { parseArgs } from "node:util";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import type { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import { ClothPressure, ClothSeam, ClothSystem, CreateCloth, type ClothEdge, type ClothMesh } from "../../src/index.js";
import { createHeadlessEngine } from "../support/headless.js";

const kinds = {
  apart: { edges: [], wind: 0, pressure: 0 },
  seam: { edges: ["bottomEdge"], wind: 0, pressure: 0 },
  "seam, 3 m/s": { edges: ["bottomEdge"], wind: 3, pressure: 0 },
  "seam, 8 m/s": { edges: ["bottomEdge"], wind: 8, pressure: 0 },
  cushion: { edges: ["leftEdge", "rightEdge", "bottomEdge", "topEdge"], wind: 0, pressure: 0 },
  "cushion, 5 Pa": { edges: ["leftEdge", "rightEdge", "bottomEdge", "topEdge"], wind: 0, pressure: 5 },
} as const satisfies Record<string, { edges: readonly ClothEdge[]; wind: number; pressure: number }>;
type Kind = keyof typeof kinds;

const { values } = parseArgs({
  options: {
    frames: { type: "string" },
    sizes: { type: "string", default: "34,66,130" },
    kinds: { type: "string", default: Object.keys(kinds).join(";") },
    substeps: { type: "string", default: "8" },
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
// A GPU that was idle runs slowly at first.
if (!adapter.isSoftware) await measure(engine, 130, "seam");
const rows = [];
for (const size of sizes) {
  for (const kind of chosen) rows.push({ size, kind, ...(await measure(engine, size, kind)) });
}
console.table(rows);
await dispose();

/** Time of a frame [us], and strains in the second half of all frames [%]. */
interface Row {
  readonly simulation: number;
  readonly strain: number;
  readonly worst: number;
}

async function measure(ofEngine: WebGPUEngine, size: number, kind: Kind): Promise<Row> {
  const scene = new Scene(ofEngine);
  new FreeCamera("camera", new Vector3(0, 0, -4), scene);
  const system = ClothSystem.For(scene);
  const { edges, wind, pressure } = kinds[kind];
  const isCushion = edges.length > 1;
  const cloths = [0, 1].map((i) => {
    const cloth = CreateCloth(
      `sheet ${i}`,
      {
        controlPoints: 10,
        fullResolution: size,
        pins: i === 0 ? "topEdge" : "none",
        solver: { substeps: Number(values.substeps), sleepSpeed: 0, damping: 0.2 },
        tessellation: { mode: "fixed", level: 1 },
      },
      scene,
    );
    if (isCushion) {
      cloth.position.z = 0.02 * i;
    } else {
      cloth.position.y = -i;
    }
    cloth.wind.set(0.3 * wind, 0, wind);
    return cloth;
  });
  const sideOf = (cloth: ClothMesh, edge: ClothEdge): { cloth: ClothMesh; edge: ClothEdge } => ({ cloth, edge });
  for (const edge of edges) {
    const to = isCushion ? edge : "topEdge";
    new ClothSeam(edge, { from: sideOf(cloths[0], edge), to: sideOf(cloths[1], to) });
  }
  if (pressure > 0) {
    new ClothPressure("air", { cloths, pressure });
  }
  if (edges.length === 0) {
    cloths.forEach((cloth) => (cloth.fidelity = "fullResolution"));
  }
  await system.whenReadyAsync();
  ofEngine.getDeltaTime = () => 1000 / 60;
  const times: number[] = [];
  const strains: number[] = [];
  for (let frame = 0; frame < frames; frame++) {
    ofEngine.beginFrame();
    scene.render();
    ofEngine.endFrame();
    await ofEngine._device.queue.onSubmittedWorkDone();
    if (2 * frame >= frames) {
      times.push(system.timings.simulation);
      strains.push(
        Math.max(...cloths.slice(0, isCushion || edges.length > 0 ? 2 : 1).map((cloth) => cloth.statistics.maxStrain)),
      );
    }
  }
  scene.dispose();
  times.sort((a, b) => a - b);
  return {
    simulation: Math.round(1000 * times[Math.floor(times.length / 2)]),
    strain: Number((100 * strains[strains.length - 1]).toFixed(2)),
    worst: Number((100 * Math.max(...strains)).toFixed(2)),
  };
}
