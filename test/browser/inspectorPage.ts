// A page with a flag, a curtain and the Inspector, for inspector.test.ts.
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.js";
import { PickingInfo } from "@babylonjs/core/Collisions/pickingInfo.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { Color3 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import { ClothCollider, ClothSystem, CreateCloth, type ClothMesh } from "../../src/index.js";
import { optionsAsCode, ShowClothInspector, type IClothInspector } from "../../src/inspector/index.js";

/** What the test reads from the page. */
export interface InspectedPage {
  readonly scene: Scene;
  readonly system: ClothSystem;
  readonly flag: ClothMesh;
  readonly curtain: ClothMesh;
  /** Addresses of the scripts that the page has loaded. */
  scripts(): string[];
  show(): Promise<void>;
  close(): Promise<void>;
  code(): string;
  /** Lets the device have these limits instead of its own; null: its own. */
  limitDevice(limits: object | null): void;
  /** One of each shape that the curtain has none of, far away; the last is the scene's. */
  addColliders(): void;
  removeColliders(): void;
  /** Taps a mesh, as a click in the scene does. */
  tap(mesh: string): void;
}

declare global {
  interface Window {
    inspected?: InspectedPage;
  }
}

/** Pixels are drawn by software. */
const HARDWARE_SCALING = 2;

const canvas = document.createElement("canvas");
canvas.style.cssText = "width: 100%; height: 100%; display: block";
document.body.style.cssText = "margin: 0; height: 100vh; overflow: hidden";
document.body.append(canvas);

const engine = new WebGPUEngine(canvas, { enableAllFeatures: true });
await engine.initAsync();
engine.setHardwareScalingLevel(HARDWARE_SCALING);
const scene = new Scene(engine);
scene.clearColor.set(0.75, 0.8, 0.85, 1);
new ArcRotateCamera("camera", -Math.PI / 2, 1.4, 4, new Vector3(0, 0.1, 0), scene).minZ = 0.1;
new HemisphericLight("sky", new Vector3(0.3, 1, -0.5), scene);
const ball = CreateSphere("ball", { diameter: 0.5, segments: 12 }, scene);
ball.position.set(-0.7, -0.4, 0.1);

const system = ClothSystem.For(scene);
system.defaultMaterial.diffuseColor = new Color3(0.75, 0.25, 0.2);
const flag = CreateCloth("flag", { controlPoints: 12, fullResolution: 32, pins: "leftEdge" }, scene);
flag.position.x = 0.7;
flag.wind.set(3, 0, 1);
const curtain = CreateCloth("curtain", { controlPoints: 8, tessellation: { mode: "fixed", level: 16 } }, scene);
curtain.position.x = -0.7;
curtain.colliders.addMesh(ball);
await system.whenReadyAsync();
engine.runRenderLoop(() => scene.render());

function addColliders(): void {
  const position = new Vector3(0, 50, 0);
  const thigh = { shape: "capsule", position, radius: 0.2, endRadius: 0.1 } as const;
  const knee = new ClothCollider({ shape: "sphere", position, radius: 0.2 });
  const corner = [new Vector3(1, 1, 1), new Vector3(-1, 0, 0), new Vector3(0, -1, 0), new Vector3(0, 0, -1)];
  const planes = corner.map((normal) => ({ normal, distance: 0.1 }));
  curtain.colliders.add({ shape: "box", position, size: new Vector3(1, 2, 3) });
  curtain.colliders.add({ shape: "ellipsoid", position, radii: new Vector3(1, 2, 3) });
  curtain.colliders.add(thigh);
  curtain.colliders.add({ ...thigh, from: knee });
  curtain.colliders.add({ shape: "convex", position, planes });
  system.colliders.add({ shape: "plane", position: position.negate() });
}

function limitDevice(limits: object | null): void {
  const { _device: device } = engine as unknown as { _device: GPUDevice };
  if (limits) {
    Object.defineProperty(device, "limits", { value: limits, configurable: true });
  } else {
    delete (device as { limits?: unknown }).limits;
  }
}

let open: IClothInspector | null = null;
window.inspected = {
  scene,
  system,
  flag,
  curtain,
  scripts: () => performance.getEntriesByType("resource").flatMap(({ name }) => (name.endsWith(".js") ? [name] : [])),
  show: async () => {
    open = await ShowClothInspector(scene, { layoutMode: "overlay" });
  },
  close: async () => open?.dispose(),
  code: () => optionsAsCode(flag),
  limitDevice,
  addColliders,
  tap: (mesh) => {
    const pickInfo = new PickingInfo();
    pickInfo.hit = true;
    pickInfo.pickedMesh = scene.getMeshByName(mesh);
    scene.simulatePointerDown(pickInfo).simulatePointerUp(pickInfo);
  },
  removeColliders: () => {
    for (const list of [curtain.colliders, system.colliders]) {
      list.list.slice(list === curtain.colliders ? 1 : 0).forEach((collider) => list.remove(collider));
    }
  },
};
