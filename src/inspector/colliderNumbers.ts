// The numbers of a collider that the Inspector shows and changes, by its shape, as a table. Pure: no React, no Inspector.
import type { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { ClothCollider } from "../colliders/clothCollider.js";
import type { ClothColliderShape } from "../colliders/colliderTypes.js";
import type { SliderRange } from "./clothControls.js";

/** One number of a collider. */
export interface ColliderNumber {
  readonly label: string;
  readonly description: string;
  readonly range: SliderRange;
  /** The same functions for all colliders. */
  readonly get: (collider: ClothCollider) => number;
  /** Throws a RangeError if the number is not allowed. */
  readonly set: (collider: ClothCollider, value: number) => void;
}

/** What numbers are allowed. */
interface Rule {
  readonly text: string;
  readonly allows: (value: number) => boolean;
}

const fromZero: Rule = { text: "a finite number from 0 up", allows: (value) => value >= 0 && value < Infinity };
const aboveZero: Rule = { text: "a finite number above 0", allows: (value) => value > 0 && value < Infinity };
const finite: Rule = { text: "a finite number", allows: Number.isFinite };

const lengths: SliderRange = { min: 1e-3, max: 10, isLogarithmic: true };
const coordinates: SliderRange = { min: -5, max: 5 };
const LOCAL = "m, before the scale of its node";

function check(label: string, value: number, { text, allows }: Rule): number {
  if (!allows(value)) {
    throw new RangeError(`${label} is ${value.toString()}, must be ${text}.`);
  }
  return value;
}

function scalar(
  name: "friction" | "radius" | "endRadius",
  label: string,
  description: string,
  range: SliderRange,
): ColliderNumber {
  return {
    ...{ label, description, range },
    get: (collider) => collider[name],
    set: (collider, value) => (collider[name] = check(label, value, fromZero)),
  };
}

function vector(
  name: "position" | "radii" | "size" | "normal" | "start" | "end",
  description: string,
  range: SliderRange,
  rule: Rule,
): ColliderNumber[] {
  return (["x", "y", "z"] as const).map((axis) => {
    const label = `${name} ${axis}`;
    return {
      ...{ label, description, range },
      get: (collider) => collider[name][axis],
      set: (collider, value) => {
        const changed: Vector3 = collider[name].clone();
        changed[axis] = check(label, value, rule);
        if (name === "normal" && changed.lengthSquared() === 0) {
          throw new RangeError("normal is (0, 0, 0), must have a direction.");
        }
        collider[name].copyFrom(changed);
      },
    };
  });
}

const friction = scalar("friction", "friction", "Coulomb, times that of the cloth", { min: 0, max: 2 });
const radius = scalar("radius", "radius", LOCAL, { ...lengths, first: 0 });
const start = vector("start", `Sphere at the start of a capsule, from its position; ${LOCAL}`, coordinates, finite);
const end = vector("end", `Sphere at the end of a capsule, from its position; ${LOCAL}`, coordinates, finite);
const endRadius = scalar("endRadius", "end radius", LOCAL, { ...lengths, first: 0 });
const position = vector("position", `Local to its node, or in the world; ${LOCAL}`, coordinates, finite);

const sizes: Readonly<Record<ClothColliderShape, readonly ColliderNumber[]>> = {
  plane: vector("normal", "Outward, local to its node; any length", { min: -1, max: 1 }, finite),
  sphere: [radius],
  ellipsoid: vector("radii", LOCAL, lengths, aboveZero),
  box: vector("size", `Edge lengths; ${LOCAL}`, lengths, aboveZero),
  capsule: [radius, endRadius, ...start, ...end],
  convex: [],
  field: [],
  heightField: [],
  depth: [],
};

/**
 * @param collider - Any.
 * @returns What can be changed of it: friction, sizes, place. A sphere that a capsule shares is changed there.
 */
export function colliderNumbers({ shape, from, to }: ClothCollider): readonly ColliderNumber[] {
  const isShared = (number: ColliderNumber): boolean =>
    (from !== null && (number === radius || start.includes(number))) ||
    (to !== null && (number === endRadius || end.includes(number)));
  return [friction, ...sizes[shape].filter((number) => !isShared(number)), ...position];
}

/** What stands in a line and cannot be changed. */
export interface ColliderText {
  readonly label: string;
  /** The same function for all colliders. */
  readonly get: (collider: ClothCollider) => string;
}

const planeCount: ColliderText = { label: "planes", get: ({ planes }) => planes.length.toString() };
const resolution: ColliderText = { label: "resolution", get: (collider) => String(collider.resolution) };
const memory: ColliderText = {
  label: "memory",
  get: ({ fieldBytes, maps }) => `${((maps?.bytes ?? fieldBytes) / 1024).toFixed(0)} KiB`,
};
const axes: ColliderText = { label: "seen along", get: (collider) => String(collider.axes) };
const side: ColliderText = { label: "keeps cloth", get: ({ inside }) => (inside ? "inside" : "out") };
const reason: ColliderText = { label: "shape because", get: (collider) => collider.reason };
const sharedSphere = (label: "start" | "end", name: "from" | "to"): ColliderText => ({
  label,
  get: (collider) => `shared sphere, radius ${String(collider[name]?.radius)}`,
});
const sharedStart = sharedSphere("start", "from");
const sharedEnd = sharedSphere("end", "to");

/**
 * @param collider - Any.
 * @returns What is fixed: why it has its shape, the planes of a convex, the field of a mesh, the spheres that a capsule shares.
 */
export function colliderTexts({ shape, inside, from, to, field, maps }: ClothCollider): readonly ColliderText[] {
  return [
    reason,
    ...(inside ? [side] : []),
    ...(shape === "convex" ? [planeCount] : []),
    ...(field ? [resolution, memory] : []),
    ...(maps ? [resolution, axes, memory] : []),
    ...(from ? [sharedStart] : []),
    ...(to ? [sharedEnd] : []),
  ];
}
