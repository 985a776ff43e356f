// `solver.model: "springs"`: what a cloth of springs does, what it refuses, and that files and changes keep it.
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { ClothMesh, Fabrics, type ClothIntegrator } from "../../src/index.js";
import { integrators } from "../../src/options/springSettings.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";
import { largestDistance } from "../support/largestDistance.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => {
  stage.dispose();
});

test("the defaults are stable with the integrators that need no damping", () => {
  for (const integrator of ["verlet", "semiImplicitEuler", "rungeKutta4"] as const) {
    const cloth = stage.add({ solver: { model: "springs", integrator } });
    cloth.onErrorObservable.add(() => {
      throw new Error(`${integrator} diverges.`);
    });
    cloth.wind.set(1, 0, 4);
    stage.run(120);
    const { maxStrain } = cloth.statistics;
    note("springs by default", integrator, maxStrain);
    expect(maxStrain).toBeLessThan(3);
    cloth.dispose();
  }
});

/** Damping that Euler needs, too. */
const stable = { damping: 0.01, viscosity: 0.01 };

test("a change of model or integrator keeps positions", async () => {
  const cloth = stage.add({ controlPoints: 9, solver: { substeps: 32, damping: 2, springs: stable } });
  cloth.wind.set(0, 0, 2);
  stage.run(60);
  const change = async (model: "constraints" | "springs", integrator: ClothIntegrator): Promise<void> => {
    const before = await cloth.readPositions();
    if (model === "constraints") {
      cloth.solver.integrator = integrator;
      cloth.solver.model = model;
    } else {
      cloth.solver.model = model;
      cloth.solver.integrator = integrator;
    }
    stage.run(0);
    expect(await cloth.readPositions()).toEqual(before);
    stage.run(1);
    const way = largestDistance(await cloth.readPositions(), before);
    note("way in the frame of a change", model, integrator, way);
    expect(way).toBeGreaterThan(0);
    expect(way).toBeLessThan(0.03);
    stage.run(10);
  };
  for (const integrator of integrators) {
    await change("springs", integrator);
  }
  // Links shorten at once what springs have stretched: so little of it is left before.
  cloth.solver.integrator = "verlet";
  cloth.solver.springs.stiffness = 100;
  stage.run(40);
  await change("constraints", "verlet");
  expect(cloth.statistics.maxStrain).toBeLessThan(0.2);
});

test("a step that diverges is undone and told", async () => {
  const cloth = stage.add({ controlPoints: 9, solver: { model: "springs" } });
  let errors = 0;
  cloth.onErrorObservable.add(() => errors++);
  stage.run(10);
  const before = await cloth.readPositions();
  cloth.solver.integrator = "euler";
  cloth.solver.springs.stiffness = 1e5;
  stage.run(3);
  expect(errors).toBe(3);
  expect(await cloth.readPositions()).toEqual(before);
  cloth.solver.springs.stiffness = 10;
  cloth.solver.integrator = "verlet";
  stage.run(10);
  expect(errors).toBe(3);
  expect(largestDistance(await cloth.readPositions(), before)).toBeGreaterThan(1e-3);
});

test("tethers and compliances of the fabric do not hold springs; its mass does act", async () => {
  const run = async (fabric: object): Promise<Float32Array> => {
    const cloth = stage.add({ controlPoints: 7, fabric, solver: { model: "springs", springs: { stiffness: 3 } } });
    stage.run(20);
    return cloth.readPositions();
  };
  const { density, drag, lift } = stage.add({ fabric: Fabrics.cotton }).fabric;
  const plain = await run({ density, drag, lift });
  expect(await run({ ...Fabrics.rubber, density, drag, lift, tether: 1, strainLimit: 0 })).toEqual(plain);
  expect(largestDistance(await run({ density: 2 * density, drag, lift }), plain)).toBeGreaterThan(0.01);
});

describe("refusals", () => {
  test("an integrator of springs with constraints, when given and when set", () => {
    const message = /Cloth "cloth": solver.integrator is "euler", must be "verlet" with solver.model "constraints"/;
    expect(() => stage.add({ solver: { integrator: "euler" } })).toThrow(message);
    const cloth = stage.add();
    expect(() => (cloth.solver.integrator = "euler")).toThrow(message);
    expect(cloth.solver.integrator).toBe("verlet");
    cloth.solver.model = "springs";
    cloth.solver.integrator = "euler";
    expect(() => (cloth.solver.model = "constraints")).toThrow(message);
    expect(cloth.solver.model).toBe("springs");
  });

  test.each([
    [
      { fidelity: "auto" },
      {},
      /fidelity is "auto", must be "controlGrid" or "fullResolution" with solver.model "springs"/,
    ],
    [{}, { substeps: "auto" }, /solver.substeps is "auto", must be a number or "standard" with solver.model "springs"/],
    [{}, { selfCollision: true }, /solver.selfCollision is true, must be false with solver.model "springs"/],
  ] as const)("%o, %o", (options, solver, message) => {
    expect(() => stage.add({ ...options, solver: { model: "springs", ...solver } })).toThrow(message);
    const cloth = stage.add({ ...options, solver });
    expect(() => (cloth.solver.model = "springs")).toThrow(message);
    expect(() => (cloth.solver = { model: "springs", ...solver })).toThrow(message);
  });

  test("a fidelity of two nets, when it is asked for later", () => {
    const cloth = stage.add({ solver: { model: "springs" } });
    expect(() => (cloth.fidelity = "auto")).toThrow(/fidelity is "auto", must be "controlGrid"/);
    expect(cloth.fidelity).toBe("controlGrid");
    cloth.solver.model = "constraints";
    cloth.fidelity = "auto";
  });

  test("names and numbers", () => {
    expect(() => stage.add({ solver: { model: "mass-spring" as "springs" } })).toThrow(
      /solver.model is "mass-spring", must be "constraints", "springs"/,
    );
    expect(() => stage.add({ solver: { springs: { stiffness: -1 } } })).toThrow(
      /solver.springs.stiffness is -1, must be/,
    );
    expect(() => stage.add({ solver: { springs: { stretch: 1 } as object } })).toThrow(/solver.springs has no stretch/);
  });
});

test("files and clones keep model, integrator and springs", () => {
  const springs = { stiffness: 7, shear: 3, bend: 0.5, damping: 0.01, viscosity: 0.02 };
  const cloth = stage.add({ controlPoints: 7, fidelity: "fullResolution" });
  cloth.fidelity = "controlGrid";
  cloth.solver = { model: "springs", integrator: "rungeKutta4", springs };
  stage.run(5);
  const parsed = ClothMesh.Parse(JSON.parse(JSON.stringify(cloth.serialize())) as object, stage.scene, "");
  const clone: Mesh | null = cloth.clone("clone");
  for (const copy of [parsed, clone]) {
    if (!(copy instanceof ClothMesh)) throw new Error("No cloth.");
    expect(copy.solver).toMatchObject({ model: "springs", integrator: "rungeKutta4", springs });
  }
});
