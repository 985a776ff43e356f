// The controls and figures over the picture.
import type { DemoScene } from "./scenes/demoScene.js";
import type { Stage } from "./stage.js";

/** What the controls do. */
export interface PanelActions {
  show(demo: DemoScene): void;
  reset(): void;
  pause(paused: boolean): void;
}

/** [ms] */
const FIGURES_INTERVAL = 250;

/** The element with an id that index.html has. */
function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no element "${id}".`);
  return found;
}

/**
 * Fills the panel.
 *
 * @param demos - To choose from.
 * @param chosen - The one that is shown first.
 * @param actions - What the controls do.
 */
export function createPanel(demos: readonly DemoScene[], chosen: DemoScene, actions: PanelActions): void {
  for (const demo of demos) {
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name: "scene", value: demo.name, checked: demo === chosen });
    input.addEventListener("change", () => actions.show(demo));
    const title = document.createElement("span");
    title.textContent = demo.title;
    const label = document.createElement("label");
    label.append(input, title);
    element("scenes").append(label);
  }
  element("reset").addEventListener("click", () => actions.reset());
  const pause = element("pause");
  let paused = false;
  pause.addEventListener("click", () => {
    paused = !paused;
    pause.textContent = paused ? "Resume" : "Pause";
    actions.pause(paused);
  });
}

/** Describes a scene. */
export function describeScene(demo: DemoScene): void {
  element("description").textContent = demo.description;
  document.title = `${demo.title} – babylon-cloth`;
}

/** Says what people must know. */
export function showMessage(text: string): void {
  const message = element("message");
  message.textContent = text;
  message.hidden = false;
}

/**
 * Shows what the scene costs, a few times a second.
 *
 * @param stageNow - The scene that runs, if any.
 */
export function showFigures(stageNow: () => Stage | null): void {
  const write = (id: string, text: string): void => {
    element(id).textContent = text;
  };
  setInterval(() => {
    const stage = stageNow();
    if (!stage) return;
    const fps = stage.scene.getEngine().getFps();
    const sum = (figure: "particles" | "triangles"): string =>
      stage.cloths.reduce((total, { statistics }) => total + statistics[figure], 0).toLocaleString("en");
    write("frame", `${(1000 / fps).toFixed(1)} ms (${fps.toFixed(0)} fps)`);
    write("particles", sum("particles"));
    write("triangles", sum("triangles"));
    write("backend", stage.cloths[0]?.backend.toUpperCase() ?? "–");
  }, FIGURES_INTERVAL);
}
