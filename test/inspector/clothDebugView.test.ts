import { readFileSync } from "node:fs";
import { Vector3, Vector4 } from "@babylonjs/core/Maths/math.vector.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { debugParts } from "../../src/debug/clothDebugView.js";
import { ClothDebugView, type ClothDebugPart } from "../../src/inspector/index.js";
import { createClothScene, type ClothScene } from "../support/clothScene.js";

let stage: ClothScene;

beforeEach(() => {
  stage = createClothScene();
});

afterEach(() => {
  stage.dispose();
});

const all: readonly ClothDebugPart[] = ["particles", "links", "tethers", "colliders", "normals", "levels"];

function verticesOf(view: ClothDebugView, part: ClothDebugPart): number {
  return view.meshes.get(part)?.getTotalVertices() ?? 0;
}

/** Lets what was read arrive. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
}

test("levels have the color of their size on both faces, whatever part of a texture the back shows", async () => {
  const colorsOf = async (sideOrientation: number, backUVs: Vector4): Promise<Set<string>> => {
    const options = { controlPoints: 5, tessellation: { mode: "fixed", level: 24 } as const, sideOrientation, backUVs };
    const view = new ClothDebugView(stage.add(options), { levels: true });
    await view.updateAsync();
    const colors = Array.from(view.meshes.get("levels")?.getVerticesData("color") ?? []);
    return new Set(colors.flatMap((_, i) => (i % 4 === 0 ? [colors.slice(i, i + 3).join()] : [])));
  };
  const whole = new Vector4(0, 0, 1, 1);
  const quarter = new Vector4(0, 0, 0.5, 0.5);
  const one = await colorsOf(Mesh.FRONTSIDE, whole);
  expect(one.size).toBe(1);
  expect(await colorsOf(Mesh.BACKSIDE, quarter)).toEqual(one);
  expect(await colorsOf(Mesh.DOUBLESIDE, quarter)).toEqual(one);
});

test("what is drawn is where the cloth is", async () => {
  const cloth = stage.add({ controlPoints: 5, pins: "topEdge", fabric: { tether: 1 } }, ({ position }) =>
    position.set(3, 1, 0),
  );
  cloth.colliders.add({ shape: "sphere", position: new Vector3(3, -1, 0) });
  const view = new ClothDebugView(cloth, Object.fromEntries(all.map((part) => [part, true])));
  stage.run(30);
  await view.updateAsync();
  expect([...view.meshes.keys()].sort()).toEqual([...all].sort());
  expect(verticesOf(view, "particles")).toBe(24 * 25);
  expect(verticesOf(view, "links")).toBe(2 * (2 * 20 + 2 * 16));
  // Five pins: each particle has a tether to the nearest, pins have none.
  expect(verticesOf(view, "tethers")).toBe(2 * 20);
  expect(verticesOf(view, "normals")).toBe(2 * 25);
  expect(verticesOf(view, "levels")).toBe(6 * cloth.statistics.triangles);
  const positions = await cloth.readPositions();
  const links = view.meshes.get("links")?.getVerticesData("position") ?? [];
  expect([...links.slice(0, 3)]).toEqual([...positions.slice(0, 3)]);
});

test("a camera that no longer sees the cloth sees no view of it", async () => {
  const cloth = stage.add();
  const view = new ClothDebugView(cloth, { links: true });
  await view.updateAsync();
  cloth.layerMask = 0x10000000;
  await view.updateAsync();
  expect(view.meshes.get("links")?.layerMask).toBe(cloth.layerMask);
});

test("the guide has all parts", () => {
  const page = readFileSync("docs/guide/inspector.md", "utf8");
  const table = page.slice(page.indexOf("## Debug views"), page.indexOf("## Without this entry"));
  expect([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, part]) => part)).toEqual(debugParts);
});

test("switches act in the next frame, and leave nothing behind", async () => {
  const cloth = stage.add({ controlPoints: 4 });
  const meshes = stage.scene.meshes.length;
  const materials = stage.scene.materials.length;
  const view = new ClothDebugView(cloth, { rate: 1e6 });
  stage.scene.render();
  await settle();
  expect(view.meshes.size).toBe(0);
  view.particles = view.links = true;
  stage.scene.render();
  await settle();
  expect([...view.meshes.keys()]).toEqual(["particles", "links"]);
  view.links = false;
  stage.scene.render();
  await settle();
  expect([...view.meshes.keys()]).toEqual(["particles"]);
  view.particles = false;
  stage.scene.render();
  expect(stage.scene.meshes).toHaveLength(meshes);
  expect(stage.scene.materials).toHaveLength(materials);
});

test("between two updates nothing is read", async () => {
  const cloth = stage.add({ controlPoints: 4 });
  const view = new ClothDebugView(cloth, { particles: true, rate: 1e-3 });
  stage.scene.render();
  await settle();
  const before = view.meshes.get("particles")?.getVerticesData("position")?.slice() ?? [];
  expect(before.length).toBeGreaterThan(0);
  stage.run(20);
  stage.scene.render();
  await settle();
  expect(view.meshes.get("particles")?.getVerticesData("position")).toEqual(before);
  view.rate = 1e6;
  stage.scene.render();
  await settle();
  expect(view.meshes.get("particles")?.getVerticesData("position")).not.toEqual(before);
});

test("it follows pins and colliders that come and go", async () => {
  const cloth = stage.add({ controlPoints: 4, pins: "none", fabric: { tether: 1 } });
  const view = new ClothDebugView(cloth, { tethers: true, colliders: true });
  await view.updateAsync();
  expect(verticesOf(view, "tethers") + verticesOf(view, "colliders")).toBe(0);
  cloth.pin(0, 1);
  const ball = cloth.colliders.add({ shape: "sphere" });
  await view.updateAsync();
  expect(verticesOf(view, "tethers")).toBe(2 * 15);
  expect(verticesOf(view, "colliders")).toBeGreaterThan(0);
  ball.enabled = false;
  await view.updateAsync();
  expect(view.meshes.get("colliders")?.isVisible).toBe(false);
});

test("no tethers are drawn of cloth that can tear, which has none", async () => {
  const cloth = stage.add({ controlPoints: 4, fabric: { tether: 1 } });
  const view = new ClothDebugView(cloth, { tethers: true });
  await view.updateAsync();
  expect(verticesOf(view, "tethers")).toBeGreaterThan(0);
  cloth.fabric.tear = 0.5;
  await view.updateAsync();
  expect(view.meshes.get("tethers")?.isVisible).toBe(false);
});

test("no tethers are drawn that a cut took away, and all again after it is mended", async () => {
  const cloth = stage.add({ controlPoints: { u: 5, v: 4 }, pins: "topEdge", fabric: { tether: 1 } });
  const view = new ClothDebugView(cloth, { tethers: true });
  stage.run(1);
  await view.updateAsync();
  expect(verticesOf(view, "tethers")).toBe(2 * 15);
  // Between the two rows in the middle.
  const [width, height] = [stage.scene.getEngine().getRenderWidth(), stage.scene.getEngine().getRenderHeight()];
  expect(cloth.cut({ x: 0, y: height / 2 }, { x: width, y: height / 2 })).toBe(3);
  await view.updateAsync();
  expect(verticesOf(view, "tethers")).toBe(2 * 5);
  cloth.reset();
  stage.run(1);
  await view.updateAsync();
  expect(verticesOf(view, "tethers")).toBe(2 * 15);
});

test("what is switched on while it reads is drawn the next time", async () => {
  const cloth = stage.add({ controlPoints: 4 });
  const view = new ClothDebugView(cloth, { colliders: true });
  const reading = view.updateAsync();
  view.links = true;
  await reading;
  expect([...view.meshes.keys()]).toEqual(["colliders"]);
  await view.updateAsync();
  expect(verticesOf(view, "links")).toBeGreaterThan(0);
});

test("it goes with its cloth, also while it reads", async () => {
  const cloth = stage.add({ controlPoints: 4 });
  const meshes = stage.scene.meshes.length - 1;
  const view = new ClothDebugView(cloth, { particles: true, links: true, levels: true });
  stage.run(1);
  await view.updateAsync();
  expect(stage.scene.meshes.length).toBe(meshes + 4);
  const reading = view.updateAsync();
  cloth.dispose();
  await reading;
  expect(stage.scene.meshes).toHaveLength(meshes);
  expect(view.meshes.size).toBe(0);
  stage.scene.render();
  await settle();
  expect(stage.scene.meshes).toHaveLength(meshes);
});

test("options and members that are not allowed are refused by name, as is what is no cloth", () => {
  const cloth = stage.add({ controlPoints: 4 });
  const observers = stage.scene.onBeforeRenderObservable.observers.length;
  const refused: [object, string][] = [
    [{ link: true }, "debugView has no link; it has particles, links"],
    [{ links: 1 }, "debugView.links is 1, must be true or false."],
    [{ rate: -1 }, "debugView.rate is -1, must be a finite number above 0 (updates a second)."],
    [{ strainScale: 0 }, "debugView.strainScale is 0, must be a finite number above 0."],
    [{ mostAcross: 0 }, "debugView.mostAcross is 0, must be a finite number from 2 up (particles)."],
  ];
  for (const [options, message] of refused) {
    expect(() => new ClothDebugView(cloth, options)).toThrow(`Cloth "cloth": ${message}`);
  }
  expect(() => new ClothDebugView(new Mesh("ball", stage.scene) as never)).toThrow(
    'Cloth "(any)": cloth of a ClothDebugView is the Mesh "ball", must be a cloth.',
  );
  expect(stage.scene.onBeforeRenderObservable.observers).toHaveLength(observers);
  const view = new ClothDebugView(cloth);
  expect(() => (view.rate = 0)).toThrow("debugView.rate is 0");
  expect(view.rate).toBe(15);
});
