/** Geometry images: cloth made of one rests as it is, hangs, and is kept by files. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { ClothMesh, clothFromGeometryImage, createGeometryImage } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { areaOf, trianglesOf } from "../support/meshTriangles.js";
import { cap, sleeve } from "../support/openMeshes.js";
import { triangleDistance } from "../support/triangleDistance.js";

let made: ClothScene;
beforeEach(() => {
  made = createClothScene();
});
afterEach(() => {
  made.dispose();
});

describe("cloth of an image", () => {
  const options = {
    backend: "cpu",
    tessellation: { mode: "fixed", level: 1 },
    controlPoints: { u: 20, v: 16 },
    pins: "none",
    solver: { sleepSpeed: 0, gravity: Vector3.Zero() },
  } as const;

  test.each(["cap", "sleeve"])("it rests as the image is: a %s stays where it is", (form) => {
    const mesh = form === "cap" ? cap("half", Math.PI / 2, made.scene) : sleeve(made.scene);
    const cloth = clothFromGeometryImage("cloth", createGeometryImage(mesh), options, made.scene);
    const first = Float32Array.from(cloth.restGrid.restPositions);
    const rest = cloth.surfaceAt(0.3, 0.4);
    made.run(60);
    const later = cloth.surfaceAt(0.3, 0.4);
    expect(Vector3.Distance(rest.position, later.position)).toBeLessThan(3e-4);
    // What is drawn runs through the mesh, with its front outside as that of the mesh.
    const triangles = trianglesOf(mesh);
    const distance = triangleDistance(
      triangles.flat(2),
      triangles.flatMap((_, i) => [3 * i, 3 * i + 1, 3 * i + 2]),
    );
    for (const [u, v] of [
      [0.1, 0.2],
      [0.5, 0.5],
      [0.8, 0.3],
      [0.9, 0.9],
    ]) {
      const { x, y, z } = cloth.surfaceAt(u, v).position;
      expect(Math.abs(distance(x, y, z))).toBeLessThan(0.01);
    }
    expect(first.every(Number.isFinite)).toBe(true);
    expect(cloth.restGrid.area / areaOf(triangles)).toBeCloseTo(1, 1);
  });

  test("it hangs by its pins without stretching, and goes on from a file as if it had not been saved", async () => {
    const hanging = { ...options, pins: "topEdge", solver: { sleepSpeed: 0 } } as const;
    const image = createGeometryImage(sleeve(made.scene));
    const cloth = clothFromGeometryImage("cloth", image, hanging, made.scene);
    made.run(30);
    expect(cloth.statistics.maxStrain).toBeLessThan(0.02);
    ClothMesh.SerializeShape = true;
    const saved = JSON.parse(JSON.stringify(cloth.serialize())) as object;
    const other = createClothScene();
    try {
      const copy = ClothMesh.Parse(saved, other.scene, "");
      made.run(50);
      other.run(50);
      const [expected, got] = [await cloth.readPositions(), await copy.readPositions()];
      expect(Array.from(got)).toEqual(Array.from(expected));
    } finally {
      other.dispose();
    }
  });
});
