import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { IClothColliderPlane } from "../../src/index.js";

/**
 * @param top - Height of its upper face, above -1 [m].
 * @returns Planes of a block from -2 to 2 along x and z, and from -1 up.
 */
export function blockPlanes(top: number): IClothColliderPlane[] {
  return [
    { normal: new Vector3(0, 1, 0), distance: top },
    { normal: new Vector3(1, 0, 0), distance: 2 },
    { normal: new Vector3(-1, 0, 0), distance: 2 },
    { normal: new Vector3(0, 0, 1), distance: 2 },
    { normal: new Vector3(0, 0, -1), distance: 2 },
    { normal: new Vector3(0, -1, 0), distance: 1 },
  ];
}
