// Renders the scenes by which contact of cloth is judged, without a browser or a display: six moments of each in one picture.
//
//   npm run filmstrips -- [folder] [scene ...]
//
// Control grids of 24 x 24 points, solved on the CPU. The folder is docs/pictures unless told otherwise.
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { PBRMaterial } from "@babylonjs/core/Materials/PBR/pbrMaterial.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateCapsule } from "@babylonjs/core/Meshes/Builders/capsuleBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Scene } from "@babylonjs/core/scene.js";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { looks } from "../demo/studio/looks.js";
import { createFabricMaterial } from "../demo/studio/fabricMaterials.js";
import { createMaterial } from "../demo/studio/materials.js";
import { createStudio, type Studio } from "../demo/studio/studio.js";
import { createPlanks } from "../demo/textures/floors.js";
import { ClothSystem, CreateCloth, type ClothCollider, type ClothMesh } from "../src/index.js";
import { contactScenes } from "../test/support/contactScenes.js";
import { tangledScenes } from "../test/support/tangledScenes.js";
import type { ClothScene } from "../test/support/clothScene.js";
import { createHeadlessEngine, type HeadlessEngine } from "../test/support/headless.js";
import { writePng } from "../test/support/png.js";

const POINTS = 24;
const MOMENT = { width: 400, height: 300 };
const COLUMNS = 3;
const ROWS = 2;
const STEPS_PER_SECOND = 60;
/** Shadow maps and bounds follow the cloth one frame late. */
const FRAMES = 3;
/** Linear. */
const DYES = [
  [0.42, 0.06, 0.03],
  [0.05, 0.13, 0.3],
  [0.4, 0.27, 0.06],
  [0.06, 0.2, 0.11],
] as const;

/** How far the floor is below a scene, and where it is seen from: angles [degrees], distance and target [m]. */
interface View {
  readonly floor: number;
  readonly camera: readonly [alpha: number, beta: number, radius: number];
  readonly target: readonly [x: number, y: number, z: number];
  /** Of the scene that are shown; all without it. */
  readonly seconds?: number;
}

const views: Readonly<Record<string, View>> = {
  twist: { floor: 0, camera: [-70, 62, 2.4], target: [0, 0.3, 0] },
  hem: { floor: 0, camera: [-70, 75, 2.6], target: [0, 0.65, 0] },
  cape: { floor: -1.6, camera: [60, 75, 3.2], target: [0, -0.6, -0.9] },
  towel: { floor: 0, camera: [-60, 60, 1.2], target: [0, 0.05, 0.05] },
  pile: { floor: 0, camera: [-60, 62, 1.6], target: [0, 0.08, 0] },
  teleport: { floor: -1.3, camera: [-35, 70, 2.6], target: [0, -0.25, 0], seconds: 0.6 },
  sheets: { floor: -0.6, camera: [-70, 70, 2], target: [0, 0.1, 0] },
};

/** A scene that is drawn, whose cloths are solved on the CPU. */
function createStage(scene: Scene, system: ClothSystem, studio: Studio): ClothScene {
  const cloths: ClothMesh[] = [];
  return {
    scene,
    system,
    add(options = {}, place = () => undefined) {
      const { solver = {}, ...others } = options;
      const cloth = CreateCloth("cloth", { ...others, backend: "cpu", solver: { sleepSpeed: 0, ...solver } }, scene);
      place(cloth);
      const { width = 1, height = 1 } = options;
      const [...color] = DYES[cloths.length % DYES.length];
      cloth.material = createFabricMaterial("linen", { width, height, color }, scene);
      studio.add(cloth);
      cloths.push(cloth);
      return cloth;
    },
    run(frames, each = () => undefined) {
      for (let frame = 0; frame < frames; frame++) {
        each(frame);
        system.step(1 / STEPS_PER_SECOND);
      }
    },
    dispose() {
      scene.dispose();
    },
  };
}

/** What keeps the cloths out, but for planes: the floor is there. */
function showColliders(cloths: readonly ClothMesh[], scene: Scene, studio: Studio): void {
  const seen = new Set<string>();
  for (const collider of cloths.flatMap(({ colliders }) => colliders.list)) {
    const { shape, radius, node } = collider;
    const key = [shape, radius, node?.uniqueId, placeOf(collider).asArray()].join(" ");
    if (shape === "plane" || seen.has(key)) {
      continue;
    }
    seen.add(key);
    const { start, end } = collider;
    const mesh =
      shape === "capsule"
        ? CreateCapsule("capsule", { radius, height: Vector3.Distance(start, end) + 2 * radius }, scene)
        : CreateSphere("ball", { diameter: 2 * radius, segments: 48 }, scene);
    mesh.position.copyFrom(placeOf(collider));
    mesh.parent = node instanceof TransformNode ? node : null;
    mesh.material = createMaterial("blueLacquer", scene);
    studio.add(mesh);
  }
}

function placeOf({ shape, start, end, position }: ClothCollider): Vector3 {
  return shape === "capsule" ? Vector3.Center(start, end) : position;
}

async function film(headless: HeadlessEngine, name: string, view: View): Promise<Uint8Array> {
  const { floor, camera, target } = view;
  const { engine, readPixels } = headless;
  const scene = new Scene(engine);
  const system = ClothSystem.For(scene);
  system.paused = true;
  const middle = Vector3.FromArray(target);
  const studio = createStudio(scene, {
    look: looks.brightStudio,
    floor: createPlanks(scene),
    target: middle,
    radius: 2,
  });
  studio.floor.position.y = floor;
  // Plain, so that nothing but the cloth draws the eye.
  const ground = new PBRMaterial("ground", scene);
  ground.metallic = 0;
  ground.albedoColor.setAll(0.3);
  studio.floor.material = ground;
  const [alpha, beta, radius] = camera;
  const eye = new ArcRotateCamera("eye", (alpha * Math.PI) / 180, (beta * Math.PI) / 180, radius, middle, scene);
  eye.minZ = 0.05;
  eye.fov = 0.7;
  const stage = createStage(scene, system, studio);
  const { seconds: all, create } = { ...contactScenes, ...tangledScenes }[name];
  const { seconds = all } = view;
  const solver = { selfCollision: true, clothCollision: true };
  const { cloths, each } = create(stage, POINTS, { solver });
  showColliders(cloths, scene, studio);
  await scene.whenReadyAsync();
  const width = COLUMNS * MOMENT.width;
  const strip = new Uint8Array(4 * width * ROWS * MOMENT.height);
  const frames = seconds * STEPS_PER_SECOND;
  let frame = 0;
  for (let moment = 0; moment < COLUMNS * ROWS; moment++) {
    for (const last = Math.round((frames * (moment + 1)) / (COLUMNS * ROWS)); frame < last; frame++) {
      stage.run(1, () => {
        each((frame + 1) / STEPS_PER_SECOND);
      });
    }
    for (let i = 0; i < FRAMES; i++) {
      engine.beginFrame();
      scene.render();
      engine.endFrame();
    }
    const pixels = await readPixels();
    const [column, row] = [moment % COLUMNS, Math.floor(moment / COLUMNS)];
    for (let y = 0; y < MOMENT.height; y++) {
      const line = pixels.subarray(4 * MOMENT.width * y, 4 * MOMENT.width * (y + 1));
      strip.set(line, 4 * (width * (row * MOMENT.height + y) + column * MOMENT.width));
    }
  }
  stage.dispose();
  return strip;
}

const [folder = "docs/pictures", ...asked] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const headless = await createHeadlessEngine({ ...MOMENT, antialias: true });
for (const [name, view] of Object.entries(views).filter(([scene]) => asked.length === 0 || asked.includes(scene))) {
  const data = await film(headless, name, view);
  const out = join(folder, `contact-${name}.png`);
  await writePng(out, { width: COLUMNS * MOMENT.width, height: ROWS * MOMENT.height, data });
  console.log(out);
}
await headless.dispose();
