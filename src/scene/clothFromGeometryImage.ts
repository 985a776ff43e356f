// Cloth of the form of a mesh, by its geometry image.
import { EngineStore } from "@babylonjs/core/Engines/engineStore.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";
import type { Nullable } from "@babylonjs/core/types.js";
import type { IGeometryImage } from "../geometryImages/geometryImage.js";
import { checkWithoutForm, surfaceOf, type WithoutForm } from "../geometryImages/imageSurface.js";
import { clothOptionNames, type IClothOptions } from "../options/clothOptions.js";
import type { ClothMesh } from "./clothMesh.js";
import { CreateCloth } from "./createCloth.js";

/**
 * Creates a cloth whose shape at rest is a geometry image: lengths and bends at rest are those of the image, between its nodes those of straight
 * lines. Give it the place of the mesh that the image was made of.
 *
 * @param name - Of the mesh.
 * @param image - From {@link createGeometryImage}, or positions of your own.
 * @param options - Of {@link CreateCloth}, without `restShape`, `closed`, `width` and `height`, which the image has.
 * @param scene - Default the last that was created.
 * @returns The mesh.
 * @throws TypeError or RangeError that names the cloth, the value and what is allowed, before anything is made.
 */
export function clothFromGeometryImage(
  name: string,
  image: IGeometryImage,
  options: WithoutForm<IClothOptions> = {},
  scene: Nullable<Scene> = EngineStore.LastCreatedScene,
): ClothMesh {
  const surface = surfaceOf(name, image);
  checkWithoutForm(name, options, clothOptionNames);
  return CreateCloth(name, { ...options, ...surface }, scene);
}
