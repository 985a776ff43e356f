// The page of the stability laboratory.
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.js";
import { element } from "../controls.js";
import { createEngine } from "../engine.js";
import { createExampleChoice, createLabControls } from "./controls.js";
import { download } from "./download.js";
import { LabExhibit } from "./exhibit.js";
import { measure, summaryOf, theoryFor, toCsv, toJson, type Measurement } from "./measurement.js";
import { LabPlots } from "./plots.js";
import { Probe } from "./probe.js";
import { START, type LabSettings } from "./settings.js";

const NO_WEBGPU = "This browser has no WebGPU, so the sheet runs on the CPU and is drawn with WebGL 2.";
const NO_GRAPHICS = "This page needs WebGPU or WebGL 2, and this browser has neither switched on.";
/** How long a step that has diverged is told of [ms]. */
const TOLD = 1500;
/** Theory waits for people who drag a slider [ms]. */
const PAUSE = 150;

const button = (id: string): HTMLButtonElement => element(id) as HTMLButtonElement;
const [measureButton, stopButton, pauseButton] = [button("measure"), button("stop"), button("pause")];
const downloads = [button("csv"), button("json")];
const progress = element("progress") as HTMLProgressElement;

function say(id: "message" | "summary" | "backend", text: string): void {
  element(id).textContent = text;
  if (id === "message") element(id).hidden = text === "";
}

/** Runs the page with its engine. */
async function open(engine: AbstractEngine): Promise<void> {
  if (!engine.isWebGPU) say("message", NO_WEBGPU);
  const probe = new Probe(engine);
  const exhibit = await LabExhibit.Open(engine, START);
  const plots = await LabPlots.Load(element("energy"), [element("stepBorder"), element("dampingBorder")]);
  let settings = START;
  let known: Measurement | null = null;
  let running: AbortController | null = null;
  let isPlaying = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;

  const show = (measurement: Measurement): void => {
    known = measurement;
    progress.value = measurement.progress;
    plots.showBorders(measurement.borders);
    say("summary", summaryOf(measurement));
    const isEmpty = measurement.borders.every(({ measured }) => measured.length === 0);
    for (const one of downloads) one.disabled = isEmpty;
  };

  let waiting = 0;
  const use = (next: LabSettings): void => {
    running?.abort();
    settings = next;
    exhibit.use(next);
    clearTimeout(waiting);
    waiting = window.setTimeout(() => {
      void theoryFor(next, probe.backend).then((theory) => {
        if (settings === next && !running) show(theory);
      });
    }, PAUSE);
  };

  const measureNow = async (): Promise<void> => {
    const controller = new AbortController();
    const mine = settings;
    running = controller;
    tellRunning(true);
    try {
      const tell = (measurement: Measurement): void => {
        if (settings === mine) show(measurement);
      };
      const theory = await theoryFor(mine, probe.backend);
      tell(theory);
      await measure(theory, (tried, signal) => probe.isStable(tried, signal), tell, controller.signal);
    } catch (error) {
      say("message", `The measurement has failed: ${String(error)}`);
      console.error(error);
    }
    running = null;
    tellRunning(false);
  };

  const restart = (): void => {
    exhibit.reset();
    plots.clearEnergy();
  };
  const tellPlaying = (): void => {
    pauseButton.textContent = isPlaying ? "Pause" : "Play";
  };
  const controls = (): void => createLabControls(element("controls"), settings, use);

  element("examples").append(
    createExampleChoice((example) => {
      use(example);
      controls();
      restart();
      // Without gravity nothing else would move the sheet.
      if (example.gravity === 0) exhibit.strike();
    }),
  );
  controls();
  measureButton.addEventListener("click", () => void measureNow());
  stopButton.addEventListener("click", () => running?.abort());
  pauseButton.addEventListener("click", () => {
    isPlaying = !isPlaying;
    say("message", "");
    tellPlaying();
  });
  button("reset").addEventListener("click", restart);
  button("strike").addEventListener("click", () => exhibit.strike());
  button("csv").addEventListener("click", () => {
    if (known) download("stability.csv", "text/csv", toCsv(known));
  });
  button("json").addEventListener("click", () => {
    if (known) download("stability.json", "application/json", toJson(known));
  });

  let told = 0;
  exhibit.onDiverged = () => {
    element("diverged").hidden = false;
    clearTimeout(told);
    told = window.setTimeout(() => (element("diverged").hidden = true), TOLD);
  };
  exhibit.onFailed = (error) => {
    isPlaying = false;
    tellPlaying();
    say("message", `The sheet could not be read and is paused; Play goes on: ${String(error)}`);
    console.error(error);
  };
  exhibit.onSample = (sample) => plots.addEnergy(sample);
  say("backend", exhibit.backend.toUpperCase());
  tellPlaying();
  tellRunning(false);
  use(START);
  engine.runRenderLoop(() => exhibit.render(isPlaying));
}

function tellRunning(isRunning: boolean): void {
  measureButton.disabled = isRunning;
  stopButton.disabled = !isRunning;
  progress.hidden = !isRunning;
}

const engine = await createEngine(element("canvas") as HTMLCanvasElement).catch((error: unknown) => {
  say("message", NO_GRAPHICS);
  console.warn(error);
});
if (engine) {
  open(engine).catch((error: unknown) => {
    say("message", `The laboratory could not be opened: ${String(error)}`);
    console.error(error);
  });
}
