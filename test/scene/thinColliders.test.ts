// Coarse cloth on colliders that are thinner than its points are apart, and over their edges.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { isAtLength } from "../support/isAtLength.js";
import { createClothScene, drawnSurface, lay, type ClothScene } from "../support/clothScene.js";
import { boxDistance, capsuleDistance, type Distance } from "../support/shapeDistance.js";

const THICKNESS = 0.005;
const HEIGHT = 1.5;

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => {
  stage.dispose();
});

const ends = { start: new Vector3(-0.7, 0, 0), end: new Vector3(0.7, 0, 0) };
const rods: Record<string, { hang: () => unknown; distance: Distance }> = {
  "a wire of 4 mm": {
    hang: () =>
      stage.system.colliders.add({ shape: "capsule", radius: 0.002, position: new Vector3(0, HEIGHT, 0), ...ends }),
    distance: capsuleDistance([-0.7, HEIGHT, 0], [0.7, HEIGHT, 0], 0.002),
  },
  "a mesh of a wire of 4 mm": {
    hang: () => {
      const wire = CreateCylinder("wire", { diameter: 0.004, height: 2.4 }, stage.scene);
      wire.rotation.z = Math.PI / 2;
      wire.position.y = HEIGHT;
      return stage.system.colliders.addMesh(wire);
    },
    distance: capsuleDistance([-1.2, HEIGHT, 0], [1.2, HEIGHT, 0], 0.002),
  },
  "a lath of 20 mm x 20 mm": {
    hang: () =>
      stage.system.colliders.add({
        shape: "box",
        size: new Vector3(1.4, 0.02, 0.02),
        position: new Vector3(0, HEIGHT, 0),
      }),
    distance: boxDistance([0, HEIGHT, 0], [1.4, 0.02, 0.02]),
  },
};

async function heightsOf(positions: Promise<Float32Array>): Promise<number[]> {
  return [...(await positions)].filter((_, i) => i % 3 === 1);
}

describe.each(Object.keys(rods))("a sheet that falls on %s", (name) => {
  test.each(isAtLength ? [10, 12, 16, 24, 32] : [10, 16])("hangs over it, with %i points", async (points) => {
    const { hang, distance } = rods[name];
    hang();
    const cloth = stage.add({ pins: "none", controlPoints: points, thickness: THICKNESS }, (mesh) => {
      lay(mesh, HEIGHT + 0.06);
    });
    stage.run(60 * 9);
    const heights = await heightsOf(cloth.readPositions());
    expect(Math.max(...heights)).toBeGreaterThan(HEIGHT);
    expect(Math.min(...heights)).toBeGreaterThan(HEIGHT - 0.6);
    const surface = await drawnSurface(stage.system, cloth, 96);
    let depth = 0;
    for (let i = 0; i < surface.length; i += 3) {
      depth = Math.max(depth, -distance(surface[i], surface[i + 1], surface[i + 2]));
    }
    expect(depth).toBeLessThan(THICKNESS / 2);
    const before = await cloth.readPositions().then((positions) => positions.slice());
    stage.run(60);
    const moved = (await cloth.readPositions()).reduce(
      (most, value, i) => Math.max(most, Math.abs(value - before[i])),
      0,
    );
    expect(moved).toBeLessThan(0.002);
  });
});

test("a thin rod takes a hanging sheet along", async () => {
  const rod = stage.system.colliders.add({
    shape: "capsule",
    radius: 0.006,
    position: new Vector3(0, -0.2, 0.1),
    ...ends,
  });
  const cloth = stage.add({ controlPoints: 16, pins: "topEdge" });
  for (let frame = 0; frame < 30; frame++) {
    rod.position.z -= 1 / 60;
    stage.run(1);
  }
  stage.run(60);
  const hem = [...(await cloth.readPositions())].slice(0, 3 * 16).filter((_, i) => i % 3 === 2);
  expect(rod.position.z).toBeCloseTo(-0.4, 6);
  expect(Math.max(...hem)).toBeLessThan(-0.25);
});
