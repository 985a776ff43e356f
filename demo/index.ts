// The page: shows one exhibit at a time, the comparison first.
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { createClothDemo } from "./clothDemo.js";
import { createEngine } from "./engine.js";
import type { Exhibit } from "./exhibit.js";
import { handleMiddle, handling } from "./handling.js";
import { createInspectorButton } from "./inspector.js";
import { createPanel, describe, showFigures, showMessage, type PanelEntry } from "./panel.js";
import { demoScenes } from "./scenes/index.js";
import { ClothSystem } from "../src/index.js";

const NO_WEBGPU =
  "This browser has no WebGPU, so the cloth runs on the CPU and is drawn with WebGL 2. " +
  "Recent versions of Chrome, Edge, Safari and Firefox have WebGPU.";
const NO_GRAPHICS =
  "This page needs WebGPU or WebGL 2, and this browser has neither switched on. " +
  "Recent versions of Chrome, Edge, Safari and Firefox have both.";

/** Something to show. */
interface Entry extends PanelEntry {
  open(engine: AbstractEngine): Promise<Exhibit>;
}

/** Each is loaded when it is chosen. */
const entries: readonly Entry[] = [
  {
    name: "compare",
    title: "Comparison",
    open: async (engine) => (await import("./compare/compare.js")).Compare.Open(engine),
  },
  ...demoScenes.map(({ name, title, load }) => ({
    name,
    title,
    open: async (engine: AbstractEngine) => {
      const [{ Stage }, demo] = await Promise.all([import("./stage.js"), load()]);
      return Stage.Open(demo, engine);
    },
  })),
];

const canvas = document.getElementById("canvas") as HTMLCanvasElement;
const asked = new URLSearchParams(location.search).get("scene");
const first = entries.find(({ name }) => name === asked) ?? entries[0];
/** Nothing moves by itself for those who want it so. */
let isPlaying = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;

let exhibit: Exhibit | null = null;
let wanted = first;
/** Counts what people choose: the same scene may be opened twice at once. */
let choices = 0;

async function show(engine: AbstractEngine, entry: Entry): Promise<void> {
  wanted = entry;
  const choice = ++choices;
  await inspector.close();
  // Two at once would take the memory of two.
  exhibit?.dispose();
  exhibit = null;
  const opened = await entry.open(engine);
  // Someone may have chosen another meanwhile.
  if (choice !== choices) {
    opened.dispose();
    return;
  }
  exhibit = opened;
  describe(entry.title, opened.description);
  await opened.control();
  // Its parts were loaded meanwhile, and it may be gone.
  if (choice !== choices) return;
  opened.play(isPlaying);
  if (!engine.isWebGPU) {
    for (const scene of new Set(opened.cloths.map((cloth) => cloth.getScene()))) {
      void ClothSystem.For(scene).useWorkerAsync();
    }
  }
  window.clothDemo = createClothDemo(opened);
}

function tryToShow(engine: AbstractEngine, entry: Entry): void {
  show(engine, entry).catch((error: unknown) => {
    showMessage(`The scene could not be shown: ${String(error)}`);
    console.error(error);
  });
}

let engineNow: AbstractEngine | null = null;
createPanel(entries, first, isPlaying, {
  show: (name) => {
    history.replaceState(null, "", `?scene=${name}`);
    const entry = entries.find((one) => one.name === name);
    if (entry && engineNow) tryToShow(engineNow, entry);
  },
  reset: () => exhibit?.reset(),
  push: () => exhibit?.cloths.forEach((cloth) => handleMiddle(cloth, "push")),
  use: (tool) => {
    handling.tool = tool;
  },
  play: (plays) => {
    isPlaying = plays;
    exhibit?.play(plays);
  },
});
// For those who use no pointer: the canvas has the focus, P pins the middle of the cloth or releases it.
canvas.addEventListener("keydown", ({ key }) => {
  if (key === "p" || key === "P") exhibit?.cloths.forEach((cloth) => handleMiddle(cloth, "pin"));
});
showFigures(() => exhibit);
const inspector = createInspectorButton(() => exhibit);

try {
  const engine = await createEngine(canvas);
  engineNow = engine;
  if (!engine.isWebGPU) showMessage(NO_WEBGPU);
  engine.runRenderLoop(() => exhibit?.render());
  tryToShow(engine, entries.find(({ name }) => name === wanted.name) ?? first);
} catch (error) {
  showMessage(NO_GRAPHICS);
  console.warn(error);
}
