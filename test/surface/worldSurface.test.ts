// Vertices of a cloth in the world.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { createClothScene } from "../support/clothScene.js";

const LEVEL = 8;

test.each([
  ["as it is", 1],
  ["mirrored", -1],
])("normal maps lie on the baked surface as on the drawn one: %s", async (_name, scale) => {
  const made = createClothScene();
  const cloth = made.add({ controlPoints: 10, tessellation: { mode: "fixed", level: LEVEL } }, (mesh) => {
    mesh.scaling.x = scale;
  });
  made.run(20);
  const { positions, normals, tangents } = await cloth.readSurface();
  for (let row = 1; row < LEVEL; row++) {
    const at = row * (LEVEL + 1) + row;
    const [normal, tangent] = [Vector3.FromArray(normals, 3 * at), Vector3.FromArray(tangents, 4 * at)];
    const along = (step: number): Vector3 =>
      Vector3.FromArray(positions, 3 * (at + step))
        .subtract(Vector3.FromArray(positions, 3 * (at - step)))
        .normalize();
    // In left-handed scenes both point against the texture.
    expect(Vector3.Dot(tangent, along(1))).toBeLessThan(-0.95);
    const acrossTangent = Vector3.Cross(normal, tangent).scale(tangents[4 * at + 3]);
    expect(Vector3.Dot(acrossTangent, along(LEVEL + 1))).toBeLessThan(-0.95);
  }
  made.dispose();
});
