// A cut along a line of the picture.
import { CreatePickingRay } from "@babylonjs/core/Culling/ray.core.js";
import type { Camera } from "@babylonjs/core/Cameras/camera.pure.js";
import type { Cloth } from "../cloth/cloth.js";
import { checkNumber, complaint, isGroup, type NumberRange } from "../options/rules.js";

/** A point of the picture [pixels], as `scene.pointerX` and `scene.pointerY` have it. A `Vector2` is one. */
export interface IClothScreenPoint {
  /** From the left edge [pixels]. */
  readonly x: number;
  /** From the upper edge [pixels]. */
  readonly y: number;
}

const pixels: NumberRange = { min: -Infinity, max: Infinity, unit: "pixels" };

/** From the eye, local to the mesh. */
interface CutRay {
  readonly origin: number[];
  readonly direction: number[];
}

/**
 * @param cloth - Is to be cut.
 * @param from - Where the cut begins.
 * @param to - Where it ends.
 * @param camera - Whose picture; null: that of the pointers.
 * @returns Rays through both ends.
 * @throws TypeError or RangeError that says why the cut is impossible.
 */
export function cutRays(
  cloth: Cloth,
  from: IClothScreenPoint,
  to: IClothScreenPoint,
  camera: Camera | null,
): readonly [CutRay, CutRay] {
  const { name } = cloth;
  const scene = cloth.getScene();
  checkPoint(name, "cut: from", from);
  checkPoint(name, "cut: to", to);
  if (from.x === to.x && from.y === to.y) {
    const place = `(${to.x.toString()}, ${to.y.toString()})`;
    throw new RangeError(`Cloth "${name}": cut: to is ${place}, must be another point than from.`);
  }
  const eye = camera ?? scene.cameraToUseForPointers ?? scene.activeCamera;
  if (!eye) {
    throw new RangeError(`Cloth "${name}": a cut needs a camera, and the scene has none that is active; give one.`);
  }
  // By what it is asked for: an app may have Babylon.js twice.
  if (typeof (eye as Partial<Camera>).getViewMatrix !== "function") {
    throw new TypeError(complaint({ cloth: name, option: "cut: camera" }, eye, "a Camera or null"));
  }
  if (cloth.solver.model === "springs") {
    throw new RangeError(`Cloth "${name}": solver.model is "springs", which knows no cuts; it must be "constraints".`);
  }
  const world = cloth.computeWorldMatrix(true);
  const rayAt = ({ x, y }: IClothScreenPoint): CutRay => {
    const { origin, direction } = CreatePickingRay(scene, x, y, world, eye);
    return { origin: origin.asArray(), direction: direction.asArray() };
  };
  return [rayAt(from), rayAt(to)];
}

function checkPoint(cloth: string, option: string, point: unknown): void {
  if (!isGroup(point)) {
    throw new TypeError(complaint({ cloth, option }, point, "a point { x, y } of the picture"));
  }
  const { x, y } = point as Partial<Record<keyof IClothScreenPoint, unknown>>;
  checkNumber({ cloth, option: `${option}.x` }, x, pixels);
  checkNumber({ cloth, option: `${option}.y` }, y, pixels);
}
