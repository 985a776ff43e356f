// A fan: wind from a place, within a cone.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { shown } from "../babylon/shown.js";
import { isLivingNode, LIVING_NODES, worldMatrixOf, type ClothNode } from "../babylon/worldMatrix.js";
import { orDefault } from "../options/rules.js";

/** What a {@link ClothWindZone} is made of. */
export interface IClothWindZone {
  /** Node that the fan follows. Without one it stays where it is. */
  node?: ClothNode;
  /** Where the wind comes from, local to the node [m]. Default the origin. */
  position?: Vector3;
  /** Axis of the cone, local to the node, of any length. Default +Z. */
  direction?: Vector3;
  /** Opening of the cone from edge to edge [rad], up to a whole turn, where the wind blows in all directions alike. Default pi / 2. */
  angle?: number;
  /** Distance at which the wind ends [m]. Default 5. */
  range?: number;
  /** At the fan [m/s]; negative: it sucks. Default 5. */
  speed?: number;
  /** How the wind gets slower: its speed goes with (1 - distance / range) to this power; 0: not at all. Default 1. */
  falloff?: number;
}

const numberRules = {
  angle: { start: Math.PI / 2, allowed: "above 0, at most 2 pi", isOk: (x: number) => x > 0 && x <= 2 * Math.PI },
  range: { start: 5, allowed: "finite and above 0", isOk: (x: number) => x > 0 && x < Infinity },
  speed: { start: 5, allowed: "finite", isOk: Number.isFinite },
  falloff: { start: 1, allowed: "finite, from 0 up", isOk: (x: number) => x >= 0 && x < Infinity },
} as const;
type NumberName = keyof typeof numberRules;
const numberNames = Object.keys(numberRules) as readonly NumberName[];
const vectorNames = ["position", "direction"] as const;
const names: readonly string[] = ["node", ...vectorNames, ...numberNames];

function fail(name: string, value: unknown, allowed: string, kind: ErrorConstructor = TypeError): never {
  throw new kind(`ClothWindZone: ${name} is ${shown(value)}, must be ${allowed}.`);
}

function checkNumber(name: NumberName, value: unknown): number {
  const { allowed, isOk } = numberRules[name];
  if (typeof value !== "number" || !isOk(value)) {
    fail(name, value, `a number, ${allowed}`, typeof value === "number" ? RangeError : TypeError);
  }
  return value;
}

function checkOptions(options: IClothWindZone): void {
  if (typeof (options as unknown) !== "object" || (options as unknown) === null) {
    throw new TypeError(
      `ClothWindZone: what it is made of is ${shown(options)}, must be an object of ${names.join(", ")}.`,
    );
  }
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) {
      throw new TypeError(`ClothWindZone: it has no ${name}; it has ${names.join(", ")}.`);
    }
  }
  for (const name of vectorNames) {
    const value: unknown = options[name];
    if (value !== undefined && !(value instanceof Vector3 && value.asArray().every(Number.isFinite))) {
      fail(name, value, "a Vector3 of finite numbers");
    }
  }
  if (options.direction?.lengthSquared() === 0) {
    fail("direction", options.direction, "of some length", RangeError);
  }
  if (options.node !== undefined && !isLivingNode(options.node)) {
    fail("node", options.node, LIVING_NODES);
  }
}

/**
 * A fan that blows at cloth. Its wind is added to that of cloth and scene, and has eddies by `solver.turbulence` as they have. All members can be
 * changed at any time. Nothing is in its lee: wind goes through colliders.
 */
export class ClothWindZone {
  /** Node that it follows; null: none. */
  public readonly node: ClothNode | null;
  /** Where the wind comes from, local to the node [m]. */
  public readonly position: Vector3;
  /** Axis of the cone, local to the node. */
  public readonly direction: Vector3;
  /** Whether it blows. */
  public enabled = true;
  private readonly _numbers: Record<NumberName, number>;

  /**
   * @param options - What it is made of.
   * @throws TypeError or RangeError that names the member, the value and what is allowed.
   */
  public constructor(options: IClothWindZone = {}) {
    checkOptions(options);
    this._numbers = Object.fromEntries(
      numberNames.map((name) => [name, checkNumber(name, orDefault(options[name], numberRules[name].start))]),
    ) as Record<NumberName, number>;
    this.node = options.node ?? null;
    this.position = options.position?.clone() ?? Vector3.Zero();
    this.direction = options.direction?.clone() ?? new Vector3(0, 0, 1);
  }

  /** Opening of the cone from edge to edge [rad]: above 0, at most 2 pi, else setting it throws a RangeError. */
  public get angle(): number {
    return this._numbers.angle;
  }

  public set angle(value: number) {
    this._numbers.angle = checkNumber("angle", value);
  }

  /** Distance at which the wind ends [m]: finite and above 0, else setting it throws a RangeError. */
  public get range(): number {
    return this._numbers.range;
  }

  public set range(value: number) {
    this._numbers.range = checkNumber("range", value);
  }

  /** At the fan [m/s]; negative: it sucks. What is not finite throws a RangeError. */
  public get speed(): number {
    return this._numbers.speed;
  }

  public set speed(value: number) {
    this._numbers.speed = checkNumber("speed", value);
  }

  /** Power of (1 - distance / range) that the speed goes with: finite, from 0 up, else setting it throws a RangeError. */
  public get falloff(): number {
    return this._numbers.falloff;
  }

  public set falloff(value: number) {
    this._numbers.falloff = checkNumber("falloff", value);
  }

  /** @returns Where it is in the world now [m], and its axis, of length 1. A direction without length blows along +Z.
   * @internal */
  public get world(): { readonly position: Vector3; readonly direction: Vector3 } {
    const matrix = this.node && worldMatrixOf(this.node);
    const position = matrix ? Vector3.TransformCoordinates(this.position, matrix) : this.position.clone();
    const turned = matrix ? Vector3.TransformNormal(this.direction, matrix) : this.direction.clone();
    return { position, direction: turned.lengthSquared() > 0 ? turned.normalize() : new Vector3(0, 0, 1) };
  }
}
