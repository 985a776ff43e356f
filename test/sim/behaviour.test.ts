// What cloth must do whatever the solver: friction, momentum, being carried, bending, fast colliders.
import { constants } from "../../src/shaders/shaders.gen.js";
import type { ClothStep } from "../../src/sim/clothStep.js";
import type { ClothPins, IClothOptions } from "../../src/options/clothOptions.js";
import { colliderAt, planeAt, sphereAt } from "../support/colliderStates.js";
import { largestDistance } from "../support/largestDistance.js";
import { describeRun, lying } from "../support/solverRun.js";
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { ClothMesh } from "../../src/index.js";
import { createClothScene, lay, surfacePoint } from "../support/clothScene.js";
import { motionOf, watchOnCpu } from "../support/motionOf.js";
import { note } from "../support/note.js";
import { accelerationOn, slide } from "../validation/friction.js";

const degrees = Math.PI / 180;
const quietAir: Partial<ClothStep> = { drag: 0, lift: 0, turbulence: 0 };
const undamped: Partial<ClothStep> = { ...quietAir, velocityKept: 1 };

function norm(vector: readonly number[]): number {
  return Math.hypot(...vector);
}

function difference(a: readonly number[], b: readonly number[]): number[] {
  return a.map((component, i) => component - b[i]);
}

function entry(point: number[], radius: number, impulse: number[]): number[] {
  return [...point, radius, ...impulse, 0];
}

describe("friction", () => {
  describe.each([0, 1])("with surfaceSamples %d", (samples) => {
    test.each([10, 20, 30, 40, 50])("holds on a slope of %d degrees above its tangent", (angle) => {
      const { way } = slide(angle * degrees, 1.2 * Math.tan(angle * degrees), samples);
      note("friction holds", samples, angle, way);
      expect(Math.abs(way)).toBeLessThan(0.01);
    });

    test.each([10, 20, 30, 40, 50])("brakes on a slope of %d degrees below its tangent", (degree) => {
      const angle = degree * degrees;
      const friction = 0.8 * Math.tan(angle);
      const { speed } = slide(angle, friction, samples);
      const expected = accelerationOn(angle, friction);
      note("friction slides", samples, degree, speed / expected);
      expect(Math.abs(speed / expected - 1)).toBeLessThan(0.1);
    });
  });
});

describe("momentum", () => {
  const free = { ...undamped, gravity: [0, 0, 0], bendWarp: 5e4, bendWeft: 5e4 };

  /** Greatest changes of both momenta, relative: steps are frames of 8 substeps. */
  function drift(frames: number, scale: number): { linear: number; angular: number; rate: number } {
    const impulses = Float32Array.from([
      ...entry([0.3, 0.4, 0], 0.3, [0.01 * scale, 0.02 * scale, 0.06 * scale]),
      ...entry([-0.4, -0.3, 0], 0.4, [0.02 * scale, -0.01 * scale, -0.05 * scale]),
    ]);
    const run = describeRun(frames + 1, { pins: "none" }, free, [], (frame, cloth) => {
      cloth.setVectors("impulses", frame === 0 ? impulses : new Float32Array(0));
    });
    let start = null as ReturnType<typeof motionOf> | null;
    const result = { linear: 0, angular: 0, rate: 0 };
    watchOnCpu(run, (frame, solver) => {
      if (frame % 15 !== 0) return;
      const now = motionOf(run, solver);
      start ??= now;
      result.rate ||= norm(start.angularMomentum) / start.inertia;
      result.linear = Math.max(result.linear, norm(difference(now.momentum, start.momentum)) / start.size);
      const change = norm(difference(now.angularMomentum, start.angularMomentum));
      result.angular = Math.max(result.angular, change / norm(start.angularMomentum));
    });
    note("momentum", frames, scale, result);
    return result;
  }

  test.each([1, 0.2])("a free sheet keeps both over 600 frames: impulses times %d", (scale) => {
    const { linear, angular } = drift(600, scale);
    expect(linear).toBeLessThan(1e-5);
    expect(angular).toBeLessThan(0.005);
  });

  test.each([
    [4, 4],
    [8, 8],
    [16, 16],
    [32, 32],
    [5, 20],
  ])("an impulse on %d x %d control points is mass times change of velocity", (u, v) => {
    const impulse = [0.03, -0.02, 0.05];
    for (const radius of [1 / 3, 0.6]) {
      const list = Float32Array.from(entry([0.1, -0.2, 0.05], Math.max(radius, 1 / (u - 2)), impulse));
      const run = describeRun(3, { pins: "none", controlPoints: { u, v } }, free, [], (frame, cloth) => {
        cloth.setVectors("impulses", frame === 1 ? list : new Float32Array(0));
      });
      const { momentum } = motionOf(run, watchOnCpu(run));
      const error = norm(difference(momentum, impulse)) / norm(impulse);
      note("impulse", u, v, radius, error);
      expect(error).toBeLessThan(0.01);
    }
  });
});

describe("being carried", () => {
  test("a spinning sphere takes the cloth on it along", () => {
    const rate = 2;
    const turn = (angle: number): number[] => [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
    const ball = sphereAt([0, -0.506, 0], 0.5);
    const at = (frame: number): (typeof ball)[] => [
      {
        ...ball,
        rotation: turn(((frame + 1) * rate) / 60),
        previousRotation: turn((frame * rate) / 60),
        spin: [0, rate / 60, 0],
      },
    ];
    const step = { ...quietAir, linear: lying, friction: 1, surfaceSamples: 1, bendWarp: 5e4, bendWeft: 5e4 };
    const run = describeRun(120, { pins: "none" }, step, at);
    const { angularMomentum, inertia, center } = motionOf(run, watchOnCpu(run));
    note("spin", angularMomentum[1] / inertia / rate, center);
    expect(angularMomentum[1] / inertia / rate).toBeGreaterThan(0.5);
  });

  test.each([0.5, 2])("a floor that moves at %d m/s takes the cloth on it along at its speed", (speed) => {
    const floor = planeAt([0, 0, 0], [0, 1, 0]);
    const at = (frame: number): (typeof floor)[] => [
      {
        ...floor,
        position: [((frame + 1) * speed) / 60, -0.005, 0],
        previousPosition: [(frame * speed) / 60, -0.005, 0],
      },
    ];
    const step = { ...quietAir, linear: lying, surfaceSamples: 1, bendWarp: 5e4, bendWeft: 5e4 };
    const run = describeRun(120, { pins: "none" }, step, at);
    const { velocity } = motionOf(run, watchOnCpu(run));
    note("floor", speed, velocity);
    expect(Math.abs(velocity[0] / speed - 1)).toBeLessThan(0.05);
  });
});

describe("bending", () => {
  const strip: IClothOptions = {
    width: 0.5,
    height: 0.1,
    controlPoints: { u: 16, v: 4 },
    // The first two columns.
    pins: (u) => u < 0.05,
  };

  test("a strip droops less the stiffer it is", () => {
    const droops = [1e4, 1e3, 1e2, 10, 1].map((bend) => {
      const step = {
        ...quietAir,
        linear: lying,
        bendWarp: bend,
        bendWeft: bend,
        velocityKept: Math.exp(-3 / 480),
      };
      const run = describeRun(240, strip, step);
      const { positions } = watchOnCpu(run);
      return -positions[3 * 15 + 1];
    });
    note("droop", droops);
    for (let i = 1; i < droops.length; i++) expect(droops[i]).toBeLessThan(droops[i - 1]);
    expect(droops[0]).toBeGreaterThan(0.3);
  });

  test("a strip of 1 N m hardly droops: w L^4 / (8 D) is 1.4 cm", () => {
    const step = { ...quietAir, linear: lying, bendWarp: 1, bendWeft: 1, velocityKept: Math.exp(-3 / 480) };
    const { positions } = watchOnCpu(describeRun(240, strip, step));
    expect(-positions[3 * 15 + 1]).toBeLessThan(0.05);
  });

  /** Quarter of a circle. */
  const arc: IClothOptions = {
    ...strip,
    pins: "none",
    restShape: (u, v, result) => {
      const angle = (u - 0.5) * (Math.PI / 2);
      const radius = 0.5 / (Math.PI / 2);
      result.set(radius * Math.sin(angle), 0.1 * v, radius * (Math.cos(angle) - 1));
    },
  };

  // The softest one has not come back after 20 s.
  describe.each([
    [5e4, test.failing],
    [1e3, test],
    [10, test],
  ])("a bent rest shape that was flattened, of compliance %d", (bend, run) => {
    run("comes back", () => {
      const ends = (p: ArrayLike<number>): number => {
        const edge = (from: number, to: number): number =>
          Math.atan2(p[3 * to + 2] - p[3 * from + 2], p[3 * to] - p[3 * from]);
        return edge(0, 1) - edge(14, 15);
      };
      const step = {
        ...quietAir,
        gravity: [0, 0, 0],
        bendWarp: bend,
        bendWeft: bend,
        velocityKept: Math.exp(-1.5 / 480),
      };
      const described = describeRun(1200, arc, step);
      let atRest = 0;
      let flattened = 0;
      const solver = watchOnCpu(described, (frame, cloth) => {
        if (frame !== 0) return;
        atRest = ends(cloth.positions);
        for (let i = 0; i < cloth.positions.length; i += 3) {
          cloth.positions[i + 2] = 0.02 * Math.sin(i);
          // A particle that was released starts from rest.
          cloth.setPin(i / 3, 1 / described.restGrid.areas[i / 3], constants.RELEASED);
        }
        flattened = ends(cloth.positions);
      });
      note("arc", bend, atRest, flattened, ends(solver.positions) - atRest);
      expect(Math.abs(ends(solver.positions) - atRest)).toBeLessThan(0.02);
    });
  });
});

describe("fast colliders and cloth", () => {
  const SPEED = 15;
  const samples = { surfaceSamples: 1, bendWarp: 5e4, bendWeft: 5e4 };

  /** The least that the middle of the sheet is ahead of the centre of a ball that flies 0.5 m into it along z, in radii. */
  function hit(pins: ClothPins, continuousCollision: number, speed: number, radius: number): number {
    const ball = sphereAt([0, 0, 0], radius);
    const start = -0.3;
    const frames = Math.ceil(0.5 / (speed / 60));
    const place = (frame: number): number => start + (Math.min(frame, frames) * speed) / 60;
    const at = (frame: number): (typeof ball)[] => [
      { ...ball, position: [0, 0, place(frame + 1)], previousPosition: [0, 0, place(frame)] },
    ];
    const step = { ...samples, ...quietAir, continuousCollision, gravity: [0, 0, 0], velocityKept: Math.exp(-5 / 480) };
    const run = describeRun(frames, { pins, controlPoints: 17 }, step, at);
    let ahead = Infinity;
    watchOnCpu(run, (frame, { positions }) => {
      ahead = Math.min(ahead, (positions[3 * (8 * 17 + 8) + 2] - place(frame + 1)) / radius);
    });
    return ahead;
  }

  test.each(["none", "topCorners", "topEdge"] as const)(
    "a ball of 0.1 m at 15 m/s does not pass a sheet with pins: %s",
    (pins) => {
      const ahead = hit(pins, 1, SPEED, 0.1);
      note("ball", pins, ahead, "without", hit(pins, 0, SPEED, 0.1));
      expect(ahead).toBeGreaterThan(0.9);
    },
  );

  /** Part of the particles of a sheet at 15 m/s that are behind a box of 0.02 m, half a second after. */
  function throwAt(continuousCollision: number): number {
    const wall = colliderAt([0, 0, 0.5], { kind: constants.BOX, size: [2, 2, 0.01] });
    const run = describeRun(
      30,
      { pins: "none" },
      { ...samples, ...undamped, continuousCollision, gravity: [0, 0, 0] },
      [wall],
      (frame, cloth) => {
        // So wide that all of the sheet gets the same velocity.
        const impulse = Float32Array.from(entry([0, 0, 0], 1000, [0, 0, 0.2 * SPEED]));
        cloth.setVectors("impulses", frame === 0 ? impulse : new Float32Array(0));
      },
    );
    const { positions } = watchOnCpu(run);
    let behind = 0;
    for (let i = 2; i < positions.length; i += 3) behind += Number(positions[i] > 0.5);
    return behind / run.restGrid.particleCount;
  }

  // A hit leaves a particle the part of its way before it as velocity; in the next substep it touches at the start, and
  // what touches at the start is not swept.
  test("a sheet at 15 m/s does not pass a thin box", () => {
    note("wall", throwAt(1), "without", throwAt(0));
    expect(throwAt(1)).toBe(0);
  });

  /** Part of the particles of a sheet at rest that are behind a box of 0.02 m, which comes at them at a speed. */
  function sweep(pins: ClothPins, continuousCollision: number, speed: number): number {
    const wall = colliderAt([0, 0, 0], { kind: constants.BOX, size: [2, 2, 0.01] });
    const frames = Math.ceil(0.5 / (speed / 60));
    const place = (frame: number): number => -0.3 + (Math.min(frame, frames) * speed) / 60;
    const at = (frame: number): (typeof wall)[] => [
      { ...wall, position: [0, 0, place(frame + 1)], previousPosition: [0, 0, place(frame)] },
    ];
    const step = { ...samples, ...quietAir, continuousCollision, gravity: [0, 0, 0] };
    const run = describeRun(frames, { pins }, step, at);
    const { positions } = watchOnCpu(run);
    let behind = 0;
    let free = 0;
    for (let i = 2; i < positions.length; i += 3) {
      if (run.pinned[(i - 2) / 3]) continue;
      free++;
      behind += Number(positions[i] < place(frames));
    }
    return behind / free;
  }

  test("a thin box at 15 m/s does not pass a free sheet", () => {
    note("sweep", sweep("none", 1, SPEED), "without", sweep("none", 0, SPEED));
    expect(sweep("none", 1, SPEED)).toBe(0);
  });

  test("without continuous collision they do, so that the tests above show something", () => {
    expect(throwAt(0) + sweep("none", 0, 60)).toBeGreaterThan(0);
  });

  // A particle that touches keeps no motion of its own: one that the ball has hit is not ahead of it when it is swept next.
  test.each([40, 60, 100])("a ball of 0.02 m at %i m/s does not pass a sheet", (speed) => {
    const ahead = hit("none", 1, speed, 0.02);
    note("fast ball", ahead, "without", hit("none", 0, speed, 0.02));
    expect(ahead).toBeGreaterThan(0.9);
  });
});

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
      expect(errors[0]).toMatch(/NaN in the mesh's matrix, wind/);
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
