// Grips: what holds particles where it is moved, until it lets go.
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Fabrics, type ClothGrip, type ClothMesh, type IClothOptions } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let made: ClothScene;
beforeEach(() => {
  made = createClothScene();
});
afterEach(() => made.dispose());

function hanging(options: IClothOptions = {}): ClothMesh {
  const cloth = made.add({ controlPoints: 9, ...options });
  made.run(30);
  return cloth;
}

async function particle(cloth: ClothMesh, number: number): Promise<Vector3> {
  return Vector3.FromArray(await cloth.readPositions(), 3 * number);
}

test("the nearest particle follows, and falls when it is released", async () => {
  const cloth = hanging({ pins: "none", solver: { gravity: Vector3.Zero() } });
  const start = cloth.surfaceAt(0.5, 0).position;
  const grip = cloth.grab(start);
  expect(grip.particles).toEqual([4]);
  const to = start.add(new Vector3(0.1, 0.2, 0.3));
  grip.moveTo(to);
  expect(grip.position.asArray()).toEqual(to.asArray());
  made.run(1);
  expect(Vector3.Distance(await particle(cloth, 4), to)).toBeLessThan(1e-6);
  cloth.solver.gravity.y = -9.81;
  made.run(30);
  expect(Vector3.Distance(await particle(cloth, 4), to)).toBeLessThan(1e-6);
  grip.release();
  expect([grip.isReleased, grip.particles]).toEqual([true, []]);
  grip.moveTo(start);
  grip.release();
  made.run(30);
  expect((await particle(cloth, 4)).y).toBeLessThan(to.y - 0.5);
});

test("what is held moves evenly through the substeps, and keeps its distance from the grip", async () => {
  const cloth = hanging({ pins: "none", solver: { gravity: Vector3.Zero() } });
  const at = cloth.surfaceAt(0.53, 0.02).position;
  const grip = cloth.grab(at, 0.3);
  const { particles } = grip;
  expect(particles.length).toBeGreaterThan(4);
  const before = await Promise.all(particles.map((number) => particle(cloth, number)));
  const way = new Vector3(0, 0, 0.2);
  grip.moveTo(at.add(way));
  made.run(1);
  for (const [i, number] of particles.entries()) {
    expect(Vector3.Distance(await particle(cloth, number), before[i].add(way))).toBeLessThan(1e-6);
    expect(Vector3.Distance(before[i], at)).toBeLessThan(0.3);
  }
  // A jump would have thrown the rest.
  const free = await cloth.readPositions();
  expect(Math.max(...free.filter((_, i) => i % 3 === 2))).toBeLessThan(0.25);
});

test("several hold at once, each where it is; one that is held twice belongs to the last until that lets go", async () => {
  const cloth = hanging();
  const [left, right] = [0, 1].map((u) => cloth.grab(cloth.surfaceAt(u, 0).position));
  const again = cloth.grab(cloth.surfaceAt(0, 0).position);
  const [home, goal] = [left.position, new Vector3(-0.3, 0, 0.2)];
  again.moveTo(goal);
  right.moveTo(new Vector3(0.3, 0, 0.2));
  made.run(20);
  expect(Vector3.Distance(await particle(cloth, 0), goal)).toBeLessThan(1e-6);
  expect(Vector3.Distance(await particle(cloth, 8), right.position)).toBeLessThan(1e-6);
  again.release();
  // A hand that pulls it home.
  made.run(20);
  expect(Vector3.Distance(await particle(cloth, 0), home)).toBeLessThan(1e-6);
  left.release();
  right.release();
  made.run(10);
  expect(Vector3.Distance(await particle(cloth, 0), home)).toBeGreaterThan(0.001);
});

test("pins are as they were afterwards: nailed, following, and those that came and went meanwhile", async () => {
  const node = new TransformNode("node", made.scene);
  const cloth = hanging();
  node.position.copyFrom(cloth.surfaceAt(0.5, 1).position);
  cloth.pin(0.5, 1, node);
  made.run(5);
  const corners = [0, 0.5, 1].map((u) => cloth.grab(cloth.surfaceAt(u, 1).position));
  expect(cloth.pins.map(({ u, target }) => [u, target?.name])).toEqual([
    [0, undefined],
    [0.5, "node"],
    [1, undefined],
  ]);
  made.run(20, () => {
    corners.forEach((grip) => grip.moveTo(grip.position.add(new Vector3(0, 0.005, 0.01))));
  });
  cloth.unpin(1, 1);
  cloth.pin(0, 0.5);
  corners.forEach((grip) => grip.release());
  made.run(1);
  const [nailed, following, free] = await Promise.all([72, 76, 80].map((number) => particle(cloth, number)));
  expect(Vector3.Distance(nailed, new Vector3(-0.5, 0.5, 0))).toBeLessThan(1e-6);
  expect(Vector3.Distance(following, node.position)).toBeLessThan(1e-6);
  expect(free.z).toBeGreaterThan(0.1);
  node.position.z -= 0.1;
  const held = await particle(cloth, 36);
  made.run(90);
  expect(Vector3.Distance(await particle(cloth, 76), node.position)).toBeLessThan(1e-6);
  expect(Vector3.Distance(await particle(cloth, 36), held)).toBeLessThan(1e-6);
  expect((await particle(cloth, 80)).y).toBeLessThan(0.4);
});

test("a particle that was pinned in the same frame stays where the grip has left it", async () => {
  const cloth = hanging();
  cloth.pin(0.5, 0);
  const grip = cloth.grab(cloth.surfaceAt(0.5, 0).position);
  // The surface is not quite at its control point.
  const offset = (await particle(cloth, 4)).subtract(grip.position);
  const goal = grip.position.add(new Vector3(0, 0, 0.05));
  grip.moveTo(goal);
  made.run(2);
  grip.release();
  made.run(20);
  expect(Vector3.Distance(await particle(cloth, 4), goal.add(offset))).toBeLessThan(1e-6);
});

test.each([Infinity, 0.4])("what lets go when the solver changes is free: tear from %d", async (tear) => {
  const cloth = hanging({ pins: "topCorners", fabric: { tear } });
  const errors: string[] = [];
  cloth.onErrorObservable.add(({ message }) => errors.push(message));
  const [edge, corner] = [0, 1].map((v) => cloth.grab(cloth.surfaceAt(0.5 - v / 2, v).position));
  const still = cloth.grab(cloth.surfaceAt(1, 0.5).position);
  edge.moveTo(edge.position.add(new Vector3(0, 0.3, 0)));
  made.run(10);
  const [held, nailed, stays] = await Promise.all([4, 72, 44].map((number) => particle(cloth, number)));
  const way = new Vector3(0, 0, 0.02);
  still.moveTo(still.position.add(way));
  edge.release();
  corner.release();
  cloth.unpin(1, 1);
  cloth.fabric.tear = tear === Infinity ? 0.4 : Infinity;
  made.run(45);
  expect(errors).toEqual([]);
  expect((await particle(cloth, 4)).y).toBeLessThan(held.y - 0.1);
  expect((await particle(cloth, 80)).y).toBeLessThan(0.4);
  expect(Vector3.Distance(await particle(cloth, 72), nailed)).toBeLessThan(1e-6);
  expect(Vector3.Distance(await particle(cloth, 44), stays.add(way))).toBeLessThan(1e-6);
});

test("particles that are one at a seam are held as one", () => {
  const cloth = hanging({
    restShape: (u, v, result) => result.set(0.3 * Math.cos(2 * Math.PI * u), v, 0.3 * Math.sin(2 * Math.PI * u)),
    closed: "u",
  });
  expect([...cloth.grab(cloth.surfaceAt(0, 0).position).particles].sort()).toEqual([0, 8]);
});

test("a sleeping cloth wakes, and a disposed one is left in peace", async () => {
  const cloth = hanging({ pins: "topEdge", solver: { sleepSpeed: 10 } });
  made.run(90);
  const still = await particle(cloth, 4);
  made.run(10);
  expect(Vector3.Distance(await particle(cloth, 4), still)).toBe(0);
  const grip = cloth.grab(still);
  grip.moveTo(still.add(new Vector3(0, 0, 0.1)));
  made.run(1);
  expect(Vector3.Distance(await particle(cloth, 4), grip.position)).toBeLessThan(1e-6);
  cloth.dispose();
  grip.moveTo(Vector3.Zero());
  grip.release();
  made.run(1);
});

test("bad points and radii are named", () => {
  const cloth = hanging();
  const nowhere = new Vector3(NaN, 0, 0);
  expect(() => cloth.grab(nowhere)).toThrow(/Cloth "cloth": grab is .*NaN.*, must be a vector of finite numbers/);
  expect(() => cloth.grab(Vector3.Zero(), -1)).toThrow(/Cloth "cloth": grab radius is -1, must be a finite number/);
  expect(() => cloth.grab(Vector3.Zero()).moveTo(nowhere)).toThrow(/Cloth "cloth": moveTo is/);
  // What a pick that hits nothing has.
  const nothing = null as unknown as Vector3;
  expect(() => cloth.grab(nothing)).toThrow('Cloth "cloth": grab is null, must be a vector of finite numbers (m).');
  expect(() => cloth.applyImpulse(nothing, Vector3.Up())).toThrow(
    'Cloth "cloth": applyImpulse: point is null, must be',
  );
  expect(() => cloth.applyImpulse(Vector3.Zero(), nowhere)).toThrow('Cloth "cloth": applyImpulse: impulse is (NaN');
  const text = "1" as unknown as number;
  expect(() => cloth.grab(Vector3.Zero(), text)).toThrow('Cloth "cloth": grab radius is "1", must be a finite number');
});

describe("a grip goes no farther than cloth that is pinned", () => {
  /** Pulls the middle of the free edge so far away from the pins, within a second. */
  function pull(options: IClothOptions, way: Vector3): { cloth: ClothMesh; grip: ClothGrip; gone: number } {
    const cloth = hanging({ pins: "leftEdge", ...options });
    const start = cloth.surfaceAt(1, 0.5).position;
    const grip = cloth.grab(start, 0.05);
    made.run(60, (frame) => {
      grip.moveTo(start.add(way.scale((frame + 1) / 60)));
    });
    expect(grip.position.asArray()).toEqual(start.add(way).asArray());
    made.run(30);
    return { cloth, grip, gone: cloth.surfaceAt(1, 0.5).position.x - start.x };
  }

  test.each([
    ["along the threads", new Vector3(1, 0, 0)],
    ["aside", new Vector3(0.5, -0.8, 1)],
  ])("threads do not become rubber: %s", (_name, way) => {
    const { cloth, grip } = pull({}, way);
    expect(cloth.statistics.maxStrain).toBeLessThan(0.12);
    grip.release();
    made.run(30);
    expect(cloth.statistics.maxStrain).toBeLessThan(0.1);
  });

  test("what moves its pins away takes it along", async () => {
    const { cloth, grip } = pull({}, new Vector3(1, 0, 0));
    const before = await particle(cloth, grip.particles[0]);
    made.run(60, () => {
      cloth.position.x -= 0.01;
    });
    made.run(1);
    expect(before.x - (await particle(cloth, grip.particles[0])).x).toBeCloseTo(0.6, 1);
  });

  test("nor does cloth without tethers: the more a fabric gives, the farther it goes", () => {
    const way = new Vector3(1, 0, 0);
    const cotton = pull({ fabric: { tether: Infinity } }, way);
    expect(cotton.cloth.statistics.maxStrain).toBeLessThan(0.12);
    const rubber = pull({ fabric: Fabrics.rubber }, way);
    expect(rubber.gone).toBeGreaterThan(3 * cotton.gone);
    expect(rubber.cloth.statistics.maxStrain).toBeLessThan(1);
  });

  test("it is held back by threads that are solved link by link no sooner than by whole lines", () => {
    const way = new Vector3(1, 0, 0);
    const whole = pull({}, way);
    const single = pull({ fabric: { tether: Infinity }, solver: { threads: "fast" } }, way);
    expect(single.gone).toBeGreaterThan(whole.gone);
    expect(single.cloth.statistics.maxStrain).toBeLessThan(0.5);
  });

  test("springs stretch as they were made to", async () => {
    const springs = { fabric: { tether: Infinity }, solver: { model: "springs" } } as const;
    const [still, pulled] = [0, 0.3].map((x) => pull(springs, new Vector3(x, 0, 0)));
    const [from, to] = await Promise.all([still, pulled].map(({ cloth, grip }) => particle(cloth, grip.particles[0])));
    expect(Vector3.Distance(to, from.add(new Vector3(0.3, 0, 0)))).toBeLessThan(1e-4);
  });

  test("cloth that may tear does so before it holds a grip back", () => {
    const { cloth } = pull({ controlPoints: 16, fabric: { tear: 0.1 } }, new Vector3(0.6, 0, 0));
    expect(cloth.statistics.tornThreads).toBeGreaterThan(5);
  });

  test("nor does cloth that knows no limit, when it is sent meters away at once", () => {
    const cloth = hanging({ pins: "topEdge", fabric: { tether: Infinity, strainLimit: Infinity } });
    const grip = cloth.grab(cloth.surfaceAt(0.5, 0).position, 0.08);
    grip.moveTo(new Vector3(3, 3, 3));
    made.run(1);
    expect(cloth.statistics.maxStrain).toBeGreaterThan(5);
    made.run(59);
    expect(cloth.statistics.maxStrain).toBeLessThan(1);
  });

  test("nor does cloth that is drawn around a body, whose pins it could reach; sent back, it goes there", async () => {
    const [start, end] = [-2, 2].map((y) => new Vector3(0, y, 0.24));
    made.system.colliders.add({ shape: "capsule", radius: 0.2, start, end });
    const cloth = hanging({ controlPoints: 16, pins: "leftEdge" });
    const grip = cloth.grab(cloth.surfaceAt(1, 0.5).position, 0.05);
    const first = grip.position;
    const distance = async (): Promise<number> =>
      Vector3.Distance(await particle(cloth, grip.particles[0]), grip.position);
    const offset = await distance();
    let worst = 0;
    const goTo = (goal: Vector3, frames: number): void => {
      const from = grip.position;
      made.run(frames, (frame) => {
        grip.moveTo(Vector3.Lerp(from, goal, (frame + 1) / frames));
        worst = Math.max(worst, cloth.statistics.maxStrain);
      });
    };
    const behind = first.add(new Vector3(0, 0, 0.6));
    goTo(behind, 40);
    goTo(new Vector3(-0.3, first.y, 0.6), 40);
    expect(worst).toBeLessThan(0.2);
    expect(await distance()).toBeGreaterThan(0.3);
    goTo(behind, 40);
    goTo(first, 60);
    made.run(20);
    expect(await distance()).toBeCloseTo(offset, 4);
  });

  test("a cloth that goes elsewhere right after it was grabbed takes along what is held", async () => {
    for (const move of [
      (cloth: ClothMesh) => {
        cloth.teleport(Matrix.Translation(10, 0, 0));
      },
      (cloth: ClothMesh) => {
        cloth.position.x = 10;
      },
    ]) {
      const cloth = hanging({ pins: "leftEdge" });
      const grip = cloth.grab(cloth.surfaceAt(1, 0.5).position);
      move(cloth);
      made.run(30);
      expect((await particle(cloth, grip.particles[0])).x).toBeGreaterThan(8.4);
      expect(cloth.statistics.maxStrain).toBeLessThan(0.12);
    }
  });

  test("nor does a sheet that is bent at rest", () => {
    const restShape = (u: number, v: number, result: Vector3): void => {
      result.set(u - 0.5, v - 0.5, 0.1 * Math.sin(6 * u));
    };
    const { cloth, gone } = pull({ restShape }, new Vector3(1, 0, 0));
    expect(gone).toBeGreaterThan(0.3);
    expect(cloth.statistics.maxStrain).toBeLessThan(0.12);
  });

  test("a sheet with an outline does not become rubber either; what is cut off follows the grip", () => {
    const outline = (u: number, v: number): boolean => u < 0.99 || v < 0.99;
    const { cloth } = pull({ controlPoints: 12, outline }, new Vector3(1, 0, 0));
    expect(cloth.statistics.maxStrain).toBeLessThan(0.12);
    const whole = hanging({ pins: "leftEdge" });
    const middle = made.scene.getEngine().getRenderWidth() / 2;
    expect(whole.cut({ x: middle, y: -1e4 }, { x: middle, y: 1e4 })).toBeGreaterThan(0);
    made.run(2);
    const start = whole.surfaceAt(1, 0.5).position;
    const grip = whole.grab(start, 0.05);
    made.run(60, (frame) => {
      grip.moveTo(start.add(new Vector3(frame / 60, 0, 0)));
    });
    made.run(10);
    expect(whole.surfaceAt(1, 0.5).position.x - start.x).toBeGreaterThan(0.9);
    expect(whole.statistics.maxStrain).toBeLessThan(0.12);
  });

  test("two grips draw a free cloth taut, and no more", () => {
    const cloth = hanging({ pins: "none", solver: { gravity: Vector3.Zero() } });
    const [left, right] = [0, 1].map((u) => cloth.grab(cloth.surfaceAt(u, 0.5).position, 0.05));
    made.run(60, (frame) => {
      left.moveTo(new Vector3(-0.5 - frame / 60, 0, 0));
      right.moveTo(new Vector3(0.5 + frame / 60, 0, 0));
    });
    made.run(10);
    expect(cloth.statistics.maxStrain).toBeLessThan(0.1);
    left.release();
    made.run(60);
    expect(cloth.surfaceAt(1, 0.5).position.x).toBeGreaterThan(1.4);
  });
});
