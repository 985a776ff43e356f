// What Babylon's plain Inspector and the Babylon Editor show and change of a cloth.
import { InspectableType, type IInspectable } from "@babylonjs/core/Misc/iInspectable.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ClothMesh } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let made: ClothScene;
let cloth: ClothMesh;
beforeEach(() => {
  made = createClothScene();
  cloth = made.add({ controlPoints: 5, fabric: { stretch: { warp: 1e-3, weft: 1e-5 } } });
});
afterEach(() => made.dispose());

function line(label: RegExp): IInspectable {
  const found = cloth.inspectableCustomProperties.filter((each) => label.test(each.label));
  if (found.length !== 1) throw new Error(`${found.length.toString()} lines match ${label.source}.`);
  return found[0];
}

/** As the tools do it. */
function shown(label: RegExp): unknown {
  return Reflect.get(cloth, line(label).propertyName);
}

function change(label: RegExp, value: unknown): void {
  Reflect.set(cloth, line(label).propertyName, value);
}

const numbers: [RegExp, number, (cloth: ClothMesh) => unknown, number][] = [
  [/^Thickness/, 0.02, ({ thickness }) => thickness, 0.02],
  [/^Density/, 0.3, ({ fabric }) => fabric.density, 0.3],
  [/^Stretch along u/, -4, ({ fabric }) => fabric.stretch.warp, 1e-4],
  [/^Stretch along v/, -2, ({ fabric }) => fabric.stretch.weft, 1e-2],
  [/^Shear/, -5, ({ fabric }) => fabric.shear, 1e-5],
  [/^Bend along u/, 2, ({ fabric }) => fabric.bend.warp, 100],
  [/^Bend along v/, 3, ({ fabric }) => fabric.bend.weft, 1000],
  [/^Strain limit/, 0.3, ({ fabric }) => fabric.strainLimit, 0.3],
  [/^Tether/, 1.2, ({ fabric }) => fabric.tether, 1.2],
  [/^Drag/, 2, ({ fabric }) => fabric.drag, 2],
  [/^Lift/, 0.4, ({ fabric }) => fabric.lift, 0.4],
  [/^Substeps/, 12, ({ solver }) => solver.substeps, 12],
  [/^Iterations/, 3, ({ solver }) => solver.iterations, 3],
  [/^Damping/, 2.5, ({ solver }) => solver.damping, 2.5],
  [/^Friction/, 0.9, ({ solver }) => solver.friction, 0.9],
  [/^Turbulence/, 1.5, ({ solver }) => solver.turbulence, 1.5],
  [/^Tessellation error/, 2, ({ tessellation }) => (tessellation.mode === "error" ? tessellation.pixels : NaN), 2],
];

test.each(numbers)("%s changes the cloth and shows what it is", (label, value, read, expected) => {
  const { type, min = NaN, max = NaN, step = NaN } = line(label);
  expect(type).toBe(InspectableType.Slider);
  expect(value).toBeGreaterThanOrEqual(min);
  expect(value).toBeLessThanOrEqual(max);
  expect(step).toBeLessThan(max - min);
  expect(shown(label)).not.toBe(value);
  change(label, value);
  expect(read(cloth)).toBeCloseTo(expected, 9);
  expect(shown(label)).toBeCloseTo(value, 9);
  // A person may type anything.
  change(label, 1e9);
  expect(shown(label)).toBe(max);
  change(label, -1e9);
  expect(shown(label)).toBe(min);
});

test("every slider is tested, and shows the value that the cloth has", () => {
  const sliders = cloth.inspectableCustomProperties.filter(({ type }) => type === InspectableType.Slider);
  expect(numbers).toHaveLength(sliders.length);
  expect(shown(/^Stretch along u/)).toBeCloseTo(-3, 9);
  cloth.fabric.bend.warp = Infinity;
  expect(shown(/^Bend along u/)).toBe(line(/^Bend along u/).max);
  change(/^Stretch along u/, line(/^Stretch along u/).min);
  expect(cloth.fabric.stretch.warp).toBe(0);
});

test("what is no finite number is refused by name, and changes nothing", () => {
  const before = numbers.map(([, , get]) => get(cloth));
  for (const [label] of numbers) {
    expect(() => {
      change(label, NaN);
    }).toThrow(/^Cloth "cloth": .* is NaN, must be a finite number/);
  }
  expect(numbers.map(([, , get]) => get(cloth))).toEqual(before);
  expect(() => {
    change(/^Wind/, new Vector3(0, NaN, 0));
  }).toThrow(/^Cloth "cloth": Wind/);
  expect(cloth.wind.y).toBe(0);
});

test("vectors, flags and the button", async () => {
  expect([shown(/^Wind/) === cloth.wind, line(/^Wind/).type]).toEqual([true, InspectableType.Vector3]);
  change(/^Wind/, new Vector3(1, 2, 3));
  expect(cloth.wind.asArray()).toEqual([1, 2, 3]);
  change(/^Gravity/, new Vector3(0, -1.6, 0));
  expect(cloth.solver.gravity.asArray()).toEqual([0, -1.6, 0]);
  change(/paused/, true);
  expect([shown(/paused/), made.system.paused]).toEqual([true, true]);
  change(/^Automatic/, true);
  expect([shown(/^Automatic/), cloth.solver.substeps, shown(/^Substeps/)]).toEqual([true, "auto", 8]);
  change(/^Automatic/, false);
  expect([shown(/^Automatic/), cloth.solver.substeps]).toEqual([false, 8]);
  change(/^Continuous/, true);
  expect([shown(/^Continuous/), cloth.solver.continuousCollision]).toEqual([true, true]);
  made.run(20);
  line(/^Reset/).callback?.();
  made.system.step(0);
  expect([...(await cloth.readPositions())]).toEqual([...cloth.restGrid.restPositions]);
});

test("each cloth has lines of its own, which people may add to", () => {
  const other = made.add({ controlPoints: 5 });
  cloth.inspectableCustomProperties.push({ label: "Mine", propertyName: "name", type: InspectableType.String });
  expect(other.inspectableCustomProperties).toHaveLength(cloth.inspectableCustomProperties.length - 1);
  change(/^Friction/, 1.5);
  expect(other.solver.friction).toBe(0.5);
  expect(Object.keys(cloth).filter((name) => name.startsWith("inspected"))).toEqual([]);
});
