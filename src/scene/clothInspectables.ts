// The main parameters of a cloth for the plain Inspector and the Babylon Editor, which know properties of a node, not of its groups.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { InspectableType, type IInspectable } from "@babylonjs/core/Misc/iInspectable.js";
import type { SimulatedCloth } from "../backends/clothBackend.js";
import type { Cloth } from "../cloth/cloth.js";
import { checkVector } from "../options/checkVector.js";
import { checkNumber, type NumberRange } from "../options/rules.js";
import { ClothScene } from "./clothScene.js";
import { substepsOf } from "./clothStatistics.js";

/** On the slider of tethers: from here on there are none. */
const LOOSEST_TETHER = 3;

const anyNumber: NumberRange = { min: -Infinity, max: Infinity };

/** What is read and set of a cloth. */
interface Accessors<T> {
  get(cloth: Cloth): T;
  set(cloth: Cloth, value: T): void;
}

/** A number with a slider. */
interface Slider {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Whether the slider shows the exponent of ten; at its least, the number is 0. */
  readonly isExponent?: boolean;
  get(cloth: SimulatedCloth): number;
  set(cloth: Cloth, value: number): void;
}

/** Reads and sets a member of a part of the cloth. */
function member<K extends string>(partOf: (cloth: Cloth) => Record<K, number>, name: K): Accessors<number>;
function member<K extends string>(partOf: (cloth: Cloth) => Record<K, boolean>, name: K): Accessors<boolean>;
function member<K extends string>(partOf: (cloth: Cloth) => Record<K, unknown>, name: K): Accessors<unknown> {
  return { get: (cloth) => partOf(cloth)[name], set: (cloth, value) => (partOf(cloth)[name] = value) };
}

/** By the name of the property. */
const sliders: Readonly<Record<string, Slider>> = {
  inspectedThickness: {
    ...{ label: "Thickness [m]", min: 0, max: 0.1, step: 0.001 },
    ...member((cloth) => cloth, "thickness"),
  },
  inspectedDensity: {
    ...{ label: "Density [kg/m2]", min: 0.01, max: 2, step: 0.01 },
    ...member(({ fabric }) => fabric, "density"),
  },
  inspectedStretchWarp: {
    ...{ label: "Stretch along u [10^ m/N]", min: -8, max: 0, step: 0.1, isExponent: true },
    ...member(({ fabric }) => fabric.stretch, "warp"),
  },
  inspectedStretchWeft: {
    ...{ label: "Stretch along v [10^ m/N]", min: -8, max: 0, step: 0.1, isExponent: true },
    ...member(({ fabric }) => fabric.stretch, "weft"),
  },
  inspectedShear: {
    ...{ label: "Shear [10^ m/N]", min: -8, max: 0, step: 0.1, isExponent: true },
    ...member(({ fabric }) => fabric, "shear"),
  },
  inspectedBendWarp: {
    ...{ label: "Bend along u [10^ 1/(N m)]", min: 0, max: 8, step: 0.1, isExponent: true },
    ...member(({ fabric }) => fabric.bend, "warp"),
  },
  inspectedBendWeft: {
    ...{ label: "Bend along v [10^ 1/(N m)]", min: 0, max: 8, step: 0.1, isExponent: true },
    ...member(({ fabric }) => fabric.bend, "weft"),
  },
  inspectedStrainLimit: {
    ...{ label: "Strain limit", min: 0, max: 2, step: 0.01 },
    ...member(({ fabric }) => fabric, "strainLimit"),
  },
  inspectedTether: {
    ...{ label: "Tether (3: none)", min: 1, max: LOOSEST_TETHER, step: 0.01 },
    get: ({ fabric }) => Math.min(fabric.tether, LOOSEST_TETHER),
    set: ({ fabric }, value) => (fabric.tether = value < LOOSEST_TETHER ? value : Infinity),
  },
  inspectedDrag: {
    ...{ label: "Drag", min: 0, max: 4, step: 0.05 },
    ...member(({ fabric }) => fabric, "drag"),
  },
  inspectedLift: {
    ...{ label: "Lift", min: 0, max: 4, step: 0.05 },
    ...member(({ fabric }) => fabric, "lift"),
  },
  inspectedSubsteps: {
    ...{ label: "Substeps per 1/60 s", min: 1, max: 64, step: 1 },
    get: substepsOf,
    set: ({ solver }, value) => (solver.substeps = Math.round(value)),
  },
  inspectedIterations: {
    ...{ label: "Iterations", min: 1, max: 16, step: 1 },
    get: ({ solver }) => solver.iterations,
    set: ({ solver }, value) => (solver.iterations = Math.round(value)),
  },
  inspectedDamping: {
    ...{ label: "Damping [1/s]", min: 0, max: 20, step: 0.1 },
    ...member(({ solver }) => solver, "damping"),
  },
  inspectedFriction: {
    ...{ label: "Friction", min: 0, max: 2, step: 0.01 },
    ...member(({ solver }) => solver, "friction"),
  },
  inspectedTurbulence: {
    ...{ label: "Turbulence", min: 0, max: 4, step: 0.05 },
    ...member(({ solver }) => solver, "turbulence"),
  },
  inspectedPixels: {
    ...{ label: "Tessellation error [pixels]", min: 0.1, max: 10, step: 0.1 },
    // What another mode would have to be changed to.
    get: ({ tessellation }) => (tessellation.mode === "error" ? tessellation.pixels : 0.5),
    set: (cloth, value) => (cloth.tessellation = { mode: "error", pixels: value }),
  },
};

/** What is switched on or off. */
const flags: Readonly<
  Record<string, { label: string; get(cloth: Cloth): boolean; set(cloth: SimulatedCloth, value: boolean): void }>
> = {
  inspectedAutoSubsteps: {
    label: "Automatic substeps",
    get: ({ solver }) => solver.substeps === "auto",
    set: (cloth, value) => (cloth.solver.substeps = value ? "auto" : substepsOf(cloth)),
  },
  inspectedContinuousCollision: {
    label: "Continuous collision",
    ...member(({ solver }) => solver, "continuousCollision"),
  },
  inspectedSelfCollision: {
    label: "Collision with itself",
    ...member(({ solver }) => solver, "selfCollision"),
  },
  inspectedClothCollision: {
    label: "Collision with other cloths",
    ...member(({ solver }) => solver, "clothCollision"),
  },
  inspectedPaused: {
    label: "All cloths of the scene paused",
    get: (cloth) => ClothScene.Of(cloth).paused,
    set: (cloth, value) => (ClothScene.Of(cloth).paused = value),
  },
};

const vectors: Readonly<Record<string, { label: string; unit: string; get(cloth: Cloth): Vector3 }>> = {
  inspectedWind: { label: "Wind [m/s]", unit: "m/s", get: ({ wind }) => wind },
  inspectedGravity: { label: "Gravity [m/s2]", unit: "m/s2", get: ({ solver }) => solver.gravity },
};

/** Properties of all cloths that the lines of {@link inspectableProperties} show. A value outside of a slider's range is moved into it; what is not
 * finite is refused. */
export const inspectedAccessors: PropertyDescriptorMap & ThisType<SimulatedCloth> = {
  ...accessors(sliders, (slider) => ({
    get(this: SimulatedCloth): number {
      const value = slider.get(this);
      return within(slider, slider.isExponent ? Math.log10(value) : value);
    },
    set(this: Cloth, value: number) {
      const shown = within(slider, checkNumber({ cloth: this.name, option: slider.label }, value, anyNumber));
      slider.set(this, slider.isExponent ? (shown > slider.min ? 10 ** shown : 0) : shown);
    },
  })),
  ...accessors(flags, (flag) => ({
    get(this: Cloth): boolean {
      return flag.get(this);
    },
    set(this: SimulatedCloth, value: boolean) {
      flag.set(this, value);
    },
  })),
  ...accessors(vectors, (vector) => ({
    get(this: Cloth): Vector3 {
      return vector.get(this);
    },
    set(this: Cloth, value: Vector3) {
      vector.get(this).copyFrom(checkVector({ cloth: this.name, option: vector.label }, value, vector.unit));
    },
  })),
};

/**
 * @param cloth - A cloth.
 * @returns What Babylon's tools show of it.
 */
export function inspectableProperties(cloth: Cloth): IInspectable[] {
  const linesOf = (of: Readonly<Record<string, { readonly label: string }>>, type: InspectableType): IInspectable[] =>
    Object.entries(of).map(([propertyName, { label }]) => ({ label, propertyName, type }));
  return [
    ...linesOf(vectors, InspectableType.Vector3),
    ...Object.entries(sliders).map(([propertyName, { label, min, max, step }]) => ({
      ...{ label, propertyName, type: InspectableType.Slider, min, max, step },
    })),
    ...linesOf(flags, InspectableType.Checkbox),
    {
      label: "Reset",
      propertyName: "reset",
      type: InspectableType.Button,
      callback: () => {
        cloth.reset();
      },
    },
  ];
}

function accessors<L>(
  lines: Readonly<Record<string, L>>,
  accessorOf: (line: L) => PropertyDescriptor & ThisType<SimulatedCloth>,
): PropertyDescriptorMap {
  return Object.fromEntries(
    Object.entries(lines).map(([name, line]) => [name, { ...accessorOf(line), configurable: true }]),
  );
}

function within({ min, max }: Slider, value: number): number {
  return Math.min(Math.max(value, min), max);
}
