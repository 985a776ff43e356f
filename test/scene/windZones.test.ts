// Fans on the CPU: against the closed form of what air does to a flat sheet, and in files.
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { ClothMesh, ClothWindZone, type IClothWindZone } from "../../src/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";
import { note } from "../support/note.js";

let stage: ClothScene;
beforeEach(() => {
  stage = createClothScene();
  stage.scene.gravity.setAll(0);
});
afterEach(() => {
  stage.dispose();
});

const density = 0.3;

/** A small, stiff sheet without pins that faces the fans, at a place. */
function sheet(place: Vector3): ClothMesh {
  const fabric = { density, drag: 1.2, lift: 0 };
  const solver = { damping: 0, airDensity: 1.2, turbulence: 0 };
  return stage.add({ width: 0.05, height: 0.05, controlPoints: 4, pins: "none", fabric, solver }, (mesh) => {
    mesh.position.copyFrom(place);
  });
}

/** Velocity of the middle of a cloth along the axes, over some frames [m/s]. */
async function velocityOf(cloth: ClothMesh, frames: number): Promise<Vector3> {
  const middle = async (): Promise<Vector3> => {
    const positions = await cloth.readPositions();
    const sum = Vector3.Zero();
    for (let at = 0; at < positions.length; at += 3) sum.addInPlace(Vector3.FromArray(positions, at));
    return sum.scaleInPlace(3 / positions.length);
  };
  stage.run(1);
  const before = await middle();
  stage.run(frames);
  return (await middle()).subtractInPlace(before).scaleInPlace(60 / frames);
}

test.each([
  ["half the way", { falloff: 1 }, new Vector3(0, 0, 2), 4 * 0.5],
  ["half the way, squared", { falloff: 2 }, new Vector3(0, 0, 2), 4 * 0.25],
  ["without falloff", { falloff: 0 }, new Vector3(0, 0, 3.8), 4],
  ["beyond the range", { falloff: 0 }, new Vector3(0, 0, 4.2), 0],
  ["beside the cone", {}, new Vector3(2.2, 0, 2), 0],
  ["behind the fan", {}, new Vector3(0, 0, -1), 0],
  ["behind a fan that blows all around", { angle: 2 * Math.PI }, new Vector3(0, 0, -2), -4 * 0.5],
  ["sucked", { speed: -4 }, new Vector3(0, 0, 2), -4 * 0.5],
] as const)("air of a fan takes a sheet along by its pressure: %s", async (name, zone, place, wind) => {
  const cloth = sheet(place);
  cloth.windZones.add({ range: 4, speed: 4, ...zone });
  const frames = 6;
  const velocity = await velocityOf(cloth, frames);
  // dv/dt = k (w - v)^2 with k = rho C / (2 density), from the first step on; its mean over the later ones. Cloth gets the air of 1/120 s at its start.
  const early = 1 / 240;
  const k = (0.5 * 1.2 * 1.2) / density;
  const wayUntil = (t: number): number => wind * t - (Math.sign(wind) * Math.log(1 + k * Math.abs(wind) * t)) / k;
  const expected = ((wayUntil((frames + 1) / 60 + early) - wayUntil(1 / 60 + early)) * 60) / frames;
  note("a fan", name, { speed: velocity.z, expected });
  expect(Math.abs(velocity.z - expected)).toBeLessThan(0.03 * Math.abs(expected) + 1e-6);
  expect(Math.hypot(velocity.x, velocity.y)).toBeLessThan(0.02 * Math.abs(expected) + 1e-6);
});

test("a fan follows its node, can be changed, disabled and removed; cloths of the scene share fans", async () => {
  const node = new TransformNode("fan", stage.scene);
  node.position.set(10, 0, 2);
  // Its +Z is the -Z of the world.
  node.rotation.y = Math.PI;
  const cloth = sheet(new Vector3(10, 0, 0));
  const zone = stage.system.windZones.add({ node, range: 4, speed: 4 });
  expect((await velocityOf(cloth, 2)).z).toBeLessThan(-0.05);
  zone.speed = -4;
  cloth.reset();
  expect((await velocityOf(cloth, 2)).z).toBeGreaterThan(0.05);
  zone.enabled = false;
  cloth.reset();
  expect((await velocityOf(cloth, 2)).length()).toBeLessThan(1e-6);
  zone.enabled = true;
  stage.system.windZones.remove(zone);
  cloth.reset();
  expect((await velocityOf(cloth, 2)).length()).toBeLessThan(1e-6);
  cloth.windZones.add(zone);
  cloth.reset();
  expect((await velocityOf(cloth, 2)).z).toBeGreaterThan(0.05);
  node.dispose();
  cloth.reset();
  expect((await velocityOf(cloth, 2)).length()).toBeLessThan(1e-6);
});

test("fans go into files, and a clone has the same ones", () => {
  const node = new TransformNode("fan", stage.scene);
  const cloth = sheet(Vector3.Zero());
  const given = { angle: 1, range: 3, speed: -2, falloff: 2, position: new Vector3(1, 2, 3), direction: Vector3.Up() };
  const zone = cloth.windZones.add({ ...given, node });
  zone.enabled = false;
  const shared = stage.system.windZones.add({ speed: 7 });
  expect(cloth.clone("clone").windZones.list).toEqual([zone]);
  const file = JSON.parse(JSON.stringify(cloth.serialize())) as object;
  stage.system.windZones.remove(shared);
  const [read, ...others] = ClothMesh.Parse(file, stage.scene, "").windZones.list;
  expect(others).toEqual([]);
  expect(read).not.toBe(zone);
  expect(read.node).toBe(node);
  expect(read.enabled).toBe(false);
  expect({ ...given, ...Object.fromEntries(Object.keys(given).map((name) => [name, read[name as "angle"]])) }).toEqual(
    given,
  );
  expect(stage.system.windZones.list.map(({ speed }) => speed)).toEqual([7]);
  const { cloth: part } = file as { cloth: { windZones: { range: unknown }[] } };
  part.windZones[0].range = -1;
  expect(() => ClothMesh.Parse(file, stage.scene, "")).toThrow(/range is -1, must be a number, finite and above 0/);
});

test.each([
  [{ angle: 7 }, /angle is 7, must be a number, above 0, at most 2 pi/],
  [{ range: 0 }, /range is 0/],
  [{ speed: NaN }, /speed is NaN/],
  [{ speed: null }, /speed is null/],
  [{ falloff: -1 }, /falloff is -1/],
  [{ direction: Vector3.Zero() }, /direction is .*, must be of some length/],
  [{ position: new Vector3(NaN, 0, 0) }, /position is .*, must be a Vector3 of finite numbers/],
  [{ node: {} }, /node is .*, must be a TransformNode or a Bone/],
  [{ power: 1 }, /it has no power; it has node, position/],
])("a fan refuses %j", (options, message) => {
  expect(() => new ClothWindZone(options as IClothWindZone)).toThrow(message);
});

test("a cloth without fans is told nothing of them", () => {
  const cloth = sheet(Vector3.Zero());
  stage.run(3);
  const { driver } = cloth.body as unknown as {
    driver: { _zones: Float32Array; motion: { step: { zoneSpeed: number } } };
  };
  expect([driver._zones.length, driver.motion.step.zoneSpeed]).toEqual([0, 0]);
});
