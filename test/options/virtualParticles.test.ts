/** The weight table of virtual particles keeps out of the cloth what its knots and control points miss. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import type { ClothWeights, IClothOptions } from "../../src/index.js";
import { createClothScene, drawnSurface, lay } from "../support/clothScene.js";
import { note } from "../support/note.js";

const SIDE = 0.9;
const COUNT = 8;
const RADIUS = 0.05;
const THICKNESS = 0.005;
/** Between the control point in the middle of a row and the next knot. */
const between: readonly ClothWeights[] = [
  [0.25, 0.25, 0.25, 0.25],
  [0.5, 0.25, 0.15, 0.1],
  [0.5, 0.15, 0.25, 0.1],
];

/** How deep a small ball is in a sheet that hangs by its corners and lies on it [m]. */
async function depthOver(
  place: readonly [number, number],
  by: "shape" | "field",
  options: IClothOptions,
): Promise<number> {
  const stage = createClothScene();
  const cloth = stage.add(
    {
      width: SIDE,
      height: SIDE,
      controlPoints: COUNT,
      pins: "allCorners",
      thickness: THICKNESS,
      solver: { damping: 4 },
      ...options,
    },
    (mesh) => {
      lay(mesh);
    },
  );
  const position = new Vector3(place[0], -RADIUS - THICKNESS - 0.002, place[1]);
  const ball = CreateSphere("ball", { diameter: 2 * RADIUS, segments: 48 }, stage.scene);
  ball.position.copyFrom(position);
  ball.computeWorldMatrix(true);
  cloth.colliders.addMesh(ball, by === "field" ? by : "sphere", by === "field" ? { resolution: 64 } : {});
  stage.run(240);
  const surface = await drawnSurface(stage.system, cloth, 64);
  let nearest = Infinity;
  for (let at = 0; at < surface.length; at += 3) {
    const offset = new Vector3(surface[at], surface[at + 1], surface[at + 2]).subtract(position);
    nearest = Math.min(nearest, offset.length());
  }
  stage.dispose();
  return RADIUS - nearest;
}

test("more rows keep a small ball out, wherever it is in a cell", async () => {
  const span = SIDE / (COUNT - 2);
  const deepest = { shape: -Infinity, knots: -Infinity, table: -Infinity };
  for (const u of [0.25, 0.35, 0.5]) {
    for (const v of [0.25, 0.4]) {
      const place = [(u - 0.5) * span, (v - 0.5) * span] as const;
      const shape = await depthOver(place, "shape", {});
      const knots = await depthOver(place, "field", {});
      const table = await depthOver(place, "field", { virtualParticles: between });
      note(
        "ball at",
        u,
        v,
        "depth of its surface in the cloth [mm]: as a shape",
        (1e3 * shape).toFixed(2),
        "as a field, knots",
        (1e3 * knots).toFixed(2),
        "table",
        (1e3 * table).toFixed(2),
      );
      deepest.shape = Math.max(deepest.shape, shape);
      deepest.knots = Math.max(deepest.knots, knots);
      deepest.table = Math.max(deepest.table, table);
    }
  }
  expect(deepest.knots).toBeGreaterThan(0.01);
  expect(deepest.table).toBeLessThan(THICKNESS / 4);
  // What is thinner than a cell meets the cell, and needs no table.
  expect(deepest.shape).toBeLessThan(0);
});

test("what is no table is refused", () => {
  const stage = createClothScene();
  const make = (virtualParticles: unknown) => (): unknown => stage.add({ virtualParticles } as IClothOptions);
  const needed = "must be 4 weights that sum to 1, the first of them the largest";
  expect(make(3)).toThrow("virtualParticles is 3, must be a list of 1 to 16 rows of 4 weights");
  expect(make([])).toThrow('virtualParticles is "0 rows", must be a list of 1 to 16 rows of 4 weights');
  expect(make(Array(17).fill(between[0]))).toThrow('virtualParticles is "17 rows"');
  expect(make([between[0], [1, 0, 0]])).toThrow(`virtualParticles[1] is`);
  expect(make([[0.5, 0.5, 0.5, 0]])).toThrow(`virtualParticles[0] is "0.5, 0.5, 0.5, 0", ${needed}`);
  expect(make([[0.2, 0.4, 0.2, 0.2]])).toThrow(needed);
  expect(make([[1.5, -0.5, 0, 0]])).toThrow("virtualParticles[0][0] is 1.5");
  expect(make([[1, NaN, 0, 0]])).toThrow("virtualParticles[0][1] is NaN");
  stage.dispose();
});
