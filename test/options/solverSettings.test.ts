// Every setting of the solver, switched, changes the result. Names come from the settings themselves: a new one without a case here fails.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ClothMesh } from "../../src/index.js";
import { askedSubsteps } from "../../src/options/solverSettings.js";
import { createClothScene, lay, type ClothScene } from "../support/clothScene.js";
import {
  assign,
  expectChange,
  hanging,
  inWind,
  namesOf,
  onBall,
  sampleCloth,
  squeezed,
  type Case,
} from "../support/outcomes.js";
import { largestDistance } from "../support/largestDistance.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

const dragged: Case = {
  options: { pins: "topEdge" },
  each: (frame, cloth) => {
    cloth.position.x = 0.02 * frame;
    cloth.rotation.y = 0.02 * frame;
  },
};
/** It meets itself. */
const layered: Case = { ...squeezed, options: { ...squeezed.options, solver: { selfCollision: true } } };

/** Its springs pull, swing and skew. */
const springy: Case = {
  options: { pins: "topCorners", controlPoints: 9, solver: { model: "springs" } },
  place: (cloth) => cloth.wind.set(0.5, 0, 2),
};

/** Its substeps are chosen. */
const automatic: Case = { ...onBall, options: { ...onBall.options, solver: { substeps: "auto" } }, frames: 40 };

/** A scene and another value for each. Without a scene: what it does has a test of its own below. */
const cases: Record<string, [Case, unknown] | null> = {
  gravity: null,
  substeps: [{ ...onBall, frames: 40 }, 2],
  maxSubsteps: [automatic, 2],
  strainGoal: [automatic, 1e-6],
  iterations: [squeezed, 8],
  "threads.warp": [squeezed, "fast"],
  "threads.weft": [hanging, "fast"],
  damping: [hanging, 5],
  friction: [onBall, 0],
  collisionMassScale: [onBall, 20],
  continuousCollision: [
    {
      options: { pins: "none", solver: { gravity: Vector3.Zero() } },
      place: (cloth) => cloth.colliders.add({ shape: "sphere", radius: 0.06, position: new Vector3(0.07, 0.07, -0.5) }),
      each: (frame, cloth) => (cloth.colliders.list[0].position.z = -0.5 + 0.8 * frame),
      frames: 4,
    },
    true,
  ],
  surfaceSamples: [onBall, false],
  selfCollision: [squeezed, true],
  layerFriction: [layered, 5],
  // See clothCollision.test.ts: it takes two.
  clothCollision: null,
  airDensity: [inWind, 0],
  turbulence: [inWind, 2],
  linearInertia: [dragged, 0],
  angularInertia: [dragged, 0],
  sleepSpeed: null,
  hiddenInterval: null,
  model: [hanging, "springs"],
  integrator: [springy, "semiImplicitEuler"],
  "springs.stiffness": [springy, 20],
  "springs.shear": [springy, 1],
  "springs.bend": [springy, 4],
  "springs.damping": [springy, 0.01],
  "springs.viscosity": [springy, 0.01],
};

test("each of its members has a case", () => {
  expect(namesOf(sampleCloth().solver).sort()).toEqual(Object.keys(cases).sort());
});

test.each(Object.entries(cases).flatMap(([name, entry]) => (entry ? [[name, ...entry] as const] : [])))(
  "%s acts",
  async (name, scene, value) => {
    await expectChange(scene, (cloth) => {
      assign(cloth.solver, name, value);
    });
  },
);

test("gravity acts", async () => {
  await expectChange(hanging, (cloth) => cloth.solver.gravity.set(0, -2, 1));
});

test("sleepSpeed: cloth that rests sleeps, and wakes up when something changes", async () => {
  const cloth = stage.add({ pins: "none", controlPoints: 8, solver: { sleepSpeed: 0.05 } }, (mesh) => {
    lay(mesh, 0.006);
  });
  cloth.colliders.add({ shape: "plane" });
  stage.run(150);
  const asleep = (await cloth.readPositions()).slice();
  stage.run(60);
  expect(await cloth.readPositions()).toEqual(asleep);
  cloth.wind.set(0, 5, 5);
  stage.run(30);
  expect(largestDistance(await cloth.readPositions(), asleep)).toBeGreaterThan(0.01);
});

// Scene.frustumPlanes is undefined, not null, before the first frame.
test("hiddenInterval: can be set before the first frame", () => {
  stage.add({ solver: { hiddenInterval: 10 } });
  stage.scene.render();
});

test("hiddenInterval: out of sight, cloth is stepped every so many frames, and misses no time", async () => {
  const make = (hiddenInterval: number): ClothMesh =>
    stage.add({ pins: "none", controlPoints: 8, solver: { hiddenInterval } }, (mesh) => {
      mesh.position.z = -50;
    });
  stage.scene.render();
  const [often, seldom] = [make(1), make(10)];
  stage.scene.render();
  stage.scene.render();
  let changes = 0;
  let before = (await seldom.readPositions()).slice();
  for (let frame = 0; frame < 40; frame++) {
    stage.scene.render();
    const now = await seldom.readPositions();
    changes += Number(largestDistance(before, now) > 0);
    before = now.slice();
  }
  expect(changes).toBeGreaterThanOrEqual(3);
  expect(changes).toBeLessThanOrEqual(5);
  const heights = [(await often.readPositions())[1], (await seldom.readPositions())[1]];
  // At most ten frames behind, at 7 m/s.
  expect(Math.abs(heights[0] - heights[1])).toBeLessThan(1.2);
  expect(heights[1]).toBeLessThan(-1);
});

test.each([8, 16, 60])(
  "hiddenInterval %i: a sheet falls in two seconds of frames as far as in two seconds",
  async (hiddenInterval) => {
    const solver = { hiddenInterval, damping: 0, airDensity: 0 };
    const cloth = stage.add({ pins: "none", controlPoints: 4, solver });
    cloth.isVisible = false;
    for (let frame = 0; frame < 120; frame++) stage.scene.render();
    const fallen = 0.5 - Math.max(...(await cloth.readPositions()).filter((_, i) => i % 3 === 1));
    // At most as many frames behind as maxSubstepsPerFrame holds.
    expect(Math.sqrt((2 * fallen) / 9.81)).toBeGreaterThan(2 - 8 / 60);
  },
);

test.each([
  ["a control grid", 0, 8, 8],
  ["a net", 160, 8, 12],
  ["a fine net", 161, 10, 16],
])("standard substeps of %s, alone and where it meets itself", (_, points, alone, meeting) => {
  const asked = [false, true].map((selfCollision) =>
    askedSubsteps({ substeps: "standard", maxSubsteps: 16, selfCollision }, points, 4),
  );
  expect(asked).toEqual([alone, meeting]);
});
