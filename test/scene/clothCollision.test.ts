// Cloths that keep apart from each other: they do not pass, their drawn surfaces do not cross, and momentum goes from one to the other.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Fabrics, type ClothMesh, type IClothOptions } from "../../src/index.js";
import { createClothScene, lay, type ClothScene } from "../support/clothScene.js";
import { countCrossings, sheetOf } from "../support/crossings.js";
import { largestDistance } from "../support/largestDistance.js";
import { crossingsOf, meanOf } from "../support/meetingCrossings.js";
import { momentaOf } from "../support/momenta.js";
import { note } from "../support/note.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

const touching: IClothOptions = { solver: { clothCollision: true, selfCollision: true } };

// Sheets of 0.8 m at 5 and 10 m/s, face to face and edge on.
test.each([
  ["meet", [16]],
  ["meet10", [24]],
  ["edge10", [16]],
  ["edge10", [16, 24]],
] as const)("%s: sheets of %j points do not pass each other", async (name, points) => {
  const size = { width: 0.8, height: 0.8 };
  const counts = await crossingsOf(stage, name, points, { ...size, ...touching });
  note(name, points, counts);
  expect(Math.max(...counts)).toBe(0);
  stage.dispose();
  stage = createClothScene();
  expect(Math.max(...(await crossingsOf(stage, name, points, size)))).toBeGreaterThan(10);
});

test("two sheets that fall on a ball lie on each other", async () => {
  const counts = await crossingsOf(stage, "sheets", [16], touching, 3);
  note("sheets", counts);
  expect(meanOf(counts)).toBeLessThan(0.5);
  // Each hears of the other one: the upper sheet lies on many particles.
  expect(stage.system.cloths.map(({ statistics }) => statistics.contacts > 30)).toEqual([true, true]);
  stage.dispose();
  stage = createClothScene();
  expect(meanOf(await crossingsOf(stage, "sheets", [16], { solver: { selfCollision: true } }, 1))).toBeGreaterThan(100);
  expect(stage.system.cloths.map(({ statistics }) => statistics.contacts < 30)).toEqual([true, true]);
});

test("four sheets that fall edge ahead are a pile", async () => {
  const counts = await crossingsOf(stage, "pile", [12], touching, 3);
  note("pile", counts);
  expect(meanOf(counts)).toBeLessThan(1);
  expect(counts.at(-1)).toBe(0);
  stage.dispose();
  stage = createClothScene();
  expect(meanOf(await crossingsOf(stage, "pile", [12], { solver: { selfCollision: true } }, 1))).toBeGreaterThan(100);
});

/** Sheets that fly at each other; one point shows where a cloth is. */
function flyTogether(options: readonly IClothOptions[], frames: number): readonly ClothMesh[] {
  const cloths = options.map((given, i) =>
    stage.add({ width: 0.8, height: 0.8, pins: "none", ...given }, (mesh) => {
      mesh.position.z = i === 0 ? -0.2 : 0.2;
      mesh.solver.gravity.setAll(0);
    }),
  );
  stage.run(frames, (frame) => {
    cloths.forEach((cloth, i) => (cloth.solver.gravity.z = frame > 0 ? 0 : (i === 0 ? 1 : -1) * 150));
  });
  return cloths;
}

const inVacuum = { airDensity: 0, damping: 0, clothCollision: true, selfCollision: true };

/** Mass of a cloth, and that times the place of its center along z. */
async function massAndMoment(cloth: ClothMesh): Promise<[number, number]> {
  const { areas } = cloth.restGrid;
  const points = await cloth.readPositions();
  let [mass, moment] = [0, 0];
  areas.forEach((area, i) => {
    mass += area * cloth.fabric.density;
    moment += area * cloth.fabric.density * points[3 * i + 2];
  });
  return [mass, moment];
}

/** A sheet meets another one; `allowed` is the part of the momentum of one of them that the sum may change by. */
async function giveMomentum(fabric: { density: number }, controlPoints: number, allowed: number): Promise<void> {
  const cloths = flyTogether(
    [
      { controlPoints: 16, fabric: { density: 0.2 }, solver: inVacuum },
      { controlPoints, fabric, solver: inVacuum },
    ],
    30,
  );
  const before = await Promise.all(cloths.map(massAndMoment));
  stage.run(6);
  const after = await Promise.all(cloths.map(massAndMoment));
  const momenta = after.map(([, moment], i) => (moment - before[i][1]) / 0.1);
  const [first, second] = before.map(([mass], i) => mass * (i === 0 ? 2.5 : -2.5));
  note(fabric, controlPoints, momenta, [first, second]);
  expect(Math.abs(momenta[0] + momenta[1] - first - second)).toBeLessThan(allowed * first);
  // It is not where it would be without the other.
  expect(Math.abs(momenta[0] - first)).toBeGreaterThan(0.5 * first);
}

test.each([
  ["alike", { density: 0.2 }, 16, 1e-4],
  ["of another density", { density: 0.6 }, 16, 0.15],
  ["of a finer net", { density: 0.2 }, 24, 0.15],
  ["of a net that is twice as fine", { density: 0.2 }, 32, 0.15],
] as const)("a sheet that meets one %s gives it its momentum", (_, fabric, controlPoints, allowed) =>
  giveMomentum(fabric, controlPoints, allowed),
);

test.each([
  ["as they are", -1, -1, true],
  ["if one's mask has not the other's group", 2, -1, false],
  ["if one of them is switched off", -1, null, false],
] as const)("by Babylon's groups and masks, cloths meet %s: masks %s and %s", async (_, mask, otherMask, meet) => {
  const [cloth, other] = flyTogether(
    [
      { controlPoints: 8, solver: inVacuum },
      { controlPoints: 8, solver: { ...inVacuum, clothCollision: otherMask !== null } },
    ],
    0,
  );
  cloth.collisionMask = mask;
  other.collisionMask = otherMask ?? -1;
  stage.run(24, (frame) => {
    cloth.solver.gravity.z = frame === 0 ? 150 : 0;
  });
  const [mass, moment] = await massAndMoment(cloth);
  // 0.96 m without the other.
  expect(moment / mass).toBeCloseTo(meet ? 0.35 : 0.8, 0);
});

test("cloths of two scenes do not meet, and frames of any length leave those of one finite and apart", async () => {
  const solver = { clothCollision: true };
  const hung = { controlPoints: 12, pins: "allCorners", solver } as const;
  const loose = { controlPoints: 8, width: 0.5, height: 0.5, pins: "none", solver } as const;
  const other = createClothScene();
  const alone = other.add(loose, (mesh) => {
    lay(mesh, 0.12);
  });
  const below = stage.add(hung, (mesh) => {
    lay(mesh);
  });
  const above = stage.add(loose, (mesh) => {
    lay(mesh, 0.12);
  });
  for (const [frames, seconds] of [
    [20, 1 / 60],
    [2, 0],
    [1, 2],
    [20, 1e-6],
    [3, 0.3],
  ]) {
    for (let frame = 0; frame < frames; frame++) {
      [stage, other].forEach(({ system }) => {
        system.step(seconds);
      });
    }
    const nets = [await below.readPositions(), await above.readPositions()];
    expect(nets.every((net) => net.every(Number.isFinite))).toBe(true);
    expect(countCrossings([sheetOf(nets[0], 12, 12), sheetOf(nets[1], 8, 8)])).toBe(0);
    expect(lowest(nets[1])).toBeGreaterThan(-0.6);
  }
  expect(lowest(await alone.readPositions())).toBeLessThan(-1);
  expect(alone.statistics.contacts).toBe(0);
  expect(above.statistics.contacts).toBeGreaterThan(10);
  other.dispose();
});

test("cloths that are sewn together do not meet beside their seams", async () => {
  const sewn = async (clothCollision: boolean): Promise<number[]> => {
    stage.dispose();
    stage = createClothScene();
    const [front, back] = [0, 1].map((i) =>
      stage.add({ controlPoints: 8, pins: "none", solver: { clothCollision } }, (mesh) => {
        lay(mesh);
        mesh.position.x = i;
      }),
    );
    front.sew({ edge: "rightEdge" }, back, { edge: "leftEdge" });
    stage.run(10);
    return (await Promise.all([front, back].map((cloth) => cloth.readPositions()))).flatMap((net) => [...net]);
  };
  expect(await sewn(true)).toEqual(await sewn(false));
});

/** Height of the lowest point. */
function lowest(net: Float32Array): number {
  return Math.min(...net.filter((_, k) => k % 3 === 1));
}

test.each([
  ["is disposed", (cloth): unknown => cloth.dispose()],
  ["is not enabled any more", (cloth) => cloth.setEnabled(false)],
  ["leaves the scene", (cloth) => cloth.getScene().removeMesh(cloth)],
  ["meets no one any more", (cloth) => (cloth.solver.clothCollision = false)],
  ["is of another group", (cloth) => (cloth.collisionGroup = 0)],
  ["is suddenly elsewhere", (cloth) => (cloth.teleport(), (cloth.position.x = 5))],
] as [string, (cloth: ClothMesh) => unknown][])(
  "cloth that sleeps on another one falls when that %s",
  async (_, change) => {
    const solver = { clothCollision: true, sleepSpeed: 0.3, damping: 4 };
    const controlPoints = 8;
    const isBorder = (u: number, v: number): boolean => u === 0 || u === 1 || v === 0 || v === 1;
    const lower = stage.add({ controlPoints, pins: isBorder, solver }, lay);
    const upper = stage.add({ width: 0.5, height: 0.5, controlPoints, pins: "none", solver }, (mesh) => {
      lay(mesh, 0.12);
    });
    stage.run(200);
    const asleep = await upper.readPositions();
    stage.run(5);
    expect(await upper.readPositions()).toEqual(asleep);
    change(lower);
    stage.run(30);
    expect(lowest(await upper.readPositions())).toBeLessThan(lowest(asleep) - 0.2);
  },
);

test("a heavy cloth and a light one that lie too near part with one momentum", () => {
  const solver = { clothCollision: true, damping: 0, gravity: Vector3.Zero() };
  const options: IClothOptions = { controlPoints: 10, pins: "none", fabric: { drag: 0, lift: 0 }, solver };
  const cloths = [2, 0.2].map((density, i) =>
    stage.add({ ...options, density }, (mesh) => (mesh.position.z = 0.04 * i)),
  );
  stage.run(10);
  const [heavy, light] = cloths.map((cloth) => momentaOf([cloth]).momenta[2]);
  note("momenta of a heavy and a light sheet", heavy, light);
  expect(light).toBeGreaterThan(0.1);
  // It was 20 times as much, when both left at one speed.
  expect(Math.abs(heavy + light)).toBeLessThan(0.05 * light);
});

test("cloths that sleep in one place come apart when they are told to meet", async () => {
  const solver = { clothCollision: true, sleepSpeed: 0.3, damping: 4 };
  const [still, other] = [0, 0.001].map((z) =>
    stage.add({ controlPoints: 8, pins: "topEdge", solver }, (mesh) => (mesh.position.z = z)),
  );
  other.collisionMask = 0;
  stage.run(120);
  const distance = async (): Promise<number> =>
    largestDistance(await still.readPositions(), await other.readPositions());
  expect(await distance()).toBeLessThan(0.002);
  other.collisionMask = -1;
  stage.run(10);
  expect(await distance()).toBeGreaterThan(0.01);
});

test("cloth that sleeps wakes when another one comes, and sleeps with it again", async () => {
  const solver = { clothCollision: true, sleepSpeed: 0.2, damping: 4 };
  const hung = stage.add({ controlPoints: 8, pins: "allCorners", solver }, (mesh) => {
    lay(mesh);
  });
  stage.run(240);
  const asleep = await hung.readPositions();
  stage.run(30);
  expect(await hung.readPositions()).toEqual(asleep);
  const falling = stage.add({ controlPoints: 8, width: 0.5, height: 0.5, pins: "none", solver }, (mesh) => {
    lay(mesh, 0.3);
  });
  stage.run(60);
  expect(lowest(await hung.readPositions())).toBeLessThan(lowest(asleep) - 0.005);
  stage.run(600);
  const rest = await Promise.all([hung, falling].map((cloth) => cloth.readPositions()));
  stage.run(30);
  expect(await Promise.all([hung, falling].map((cloth) => cloth.readPositions()))).toEqual(rest);
});

/** RMS speed in the last two seconds [m/s]. */
async function speedAtRest(cloths: readonly ClothMesh[], frames: number): Promise<number> {
  stage.run(frames - 120);
  const read = (): Promise<Float32Array[]> => Promise.all(cloths.map((cloth) => cloth.readPositions()));
  let before = (await read()).map((net) => net.slice());
  let [sum, count] = [0, 0];
  for (let frame = 0; frame < 120; frame++) {
    stage.run(1);
    const now = (await read()).map((net) => net.slice());
    now.forEach((net, c) => {
      net.forEach((coordinate, k) => (sum += (60 * (coordinate - before[c][k])) ** 2));
      count += net.length / 3;
    });
    before = now;
  }
  return Math.sqrt(sum / count);
}

// Two sheets on a ball, a small one on a hung one, and a pile of three.
test.each([
  ["on a ball", [0.75, 0.9], 1],
  ["on a hung one", [0, 0.1], 0.6],
  ["in a pile", [0.06, 0.2, 0.35], 1],
] as const)("cloth that lies %s comes to rest", async (place, heights, part) => {
  const cloths = heights.map((height, i) => {
    const size = i === 0 ? 0.6 : 0.6 * part;
    const isHung = place === "on a hung one" && i === 0;
    return stage.add(
      { controlPoints: 10, width: size, height: size, pins: isHung ? "allCorners" : "none", ...touching },
      (mesh) => {
        lay(mesh, height);
        mesh.rotation.y = 0.7 * i;
        if (place !== "on a hung one") mesh.colliders.add({ shape: "plane" });
        if (place === "on a ball") {
          mesh.colliders.add({ shape: "sphere", radius: 0.3, position: new Vector3(0, 0.4, 0) });
        }
      },
    );
  });
  const speed = await speedAtRest(cloths, 540);
  note(place, speed);
  expect(speed).toBeLessThan(0.01);
});

test("cloth that carries another one feels its weight", async () => {
  const sagOf = async (density: number, isLoaded: boolean): Promise<number> => {
    stage.dispose();
    stage = createClothScene();
    const soft = { ...Fabrics.rubber, stretch: { warp: 1e-2, weft: 1e-2 }, density };
    // Rubber is a trampoline: laid on with care, in thick air.
    const slow = { solver: { ...touching.solver, damping: 8 } };
    const hung = stage.add({ controlPoints: 10, pins: "allCorners", fabric: soft, ...slow }, (mesh) => {
      lay(mesh);
    });
    if (isLoaded) {
      stage.add({ controlPoints: 10, width: 0.9, height: 0.9, pins: "none", ...slow }, (mesh) => {
        mesh.fabric.density = density;
        mesh.solver.layerFriction = 1;
        lay(mesh, 0.1);
      });
    }
    stage.run(240);
    return -lowest(await hung.readPositions());
  };
  const alone = await sagOf(0.2, false);
  const added = (await sagOf(0.2 * 1.81, false)) - alone;
  const loaded = (await sagOf(0.2, true)) - alone;
  note("sag", alone, "added by mass", added, "by a cloth of that mass", loaded);
  expect(loaded / added).toBeGreaterThan(0.6);
  expect(loaded / added).toBeLessThan(1.6);
});
