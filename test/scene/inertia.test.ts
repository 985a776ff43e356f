// What `linearInertia` and `angularInertia` leave of a mesh's way, felt by a cloth that lies on a floor: friction by Coulomb's law.
import type { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { MeshBuilder } from "@babylonjs/core/Meshes/meshBuilder.js";
import type { ClothMesh } from "../../src/index.js";
import { createClothScene, lay, type ClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";

const FRICTION = 0.5;
const FRAMES = 60;
/** Of the mesh [m/s, rad/s]. */
const SPEED = 1;

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => {
  stage.dispose();
});

/** A free sheet that has come to lie on a floor, and that floor. */
function lieOnFloor(inertia: number): { cloth: ClothMesh; floor: Mesh } {
  const cloth = stage.add({
    controlPoints: 9,
    pins: "none",
    fabric: { drag: 0, lift: 0 },
    solver: { linearInertia: inertia, angularInertia: inertia, friction: FRICTION, damping: 0 },
  });
  lay(cloth, 0.006);
  const floor = MeshBuilder.CreateBox("floor", { width: 20, height: 1, depth: 20 }, stage.scene);
  floor.position.y = -0.5;
  cloth.colliders.addMesh(floor, "box");
  stage.run(30);
  return { cloth, floor };
}

test.each([
  [0, SPEED],
  [0, 0],
  [0.5, SPEED],
  [0.5, 0],
  [1, SPEED],
  [1, 0],
])(
  "with inertia %f, on a floor at %f m/s, the sheet slides until friction has stopped it",
  async (inertia, floorSpeed) => {
    const { cloth, floor } = lieOnFloor(inertia);
    stage.run(FRAMES, () => {
      cloth.position.x += SPEED / 60;
      floor.position.x += floorSpeed / 60;
    });
    const xs = (await cloth.readPositions()).filter((_, k) => k % 3 === 0);
    const way = xs.reduce((sum, x) => sum + x, 0) / xs.length;
    // The mesh takes it along by the part that is not inertia.
    const slip = (1 - inertia) * SPEED - floorSpeed;
    const expected = floorSpeed * (FRAMES / 60) + (Math.sign(slip) * slip ** 2) / (2 * FRICTION * 9.81);
    note(inertia, floorSpeed, "way", way, "expected", expected);
    expect(Math.abs(way - expected)).toBeLessThan(0.005);
  },
);

test("without inertia, a sheet turns with a floor that turns with its mesh", async () => {
  const { cloth, floor } = lieOnFloor(0);
  const angle = async (): Promise<number> => {
    const positions = await cloth.readPositions();
    const last = positions.length - 3;
    return Math.atan2(positions[last + 2] - positions[2], positions[last] - positions[0]);
  };
  const before = await angle();
  stage.run(FRAMES, () => {
    cloth.rotation.y += SPEED / 60;
    floor.rotation.y += SPEED / 60;
  });
  const turned = before - (await angle());
  note("turned by", turned);
  expect(Math.abs(turned - SPEED * (FRAMES / 60))).toBeLessThan(0.01);
});
