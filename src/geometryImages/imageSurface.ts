// A geometry image as the rest shape of a sheet.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { shown } from "../babylon/shown.js";
import type { ClothRestShape } from "../options/restShape.js";
import { checkObject, isGroup } from "../options/rules.js";
import type { ISheetOptions } from "../options/sheetOptions.js";
import type { IGeometryImage } from "./geometryImage.js";

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

type FormOption = "restShape" | "closed" | "width" | "height";

/** Options that the image has. */
const ofImage: readonly string[] = ["restShape", "closed", "width", "height"] satisfies FormOption[];

/** Options without those that a geometry image has. */
export type WithoutForm<O extends ISheetOptions> = Omit<O, FormOption>;

/**
 * @param cloth - Name of the cloth, for messages.
 * @param options - Beside the image.
 * @param names - Of all options, those of the image among them.
 * @throws TypeError if they are no object, or if one of them is unknown or what the image has.
 */
export function checkWithoutForm(cloth: string, options: unknown, names: readonly string[]): void {
  const isOther = (name: string): boolean => !ofImage.includes(name);
  const given = isGroup(options) ? Object.entries(options) : [];
  const own = given.find(([name, value]) => !isOther(name) && value !== undefined);
  if (own) {
    throw new TypeError(`Cloth "${cloth}": ${own[0]} is given with a geometry image, must be left to the image.`);
  }
  const others = isGroup(options) ? Object.fromEntries(given.filter(([name]) => isOther(name))) : options;
  checkObject<string>({ cloth, option: "options" }, others, names.filter(isOther));
}

/**
 * @param cloth - Name of the cloth, for messages.
 * @param image - Of a mesh.
 * @returns Options of the sheet: bilinear between the nodes.
 * @throws TypeError if it is no geometry image.
 */
export function surfaceOf(cloth: string, image: IGeometryImage): Required<Pick<ISheetOptions, "restShape" | "closed">> {
  checkImage(cloth, image);
  const { width, height, positions, closed = "none" } = image;
  const restShape: ClothRestShape = (u, v, result) => {
    const i = Math.min(Math.floor(u * (width - 1)), width - 2);
    const j = Math.min(Math.floor(v * (height - 1)), height - 2);
    const [s, t] = [u * (width - 1) - i, v * (height - 1) - j];
    const node = (column: number, row: number): Vector3 => Vector3.FromArray(positions, 3 * (row * width + column));
    const lower = Vector3.Lerp(node(i, j), node(i + 1, j), s);
    const upper = Vector3.Lerp(node(i, j + 1), node(i + 1, j + 1), s);
    Vector3.LerpToRef(lower, upper, t, result);
  };
  return { restShape, closed };
}
