// Spheres and capsules that keep cloth inside: cloth falls in them, and lies on their inner wall.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { ClothCollider, type IClothCollider } from "../../src/index.js";
import { createClothScene, drawnSurface, lay, type ClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";
import { capsuleDistance, sphereDistance, type Distance } from "../support/shapeDistance.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
});
afterEach(() => stage.dispose());

const shapes: Record<string, { collider: IClothCollider; distance: Distance }> = {
  sphere: { collider: { shape: "sphere", inside: true, radius: 0.6 }, distance: sphereDistance([0, 0, 0], 0.6) },
  capsule: {
    collider: {
      shape: "capsule",
      inside: true,
      radius: 0.5,
      start: new Vector3(-0.4, 0, 0),
      end: new Vector3(0.4, 0, 0),
    },
    distance: capsuleDistance([-0.4, 0, 0], [0.4, 0, 0], 0.5),
  },
};

test.each(Object.keys(shapes))("cloth falls inside of a %s, and lies still on its wall", async (name) => {
  const { collider, distance } = shapes[name];
  const cloth = stage.add({ pins: "none", controlPoints: 16, width: 0.5, height: 0.5 }, (made) => {
    lay(made, 0.1);
  });
  cloth.colliders.add(collider);
  stage.run(360);
  const before = (await cloth.readPositions()).slice();
  stage.run(60);
  const after = await cloth.readPositions();
  const sway = after.reduce((most, value, i) => Math.max(most, Math.abs(value - before[i])), 0);
  const surface = await drawnSurface(stage.system, cloth, 60);
  let [out, lowest] = [-Infinity, Infinity];
  for (let i = 0; i < surface.length; i += 3) {
    const [x, y, z] = surface.subarray(i, i + 3);
    out = Math.max(out, distance(x, y, z));
    lowest = Math.min(lowest, y);
  }
  note(name, "farthest out", out, "lowest", lowest, "sway in 1 s", sway);
  // The thickness is 5 mm; control points of a hollow lie farther out than its surface does.
  expect(out).toBeLessThan(0);
  expect(lowest).toBeLessThan(-0.4);
  expect(sway).toBeLessThan(1e-3);
});

test("cloth that is outside comes in, and goes along with the wall", async () => {
  const node = new TransformNode("room", stage.scene);
  const cloth = stage.add({ pins: "none", controlPoints: 10, width: 0.4, height: 0.4 }, (made) => {
    lay(made, 0);
    made.position.x = 0.5;
  });
  cloth.colliders.add({ shape: "sphere", inside: true, radius: 0.5, node });
  stage.run(60);
  const farthest = async (): Promise<number> => {
    const points = await drawnSurface(stage.system, cloth, 40);
    const center = node.position.asArray();
    return Array.from({ length: points.length / 3 }, (_, i) =>
      Math.hypot(...center.map((coordinate, axis) => points[3 * i + axis] - coordinate)),
    ).reduce((most, length) => Math.max(most, length), 0);
  };
  expect(await farthest()).toBeLessThan(0.5);
  stage.run(60, () => (node.position.x += 0.02));
  note("farthest from the middle of a room that has moved by", node.position.x, await farthest());
  expect(await farthest()).toBeLessThan(0.5);
});

test("a room is as wide as its node shows it at the narrowest; other shapes have no inside", () => {
  const node = new TransformNode("room", stage.scene);
  node.scaling.set(2, 1, 3);
  const sphere = new ClothCollider({ shape: "sphere", inside: true, radius: 0.5, node });
  expect(sphere.world.size).toEqual([0.5, 0, 0.5]);
  const capsule = new ClothCollider({ shape: "capsule", inside: true, radius: 0.5, node });
  expect(capsule.world.size.map((length) => Number(length.toFixed(6)))).toEqual([1, 0.5, 1]);
  expect(() => new ClothCollider({ shape: "box", inside: true })).toThrow(
    "ClothCollider: inside is true, must be false: a box keeps cloth out.",
  );
  expect(() => new ClothCollider({ shape: "capsule", inside: true, radius: 0 })).toThrow(
    "ClothCollider: radius is 0, must be above 0 where cloth is kept inside.",
  );
  expect(() => new ClothCollider({ shape: "sphere", inside: 1 as unknown as boolean })).toThrow(
    "ClothCollider: inside is 1, must be a boolean.",
  );
});
