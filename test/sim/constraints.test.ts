// What single constraints promise, against arithmetic: strain limits, seams, guides, and the mass of particles that are hit.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ClothMesh, IClothOptions } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";
import { sphereAt } from "../support/colliderStates.js";
import { simulateOnCpu } from "../support/cpuRun.js";
import { describeRun, lying, UNTETHERED } from "../support/solverRun.js";
import { measureStretch } from "../support/stretch.js";

let stage: ClothScene;

beforeEach(() => {
  stage = createClothScene();
});

afterEach(() => {
  stage.dispose();
});

const COUNT = 10;

/** Greatest strain of a square after a second and a half in its wind. */
async function strainOf(options: IClothOptions, wind: number): Promise<number> {
  const cloth = stage.add({ controlPoints: COUNT, ...options, solver: { damping: 4 } });
  cloth.wind.z = wind;
  stage.run(90);
  const { worst } = measureStretch(await cloth.readPositions(), cloth.restGrid.restPositions, COUNT, COUNT);
  return worst;
}

test.each([
  ["soft cloth that hangs by its edge", "topEdge", 0.1, 0, 0.1],
  ["soft cloth that hangs by its edge", "topEdge", 0.1, 0, 0.02],
  ["stiff cloth that hangs by its corners in the wind", "topCorners", 2e-3, 10, 0.25],
] as const)("no thread gets longer than its strain limit: %s", async (_, pins, stretch, wind, strainLimit) => {
  const fabric = { density: 1, stretch, shear: 0.01, tether: Infinity };
  const free = await strainOf({ pins, fabric: { ...fabric, strainLimit: Infinity } }, wind);
  const limited = await strainOf({ pins, fabric: { ...fabric, strainLimit } }, wind);
  note("strain limit", { pins, stretch, strainLimit, free, limited });
  expect(free).toBeGreaterThan(1.3 * strainLimit);
  expect(limited).toBeLessThan(1.1 * strainLimit);
  expect(limited).toBeGreaterThan(0.8 * strainLimit);
});

describe("a closed tube in the wind", () => {
  const [countU, countV] = [12, 8];
  let cloth: ClothMesh;

  beforeEach(() => {
    cloth = stage.add({
      restShape: (u, v, result) => {
        result.set(0.3 * Math.cos(2 * Math.PI * u), v - 0.5, 0.3 * Math.sin(2 * Math.PI * u));
      },
      closed: "u",
      controlPoints: { u: countU, v: countV },
      pins: "topEdge",
    });
    cloth.wind.set(6, 1, 3);
  });

  test("its edges stay together, particle by particle and as they are drawn", async () => {
    const start = (await cloth.readPositions()).slice();
    stage.run(60);
    const positions = await cloth.readPositions();
    let [gap, moved] = [0, 0];
    for (let row = 0; row < countV; row++) {
      const [first, last] = [3 * row * countU, 3 * (row * countU + countU - 1)];
      for (let axis = 0; axis < 3; axis++) {
        gap = Math.max(gap, Math.abs(positions[first + axis] - positions[last + axis]));
        moved = Math.max(moved, Math.abs(positions[first + axis] - start[first + axis]));
      }
    }
    expect(moved).toBeGreaterThan(0.02);
    expect(gap).toBeLessThan(1e-6);
    for (const v of [0, 0.3, 0.55, 1]) {
      const [left, right] = [cloth.surfaceAt(0, v), cloth.surfaceAt(1, v)];
      expect(Vector3.Distance(left.position, right.position)).toBeLessThan(1e-5);
      // A periodic spline has no crease there.
      expect(Vector3.Dot(left.normal, right.normal)).toBeGreaterThan(0.9999);
    }
  });
});

test("a motion constraint of a negative radius holds its particle at the center, as one of 0 does", async () => {
  const held = async (radius: number, bias: number): Promise<number> => {
    const cloth = stage.add({ pins: "none", controlPoints: 6 });
    cloth.wind.set(1, 0, 3);
    const centers = await cloth.readPositions();
    const spheres = Array.from({ length: 36 }, (_, i) => [...centers.subarray(3 * i, 3 * i + 3), radius]).flat();
    cloth.motionConstraints = { spheres, bias };
    stage.run(20);
    const now = await cloth.readPositions();
    return Math.max(...Array.from(now, (place, i) => Math.abs(place - centers[i])));
  };
  for (const [radius, bias] of [
    [0, 0],
    [-1, 0],
    [0.2, -1],
  ]) {
    expect(await held(radius, bias)).toBeLessThan(1e-6);
  }
  expect(await held(0.1, 0)).toBeGreaterThan(0.05);
});

test("what is hit weighs more: it stops its neighbours sooner", () => {
  // A flat sheet flies onto a small ball, without gravity and air. One particle in the middle is hit.
  const count = 9;
  const middle = (count * count - 1) / 2;
  const flight = (collisionMassScale: number): number => {
    const run = describeRun(
      4,
      { controlPoints: count, pins: "none" },
      { linear: lying, gravity: [0, 0, 0], drag: 0, tetherLimit: UNTETHERED, collisionMassScale },
      [sphereAt([0, -0.1, 0], 0.05)],
      (frame, cloth) => {
        if (frame === 0) cloth.setVectors("impulses", new Float32Array([0, 0, 0, 100, 0, -0.2, 0, 0]));
      },
    );
    const { positions } = simulateOnCpu(run);
    const neighbours = [middle - 1, middle + 1, middle - count, middle + count];
    return neighbours.reduce((sum, i) => sum + positions[3 * i + 1], 0) / 4;
  };
  const [light, heavy] = [flight(0), flight(20)];
  note("height of the neighbours of a particle that is hit", { light, heavy });
  expect(heavy).toBeGreaterThan(light + 0.002);
});
