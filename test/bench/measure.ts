import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import type { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import { ClothSystem, CreateCloth, type ClothCollider, type IClothCollider } from "../../src/index.js";
import { measureStretch, type Stretch } from "../support/stretch.js";

/**
 * Equal cloths that hang by two corners in a light wind with eddies: all kinds of links, bending, tethers, surface samples.
 *
 * Colliders of the scene: "few" are a floor and a ball below; "eight" are one of each shape around, the ball in the belly of the
 * cloth; "touching" are eight of which four are in its belly; "moving" are eight, each on its way in every frame.
 */
export interface Workload {
  readonly controlPoints: number;
  readonly cloths: number;
  readonly substeps: number;
  readonly colliders: "few" | "eight" | "touching" | "moving" | Ground;
  /** Keeps apart from itself; "pile": cloths that lie on the floor in folds, "lying": on their collider, else they hang. */
  readonly selfCollision?: boolean;
  readonly shape?: "pile" | "lying";
  /** Each hangs so far behind the one before [m], and keeps apart from it; without it, all hang in one place and do not meet. */
  readonly apart?: number;
  /** How threads are solved; without it, as whole lines. */
  readonly threads?: "fast";
  /** Segments of the drawn surface along each side; without it, half a pixel of error. */
  readonly segments?: number;
}

/** What cloth lies on, and how it meets that: by its shape, by a field of 64 cells, or by a pair of maps of 256 texels. */
type Ground = `${"box" | "ball"} by ${"shape" | "field" | "depth"}`;

/** Times of a frame [ms]. */
interface Spread {
  readonly median: number;
  readonly p99: number;
  readonly worst: number;
}

/** What a workload costs and how well it is solved. */
export interface Measurement {
  readonly workload: Workload;
  /** GPU. */
  readonly simulation: Spread;
  /** GPU. */
  readonly surface: Spread;
  /** JavaScript thread. */
  readonly javaScript: Spread;
  readonly triangles: number;
  /** Of the first cloth, after all frames. */
  readonly stretch: Stretch;
}

/** On hardware, so many that the JavaScript engine has compiled what it runs. */
const WARM_UP_FRAMES = 200;

/** Dependent sums of a filler: some 25 ms, longer than JavaScript takes for a frame of 1000 cloths. */
const FILLER_SUMS = 12_000_000;
const filler = `
@group(0) @binding(0) var<storage, read_write> sums: array<f32>;
@compute @workgroup_size(64)
fn fill(@builtin(global_invocation_id) id: vec3u) {
  var sum = f32(id.x);
  for (var i = 0u; i < ${FILLER_SUMS.toString()}u; i++) {
    sum = fma(sum, 0.999, 1.0);
  }
  sums[id.x] = sum;
}`;

/**
 * Keeps a GPU busy between two frames: one that waits for JavaScript lowers its clock, and 1000 cloths took five times as long then.
 *
 * @param device - Device to compute on.
 * @returns Submits the work.
 */
function createFiller(device: GPUDevice): () => void {
  const workgroups = 64;
  const pipeline = device.createComputePipeline({
    layout: "auto",
    compute: { module: device.createShaderModule({ code: filler }) },
  });
  const buffer = device.createBuffer({ size: 4 * 64 * workgroups, usage: GPUBufferUsage.STORAGE });
  const group = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [{ binding: 0, resource: { buffer } }],
  });
  return () => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(workgroups);
    pass.end();
    device.queue.submit([encoder.finish()]);
  };
}

/**
 * @param engine - GPU times are zero unless it measures them.
 * @param workload - What to run.
 * @param frames - For how long.
 * @param isKeptBusy - Whether the GPU has other work between frames.
 * @returns What it costs.
 */
export async function measure(
  engine: WebGPUEngine,
  workload: Workload,
  frames: number,
  isKeptBusy = false,
): Promise<Measurement> {
  const scene = new Scene(engine);
  new FreeCamera("camera", new Vector3(0, 0, -4), scene);
  const system = ClothSystem.For(scene);
  const moving = addColliders(scene, workload.colliders);
  const { controlPoints, substeps, segments, selfCollision = false, shape, apart, threads = "stiff" } = workload;
  const clothCollision = apart !== undefined;
  const pins = shape ? "none" : "topCorners";
  system.maxTriangles = 2 ** 20;
  const tessellation = segments ? ({ mode: "fixed", level: segments } as const) : ({ mode: "error" } as const);
  const cloths = Array.from({ length: workload.cloths }, (_, i) => {
    const cloth = CreateCloth(
      `cloth ${i}`,
      {
        controlPoints,
        pins,
        solver: { substeps, selfCollision, clothCollision, threads, sleepSpeed: 0 },
        tessellation,
      },
      scene,
    );
    if (shape === "pile") {
      cloth.position.y = -1.48;
      cloth.rotation.x = 0.02;
    }
    if (shape === "lying") {
      cloth.position.y = 0.32;
      cloth.rotation.x = Math.PI / 2;
    }
    cloth.position.z = (apart ?? 0) * i;
    cloth.wind.set(0.5, 0, 1);
    return cloth;
  });
  const [first] = cloths;
  await system.whenReadyAsync();
  // Every frame lasts 1/60 s, however long it takes: the work of each is the same.
  engine.getDeltaTime = () => 1000 / 60;

  const fill = isKeptBusy ? createFiller(engine._device) : null;
  let frameCount = 0;
  const frame = async (): Promise<void> => {
    frameCount++;
    moving.forEach(({ position }, i) => (position.x += 0.002 * Math.cos(0.1 * frameCount + i)));
    engine.beginFrame();
    scene.render();
    engine.endFrame();
    await engine._device.queue.onSubmittedWorkDone();
    fill?.();
  };
  for (let i = 0; i < Math.min(WARM_UP_FRAMES, frames); i++) await frame();

  const javaScript: number[] = [];
  const simulation: number[] = [];
  const surface: number[] = [];
  for (let i = 0; i < frames; i++) {
    await frame();
    const { timings } = system;
    javaScript.push(timings.javaScript);
    simulation.push(timings.simulation);
    surface.push(timings.surface);
  }

  const rest = first.restGrid.restPositions;
  const stretch = measureStretch(await first.readPositions(), rest, controlPoints, controlPoints);
  const triangles = cloths.reduce((sum, cloth) => sum + cloth.statistics.triangles, 0);
  scene.dispose();
  return {
    workload,
    simulation: spread(simulation.slice(2)),
    surface: spread(surface.slice(2)),
    javaScript: spread(javaScript),
    triangles,
    stretch,
  };
}

/** The colliders of a workload, as far as they move. */
function addColliders(scene: Scene, kind: Workload["colliders"]): ClothCollider[] {
  const system = ClothSystem.For(scene);
  const add = (collider: IClothCollider, x: number, y: number, z: number): ClothCollider =>
    system.colliders.add({ ...collider, position: new Vector3(x, y, z) });
  add({ shape: "plane" }, 0, -2, 0);
  if (kind === "few") {
    add({ shape: "sphere", radius: 0.3 }, 0, -0.8, 0.3);
    return [];
  }
  if (isGround(kind)) {
    lay(scene, kind);
    return [];
  }
  const isNear = kind === "touching";
  const side = isNear ? 0 : 1.2;
  const colliders = [
    add({ shape: "sphere", radius: 0.3 }, 0, -0.2, 0.25),
    add({ shape: "box", size: new Vector3(0.2, 0.2, 0.2) }, 0.3 + side, -0.4, 0.2),
    add(
      { shape: "capsule", radius: 0.08, endRadius: 0.05, start: new Vector3(0, -0.1, 0), end: new Vector3(0, 0.1, 0) },
      -0.35 - side,
      -0.3,
      0.2,
    ),
    add({ shape: "ellipsoid", radii: new Vector3(0.3, 0.2, 0.1) }, 0, -1.2, 0.3),
    add({ shape: "convex", planes: cubePlanes(0.1) }, 0.1 + side, 0.1, 0.3),
    add({ shape: "sphere", radius: 0.3 }, 0, 2, 0),
    add({ shape: "box", size: new Vector3(0.4, 0.4, 0.4) }, -2, 0, 0),
  ];
  return kind === "moving" ? colliders : [];
}

function isGround(kind: Workload["colliders"]): kind is Ground {
  return kind.startsWith("box") || kind.startsWith("ball");
}

/** A box of 1.2 m, or a ball of 0.6 m; the top of each is at 0.3 m. */
function lay(scene: Scene, ground: Ground): void {
  const { colliders } = ClothSystem.For(scene);
  const isBall = ground.startsWith("ball");
  const mesh = isBall
    ? CreateSphere("ball", { diameter: 0.6, segments: 32 }, scene)
    : CreateBox("box", { size: 1.2 }, scene);
  mesh.position.y = isBall ? 0 : -0.3;
  if (ground.endsWith("field")) {
    colliders.addMesh(mesh, "field", { resolution: 64 });
  } else if (ground.endsWith("depth")) {
    colliders.addMesh(mesh, "depth", { resolution: 256 });
  } else {
    colliders.addMesh(mesh, isBall ? "sphere" : "box");
  }
}

function cubePlanes(halfSize: number): { normal: Vector3; distance: number }[] {
  return [Vector3.Right(), Vector3.Up(), Vector3.Forward()].flatMap((normal) => [
    { normal, distance: halfSize },
    { normal: normal.negate(), distance: halfSize },
  ]);
}

function spread(times: number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b);
  return {
    median: sorted[sorted.length >> 1],
    p99: sorted[Math.floor(0.99 * (sorted.length - 1))],
    worst: sorted[sorted.length - 1],
  };
}
