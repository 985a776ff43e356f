/** A scene without a GPU for colliders, and where their surfaces are. */
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Quaternion, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import { SeenColliders } from "../../src/colliders/seenColliders.js";
import { ClothColliders } from "../../src/index.js";
import { constants } from "../../src/shaders/shaders.gen.js";
import type { ColliderState } from "../../src/sim/clothStep.js";

/** Of the cloth's frame in which the tests read states. */
export const origin = [0.3, -0.2, 0.1];

/** What a test starts from. */
export interface ColliderScene {
  readonly scene: Scene;
  readonly colliders: ClothColliders;
  /** By a cloth that has no others. */
  readonly seen: SeenColliders;
  /** Since it was made. */
  readonly warnings: string[];
}

/**
 * Each test of a file has a scene of its own.
 *
 * @param take - Is given it before the test.
 */
export function useColliderScene(take: (made: ColliderScene) => void): void {
  let engine: AbstractEngine;
  beforeEach(() => {
    const made = createColliderScene();
    engine = made.scene.getEngine();
    take(made);
  });
  afterEach(() => {
    engine.dispose();
  });
}

function createColliderScene(): ColliderScene {
  Logger.LogLevels = Logger.ErrorLogLevel;
  const warnings: string[] = [];
  Logger.Warn = (message) => {
    warnings.push(String(message));
  };
  const scene = new Scene(new NullEngine());
  new FreeCamera("camera", new Vector3(0, 0, -3), scene);
  const colliders = new ClothColliders(null);
  return { scene, colliders, seen: new SeenColliders(colliders, "cloth"), warnings };
}

/**
 * @param seen - By the cloth.
 * @param stepId - Number of the step; the same one changes nothing.
 * @returns The colliders in this step.
 */
export function statesIn(seen: SeenColliders, stepId: number): readonly ColliderState[] {
  seen.follow(stepId);
  const states = seen.statesFrom(origin);
  seen.take();
  return states;
}

/** Distance of a point of the world from a collider, independent of the solvers; of ellipsoids, the level from 0. */
export function distanceFrom({ kind, position, rotation, size, planes }: ColliderState, world: Vector3): number {
  const away = world.subtract(Vector3.FromArray(position)).subtract(Vector3.FromArray(origin));
  const { x, y, z } = away.applyRotationQuaternion(Quaternion.FromArray(rotation).conjugate());
  const [a, b, c] = Array.from<number>(size);
  switch (kind) {
    case constants.PLANE:
      return y;
    case constants.SPHERE:
      return Math.hypot(x, y, z) - a;
    case constants.ELLIPSOID:
      return Math.hypot(x / a, y / b, z / c) - 1;
    case constants.BOX:
      return Math.max(Math.abs(x) - a, Math.abs(y) - b, Math.abs(z) - c);
    case constants.INNER_CAPSULE:
    case constants.CAPSULE: {
      // A tapered capsule is all spheres between the two: the nearest of many.
      let nearest = Infinity;
      for (let i = 0; i <= 2000; i++) {
        const t = i / 2000;
        const radius = a + (c - a) * t;
        nearest = Math.min(nearest, Math.hypot(x, y - (2 * t - 1) * b, z) - radius);
      }
      return kind === constants.CAPSULE ? nearest : -nearest;
    }
    default: {
      let maximum = -Infinity;
      for (let p = 0; planes && p < planes.length; p += 4) {
        maximum = Math.max(maximum, planes[p] * x + planes[p + 1] * y + planes[p + 2] * z - planes[p + 3]);
      }
      return maximum;
    }
  }
}
