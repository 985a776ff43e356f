/** Cuts of cloths in a scene: what is cut off falls, nothing is drawn over the gap, and files and resets know them. */
import type { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import "@babylonjs/core/Culling/ray.js";
import { ClothCutBehavior, ClothMesh, type IClothOptions } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";
import { randomNumbers } from "../support/random.js";

/** Node has no events of pointers. */
class FakePointerEvent {
  public readonly pointerId = 1;
  public readonly button = 0;
  public constructor(
    public readonly type: string,
    init: object = {},
  ) {
    Object.assign(this, init);
  }
}

let made: ClothScene;
beforeEach(() => {
  made = createClothScene();
  // Babylon projects with it.
  made.scene.render();
});
afterEach(() => {
  made.dispose();
});

const calm: IClothOptions = {
  controlPoints: 18,
  pins: "topEdge",
  fabric: { drag: 0, lift: 0 },
  solver: { damping: 0 },
};

/** Where a point of the sheet's plane is on the screen. */
function screenOf(x: number, y: number): { x: number; y: number } {
  const { scene } = made;
  const engine = scene.getEngine();
  const viewport = { x: 0, y: 0, width: engine.getRenderWidth(), height: engine.getRenderHeight() };
  return Vector3.Project(new Vector3(x, y, 0), Matrix.Identity(), scene.getTransformMatrix(), viewport as never);
}

/** What a pointer does over a point of the sheet's plane. */
function act(kind: "Down" | "Move" | "Up", x: number, y: number, init: object = {}): void {
  const { scene } = made;
  const { x: column, y: row } = screenOf(x, y);
  Object.assign(scene, { pointerX: column, pointerY: row });
  scene[`simulatePointer${kind}`](scene.pick(column, row), init);
}

function cut(cloth: ClothMesh, from: readonly number[], to: readonly number[]): number {
  return cloth.cut(screenOf(from[0], from[1]), screenOf(to[0], to[1]));
}

/** Area of the drawn triangles and their longest side. */
async function measure(cloth: ClothMesh): Promise<{ area: number; longest: number; positions: Float32Array }> {
  const { positions, indices } = await cloth.readSurface();
  let [area, longest] = [0, 0];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => Vector3.FromArray(positions, 3 * indices[i + k]));
    area += b.subtract(a).cross(c.subtract(a)).length() / 2;
    longest = Math.max(longest, Vector3.Distance(a, b), Vector3.Distance(b, c), Vector3.Distance(c, a));
  }
  return { area, longest, positions: Float32Array.from(positions) };
}

test("the lower part of a hanging sheet falls freely, and no triangle spans the gap", async () => {
  const cloth = made.add(calm);
  made.run(1);
  const before = await cloth.readPositions();
  const whole = await measure(cloth);
  expect(cut(cloth, [-0.7, -0.02], [0.7, 0.02])).toBe(16);
  expect(cloth.statistics.cuts).toBe(1);
  made.run(30);
  const after = await cloth.readPositions();
  const falls = { above: [] as number[], below: [] as number[] };
  for (let k = 0; k < before.length; k += 3) {
    falls[before[k + 1] > 0 ? "above" : "below"].push(before[k + 1] - after[k + 1]);
  }
  const free = 0.5 * 9.81 * (30 / 60) ** 2;
  note("fall over free fall, least and most", Math.min(...falls.below) / free, Math.max(...falls.below) / free);
  expect(Math.min(...falls.below) / free).toBeGreaterThan(0.99);
  expect(Math.max(...falls.below) / free).toBeLessThan(1.01);
  expect(Math.max(...falls.above)).toBeLessThan(0.02);
  const { area, longest, positions } = await measure(cloth);
  expect(longest).toBeLessThan(2 * whole.longest);
  expect(Math.abs(area - 1)).toBeLessThan(0.03);
  // Nothing is in the gap.
  const heights = Array.from(positions).filter((_, k) => k % 3 === 1);
  expect(heights.filter((y) => y < -0.02 && y > 0.02 - 0.9 * free)).toEqual([]);
});

test("the strain of threads that are cut is told no longer", () => {
  const cloth = made.add({ ...calm, fabric: { drag: 0, lift: 0, stretch: { warp: 0.02, weft: 0.02 } }, solver: {} });
  made.run(1);
  // From then on it is solved as full resolution is.
  cut(cloth, [-0.7, -0.45], [-0.4, -0.45]);
  made.run(60);
  const hanging = cloth.statistics.maxStrain;
  expect(hanging).toBeGreaterThan(0.02);
  // Just below the pins, where the load is greatest.
  cut(cloth, [-0.7, 0.45], [0.7, 0.45]);
  made.run(60);
  note("strain of a hanging and of a falling sheet", hanging, cloth.statistics.maxStrain);
  expect(cloth.statistics.maxStrain).toBeLessThan(hanging / 2);
});

test("a cut from edge to edge of a wide picture parts what is between, near things and those in a corner too", () => {
  const camera = made.scene.activeCamera as FreeCamera;
  const engine = made.scene.getEngine();
  const [width, middle] = [engine.getRenderWidth(), engine.getRenderHeight() / 2];
  const cloth = made.add(calm);
  for (const [fov, x] of [
    [0.8, 0],
    [1.7, 0],
    [1.7, -1.4],
  ]) {
    camera.fov = fov;
    cloth.position.set(x, 0, -1.9);
    cloth.teleport();
    cloth.reset();
    made.run(1);
    made.scene.render();
    expect([fov, x, cloth.cut({ x: -200, y: middle }, { x: width + 200, y: middle })]).toEqual([fov, x, 16]);
  }
});

test("picks go through the gap, and find both pieces", () => {
  const cloth = made.add(calm);
  made.run(1);
  cut(cloth, [-0.7, -0.02], [0.7, 0.02]);
  made.run(20);
  made.scene.render();
  const pick = (y: number) => {
    const { x, y: row } = screenOf(0.11, y);
    return made.scene.pick(x, row);
  };
  expect([0.2, -0.2, -0.65].map((y) => pick(y).hit)).toEqual([true, false, true]);
  const { bu, bv, pickedPoint } = pick(-0.65);
  const at = cloth.surfaceAt(bu, bv).position;
  expect(Vector3.Distance(at, pickedPoint ?? Vector3.Zero())).toBeLessThan(1e-3);
});

test("random cuts leave finite pieces whose areas add up", async () => {
  const random = randomNumbers(7);
  const count = process.env.MEASURE ? 100 : 30;
  const cloth = made.add({ ...calm, pins: "none", solver: { gravity: Vector3.Zero() } });
  made.run(1);
  let parted = 0;
  for (let i = 0; i < count; i++) {
    const from = [1.2 * random() - 0.6, 1.2 * random() - 0.6];
    parted += cut(cloth, from, [from[0] + random() - 0.5, from[1] + random() - 0.5]);
  }
  expect(parted).toBeGreaterThan(100);
  const { area } = await measure(cloth);
  made.run(1);
  const cutArea = (await measure(cloth)).area;
  note("area with random cuts over that before", cutArea / area);
  // No more is lost than strips of a span along the cuts: threads that were parted, a span wide and half a span deep.
  expect(cutArea).toBeLessThan(area * 1.001);
  expect(area - cutArea).toBeLessThan(0.5 * parted * (1 / 16) ** 2);
  made.run(20);
  expect((await cloth.readPositions()).every(Number.isFinite)).toBe(true);
  expect((await measure(cloth)).positions.every(Number.isFinite)).toBe(true);
});

test("a loaded cloth goes on like the one that was saved, cut as it was; a clone is cut too", async () => {
  const cloth = made.add({ ...calm, pins: "topCorners" });
  made.run(5);
  cut(cloth, [-0.7, -0.02], [0.2, 0.02]);
  made.run(10);
  await cloth.fetchShape();
  const saved = JSON.parse(JSON.stringify(cloth.serialize({}, true))) as object;
  const loaded = ClothMesh.Parse(saved, made.scene, "");
  expect([loaded.statistics.cuts, cloth.clone().statistics.cuts]).toEqual([1, 1]);
  made.run(50);
  expect(await loaded.readPositions()).toEqual(await cloth.readPositions());
});

test("reset mends", async () => {
  const [cloth, whole] = [made.add(calm), made.add(calm)];
  made.run(1);
  cut(cloth, [-0.7, -0.02], [0.7, 0.02]);
  made.run(5);
  cloth.reset();
  whole.reset();
  made.run(20);
  expect(cloth.statistics.cuts).toBe(0);
  expect(await cloth.readPositions()).toEqual(await whole.readPositions());
  expect((await cloth.readSurface()).indices).toEqual((await whole.readSurface()).indices);
});

test("a cut beside the cloth changes nothing; impossible ones are refused by name", async () => {
  const cloth = made.add(calm);
  made.run(1);
  const before = await cloth.readPositions();
  expect(cut(cloth, [0.8, -0.2], [0.9, 0.3])).toBe(0);
  expect([cloth.statistics.cuts, cloth.cuts.links]).toEqual([0, null]);
  const refused = [
    [
      () => cloth.cut({ x: 3, y: 4 }, { x: 3, y: 4 }),
      RangeError,
      "cut: to is (3, 4), must be another point than from.",
    ],
    [
      () => cloth.cut({ x: NaN, y: 0 }, { x: 1, y: 1 }),
      RangeError,
      "cut: from.x is NaN, must be a finite number (pixels).",
    ],
    [() => cloth.cut({ x: 0, y: 0 }, null as never), TypeError, "cut: to is null, must be a point { x, y }"],
  ] as const;
  for (const [ask, kind, message] of refused) {
    expect(ask).toThrow(kind);
    expect(ask).toThrow(message);
    expect(ask).toThrow('"cloth"');
  }
  expect(await cloth.readPositions()).toEqual(before);
  const springs = made.add({ ...calm, solver: { model: "springs" } });
  expect(() => cut(springs, [-0.7, 0], [0.7, 0])).toThrow("springs");
  cut(cloth, [-0.7, -0.02], [0.7, 0.02]);
  expect(() => (cloth.solver = { model: "springs" })).toThrow("springs");
});

test("a pointer that is pressed and moves cuts along its way", () => {
  Object.assign(globalThis, { PointerEvent: FakePointerEvent });
  const cloth = made.add(calm);
  made.run(1);
  const behavior = new ClothCutBehavior();
  cloth.addBehavior(behavior);
  const seen: number[] = [];
  behavior.onCutObservable.add(({ threads }) => seen.push(threads));
  act("Move", -0.6, 0);
  act("Move", 0.6, 0);
  expect(seen).toEqual([]);
  act("Down", -0.7, 0, { button: 2 });
  act("Up", 0.7, 0, { button: 2 });
  expect(seen).toEqual([]);
  act("Down", -0.7, 0.01);
  act("Move", 0, 0.01);
  act("Move", 0.01, 0.01);
  act("Up", 0.7, 0.01);
  expect(seen).toEqual([8, 8]);
  expect(cloth.statistics.cuts).toBe(2);
  behavior.enabled = false;
  act("Down", 0.01, 0.7);
  act("Up", 0.01, -0.7);
  cloth.removeBehavior(behavior);
  expect([cloth.statistics.cuts, behavior.attachedNode]).toEqual([2, null]);
});

test("a mouse whose release nobody has told cuts nothing when it moves again", () => {
  Object.assign(globalThis, { PointerEvent: FakePointerEvent });
  const cloth = made.add(calm);
  made.run(1);
  cloth.addBehavior(new ClothCutBehavior());
  act("Down", -0.7, 0.01, { pointerType: "mouse", buttons: 1 });
  act("Move", 0.7, 0.01, { pointerType: "mouse", buttons: 0 });
  act("Move", -0.7, -0.2, { pointerType: "mouse", buttons: 0 });
  expect(cloth.statistics.cuts).toBe(0);
  // Babylon makes two events of a release elsewhere.
  const released = { pointerType: "mouse", buttons: 0, type: "pointerup" };
  act("Down", -0.7, 0.01, { pointerType: "mouse", buttons: 1 });
  act("Move", 0.7, 0.01, released);
  act("Up", 0.7, 0.01, released);
  expect(cloth.statistics.cuts).toBe(1);
});

test("another button of the same mouse comes and goes during a cut, and camera controls come back though a cut is refused", () => {
  Object.assign(globalThis, { PointerEvent: FakePointerEvent });
  const cloth = made.add(calm);
  made.run(1);
  cloth.addBehavior(new ClothCutBehavior());
  const camera = made.scene.activeCamera as FreeCamera;
  const { inputs } = camera;
  const attach = (isAttached: boolean) => (): unknown => (inputs.attachedToElement = isAttached);
  Object.assign(camera, { attachControl: attach(true), detachControl: attach(false) });
  camera.attachControl();
  act("Down", -0.7, 0.01);
  act("Down", -0.7, 0.01, { button: 2 });
  act("Up", 0, 0.01, { button: 2 });
  act("Move", 0.7, 0.01);
  expect([cloth.statistics.cuts, inputs.attachedToElement]).toEqual([1, false]);
  cloth.reset();
  cloth.solver.model = "springs";
  expect(() => {
    act("Up", -0.7, -0.2);
  }).toThrow(/springs/);
  expect(inputs.attachedToElement).toBe(true);
});
