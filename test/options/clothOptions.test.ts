// Every option of CreateCloth, switched, changes the result. Names come from its complaint about an unknown one: a new one without a case
// here fails.
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { CreateCloth, Fabrics, type IClothOptions } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { DIFFERENT, hanging, inWind, namesOf, onBall, outcome, type Case } from "../support/outcomes.js";
import { largestDistance } from "../support/largestDistance.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

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
  expect(() => stage.add({ fullResolution: { u: 64, v: 2049 } })).toThrow(/fullResolution\.v is 2049, must be .*2048/);
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
