// The checks of the demo scenes: each refuses cloth that hangs still, has come off, or has fallen through the floor.
import { readFile } from "node:fs/promises";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import type * as Paint from "../../demo/textures/paint.js";
import type { DemoScene, DemoStage } from "../../demo/scenes/demoScene.js";
import { demoScenes, pictureScenes } from "../../demo/scenes/index.js";
import { ClothSystem } from "../../src/index.js";

/** What the types of Jest leave out. */
const { jest: esmJest } = import.meta as unknown as {
  readonly jest: { unstable_mockModule(path: string, make: () => object): void };
};

/** Nobody sees the textures, which take most of the time. */
const paint: typeof Paint = await import("../../demo/textures/paint.js");
esmJest.unstable_mockModule("../../demo/textures/paint.js", () => ({
  ...paint,
  paintTexture: (name: string, _: unknown, painter: Paint.Painter, scene: Scene) =>
    paint.paintTexture(name, { width: 2, height: 2 }, painter, scene),
}));

const fetchAddress = globalThis.fetch;

beforeAll(() => {
  Logger.LogLevels = Logger.ErrorLogLevel;
  // Node's fetch reads no files: Havok is one.
  globalThis.fetch = async (input, init) =>
    input instanceof URL && input.protocol === "file:"
      ? new Response(await readFile(input))
      : fetchAddress(input, init);
});

afterAll(() => {
  globalThis.fetch = fetchAddress;
});

const entries = [...demoScenes, ...pictureScenes].map((entry) => [entry.name, entry] as const);

describe.each(entries)("%s", (_, entry) => {
  let engine: NullEngine;
  let demo: DemoScene;
  let stage: DemoStage;
  let start: Float32Array[];

  beforeAll(async () => {
    engine = new NullEngine();
    const scene = new Scene(engine);
    ClothSystem.For(scene).paused = true;
    demo = await entry.load();
    stage = await demo.create(scene);
    start = await Promise.all(stage.cloths.map(async (cloth) => (await cloth.readPositions()).slice()));
  });

  afterAll(() => {
    engine.dispose();
  });

  /** What the check says when particles are where `place` puts them. */
  function complaints(place: (coordinate: number, axis: number) => number): string[] {
    const cloths = start.map((positions) => ({ start: positions, now: positions.map((x, i) => place(x, i % 3)) }));
    return demo.check({ seconds: demo.pictureAt, cloths });
  }

  test("it refuses cloth that has not moved", () => {
    expect(complaints((x) => x)).not.toEqual([]);
  });

  test("it refuses cloth below the floor", () => {
    expect(complaints((x, axis) => (axis === 1 ? x - 3 : x))).not.toEqual([]);
  });

  test("it refuses cloth that has flown away", () => {
    expect(complaints((x, axis) => (axis === 0 ? x + 2 : x))).not.toEqual([]);
  });

  test("its cloth moves on the CPU", async () => {
    const system = ClothSystem.For(stage.cloths[0].getScene());
    for (let frame = 0; frame < 3; frame++) system.step(1 / 60);
    const now = await Promise.all(stage.cloths.map((cloth) => cloth.readPositions()));
    expect(now.every((positions) => positions.every(Number.isFinite))).toBe(true);
    const ways = now.map((positions, i) => Math.max(...positions.map((x, k) => Math.abs(x - start[i][k]))));
    expect(Math.max(...ways)).toBeGreaterThan(1e-4);
  });
});
