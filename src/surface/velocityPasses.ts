import type { Scene } from "@babylonjs/core/scene.pure.js";
import type { Cloth } from "../cloth/cloth.js";
import { drawVelocityInGeometryBuffer } from "./geometryBufferVelocity.js";
import { drawVelocityOfCloth } from "./velocityPlugin.js";

/**
 * Lets the passes of a scene draw the velocity of cloth: pre-passes and frame graphs by materials, and a geometry buffer.
 *
 * @param scene - Of the cloths.
 * @param cloths - All of them.
 * @returns Whether something draws velocities.
 */
export function followVelocityPasses(scene: Scene, cloths: readonly Cloth[]): boolean {
  const { needsPreviousWorldMatrices, geometryBufferRenderer: buffer } = scene;
  const isInBuffer = buffer && (buffer.enableVelocity || buffer.enableVelocityLinear);
  if (!needsPreviousWorldMatrices && !isInBuffer) {
    return false;
  }
  for (const cloth of cloths) {
    drawVelocityOfCloth(cloth.material);
  }
  if (isInBuffer) {
    drawVelocityInGeometryBuffer(buffer, scene.getEngine());
  }
  return true;
}
