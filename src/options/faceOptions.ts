// Which faces of a cloth are drawn, and how textures lie on them.
import type { Vector4 } from "@babylonjs/core/Maths/math.vector.pure.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.pure.js";
import { complaint } from "./rules.js";

/** What is drawn of a cloth. */
export interface ClothFaces {
  readonly front: boolean;
  readonly back: boolean;
  /** Both lit as if each faced the light: no `sideOrientation` was asked for. */
  readonly isOneForBoth: boolean;
  readonly frontUVs: readonly number[];
  readonly backUVs: readonly number[];
  /** From the surface to each face [m]. */
  readonly halfThickness: number;
}

/** Babylon's names for the sides of a mesh. */
const sides = { "Mesh.FRONTSIDE": Mesh.FRONTSIDE, "Mesh.BACKSIDE": Mesh.BACKSIDE, "Mesh.DOUBLESIDE": Mesh.DOUBLESIDE };

/**
 * @param cloth - Name of the cloth, for messages.
 * @param given - Options that say what is drawn.
 * @param drawnThickness - That one, checked.
 * @returns What is drawn.
 * @throws TypeError or RangeError if a value is not allowed.
 */
export function checkFaces(
  cloth: string,
  given: Partial<Record<"sideOrientation" | "frontUVs" | "backUVs", unknown>>,
  drawnThickness: number,
): ClothFaces {
  const side = given.sideOrientation;
  if (side !== undefined && !Object.values<unknown>(sides).includes(side)) {
    const allowed = Object.entries(sides).map(([name, value]) => `${name} (${value.toString()})`);
    throw new RangeError(complaint({ cloth, option: "sideOrientation" }, side, allowed.join(", ")));
  }
  const isDouble = side === Mesh.DOUBLESIDE;
  if (drawnThickness > 0 && !isDouble) {
    throw new RangeError(
      complaint({ cloth, option: "drawnThickness" }, drawnThickness, "0 unless sideOrientation is Mesh.DOUBLESIDE"),
    );
  }
  const corners = (option: "frontUVs" | "backUVs"): readonly number[] => {
    const value = given[option];
    if (value === undefined) {
      return [0, 0, 1, 1];
    }
    const { x, y, z, w } = (value ?? {}) as Partial<Vector4>;
    const numbers = [x, y, z, w];
    if (!numbers.every((number): number is number => Number.isFinite(number))) {
      throw new TypeError(complaint({ cloth, option }, value, "a Vector4 of finite numbers"));
    }
    return numbers;
  };
  return {
    front: side !== Mesh.BACKSIDE,
    back: isDouble || side === Mesh.BACKSIDE,
    isOneForBoth: side === undefined,
    frontUVs: corners("frontUVs"),
    backUVs: corners("backUVs"),
    halfThickness: drawnThickness / 2,
  };
}
