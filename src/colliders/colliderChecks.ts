// What a collider may be made of: its check, before anything is made.
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { PhysicsBody } from "@babylonjs/core/Physics/v2/physicsBody.js";
import { shown } from "../babylon/shown.js";
import { isLivingNode, LIVING_NODES } from "../babylon/worldMatrix.js";
import { isBounded } from "./convexReach.js";
import { DEPTH_AXES } from "./depthAxes.js";
import { DEPTH_RESOLUTION } from "./depthMaps.js";
import { MAX_RESOLUTION, MIN_RESOLUTION } from "./distanceField.js";
import type { ClothColliderShape, IClothColliderPlane } from "./colliderTypes.js";

const shapes: readonly ClothColliderShape[] = [
  "plane",
  "sphere",
  "ellipsoid",
  "box",
  "capsule",
  "convex",
  "field",
  "heightField",
  "depth",
];
const flagNames = ["ignoresScale", "inside"] as const;
/** Members of a collider that are numbers, and those that are vectors. */
export const numberNames = ["radius", "endRadius", "friction"] as const;
export const vectorNames = ["position", "radii", "size", "normal", "start", "end"] as const;

/** Members that some shapes alone have. Those of depth maps are looked at with their values. */
const shapesWith: Readonly<Record<string, readonly ClothColliderShape[]>> = {
  radius: ["sphere", "capsule"],
  endRadius: ["capsule"],
  start: ["capsule"],
  end: ["capsule"],
  from: ["capsule"],
  to: ["capsule"],
  radii: ["ellipsoid"],
  size: ["box"],
  normal: ["plane"],
  planes: ["convex"],
  resolution: ["field", "heightField", "depth"],
};

/** Options of a collider, by name. */
type Unchecked = Readonly<Record<string, unknown>>;

/**
 * @param name - Of the member.
 * @param value - What was given.
 * @param allowed - For the end of "must be".
 * @throws TypeError, or RangeError if the value is a number or a string of the right type.
 */
export function fail(name: string, value: unknown, allowed: string, kind: ErrorConstructor = TypeError): never {
  throw new kind(`ClothCollider: ${name} is ${shown(value)}, must be ${allowed}.`);
}

/**
 * @param name - Of the member.
 * @param value - What was given.
 * @throws TypeError if it is no number, RangeError if it is negative or not finite.
 */
export function checkFromZero(name: string, value: unknown): void {
  if (!(typeof value === "number" && value >= 0 && value < Infinity)) {
    fail(name, value, "a finite number from 0 up", typeof value === "number" ? RangeError : TypeError);
  }
}

/**
 * @param name - Of the member.
 * @param value - What was given, if anything.
 * @throws TypeError if it is neither true nor false.
 */
export function checkFlag(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "boolean") {
    fail(name, value, "a boolean");
  }
}

/**
 * @param shape - What was given.
 * @throws RangeError if there is no such shape.
 */
export function checkShape(shape: unknown): void {
  if (!(shapes as readonly unknown[]).includes(shape)) {
    fail("shape", shape, `one of "${shapes.join('", "')}"`, RangeError);
  }
}

/**
 * @param owner - Whose options they are, for the message.
 * @param options - What was given.
 * @param known - Names that they may have.
 * @throws TypeError if they are no object or have another name.
 */
export function checkNames(owner: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new TypeError(`${owner}: what it is made of is ${shown(options)}, must be an object of ${known.join(", ")}.`);
  }
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      throw new TypeError(`${owner}: it has no ${name}; it has ${known.join(", ")}.`);
    }
  }
}

/**
 * @param options - What a user gave for a collider.
 * @param names - That it may have.
 * @throws TypeError or RangeError that names the member, the value and what is allowed.
 */
export function checkCollider(options: unknown, names: readonly string[]): void {
  checkNames("ClothCollider", options, names);
  checkMembers(options as Unchecked);
}

/**
 * @param options - Of a collider in a file, which has those of all shapes.
 * @returns Those that its shape has.
 */
export function ownMembers<T extends object>(options: T & { readonly shape?: unknown }): T {
  return Object.fromEntries(Object.entries(options).filter(([name]) => isOwn(options.shape, name))) as T;
}

function checkOwn(options: Unchecked, name: string): void {
  const { shape, [name]: value } = options;
  if (value !== undefined && !isOwn(shape, name)) {
    fail(name, value, `left alone: the shape "${String(shape)}" has none`);
  }
}

function isOwn(shape: unknown, name: string): boolean {
  return !(name in shapesWith) || (shapesWith[name] as readonly unknown[]).includes(shape);
}

function checkMembers(options: Unchecked): void {
  const { shape, normal, rotation, node, body, planes } = options;
  checkShape(shape);
  for (const name of Object.keys(shapesWith)) {
    checkOwn(options, name);
  }
  for (const name of flagNames) {
    checkFlag(name, options[name]);
  }
  for (const name of numberNames) {
    if (options[name] !== undefined) {
      checkFromZero(name, options[name]);
    }
  }
  for (const name of vectorNames) {
    checkVector(name, options[name]);
  }
  if ((normal as Vector3 | undefined)?.lengthSquared() === 0) {
    fail("normal", normal, "of some length", RangeError);
  }
  if (rotation !== undefined && !(rotation instanceof Quaternion && rotation.asArray().every(Number.isFinite))) {
    fail("rotation", rotation, "a Quaternion of finite numbers");
  }
  if (node !== undefined && !isLivingNode(node)) {
    fail("node", node, LIVING_NODES);
  }
  if (body !== undefined) {
    checkBody(body);
  }
  checkInside(options);
  checkPlanes(planes, shape === "convex");
  checkMaps(options);
  for (const name of ["from", "to"] as const) {
    const end = options[name];
    if (end !== undefined && !isSphere(end)) {
      fail(name, end, "a ClothCollider that is a sphere", RangeError);
    }
  }
}

/**
 * @param value - Cells along the longest side of a field, if given.
 * @throws TypeError or RangeError if it is no whole number in its range.
 */
function checkResolution(value: unknown): void {
  if (
    value !== undefined &&
    !(Number.isInteger(value) && Number(value) >= MIN_RESOLUTION && Number(value) <= MAX_RESOLUTION)
  ) {
    const allowed = `a whole number from ${MIN_RESOLUTION.toString()} to ${MAX_RESOLUTION.toString()}`;
    fail("resolution", value, allowed, typeof value === "number" ? RangeError : TypeError);
  }
}

/**
 * @param options - `shape`, and what depth maps have: `resolution`, `axes`, `depth`, if given.
 * @throws TypeError or RangeError that names the member and what is allowed.
 */
export function checkMaps(options: Unchecked): void {
  const { shape, resolution, axes, depth } = options;
  if (shape !== "depth") {
    checkResolution(resolution);
    // A mesh whose shape is found may become a field.
    if (shape !== undefined) {
      checkOwn(options, "resolution");
    }
    for (const name of ["axes", "depth"] as const) {
      if (options[name] !== undefined) {
        fail(name, options[name], `left alone: a ${String(shape)} has none`);
      }
    }
    return;
  }
  const { min, max, step } = DEPTH_RESOLUTION;
  const number = typeof resolution === "number" ? resolution : NaN;
  if (resolution !== undefined && !(number >= min && number <= max && number % step === 0)) {
    const allowed = `a multiple of ${step.toString()} from ${min.toString()} to ${max.toString()}`;
    fail("resolution", resolution, allowed, typeof resolution === "number" ? RangeError : TypeError);
  }
  if (axes !== undefined && !(DEPTH_AXES as readonly unknown[]).includes(axes)) {
    fail("axes", axes, `one of "${DEPTH_AXES.join('", "')}"`, RangeError);
  }
  if (depth !== undefined && !(typeof depth === "number" && depth > 0)) {
    fail("depth", depth, "a number above 0", typeof depth === "number" ? RangeError : TypeError);
  }
}

function checkInside({ shape, inside, radius }: Unchecked): void {
  if (inside === true && shape !== "sphere" && shape !== "capsule") {
    fail("inside", inside, `false: a ${String(shape)} keeps cloth out`, RangeError);
  }
  if (inside === true && radius === 0) {
    fail("radius", radius, "above 0 where cloth is kept inside", RangeError);
  }
}

/**
 * @param value - Shall be pushed.
 * @throws TypeError if it is no body of Physics v2.
 */
export function checkBody(value: unknown): void {
  const { applyImpulse, getMassProperties } = (value ?? {}) as Partial<PhysicsBody>;
  if (typeof applyImpulse !== "function" || typeof getMassProperties !== "function") {
    fail("body", value, "a PhysicsBody");
  }
}

function isSphere(value: unknown): boolean {
  return ((value ?? {}) as { shape?: unknown }).shape === "sphere";
}

function checkVector(name: (typeof vectorNames)[number], value: unknown): void {
  if (value === undefined) {
    return;
  }
  if (!(value instanceof Vector3)) {
    fail(name, value, "a Vector3");
  }
  const isSize = name === "radii" || name === "size";
  const isAllowed = (number: number): boolean => Number.isFinite(number) && (number > 0 || !isSize);
  if (!value.asArray().every(isAllowed)) {
    fail(name, value, isSize ? "finite numbers above 0" : "of finite numbers", RangeError);
  }
}

/**
 * @param shape - Of a collider.
 * @param name - Of a radius.
 * @param value - That it shall have from now on [m].
 * @throws TypeError if the shape has none or it is no number, RangeError if it is negative or not finite.
 */
export function checkNewRadius(shape: ClothColliderShape, name: "radius" | "endRadius", value: unknown): void {
  checkFromZero(name, value);
  if (!isOwn(shape, name)) {
    fail(name, value, `left alone: a ${shape} has none`);
  }
}

/**
 * @param shape - Of a collider.
 * @param planes - That it shall have from now on.
 * @throws TypeError if it is no convex or they are no planes, RangeError if they are fewer than four or have no bounded inside.
 */
export function checkNewPlanes(shape: ClothColliderShape, planes: unknown): void {
  if (shape !== "convex") {
    fail("planes", planes, `left alone: a ${shape} has none`);
  }
  checkPlanes(planes, true);
}

function checkPlanes(planes: unknown, areNeeded: boolean): void {
  if (planes !== undefined && !Array.isArray(planes)) {
    fail("planes", planes, "a list of planes");
  }
  const count = planes?.length ?? 0;
  if (areNeeded && count < 4) {
    fail("planes", planes === undefined ? planes : `${count.toString()} planes`, "at least 4 planes", RangeError);
  }
  for (let i = 0; i < count; i++) {
    const plane = (planes as readonly (Partial<IClothColliderPlane> | null | undefined)[])[i];
    if (!(plane?.normal instanceof Vector3) || typeof plane.distance !== "number") {
      fail(`planes[${i.toString()}]`, plane, "a normal (Vector3) and a distance (m)");
    }
  }
  if (areNeeded) {
    checkBounded(planes as readonly IClothColliderPlane[]);
  }
}

/** Before any matrix: a node may well be flat for a while. */
function checkBounded(faces: readonly IClothColliderPlane[]): void {
  const planes = new Float32Array(4 * faces.length);
  faces.forEach(({ normal, distance }, i) => {
    const length = normal.length();
    planes.set([normal.x / length, normal.y / length, normal.z / length, distance / length], 4 * i);
  });
  if (!isBounded(planes)) {
    throw new RangeError(
      `ClothCollider: planes is ${faces.length.toString()} planes with an endless inside or none, must be planes around a ` +
        "bounded inside, with outward normals.",
    );
  }
}
