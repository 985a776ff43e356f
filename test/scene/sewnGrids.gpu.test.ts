/** Control grids that are sewn or blown up on the GPU: they keep their nets, and move as on the CPU. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { ClothMesh, ClothPressure, ClothSeam, CreateCloth, type IClothOptions } from "../../src/index.js";
import { isAtLength, testAtLength } from "../support/atLength.js";
import { createClothScene } from "../support/clothScene.js";
import { countCrossings, innerSheet, sewnSheet, sheetOf } from "../support/crossings.js";
import { momentaOf } from "../support/momenta.js";
import { note } from "../support/note.js";
import { createFlatCushion, createSleeve, sewAround, type Add } from "../support/sewnCloths.js";
import { borderGap, createSewnScene, expectTwins, makeSewn, runSewn, type SewnScene } from "../support/sewnScene.js";
import { loseDevice, useEngine } from "../support/useGpu.js";

const headless = useEngine({ width: 32, height: 32 });

const SIDE = 14;
const sheet: IClothOptions = {
  controlPoints: SIDE,
  pins: "none",
  fullResolution: 32,
  tessellation: { mode: "fixed", level: 1 },
  // Half as many substeps as by default: software takes its time.
  solver: { sleepSpeed: 0, substeps: 4 },
};

/** One sheet that hangs from another one, both in a breeze. */
function createPair(add: Add): ClothMesh[] {
  const upper = add("upper", { ...sheet, pins: "topEdge" });
  const lower = add("lower", {
    ...sheet,
    controlPoints: { u: 26, v: 11 },
    fullResolution: 32,
    fabric: { density: 0.4 },
  });
  lower.position.y = -1;
  lower.wind.set(0.5, 0, 1);
  new ClothSeam("hem", { from: { cloth: upper, edge: "bottomEdge" }, to: { cloth: lower, edge: "topEdge" } });
  return [upper, lower];
}

/** Two panels one over the other, sewn along their four borders, with air between them, and with different substeps. */
function createCushion(add: Add): ClothMesh[] {
  const front = add("front", { ...sheet, pins: [{ u: 0.5, v: 1 }] });
  const back = add("back", { ...sheet, fabric: { density: 0.3 }, solver: { ...sheet.solver, substeps: 5 } });
  back.position.set(0.001, 0, 0.01);
  sewAround(front, back, 0.5);
  new ClothPressure("air", { cloths: [front, back], pressure: 20, amount: 0.5 });
  return [front, back];
}

/** A tube whose ends are held, blown up: one cloth alone. */
function createTube(add: Add): ClothMesh[] {
  const tube = add("tube", {
    ...sheet,
    controlPoints: { u: 18, v: 12 },
    closed: "u",
    restShape: (u, v, point) => {
      point.set(0.3 * Math.cos(2 * Math.PI * u), v - 0.5, 0.3 * Math.sin(2 * Math.PI * u));
    },
    pins: (_, v) => v === 0 || v === 1,
    fabric: { stretch: 1e-3 },
  });
  new ClothPressure("air", { cloths: [tube], pressure: 100, amount: 15 });
  return [tube];
}

function createScene(): SewnScene {
  return createSewnScene(headless().engine);
}

function make(create: (add: Add) => ClothMesh[]): Promise<{ made: SewnScene; cloths: ClothMesh[] }> {
  return makeSewn(headless().engine, create);
}

/** Steps on the GPU and on the CPU. */
async function expectTwinsAfter(
  frames: number,
  create: (add: Add) => ClothMesh[],
): Promise<{ made: SewnScene; cloths: ClothMesh[] }> {
  const both = await make(create);
  runSewn(both.made, frames);
  expect(both.cloths.map(({ fidelity }) => fidelity)).toEqual(both.cloths.map(() => "controlGrid"));
  const twin = createClothScene();
  const expected = create((_, options) => twin.add(options));
  twin.run(frames);
  await expectTwins(both.cloths, await Promise.all(expected.map((cloth) => cloth.readPositions())));
  twin.dispose();
  return both;
}

// Blown up, a cushion buckles: what float32 rounds differently grows tenfold in each frame.
test.each([
  ["a sheet that hangs from another one", createPair, 8],
  ["a cushion", createCushion, 3],
  ["a tube", createTube, 8],
  ["a sleeve", (add: Add) => createSleeve(add, sheet, 0.98), 6],
] as const)("%s moves on the GPU as on the CPU", async (_, create, frames) => {
  const { cloths } = await expectTwinsAfter(frames, create);
  // A sleeve is open nowhere but at its ends, so what would touch are both sides of its seam.
  await Promise.all(cloths.map((cloth) => cloth.fetchShape()));
  expect(cloths.map(({ statistics }) => statistics.contacts)).toEqual(cloths.map(() => 0));
});

test("a cushion of two free panels keeps its momenta", async () => {
  const { made, cloths } = await make((add) => {
    const panels = ["front", "back"].map((name, i) => {
      const still = { drag: 0, lift: 0 };
      const panel = add(name, {
        ...sheet,
        fabric: still,
        solver: { ...sheet.solver, substeps: 8, gravity: Vector3.Zero(), damping: 0 },
      });
      panel.position.z = 0.02 * i;
      return panel;
    });
    const [front, back] = panels;
    sewAround(front, back);
    return panels;
  });
  const momenta = async (): Promise<ReturnType<typeof momentaOf>> => {
    await Promise.all(cloths.map((cloth) => cloth.fetchShape()));
    return momentaOf(cloths);
  };
  runSewn(made, 2);
  cloths[0].applyImpulse(new Vector3(0.2, 0.3, 0), new Vector3(0.1, 0, -0.2), 0.3);
  runSewn(made, 1);
  const { momenta: before, amount } = await momenta();
  runSewn(made, 20);
  const { momenta: after } = await momenta();
  const change = Math.max(...after.map((sum, i) => Math.abs(sum - before[i]))) / amount;
  note("change of momenta", change);
  expect(amount).toBeGreaterThan(0.2);
  expect(change).toBeLessThan(3e-4);
});

test("a cushion stays closed: in files, and while a cloth of it is hidden or another scene's cushion comes", async () => {
  const { made, cloths } = await make(createCushion);
  runSewn(made, 8);
  note("gap", await borderGap(cloths, SIDE));
  expect(await borderGap(cloths, SIDE)).toBeLessThan(1e-6);

  await Promise.all(cloths.map((cloth) => cloth.fetchShape()));
  const files = cloths.map((cloth) => JSON.parse(JSON.stringify(cloth.serialize({}, true))) as object);
  const other = createScene();
  const loaded = files.map((file) => ClothMesh.Parse(file, other.scene, ""));
  await other.system.whenReadyAsync();
  runSewn(made, 6);
  runSewn(other, 6);
  for (const [i, cloth] of cloths.entries()) {
    expect(loaded[i].fidelity).toBe("controlGrid");
    expect(await loaded[i].readPositions()).toEqual(await cloth.readPositions());
  }
  other.scene.dispose();

  cloths[1].setEnabled(false);
  runSewn(made, 2);
  cloths[1].setEnabled(true);
  runSewn(made, 8);
  expect(await borderGap(cloths, SIDE)).toBeLessThan(1e-6);
  // It did not fall meanwhile: its pin holds both panels.
  expect((await cloths[1].readPositions())[3 * (SIDE * SIDE - SIDE / 2) + 1]).toBeCloseTo(0.5, 1);
});

const unlikeCloths: [name: string, unlike: IClothOptions, framesPerSecond: number, frames: number][] = [
  ["one substep", { solver: { substeps: 1 } }, 60, 8],
  ["automatic substeps", { solver: { substeps: "auto" } }, 60, 8],
  ["five frames a second", {}, 5, 3],
];
if (isAtLength) {
  unlikeCloths.push(
    ["64 substeps beside 3", { solver: { substeps: 64 } }, 60, 4],
    ["3 iterations, rigid threads", { solver: { iterations: 3 }, fabric: { stretch: 0 } }, 60, 8],
  );
}

test.each(unlikeCloths)("what is sewn stays sewn: %s", async (_, unlike, framesPerSecond, frames) => {
  const { made, cloths } = await make((add) => {
    const front = add("front", { ...sheet, pins: [{ u: 0.5, v: 1 }] });
    const { solver = {}, ...others } = unlike;
    const back = add("back", { ...sheet, ...others, solver: { ...sheet.solver, substeps: 3, ...solver } });
    sewAround(front, back);
    new ClothPressure("air", { cloths: [front, back], pressure: 5 });
    return [front, back];
  });
  runSewn(made, frames, framesPerSecond);
  await Promise.all(cloths.map((cloth) => cloth.fetchShape()));
  const strains = cloths.map(({ statistics }) => statistics.maxStrain);
  note("gap, strains", await borderGap(cloths, SIDE), strains);
  expect(await borderGap(cloths, SIDE)).toBeLessThan(1e-5);
  expect(Math.max(...strains)).toBeLessThan(0.1);
});

test("a cushion in wind beyond all numbers is still there when it has gone", async () => {
  const { made, cloths } = await make(createCushion);
  runSewn(made, 4);
  for (const speed of [1e4, 1e8, 1e15, 1e30]) {
    cloths[0].wind.set(0, 0, speed);
    cloths[0].applyImpulse(Vector3.Zero(), new Vector3(0, 0, speed));
    runSewn(made, 2);
  }
  cloths[0].wind.setAll(0);
  runSewn(made, 4);
  const positions = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
  expect(positions.every((points) => points.every(Number.isFinite))).toBe(true);
  cloths.forEach((cloth) => {
    cloth.reset();
  });
  runSewn(made, 12);
  expect(await borderGap(cloths, SIDE)).toBeLessThan(1e-6);
});

test("what is sewn may take no substep in a step in which others take some", async () => {
  const { made, cloths } = await make((add) =>
    [8, 1].flatMap((substeps) => {
      const [a, b] = ["a", "b"].map((name) =>
        add(name, { ...sheet, solver: { ...sheet.solver, substeps }, pins: "topEdge" }),
      );
      new ClothSeam("hem", { from: { cloth: a, edge: "leftEdge" }, to: { cloth: b, edge: "leftEdge" } });
      return [a, b];
    }),
  );
  runSewn(made, 16, 240);
  const positions = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
  expect(positions.every((points) => points.every(Number.isFinite))).toBe(true);
  const corner = 3 * SIDE * (SIDE - 2);
  expect(positions[2].subarray(corner, corner + 3)).toEqual(positions[3].subarray(corner, corner + 3));
});

test("air that takes the place of other air pushes to its own side", async () => {
  const { made, cloths } = await make(createTube);
  const [tube] = cloths;
  const radius = async (): Promise<number> => {
    const points = await tube.readPositions();
    const middle = 3 * (18 * 6 + 5);
    return Math.hypot(points[middle], points[middle + 2]);
  };
  runSewn(made, 8);
  const blown = await radius();
  tube.pressure?.dispose();
  new ClothPressure("air", { cloths: [tube], pressure: 100, amount: 15, inside: "front" });
  runSewn(made, 8);
  note("radius of a tube with air inside, and outside", blown, await radius());
  expect(blown).toBeGreaterThan(0.301);
  expect(await radius()).toBeLessThan(0.3);
});

test("lines that are too long for a workgroup take full resolution", () => {
  const { scene } = createScene();
  const [a, b] = [0, 1].map(() =>
    CreateCloth("long", { ...sheet, controlPoints: { u: 300, v: 3 }, fullResolution: { u: 300, v: 32 } }, scene),
  );
  new ClothSeam("hem", { from: { cloth: a, edge: "topEdge" }, to: { cloth: b, edge: "bottomEdge" } });
  expect(a.fidelity).toBe("fullResolution");
});

/** A cushion that falls on another one, without air: each panel meets the others and itself. */
function createPile(add: Add): ClothMesh[] {
  const panel = { ...sheet, width: 0.5, height: 0.5, solver: { ...sheet.solver, substeps: 8, selfCollision: true } };
  return [0.3, 0.4].flatMap((height, i) => createFlatCushion(add, panel, [height, height + 0.04], 0.4 * i));
}

test("cushions that fall on each other meet on the GPU as on the CPU, and nothing crosses", async () => {
  const { made, cloths } = await expectTwinsAfter(4, createPile);
  runSewn(made, 30);
  const sheets = await Promise.all(cloths.map(async (cloth) => sheetOf(await cloth.readPositions(), SIDE, SIDE)));
  note(
    "crossings with those beside seams",
    countCrossings([sewnSheet(sheets.slice(0, 2)), sewnSheet(sheets.slice(2))]),
  );
  // Beside seams, contact leaves panels to each other.
  expect(countCrossings(sheets.map((net) => innerSheet(net, SIDE, SIDE, 2)))).toBe(0);
  expect(await borderGap(cloths.slice(2), SIDE)).toBeLessThan(1e-6);
});

/** Two sheets that are not sewn, one falls on the other. */
function createLayers(add: Add): ClothMesh[] {
  return [0, 0.04].map((height) => {
    const pins = height === 0 ? "allCorners" : "none";
    const layer = add("layer", { ...sheet, pins, solver: { ...sheet.solver, clothCollision: true } });
    layer.rotation.x = Math.PI / 2;
    layer.position.y = height;
    return layer;
  });
}

test.each(isAtLength ? [3, 9] : [9])(
  "cloths that meet take their parts beside a cushion of %i substeps as alone",
  async (substeps) => {
    const alone = await make(createLayers);
    const beside = await make((add) => {
      const layers = createLayers(add);
      const panels = createFlatCushion(add, { ...sheet, solver: { ...sheet.solver, substeps } }, [5, 5.04]);
      return [...layers, ...panels];
    });
    runSewn(alone.made, 12);
    runSewn(beside.made, 12);
    const [upper] = await Promise.all(alone.cloths.map((cloth) => cloth.fetchShape().then(() => cloth)));
    expect(upper.statistics.contacts).toBeGreaterThan(0);
    for (const [i, cloth] of alone.cloths.entries()) {
      expect(await beside.cloths[i].readPositions()).toEqual(await cloth.readPositions());
    }
  },
);

test("cushions that come and go do not touch others", async () => {
  const { made, cloths } = await make((add) => [...createCushion(add), ...createPair(add)]);
  runSewn(made, 4);
  const alone = await make((add) => createPair(add));
  runSewn(alone.made, 4);
  for (const [i, cloth] of alone.cloths.entries()) {
    expect(await cloths[2 + i].readPositions()).toEqual(await cloth.readPositions());
  }
  cloths[0].dispose();
  runSewn(made, 6);
  runSewn(alone.made, 6);
  for (const [i, cloth] of alone.cloths.entries()) {
    expect(await cloths[2 + i].readPositions()).toEqual(await cloth.readPositions());
  }
});

testAtLength(
  "a zip opens and closes; cloth that is joined goes to full resolution while it must, and comes back",
  async () => {
    const { made, cloths } = await make(createPair);
    const [upper, lower] = cloths;
    const [seam] = upper.seams;
    runSewn(made, 4);
    seam.close(0.5);
    runSewn(made, 10);
    const [above, below] = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
    // The first corners are sewn, the last ones are not.
    const gap = (a: number, b: number): number =>
      Math.hypot(...[0, 1, 2].map((axis) => above[3 * a + axis] - below[3 * b + axis]));
    const top = 26 * 10;
    note("gaps of a zip", gap(0, top), gap(SIDE - 1, top + 25));
    expect(gap(0, top)).toBeLessThan(1e-6);
    expect(gap(SIDE - 1, top + 25)).toBeGreaterThan(0.01);
    seam.close();
    expect(cloths.map(({ fidelity }) => fidelity)).toEqual(["controlGrid", "controlGrid"]);
    // Both nets are there after some frames; the seam holds before, between and after.
    for (const isFine of [true, false]) {
      lower.fidelity = isFine ? "fullResolution" : "controlGrid";
      expect(upper.fidelity).toBe(lower.fidelity);
      runSewn(made, 2);
      await made.system.whenReadyAsync();
      runSewn(made, 5);
      const [one, other] = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
      const { countU, countV } = lower.restGrid;
      expect([countU > 26, other.length]).toEqual([isFine, 3 * countU * countV]);
      // The first corner of the upper sheet's lower border, and of the lower one's upper border.
      const corner = 3 * countU * (countV - 1);
      expect(Math.hypot(...[0, 1, 2].map((axis) => one[axis] - other[corner + axis]))).toBeLessThan(1e-5);
    }
    upper.solver.model = "springs";
    expect(lower.fidelity).toBe("fullResolution");
    upper.solver.model = "constraints";
    const small = CreateCloth("small", { ...sheet, width: 0.8 }, made.scene);
    const gathered = new ClothSeam("gathers", {
      from: { cloth: small, edge: "topEdge" },
      to: { cloth: upper, edge: "topEdge" },
    });
    expect(cloths.map(({ fidelity }) => fidelity)).toEqual(["fullResolution", "fullResolution"]);
    gathered.dispose();
    expect(cloths.map(({ fidelity }) => fidelity)).toEqual(["controlGrid", "controlGrid"]);
  },
);

// The last one: a new device compiles all again.
testAtLength("a cushion stays closed, and hangs, after a lost device", async () => {
  const { made, cloths } = await make(createCushion);
  runSewn(made, 12);
  await Promise.all(cloths.map((cloth) => cloth.fetchShape()));
  await loseDevice(headless().engine);
  await made.system.whenReadyAsync();
  runSewn(made, 3);
  note("gap after a lost device", await borderGap(cloths, SIDE));
  expect(await borderGap(cloths, SIDE)).toBeLessThan(1e-6);
  expect((await cloths[1].readPositions())[3 * (SIDE * SIDE - SIDE / 2) + 1]).toBeCloseTo(0.5, 1);
});
