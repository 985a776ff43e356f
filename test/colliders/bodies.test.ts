// Bodies of Havok on cloth that they push, and that pushes them.
import type { HavokPhysicsWithBindings } from "@babylonjs/havok";
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
import { loadHavok } from "../support/havok.js";

const G = 9.81;
/** The long runs of docs/figures/colliders.md. */
const IS_LONG = Boolean(process.env.MEASURE);

let havok: HavokPhysicsWithBindings;
let stage: ClothScene;
let engine: PhysicsEngine;
beforeAll(async () => {
  havok = await loadHavok();
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
async function run(
  seconds: number,
  framesPerSecond: number,
  each: (time: number) => void | Promise<void>,
): Promise<void> {
  for (let frame = 1; frame <= seconds * framesPerSecond; frame++) {
    engine._step(1 / framesPerSecond);
    stage.system.step(1 / framesPerSecond);
    await each(frame / framesPerSecond);
  }
}

/** @returns Of a cloth at this frame, what it has by its motion since the last one and by its height [J]; without what is stretched in it. */
function watchEnergy(cloth: ClothMesh, density: number, framesPerSecond: number): () => Promise<number> {
  const { areas } = cloth.restGrid;
  let before: Float32Array | null = null;
  return async () => {
    const now = await cloth.readPositions();
    let energy = 0;
    for (let i = 0; i < areas.length; i++) {
      const way = before ? [0, 1, 2].map((axis) => now[3 * i + axis] - (before?.[3 * i + axis] ?? 0)) : [0];
      energy += density * areas[i] * (0.5 * (framesPerSecond * Math.hypot(...way)) ** 2 + G * now[3 * i + 1]);
    }
    before = now.slice();
    return energy;
  };
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

test.each(onTable)("a %s of %d kg comes to rest on a table cloth, at %d frames a second", async (kind, mass, fps) => {
  const cloth = layTable(IS_LONG ? 28 : 20);
  const body = drop(kind, mass, 1.6);
  cloth.colliders.addPhysicsBody(body, { pushes: true });
  const { position } = body.transformNode;
  const start = energyOf(body) - mass * G * TABLE;
  let [greatest, restless, aside] = [0, 0, 0];
  let before = position.clone();
  await run(IS_LONG ? 13 : 3.5, fps, (time) => {
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

interface Bounces {
  /** Heights at which the ball turns [m]. */
  tops: number[];
  /** By how much the energy of ball and cloth has been above that at the start, as a part of what the ball has above the sheet. */
  gained: number;
  /** Height of the ball at the end [m]. */
  end: number;
}

/** Sheets that are pinned at their corners: of 0.77 kg, and of 0.15 kg. */
const sheets = {
  heavy: { width: 1.6, height: 1.6, controlPoints: IS_LONG ? 24 : 14, pins: "allCorners", density: 0.3 },
  light: { width: 1, height: 1, controlPoints: 12, pins: "allCorners", density: 0.15 },
} as const;

/** A ball is dropped on a sheet. */
async function bounce(fps: number, mass: number, sheet: (typeof sheets)[keyof typeof sheets]): Promise<Bounces> {
  const { density } = sheet;
  const cloth = stage.add(sheet, (mesh) => {
    lay(mesh, 1);
  });
  // Until it swings no more: what it gives the ball counts as the ball's.
  cloth.solver.damping = 8;
  stage.run(120);
  cloth.solver.damping = 1;
  const body = drop("ball", mass, 1.6);
  cloth.colliders.addPhysicsBody(body, { pushes: true });
  const energyOfCloth = watchEnergy(cloth, density, fps);
  const start = energyOf(body) + (await energyOfCloth());
  const tops: number[] = [];
  let [gained, last] = [-Infinity, 0];
  await run(IS_LONG ? 10 : 4, fps, async () => {
    const speed = body.getLinearVelocity().y;
    if (last > 0 && speed <= 0) tops.push(body.transformNode.position.y);
    last = speed;
    gained = Math.max(gained, (energyOf(body) + (await energyOfCloth()) - start) / (mass * G * (1.6 - 1)));
  });
  const end = body.transformNode.position.y;
  cloth.dispose();
  body.transformNode.dispose();
  return { tops, gained, end };
}

// Nothing is stretched in the sheet at the start. So the energy without what is stretched must stay below that at the start, too.
test.each(IS_LONG ? [0.2, 0.5] : [0.5])(
  "a ball of %d kg bounces lower each time on a taut sheet, at every frame rate alike",
  async (mass) => {
    const firsts: number[] = [];
    for (const fps of [30, 60, 120]) {
      const { tops, gained, end } = await bounce(fps, mass, sheets.heavy);
      note("on a sheet", { mass, fps, gained, end, tops: tops.slice(0, 4).map((top) => top.toFixed(3)) });
      expect(gained).toBeLessThan(0.01);
      // Later ones are those of a ball that swings with the sheet.
      tops.slice(0, 4).forEach((top, k) => {
        expect(top).toBeLessThan((k > 0 ? tops[k - 1] : 1.6) + 0.01);
      });
      expect(end).toBeGreaterThan(0.5);
      firsts.push(tops[0]);
    }
    expect(Math.max(...firsts) - Math.min(...firsts)).toBeLessThan(0.08);
  },
);

// In each substep a particle gives a body what its own mass can, and ballast. Without that, all but the first would go through.
const carried = IS_LONG
  ? ([3, 5, 10, 20, 40] as const)
      .flatMap((mass) => [["heavy", mass] as const, ["light", 0.5 * mass] as const])
      .flatMap((one) => [30, 60, 120].map((fps) => [...one, fps] as const))
  : ([
      ["heavy", 20, 30],
      ["light", 5, 60],
    ] as const);

test.each(carried)(
  "a %s sheet carries a ball of %d kg that falls on it, at %d frames a second",
  async (kind, mass, fps) => {
    const { tops, end } = await bounce(fps, mass, sheets[kind]);
    note("carried", { kind, mass, fps, end, tops: tops.slice(0, 4).map((top) => top.toFixed(3)) });
    expect(end).toBeGreaterThan(0);
    expect(end).toBeLessThan(1.6);
    expect(tops.length).toBeGreaterThan(0);
    expect(Math.max(...tops)).toBeLessThan(1.6);
  },
);
