// Makes cloth of what a file says.
import { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.pure.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";
import { fillCloth } from "../scene/clothClone.js";
import type { ReadCloth } from "./clothFile.js";
import type { ClothMesh } from "../scene/clothMesh.js";
import { ClothSystem } from "../scene/clothSystem.js";
import { areAlike, makeColliders } from "./colliderFile.js";
import { findIn, type FindNode } from "./nodeReference.js";

/** A step that no system counts. */
const NO_STEP = NaN;

/** Babylon's own `Mesh.Parse`. */
export type ParseMesh = (parsed: object, scene: Scene, rootUrl: string) => Mesh;

/**
 * Gives a cloth what a file says of any mesh: Babylon does, as for the meshes of other classes that it knows.
 *
 * @param cloth - A new cloth.
 * @param parsed - The mesh in the file.
 * @param rootUrl - Where the file is.
 * @param parse - Babylon's own.
 * @throws What Babylon throws; the cloth is disposed then.
 */
export function fillMesh(cloth: ClothMesh, parsed: object, rootUrl: string, parse: ParseMesh): void {
  const { _TrailMeshParser } = Mesh;
  Object.assign(Mesh, { _TrailMeshParser: () => cloth });
  try {
    parse({ ...parsed, type: "TrailMesh" }, cloth.getScene(), rootUrl);
  } catch (error) {
    cloth.dispose();
    throw error;
  } finally {
    Object.assign(Mesh, { _TrailMeshParser });
  }
}

/**
 * Gives a cloth everything that a file says of it, with the nodes and materials that are in the scene now.
 *
 * @param cloth - A new cloth.
 * @param read - What the file says, checked.
 * @param parsed - The mesh in the file.
 * @param rootUrl - Where the file is.
 * @returns The cloth.
 */
export function parseCloth(cloth: ClothMesh, read: ReadCloth, parsed: object, rootUrl: string): ClothMesh {
  fillMesh(cloth, parsed, rootUrl, (...given) => Mesh.Parse(...given));
  // A loader would look for these when all of its file is there.
  Object.assign(cloth, { _waitingMaterialId: null, _waitingParentId: null, _waitingParsedUniqueId: null });
  const scene = cloth.getScene();
  const { materialId, parentId } = parsed as { materialId?: string; parentId?: number };
  const material = scene.getMaterialById(materialId ?? "", true);
  const parent = [...scene.meshes, ...scene.transformNodes].find(({ uniqueId }) => uniqueId === parentId);
  cloth.material = material ?? cloth.material;
  cloth.parent = parent ?? null;
  linkCloth(cloth, read, findIn(scene));
  return cloth;
}

/**
 * The vertices of a cloth belong in no file.
 *
 * @param cloth - Its geometry is left out.
 */
export function keepOutOfFiles({ geometry }: ClothMesh): void {
  if (geometry) {
    Object.defineProperty(geometry, "doNotSerialize", { configurable: true, value: true });
  }
}

/**
 * Gives a cloth the rest, when all nodes of the file are there and know their parents.
 *
 * @param cloth - A cloth of the file.
 * @param read - What the file says of it.
 * @param find - Finds nodes. A pin whose target is not there is nailed to its place: a warning names it.
 */
export function linkCloth(cloth: ClothMesh, read: ReadCloth, find: FindNode): void {
  const { name, checkpoint, wind, motionConstraints, separationConstraints } = read;
  const { own, shared } = makeColliders(name, read.colliders, find);
  const targets = read.pins.map(({ target }) => target && find(target));
  read.pins.forEach(({ u, v, target }, i) => {
    if (target && !targets[i]) {
      const place = `u ${u.toString()}, v ${v.toString()}`;
      Logger.Warn(
        `Cloth "${name}": the pin at ${place} is nailed, because its target "${target.id}" is not in the scene.`,
      );
    }
  });
  fillCloth(cloth, {
    pins: read.pins.map(({ u, v }, i) => ({ u, v, target: targets[i] })),
    colliders: { list: own },
    wind,
    motionConstraints,
    separationConstraints,
  });
  const { colliders } = cloth;
  const system = ClothSystem.For(cloth.getScene());
  if (system.wind.lengthSquared() === 0) {
    system.wind.copyFrom(read.sceneWind);
  }
  const isNew = shared.map((collider) => !colliders.shared.list.some((known) => areAlike(known, collider)));
  const added = shared.filter((_, i) => isNew[i]);
  added.forEach((collider) => colliders.shared.add(collider));
  for (const [collider, list] of [
    ...own.map((collider) => [collider, colliders] as const),
    ...added.map((collider) => [collider, colliders.shared] as const),
  ]) {
    collider.node?.onDisposeObservable.addOnce(() => {
      list.remove(collider);
    });
  }
  if (!checkpoint) {
    return;
  }
  // What moves goes on from where it was in the last step.
  [...own, ...added].forEach((collider) => collider.follow(NO_STEP));
  cloth.guides.take(() => undefined);
  startTargets(cloth, read, targets);
  cloth.body.goOn(checkpoint);
}

function startTargets(cloth: ClothMesh, { pins }: ReadCloth, targets: readonly (TransformNode | null)[]): void {
  pins.forEach(({ start }, i) => {
    const target = targets[i];
    if (target && start) {
      cloth.pinning.startFrom(target, start);
    }
  });
}
