// Every documented option, switched, changes the result. Names come from the settings themselves: a new option without a case
// here fails.
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { PhysicsMotionType } from "@babylonjs/core/Physics/v2/IPhysicsEnginePlugin.js";
import type { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import {
  ClothCollider,
  CreateCloth,
  Fabrics,
  type ClothFabricInput,
  type ClothMesh,
  type IClothCollider,
  type IClothOptions,
} from "../../src/index.js";
import { createClothScene, lay, type ClothScene } from "../support/clothScene.js";
import { largestDistance } from "../support/solverRun.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

/** Where a cloth is after a while, of options or of what is set on it. */
interface Case {
  readonly options?: IClothOptions;
  /** Before the first step. */
  readonly place?: (cloth: ClothMesh, stage: ClothScene) => void;
  /** Before each frame. */
  readonly each?: (frame: number, cloth: ClothMesh, stage: ClothScene) => void;
  readonly frames?: number;
}

/** Largest distance between two results that counts as different [m]. */
const DIFFERENT = 1e-3;

async function outcome(
  { options, place, each, frames = 30 }: Case,
  change: (cloth: ClothMesh) => void,
): Promise<Float32Array> {
  const own = createClothScene();
  const cloth = own.add({ controlPoints: 8, ...options });
  place?.(cloth, own);
  change(cloth);
  own.run(frames, (frame) => each?.(frame, cloth, own));
  const positions = await cloth.readPositions();
  own.dispose();
  return positions.slice();
}

async function expectChange(scene: Case, change: (cloth: ClothMesh) => void): Promise<void> {
  const plain = await outcome(scene, () => undefined);
  const changed = await outcome(scene, change);
  expect(changed.every(Number.isFinite)).toBe(true);
  const distance = largestDistance(plain, changed);
  if (process.env.MEASURE) console.log(expect.getState().currentTestName, distance);
  expect(distance).toBeGreaterThan(DIFFERENT);
}

/** Names of all members of settings, those of groups after a dot. */
function namesOf(settings: object, prefix = ""): string[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    typeof value === "object" && value !== null && !(value instanceof Vector3)
      ? namesOf(value as object, `${prefix}${name}.`)
      : [prefix + name],
  );
}

function sampleCloth(): ClothMesh {
  const own = createClothScene();
  const cloth = own.add();
  own.dispose();
  return cloth;
}

/** Sets a member by its name with dots. */
function assign(settings: object, name: string, value: unknown): void {
  const path = name.split(".");
  const last = path.pop() ?? "";
  const group = path.reduce<Record<string, unknown>>(
    (object, key) => object[key] as Record<string, unknown>,
    settings as Record<string, unknown>,
  );
  if (!(last in group)) throw new Error(`No ${name}.`);
  group[last] = value;
}

/** A sheet that falls flat on a ball. */
const onBall: Case = {
  options: { pins: "none" },
  place: (cloth) => {
    lay(cloth, 0.3);
    cloth.colliders.add({ shape: "sphere", radius: 0.25 });
  },
};
const inWind: Case = { options: { pins: "topEdge" }, place: (cloth) => cloth.wind.set(1, 0, 5) };
const hanging: Case = { place: (cloth) => cloth.wind.set(0, 0, 1) };
const dragged: Case = {
  options: { pins: "topEdge" },
  each: (frame, cloth) => {
    cloth.position.x = 0.02 * frame;
    cloth.rotation.y = 0.02 * frame;
  },
};
/** Its pins hold it shorter than it is, so that something is compressed and something stretched. */
const squeezed: Case = {
  options: { pins: "none", fabric: { tether: Infinity } },
  each: (frame, cloth, { scene }) => {
    if (frame > 0) return;
    for (const [u, v, x, y] of [
      [0, 0, -0.4, -0.6],
      [1, 0, 0.4, -0.6],
      [0, 1, -0.4, 0.6],
      [1, 1, 0.6, 0.6],
    ]) {
      const node = new TransformNode("pin", scene);
      node.position.set(x, y, 0);
      cloth.pin(u, v, node);
    }
  },
};

/** It meets itself. */
const layered: Case = { ...squeezed, options: { ...squeezed.options, solver: { selfCollision: true } } };

/** Its springs pull, swing and skew. */
const springy: Case = {
  options: { pins: "topCorners", controlPoints: 9, solver: { model: "springs" } },
  place: (cloth) => cloth.wind.set(0.5, 0, 2),
};

/** Its substeps are chosen. */
const automatic: Case = { ...onBall, options: { ...onBall.options, solver: { substeps: "auto" } }, frames: 40 };

describe("solver", () => {
  /** A scene and another value for each. Without a scene: what it does has a test of its own below. */
  const cases: Record<string, [Case, unknown] | null> = {
    gravity: null,
    substeps: [{ ...onBall, frames: 40 }, 2],
    maxSubsteps: [automatic, 2],
    strainGoal: [automatic, 1e-6],
    iterations: [squeezed, 8],
    "threads.warp": [squeezed, "fast"],
    "threads.weft": [hanging, "fast"],
    damping: [hanging, 5],
    friction: [onBall, 0],
    collisionMassScale: [onBall, 20],
    continuousCollision: [
      {
        options: { pins: "none", solver: { gravity: Vector3.Zero() } },
        place: (cloth) =>
          cloth.colliders.add({ shape: "sphere", radius: 0.06, position: new Vector3(0.07, 0.07, -0.5) }),
        each: (frame, cloth) => (cloth.colliders.list[0].position.z = -0.5 + 0.8 * frame),
        frames: 4,
      },
      true,
    ],
    surfaceSamples: [onBall, false],
    selfCollision: [squeezed, true],
    layerFriction: [layered, 5],
    // See clothCollision.test.ts: it takes two.
    clothCollision: null,
    airDensity: [inWind, 0],
    turbulence: [inWind, 2],
    linearInertia: [dragged, 0],
    angularInertia: [dragged, 0],
    sleepSpeed: null,
    hiddenInterval: null,
    model: [hanging, "springs"],
    integrator: [springy, "semiImplicitEuler"],
    "springs.stiffness": [springy, 20],
    "springs.shear": [springy, 1],
    "springs.bend": [springy, 4],
    "springs.damping": [springy, 0.01],
    "springs.viscosity": [springy, 0.01],
  };

  test("each of its members has a case", () => {
    expect(namesOf(sampleCloth().solver).sort()).toEqual(Object.keys(cases).sort());
  });

  test.each(Object.entries(cases).flatMap(([name, entry]) => (entry ? [[name, ...entry] as const] : [])))(
    "%s acts",
    async (name, scene, value) => {
      await expectChange(scene, (cloth) => {
        assign(cloth.solver, name, value);
      });
    },
  );

  test("gravity acts", async () => {
    await expectChange(hanging, (cloth) => cloth.solver.gravity.set(0, -2, 1));
  });

  test("sleepSpeed: cloth that rests sleeps, and wakes up when something changes", async () => {
    const cloth = stage.add({ pins: "none", controlPoints: 8, solver: { sleepSpeed: 0.05 } }, (mesh) => {
      lay(mesh, 0.006);
    });
    cloth.colliders.add({ shape: "plane" });
    stage.run(150);
    const asleep = (await cloth.readPositions()).slice();
    stage.run(60);
    expect(await cloth.readPositions()).toEqual(asleep);
    cloth.wind.set(0, 5, 5);
    stage.run(30);
    expect(largestDistance(await cloth.readPositions(), asleep)).toBeGreaterThan(0.01);
  });

  // Scene.frustumPlanes is undefined, not null, before the first frame.
  test("hiddenInterval: can be set before the first frame", () => {
    stage.add({ solver: { hiddenInterval: 10 } });
    stage.scene.render();
  });

  test("hiddenInterval: out of sight, cloth is stepped every so many frames, and misses no time", async () => {
    const make = (hiddenInterval: number): ClothMesh =>
      stage.add({ pins: "none", controlPoints: 8, solver: { hiddenInterval } }, (mesh) => {
        mesh.position.z = -50;
      });
    stage.scene.render();
    const [often, seldom] = [make(1), make(10)];
    stage.scene.render();
    stage.scene.render();
    let changes = 0;
    let before = (await seldom.readPositions()).slice();
    for (let frame = 0; frame < 40; frame++) {
      stage.scene.render();
      const now = await seldom.readPositions();
      changes += Number(largestDistance(before, now) > 0);
      before = now.slice();
    }
    expect(changes).toBeGreaterThanOrEqual(3);
    expect(changes).toBeLessThanOrEqual(5);
    const heights = [(await often.readPositions())[1], (await seldom.readPositions())[1]];
    // At most ten frames behind, at 7 m/s.
    expect(Math.abs(heights[0] - heights[1])).toBeLessThan(1.2);
    expect(heights[1]).toBeLessThan(-1);
  });
});

describe("fabric", () => {
  const stiff: ClothFabricInput = { stretch: 1e-4, shear: 1e-3, tether: Infinity, strainLimit: Infinity };
  const bendable: Case = { options: { pins: (u) => u < 0.1 }, place: (cloth) => lay(cloth) };
  const bendableAlongV: Case = { options: { pins: (_u, v) => v > 0.9 }, place: (cloth) => lay(cloth) };
  const loose = { ...squeezed, options: { ...squeezed.options, fabric: stiff } };
  const cases: Record<string, [Case, unknown]> = {
    density: [inWind, 1],
    "stretch.warp": [loose, 0.1],
    "stretch.weft": [loose, 0.1],
    shear: [loose, 0.1],
    "bend.warp": [bendable, 10],
    "bend.weft": [bendableAlongV, 10],
    strainLimit: [
      { ...squeezed, options: { ...squeezed.options, fabric: { stretch: 0.1, shear: 0.1, tether: Infinity } } },
      1,
    ],
    tether: [{ options: { fabric: { stretch: 0.05, shear: 0.05, strainLimit: 1 } } }, 1.5],
    // Solved as at full resolution, it moves in another way. What tears: tearing.test.ts.
    tear: [inWind, 0.5],
    drag: [inWind, 0],
    lift: [inWind, 0],
  };
  for (const kind of ["warp", "weft", "shear"]) {
    const between: ClothFabricInput = {
      ...stiff,
      slack: { [kind]: { compressionLimit: 0.7, stretchLimit: 1.3, stiffness: 0 } },
    };
    const scene = { ...squeezed, options: { ...squeezed.options, fabric: between } };
    cases[`slack.${kind}.compressionLimit`] = [scene, 1];
    cases[`slack.${kind}.stretchLimit`] = [scene, 1];
    cases[`slack.${kind}.stiffness`] = [scene, 1];
  }

  test("each of its members has a case", () => {
    expect(namesOf(sampleCloth().fabric).sort()).toEqual(Object.keys(cases).sort());
  });

  test.each(Object.entries(cases).map(([name, entry]) => [name, ...entry] as const))(
    "%s acts",
    async (name, scene, value) => {
      await expectChange(scene, (cloth) => {
        assign(cloth.fabric, name, value);
      });
    },
  );

  test.each(Object.keys(Fabrics).filter((name) => name !== "cotton"))("preset %s is not cotton", async (name) => {
    await expectChange(inWind, (cloth) => (cloth.fabric = Fabrics[name as keyof typeof Fabrics]));
  });
});

describe("options", () => {
  const tube: IClothOptions["restShape"] = (u, v, result) =>
    result.set(0.3 * Math.cos(2 * Math.PI * u), v - 0.5, 0.3 * Math.sin(2 * Math.PI * u));
  /** What is given before, and what changes it. Null: tested elsewhere, as it changes no particle. */
  const cases: Record<string, [Case, IClothOptions] | null> = {
    width: [{}, { width: 2 }],
    height: [{}, { height: 2 }],
    restShape: [{}, { restShape: tube }],
    startShape: [{}, { startShape: tube }],
    closed: [{ options: { restShape: tube, pins: "topEdge" }, frames: 60 }, { closed: "u" }],
    controlPoints: null,
    // These two act on the GPU: fidelity.gpu.test.ts.
    fullResolution: null,
    fidelity: null,
    density: [inWind, { density: 1 }],
    mass: [inWind, { mass: 1 }],
    massScale: [hanging, { massScale: (_, v) => 4 - 3 * v }],
    // tearing.test.ts.
    tearScale: null,
    // virtualParticles.test.ts.
    virtualParticles: null,
    outline: [hanging, { outline: (u, v) => Math.hypot(u - 0.5, v - 0.5) > 0.2 }],
    thickness: [onBall, { thickness: 0.05 }],
    fabric: [inWind, { fabric: Fabrics.leather }],
    pins: [{}, { pins: "none" }],
    solver: [hanging, { solver: { damping: 5 } }],
    tessellation: null,
    // These four: faces.gpu.test.ts.
    sideOrientation: null,
    frontUVs: null,
    backUVs: null,
    drawnThickness: null,
    backend: null,
  };

  test("each of them has a case", () => {
    let message = "";
    try {
      CreateCloth("cloth", { nothing: 1 } as unknown as IClothOptions, stage.scene);
    } catch (error) {
      message = (error as Error).message;
    }
    const names = /it has (.*)\.$/.exec(message)?.[1].split(", ") ?? [];
    expect(names.sort()).toEqual(Object.keys(cases).sort());
  });

  test.each(Object.entries(cases).flatMap(([name, entry]) => (entry ? [[name, ...entry] as const] : [])))(
    "%s acts",
    async (_name, scene, change) => {
      const plain = await outcome(scene, () => undefined);
      const changed = await outcome({ ...scene, options: { ...scene.options, ...change } }, () => undefined);
      expect(largestDistance(plain, changed)).toBeGreaterThan(DIFFERENT);
    },
  );

  test("controlPoints: so many particles", () => {
    expect(stage.add({ controlPoints: { u: 5, v: 7 } }).statistics.particles).toBe(35);
    expect(stage.add({ controlPoints: 9 }).statistics.particles).toBe(81);
  });

  test("fidelity and fullResolution: on the CPU it stays the control grid; wrong ones are refused", () => {
    const warnings: string[] = [];
    Logger.Warn = (message) => {
      warnings.push(String(message));
    };
    const cloth = stage.add({ fidelity: "fullResolution", controlPoints: 9 });
    expect(warnings).toEqual([expect.stringMatching(/"cloth": fidelity "fullResolution" needs the GPU/)]);
    stage.run(2);
    expect(cloth.statistics.particles).toBe(81);
    expect(cloth.fidelity).toBe("controlGrid");
    cloth.fidelity = "auto";
    expect(cloth.fidelity).toBe("controlGrid");
    // A clone on the GPU, or a file that a GPU loads, does what was asked for.
    expect(cloth.clone("clone").askedFidelity).toBe("auto");
    expect(cloth.serialize()).toMatchObject({ cloth: { options: { fidelity: "auto" } } });
    expect(() => (cloth.fidelity = "best" as "auto")).toThrow(/Cloth "cloth": fidelity is "best", must be .*"auto"/);
    expect(() => stage.add({ fullResolution: 31 })).toThrow(/fullResolution\.u is 31, must be .*32/);
    expect(() => stage.add({ fullResolution: { u: 64, v: 2049 } })).toThrow(
      /fullResolution\.v is 2049, must be .*2048/,
    );
    expect(() => stage.add({ fullResolution: 64.5 })).toThrow(RangeError);
    expect(() => stage.add({ controlPoints: { u: 64, v: 9 }, fullResolution: 32 })).toThrow(
      /fullResolution\.u is 32, must be at least as many as control points \(64\)/,
    );
    expect(stage.add({ controlPoints: { u: 200, v: 5 } }).definition.fullResolution).toEqual({ u: 200, v: 128 });
  });

  test.each(["topEdge", "leftEdge", "allCorners", "none", [{ u: 0.5, v: 1 }], () => true] as const)(
    "pins: %s act",
    async (pins) => {
      const plain = await outcome(hanging, () => undefined);
      const changed = await outcome({ ...hanging, options: { pins } }, () => undefined);
      expect(largestDistance(plain, changed)).toBeGreaterThan(DIFFERENT);
    },
  );

  test("tessellation: its members act on what is drawn", () => {
    const cloth = stage.add({ tessellation: { mode: "distance" } });
    const triangles = (tessellation: NonNullable<IClothOptions["tessellation"]>): number => {
      cloth.tessellation = tessellation;
      stage.system.step(0);
      return cloth.statistics.triangles;
    };
    cloth.position.z = 10;
    const plain = triangles({ mode: "distance" });
    for (const change of [{ near: 8 }, { far: 20 }, { max: 200 }]) {
      expect(triangles({ mode: "distance", ...change })).not.toBe(plain);
    }
    cloth.position.z = 1000;
    expect(triangles({ mode: "distance", min: 20 })).toBeGreaterThan(triangles({ mode: "distance" }));
    expect(triangles({ mode: "fixed", level: 5 })).toBe(50);
    const numbers = namesOf(cloth.tessellation);
    cloth.tessellation = { mode: "distance" };
    numbers.push(...namesOf(cloth.tessellation));
    cloth.tessellation = { mode: "error" };
    numbers.push(...namesOf(cloth.tessellation));
    expect(numbers.sort()).toEqual(["far", "level", "max", "min", "mode", "mode", "mode", "near", "pixels"].sort());
  });
});

describe("colliders", () => {
  const ball: IClothCollider = { shape: "sphere", radius: 0.25 };
  const from = new ClothCollider({ shape: "sphere", radius: 0.3, position: new Vector3(-0.3, 0, 0) });
  /** A collider and another one that differs in the member alone. */
  const cases: Record<string, [IClothCollider, Partial<IClothCollider>] | null> = {
    shape: [ball, { shape: "box", size: new Vector3(0.5, 0.5, 0.5) }],
    node: null,
    ignoresScale: null,
    body: null,
    field: null,
    // Of depth maps, which need WebGPU: depthMaps.gpu.test.ts.
    maps: null,
    reason: null,
    enabled: null,
    position: [ball, { position: new Vector3(0.1, 0, 0) }],
    rotation: [
      { shape: "box", size: new Vector3(0.4, 0.4, 0.1) },
      { rotation: Quaternion.RotationAxis(Vector3.Right(), 0.7) },
    ],
    inside: [ball, { inside: true }],
    radius: [ball, { radius: 0.2 }],
    radii: [{ shape: "ellipsoid", radii: new Vector3(0.25, 0.25, 0.25) }, { radii: new Vector3(0.25, 0.15, 0.25) }],
    size: [{ shape: "box", size: new Vector3(0.4, 0.4, 0.4) }, { size: new Vector3(0.4, 0.3, 0.4) }],
    normal: [{ shape: "plane" }, { normal: new Vector3(0.5, 1, 0) }],
    start: [{ shape: "capsule", radius: 0.2 }, { start: new Vector3(0.4, -0.5, 0) }],
    end: [
      { shape: "capsule", radius: 0.2, start: Vector3.Zero(), end: new Vector3(0.3, 0, 0) },
      { end: new Vector3(0.1, 0, 0) },
    ],
    endRadius: [
      { shape: "capsule", radius: 0.2, start: Vector3.Zero(), end: new Vector3(0.3, 0, 0) },
      { endRadius: 0.1 },
    ],
    from: [{ shape: "capsule", radius: 0.2, start: Vector3.Zero(), end: new Vector3(0.3, 0, 0) }, { from }],
    to: [{ shape: "capsule", radius: 0.2, start: Vector3.Zero(), end: new Vector3(0.3, 0, 0) }, { to: from }],
    planes: [{ shape: "convex", planes: pyramid(0.2) }, { planes: pyramid(0.1) }],
    friction: [ball, { friction: 0 }],
  };

  function pyramid(distance: number): { normal: Vector3; distance: number }[] {
    return [
      [0, 1, 0],
      [1, -0.3, 0],
      [-0.5, -0.3, 0.8],
      [-0.5, -0.3, -0.8],
    ].map((normal) => ({ normal: Vector3.FromArray(normal).normalize(), distance }));
  }

  function fallOn(
    collider: IClothCollider,
    also?: (cloth: ClothMesh, added: ClothCollider, stage: ClothScene) => void,
  ): Promise<Float32Array> {
    const place = (cloth: ClothMesh, own: ClothScene): void => {
      lay(cloth, 0.35);
      also?.(cloth, cloth.colliders.add(collider), own);
      if (!also) cloth.colliders.add(collider);
    };
    return outcome({ options: { pins: "none" }, place, frames: 40 }, () => undefined);
  }

  test("each of their members has a case", () => {
    const own = Object.keys(new ClothCollider({ shape: "sphere" })).filter((name) => !name.startsWith("_"));
    const accessors = Object.entries(Object.getOwnPropertyDescriptors(ClothCollider.prototype));
    const names = [...own, ...accessors.filter(([, accessor]) => accessor.set !== undefined).map(([name]) => name)];
    expect(names.sort()).toEqual(Object.keys(cases).sort());
  });

  test.each(Object.entries(cases).flatMap(([name, entry]) => (entry ? [[name, ...entry] as const] : [])))(
    "%s acts",
    async (_name, collider, change) => {
      expect(largestDistance(await fallOn(collider), await fallOn({ ...collider, ...change }))).toBeGreaterThan(
        DIFFERENT,
      );
    },
  );

  test("enabled, node and ignoresScale act", async () => {
    const plain = await fallOn(ball);
    const off = await fallOn(ball, (_cloth, added) => (added.enabled = false));
    const scaled = (ignoresScale: boolean): Promise<Float32Array> => {
      const node = new TransformNode("node", stage.scene);
      node.scaling.setAll(0.5);
      node.computeWorldMatrix(true);
      return fallOn({ ...ball, node, ignoresScale });
    };
    expect(largestDistance(plain, off)).toBeGreaterThan(DIFFERENT);
    expect(largestDistance(plain, await scaled(false))).toBeGreaterThan(DIFFERENT);
    expect(largestDistance(plain, await scaled(true))).toBe(0);
  });

  test("body: it gets the impulse of the cloth", async () => {
    const sum = new Vector3();
    const body = {
      isDisposed: false,
      applyImpulse: (impulse: Vector3) => sum.addInPlace(impulse),
      applyAngularImpulse: () => undefined,
      getMassProperties: () => ({}),
      getMotionType: () => PhysicsMotionType.ANIMATED,
      transformNode: new TransformNode("body", stage.scene),
    } as unknown as PhysicsBody;
    await fallOn({ ...ball, body });
    expect(sum.y).toBeLessThan(-0.05);
  });
});

describe("what can be set on a cloth", () => {
  const spheres = (cloth: ClothMesh, y: number, radius: number): number[] =>
    Array.from({ length: cloth.restGrid.particleCount }, (_, i) => [
      cloth.restGrid.restPositions[3 * i],
      cloth.restGrid.restPositions[3 * i + 1] + y,
      0,
      radius,
    ]).flat();

  test("wind acts", () => expectChange({}, (cloth) => cloth.wind.set(0, 0, 4)));
  test("thickness acts", () => expectChange(onBall, (cloth) => (cloth.thickness = 0.05)));
  test("reset acts", () =>
    expectChange({ each: (frame, cloth) => (frame === 20 ? cloth.computeWorldMatrix() : null) }, (cloth) => {
      cloth.onStepObservable.addOnce(() => {
        cloth.position.x = 1;
        cloth.reset();
      });
    }));
  test("applyImpulse acts", () =>
    expectChange({}, (cloth) => cloth.applyImpulse(Vector3.Zero(), new Vector3(0, 0, 0.1))));

  test("motionConstraints act, with scale and bias", async () => {
    const scene: Case = { options: { pins: "none" } };
    const held = {
      ...scene,
      place: (cloth: ClothMesh) => (cloth.motionConstraints = { spheres: spheres(cloth, 0, 0.2) }),
    };
    await expectChange(scene, held.place);
    await expectChange(held, (cloth) => (cloth.motionConstraints = { spheres: spheres(cloth, 0, 0.2), scale: 0.5 }));
    await expectChange(held, (cloth) => (cloth.motionConstraints = { spheres: spheres(cloth, 0, 0.2), bias: 0.1 }));
  });

  test("separationConstraints act, with scale and bias", async () => {
    const scene: Case = { options: { pins: "none" }, frames: 20 };
    const held = {
      ...scene,
      place: (cloth: ClothMesh) => (cloth.separationConstraints = { spheres: spheres(cloth, -0.3, 0.2) }),
    };
    await expectChange(scene, held.place);
    await expectChange(
      held,
      (cloth) => (cloth.separationConstraints = { spheres: spheres(cloth, -0.3, 0.2), scale: 0.5 }),
    );
    await expectChange(
      held,
      (cloth) => (cloth.separationConstraints = { spheres: spheres(cloth, -0.3, 0.2), bias: 0.05 }),
    );
  });
});

describe("system", () => {
  async function frames(change: () => void): Promise<Float32Array> {
    stage.dispose();
    stage = createClothScene();
    const cloth = stage.add({ controlPoints: 8 });
    cloth.wind.set(1, 0, 1);
    change();
    for (let frame = 0; frame < 20; frame++) stage.scene.render();
    return (await cloth.readPositions()).slice();
  }

  test.each([
    ["wind", (): unknown => stage.system.wind.set(0, 0, 4)],
    ["windZones", (): unknown => stage.system.windZones.add({ position: new Vector3(0, 0, -2), range: 4, speed: 6 })],
    ["timeScale", (): unknown => (stage.system.timeScale = 0.3)],
    ["paused", (): unknown => (stage.system.paused = true)],
    ["maxSubstepsPerFrame", (): unknown => (stage.system.maxSubstepsPerFrame = 2)],
    [
      "colliders",
      (): unknown =>
        stage.system.colliders.add({ shape: "sphere", radius: 0.3, position: new Vector3(0.05, -0.1, 0.25) }),
    ],
  ] as const)("%s acts", async (name, change) => {
    expect(Object.keys(stage.system)).toContain(name);
    expect(largestDistance(await frames(() => undefined), await frames(change))).toBeGreaterThan(DIFFERENT);
  });

  test("each of its settings has a case", () => {
    const names = Object.keys(stage.system).filter((name) => !name.startsWith("_") && !name.endsWith("Observable"));
    expect(names.sort()).toEqual(["colliders", "maxSubstepsPerFrame", "paused", "timeScale", "wind", "windZones"]);
  });
});
