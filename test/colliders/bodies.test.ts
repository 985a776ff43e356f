// Bodies of Havok on cloth that they push, and that pushes them.
import { readFileSync } from "node:fs";
import HavokPhysics, { type HavokPhysicsWithBindings } from "@babylonjs/havok";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { PhysicsShapeType } from "@babylonjs/core/Physics/v2/IPhysicsEnginePlugin.js";
import { HavokPlugin } from "@babylonjs/core/Physics/v2/Plugins/havokPlugin.js";
import type { PhysicsEngine } from "@babylonjs/core/Physics/v2/physicsEngine.js";
import { PhysicsAggregate } from "@babylonjs/core/Physics/v2/physicsAggregate.js";
import type { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import "@babylonjs/core/Physics/joinedPhysicsEngineComponent.js";
import { Fabrics, type ClothMesh } from "../../src/index.js";
import { createClothScene, lay, type ClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";

const G = 9.81;
/** The long runs of docs/figures.md. */
const IS_LONG = Boolean(process.env.MEASURE);

let havok: HavokPhysicsWithBindings;
let stage: ClothScene;
let engine: PhysicsEngine;
beforeAll(async () => {
  const wasm = readFileSync("node_modules/@babylonjs/havok/lib/esm/HavokPhysics.wasm");
  havok = await HavokPhysics({ wasmBinary: wasm as unknown as ArrayBuffer });
});
beforeEach(() => {
  stage = createClothScene();
  stage.scene.enablePhysics(new Vector3(0, -G, 0), new HavokPlugin(true, havok));
  engine = stage.scene.getPhysicsEngine() as PhysicsEngine;
});
afterEach(() => {
  stage.dispose();
});

const SIZE = 0.3;
const TABLE = 0.775;

/** A body of no restitution at a height [m]. */
function drop(kind: "box" | "ball", mass: number, height: number): PhysicsBody {
  const { scene } = stage;
  const node = kind === "box" ? CreateBox(kind, { size: SIZE }, scene) : CreateSphere(kind, { diameter: SIZE }, scene);
  node.position.y = height;
  const shape = kind === "box" ? PhysicsShapeType.BOX : PhysicsShapeType.SPHERE;
  const { body } = new PhysicsAggregate(node, shape, { mass, restitution: 0, friction: 0.5 }, scene);
  body.setLinearDamping(0);
  body.setAngularDamping(0);
  return body;
}

/** A table cloth as in the recipes, at rest on its table. */
function layTable(controlPoints: number): ClothMesh {
  const { scene } = stage;
  const table = CreateBox("table", { width: 1.2, height: 0.05, depth: 0.8 }, scene);
  table.position.y = TABLE - 0.025;
  const ground = CreateBox("ground", { width: 10, height: 1, depth: 10 }, scene);
  ground.position.y = -0.5;
  const cloth = stage.add(
    {
      width: 1.8,
      height: 1.4,
      controlPoints,
      pins: "none",
      density: 0.3,
      thickness: 0.008,
      fabric: Fabrics.denim,
      solver: { friction: 0.8 },
    },
    (mesh) => {
      lay(mesh, 0.8);
    },
  );
  for (const solid of [table, ground] satisfies Mesh[]) {
    new PhysicsAggregate(solid, PhysicsShapeType.BOX, { mass: 0, restitution: 0, friction: 0.5 }, scene);
    cloth.colliders.addMesh(solid);
  }
  stage.run(60);
  return cloth;
}

/** Energy of a body [J]. */
function energyOf(body: PhysicsBody): number {
  const { mass = 0, inertia = Vector3.Zero() } = body.getMassProperties();
  const spin = body.getAngularVelocity();
  const rotational = inertia.x * spin.x ** 2 + inertia.y * spin.y ** 2 + inertia.z * spin.z ** 2;
  return mass * (0.5 * body.getLinearVelocity().lengthSquared() + 0.5 * rotational + G * body.transformNode.position.y);
}

/** Physics first, then cloth, as in a frame of Babylon. */
function run(seconds: number, framesPerSecond: number, each: (time: number) => void): void {
  for (let frame = 1; frame <= seconds * framesPerSecond; frame++) {
    engine._step(1 / framesPerSecond);
    stage.system.step(1 / framesPerSecond);
    each(frame / framesPerSecond);
  }
}

const onTable = IS_LONG
  ? (["box", "ball"] as const).flatMap((kind) =>
      [0.2, 1.5, 20].flatMap((mass) => [30, 60, 120].map((fps) => [kind, mass, fps] as const)),
    )
  : ([
      ["box", 0.2, 60],
      ["box", 1.5, 30],
      ["ball", 20, 60],
    ] as const);

test.each(onTable)("a %s of %d kg comes to rest on a table cloth, at %d frames a second", (kind, mass, fps) => {
  const cloth = layTable(IS_LONG ? 28 : 14);
  const body = drop(kind, mass, 1.6);
  cloth.colliders.addPhysicsBody(body, { pushes: true });
  const { position } = body.transformNode;
  const start = energyOf(body) - mass * G * TABLE;
  let [greatest, restless, aside] = [0, 0, 0];
  let before = position.clone();
  run(IS_LONG ? 13 : 3.5, fps, (time) => {
    greatest = Math.max(greatest, (energyOf(body) - mass * G * TABLE) / start);
    aside = Math.max(aside, Math.hypot(position.x, position.z));
    if (Vector3.Distance(position, before) * fps > 0.01) restless = time;
    before = position.clone();
  });
  note("on a table cloth", { kind, mass, fps, greatest, restless, aside, height: position.y });
  expect(restless).toBeLessThan(3);
  expect(greatest).toBeLessThan(1.01);
  expect(aside).toBeLessThan(0.02);
  expect(Math.abs(position.y - TABLE - SIZE / 2)).toBeLessThan(0.02);
});

/** Heights at which a ball turns, dropped on a sheet that is pinned at its corners [m]; and its greatest energy over that at the start. */
function bounce(fps: number, mass: number): { tops: number[]; greatest: number } {
  const cloth = stage.add({ width: 1.6, height: 1.6, controlPoints: 14, pins: "allCorners", density: 0.3 }, (mesh) => {
    lay(mesh, 1);
  });
  // Until it swings no more: what it gives the ball counts as the ball's.
  cloth.solver.damping = 8;
  stage.run(120);
  cloth.solver.damping = 1;
  const body = drop("ball", mass, 1.6);
  cloth.colliders.addPhysicsBody(body, { pushes: true });
  const start = energyOf(body);
  const tops: number[] = [];
  let [greatest, last] = [0, 0];
  run(IS_LONG ? 10 : 4, fps, () => {
    const speed = body.getLinearVelocity().y;
    if (last > 0 && speed <= 0) tops.push(body.transformNode.position.y);
    last = speed;
    greatest = Math.max(greatest, energyOf(body) / start);
  });
  cloth.dispose();
  body.transformNode.dispose();
  return { tops, greatest };
}

test("a ball bounces lower each time on a taut sheet, at every frame rate alike", () => {
  const bounces = [30, 60, 120].map((fps) => {
    const { tops, greatest } = bounce(fps, 0.5);
    note("on a sheet", fps, tops, greatest);
    expect(greatest).toBeLessThan(1.01);
    expect(tops.length).toBeGreaterThan(0);
    [1.6, ...tops].slice(1).forEach((top, k, all) => expect(top).toBeLessThan((k > 0 ? all[k - 1] : 1.6) + 0.01));
    return tops;
  });
  const firsts = bounces.map(([first]) => first);
  expect(Math.max(...firsts) - Math.min(...firsts)).toBeLessThan(0.08);
});
