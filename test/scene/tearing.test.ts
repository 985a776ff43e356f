/** Cloth that tears: at its weakest place, at the set strain, along its threads, and without a blow. */
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { ClothMesh, type IClothOptions, type IClothPlace } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";

let made: ClothScene;
beforeEach(() => {
  made = createClothScene();
});
afterEach(() => {
  made.dispose();
});

const COUNT = 16;
const weak = { u: 0.3, v: 0.5 };
const weightless = {
  controlPoints: COUNT,
  pins: "topEdge" as const,
  fabric: { tear: 0.05, drag: 0, lift: 0 },
  solver: { gravity: Vector3.Zero() },
};
const weakSpot: IClothOptions = {
  ...weightless,
  tearScale: (u, v) => (Math.hypot(u - weak.u, v - weak.v) < 0.07 ? 0.6 : 1),
};

/** A sheet whose lower edge a bar holds. */
function held(options: IClothOptions): { readonly cloth: ClothMesh; readonly bar: TransformNode } {
  const cloth = made.add(options);
  made.run(1);
  const bar = new TransformNode("bar", made.scene);
  bar.position.y = -0.5;
  for (let i = 0; i < COUNT; i++) {
    const u = Math.min(Math.max((i - 0.5) / (COUNT - 2), 0), 1);
    const hold = new TransformNode("hold", made.scene);
    hold.parent = bar;
    hold.position.x = u - 0.5;
    cloth.pin(u, 0, hold);
  }
  return { cloth, bar };
}

function watch(cloth: ClothMesh): IClothPlace[] {
  const places: IClothPlace[] = [];
  cloth.onTearObservable.add((tear) => places.push(...tear.places));
  return places;
}

/** Kinetic energy per mass [J/kg] and velocity of the center of mass [m/s] in a frame. */
async function motionOf(cloth: ClothMesh): Promise<{ energy: number; velocity: Vector3 }> {
  const before = (await cloth.readPositions()).slice();
  made.run(1);
  const after = await cloth.readPositions();
  const { areas } = cloth.restGrid;
  const velocity = Vector3.Zero();
  let [energy, mass] = [0, 0];
  areas.forEach((area, i) => {
    const own = Vector3.FromArray(after, 3 * i)
      .subtract(Vector3.FromArray(before, 3 * i))
      .scale(60);
    velocity.addInPlace(own.scale(area));
    energy += (area * own.lengthSquared()) / 2;
    mass += area;
  });
  return { energy: energy / mass, velocity: velocity.scale(1 / mass) };
}

test("a sheet that is pulled apart tears at its weakest place, at the set strain, and in two", async () => {
  const { cloth, bar } = held(weakSpot);
  const places = watch(cloth);
  let strain = 0;
  for (let frame = 0; frame < 120 && places.length === 0; frame++) {
    strain = -0.5 - bar.position.y;
    bar.position.y -= 0.05 / 60;
    made.run(1);
  }
  note("strain at the first tear over that of the weak place", strain / (0.6 * 0.05));
  expect(Math.abs(strain / (0.6 * 0.05) - 1)).toBeLessThan(0.1);
  expect(places.some(({ u, v }) => Math.hypot(u - weak.u, v - weak.v) < 0.1)).toBe(true);
  expect(places.every(({ v }) => Math.abs(v - weak.v) < 0.2)).toBe(true);
  for (let frame = 0; frame < 60; frame++) {
    bar.position.y -= 0.05 / 60;
    made.run(1);
  }
  expect(cloth.statistics.tornThreads).toBe(places.length);
  // In two: below the tear it hangs on the bar, and no thread is strained any more.
  for (let column = 0; column < COUNT - 2; column++) {
    const across = places.filter(({ u }) => Math.abs(u - (column + 0.5) / (COUNT - 2)) < 0.5 / (COUNT - 2));
    expect(across.length).toBeGreaterThan(0);
  }
  const after = places.length;
  made.run(20, () => {
    bar.position.y -= 0.01;
  });
  expect(places.length - after).toBeLessThan(5);
  expect((await cloth.readPositions()).every(Number.isFinite)).toBe(true);
});

test("cloth that gives way to less does not tear", () => {
  const { cloth, bar } = held(weightless);
  const places = watch(cloth);
  for (let frame = 0; frame < 60; frame++) {
    bar.position.y -= 0.045 / 60;
    made.run(1);
  }
  expect(places).toEqual([]);
  expect(cloth.statistics.maxStrain).toBeGreaterThan(0.04);
});

test("what tears flies apart no faster than the stretched cloth could drive it", async () => {
  const stretch = 1.5e-4;
  const { cloth, bar } = held({ ...weightless, fabric: { ...weightless.fabric, stretch } });
  const places = watch(cloth);
  while (places.length === 0) {
    bar.position.y -= 0.05 / 60;
    made.run(1);
  }
  // All of its strain energy per mass, if none were lost: half the tension times the strain, over the density.
  const stored = (0.5 * (1.06 * 0.05) ** 2) / stretch / cloth.density;
  let most = 0;
  for (let frame = 0; frame < 30; frame++) {
    most = Math.max(most, (await motionOf(cloth)).energy);
  }
  note("kinetic energy after a tear over the strain energy before", most / stored);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(stored);
});

test("free cloth that tears keeps its momentum", async () => {
  const { cloth, bar } = held({ ...weightless, solver: { ...weightless.solver, damping: 0 } });
  const places = watch(cloth);
  for (let frame = 0; frame < 40; frame++) {
    bar.position.y -= 0.001;
    made.run(1);
  }
  for (const { u, v } of [...cloth.pins]) {
    cloth.unpin(u, v);
  }
  cloth.fabric.tear = 0.03;
  const before = await motionOf(cloth);
  for (let frame = 0; frame < 30; frame++) {
    made.run(1);
  }
  const after = await motionOf(cloth);
  const drift = after.velocity.subtract(before.velocity).length() / Math.sqrt(2 * before.energy);
  note("torn threads of free cloth", places.length, "drift over speed", drift);
  expect(places.length).toBeGreaterThan(3);
  expect(drift).toBeLessThan(1e-4);
});

test("a saved cloth is torn as it was and goes on like it; clones are torn too; reset mends", async () => {
  const { cloth, bar } = held(weakSpot);
  const places = watch(cloth);
  while (places.length === 0) {
    bar.position.y -= 0.05 / 60;
    made.run(1);
  }
  await cloth.fetchShape();
  const saved = JSON.parse(JSON.stringify(cloth.serialize({}, true))) as object;
  const loaded = ClothMesh.Parse(saved, made.scene, "");
  expect(loaded.statistics.tornThreads).toBe(places.length);
  expect(cloth.clone().statistics.tornThreads).toBe(places.length);
  made.run(50);
  expect(await loaded.readPositions()).toEqual(await cloth.readPositions());
  cloth.reset();
  made.run(1);
  expect([cloth.statistics.tornThreads, cloth.cuts.links]).toEqual([0, null]);
});

test("a listener may reset or dispose the cloth that tears", () => {
  const { cloth, bar } = held(weakSpot);
  cloth.onTearObservable.addOnce(() => {
    cloth.reset();
    expect([cloth.statistics.tornThreads, cloth.cuts.links]).toEqual([0, null]);
    cloth.onTearObservable.addOnce(() => {
      cloth.dispose();
    });
  });
  for (let frame = 0; frame < 200 && !cloth.isDisposed(); frame++) {
    bar.position.y -= 0.05 / 60;
    made.run(1);
  }
  expect(cloth.isDisposed()).toBe(true);
  made.run(2);
});

test("impossible strengths are refused by name", () => {
  const refused = [
    [{ fabric: { tear: 0 } }, /Cloth "cloth": fabric.tear is 0, must be/],
    [{ fabric: { tear: -1 } }, /fabric.tear is -1/],
    [{ fabric: { tear: NaN } }, /fabric.tear is NaN/],
    [{ tearScale: [1, 2, 3] }, /tearScale is "3 numbers", must be a function/],
    [{ tearScale: () => 0 }, /tearScale\(0, 0\) is 0, must be/],
    [
      { fabric: { tear: 0.1 }, solver: { model: "springs" } },
      /fabric.tear is 0.1, must be Infinity with solver.model "springs"/,
    ],
  ] as const;
  for (const [options, message] of refused) {
    expect(() => made.add(options as IClothOptions)).toThrow(message);
  }
  expect(made.scene.meshes).toEqual([]);
  const springs = made.add({ solver: { model: "springs" } });
  expect(() => (springs.fabric.tear = 0.1)).toThrow(/fabric.tear is 0.1/);
  expect(() => (springs.fabric = { tear: 0.1 })).toThrow(/fabric.tear is 0.1/);
  expect(springs.fabric.tear).toBe(Infinity);
  const cloth = made.add({ fabric: { tear: 0.1 } });
  expect(() => (cloth.solver.model = "springs")).toThrow(/fabric.tear is 0.1/);
});
