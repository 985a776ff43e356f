// Figures of the comparison.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import { greatestError } from "../../demo/compare/measures.js";
import type { IClothSurface } from "../../src/index.js";

/** A piece of a cylinder about y of radius 1, with its front at x [m]. */
function cylinderAt(x: number, quads: number): IClothSurface {
  const columns = Array.from({ length: quads + 1 }, (_, i) => i / quads - 0.5);
  const normals = columns.flatMap((angle) => [0, 0.1].flatMap(() => [Math.sin(angle), 0, -Math.cos(angle)]));
  return {
    normals: new Float32Array(normals),
    positions: new Float32Array(normals.map((n, i) => (i % 3 === 0 ? n + x : i % 6 === 4 ? 0.1 : n))),
    tangents: new Float32Array(0),
    uvs: new Float32Array(4 * columns.length),
    indices: new Uint32Array(columns.slice(1).flatMap((_, i) => [0, 1, 3, 0, 3, 2].map((corner) => 2 * i + corner))),
  };
}

test("the error that the comparison shows is that of the triangles that are seen", () => {
  const engine = new NullEngine({
    renderWidth: 400,
    renderHeight: 300,
    textureSize: 1,
    deterministicLockstep: false,
    lockstepMaxSteps: 1,
  });
  const camera = new FreeCamera("camera", new Vector3(0, 0, -4), new Scene(engine));
  camera.getViewMatrix();
  camera.getProjectionMatrix();
  // From the middle of a triangle's edge to the arc over it, three metres away.
  const error = (quads: number): number => ((1 - Math.cos(0.5 / quads)) * (300 / 2 / Math.tan(camera.fov / 2))) / 3;
  expect(greatestError(cylinderAt(0, 10), camera) / error(10)).toBeCloseTo(1, 1.5);
  expect(greatestError(cylinderAt(0, 4), camera) / error(4)).toBeCloseTo(1, 1.5);
  expect(greatestError(cylinderAt(5, 4), camera)).toBe(0);
  engine.dispose();
});
