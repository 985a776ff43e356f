// Fans in files, with the ids of their nodes.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { ClothWindZone, type IClothWindZone } from "../cloth/clothWindZone.js";
import type { ClothWindZones } from "../cloth/clothWindZones.js";
import { complaint } from "../options/rules.js";
import { checkReference, referenceTo, warnOfMissing, type FindNode, type NodeReference } from "./nodeReference.js";

/** Wind of all cloths of a scene. */
export interface SceneAir {
  /** [m/s] */
  readonly wind: Vector3;
  readonly windZones: ClothWindZones;
}

/** A fan of a file, checked. */
export interface ReadZone {
  readonly options: IClothWindZone;
  readonly enabled: boolean;
  readonly node: NodeReference | null;
}

/**
 * @param zones - Fans.
 * @returns What a file says of them.
 */
export function writeZones({ list }: ClothWindZones): object[] {
  return list.map(({ node, position, direction, angle, range, speed, falloff, enabled }) => ({
    ...{ angle, range, speed, falloff, enabled },
    position: position.asArray(),
    direction: direction.asArray(),
    ...(node && { node: referenceTo(node) }),
  }));
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param option - Which list of its file.
 * @param file - What the file says; nothing in older files.
 * @returns The fans, checked.
 * @throws TypeError or RangeError that names the cloth and the fan.
 */
export function readZones(cloth: string, option: string, file: unknown): ReadZone[] {
  if (file === undefined) {
    return [];
  }
  if (!Array.isArray(file)) {
    throw new TypeError(complaint({ cloth, option }, file, "a list"));
  }
  return Array.from(file as unknown[], (value, i) => {
    const subject = { cloth, option: `${option}[${i.toString()}]` };
    if (typeof value !== "object" || value === null) {
      throw new TypeError(complaint(subject, value, "an object"));
    }
    const { node, enabled, position, direction, ...numbers } = value as Readonly<Record<string, unknown>>;
    const vector = (given: unknown): Vector3 => {
      if (!Array.isArray(given) || given.length !== 3 || !given.every(Number.isFinite)) {
        throw new TypeError(complaint(subject, given, "vectors of 3 finite numbers"));
      }
      return Vector3.FromArray(given as number[]);
    };
    const options = { ...numbers, position: vector(position), direction: vector(direction) };
    // Its errors name the member.
    new ClothWindZone(options);
    return { options, enabled: enabled !== false, node: node === undefined ? null : checkReference(subject, node) };
  });
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param zones - Of a file.
 * @param find - Finds nodes. A fan whose node is not there stays where it would be without one: a warning names it.
 * @returns The fans.
 */
export function makeZones(cloth: string, zones: readonly ReadZone[], find: FindNode): ClothWindZone[] {
  return zones.map(({ options, enabled, node }) => {
    const found = node && find(node);
    if (node && !found) {
      warnOfMissing(cloth, "the node of a wind zone", node, "the zone stands still");
    }
    const zone = new ClothWindZone({ ...options, ...(found && { node: found }) });
    zone.enabled = enabled;
    return zone;
  });
}
