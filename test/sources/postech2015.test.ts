// POSTECH 2015: its margin about a sphere and its limit of 10 percent, beside this library.
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import { ClothSystem, CreateCloth } from "../../src/index.js";
import { note } from "../support/note.js";

const COUNT = 16;
const RADIUS = 0.3;

test("a sheet on a sphere: the drawn surface stays out, and no link is longer by a tenth", async () => {
  Logger.LogLevels = Logger.ErrorLogLevel;
  const engine = new NullEngine();
  const scene = new Scene(engine);
  new FreeCamera("camera", new Vector3(0, 0, -2), scene);
  const thickness = 0.005;
  const sheet = CreateCloth(
    "sheet",
    {
      ...{ controlPoints: COUNT, pins: "none", thickness, tessellation: { mode: "fixed", level: 64 } },
      ...{ fabric: { strainLimit: 0.1 }, solver: { friction: 0.5 } },
    },
    scene,
  );
  sheet.rotation.x = Math.PI / 2;
  sheet.position.y = 0.5;
  sheet.colliders.add({ shape: "sphere", radius: RADIUS });
  const system = ClothSystem.For(scene);
  system.paused = true;
  let worst = 0;
  for (let frame = 0; frame < 90; frame++) {
    system.step(1 / 60);
    worst = Math.max(worst, sheet.statistics.maxStrain);
  }
  scene.render();
  const { positions } = await sheet.readSurface();
  const gaps = Array.from(
    { length: positions.length / 3 },
    (_, i) => Math.hypot(...positions.subarray(3 * i, 3 * i + 3)) - RADIUS,
  );
  const on = gaps.filter((gap) => gap < 2 * thickness);
  // Theirs: particles keep sqrt(l0^2 + r^2) from the middle, so that the middles of cells stay out.
  const link = 1 / (COUNT - 1);
  const margin = Math.hypot(link, RADIUS);
  const cell = Math.sqrt(margin ** 2 - link ** 2 / 2) - RADIUS;
  note("gap here [mm]", 1000 * Math.min(...gaps), "to", 1000 * Math.max(...on), "worst strain", worst);
  note("gap there [mm]", 1000 * cell, "to", 1000 * (margin - RADIUS));
  expect(on.length).toBeGreaterThan(100);
  expect(Math.min(...gaps)).toBeGreaterThan(0.2 * thickness);
  expect(worst).toBeLessThan(0.1);
  engine.dispose();
});
