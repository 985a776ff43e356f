// The format of cloth in .babylon files: what is written, and how what is read is checked before anything is made of it.
import { Vector3, Vector4 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import { DecodeBase64ToBinary, EncodeArrayBufferToBase64 } from "@babylonjs/core/Misc/stringTools.js";
import { worldMatrixOf } from "../babylon/worldMatrix.js";
import type { ClothCheckpoint } from "../motion/clothCheckpoint.js";
import type { ClothFaces } from "../options/faceOptions.js";
import type { SimulatedCloth } from "../backends/clothBackend.js";
import { checkOptions, type ClothDefinition, type IClothOptions } from "../options/clothOptions.js";
import { readColliders, writeColliders, type ReadColliders } from "./colliderFile.js";
import { Guides, type IClothSpheres } from "../cloth/guides.js";
import { readCuts, writeCuts, type ReadCuts } from "./cutFile.js";
import { readZones, writeZones, type ReadZone, type SceneAir } from "./windZoneFile.js";
import { checkReference, referenceTo, type NodeReference } from "./nodeReference.js";
import { readPressure, writePressure, type ReadPressure } from "./pressureFile.js";
import { readSeams, writeSeams, type ReadSeam } from "./seamFile.js";
import { readShared, writeShared } from "../options/fabric.js";
import { numbersIn, objectIn, plain, revived, vectorIn, type Unchecked } from "../options/fileChecks.js";
import { readRest, writeRest, writeSheetOptions } from "../options/sheetFile.js";
import { sheetOf } from "../options/sheetOptions.js";
import { checkStart } from "../options/startShape.js";
import { followsScene } from "../options/solverSettings.js";
import { checkNumber, complaint, type NumberRange } from "../options/rules.js";
import { structs } from "../shaders/shaders.gen.js";
import { stateOffsets } from "../sim/clothStep.js";

/** Grows with every change that older versions cannot read. */
const FORMAT_VERSION = 1;
/** Floats of a state from which a cloth goes on; the rest is measured anew. */
const SAVED_STATE = stateOffsets.maxStrain;
/** What a mesh has at first as its collision group and mask. */
const ALL_BITS = -1;
const bitsRule = { min: -(2 ** 31), max: 2 ** 32 - 1, whole: true };
/** Time that is left for the next step: about a substep, or so much less than none. More would keep the page busy. */
const pendingRange: NumberRange = { min: -1, max: 1, unit: "s" };
/** Of the last substeps; 0 if it is not known. Longer ones are none: automatic substeps would begin with 0 of them per 1/60 s. */
const substepRange: NumberRange = { min: 0, max: 0.03, unit: "s" };
const constraintNames = ["motionConstraints", "separationConstraints"] as const;

/** What a mesh says of its geometry: that of a cloth is made anew. */
export const withoutVertices = { geometryId: undefined, geometryUniqueId: undefined, subMeshes: undefined };

/** A pin of a file. */
interface ReadPin {
  readonly u: number;
  readonly v: number;
  readonly target: NodeReference | null;
  /** Where the target was in the last step, world [m]. */
  readonly start: Float64Array | null;
}

/** A cloth of a file, checked. */
export interface ReadCloth {
  readonly name: string;
  /** Null: it has none, or the file is an older one, which has the unique id of the mesh alone. */
  readonly parent: NodeReference | null;
  /** Null: the mesh has none in the file. */
  readonly material: NodeReference | null;
  readonly definition: ClothDefinition;
  readonly pins: readonly ReadPin[];
  readonly wind: Vector3;
  /** Of all cloths of the scene. */
  readonly sceneWind: Vector3;
  /** Fans of the cloth, and of all cloths of the scene. */
  readonly windZones: readonly ReadZone[];
  readonly sceneWindZones: readonly ReadZone[];
  readonly colliders: ReadColliders;
  /** Which cloths it meets: a mesh does not save these. */
  readonly collisionGroup: number;
  readonly collisionMask: number;
  readonly motionConstraints: IClothSpheres | null;
  readonly separationConstraints: IClothSpheres | null;
  readonly cuts: ReadCuts | null;
  readonly seams: readonly ReadSeam[];
  readonly pressure: ReadPressure | null;
  readonly checkpoint: ClothCheckpoint | null;
}

/**
 * @param cloth - A cloth.
 * @param shape - Whether with its present shape and motion.
 * @param sceneAir - Wind of all cloths of its scene.
 * @returns What a file says of it, besides what it says of any mesh.
 */
export function writeCloth(cloth: SimulatedCloth, shape: boolean, sceneAir: SceneAir): object {
  const { definition, pins, wind, colliders, solver, fabric, tessellation, thickness, pinning } = cloth;
  const checkpoint = shape ? cloth.body.save() : null;
  return {
    version: FORMAT_VERSION,
    ...(cloth.parent && { parent: referenceTo(cloth.parent) }),
    options: {
      ...optionsOf(definition),
      fidelity: cloth.askedFidelity,
      thickness,
      tessellation,
      fabric: plain(fabric),
      solver: plain(followsScene(solver.gravity) ? { ...solver, gravity: undefined } : solver),
    },
    ...writeRest(definition),
    ...(definition.sharedFabric && { sharedFabric: writeShared(definition.sharedFabric) }),
    ...(definition.start && { start: Array.from(definition.start) }),
    pins: pins.map(({ u, v, target }) => ({
      u,
      v,
      ...(target && { target: referenceTo(target) }),
      ...(target &&
        checkpoint && { start: Array.from(pinning.targets.placeOf(target) ?? worldMatrixOf(target).m.slice(12, 15)) }),
    })),
    wind: wind.asArray(),
    sceneWind: sceneAir.wind.asArray(),
    windZones: writeZones(cloth.windZones),
    sceneWindZones: writeZones(sceneAir.windZones),
    colliders: writeColliders({ own: colliders.list, shared: colliders.shared.list }),
    collisionGroup: cloth.collisionGroup,
    collisionMask: cloth.collisionMask,
    ...Object.fromEntries(constraintNames.map((name) => [name, writeSpheres(cloth[name])])),
    cuts: writeCuts(cloth.cuts),
    seams: writeSeams(cloth),
    pressure: writePressure(cloth),
    ...(checkpoint && {
      shape: {
        ...checkpoint,
        particles: EncodeArrayBufferToBase64(checkpoint.particles),
        pulls: EncodeArrayBufferToBase64(checkpoint.pulls),
        state: EncodeArrayBufferToBase64(checkpoint.state.subarray(0, SAVED_STATE)),
      },
    }),
  };
}

/** Those that make the same definition, but for the rest shape. */
function optionsOf(definition: ClothDefinition): object {
  const { faces, backend } = definition;
  const { isOneForBoth, frontUVs, backUVs, halfThickness } = faces;
  return {
    ...writeSheetOptions(definition),
    ...(!isOneForBoth && { sideOrientation: sideOf(faces) }),
    frontUVs,
    backUVs,
    drawnThickness: 2 * halfThickness,
    backend,
  };
}

function sideOf({ front, back }: ClothFaces): number {
  return front && back ? Mesh.DOUBLESIDE : back ? Mesh.BACKSIDE : Mesh.FRONTSIDE;
}

function writeSpheres(given: IClothSpheres | null): object | null {
  return given && { ...given, spheres: Array.from(given.spheres) };
}

/**
 * @param parsed - A mesh of a file.
 * @returns The cloth, checked.
 * @throws TypeError, RangeError or Error that names the cloth and what is wrong with it.
 */
export function readCloth(parsed: unknown): ReadCloth {
  const mesh = (parsed ?? {}) as Unchecked;
  const name = typeof mesh.name === "string" ? mesh.name : "(without a name)";
  const file = objectIn(name, "cloth", mesh.cloth);
  checkVersion(name, file.version);
  numbersIn(name, "position", mesh.position, 3);
  numbersIn(name, "scaling", mesh.scaling, 3);
  const atRest = readDefinition(name, file);
  const checkpoint =
    file.shape === undefined ? null : readCheckpoint(name, objectIn(name, "shape", file.shape), atRest);
  const definition = checkpoint
    ? { ...atRest, startsAtFullResolution: checkpoint.isFullResolution || atRest.outline !== null }
    : atRest;
  const particleCount = definition.countU * definition.countV;
  const fineCount = definition.fullResolution.u * definition.fullResolution.v;
  const spheres = (member: (typeof constraintNames)[number]): IClothSpheres | null => {
    const given = file[member] === undefined ? null : (file[member] as IClothSpheres | null);
    const isFullResolution = (given as Partial<IClothSpheres> | null)?.spheres?.length === 4 * fineCount;
    const guides = new Guides(name, isFullResolution ? fineCount : particleCount);
    guides.set(member === "motionConstraints" ? "motion" : "separation", given);
    return given;
  };
  // Older files have neither: such cloths meet all.
  const bits = (member: "collisionGroup" | "collisionMask"): number =>
    checkNumber({ cloth: name, option: `${member} in its file` }, file[member] ?? ALL_BITS, bitsRule);
  return {
    name,
    parent:
      file.parent === undefined ? null : checkReference({ cloth: name, option: "parent in its file" }, file.parent),
    material: typeof mesh.materialId === "string" ? { id: mesh.materialId, uniqueId: NaN } : null,
    definition,
    pins: readPins(name, file.pins),
    wind: vectorIn(name, "wind", file.wind),
    sceneWind: vectorIn(name, "sceneWind", file.sceneWind),
    windZones: readZones(name, "windZones", file.windZones),
    sceneWindZones: readZones(name, "sceneWindZones", file.sceneWindZones),
    colliders: readColliders(name, file.colliders),
    collisionGroup: bits("collisionGroup"),
    collisionMask: bits("collisionMask"),
    motionConstraints: spheres("motionConstraints"),
    separationConstraints: spheres("separationConstraints"),
    cuts: readCuts(name, file.cuts, [particleCount, fineCount]),
    seams: readSeams(name, file.seams),
    pressure: readPressure(name, file.pressure),
    checkpoint,
  };
}

function checkVersion(cloth: string, version: unknown): void {
  if (!Number.isInteger(version) || Number(version) < 1) {
    throw new TypeError(complaint({ cloth, option: "version of its file" }, version, "a whole number from 1 up"));
  }
  if (Number(version) > FORMAT_VERSION) {
    throw new Error(
      `Cloth "${cloth}": its file has version ${String(version)} of the format, this babylon-cloth reads up to ` +
        `${FORMAT_VERSION.toString()}; use a newer babylon-cloth, or save the file with this one.`,
    );
  }
}

function readDefinition(cloth: string, file: Unchecked): ClothDefinition {
  const { solver, fabric, frontUVs, backUVs, ...others } = objectIn(cloth, "options", file.options);
  const { gravity, ...solverNumbers } = objectIn(cloth, "solver", revived(solver));
  const corners = (option: string, value: unknown): Vector4 => Vector4.FromArray(numbersIn(cloth, option, value, 4));
  const flat = checkOptions(cloth, {
    ...(others as IClothOptions),
    solver: { ...solverNumbers, ...(gravity !== undefined && { gravity: vectorIn(cloth, "solver.gravity", gravity) }) },
    fabric: objectIn(cloth, "fabric", revived(fabric)),
    frontUVs: corners("frontUVs", frontUVs),
    backUVs: corners("backUVs", backUVs),
    pins: readPins(cloth, file.pins).map(({ u, v }) => ({ u, v })),
  });
  const atRest = withRest(cloth, file, flat);
  const definition =
    file.sharedFabric === undefined
      ? atRest
      : { ...atRest, sharedFabric: readShared(cloth, file.sharedFabric, sheetOf(atRest)) };
  return file.start === undefined ? definition : { ...definition, start: readStart(cloth, file.start, definition) };
}

function readStart(cloth: string, value: unknown, definition: ClothDefinition): Float64Array {
  const net = Float64Array.from(numbersIn(cloth, "start", value, 3 * definition.countU * definition.countV));
  checkStart(cloth, "start in its file", net, definition);
  return net;
}

function withRest(cloth: string, file: Unchecked, flat: ClothDefinition): ClothDefinition {
  const atRest = readRest(cloth, file, flat);
  // Files used to give the mass of the whole sheet.
  const { mass } = objectIn(cloth, "options", file.options);
  if (!atRest?.rest || mass === undefined) {
    return { ...flat, ...atRest };
  }
  const { width, height, fabric } = flat;
  return { ...flat, ...atRest, fabric: { ...fabric, density: (fabric.density * width * height) / atRest.rest.area } };
}

function readPins(cloth: string, value: unknown): ReadPin[] {
  if (!Array.isArray(value)) {
    throw new TypeError(complaint({ cloth, option: "pins" }, value, "a list"));
  }
  // Array.from sees holes, which map does not.
  return Array.from(value, (pin: unknown, i) => {
    const option = `pins[${i.toString()}]`;
    const { u, v, target, start } = objectIn(cloth, option, pin);
    const [atU, atV] = numbersIn(cloth, `${option} u and v`, [u, v], 2);
    return {
      u: atU,
      v: atV,
      target: target === undefined ? null : checkReference({ cloth, option: `${option}.target` }, target),
      start: start === undefined ? null : Float64Array.from(numbersIn(cloth, `${option}.start`, start, 3)),
    };
  });
}

function readCheckpoint(cloth: string, shape: Unchecked, definition: ClothDefinition): ClothCheckpoint {
  const { isFullResolution } = shape;
  if (typeof isFullResolution !== "boolean") {
    throw new TypeError(
      complaint({ cloth, option: "shape.isFullResolution in its file" }, isFullResolution, "true or false"),
    );
  }
  const { countU, countV, fullResolution } = definition;
  const particleCount = isFullResolution ? fullResolution.u * fullResolution.v : countU * countV;
  const words = (name: "particles" | "state" | "pulls", count: number): Float32Array<ArrayBuffer> => {
    const text = shape[name];
    const bytes = typeof text === "string" ? decoded(text) : null;
    if (bytes?.byteLength !== 4 * count) {
      const needed = `the base64 text of ${count.toString()} 32-bit floats`;
      throw new TypeError(complaint({ cloth, option: `shape.${name}` }, shape[name], needed));
    }
    return new Float32Array(bytes);
  };
  const particles = words("particles", (particleCount * structs.Particle.size) / 4);
  // Older files have none; nor has full resolution.
  const pulls = shape.pulls === undefined || shape.pulls === "" ? new Float32Array(0) : words("pulls", particleCount);
  const state = words("state", SAVED_STATE);
  // The rest of the state is measured in each step, air goes on.
  const air = state.subarray(stateOffsets.airTravel, stateOffsets.substeps);
  for (const [name, numbers] of Object.entries({ particles, pulls, state: air })) {
    if (!numbers.every(Number.isFinite)) {
      throw new RangeError(`Cloth "${cloth}": shape.${name} has numbers that are not finite.`);
    }
  }
  const seconds = (name: "pending" | "substepTime", value: unknown, range: NumberRange): number =>
    checkNumber({ cloth, option: `shape.${name} in its file` }, value, range);
  return {
    isFullResolution,
    particles,
    pulls,
    state: withZeros(state, stateOffsets.size),
    linear: numbersIn(cloth, "shape.linear", shape.linear, 9),
    origin: numbersIn(cloth, "shape.origin", shape.origin, 3),
    world: numbersIn(cloth, "shape.world", shape.world, 16),
    pending: seconds("pending", shape.pending, pendingRange),
    // Older files do not have it: their substeps are those of the settings.
    substepTime: seconds("substepTime", shape.substepTime ?? 0, substepRange),
  };
}

function withZeros(numbers: Float32Array, count: number): Float32Array<ArrayBuffer> {
  const padded = new Float32Array(count);
  padded.set(numbers);
  return padded;
}

function decoded(text: string): ArrayBuffer | null {
  try {
    return DecodeBase64ToBinary(text);
  } catch {
    return null;
  }
}
