import { checkOptions } from "../../src/options/clothOptions.js";
import {
  contactControls,
  fabricControls,
  readControl,
  sliderPosition,
  sliderValue,
  SLIDER_STEPS,
  solverControls,
  springControls,
  substepsChoice,
  tessellationControls,
  windControls,
  writeControl,
  type ClothControl,
} from "../../src/inspector/clothControls.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let stage: ClothScene;

beforeEach(() => {
  stage = createClothScene();
});

afterEach(() => {
  stage.dispose();
});

const settled = [...fabricControls, ...solverControls, ...springControls, ...windControls, ...contactControls];
const byMode = Object.entries(tessellationControls);
const numbers = settled.filter((control): control is ClothControl & Required<Pick<ClothControl, "range">> =>
  Boolean(control.range),
);

/** Names of all numbers and switches of a group, from the cloth. */
function leaves(group: object, path: string): string[] {
  return Object.entries(group).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? leaves(value, `${path}.${name}`) : [`${path}.${name}`],
  );
}

test("every setting of fabric and solver has one control", () => {
  const { fabric, solver } = checkOptions("cloth", {});
  const { model, integrator, threads, ...others } = solver;
  // They have lists of names.
  expect([model, integrator, ...Object.values(threads)].map((value) => typeof value)).toEqual(Array(4).fill("string"));
  const paths = [
    ...leaves(fabric, "fabric"),
    ...leaves({ ...others, gravity: {} }, "solver"),
    ...["solver.gravity", "wind"].flatMap((vector) => ["x", "y", "z"].map((axis) => `${vector}.${axis}`)),
    "thickness",
  ];
  expect(settled.map(({ path }) => path).sort()).toEqual(paths.sort());
});

test("a control changes what it names", () => {
  const cloth = stage.add();
  for (const { path, range } of settled) {
    const before = readControl(cloth, path);
    const value = range ? sliderValue(range, SLIDER_STEPS / 2) + (range.isWhole ? 1 : 0.01) : before !== true;
    writeControl(cloth, path, value);
    expect([path, readControl(cloth, path)]).toEqual([path, value]);
    expect(value).not.toBe(before);
  }
  expect(cloth.wind.x).toBeCloseTo(0.01);
  expect(cloth.fabric.slack.shear.stiffness).toBeCloseTo(0.51);
});

test("the control of automatic substeps shows what is chosen, and a number ends the choice", () => {
  const cloth = stage.add({ solver: { substeps: "auto", maxSubsteps: 6 } });
  expect(readControl(cloth, "solver.substeps")).toBe(6);
  writeControl(cloth, "solver.substeps", 12);
  expect(cloth.solver.substeps).toBe(12);
});

test("the choice of substeps: a number keeps what is taken", () => {
  const cloth = stage.add({ solver: { substeps: 10 } });
  stage.run(1);
  expect([substepsChoice.get(cloth), substepsChoice.names]).toEqual(["number", ["standard", "auto", "number"]]);
  substepsChoice.set(cloth, "auto");
  expect([cloth.solver.substeps, substepsChoice.get(cloth)]).toEqual(["auto", "auto"]);
  stage.run(1);
  substepsChoice.set(cloth, "number");
  expect(cloth.solver.substeps).toBe(10);
  substepsChoice.set(cloth, "standard");
  expect([cloth.solver.substeps, readControl(cloth, "solver.substeps")]).toEqual(["standard", 8]);
});

test.each(byMode)("tessellation by %s has a control for each number", (mode, controls) => {
  const cloth = stage.add({ tessellation: { mode: mode as "error" } });
  expect(leaves(cloth.tessellation, "tessellation").sort()).toEqual(
    [...controls.map(({ path }) => path), "tessellation.mode"].sort(),
  );
  for (const { path } of controls) {
    const value = (readControl(cloth, path) as number) + 1;
    writeControl(cloth, path, value);
    expect([path, readControl(cloth, path)]).toEqual([path, value]);
  }
});

test.each(numbers)("the slider of $path reaches what its numbers say, both ways", ({ path, range }) => {
  const first = range.first ?? range.min;
  const last = range.last ?? range.max;
  expect(sliderValue(range, 0)).toBe(first);
  expect(sliderValue(range, SLIDER_STEPS)).toBe(last);
  expect([first, last].map((value) => sliderPosition(range, value))).toEqual([0, SLIDER_STEPS]);
  let before = first;
  for (let position = 1; position < SLIDER_STEPS; position++) {
    const value = sliderValue(range, position);
    expect(value).toBeGreaterThanOrEqual(before);
    expect(Math.abs(sliderValue(range, sliderPosition(range, value)) - value)).toBeLessThan(
      0.02 * Math.abs(value) + 1e-9,
    );
    before = value;
  }
  // The cloth takes all of them.
  const cloth = stage.add();
  for (const position of [0, 1, SLIDER_STEPS / 2, SLIDER_STEPS]) {
    writeControl(cloth, path, sliderValue(range, position));
  }
});

test("a slider stands at its end for numbers beyond it", () => {
  const range = { min: 1, max: 100, isLogarithmic: true };
  expect(sliderPosition(range, 0.1)).toBe(0);
  expect(sliderPosition(range, Infinity)).toBe(SLIDER_STEPS);
  expect(sliderPosition(range, 10)).toBeCloseTo(SLIDER_STEPS / 2);
});

test("a number that is not allowed is refused in the words of the cloth", () => {
  const cloth = stage.add();
  expect(() => writeControl(cloth, "solver.substeps", 2.5)).toThrow(/Cloth "cloth": solver.substeps is 2.5/);
  expect(cloth.solver.substeps).toBe("standard");
});

test.each(["wind.x", "solver.gravity.z"])(
  "a coordinate of %s that is no number is refused: every step would be undone",
  (path) => {
    const cloth = stage.add();
    for (const value of [NaN, Infinity]) {
      expect(() => writeControl(cloth, path, value)).toThrow(
        `Cloth "cloth": ${path} is ${value}, must be a finite number`,
      );
    }
    expect([...cloth.wind.asArray(), ...cloth.solver.gravity.asArray()].every(Number.isFinite)).toBe(true);
  },
);
