import { complaint } from "../options/rules.js";
import type { ClothModel } from "../options/springSettings.js";

/** A point of the picture [pixels], as `scene.pointerX` and `scene.pointerY` have it. A `Vector2` is one. */
export interface IClothScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** What is asked of a cloth that is to be cut. */
interface AskedCut {
  readonly from: IClothScreenPoint;
  readonly to: IClothScreenPoint;
  readonly hasCamera: boolean;
  readonly model: ClothModel;
}

/**
 * @param cloth - Name of the cloth.
 * @param asked - The cut.
 * @throws RangeError that says why it is impossible.
 */
export function checkCut(cloth: string, { from, to, hasCamera, model }: AskedCut): void {
  for (const [option, { x, y }] of Object.entries({ from, to })) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      throw new RangeError(complaint({ cloth, option: `cut: ${option}` }, [x, y], "two finite numbers"));
    }
  }
  if (from.x === to.x && from.y === to.y) {
    throw new RangeError(complaint({ cloth, option: "cut: to" }, [to.x, to.y], "another point than from"));
  }
  if (!hasCamera) {
    throw new RangeError(`Cloth "${cloth}": a cut needs a camera, and the scene has none that is active; give one.`);
  }
  if (model === "springs") {
    throw new RangeError(`Cloth "${cloth}": solver.model is "springs", which knows no cuts; it must be "constraints".`);
  }
}
