// Cloth of the form of a mesh, by its geometry image.
import { EngineStore } from "@babylonjs/core/Engines/engineStore.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import type { Scene } from "@babylonjs/core/scene.pure.js";
import type { Nullable } from "@babylonjs/core/types.js";
import { shown } from "../babylon/shown.js";
import type { IGeometryImage } from "../geometryImages/geometryImage.js";
import type { IClothOptions } from "../options/clothOptions.js";
import type { ClothRestShape } from "../options/restShape.js";
import type { ClothMesh } from "./clothMesh.js";
import { CreateCloth } from "./createCloth.js";

/** Options that the image has. */
const ofImage = ["restShape", "closed", "width", "height"] as const;

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
  options: Omit<IClothOptions, (typeof ofImage)[number]> = {},
  scene: Nullable<Scene> = EngineStore.LastCreatedScene,
): ClothMesh {
  checkImage(name, image);
  for (const option of ofImage) {
    if ((options as IClothOptions)[option] !== undefined) {
      throw new TypeError(`Cloth "${name}": ${option} is given with a geometry image, must be left to the image.`);
    }
  }
  const { closed = "none" } = image;
  return CreateCloth(name, { ...options, closed, restShape: surfaceOf(image) }, scene);
}

function checkImage(cloth: string, image: unknown): void {
  const refuse = (part: string, value: unknown, allowed: string): never => {
    throw new TypeError(`Cloth "${cloth}": ${part} of the geometry image is ${shown(value)}, must be ${allowed}.`);
  };
  if (typeof image !== "object" || image === null) {
    throw new TypeError(
      `Cloth "${cloth}": the geometry image is ${shown(image)}, must be { width, height, positions }.`,
    );
  }
  const { width, height, positions } = image as Record<keyof IGeometryImage, unknown>;
  for (const [part, count] of [
    ["width", width],
    ["height", height],
  ] as const) {
    if (!Number.isInteger(count) || (count as number) < 2) refuse(part, count, "a whole number from 2 up");
  }
  const numbers = 3 * (width as number) * (height as number);
  if (!ArrayBuffer.isView(positions) || (positions as Float32Array).length !== numbers) {
    refuse("positions", positions, `${numbers.toString()} numbers (three per node)`);
  }
}

/** Bilinear between the nodes. */
function surfaceOf({ width, height, positions }: IGeometryImage): ClothRestShape {
  return (u, v, result) => {
    const i = Math.min(Math.floor(u * (width - 1)), width - 2);
    const j = Math.min(Math.floor(v * (height - 1)), height - 2);
    const [s, t] = [u * (width - 1) - i, v * (height - 1) - j];
    const node = (column: number, row: number): Vector3 => Vector3.FromArray(positions, 3 * (row * width + column));
    const lower = Vector3.Lerp(node(i, j), node(i + 1, j), s);
    const upper = Vector3.Lerp(node(i, j + 1), node(i + 1, j + 1), s);
    Vector3.LerpToRef(lower, upper, t, result);
  };
}
