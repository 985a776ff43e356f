// The error of the surface that the CPU draws: its triangles against the exact surface, in pixels of the camera.
import { Matrix, Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import type { ClothMesh } from "../../src/index.js";
import { createClothScene, lay, type ClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";
import { SplineReference } from "../support/splineReference.js";

const COUNT = 8;
/** Where triangles are looked at, as parts of their corners. */
const PLACES = [
  [1 / 3, 1 / 3, 1 / 3],
  [0.5, 0.5, 0],
  [0, 0.5, 0.5],
  [0.5, 0, 0.5],
];

let stage: ClothScene;
let cloth: ClothMesh;

/** A sheet that lies on a ball, in folds. */
beforeAll(() => {
  stage = createClothScene();
  cloth = stage.add({ controlPoints: COUNT, pins: "none" }, (mesh) => lay(mesh, 0.1));
  cloth.colliders.add({ shape: "sphere", radius: 0.25, position: new Vector3(0.1, -0.2, 0.05) });
  stage.run(45);
});

afterAll(() => {
  stage.dispose();
});

/** Greatest distance in the picture between a triangle and the point of the exact surface with the same u and v [pixels]. */
async function worstError(pixels: number, distance: number): Promise<{ worst: number; triangles: number }> {
  const { scene, system } = stage;
  const camera = scene.activeCamera as FreeCamera;
  camera.position.set(0.3, 0.4, -distance);
  camera.setTarget(cloth.getBoundingInfo().boundingSphere.centerWorld);
  cloth.tessellation = { mode: "error", pixels };
  scene.render();
  system.paused = true;
  scene.render();
  const exact = new SplineReference(await cloth.readPositions(), COUNT, COUNT);
  const { positions, uvs, indices } = await cloth.readSurface();
  const engine = scene.getEngine();
  const viewport = camera.viewport.toGlobal(engine.getRenderWidth(), engine.getRenderHeight());
  const inPicture = (point: ArrayLike<number>): Vector3 =>
    Vector3.Project(Vector3.FromArray(point), Matrix.IdentityReadOnly, scene.getTransformMatrix(), viewport);
  let worst = 0;
  for (let i = 0; i < indices.length; i += 3) {
    for (const parts of PLACES) {
      const mean = (values: ArrayLike<number>, size: number): number[] =>
        Array.from({ length: size }, (_, k) =>
          parts.reduce((sum, part, corner) => sum + part * values[size * indices[i + corner] + k], 0),
        );
      const [u, v] = mean(uvs, 2);
      const [drawn, true_] = [inPicture(mean(positions, 3)), inPicture(exact.pointAt(u, v))];
      worst = Math.max(worst, Math.hypot(drawn.x - true_.x, drawn.y - true_.y));
    }
  }
  return { worst, triangles: indices.length / 3 };
}

test.each([
  [0.5, 1.2],
  [0.5, 3],
  [2, 1.2],
  [0.1, 1.2],
])("it stays within %d pixels, %d m away, with no more triangles than it needs", async (pixels, distance) => {
  const { worst, triangles } = await worstError(pixels, distance);
  note("error of the CPU's surface", { pixels, distance, worst, triangles });
  expect(worst).toBeLessThan(pixels);
  // The bound is for the most bent patch, seen from the worst side and from the nearest point.
  expect(worst).toBeGreaterThan(pixels / 16);
});
