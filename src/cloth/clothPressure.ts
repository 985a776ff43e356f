// Pressure inside of cloth as users have it: a cushion, a balloon, a tent that is blown up.
import { vec3, type ReadonlyMat4 } from "gl-matrix";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import { checkChoice, checkNumber, checkObject, complaint, orDefault, type NumberRule } from "../options/rules.js";
import { pressureOf } from "../sim/pressure.js";
import { volumeOf } from "../sim/volume.js";
import { worldMatrixOf } from "../babylon/worldMatrix.js";
import { isCloth, turnBetween } from "./clothSeam.js";
import type { Cloth, Pressure } from "./cloth.js";

/** Which faces of a cloth look inside. */
export type ClothInside = "front" | "back";

/** Options of {@link ClothPressure}. */
export interface IClothPressureOptions {
  /** All cloths around the air: one, or several that seams join. Each may have one pressure. */
  cloths: readonly Mesh[];
  /** Over that outside, at most [Pa]. Default 100 Pa, a finite number from 0. */
  pressure?: number;
  /** Pressure times volume of what is inside [J]: with it the pressure falls as the volume grows. Default Infinity, a number above 0. */
  amount?: number;
  /** Which faces of the first cloth are inside. Default those at which there is more room now; "back" of flat cloth. */
  inside?: ClothInside;
}

const optionNames = ["cloths", "pressure", "amount", "inside"] as const;
const insides: readonly ClothInside[] = ["front", "back"];
const pressureRule: NumberRule = { default: 100, min: 0, max: Number.MAX_VALUE, unit: "Pa" };
const amountRule: NumberRule = { default: Infinity, min: 0, above: true, max: Infinity, infinite: true, unit: "J" };
/** Cloth is flat if its volume is less than this part of its area to the power 3/2. */
const FLAT = 1e-6;

/**
 * Air inside of cloth. It pushes at the cloth, and leaks nowhere: not through cuts, and not where borders are open. Cloth that is closed keeps its momenta.
 * Its net is chosen as that of cloth that is sewn: see {@link ClothSeam}.
 *
 * @example
 * ```ts
 * const air = new ClothPressure("air", { cloths: [front, back], pressure: 200 });
 * air.pressure = 400;
 * ```
 */
export class ClothPressure implements Pressure {
  /** All cloths around the air, as its {@link cloths}.
   * @internal */
  public readonly members: readonly Cloth[];
  /** Sides of the cloths while that of the first one is 1. */
  private readonly _turns: readonly number[];
  private readonly _inside: ClothInside;
  private readonly _observers: readonly { remove(defer?: boolean): void }[];
  private _pressure: number;
  private _amount: number;
  private _isDisposed = false;

  /**
   * @param name - Of the pressure, for messages.
   * @param options - See {@link IClothPressureOptions}.
   * @throws TypeError or RangeError that names the cloth, the option, the value and what is allowed; RangeError if a device has no room for a cloth at
   * full resolution; Error if a cloth is disposed, has pressure already or is not sewn to the others, or if seams join fronts to backs. Nothing is made
   * then.
   */
  public constructor(
    public readonly name: string,
    options: IClothPressureOptions,
  ) {
    const option = `pressure "${name}"`;
    const given = checkObject({ cloth: "(any)", option }, options, optionNames);
    this.members = checkCloths(option, given.cloths);
    const [{ name: first }] = this.members;
    this._pressure = checkPressure(first, name, orDefault(given.pressure, pressureRule.default));
    this._amount = checkAmount(first, name, orDefault(given.amount, amountRule.default));
    const inside =
      given.inside === undefined
        ? null
        : (checkChoice({ cloth: first, option: `${option}: inside` }, given.inside, insides) as ClothInside);
    this._turns = turnsOf(option, this.members);
    this._inside = inside ?? roomierSide(this.members, this._turns);
    this.members.forEach((cloth) => {
      cloth.sewing.pressure = this;
    });
    this._observers = this.members.map((cloth) =>
      cloth.onDisposeObservable.addOnce(() => {
        this.dispose();
      }),
    );
  }

  /** One of each cloth: 1 if u x v points away from the air, -1 if it points there. Of a mesh that is not mirrored, front faces look against u x v.
   * @internal */
  public get sides(): readonly number[] {
    const isAhead = (this._inside === "front") !== isMirrored(this.members[0]);
    return isAhead ? this._turns : this._turns.map((turn) => -turn);
  }

  /** All cloths around the air. */
  public get cloths(): readonly Mesh[] {
    return this.members;
  }

  /** Over that outside, at most [Pa]. */
  public get pressure(): number {
    return this._pressure;
  }

  public set pressure(value: number) {
    this._pressure = checkPressure(this.members[0].name, this.name, value);
  }

  /** Pressure times volume of what is inside [J]; Infinity: as much as it takes. */
  public get amount(): number {
    return this._amount;
  }

  public set amount(value: number) {
    this._amount = checkAmount(this.members[0].name, this.name, value);
  }

  /** Which faces of the first cloth are inside. */
  public get inside(): ClothInside {
    return this._inside;
  }

  /** Room inside [m3], in the world; of the last step on the CPU, a few frames late from the GPU. What is open counts up to the first mesh's position. */
  public get volume(): number {
    return volumeInside(this.members, this.sides);
  }

  /** Pressure at this {@link volume} [Pa]. */
  public get currentPressure(): number {
    return pressureOf(this, this.volume);
  }

  /** Whether the pressure is gone: it was disposed, or one of its cloths was. */
  public get isDisposed(): boolean {
    return this._isDisposed;
  }

  /** Lets all air out. */
  public dispose(): void {
    if (!this._isDisposed) {
      this._isDisposed = true;
      this._observers.forEach((observer) => {
        // Not at once: this may run while the observers of a cloth are being called.
        observer.remove(true);
      });
      this.members.forEach((cloth) => {
        cloth.sewing.pressure = null;
      });
    }
  }
}

function checkPressure(cloth: string, name: string, value: unknown): number {
  return checkNumber({ cloth, option: `pressure "${name}": pressure` }, value, pressureRule);
}

function checkAmount(cloth: string, name: string, value: unknown): number {
  return checkNumber({ cloth, option: `pressure "${name}": amount` }, value, amountRule);
}

function checkCloths(option: string, given: unknown): Cloth[] {
  if (!Array.isArray(given) || given.length === 0) {
    throw new TypeError(
      complaint({ cloth: "(any)", option: `${option}: cloths` }, given, "a list of one cloth or more"),
    );
  }
  const cloths = Array.from(given, (cloth: unknown, i) => {
    const member = `${option}: cloths[${i.toString()}]`;
    if (!isCloth(cloth)) {
      throw new TypeError(complaint({ cloth: "(any)", option: member }, cloth, "a cloth"));
    }
    if (cloth.isDisposed()) {
      throw new Error(`Cloth "${cloth.name}": ${member} is disposed, must be a cloth of the scene.`);
    }
    if (cloth.sewing.pressure) {
      throw new Error(
        `Cloth "${cloth.name}": ${member} has pressure "${cloth.sewing.pressure.name}", must have no other one.`,
      );
    }
    if (cloth.definition.outline) {
      throw new Error(`Cloth "${cloth.name}": ${member} has an outline, must be a whole sheet to have pressure.`);
    }
    cloth.sewing.check();
    return cloth;
  });
  const twice = cloths.find((cloth, i) => cloths.indexOf(cloth) !== i);
  if (twice) {
    throw new RangeError(`Cloth "${twice.name}": ${option}: cloths names it twice, must name each cloth once.`);
  }
  return cloths;
}

/** Seams join fronts to fronts: so one cloth tells which faces of all are inside. */
function turnsOf(option: string, cloths: readonly Cloth[]): number[] {
  const sides = new Map<Cloth, number>([[cloths[0], 1]]);
  const waiting = [cloths[0]];
  for (let cloth = waiting.pop(); cloth; cloth = waiting.pop()) {
    for (const seam of cloth.sewing.seams) {
      const other = seam.from.cloth === cloth ? seam.to.cloth : seam.from.cloth;
      const side = (sides.get(cloth) ?? 1) * turnBetween(seam.from, seam.to);
      const known = sides.get(other);
      if (known === undefined && cloths.includes(other)) {
        sides.set(other, side);
        waiting.push(other);
      } else if (known !== undefined && known !== side) {
        throw new Error(
          `Cloth "${cloth.name}": ${option}: seam "${seam.name}" joins fronts to backs, so the cloths have no inside.`,
        );
      }
    }
  }
  const lonely = cloths.find((cloth) => !sides.has(cloth));
  if (lonely) {
    throw new Error(`Cloth "${lonely.name}": ${option}: no seam joins it to cloth "${cloths[0].name}", one must.`);
  }
  return cloths.map((cloth) => sides.get(cloth) ?? 1);
}

/** Faces of the first cloth at which there is more room now. */
function roomierSide(cloths: readonly Cloth[], turns: readonly number[]): ClothInside {
  const volume = volumeInside(cloths, turns);
  // Nearly that of the world: the mesh may scale its cloth.
  const areas = cloths.map((cloth) => cloth.restGrid.area * Math.abs(worldMatrixOf(cloth).determinant()) ** (2 / 3));
  const isFlat = Math.abs(volume) < FLAT * areas.reduce((sum, area) => sum + area, 0) ** 1.5;
  return !isFlat && volume > 0 !== isMirrored(cloths[0]) ? "front" : "back";
}

/** Then front faces look along u x v. */
function isMirrored(cloth: Cloth): boolean {
  return worldMatrixOf(cloth).determinant() < 0;
}

function volumeInside(cloths: readonly Cloth[], sides: readonly number[]): number {
  const center = cloths[0].computeWorldMatrix(true).getTranslation().asArray();
  return cloths.reduce((sum, cloth, i) => {
    const positions = inWorld(cloth.askPoints(), cloth.computeWorldMatrix(true).asArray());
    const living = cloth.cuts.linksOf(cloth.nets.current);
    return sum + sides[i] * volumeOf({ counts: cloth.restGrid, positions, living }, center);
  }, 0);
}

function inWorld(points: ArrayLike<number>, matrix: ReadonlyMat4): Float64Array {
  const world = Float64Array.from(points);
  for (let at = 0; at < world.length; at += 3) {
    const point = world.subarray(at, at + 3);
    vec3.transformMat4(point, point, matrix);
  }
  return world;
}
