/** Cloths that begin within themselves or within each other: scenes by which recovery is judged. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ClothMesh, IClothOptions } from "../../src/index.js";
import { lay, type ClothScene } from "./clothScene.js";
import type { ContactScene } from "./contactScenes.js";

const { PI, cos, sin } = Math;
/** How long they are looked at [s]. */
const SECONDS = 3;

export const tangledScenes: Record<string, ContactScene> = {
  /** A sheet that has teleported into a hung one. */
  teleport: tangled((stage, controlPoints, options) => [
    stage.add({ controlPoints, ...options }),
    stage.add({ controlPoints, width: 0.8, height: 0.8, pins: "none", ...options }, (mesh) => {
      lay(mesh, -0.1);
      mesh.position.z = 0.12;
    }),
  ]),
  /** Two sheets through each other, which fall on a ball. */
  tilted: tangled((stage, controlPoints, options) =>
    [-0.15, 0.15].map((tilt, i) =>
      stage.add({ controlPoints, pins: "none", ...options }, (mesh) => {
        lay(mesh, 0.5);
        mesh.rotation.x += tilt;
        mesh.rotation.y = tilt;
        mesh.position.z = 0.1 * i;
        mesh.colliders.add({ shape: "sphere", radius: 0.3, position: new Vector3(0, 0.1, 0) });
      }),
    ),
  ),
  /** Two skirts, the inner one too wide in one direction. */
  garment: tangled((stage, controlPoints, options) =>
    [false, true].map((isInner) =>
      stage.add({
        controlPoints: { u: 1.5 * controlPoints, v: controlPoints },
        pins: "topEdge",
        closed: "u",
        restShape: (u: number, v: number) => {
          const down = 1 - v;
          const [x, z] = isInner ? [0.14 + 0.16 * down, 0.14 - 0.02 * down] : [0.2 + 0.06 * down, 0.2 + 0.06 * down];
          return new Vector3(x * cos(2 * PI * u), 0.7 * v, z * sin(2 * PI * u));
        },
        ...options,
      }),
    ),
  ),
  /** A sheet folded in its middle, one half through the other one. */
  folded: tangled((stage, controlPoints, options) => [
    stage.add({ controlPoints, pins: "none", startShape: foldedThrough, ...options }, (mesh) => {
      mesh.colliders.add({ shape: "plane", position: new Vector3(0, -0.3, 0) });
    }),
  ]),
};

/** A half that lies, a tenth that is the fold, and a half that leans so far that it passes through the first. */
export function foldedThrough(u: number, v: number): Vector3 {
  const [first, last] = [0.45, 0.55];
  const radius = (last - first) / PI;
  const lean = 0.29;
  const turn = (Math.min(Math.max(u, first), last) - first) / radius;
  const beyond = Math.max(u - last, 0);
  const x = Math.min(u, first) + radius * sin(turn) - beyond * cos(lean);
  const y = radius * (1 - cos(turn)) - beyond * sin(lean);
  return new Vector3(x - 0.2, y, v - 0.5);
}

/** A scene in which nothing is done to the cloths. */
function tangled(
  create: (stage: ClothScene, controlPoints: number, options: IClothOptions) => ClothMesh[],
): ContactScene {
  return {
    seconds: SECONDS,
    create: (stage, controlPoints, options) => ({
      cloths: create(stage, controlPoints, options),
      each: () => undefined,
    }),
  };
}
