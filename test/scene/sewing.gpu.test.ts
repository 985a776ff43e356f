/** Seams and pressure at full resolution on the GPU: cloth moves as its twin on the CPU does. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { ClothNets } from "../../src/cloth/clothNets.js";
import { ClothMesh, ClothPressure, ClothSeam, CreateCloth, type IClothOptions } from "../../src/index.js";
import { isAtLength, testAtLength } from "../support/atLength.js";
import { createClothScene } from "../support/clothScene.js";
import { countCrossings, sewnSheet, sheetOf } from "../support/crossings.js";
import { note } from "../support/note.js";
import { createFlatCushion, createSleeve, sewAround, type Add } from "../support/sewnCloths.js";
import { borderGap, createSewnScene, expectTwins, makeSewn, runSewn, type SewnScene } from "../support/sewnScene.js";
import { loseDevice, useEngine } from "../support/useGpu.js";

const headless = useEngine({ width: 32, height: 32 });

const SIDE = 34;
const sheet: IClothOptions = {
  controlPoints: 10,
  fullResolution: SIDE,
  fidelity: "fullResolution",
  pins: "none",
  tessellation: { mode: "fixed", level: 1 },
  // Half as many substeps as by default: a frame takes seconds in software.
  solver: { sleepSpeed: 0, damping: 3, substeps: 4 },
};

/** Two panels one over the other, sewn along their four borders, of different weight and with different substeps, with air between them. */
function createCushion(add: Add): ClothMesh[] {
  const front = add("front", {
    ...sheet,
    pins: [
      { u: 0, v: 1 },
      { u: 0.5, v: 1 },
    ],
  });
  const back = add("back", { ...sheet, fabric: { density: 0.4 }, solver: { ...sheet.solver, substeps: 6 } });
  back.position.set(0.001, 0, 0.01);
  sewAround(front, back, 0.5);
  new ClothPressure("air", { cloths: [front, back], pressure: 40, amount: 0.5 });
  return [front, back];
}

function createScene(): SewnScene {
  return createSewnScene(headless().engine);
}

/** One sheet that hangs from another one, both in a breeze. */
function createPair(add: Add): ClothMesh[] {
  const upper = add("upper", { ...sheet, pins: "topEdge" });
  const lower = add("lower", sheet);
  lower.position.y = -1;
  lower.wind.set(0.5, 0, 1);
  new ClothSeam("hem", { from: { cloth: upper, edge: "bottomEdge" }, to: { cloth: lower, edge: "topEdge" } });
  return [upper, lower];
}

/** A ruffle of other counts, gathered along its upper edge. */
function createRuffle(add: Add): ClothMesh[] {
  const options: IClothOptions = { controlPoints: 10, solver: { sleepSpeed: 0, substeps: 4 }, height: 0.3 };
  const band = add("band", { ...options, fullResolution: { u: 34, v: 32 }, pins: "topEdge", width: 0.95 });
  const ruffle = add("ruffle", { ...options, fullResolution: { u: 66, v: 32 }, pins: "none" });
  ruffle.position.y = -0.3;
  ruffle.wind.set(0.3, 0, 2);
  new ClothSeam("gathers", { from: { cloth: band, edge: "bottomEdge" }, to: { cloth: ruffle, edge: "topEdge" } });
  return [band, ruffle];
}

/** A tube whose ends are held, blown up: one cloth alone, whose rows or columns are rings. */
function createTube(closed: "u" | "v", add: Add): ClothMesh[] {
  const isU = closed === "u";
  const tube = add("tube", {
    ...{ ...sheet, controlPoints: isU ? { u: 10, v: 6 } : { u: 6, v: 10 }, closed },
    fullResolution: isU ? { u: 34, v: 32 } : { u: 32, v: 34 },
    restShape: (u, v, point) => {
      const [turn, height] = isU ? [2 * Math.PI * u, v - 0.5] : [2 * Math.PI * v, 0.5 - u];
      point.set(0.3 * Math.cos(turn), height, 0.3 * Math.sin(turn));
    },
    pins: isU ? (_, v) => v === 0 || v === 1 : (u) => u === 0 || u === 1,
    fabric: { stretch: 1e-3 },
  });
  new ClothPressure("air", { cloths: [tube], pressure: 100, amount: 15 });
  return [tube];
}

/** The same on the CPU, in float64 between its steps, at full resolution. */
async function runTwin(create: typeof createPair, frames: number): Promise<Float32Array[]> {
  const current = Object.getOwnPropertyDescriptor(ClothNets.prototype, "current") ?? {};
  const isParting = Object.getOwnPropertyDescriptor(ClothMesh.prototype, "isParting") ?? {};
  Object.defineProperty(ClothNets.prototype, "current", {
    ...current,
    get(this: ClothNets) {
      return this.of(true);
    },
  });
  Object.defineProperty(ClothMesh.prototype, "isParting", { ...isParting, get: () => true });
  const made = createClothScene();
  const cloths = create((_, options) => made.add(options));
  made.run(frames);
  const positions = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
  made.dispose();
  Object.defineProperty(ClothNets.prototype, "current", current);
  Object.defineProperty(ClothMesh.prototype, "isParting", isParting);
  return positions;
}

/** Steps on the GPU and on the CPU. */
async function expectTwinsAfter(
  frames: number,
  create: (add: Add) => ClothMesh[],
): Promise<{ made: SewnScene; cloths: ClothMesh[] }> {
  const both = await makeSewn(headless().engine, create);
  runSewn(both.made, frames);
  await expectTwins(both.cloths, await runTwin(create, frames));
  return both;
}

test("a sheet hangs from another one on the GPU as on the CPU, and is not stretched there", async () => {
  const { cloths } = await expectTwinsAfter(8, createPair);
  await Promise.all(cloths.map((cloth) => cloth.fetchShape()));
  note(
    "strain",
    cloths.map(({ statistics }) => statistics.maxStrain),
  );
  expect(cloths.every(({ statistics }) => statistics.maxStrain < 0.02)).toBe(true);
});

/** Two sheets that hang from each other, and a cut through the lower one that reaches the seam. */
function createCut(add: Add): ClothMesh[] {
  const [upper, lower] = createPair(add);
  lower.cut(new Vector3(0.11, -1.2, 0), new Vector3(0.12, -0.4, 0));
  return [upper, lower];
}

testAtLength("cloth that is cut up to its seam hangs on the GPU as on the CPU", async () => {
  await expectTwinsAfter(4, createCut);
});

test("panels that are sewn keep apart on the GPU as on the CPU, but beside their seams", async () => {
  const { made, cloths } = await expectTwinsAfter(4, (add) => createFlatCushion(add, sheet, [0.02, 0.04]));
  runSewn(made, 8);
  const sheets = await Promise.all(cloths.map(async (cloth) => sheetOf(await cloth.readPositions(), SIDE, SIDE)));
  expect(countCrossings([sewnSheet(sheets)])).toBe(0);
  expect(await borderGap(cloths, SIDE)).toBeLessThan(1e-5);
});

function createWholeSleeve(add: Add): ClothMesh[] {
  return createSleeve(add, sheet, 0.995);
}

/** After some frames. It is open nowhere but at its ends, so what would touch are both sides of the seam. */
async function expectNoContacts(made: SewnScene, sleeve: ClothMesh): Promise<void> {
  runSewn(made, 4);
  await sleeve.fetchShape();
  expect(sleeve.statistics.contacts).toBe(0);
}

test("a sleeve meets itself on the GPU as on the CPU, but beside its seam", async () => {
  const {
    made,
    cloths: [sleeve],
  } = await expectTwinsAfter(4, createWholeSleeve);
  await expectNoContacts(made, sleeve);
});

testAtLength("a ruffle is gathered on the GPU as on the CPU", async () => {
  await expectTwinsAfter(2, createRuffle);
});

test("a cushion hangs on the GPU as on the CPU; its seams are closed, in files too", async () => {
  const { made, cloths } = await expectTwinsAfter(3, createCushion);
  note("gap", await borderGap(cloths, SIDE));
  expect(await borderGap(cloths, SIDE)).toBeLessThan(1e-6);

  await Promise.all(cloths.map((cloth) => cloth.fetchShape()));
  const files = cloths.map((cloth) => JSON.parse(JSON.stringify(cloth.serialize({}, true))) as object);
  const other = createScene();
  const loaded = files.map((file) => ClothMesh.Parse(file, other.scene, ""));
  expect(loaded.map(({ seams, pressure }) => [seams.length, pressure?.amount])).toEqual([
    [4, 0.5],
    [4, 0.5],
  ]);
  await other.system.whenReadyAsync();
  runSewn(made, 5);
  runSewn(other, 5);
  for (const [i, cloth] of cloths.entries()) {
    expect(await loaded[i].readPositions()).toEqual(await cloth.readPositions());
  }

  // It did not fall meanwhile: its pins hold both panels.
  expect((await cloths[1].readPositions())[3 * (SIDE * SIDE - SIDE) + 1]).toBeCloseTo(0.5, 1);
});

test("a control grid that is sewn takes full resolution; a longer side is gathered; a seam that opens leaves its cloth to fall", async () => {
  const made = createScene();
  const options: IClothOptions = { controlPoints: 10, solver: { sleepSpeed: 0, substeps: 4 } };
  const upper = CreateCloth(
    "upper",
    { ...options, fullResolution: { u: 34, v: 32 }, pins: () => true, width: 0.8, height: 0.3 },
    made.scene,
  );
  const lower = CreateCloth(
    "lower",
    { ...options, fullResolution: { u: 66, v: 32 }, pins: "none", height: 0.3 },
    made.scene,
  );
  lower.position.y = -0.3;
  const seam = new ClothSeam("hem", {
    from: { cloth: upper, edge: "bottomEdge" },
    to: { cloth: lower, edge: "topEdge" },
  });
  expect([upper, lower].map(({ fidelity }) => fidelity)).toEqual(["fullResolution", "fullResolution"]);
  await made.system.whenReadyAsync();
  runSewn(made, 1);
  await made.system.whenReadyAsync();
  runSewn(made, 12);
  // 32 and 64 spans are one curve: at its ends, and where both have a knot.
  const [above, below] = await Promise.all([upper, lower].map((cloth) => cloth.readPositions()));
  const pointOf = (points: Float32Array, knot: number): number[] =>
    [0, 1, 2].map((axis) => (points[3 * knot + axis] + points[3 * (knot + 1) + axis]) / 2);
  const top = below.subarray(3 * 66 * 31);
  for (let knot = 1; knot < 32; knot++) {
    const [a, b] = [pointOf(above, knot), pointOf(top, 2 * knot)];
    expect(Math.hypot(...a.map((coordinate, axis) => coordinate - b[axis]))).toBeLessThan(1e-5);
  }
  note("where the hem hangs", top[1], below[1]);
  expect(top[1]).toBeCloseTo(-0.15, 3);
  seam.open();
  runSewn(made, 12);
  const fallen = await lower.readPositions();
  // (1/5 s)^2 g / 2 = 0.196 m.
  const way = top[3 * 33 + 1] - fallen[3 * 66 * 31 + 3 * 33 + 1];
  note("fallen", way);
  expect(way).toBeGreaterThan(0.1);
  seam.dispose();
  expect(lower.fidelity).toBe("controlGrid");
});

test.each(isAtLength ? (["u", "v"] as const) : (["v"] as const))(
  "a tube that is closed along %s is blown up on the GPU as on the CPU",
  async (closed) => {
    const { cloths } = await expectTwinsAfter(6, (add) => createTube(closed, add));
    // It has widened, half way between its ends.
    const middle = 3 * (closed === "u" ? 34 * 16 + 8 : 32 * 8 + 16);
    const points = await cloths[0].readPositions();
    expect(Math.hypot(points[middle], points[middle + 2])).toBeGreaterThan(0.302);
  },
);

test("what is sewn or blown up goes on when one of its cloths is hidden, shown again or disposed", async () => {
  const { made, cloths } = await makeSewn(headless().engine, createCushion);
  const [front, back] = cloths;
  runSewn(made, 4);
  back.setEnabled(false);
  runSewn(made, 2);
  back.setEnabled(true);
  runSewn(made, 2);
  // What was not moved meanwhile comes back at the speed of the seams.
  expect(await borderGap([front, back], SIDE)).toBeLessThan(0.05);
  runSewn(made, 6);
  expect(await borderGap([front, back], SIDE)).toBeLessThan(1e-6);
  front.pressure?.dispose();
  runSewn(made, 2);
  expect(await borderGap([front, back], SIDE)).toBeLessThan(1e-6);
  back.dispose();
  runSewn(made, 2);
  expect([front.seams.length, front.fidelity]).toEqual([0, "fullResolution"]);
  expect((await front.readPositions()).every(Number.isFinite)).toBe(true);
  made.scene.dispose();
});

test("air takes as many substeps at full resolution as keep the threads beside seams short", async () => {
  const panel = { ...sheet, solver: { sleepSpeed: 0 } };
  const { made, cloths } = await makeSewn(headless().engine, (add) => {
    const panels = [0, 0.05].map((z) => {
      const cloth = add("panel", panel);
      cloth.position.z = z;
      return cloth;
    });
    sewAround(panels[0], panels[1]);
    new ClothPressure("air", { cloths: panels, pressure: 1000 });
    return panels;
  });
  // Of p T^2 / density, a sixth of the spacing: 18.9 substeps. With 8, threads are ten times as long after a sixth of a second.
  runSewn(made, 8);
  await cloths[0].readPositions();
  expect(cloths.map(({ statistics }) => statistics.substeps)).toEqual([20, 20]);
  expect(Math.max(...cloths.map(({ statistics }) => statistics.maxStrain))).toBeLessThan(0.4);
  cloths[0].solver.substeps = 6;
  cloths[1].pressure?.dispose();
  runSewn(made, 1);
  expect(cloths.map(({ statistics }) => statistics.substeps)).toEqual([8, 8]);
});

test("seams that the nets of full resolution cannot have are refused", () => {
  const { scene } = createScene();
  const [one, two] = [34, 40].map((fullResolution) => CreateCloth("cloth", { ...sheet, fullResolution }, scene));
  const host = CreateCloth("host", { ...sheet, fidelity: "controlGrid", backend: "cpu" }, scene);
  const sew = (to: ClothMesh) => () =>
    new ClothSeam("s", { from: { cloth: one, edge: "leftEdge" }, to: { cloth: to, edge: "leftEdge" } });
  expect(sew(two)).toThrow('seam "s" has 32 spans in from and 38 in to at full resolution, must have a multiple');
  expect(sew(host)).toThrow(
    'seam "s" leads from backend "gpu" to cloth "host" on backend "cpu", must join cloths of one',
  );
  expect(one.seams).toEqual([]);
});

// The last one, and one loss for both: a new device compiles all again.
testAtLength(
  "after a lost device a cushion is closed and hangs, and a sleeve meets itself, but beside its seam",
  async () => {
    const { made, cloths } = await makeSewn(headless().engine, createCushion);
    const wrapped = await makeSewn(headless().engine, createWholeSleeve);
    runSewn(made, 4);
    runSewn(wrapped.made, 2);
    await Promise.all([...cloths, ...wrapped.cloths].map((cloth) => cloth.fetchShape()));
    await loseDevice(headless().engine);
    await Promise.all([made, wrapped.made].map(({ system }) => system.whenReadyAsync()));
    runSewn(made, 3);
    note("gap after a lost device", await borderGap(cloths, SIDE));
    expect(await borderGap(cloths, SIDE)).toBeLessThan(1e-6);
    // It did not fall meanwhile: its pins hold both panels.
    expect((await cloths[1].readPositions())[3 * (SIDE * SIDE - SIDE) + 1]).toBeCloseTo(0.5, 1);
    await expectNoContacts(wrapped.made, wrapped.cloths[0]);
  },
);
