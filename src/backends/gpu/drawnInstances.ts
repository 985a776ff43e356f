// What Babylon may ask of a draw whose vertices are on the GPU alone: instances, and fill modes that cannot be drawn.
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { Cloth } from "../../cloth/cloth.js";

const warned = new WeakSet<Cloth>();

/** @param cloth - Babylon asks for another fill mode than triangles. */
export function warnOfFillMode(cloth: Cloth): void {
  if (!warned.has(cloth)) {
    warned.add(cloth);
    Logger.Warn(
      `Cloth "${cloth.name}": wireframe, pointsCloud and other fill modes than triangles draw nothing, as its triangles are on ` +
        'the GPU alone; bake() it, or make it with backend: "cpu".',
    );
  }
}

/**
 * @param cloth - A cloth.
 * @returns Numbers of instances that Babylon may draw at once: any part of them may be in sight.
 */
export function instanceCountsOf(cloth: Cloth): readonly number[] {
  const { instances, hasThinInstances, forcedInstanceCount, thinInstanceCount } = cloth;
  if (hasThinInstances) {
    return [forcedInstanceCount || thinInstanceCount];
  }
  return instances.length > 0 ? Array.from({ length: instances.length + 1 }, (_, i) => i + 1) : [];
}
