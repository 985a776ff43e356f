// What the page tells the browser tests, as `window.clothDemo`.
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { Stage } from "./stage.js";

/** Looks into the page. */
export interface ClothDemo {
  /** Name of the scene that runs. */
  readonly scene: string;
  /** Simulated so far. */
  seconds(): number;
  /** What is not as it must be: see DemoScene.check. */
  check(): Promise<string[]>;
  /** Where the particles are on the page, from the left and from the top [CSS pixels]. */
  particlesOnPage(): Promise<[number, number][]>;
}

declare global {
  interface Window {
    /** There once a scene runs. */
    clothDemo?: ClothDemo;
  }
}

/** @param stage - The scene that runs. */
export function createClothDemo(stage: Stage): ClothDemo {
  return {
    scene: stage.demo.name,
    seconds: () => stage.seconds,
    check: async () => stage.demo.check(await stage.readState()),
    particlesOnPage: async () => (await stage.readState()).cloths.flatMap(({ now }) => project(stage, now)),
  };
}

function project({ scene, camera }: Stage, positions: Float32Array): [number, number][] {
  const engine = scene.getEngine();
  const scale = engine.getHardwareScalingLevel();
  const viewport = camera.viewport.toGlobal(engine.getRenderWidth() * scale, engine.getRenderHeight() * scale);
  return Array.from({ length: positions.length / 3 }, (_, i) => {
    const world = Vector3.FromArray(positions, 3 * i);
    const { x, y } = Vector3.Project(world, Matrix.IdentityReadOnly, scene.getTransformMatrix(), viewport);
    return [x, y];
  });
}
