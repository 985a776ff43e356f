import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Stage } from "../../demo/stage.js";
import { CreateCloth } from "../../src/index.js";

test("a scene that plays is animated before its cloths step: they are where they hang", async () => {
  Logger.LogLevels = Logger.ErrorLogLevel;
  const engine = new NullEngine();
  engine.getDeltaTime = () => 1000 / 60;
  const stage = await Stage.Open(
    {
      ...{ name: "walk", description: "It goes along x.", pictureAt: 1, check: () => [] },
      create: (scene) => {
        const cloth = CreateCloth("sheet", { backend: "cpu", controlPoints: 4, pins: () => true }, scene);
        const view = { alpha: 0, beta: 1, radius: 3, target: Vector3.Zero() };
        return { cloths: [cloth], view, animate: (seconds) => (cloth.position.x = seconds) };
      },
    },
    engine,
  );
  stage.play(true);
  for (let frame = 0; frame < 10; frame++) stage.render();
  const [cloth] = stage.cloths;
  expect(stage.seconds).toBeCloseTo(10 / 60, 6);
  expect((await cloth.readPositions())[0]).toBeCloseTo(stage.seconds - 0.5, 6);
  stage.play(false);
  stage.render();
  expect(stage.seconds).toBeCloseTo(10 / 60, 6);
  stage.dispose();
  engine.dispose();
});
