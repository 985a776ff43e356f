// Makes cloth of what a file says.
import type { Material } from "@babylonjs/core/Materials/material.pure.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import type { ClothNode } from "../babylon/worldMatrix.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { fillMesh, stopWaiting } from "../babylon/meshParsing.js";
import type { SimulatedCloth } from "../backends/clothBackend.js";
import { fillCloth } from "../cloth/contents.js";
import type { ReadCloth } from "./clothFile.js";
import { takeCuts } from "./cutFile.js";
import { takePressures } from "./pressureFile.js";
import { takeSeams } from "./seamFile.js";
import { areAlike, makeColliders } from "./colliderFile.js";
import { makeZones, type SceneAir } from "./windZoneFile.js";
import { findAmong, findIn, warnOfMissing, type FindNode } from "./nodeReference.js";

/** What a scene has for all of its cloths. */
export interface SceneParts extends SceneAir {
  /** Of cloths without a material of their own. */
  readonly defaultMaterial: Material;
}

/** A step that no system counts. */
const NO_STEP = NaN;

/**
 * Gives a cloth everything that a file says of it, with the nodes and materials that are in the scene now.
 *
 * @param cloth - A new cloth.
 * @param read - What the file says, checked.
 * @param parsed - The mesh in the file.
 * @param rootUrl - Where the file is.
 * @param parts - As for {@link linkCloths}.
 * @returns The cloth.
 */
export function parseCloth<C extends SimulatedCloth>(
  cloth: C,
  read: ReadCloth,
  parsed: object,
  rootUrl: string,
  parts: SceneParts,
): C {
  fillMesh(cloth, parsed, rootUrl, (...given) => Mesh.Parse(...given));
  stopWaiting(cloth);
  const scene = cloth.getScene();
  const { parentId } = parsed as { parentId?: number };
  const material = scene.getMaterialById(read.material?.id ?? "", true);
  const nodes = scene.getNodes();
  cloth.material = material ?? cloth.material;
  cloth.parent = read.parent
    ? findAmong(nodes, read.parent)
    : (nodes.find(({ uniqueId }) => uniqueId === parentId) ?? null);
  linkCloths([[cloth, read]], findIn(scene), parts);
  return cloth;
}

/**
 * The vertices of a cloth belong in no file.
 *
 * @param cloth - Its geometry is left out.
 */
export function keepOutOfFiles({ geometry }: Mesh): void {
  if (geometry) {
    Object.defineProperty(geometry, "doNotSerialize", { configurable: true, value: true });
  }
}

/**
 * Gives cloths the rest, when all nodes of the file are there and know their parents.
 *
 * @param cloths - All cloths that come from the file now, with what it says of them.
 * @param find - Finds nodes. A pin whose target is not there is nailed to its place: a warning names it.
 * @param parts - Of the scene. Wind of the file is copied to it where there is none yet.
 */
export function linkCloths(
  cloths: readonly (readonly [SimulatedCloth, ReadCloth])[],
  find: FindNode,
  parts: SceneParts,
): void {
  const goOn = cloths.map(([cloth, read]) => linkCloth(cloth, read, find, parts));
  takeSeams(
    cloths.map(([cloth, { seams }]) => [cloth, seams]),
    find,
  );
  takePressures(
    cloths.map(([cloth, { pressure }]) => [cloth, pressure]),
    find,
  );
  goOn.forEach((start) => {
    start();
  });
}

/** @returns Lets the cloth go on from the shape of the file, if there is one; to be called when it is joined to others. */
function linkCloth(cloth: SimulatedCloth, read: ReadCloth, find: FindNode, parts: SceneParts): () => void {
  const { name, wind, collisionGroup, collisionMask, motionConstraints, separationConstraints } = read;
  // Of a file without its parent Babylon leaves it out, though the scene may have one.
  cloth.parent ??= read.parent && (find(read.parent) ?? findAmong(cloth.getScene().getNodes(), read.parent));
  if (read.parent && !cloth.parent) {
    warnOfMissing(name, "its parent", read.parent, "the cloth has no parent");
  }
  // Babylon's loader takes away the one that there was.
  cloth.material ??= parts.defaultMaterial;
  // A default material is never missing: others have the same id.
  if (read.material && cloth.material.id !== read.material.id) {
    warnOfMissing(name, "its material", read.material, "the cloth has the default material");
  }
  const { own, shared } = makeColliders(name, read.colliders, find);
  const targets = read.pins.map(({ target }) => target && find(target));
  read.pins.forEach(({ u, v, target }, i) => {
    if (target && !targets[i]) {
      const place = `u ${u.toString()}, v ${v.toString()}`;
      warnOfMissing(name, `the target of the pin at ${place}`, target, "the pin is nailed");
    }
  });
  fillCloth(cloth, {
    pins: read.pins.map(({ u, v }, i) => ({ u, v, target: targets[i] })),
    colliders: { list: own },
    wind,
    windZones: { list: makeZones(name, read.windZones, find) },
    motionConstraints,
    separationConstraints,
  });
  Object.assign(cloth, { collisionGroup, collisionMask });
  const { colliders } = cloth;
  if (parts.wind.lengthSquared() === 0) {
    parts.wind.copyFrom(read.sceneWind);
  }
  if (parts.windZones.list.length === 0) {
    makeZones(name, read.sceneWindZones, find).forEach((zone) => parts.windZones.add(zone));
  }
  const isNew = shared.map((collider) => !colliders.shared.list.some((known) => areAlike(known, collider)));
  const added = shared.filter((_, i) => isNew[i]);
  added.forEach((collider) => {
    colliders.shared.takeOver(collider);
  });
  takeCuts(name, cloth.cuts, read.cuts);
  const checkpoint = checkpointFor(cloth, read);
  return () => {
    if (!checkpoint) {
      return;
    }
    // What moves goes on from where it was in the last step.
    [...own, ...added].forEach((collider) => collider.follow(NO_STEP));
    cloth.guides.take(false, () => undefined);
    startTargets(cloth, read, targets);
    cloth.body.goOn(checkpoint);
  };
}

/** Nothing is known outside of an outline, so its shape does not go from one net to the other. */
function checkpointFor({ definition, nets }: SimulatedCloth, { name, checkpoint }: ReadCloth): ReadCloth["checkpoint"] {
  if (checkpoint && definition.outline && checkpoint.isFullResolution !== nets.current.isFullResolution) {
    Logger.Warn(
      `Cloth "${name}": it has an outline and was saved by the other backend; it starts from its rest shape.`,
    );
    return null;
  }
  return checkpoint;
}

function startTargets(cloth: SimulatedCloth, { pins }: ReadCloth, targets: readonly (ClothNode | null)[]): void {
  pins.forEach(({ start }, i) => {
    const target = targets[i];
    if (target && start) {
      cloth.pinning.targets.startFrom(target, start);
    }
  });
}
