import { EngineStore } from "@babylonjs/core/Engines/engineStore.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";
import type { Nullable } from "@babylonjs/core/types.js";
import { shown } from "../babylon/shown.js";
import { ClothMesh } from "./clothMesh.js";
import { isScene } from "./clothScene.js";
import { checkOptions, type IClothOptions } from "../options/clothOptions.js";

/**
 * Creates a cloth: a flat sheet in the mesh's XY plane, as CreatePlane makes it, that falls, hangs from its pins, feels the
 * wind and lies on its colliders. It is stepped when the scene renders, from the place that the mesh has then.
 *
 * @param name - Of the mesh.
 * @param options - All optional: see {@link IClothOptions}.
 * @param scene - Default the last that was created.
 * @returns The mesh.
 * @throws TypeError or RangeError that names the cloth, the option, the value and what is allowed, or Error if the scene is disposed, before
 * anything is made.
 * @example
 * ```ts
 * const flag = CreateCloth("flag", { width: 1.8, height: 1.2, pins: "leftEdge" }, scene);
 * flag.wind.set(4, 0, 1);
 * ```
 */
export function CreateCloth(
  name: string,
  options: IClothOptions = {},
  scene: Nullable<Scene> = EngineStore.LastCreatedScene,
): ClothMesh {
  const definition = checkOptions(name, options);
  if (!scene) {
    throw new TypeError(`Cloth "${name}": scene is missing and there is no other, must be a Scene.`);
  }
  if (!isScene(scene)) {
    throw new TypeError(`Cloth "${name}": scene is ${shown(scene)}, must be a Scene.`);
  }
  if (scene.isDisposed) {
    throw new Error(`Cloth "${name}": scene is disposed, must be a Scene that is not.`);
  }
  return new ClothMesh(name, scene, definition);
}
