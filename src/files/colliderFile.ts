// Colliders in files: each once, with the ids of their nodes.
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.pure.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { ClothCollider, type IClothCollider } from "../colliders/clothCollider.js";
import {
  bodySourceOf,
  gltfSourceOf,
  noteOrigin,
  ownerOf,
  sourceKindOf,
  sourceKinds,
} from "../colliders/colliderOrigins.js";
import { checkMaps, numberNames, ownMembers, vectorNames } from "../colliders/colliderChecks.js";
import type { ClothDepthAxes } from "../colliders/depthAxes.js";
import { checkReference, referenceTo, warnOfMissing, type FindNode, type NodeReference } from "./nodeReference.js";
import { constants } from "../shaders/shaders.gen.js";
import { complaint, type Subject } from "../options/rules.js";

const endNames = ["from", "to"] as const;

/** Lists of a cloth that hold colliders: its own, and those of the whole scene. */
const listNames = ["own", "shared"] as const;

/** Of each list, the colliders. */
type ColliderLists = Record<(typeof listNames)[number], readonly ClothCollider[]>;

/** Colliders as they are in a file: each once; lists and shared spheres name them by number. */
interface ColliderFile {
  readonly all: readonly object[];
  readonly own: readonly number[];
  readonly shared: readonly number[];
}

/** A collider of a file, checked. */
interface ReadCollider {
  readonly options: IClothCollider;
  readonly enabled: boolean;
  readonly node: NodeReference | null;
  /** Null: its node. */
  readonly owner: NodeReference | null;
  /** What was added: its node as a mesh, or the body or the glTF node of that. Older files have none. */
  readonly source: (typeof sourceKinds)[number] | null;
  readonly pushes: boolean;
  readonly ends: Partial<Record<(typeof endNames)[number], number>>;
}

/** Colliders of a file, checked. */
export interface ReadColliders extends Record<(typeof listNames)[number], readonly number[]> {
  readonly all: readonly ReadCollider[];
}

/**
 * @param lists - Colliders.
 * @returns What a file says of them.
 */
export function writeColliders(lists: ColliderLists): ColliderFile {
  const all: ClothCollider[] = [];
  const numberOf = (collider: ClothCollider): number => {
    const ends = [collider.from, collider.to];
    ends.forEach((end) => end && numberOf(end));
    const known = all.indexOf(collider);
    return known < 0 ? all.push(collider) - 1 : known;
  };
  const [own, shared] = listNames.map((list) => lists[list].map(numberOf));
  return { own, shared, all: all.map((collider) => write(collider, numberOf)) };
}

function write(collider: ClothCollider, numberOf: (collider: ClothCollider) => number): object {
  const { shape, node, ignoresScale, inside, rotation, planes, enabled, body } = collider;
  const owner = ownerOf(collider);
  const source = sourceKindOf(collider);
  return {
    shape,
    enabled,
    ignoresScale,
    inside,
    pushes: body !== null,
    rotation: rotation.asArray(),
    planes: planes.map(({ normal, distance }) => [...normal.asArray(), distance]),
    ...Object.fromEntries(numberNames.map((name) => [name, collider[name]])),
    ...(!collider.hasEndRadius && { endRadius: undefined }),
    ...Object.fromEntries(vectorNames.map((name) => [name, collider[name].asArray()])),
    ...(collider.resolution !== null && { resolution: collider.resolution }),
    ...(collider.axes !== null && { axes: collider.axes }),
    // JSON knows no Infinity.
    ...(collider.depth !== null && collider.depth < Infinity && { depth: collider.depth }),
    ...(node && { node: referenceTo(node) }),
    ...(owner && owner !== node && { owner: referenceTo(owner) }),
    ...(source && { source }),
    ...(collider.from && { from: numberOf(collider.from) }),
    ...(collider.to && { to: numberOf(collider.to) }),
  };
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param file - What the file says.
 * @returns The colliders, checked.
 * @throws TypeError or RangeError that names the cloth and the collider.
 */
export function readColliders(cloth: string, file: unknown): ReadColliders {
  const subject = { cloth, option: "colliders" };
  const { all, own, shared } = (file ?? {}) as Partial<Record<keyof ColliderFile, unknown>>;
  if (!Array.isArray(all)) {
    throw new TypeError(complaint(subject, file, "an object with a list of all colliders"));
  }
  const isNumber = (value: unknown, end = all.length): value is number =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) < end;
  const [ownNumbers, sharedNumbers] = [own, shared].map((list) => {
    if (!Array.isArray(list) || !Array.from(list as unknown[]).every((value) => isNumber(value))) {
      throw new TypeError(complaint(subject, list, "lists of numbers of its colliders"));
    }
    return list as number[];
  });
  // Array.from sees holes, which map does not.
  const colliders = Array.from(all, (value: unknown, i) => {
    const one = { cloth, option: `colliders.all[${i.toString()}]` };
    // Spheres that a capsule shares come before it.
    return read(one, value, (end) => isNumber(end, i));
  });
  const count = [...ownNumbers, ...sharedNumbers].filter((number) => colliders[number].enabled).length;
  if (count > constants.MAX_COLLIDERS) {
    const needed = `at most ${constants.MAX_COLLIDERS.toString()}`;
    throw new RangeError(`Cloth "${cloth}": colliders is ${count.toString()} that are enabled, must be ${needed}.`);
  }
  return { own: ownNumbers, shared: sharedNumbers, all: colliders };
}

function read(subject: Subject, value: unknown, isEnd: (value: unknown) => value is number): ReadCollider {
  if (typeof value !== "object" || value === null) {
    throw new TypeError(complaint(subject, value, "an object"));
  }
  const given = value as Record<string, unknown>;
  const numbers = (name: string, from: unknown, count: number): number[] => {
    if (!Array.isArray(from) || from.length !== count || !Array.from(from).every(Number.isFinite)) {
      const member = { ...subject, option: `${subject.option}.${name}` };
      throw new TypeError(complaint(member, from, `${count.toString()} finite numbers`));
    }
    return from as number[];
  };
  if (!Array.isArray(given.planes)) {
    throw new TypeError(complaint({ ...subject, option: `${subject.option}.planes` }, given.planes, "a list"));
  }
  const planes = Array.from(given.planes, (plane: unknown) => {
    const [x, y, z, distance] = numbers("planes", plane, 4);
    return { normal: new Vector3(x, y, z), distance };
  });
  const ends = Object.fromEntries(endNames.filter((name) => name in given).map((name) => [name, given[name]]));
  if (!Object.values(ends).every(isEnd)) {
    throw new TypeError(
      complaint({ ...subject, option: `${subject.option}.from and to` }, ends, "numbers before its own"),
    );
  }
  const common = {
    shape: given.shape as IClothCollider["shape"],
    ignoresScale: given.ignoresScale === true,
    inside: given.inside === true,
    rotation: Quaternion.FromArray(numbers("rotation", given.rotation, 4)),
    ...Object.fromEntries(
      numberNames
        .filter((name) => name !== "endRadius" || given[name] !== undefined)
        .map((name) => [name, numbers(name, [given[name]], 1)[0]]),
    ),
    ...Object.fromEntries(vectorNames.map((name) => [name, Vector3.FromArray(numbers(name, given[name], 3))])),
    planes,
  };
  const options = {
    ...common,
    ...(given.resolution !== undefined && { resolution: given.resolution as number }),
    ...(given.axes !== undefined && { axes: given.axes as ClothDepthAxes }),
    ...(given.depth !== undefined && { depth: given.depth as number }),
  };
  try {
    checkMaps(options);
    // A field is made of its node, which is looked for later; so are depth maps.
    const isOfNode = options.shape === "field" || options.shape === "heightField" || options.shape === "depth";
    new ClothCollider(ownMembers(isOfNode ? { ...common, shape: "box" } : options));
  } catch (error) {
    throw new RangeError(`Cloth "${subject.cloth}": ${subject.option}: ${(error as Error).message}`, { cause: error });
  }
  const reference = (name: string): NodeReference | null =>
    given[name] === undefined ? null : checkReference({ ...subject, option: `${subject.option}.${name}` }, given[name]);
  return {
    options,
    enabled: given.enabled !== false,
    pushes: given.pushes === true,
    node: reference("node"),
    owner: reference("owner"),
    source: sourceKinds.find((kind) => kind === given.source) ?? null,
    ends,
  };
}

/**
 * Makes the colliders of a file. One whose node is not there is left out: a warning names it.
 *
 * @param cloth - Name of the cloth, for the warning.
 * @param file - The colliders.
 * @param find - Finds nodes.
 * @returns The colliders of each list.
 */
export function makeColliders(cloth: string, file: ReadColliders, find: FindNode): ColliderLists {
  const made: (ClothCollider | null)[] = [];
  const missing = new Map<
    string,
    { readonly reference: NodeReference; readonly shape: string; readonly count: number }
  >();
  for (const { options, enabled, node: reference, owner: ownerReference, source, pushes, ends } of file.all) {
    const node = reference && find(reference);
    const owner = ownerReference && find(ownerReference);
    const [from, to] = endNames.map((name) => (ends[name] === undefined ? undefined : made[ends[name]]));
    if ((reference && !node) || from === null || to === null) {
      if (reference && !node) {
        // A missing character is told once, not for each of its bones.
        const key = JSON.stringify([options.shape, reference.skeleton ?? reference]);
        const known = missing.get(key);
        missing.set(key, {
          shape: options.shape,
          reference: known?.reference ?? reference,
          count: (known?.count ?? 0) + 1,
        });
      } else {
        // The warning about that sphere names what is missing.
        Logger.Warn(`Cloth "${cloth}": a collider (${options.shape}) was left out, because its sphere of others was.`);
      }
      made.push(null);
      continue;
    }
    const body = pushes && node instanceof TransformNode ? node.physicsBody : null;
    if (pushes && reference && !body) {
      Logger.Warn(
        `Cloth "${cloth}": a collider (${options.shape}) does not push its body, because the node "${reference.id}" has none now; ` +
          "add the body again with addPhysicsBody.",
      );
    }
    const also = { ...(node && { node }), ...(from && { from }), ...(to && { to }), ...(body && { body }) };
    const collider = createCollider(cloth, { ...options, ...also });
    if (!collider) {
      made.push(null);
      continue;
    }
    collider.enabled = enabled;
    if (ownerReference && !owner) {
      warnOfMissing(
        cloth,
        `the mesh of a collider (${options.shape})`,
        ownerReference,
        "the collider goes with its node alone",
      );
    }
    if (owner) {
      noteOrigin(collider, owner, owner);
    } else if (node && source === "mesh") {
      noteOrigin(collider, node, node);
    } else if (node && source === "body") {
      noteOrigin(collider, bodySourceOf(node), node);
    } else if (node && source === "gltf") {
      noteOrigin(collider, gltfSourceOf(node), node);
    }
    made.push(collider);
  }
  missing.forEach(({ reference, shape, count }) => {
    const [colliders, were] = count > 1 ? [`${count.toString()} colliders`, "they were"] : ["a collider", "it was"];
    warnOfMissing(cloth, `the node of ${colliders} (${shape})`, reference, `${were} left out`);
  });
  const [own, shared] = listNames.map((list) => file[list].flatMap((number) => made[number] ?? []));
  return { own, shared };
}

/** A mesh may have changed since the file was written, so that it cannot be a field any more: null after a warning. */
function createCollider(cloth: string, options: IClothCollider): ClothCollider | null {
  try {
    return new ClothCollider(ownMembers(options), "from a file");
  } catch (error) {
    Logger.Warn(`Cloth "${cloth}": a collider (${options.shape}) was left out. ${(error as Error).message}`);
    return null;
  }
}

/**
 * @param a - A collider.
 * @param b - Another one.
 * @returns Whether they are alike: the same shape at the same place of the same node.
 */
export function areAlike(a: ClothCollider, b: ClothCollider): boolean {
  return JSON.stringify(contentOf(a)) === JSON.stringify(contentOf(b));
}

function contentOf(collider: ClothCollider): object {
  const { node, endRadius } = collider;
  const owner = ownerOf(collider)?.uniqueId ?? null;
  const ends = [collider.from, collider.to].map((end) => end && contentOf(end));
  return { ...write(collider, () => 0), source: null, endRadius, node: node?.uniqueId ?? null, owner, ends };
}
