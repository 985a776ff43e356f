// Ways of the vertices of a cloth on the CPU, against those that its vertices go from one frame to the next.
import type { ClothMesh } from "../../../src/index.js";
import { createClothScene, type ClothScene } from "../../support/clothScene.js";
import { largestDistance } from "../../support/largestDistance.js";

const WAY = "clothWay";

let stage: ClothScene;
beforeEach(() => (stage = createClothScene()));
afterEach(() => {
  stage.dispose();
});

function positionsOf(cloth: ClothMesh): Float32Array {
  return Float32Array.from(cloth.getVerticesData("position") ?? []);
}

function waysOf(cloth: ClothMesh): Float32Array {
  return Float32Array.from(cloth.getVerticesData(WAY) ?? []);
}

/** A frame; something may be done before the scene draws. */
function frame(act: () => void = () => undefined): void {
  act();
  stage.scene.render();
}

/** A cloth that moves, in a scene that draws velocities. */
function createMoving(): ClothMesh {
  const cloth = stage.add({ controlPoints: 5, tessellation: { mode: "fixed", level: 6 } });
  stage.scene.needsPreviousWorldMatrices = true;
  for (let i = 0; i < 5; i++) frame();
  return cloth;
}

/** Way of each vertex in a frame, by where it was and is. */
function difference(now: Float32Array, before: Float32Array): Float32Array {
  return now.map((coordinate, i) => coordinate - before[i]);
}

test("are those since the frame before, on a mesh that moves, however many steps lie between", () => {
  const cloth = createMoving();
  for (const steps of [0, 1, 3]) {
    const before = positionsOf(cloth);
    frame(() => {
      cloth.position.x += 0.02;
      cloth.rotation.y += 0.03;
      for (let step = 0; step < steps; step++) stage.system.step(1 / 60);
    });
    const expected = difference(positionsOf(cloth), before);
    expect(largestDistance(expected, new Float32Array(expected.length))).toBeGreaterThan(1e-3);
    expect(largestDistance(waysOf(cloth), expected)).toBeLessThan(1e-6);
  }
});

test("are zero after a reset, and after a frame in which the cloth stands still", () => {
  const cloth = createMoving();
  const zero = new Float32Array(waysOf(cloth).length);
  frame(() => {
    cloth.reset();
  });
  expect(waysOf(cloth)).toEqual(zero);
  frame();
  expect(waysOf(cloth)).not.toEqual(zero);
  stage.system.paused = true;
  frame();
  expect(waysOf(cloth)).toEqual(zero);
});

test("are those of other vertices, when there are others", () => {
  const cloth = createMoving();
  stage.system.paused = true;
  frame();
  const coarse = positionsOf(cloth);
  stage.system.step(1 / 60);
  const moved = difference(positionsOf(cloth), coarse);
  cloth.tessellation = { mode: "fixed", level: 12 };
  frame();
  const ways = waysOf(cloth);
  expect(ways).toHaveLength(3 * 13 * 13);
  // Every second vertex of every second row is one of the old ones.
  const old = Array.from({ length: 49 }, (_, i) => 26 * Math.floor(i / 7) + 2 * (i % 7));
  const kept = Float32Array.from(old.flatMap((vertex) => [...ways.subarray(3 * vertex, 3 * vertex + 3)]));
  expect(largestDistance(kept, moved)).toBeLessThan(1e-6);
});

test("are there only while the scene draws velocities", () => {
  const cloth = stage.add({ controlPoints: 5 });
  for (let i = 0; i < 3; i++) frame();
  expect(cloth.isVerticesDataPresent(WAY)).toBe(false);
  stage.scene.needsPreviousWorldMatrices = true;
  frame();
  expect(cloth.isVerticesDataPresent(WAY)).toBe(true);
  stage.scene.needsPreviousWorldMatrices = false;
  frame();
  expect(cloth.isVerticesDataPresent(WAY)).toBe(false);
});
