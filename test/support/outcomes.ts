/** What options and settings change: where a cloth is after a while, with them and without. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import type { ClothMesh, IClothOptions } from "../../src/index.js";
import { createClothScene, lay, type ClothScene } from "./clothScene.js";
import { largestDistance } from "./largestDistance.js";

/** Where a cloth is after a while, of options or of what is set on it. */
export interface Case {
  readonly options?: IClothOptions;
  /** Before the first step. */
  readonly place?: (cloth: ClothMesh, stage: ClothScene) => void;
  /** Before each frame. */
  readonly each?: (frame: number, cloth: ClothMesh, stage: ClothScene) => void;
  readonly frames?: number;
}

/** Largest distance between two results that counts as different [m]. */
export const DIFFERENT = 1e-3;

/** Positions of the particles of a case, changed before its first step. */
export async function outcome(
  { options, place, each, frames = 30 }: Case,
  change: (cloth: ClothMesh) => void,
): Promise<Float32Array> {
  const own = createClothScene();
  const cloth = own.add({ controlPoints: 8, ...options });
  place?.(cloth, own);
  change(cloth);
  own.run(frames, (frame) => each?.(frame, cloth, own));
  const positions = await cloth.readPositions();
  own.dispose();
  return positions.slice();
}

/** Fails if a change of the cloth moves no particle. */
export async function expectChange(scene: Case, change: (cloth: ClothMesh) => void): Promise<void> {
  const plain = await outcome(scene, () => undefined);
  const changed = await outcome(scene, change);
  expect(changed.every(Number.isFinite)).toBe(true);
  const distance = largestDistance(plain, changed);
  if (process.env.MEASURE) console.log(expect.getState().currentTestName, distance);
  expect(distance).toBeGreaterThan(DIFFERENT);
}

/** Names of all members of settings, those of groups after a dot. */
export function namesOf(settings: object, prefix = ""): string[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    typeof value === "object" && value !== null && !(value instanceof Vector3)
      ? namesOf(value as object, `${prefix}${name}.`)
      : [prefix + name],
  );
}

/** A cloth with the default settings. */
export function sampleCloth(): ClothMesh {
  const own = createClothScene();
  const cloth = own.add();
  own.dispose();
  return cloth;
}

/** Sets a member by its name with dots. */
export function assign(settings: object, name: string, value: unknown): void {
  const path = name.split(".");
  const last = path.pop() ?? "";
  const group = path.reduce<Record<string, unknown>>(
    (object, key) => object[key] as Record<string, unknown>,
    settings as Record<string, unknown>,
  );
  if (!(last in group)) throw new Error(`No ${name}.`);
  group[last] = value;
}

/** A sheet that falls flat on a ball. */
export const onBall: Case = {
  options: { pins: "none" },
  place: (cloth) => {
    lay(cloth, 0.3);
    cloth.colliders.add({ shape: "sphere", radius: 0.25 });
  },
};
export const inWind: Case = { options: { pins: "topEdge" }, place: (cloth) => cloth.wind.set(1, 0, 5) };
export const hanging: Case = { place: (cloth) => cloth.wind.set(0, 0, 1) };

/** Its pins hold it shorter than it is, so that something is compressed and something stretched. */
export const squeezed: Case = {
  options: { pins: "none", fabric: { tether: Infinity } },
  each: (frame, cloth, { scene }) => {
    if (frame > 0) return;
    for (const [u, v, x, y] of [
      [0, 0, -0.4, -0.6],
      [1, 0, 0.4, -0.6],
      [0, 1, -0.4, 0.6],
      [1, 1, 0.6, 0.6],
    ]) {
      const node = new TransformNode("pin", scene);
      node.position.set(x, y, 0);
      cloth.pin(u, v, node);
    }
  },
};
