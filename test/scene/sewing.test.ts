/** Seams of cloths in a scene: what is sewn is drawn as one curve, keeps momenta, opens and closes, and files know it. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { ClothMesh, ClothSeam, type ClothEdge, type IClothOptions, type IClothSeamSide } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { momentaOf } from "../support/momenta.js";
import { note } from "../support/note.js";

let made: ClothScene;
beforeEach(() => {
  made = createClothScene();
});
afterEach(() => {
  made.dispose();
});

const still: IClothOptions = {
  controlPoints: 24,
  pins: "none",
  fabric: { drag: 0, lift: 0 },
  solver: { damping: 0, gravity: Vector3.Zero() },
};
const edges: readonly ClothEdge[] = ["leftEdge", "rightEdge", "bottomEdge", "topEdge"];
/** Points of each seam that are compared: more than it has control points. */
const SAMPLES = 49;

/** A point of a side of a seam, between its ends. */
function pointOf({ cloth, edge, start = 0, end = 1 }: IClothSeamSide, share: number): Vector3 {
  const along = start + (end - start) * share;
  const across = edge === "rightEdge" || edge === "topEdge" ? 1 : 0;
  const [u, v] = edge === "leftEdge" || edge === "rightEdge" ? [across, along] : [along, across];
  return (cloth as ClothMesh).surfaceAt(u, v).position;
}

/** Largest distance of both drawn borders between two shares of a seam [m]. */
function gapOf(from: IClothSeamSide, to: IClothSeamSide, first = 0, last = 1): number {
  const shares = Array.from({ length: SAMPLES }, (_, i) => first + ((last - first) * i) / (SAMPLES - 1));
  return Math.max(...shares.map((share) => Vector3.Distance(pointOf(from, share), pointOf(to, share))));
}

function lengthOf(side: IClothSeamSide): number {
  let length = 0;
  for (let i = 0; i < SAMPLES; i++) {
    length += Vector3.Distance(pointOf(side, i / SAMPLES), pointOf(side, (i + 1) / SAMPLES));
  }
  return length;
}

test("a cushion of two free panels: its borders are one, and momenta stay", () => {
  const [front, back] = [0, 0.02].map((z) => made.add(still, (cloth) => (cloth.position.z = z)));
  const sides = edges.map((edge) => [front, back].map((cloth): IClothSeamSide => ({ cloth, edge })));
  sides.forEach(([from, to], i) => new ClothSeam(edges[i], { from, to }));
  made.run(2);
  expect(Math.max(...sides.map(([from, to]) => gapOf(from, to)))).toBeLessThan(1e-4);
  front.applyImpulse(new Vector3(0.2, 0.3, 0), new Vector3(0.1, 0, -0.2), 0.3);
  made.run(1);
  const { momenta: before, amount } = momentaOf([front, back]);
  for (let part = 0; part < 4; part++) {
    made.run(5);
    expect(Math.max(...sides.map(([from, to]) => gapOf(from, to)))).toBeLessThan(1e-6);
  }
  const { momenta: after } = momentaOf([front, back]);
  const change = Math.max(...after.map((sum, i) => Math.abs(sum - before[i]))) / amount;
  note("cushion: change of momenta", change);
  expect(amount).toBeGreaterThan(0.2);
  expect(change).toBeLessThan(1e-4);
});

test("sides with different numbers of spans and with parts of edges are one curve", () => {
  const upper = made.add({ controlPoints: { u: 14, v: 8 }, pins: "topEdge" });
  const lower = made.add({ controlPoints: { u: 20, v: 6 }, width: 0.5, height: 0.4, pins: "none" }, (cloth) => {
    cloth.position.set(0.1, -0.72, 0.05);
  });
  // 6 of 12 spans, and 18 backwards.
  const [from, to]: IClothSeamSide[] = [
    { cloth: upper, edge: "bottomEdge", start: 0.25, end: 0.75 },
    { cloth: lower, edge: "topEdge", start: 1, end: 0 },
  ];
  new ClothSeam("hem", { from, to, speed: Infinity });
  lower.wind.set(1, 0, 3);
  made.run(30);
  note("gap of 6 spans to 18", gapOf(from, to));
  expect(gapOf(from, to)).toBeLessThan(1e-6);
  // It hangs from the seam.
  expect(lower.surfaceAt(0.5, 0).position.y).toBeGreaterThan(-1.1);
});

test.each([
  [12, 0, 0.003],
  [24, 0, 0.003],
  [12, 3, 0.03],
  [24, 3, 0.03],
])("what hangs from a seam is not stretched there (%d points, wind of %d m/s)", (controlPoints, wind, limit) => {
  const upper = made.add({ controlPoints, pins: "topEdge", solver: { damping: 0.5 } });
  const lower = made.add({ controlPoints, pins: "none", solver: { damping: 0.5 } }, (cloth) => (cloth.position.y = -1));
  for (const cloth of [upper, lower]) cloth.wind.set(0.3 * wind, 0, wind);
  upper.sew({ edge: "bottomEdge" }, lower, { edge: "topEdge" });
  let worst = 0;
  made.run(60, (frame) => {
    worst = frame < 30 ? 0 : Math.max(worst, upper.statistics.maxStrain, lower.statistics.maxStrain);
  });
  note("hanging: strain", worst);
  expect(worst).toBeLessThan(limit);
  if (wind === 0) {
    expect(lower.surfaceAt(0.5, 0).position.y).toBeCloseTo(-1.5, 2);
  }
});

const unlike: readonly [string, IClothOptions, IClothOptions, number, number][] = [
  ["threads link by link", { solver: { threads: "fast" } }, {}, 60, 60],
  ["4 and 16 substeps", { solver: { substeps: 4 } }, { solver: { substeps: 16 } }, 60, 60],
  ["one substep", { solver: { substeps: 1 } }, { solver: { substeps: 1 } }, 60, 60],
  ["5 frames per second", {}, {}, 30, 5],
  ["rigid threads", { fabric: { stretch: 0, strainLimit: 0 } }, {}, 60, 60],
  ["1 cm wide", { width: 0.01 }, { width: 0.01 }, 60, 60],
  ["6 x 4 and 10 x 12 points", { controlPoints: { u: 6, v: 4 } }, { controlPoints: { u: 10, v: 12 } }, 60, 60],
];
test.each(unlike)("a seam holds in a breeze, and hardly stretches: %s", (_name, a, b, frames, framesPerSecond) => {
  const upper = made.add({ controlPoints: 10, ...a, pins: "topEdge" });
  const lower = made.add({ controlPoints: 10, ...b, pins: "none" }, (cloth) => (cloth.position.y = -1));
  lower.wind.set(1, 0, 4);
  const [from, to]: IClothSeamSide[] = [
    { cloth: upper, edge: "bottomEdge" },
    { cloth: lower, edge: "topEdge" },
  ];
  new ClothSeam("hem", { from, to });
  let worst = 0;
  made.run(
    frames,
    () => (worst = Math.max(worst, upper.statistics.maxStrain, lower.statistics.maxStrain)),
    framesPerSecond,
  );
  note("seam of unlike cloths: gap, strain", gapOf(from, to), worst);
  expect(gapOf(from, to)).toBeLessThan(1e-6);
  expect(worst).toBeLessThan(0.05);
});

test("a ruffle is gathered to the length of the shorter side", () => {
  const finely = { solver: { substeps: 16 } };
  const band = made.add({ ...finely, controlPoints: { u: 26, v: 5 }, width: 0.75, height: 0.15, pins: () => true });
  const ruffle = made.add({ ...finely, controlPoints: { u: 26, v: 5 }, height: 0.15, pins: "none" }, (cloth) => {
    cloth.position.y = -0.15;
  });
  // Flat cloth has no way to fold.
  ruffle.wind.set(0.3, 0, 2);
  const to: IClothSeamSide = { cloth: ruffle, edge: "topEdge" };
  new ClothSeam("gathers", { from: { cloth: band, edge: "bottomEdge" }, to });
  made.run(60);
  note("gathers: length over that of the band", lengthOf(to) / 0.75);
  expect(Math.abs(lengthOf(to) / 0.75 - 1)).toBeLessThan(1e-3);
  // Its links along the seam do not push against it.
  expect(ruffle.statistics.maxStrain).toBeLessThan(0.05);
});

test("a zip closes at its speed, opens and closes again", () => {
  const jacket = made.add({ ...still, controlPoints: 12, pins: [{ u: 0.5, v: 0.5 }] });
  const [from, to]: IClothSeamSide[] = [
    { cloth: jacket, edge: "leftEdge" },
    { cloth: jacket, edge: "rightEdge" },
  ];
  const zip = jacket.sew({ edge: "leftEdge" }, jacket, { edge: "rightEdge" }, { closed: false });
  expect(zip).toBeInstanceOf(ClothSeam);
  expect([zip.name, jacket.seams]).toEqual(["cloth to cloth", [zip]]);
  made.run(5);
  expect(gapOf(from, to)).toBeCloseTo(1, 6);
  zip.close(0.5);
  // 1 m/s from 1 m; what the sheet does itself comes on top.
  made.run(10);
  note("gap of the zip after 1/6 s", gapOf(from, to, 0, 0.5));
  expect(gapOf(from, to, 0, 0.5)).toBeLessThan(1 - 10 / 60 + 1e-4);
  expect(gapOf(from, to, 0, 0.5)).toBeGreaterThan(0.6);
  made.run(51);
  expect(gapOf(from, to, 0, 0.5)).toBeLessThan(1e-6);
  expect(gapOf(from, to, 0.5, 1)).toBeGreaterThan(0.02);
  zip.close();
  made.run(61);
  expect(gapOf(from, to)).toBeLessThan(1e-6);
  zip.open();
  jacket.applyImpulse(new Vector3(jacket.surfaceAt(0, 0.5).position.x, 0, 0.3), new Vector3(0.1, 0, 0.1), 1);
  made.run(30);
  expect(gapOf(from, to)).toBeGreaterThan(0.02);
});

test("what is sewn goes on alike from a file, and is sewn to the same border", async () => {
  const make = { controlPoints: 12, solver: { damping: 0.1 } };
  const upper = made.add({ ...make, pins: "topEdge" }, (cloth) => (cloth.id = "upper"));
  const lower = made.add({ ...make, pins: "none" }, (cloth) => {
    cloth.position.set(0, -1, 0.1);
    cloth.id = "lower";
  });
  new ClothSeam("side", { from: { cloth: lower, edge: "topEdge" }, to: { cloth: upper, edge: "bottomEdge" } });
  lower.wind.set(1, 0, 2);
  made.run(7, () => undefined, 50);
  const files = [upper, lower].map((cloth) => JSON.parse(JSON.stringify(cloth.serialize({}, true))) as object);
  const other = createClothScene();
  const read = files.map((file) => ClothMesh.Parse(file, other.scene, ""));
  expect(read.map(({ seams }) => seams.length)).toEqual([1, 1]);
  for (let frame = 0; frame < 50; frame++) {
    made.system.step(1 / 60);
    other.system.step(1 / 60);
  }
  for (const [i, cloth] of [upper, lower].entries()) {
    expect(await read[i].readPositions()).toEqual(await cloth.readPositions());
  }
  other.dispose();
});

test("a clone has the seams within its cloth; a seam goes with either of its cloths; a reset keeps seams", () => {
  const [one, two] = [made.add(still), made.add(still)];
  const tube = { from: { cloth: one, edge: "leftEdge" }, to: { cloth: one, edge: "rightEdge" } } as const;
  const inner = new ClothSeam("inner", { ...tube, closed: 0.5, speed: 3 });
  const outer = new ClothSeam("outer", { from: { cloth: one, edge: "topEdge" }, to: { cloth: two, edge: "topEdge" } });
  const clone = one.clone("clone");
  expect(clone.seams.map(({ name, closed, speed }) => ({ name, closed, speed }))).toEqual([
    { name: "inner", closed: 0.5, speed: 3 },
  ]);
  expect(clone.seams[0].fromCloth).toBe(clone);
  one.reset();
  expect(one.seams).toEqual([inner, outer]);
  two.dispose();
  expect(outer.isDisposed).toBe(true);
  expect(one.seams).toEqual([inner]);
  outer.close();
  expect(outer.closed).toBe(0);
  made.run(2);
});

test("cloths that are sewn sleep together, and wake together", () => {
  const sleepy = { ...still, controlPoints: 8, solver: { ...still.solver, sleepSpeed: 0.01 } };
  const [one, two] = [made.add(sleepy), made.add(sleepy)];
  new ClothSeam("seam", { from: { cloth: one, edge: "topEdge" }, to: { cloth: two, edge: "topEdge" } });
  made.run(130);
  const before = two.surfaceAt(0.5, 1).position;
  one.applyImpulse(new Vector3(0, 0.4, 0), new Vector3(0, 0, 0.05), 0.2);
  made.run(5);
  expect(Vector3.Distance(two.surfaceAt(0.5, 1).position, before)).toBeGreaterThan(1e-4);
});

test.each([
  [1, 8],
  [8, 1],
  [2, 3],
])("cloths of %i and %i substeps that are sewn fall alike at every frame rate", async (first, second) => {
  const most = Math.max(first, second);
  const fallen = await Promise.all(
    [60, 120, 144].map(async (rate) => {
      const stage = createClothScene();
      const [left, right] = [first, second].map((substeps, x) =>
        stage.add({ ...still, controlPoints: 6, solver: { substeps, damping: 0 } }, (cloth) => (cloth.position.x = x)),
      );
      new ClothSeam("side", { from: { cloth: left, edge: "rightEdge" }, to: { cloth: right, edge: "leftEdge" } });
      stage.run(rate / 2, undefined, rate);
      expect([left, right].map(({ statistics }) => statistics.substeps)).toEqual([most, most]);
      const heights = await Promise.all([left, right].map(async (cloth) => (await cloth.readPositions())[1]));
      stage.dispose();
      return heights;
    }),
  );
  note("sewn, of", first, "and", second, "substeps: heights at 60, 120 and 144 Hz", fallen);
  // A step rounds its end.
  fallen.flat().forEach((height) => {
    expect(Math.abs(height - fallen[0][0])).toBeLessThan(1e-4);
  });
  // Half a second of free fall, from half a metre below the mesh, by substeps of a 180th at most.
  fallen[0].forEach((height) => {
    expect(Math.abs(height + 0.5 + 9.81 / 8)).toBeLessThan(0.02);
  });
});

test("bad seams are refused, and nothing is sewn", () => {
  const one = made.add({ ...still, controlPoints: { u: 9, v: 8 } });
  const two = made.add({ ...still, controlPoints: { u: 12, v: 8 } });
  const gone = made.add(still);
  gone.dispose();
  const left: IClothSeamSide = { cloth: one, edge: "leftEdge" };
  const right: IClothSeamSide = { cloth: two, edge: "rightEdge" };
  const sew =
    (from: unknown, to: unknown, others: object = {}) =>
    () =>
      new ClothSeam("s", { from, to, ...others } as never);
  const by =
    (...given: unknown[]) =>
    () =>
      one.sew({ edge: "leftEdge" }, ...(given as [never, never, never]));
  for (const [made, message] of [
    [sew(left, { ...right, cloth: gone }), 'Cloth "cloth": seam "s": to.cloth is disposed'],
    [sew(left, { ...right, cloth: null }), 'seam "s": to.cloth is null, must be a cloth'],
    [sew(left, { ...right, edge: "hem" }), 'seam "s": to.edge is "hem", must be "leftEdge", "rightEdge"'],
    [sew(left, { ...right, end: 1.2 }), 'seam "s": to.end is 1.2, must be'],
    [sew(left, { ...right, start: NaN }), 'seam "s": to.start is NaN, must be'],
    [sew(left, { ...right, start: 0.5, end: 0.51 }), "from 0.5 to 0.51 is shorter than a span"],
    [sew(left, { cloth: one, edge: "leftEdge", start: 1, end: 0 }), "sews a part of leftEdge to itself"],
    [
      sew({ cloth: one, edge: "topEdge" }, { cloth: two, edge: "topEdge" }),
      'seam "s" has 7 spans in from and 10 in to, must have a multiple',
    ],
    [sew(left, right, { speed: 0 }), 'seam "s": speed is 0, must be'],
    [sew(left, right, { closed: NaN }), 'seam "s": closed is NaN, must be'],
    [sew(left, right, { closed: null }), 'seam "s": closed is null, must be'],
    [sew(left, right, { speed: null }), 'seam "s": speed is null, must be'],
    [sew({ ...left, start: null }, right), 'seam "s": from.start is null, must be'],
    [by(null), 'Cloth "cloth": sew: other is null, must be a cloth.'],
    [by(two, null), 'Cloth "cloth": sew: otherPath is null, must be an object of edge, start, end.'],
    [by(two, { edge: "leftEdge" }, null), 'Cloth "cloth": sew: options is null, must be an object of closed, speed.'],
    [sew(left, right, { colour: 1 }), "colour"],
  ] as const) {
    expect(made).toThrow(message);
  }
  expect(one.seams).toEqual([]);
  new ClothSeam("first", { from: left, to: right });
  expect(sew({ ...left, start: 0.4 }, { cloth: two, edge: "leftEdge", start: 0.4 })).toThrow(
    'seam "s" overlaps seam "first" on leftEdge',
  );
  expect(two.seams).toHaveLength(1);
});
