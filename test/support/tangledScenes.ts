/** Cloths that begin within themselves or within each other: scenes by which recovery is judged. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ClothMesh, IClothOptions } from "../../src/index.js";
import { lay, type ClothScene } from "./clothScene.js";
import type { ContactScene } from "./contactScenes.js";

const { PI, cos, sin } = Math;
/** How long recovery may take, and how long it is looked at after that [s]. */
export const RECOVERY_SECONDS = 2;
const LATER = 1;

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
  /** A sheet wound so far that its ends are one through the other. */
  wound: tangled((stage, controlPoints, options) => [
    stage.add(
      {
        controlPoints,
        pins: "none",
        startShape: (u: number, v: number) => {
          const angle = 2.1 * PI * (u - 0.5);
          return new Vector3(0.16 * sin(angle) + 0.08 * (u - 0.5) * (v - 0.5), 0.2 - 0.16 * cos(angle), v - 0.5);
        },
        ...options,
      },
      (mesh) => {
        mesh.colliders.add({ shape: "plane" });
      },
    ),
  ]),
};

/** A scene in which nothing is done to the cloths. */
function tangled(
  create: (stage: ClothScene, controlPoints: number, options: IClothOptions) => ClothMesh[],
): ContactScene {
  return {
    seconds: RECOVERY_SECONDS + LATER,
    create: (stage, controlPoints, options) => ({
      cloths: create(stage, controlPoints, options),
      each: () => undefined,
    }),
  };
}
