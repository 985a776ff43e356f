// What cloth must do in a scene, whatever the solver: follow its mesh, its place and its pins, and outlast a wind of NaN.
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { ClothMesh } from "../../src/index.js";
import type { IClothOptions } from "../../src/options/clothOptions.js";
import { createClothScene, lay, surfacePoint } from "../support/clothScene.js";
import { largestDistance } from "../support/largestDistance.js";
import { note } from "../support/note.js";

describe("in a scene", () => {
  const withStage = async (run: (stage: ReturnType<typeof createClothScene>) => Promise<void>): Promise<void> => {
    const stage = createClothScene();
    try {
      await run(stage);
    } finally {
      stage.dispose();
    }
  };
  const small: IClothOptions = { controlPoints: 8 };
  const copyOf = async (cloth: ClothMesh): Promise<Float32Array> => (await cloth.readPositions()).slice();

  test("with an inertia scale of 0, the mesh takes the cloth along as one", () =>
    withStage(async (stage) => {
      const travel = async (linearInertia: number, angularInertia: number): Promise<number> => {
        const solver = { linearInertia, angularInertia, gravity: Vector3.Zero(), airDensity: 0 };
        const cloth = stage.add({ ...small, pins: "topEdge", solver });
        stage.run(2);
        const rest = await copyOf(cloth);
        stage.run(30, (frame) => {
          cloth.position.x = 0.05 * (frame + 1);
          cloth.rotation.y = 0.03 * (frame + 1);
        });
        const world = cloth.computeWorldMatrix(true);
        const expected = rest.slice();
        for (let i = 0; i < rest.length; i += 3) {
          Vector3.TransformCoordinates(Vector3.FromArray(rest, i), world).toArray(expected, i);
        }
        return largestDistance(expected, await cloth.readPositions());
      };
      const distances = [await travel(0, 0), await travel(0.5, 0.5), await travel(1, 1)];
      note("inertia", distances);
      expect(distances[0]).toBeLessThan(0.01);
      expect(distances[1]).toBeGreaterThan(0.05);
      expect(distances[2]).toBeGreaterThan(0.05);
    }));

  test("a teleport keeps shape and motion relative to the mesh", () =>
    withStage(async (stage) => {
      const make = (): ClothMesh =>
        stage.add({ ...small, solver: { gravity: Vector3.Zero() } }, (mesh) => {
          mesh.applyImpulse(new Vector3(0, -0.3, 0), new Vector3(0.02, 0, 0.05));
        });
      const [stays, goes] = [make(), make()];
      stage.run(20);
      const matrix = Matrix.RotationYawPitchRoll(1, 0.5, -2).multiply(Matrix.Translation(100, -20, 7));
      goes.teleport(matrix);
      let worst = 0;
      for (const frames of [0, 1, 30]) {
        stage.run(frames);
        if (frames === 0) stage.system.step(0);
        const back = goes.computeWorldMatrix(true).clone().invert();
        const now = await copyOf(goes);
        for (let i = 0; i < now.length; i += 3) {
          Vector3.TransformCoordinates(Vector3.FromArray(now, i), back).toArray(now, i);
        }
        if (frames > 0) worst = Math.max(worst, largestDistance(now, await stays.readPositions()));
      }
      note("teleport", worst);
      expect(worst).toBeLessThan(1e-3);
    }));

  test("100 km from the origin it behaves as at the origin", () =>
    withStage((stage) => {
      const fall = (origin: Vector3): Float32Array => {
        // Eddies belong to the place.
        const cloth = stage.add({ ...small, solver: { turbulence: 0 } }, (mesh) => {
          lay(mesh);
          mesh.position.copyFrom(origin);
          mesh.wind.set(1, 0, 2);
        });
        cloth.colliders.add({ shape: "sphere", radius: 0.2, position: origin.add(new Vector3(0, -0.4, 0)) });
        stage.run(60);
        const { solver } = cloth.body as unknown as { solver: { positions: Float32Array } };
        return solver.positions.slice();
      };
      const distance = largestDistance(fall(Vector3.Zero()), fall(new Vector3(100_000, 0, -100_000)));
      note("far", distance);
      expect(distance).toBeLessThan(1e-4);
      return Promise.resolve();
    }));

  test("a belt takes cloth along, however many frames are without a step; not while the cloth is off", () =>
    withStage((stage) => {
      const centerOf = (cloth: ClothMesh): number => cloth.getBoundingInfo().boundingBox.centerWorld.x;
      const wayOnBelt = (substeps: number, framesPerSecond: number, hiddenInterval = 1, isOn = true): number => {
        const solver = { substeps, hiddenInterval, friction: 1 };
        const options = { width: 0.4, height: 0.4, controlPoints: 5, pins: "none", solver } as const;
        const cloth = stage.add(options, (mesh) => {
          lay(mesh, 0.0062);
        });
        cloth.isVisible = hiddenInterval === 1;
        const size = new Vector3(10, 0.2, 10);
        const belt = cloth.colliders.add({ shape: "box", size, position: new Vector3(0, -0.1, 0) });
        stage.run(0.5 * framesPerSecond, undefined, framesPerSecond);
        const start = centerOf(cloth);
        cloth.setEnabled(isOn);
        stage.run(framesPerSecond, () => (belt.position.x += 0.5 / framesPerSecond), framesPerSecond);
        cloth.setEnabled(true);
        stage.run(0.25 * framesPerSecond, undefined, framesPerSecond);
        const way = centerOf(cloth) - start;
        cloth.dispose();
        return way;
      };
      const ways = [wayOnBelt(1, 60), wayOnBelt(1, 240), wayOnBelt(8, 64, 8)];
      note("belt", ways);
      for (const way of ways) expect(Math.abs(way - 0.5)).toBeLessThan(0.02);
      expect(Math.abs(wayOnBelt(1, 240, 1, false))).toBeLessThan(0.001);
      return Promise.resolve();
    }));

  test("a ball that is carried through a cloth in a pause has not hit it; by hand in a pause, each step sees its way", () =>
    withStage(async (stage) => {
      const carried = async (isStepped: boolean): Promise<number> => {
        const cloth = stage.add({ controlPoints: 8, pins: "topEdge", solver: { continuousCollision: true } });
        const ball = cloth.colliders.add({ shape: "sphere", radius: 0.2, position: new Vector3(0, 0, -2) });
        stage.run(30);
        stage.system.paused = true;
        for (let frame = 0; frame < 40; frame++) {
          ball.position.z += 0.1;
          stage.scene.render();
        }
        if (isStepped) {
          stage.run(1);
        }
        stage.system.paused = false;
        for (let frame = 0; frame < 10; frame++) {
          stage.scene.render();
        }
        const positions = await cloth.readPositions();
        cloth.dispose();
        return Math.max(...positions.map((coordinate, k) => (k % 3 === 2 ? Math.abs(coordinate) : 0)));
      };
      const [inPause, byHand] = [await carried(false), await carried(true)];
      note("ball in a pause, farthest point", inPause, byHand);
      expect(inPause).toBeLessThan(0.001);
      expect(byHand).toBeGreaterThan(0.1);
    }));

  test.each<[string, (stage: ReturnType<typeof createClothScene>, isStill: boolean) => void]>([
    ["paused", ({ system }, isStill) => (system.paused = isStill)],
    ["timeScale 0", ({ system }, isStill) => (system.timeScale = Number(!isStill))],
    ["animationTimeScale 0", ({ scene }, isStill) => (scene.animationTimeScale = Number(!isStill))],
  ])(
    "time stands still by %s: the mesh and a ball are put elsewhere, and the cloth goes on as if it had been there",
    (_, set) =>
      withStage(async (stage) => {
        const hung = async (way: number): Promise<Float32Array> => {
          const solver = { continuousCollision: true, turbulence: 0 };
          const cloth = stage.add({ controlPoints: 8, pins: "topEdge", solver });
          const ball = cloth.colliders.add({ shape: "sphere", radius: 0.2, position: new Vector3(0, 0, -2) });
          cloth.wind.z = 2;
          stage.run(30);
          stage.scene.render();
          set(stage, true);
          for (let frame = 0; frame < 4; frame++) {
            cloth.position.x += way / 4;
            ball.position.z += way / 4;
            stage.scene.render();
          }
          set(stage, false);
          for (let frame = 0; frame < 10; frame++) stage.scene.render();
          const positions = await cloth.readPositions(cloth.position);
          cloth.dispose();
          return positions;
        };
        expect(largestDistance(await hung(0), await hung(4))).toBeLessThan(1e-5);
      }),
  );

  test("a ball that all cloths share was elsewhere when there was none: it has not hit the next one", () =>
    withStage(async (stage) => {
      const ball = stage.system.colliders.add({ shape: "sphere", radius: 0.2, position: new Vector3(0, 0, -2) });
      const first = stage.add({ controlPoints: 4 });
      stage.run(2);
      first.dispose();
      stage.run(2);
      ball.position.z = 2;
      const cloth = stage.add({ controlPoints: 8, pins: "topEdge", solver: { continuousCollision: true } });
      stage.run(5);
      const positions = await cloth.readPositions();
      expect(Math.max(...positions.filter((_, i) => i % 3 === 2))).toBeLessThan(0.001);
    }));

  test("pins come, follow their targets and go", () =>
    withStage(async (stage) => {
      const cloth = stage.add({ ...small, pins: "none" });
      const node = new TransformNode("hand", stage.scene);
      node.position.set(-0.5, 0.5, 0);
      cloth.pin(0, 1, node);
      stage.run(60, (frame) => (node.position.x = -0.5 + 0.01 * (frame + 1)));
      const corner = 7 * 8;
      const at = async (particle: number): Promise<Vector3> =>
        Vector3.FromArray(await cloth.readPositions(), 3 * particle);
      expect(Vector3.Distance(await at(corner), node.position)).toBeLessThan(1e-6);
      cloth.pin(1, 1);
      const nailed = await at(63);
      stage.run(30);
      expect(Vector3.Distance(await at(63), nailed)).toBeLessThan(1e-6);
      cloth.position.y = 1;
      stage.run(1);
      expect((await at(63)).y - nailed.y).toBeCloseTo(1, 5);
      expect(cloth.pins).toHaveLength(2);
      cloth.position.y = 0;
      stage.run(90);
      cloth.unpin(0, 1);
      cloth.unpin(1, 1);
      const height = (await at(corner)).y;
      stage.run(30);
      const fallen = height - (await at(corner)).y;
      note("unpinned", fallen);
      expect(fallen).toBeGreaterThan(0.3);
      expect(cloth.pins).toHaveLength(0);
    }));

  test("a cloth in a wind of NaN waits alone, says so, and goes on when the wind is well again", () =>
    withStage(async (stage) => {
      const [ill, well] = [stage.add(small), stage.add(small)];
      const errors: string[] = [];
      ill.onErrorObservable.add(({ cloth, message }) => {
        expect(cloth).toBe(ill);
        errors.push(message);
      });
      well.onErrorObservable.add(() => errors.push("the other cloth"));
      well.wind.z = 2;
      ill.wind.z = 2;
      stage.run(10);
      const before = await copyOf(ill);
      expect(await copyOf(well)).toEqual(before);
      ill.wind.z = NaN;
      stage.run(5);
      expect(await copyOf(ill)).toEqual(before);
      expect(errors).toHaveLength(5);
      expect(errors[0]).toMatch(/Not finite: its wind/);
      ill.wind.z = 2;
      stage.run(30);
      const after = await copyOf(ill);
      expect(after.every(Number.isFinite)).toBe(true);
      expect(largestDistance(after, before)).toBeGreaterThan(0.01);
      expect(errors).toHaveLength(5);
      const undisturbed = stage.add(small, (mesh) => (mesh.wind.z = 2));
      stage.run(45);
      note("NaN", largestDistance(after, before), (await surfacePoint(stage.system, undisturbed, 0.5, 0)).z);
    }));

  test("a cloth in a wind of NaN does not touch the others", () =>
    withStage(async (stage) => {
      const run = async (isIll: boolean): Promise<Float32Array> => {
        const [a, b] = [stage.add(small), stage.add(small)];
        a.wind.z = 2;
        b.wind.z = isIll ? NaN : 1;
        stage.run(30);
        const positions = await copyOf(a);
        a.dispose();
        b.dispose();
        return positions;
      };
      expect(await run(true)).toEqual(await run(false));
    }));
});
