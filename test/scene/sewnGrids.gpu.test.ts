/** Control grids that are sewn or blown up on the GPU: they keep their nets, and move as on the CPU. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { Scene } from "@babylonjs/core/scene.js";
import {
  ClothMesh,
  ClothPressure,
  ClothSeam,
  ClothSystem,
  CreateCloth,
  type ClothEdge,
  type IClothOptions,
} from "../../src/index.js";
import { createClothScene } from "../support/clothScene.js";
import { momentaOf } from "../support/momenta.js";
import { note } from "../support/note.js";
import { drawFrame, loseDevice, useEngine } from "../support/useGpu.js";

const headless = useEngine({ width: 32, height: 32 });

const SIDE = 14;
const edges: readonly ClothEdge[] = ["leftEdge", "rightEdge", "bottomEdge", "topEdge"];
const sheet: IClothOptions = {
  controlPoints: SIDE,
  pins: "none",
  tessellation: { mode: "fixed", level: 1 },
  solver: { sleepSpeed: 0 },
};

type Add = (name: string, options: IClothOptions) => ClothMesh;

/** One sheet that hangs from another one, both in a breeze. */
function createPair(add: Add): ClothMesh[] {
  const upper = add("upper", { ...sheet, pins: "topEdge" });
  const lower = add("lower", { ...sheet, controlPoints: { u: 26, v: 11 }, fabric: { density: 0.4 } });
  lower.position.y = -1;
  lower.wind.set(0.5, 0, 1);
  new ClothSeam("hem", { from: { cloth: upper, edge: "bottomEdge" }, to: { cloth: lower, edge: "topEdge" } });
  return [upper, lower];
}

/** Two panels one over the other, sewn along their four borders, with air between them, and with different substeps. */
function createCushion(add: Add): ClothMesh[] {
  const front = add("front", { ...sheet, pins: [{ u: 0.5, v: 1 }] });
  const back = add("back", { ...sheet, fabric: { density: 0.3 }, solver: { ...sheet.solver, substeps: 12 } });
  back.position.set(0.001, 0, 0.01);
  edges.forEach((edge) => new ClothSeam(edge, { from: { cloth: front, edge }, to: { cloth: back, edge }, speed: 0.5 }));
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

interface Made {
  readonly scene: Scene;
  readonly system: ClothSystem;
}

function createScene(): Made {
  const scene = new Scene(headless().engine);
  scene.gravity.y = -9.81;
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  const system = ClothSystem.For(scene);
  system.paused = true;
  return { scene, system };
}

/** Steps of 1/60 s, each in a frame. */
function run({ scene, system }: Made, frames: number, framesPerSecond = 60): void {
  for (let frame = 0; frame < frames; frame++) {
    system.step(1 / framesPerSecond);
    drawFrame(scene);
  }
}

async function make(create: (add: Add) => ClothMesh[]): Promise<{ made: Made; cloths: ClothMesh[] }> {
  const made = createScene();
  const cloths = create((name, options) => CreateCloth(name, options, made.scene));
  await made.system.whenReadyAsync();
  return { made, cloths };
}

/** Largest distance of both borders of a cushion [m]. */
async function gapOf(cloths: readonly ClothMesh[]): Promise<number> {
  const [a, b] = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
  let gap = 0;
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [column, row] = [i % SIDE, Math.floor(i / SIDE)];
    if (column % (SIDE - 1) === 0 || row % (SIDE - 1) === 0) {
      gap = Math.max(gap, Math.hypot(...[0, 1, 2].map((axis) => a[3 * i + axis] - b[3 * i + axis])));
    }
  }
  return gap;
}

// Blown up, a cushion buckles: what float32 rounds differently grows tenfold in each frame.
test.each([
  ["a sheet that hangs from another one", createPair, 8],
  ["a cushion", createCushion, 3],
  ["a tube", createTube, 8],
] as const)("%s moves on the GPU as on the CPU", async (_, create, frames) => {
  const { made, cloths } = await make(create);
  run(made, frames);
  const twin = createClothScene();
  const expected = create((__, options) => twin.add(options));
  twin.run(frames);
  for (const [i, cloth] of cloths.entries()) {
    expect(cloth.fidelity).toBe("controlGrid");
    const [own, other] = await Promise.all([cloth.readPositions(), expected[i].readPositions()]);
    expect(own).toHaveLength(other.length);
    const apart = own.reduce((most, value, k) => Math.max(most, Math.abs(value - other[k])), 0);
    note("GPU from CPU", cloth.name, apart);
    expect(apart).toBeLessThan(1e-4);
  }
  twin.dispose();
});

test("a cushion of two free panels keeps its momenta", async () => {
  const { made, cloths } = await make((add) => {
    const panels = ["front", "back"].map((name, i) => {
      const still = { drag: 0, lift: 0 };
      const panel = add(name, {
        ...sheet,
        fabric: still,
        solver: { ...sheet.solver, gravity: Vector3.Zero(), damping: 0 },
      });
      panel.position.z = 0.02 * i;
      return panel;
    });
    const [front, back] = panels;
    edges.forEach((edge) => new ClothSeam(edge, { from: { cloth: front, edge }, to: { cloth: back, edge } }));
    return panels;
  });
  const momenta = async (): Promise<ReturnType<typeof momentaOf>> => {
    await Promise.all(cloths.map((cloth) => cloth.fetchShape()));
    return momentaOf(cloths);
  };
  run(made, 2);
  cloths[0].applyImpulse(new Vector3(0.2, 0.3, 0), new Vector3(0.1, 0, -0.2), 0.3);
  run(made, 1);
  const { momenta: before, amount } = await momenta();
  run(made, 20);
  const { momenta: after } = await momenta();
  const change = Math.max(...after.map((sum, i) => Math.abs(sum - before[i]))) / amount;
  note("change of momenta", change);
  expect(amount).toBeGreaterThan(0.2);
  expect(change).toBeLessThan(1e-3);
});

test("a cushion stays closed: in files, after a lost device, and while a cloth of it is hidden or another scene's cushion comes", async () => {
  const { made, cloths } = await make(createCushion);
  run(made, 20);
  note("gap", await gapOf(cloths));
  expect(await gapOf(cloths)).toBeLessThan(1e-6);

  await Promise.all(cloths.map((cloth) => cloth.fetchShape()));
  const files = cloths.map((cloth) => JSON.parse(JSON.stringify(cloth.serialize({}, true))) as object);
  const other = createScene();
  const loaded = files.map((file) => ClothMesh.Parse(file, other.scene, ""));
  await other.system.whenReadyAsync();
  run(made, 50);
  run(other, 50);
  for (const [i, cloth] of cloths.entries()) {
    expect(loaded[i].fidelity).toBe("controlGrid");
    expect(await loaded[i].readPositions()).toEqual(await cloth.readPositions());
  }
  other.scene.dispose();

  cloths[1].setEnabled(false);
  run(made, 2);
  cloths[1].setEnabled(true);
  run(made, 12);
  expect(await gapOf(cloths)).toBeLessThan(1e-6);

  await Promise.all(cloths.map((cloth) => cloth.fetchShape()));
  await loseDevice(headless().engine);
  await made.system.whenReadyAsync();
  run(made, 3);
  note("gap after a lost device", await gapOf(cloths));
  expect(await gapOf(cloths)).toBeLessThan(1e-6);
  // It did not fall meanwhile: its pin holds both panels.
  expect((await cloths[1].readPositions())[3 * (SIDE * SIDE - SIDE / 2) + 1]).toBeCloseTo(0.5, 1);
});

test.each([
  ["one substep", { solver: { substeps: 1 } }, 60],
  ["64 substeps beside 3", { solver: { substeps: 64 } }, 60],
  ["automatic substeps", { solver: { substeps: "auto" } }, 60],
  ["3 iterations, rigid threads", { solver: { iterations: 3 }, fabric: { stretch: 0 } }, 60],
  ["five frames a second", {}, 5],
] as const)("what is sewn stays sewn: %s", async (_, unlike, framesPerSecond) => {
  const { made, cloths } = await make((add) => {
    const front = add("front", { ...sheet, pins: [{ u: 0.5, v: 1 }] });
    const { solver = {}, ...others } = unlike as IClothOptions;
    const back = add("back", { ...sheet, ...others, solver: { ...sheet.solver, substeps: 3, ...solver } });
    edges.forEach((edge) => new ClothSeam(edge, { from: { cloth: front, edge }, to: { cloth: back, edge } }));
    new ClothPressure("air", { cloths: [front, back], pressure: 5 });
    return [front, back];
  });
  run(made, 8, framesPerSecond);
  await Promise.all(cloths.map((cloth) => cloth.fetchShape()));
  const strains = cloths.map(({ statistics }) => statistics.maxStrain);
  note("gap, strains", await gapOf(cloths), strains);
  expect(await gapOf(cloths)).toBeLessThan(1e-5);
  expect(Math.max(...strains)).toBeLessThan(0.1);
});

test("a cushion in wind beyond all numbers is still there when it has gone", async () => {
  const { made, cloths } = await make(createCushion);
  run(made, 4);
  for (const speed of [1e4, 1e8, 1e15, 1e30]) {
    cloths[0].wind.set(0, 0, speed);
    cloths[0].applyImpulse(Vector3.Zero(), new Vector3(0, 0, speed));
    run(made, 2);
  }
  cloths[0].wind.setAll(0);
  run(made, 4);
  const positions = await Promise.all(cloths.map((cloth) => cloth.readPositions()));
  expect(positions.every((points) => points.every(Number.isFinite))).toBe(true);
  cloths.forEach((cloth) => {
    cloth.reset();
  });
  run(made, 30);
  expect(await gapOf(cloths)).toBeLessThan(1e-6);
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
  run(made, 16, 240);
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
  run(made, 8);
  const blown = await radius();
  tube.pressure?.dispose();
  new ClothPressure("air", { cloths: [tube], pressure: 100, amount: 15, inside: "front" });
  run(made, 8);
  note("radius of a tube with air inside, and outside", blown, await radius());
  expect(blown).toBeGreaterThan(0.301);
  expect(await radius()).toBeLessThan(0.3);
});

test("lines that are too long for a workgroup take full resolution", () => {
  const { scene } = createScene();
  const [a, b] = [0, 1].map(() => CreateCloth("long", { ...sheet, controlPoints: { u: 300, v: 3 } }, scene));
  new ClothSeam("hem", { from: { cloth: a, edge: "topEdge" }, to: { cloth: b, edge: "bottomEdge" } });
  expect(a.fidelity).toBe("fullResolution");
});

test("cushions that come and go do not touch others", async () => {
  const { made, cloths } = await make((add) => [...createCushion(add), ...createPair(add)]);
  run(made, 4);
  const alone = await make((add) => createPair(add));
  run(alone.made, 4);
  for (const [i, cloth] of alone.cloths.entries()) {
    expect(await cloths[2 + i].readPositions()).toEqual(await cloth.readPositions());
  }
  cloths[0].dispose();
  run(made, 6);
  run(alone.made, 6);
  for (const [i, cloth] of alone.cloths.entries()) {
    expect(await cloths[2 + i].readPositions()).toEqual(await cloth.readPositions());
  }
});

test("a zip opens and closes; cloth that is joined goes to full resolution while it must, and comes back", async () => {
  const { made, cloths } = await make(createPair);
  const [upper, lower] = cloths;
  const [seam] = upper.seams;
  run(made, 4);
  seam.close(0.5);
  run(made, 10);
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
  lower.solver.clothCollision = true;
  expect(cloths.map(({ fidelity }) => fidelity)).toEqual(["fullResolution", "fullResolution"]);
  lower.solver.clothCollision = false;
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
});
