// Every demo scene is what it says when its picture is taken.
import { demoScenes, pictureScenes } from "../../demo/scenes/index.js";
import { Stage } from "../../demo/stage.js";
import { installFileFetch } from "../support/fetchFiles.js";
import { createHeadlessEngine } from "../support/headless.js";

const STEPS_PER_SECOND = 60;

/** Two hundred cloths take software minutes: `npm run snapshot -- --scene banners` looks at them. */
const scenes = [...demoScenes, ...pictureScenes].filter(({ name }) => name !== "banners");

installFileFetch();

test.each(scenes)("$name", async ({ load }) => {
  const scene = await load();
  const { engine, dispose } = await createHeadlessEngine({ width: 16, height: 16 });
  const stage = await Stage.Open(scene, engine);
  for (let step = 0; step < Math.round(scene.pictureAt * STEPS_PER_SECOND); step++) {
    stage.step(1 / STEPS_PER_SECOND);
  }
  expect(await stage.check()).toEqual([]);
  await dispose();
});
