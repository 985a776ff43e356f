/** Spheres around the particles of a cloth are where its mesh is when it starts, and when it starts anew. */
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import type { ClothMesh, IClothSpheres } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let made: ClothScene;
beforeEach(() => {
  made = createClothScene();
});
afterEach(() => {
  made.dispose();
});

const POINTS = 4;

/** Spheres around the places of a sheet at rest, all beside them by `shift` along x. */
function spheresOf(cloth: ClothMesh, radius: number, shift = 0): IClothSpheres {
  const rest = cloth.restGrid.restPositions;
  const spheres = Array.from({ length: POINTS * POINTS }, (_, i) => [
    rest[3 * i] + shift,
    rest[3 * i + 1],
    rest[3 * i + 2],
    radius,
  ]);
  return { spheres: spheres.flat() };
}

function add(): ClothMesh {
  const solver = { gravity: Vector3.Zero(), airDensity: 0 };
  return made.add({ controlPoints: POINTS, pins: "topEdge", solver });
}

/** How far the particle in the lower left corner is from its place at rest [m]. */
async function cornerWay(cloth: ClothMesh): Promise<number> {
  const positions = await cloth.readPositions();
  const rest = Vector3.TransformCoordinates(new Vector3(-0.5, -0.5, 0), cloth.computeWorldMatrix(true));
  return Vector3.Distance(Vector3.FromArray(positions), rest);
}

test("a cloth that is placed before it starts does not meet its spheres on their way there", async () => {
  const cloth = add();
  cloth.position.y = 2;
  cloth.motionConstraints = spheresOf(cloth, 0.1);
  made.run(3);
  expect(await cornerWay(cloth)).toBeLessThan(1e-5);
});

test("a cloth that is reset after its mesh has moved starts inside of its spheres", async () => {
  const cloth = add();
  cloth.motionConstraints = spheresOf(cloth, 0.1);
  made.run(3);
  cloth.position.y = 2;
  cloth.reset();
  made.run(3);
  expect(await cornerWay(cloth)).toBeLessThan(1e-5);
});

test("spheres that are set with a reset are there at once", async () => {
  const cloth = add();
  cloth.motionConstraints = spheresOf(cloth, 0.05, 0.2);
  made.run(3);
  cloth.motionConstraints = spheresOf(cloth, 0.1);
  cloth.reset();
  made.run(3);
  expect(await cornerWay(cloth)).toBeLessThan(1e-5);
});
