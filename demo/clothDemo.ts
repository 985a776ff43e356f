// What the page tells the browser tests, as `window.clothDemo`.
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ClothMesh } from "../src/index.js";
import type { Exhibit } from "./exhibit.js";

/** Looks into the page. */
export interface ClothDemo {
  /** Name of the scene that runs. */
  readonly scene: string;
  readonly cloths: readonly ClothMesh[];
  /** Simulated so far. */
  seconds(): number;
  /** What is not as it must be: see DemoScene.check. */
  check(): Promise<string[]>;
  /** Where the particles of all cloths are in the world [m]. */
  particles(): Promise<number[][]>;
  /** Where they are on the page, from the left and from the top [CSS pixels]. */
  particlesOnPage(): Promise<[number, number][]>;
  /**
   * @param places - In the world [m].
   * @returns The same on the page.
   */
  placesOnPage(places: readonly Vector3[]): [number, number][];
}

declare global {
  interface Window {
    /** There once a scene runs. */
    clothDemo?: ClothDemo;
  }
}

/** @param exhibit - What is shown. */
export function createClothDemo(exhibit: Exhibit): ClothDemo {
  const read = async (): Promise<Float32Array[]> => Promise.all(exhibit.cloths.map((cloth) => cloth.readPositions()));
  return {
    scene: exhibit.name,
    get cloths() {
      return exhibit.cloths;
    },
    seconds: () => exhibit.seconds,
    check: () => exhibit.check(),
    particles: async () => (await read()).map((positions) => Array.from(positions)),
    particlesOnPage: async () => (await read()).flatMap((positions) => project(exhibit, vectorsOf(positions))),
    placesOnPage: (places) => project(exhibit, places),
  };
}

function vectorsOf(positions: Float32Array): Vector3[] {
  return Array.from({ length: positions.length / 3 }, (_, i) => Vector3.FromArray(positions, 3 * i));
}

function project({ camera }: Exhibit, places: readonly Vector3[]): [number, number][] {
  const engine = camera.getEngine();
  const scale = engine.getHardwareScalingLevel();
  const { left = 0, top = 0 } = engine.getInputElement()?.getBoundingClientRect() ?? {};
  const viewport = camera.viewport.toGlobal(engine.getRenderWidth() * scale, engine.getRenderHeight() * scale);
  return places.map((world) => {
    const { x, y } = Vector3.Project(world, Matrix.IdentityReadOnly, camera.getTransformationMatrix(), viewport);
    return [x + left, y + top];
  });
}
