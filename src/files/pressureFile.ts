// Pressure in files. All cloths around the air say it, so that it is made even if they are read one after the other.
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import type { Cloth } from "../cloth/cloth.js";
import { ClothPressure } from "../cloth/clothPressure.js";
import { complaint } from "../options/rules.js";
import { checkReference, referenceTo, warnIfStillMissing, type FindNode, type NodeReference } from "./nodeReference.js";

/** The pressure of a file, checked. */
export interface ReadPressure {
  readonly name: string;
  /** Null: the cloth that has it. */
  readonly cloths: readonly (NodeReference | null)[];
  readonly pressure: number;
  /** Infinity is null in files. */
  readonly amount: number;
  readonly inside: "front" | "back";
}

/**
 * @param cloth - A cloth.
 * @returns What a file says of the air inside; undefined if there is none.
 */
export function writePressure(cloth: Cloth): object | undefined {
  const air = cloth.sewing.pressure ?? undefined;
  return (
    air && {
      name: air.name,
      cloths: air.members.map((other) => (other === cloth ? null : referenceTo(other))),
      pressure: air.pressure,
      amount: air.amount === Infinity ? null : air.amount,
      inside: air.inside,
    }
  );
}

/**
 * @param cloth - Name of the cloth.
 * @param value - Of a file.
 * @returns Its pressure; null if it has none.
 * @throws TypeError that names the cloth if it is anything else.
 */
export function readPressure(cloth: string, value: unknown): ReadPressure | null {
  if (value === undefined) {
    return null;
  }
  const { name, cloths, pressure, amount, inside } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const check = <T>(member: string, given: unknown, allowed: string, isRight: (given: unknown) => given is T): T => {
    if (!isRight(given)) {
      throw new TypeError(complaint({ cloth, option: `pressure.${member} in its file` }, given, allowed));
    }
    return given;
  };
  const isNumber = (given: unknown): given is number => typeof given === "number" && given >= 0 && given < Infinity;
  const isAmount = (given: unknown): given is number => isNumber(given) && given > 0;
  return {
    name: check("name", name, "a string", (given) => typeof given === "string"),
    cloths: check("cloths", cloths, "a list", (given): given is unknown[] => Array.isArray(given)).map(
      (reference, i) =>
        reference === null ? null : checkReference({ cloth, option: `pressure.cloths[${i.toString()}]` }, reference),
    ),
    pressure: check("pressure", pressure, "a finite number from 0", isNumber),
    amount: amount === null ? Infinity : check("amount", amount, "a finite number above 0 or null", isAmount),
    inside: check("inside", inside, "front or back", (given) => given === "front" || given === "back"),
  };
}

/**
 * Air comes into cloths as a file says, once into those that share it. Air around a cloth that is not there waits for that cloth, whose file has it too.
 *
 * @param cloths - Cloths of the file, each with its pressure, checked. All are sewn.
 * @param find - Finds nodes. A warning names air that cannot be made, or a cloth around it that is not there before the next step.
 */
export function takePressures(cloths: readonly (readonly [Cloth, ReadPressure | null])[], find: FindNode): void {
  const taken: { readonly name: string; readonly around: readonly unknown[] }[] = [];
  for (const [cloth, read] of cloths) {
    const around = read?.cloths.map((reference) => (reference ? find(reference) : cloth)) ?? [];
    const isTaken = taken.some(
      (one) =>
        one.name === read?.name &&
        one.around.length === around.length &&
        one.around.every((node, i) => node === around[i]),
    );
    const missing = read?.cloths.find((_, i) => around[i] === null);
    if (missing) {
      warnIfStillMissing(
        cloth,
        "a cloth around the same air",
        missing,
        "the air waits for that cloth",
        () => cloth.sewing.pressure !== null,
      );
    }
    if (!read || around.includes(null) || isTaken) {
      continue;
    }
    const { name, pressure, amount, inside } = read;
    taken.push({ name, around });
    try {
      new ClothPressure(name, { cloths: around as unknown as Mesh[], pressure, amount, inside });
    } catch (error) {
      Logger.Warn(`Cloth "${cloth.name}": pressure "${name}" of its file is left out. ${String(error)}`);
    }
  }
}
