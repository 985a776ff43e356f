// The page: shows one demo scene at a time.
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { createClothDemo } from "./clothDemo.js";
import { createEngine } from "./engine.js";
import { createPanel, describeScene, showFigures, showMessage } from "./panel.js";
import type { DemoScene } from "./scenes/demoScene.js";
import { demoScenes } from "./scenes/index.js";
import { Stage } from "./stage.js";

const NO_WEBGPU =
  "This browser has no WebGPU, so the cloth runs on the CPU and is drawn with WebGL 2. " +
  "Recent versions of Chrome, Edge, Safari and Firefox have WebGPU.";
const NO_GRAPHICS =
  "This page needs WebGPU or WebGL 2, and this browser has neither switched on. " +
  "Recent versions of Chrome, Edge, Safari and Firefox have both.";

const canvas = document.getElementById("canvas") as HTMLCanvasElement;
const asked = new URLSearchParams(location.search).get("scene");
const first = demoScenes.find(({ name }) => name === asked) ?? demoScenes[0];

function run(engine: AbstractEngine): void {
  let stage: Stage | null = null;
  let wanted = first;
  let paused = false;

  const show = async (demo: DemoScene): Promise<void> => {
    wanted = demo;
    describeScene(demo);
    const opened = await Stage.Open(demo, engine);
    // Someone may have chosen another meanwhile.
    if (wanted !== demo) {
      opened.dispose();
      return;
    }
    stage?.dispose();
    stage = opened;
    stage.control();
    stage.play(!paused);
    window.clothDemo = createClothDemo(opened);
  };
  const tryToShow = (demo: DemoScene): void => {
    show(demo).catch((error: unknown) => {
      showMessage(`The scene could not be shown: ${String(error)}`);
      console.error(error);
    });
  };

  createPanel(demoScenes, first, {
    show: (demo) => {
      history.replaceState(null, "", `?scene=${demo.name}`);
      tryToShow(demo);
    },
    reset: () => stage?.reset(),
    pause: (pausedNow) => {
      paused = pausedNow;
      stage?.play(!paused);
    },
  });
  showFigures(() => stage);
  engine.runRenderLoop(() => stage?.scene.render());
  tryToShow(first);
}

try {
  const engine = await createEngine(canvas);
  if (!engine.isWebGPU) showMessage(NO_WEBGPU);
  run(engine);
} catch (error) {
  showMessage(NO_GRAPHICS);
  console.warn(error);
}
