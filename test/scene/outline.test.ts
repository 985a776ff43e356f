/** Sheets with an outline: what is drawn, what weighs, what falls, what is picked, saved and refused. */
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import "@babylonjs/core/Culling/ray.js";
import { ClothMesh, CreateCloth, outlineFromTexture, type IClothOptions } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";

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
  pins: "none",
  fabric: { drag: 0, lift: 0 },
  solver: { damping: 0 },
};
const RADIUS = 0.46;
const HOLE = 0.17;
const circle = (u: number, v: number): boolean => Math.hypot(u - 0.5, v - 0.5) < RADIUS;
const ring = (u: number, v: number): boolean => circle(u, v) && Math.hypot(u - 0.5, v - 0.5) > HOLE;
const pennant = [
  [
    { u: 0, v: 0 },
    { u: 1, v: 0.5 },
    { u: 0, v: 1 },
  ],
];

/** Triangles that are drawn: their area, and the distances of their corners from the middle of the sheet at rest. */
async function measure(cloth: ClothMesh): Promise<{ area: number; distances: number[]; corners: Vector3[][] }> {
  const { positions, uvs, indices } = await cloth.readSurface();
  const corners: Vector3[][] = [];
  const distances: number[] = [];
  let area = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const at = [...indices.slice(i, i + 3)];
    const [a, b, c] = at.map((k) => Vector3.FromArray(positions, 3 * k));
    corners.push([a, b, c]);
    area += b.subtract(a).cross(c.subtract(a)).length() / 2;
    at.forEach((k) => distances.push(Math.hypot(uvs[2 * k] - 0.5, uvs[2 * k + 1] - 0.5)));
  }
  return { area, distances, corners };
}

/** Where a point of the sheet's plane is on the screen. */
function pick(x: number, y: number): ReturnType<ClothScene["scene"]["pick"]> {
  const { scene } = made;
  const engine = scene.getEngine();
  const viewport = { x: 0, y: 0, width: engine.getRenderWidth(), height: engine.getRenderHeight() };
  const at = Vector3.Project(new Vector3(x, y, 0), Matrix.Identity(), scene.getTransformMatrix(), viewport as never);
  scene.render();
  return scene.pick(at.x, at.y);
}

test("a ring is drawn with smooth borders, weighs what is drawn, and has nothing in its hole", async () => {
  const cloth = made.add({ ...calm, outline: ring });
  made.run(1);
  const { area, distances } = await measure(cloth);
  const exact = Math.PI * (RADIUS ** 2 - HOLE ** 2);
  note("drawn area over that of the ring", area / exact);
  expect(Math.abs(area / exact - 1)).toBeLessThan(0.01);
  const span = 1 / 16;
  note("farthest out, nearest to the middle", Math.max(...distances), Math.min(...distances));
  expect(Math.max(...distances)).toBeLessThan(RADIUS + 0.01 * span);
  // The border is a polygon of segments of a quarter of a span.
  expect(Math.min(...distances)).toBeGreaterThan(HOLE - 0.05 * span);
  expect(cloth.statistics.area).toBeCloseTo(exact, 4);
  const carried = cloth.restGrid.areas.reduce((sum, share) => sum + share, 0);
  note("carried area over that of the ring", carried / exact);
  expect(Math.abs(carried / exact - 1)).toBeLessThan(0.01);
  const weighed = made.add({ ...calm, outline: ring, mass: 0.3 });
  expect(weighed.density * exact).toBeCloseTo(0.3, 2);
});

test("a circle hangs by its top, and its box is around what is drawn", async () => {
  // Too stiff for folds, whose crests the surface rounds off.
  const fabric = { drag: 0, lift: 0, bend: 10 };
  const cloth = made.add({ ...calm, fabric, outline: circle, pins: [{ u: 0.5, v: 1 }], solver: {} });
  expect(cloth.pins).toHaveLength(1);
  expect(Math.abs(cloth.pins[0].u - 0.5)).toBeLessThan(0.05);
  expect(cloth.pins[0].v).toBeGreaterThan(0.9);
  made.run(90);
  const { area, corners } = await measure(cloth);
  note("area of the hanging circle over pi r^2", area / (Math.PI * RADIUS ** 2));
  expect(Math.abs(area / (Math.PI * RADIUS ** 2) - 1)).toBeLessThan(0.03);
  const { minimumWorld, maximumWorld } = cloth.getBoundingInfo().boundingBox;
  for (const corner of corners.flat()) {
    expect(corner.y).toBeGreaterThan(minimumWorld.y);
    expect(corner.y).toBeLessThan(maximumWorld.y);
  }
});

test("a pennant falls as a body, its box with it", async () => {
  const cloth = made.add({ ...calm, outline: pennant, solver: { damping: 0, selfCollision: true } });
  made.run(1);
  const before = await measure(cloth);
  expect(before.area).toBeCloseTo(0.5, 2);
  made.run(30);
  const after = await measure(cloth);
  const free = 0.5 * 9.81 * ((31 / 60) ** 2 - (1 / 60) ** 2);
  const falls = after.corners.flatMap((triangle, i) => triangle.map((corner, k) => before.corners[i][k].y - corner.y));
  note("fall over free fall, least and most", Math.min(...falls) / free, Math.max(...falls) / free);
  expect(Math.min(...falls) / free).toBeGreaterThan(0.99);
  expect(Math.max(...falls) / free).toBeLessThan(1.01);
  expect(after.area / before.area).toBeCloseTo(1, 4);
  const { minimumWorld, maximumWorld } = cloth.getBoundingInfo().boundingBox;
  expect(maximumWorld.y).toBeLessThan(0.5 - free + 0.2);
  expect(minimumWorld.y).toBeGreaterThan(-0.5 - free - 0.2);
});

test("picks and grips go through the hole; points outside are answered by the nearest that is drawn", () => {
  const cloth = made.add({ ...calm, outline: ring, pins: "topEdge" });
  made.run(1);
  expect([pick(0, 0).hit, pick(0.3, 0).hit, pick(0.45, 0.45).hit]).toEqual([false, true, false]);
  const { x, y } = cloth.surfaceAt(0.5, 0.45).position;
  expect(Math.hypot(x, y)).toBeCloseTo(HOLE, 2);
  // The nearest particle is the last of those that carry the border, not one within the hole.
  const grip = cloth.grab(Vector3.Zero(), 0);
  const [held] = grip.particles;
  expect(cloth.restGrid.areas[held]).toBeGreaterThan(0);
  grip.release();
});

test("a loaded ring and a clone go on like the one that was saved; a cut of it is mended by reset", async () => {
  const cloth = made.add({ ...calm, outline: ring, pins: "topEdge" });
  made.run(5);
  const { links } = cloth.cuts;
  const saved = JSON.parse(JSON.stringify(cloth.serialize({}, true))) as object;
  const loaded = ClothMesh.Parse(saved, made.scene, "");
  const clone = cloth.clone();
  expect([loaded.statistics.cuts, cloth.statistics.cuts]).toEqual([0, 0]);
  made.run(50);
  expect(await loaded.readPositions()).toEqual(await cloth.readPositions());
  expect((await loaded.readSurface()).indices).toEqual((await cloth.readSurface()).indices);
  expect((await clone.readSurface()).indices).toEqual((await cloth.readSurface()).indices);
  const engine = made.scene.getEngine();
  made.scene.render();
  const row = 0.6 * engine.getRenderHeight();
  expect(cloth.cut({ x: 0, y: row }, { x: engine.getRenderWidth(), y: row })).toBeGreaterThan(4);
  cloth.reset();
  expect([cloth.statistics.cuts, cloth.cuts.links]).toEqual([0, links]);
});

test("strips that are narrower than a span are drawn with their width, and tethers do not lead over a gap", async () => {
  const strip = made.add({ ...calm, outline: (_, v) => Math.abs(v - 0.53) < 0.02, pins: "leftEdge" });
  made.run(1);
  expect((await measure(strip)).area).toBeCloseTo(0.04, 4);
  // Two legs under a bar: the right one hangs on the left edge only by way of the bar.
  const legs = (u: number, v: number): boolean => v > 0.8 || u < 0.3 || u > 0.7;
  const cloth = made.add({
    ...calm,
    fabric: { tether: 1, bend: 10 },
    outline: legs,
    pins: [{ u: 0, v: 0 }],
    solver: {},
  });
  made.run(60);
  expect((await measure(cloth)).area).toBeGreaterThan(0.6);
  expect((await cloth.readPositions()).every(Number.isFinite)).toBe(true);
});

test("an outline is painted, or read from any texture", async () => {
  const size = 64;
  const pixels = new Uint8Array(4 * size * size);
  for (let i = 0; i < size * size; i++) {
    const [x, y] = [(i % size) / (size - 1) - 0.5, Math.floor(i / size) / (size - 1) - 0.3];
    // A soft edge: half bright at the radius.
    const bright = Math.min(Math.max(0.5 + (0.25 - Math.hypot(x, y)) * 20, 0), 1);
    pixels.set([255 * bright, 255 * bright, 255 * bright, 255], 4 * i);
  }
  const texture = RawTexture.CreateRGBATexture(pixels, size, size, made.scene, false);
  // An engine without a GPU keeps no bytes.
  Object.assign(texture.getInternalTexture() ?? {}, { _bufferView: pixels, isReady: true });
  for (const outline of [texture, await outlineFromTexture(texture)]) {
    const cloth = made.add({ ...calm, outline });
    made.run(1);
    const { area } = await measure(cloth);
    expect(area / (Math.PI * 0.25 ** 2)).toBeCloseTo(1, 2);
    expect(cloth.getBoundingInfo().boundingBox.maximumWorld.y).toBeLessThan(0.3);
  }
});

test.each([
  ["a sheet of which nothing is left", { outline: () => false }, RangeError, "leaves nothing"],
  [
    "polygons outside of the sheet",
    {
      outline: [
        [
          [2, 2],
          [3, 2],
          [3, 3],
        ].map(([u, v]) => ({ u, v })),
      ],
    },
    RangeError,
    "nothing",
  ],
  ["no polygon at all", { outline: [] }, RangeError, "leaves nothing"],
  [
    "a speck",
    { outline: (u: number, v: number) => Math.hypot(u - 0.53, v - 0.53) < 0.02 },
    RangeError,
    "u 0.531, v 0.531",
  ],
  [
    "a function that returns a number",
    { outline: (u: number) => u },
    TypeError,
    "outline(0, 0) is 0, must be true or false",
  ],
  [
    "a polygon of two corners",
    {
      outline: [
        [
          { u: 0, v: 0 },
          { u: 1, v: 1 },
        ],
      ],
    },
    RangeError,
    "outline[0].length is 2, must be a whole number from 3 up (corners).",
  ],
  ["a polygon that is none", { outline: [3] }, TypeError, "outline[0] is 3, must be a list of { u, v } with at least"],
  ["a corner without v", { outline: [[{ u: 0, v: 0 }, { u: 1, v: 1 }, { u: 1 }]] }, TypeError, "outline[0][2].v"],
  ["a word", { outline: "circle" }, TypeError, "a function (u, v) => boolean"],
  ["springs", { outline: circle, solver: { model: "springs" } }, RangeError, "solver.model"],
  [
    "edges that are closed",
    {
      outline: circle,
      closed: "u",
      restShape: (u: number, v: number, p: Vector3) =>
        void p.set(Math.cos(2 * Math.PI * u), v, Math.sin(2 * Math.PI * u)),
    },
    RangeError,
    "outline",
  ],
])("%s is refused by name, and nothing is made", (_, options, kind, message) => {
  const before = made.scene.meshes.length;
  const create = (): unknown => CreateCloth("round", { ...calm, ...options } as IClothOptions, made.scene);
  expect(create).toThrow(kind);
  expect(create).toThrow(message);
  expect(create).toThrow('"round"');
  expect(made.scene.meshes).toHaveLength(before);
});

test("what is no texture has no outline", async () => {
  await expect(outlineFromTexture(null as never)).rejects.toThrow(
    "outlineFromTexture: texture is null, must be a texture.",
  );
});

test("errors of functions and textures that are not ready come through, and an outline cannot be set later", () => {
  const broken = (): boolean => {
    throw new Error("no such shape");
  };
  expect(() => CreateCloth("round", { outline: broken }, made.scene)).toThrow("no such shape");
  const texture = RawTexture.CreateRGBATexture(new Uint8Array(16), 2, 2, made.scene, false);
  texture.isReady = () => false;
  expect(() => CreateCloth("round", { outline: texture }, made.scene)).toThrow("ready");
  const cloth = made.add({ outline: circle });
  expect(() => Object.assign(cloth, { outline: circle })).toThrow("outline cannot change");
});
