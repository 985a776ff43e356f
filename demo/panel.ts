// The controls and figures over the picture.
import { element } from "./controls.js";
import type { Exhibit } from "./exhibit.js";
import type { ClothTool } from "./handling.js";

/** Something to choose. */
export interface PanelEntry {
  readonly name: string;
  /** For people. */
  readonly title: string;
}

/** What the controls do. */
export interface PanelActions {
  show(name: string): void;
  reset(): void;
  push(): void;
  use(tool: ClothTool): void;
  play(isPlaying: boolean): void;
}

/** [ms] */
const FIGURES_INTERVAL = 250;

/** Narrower pages show the picture first, the controls when asked for [CSS pixels]. */
const PHONE_WIDTH = 640;

/**
 * Fills the panel.
 *
 * @param entries - To choose from.
 * @param chosen - The one that is shown first.
 * @param isPlaying - Whether cloth moves at first.
 * @param actions - What the controls do.
 */
export function createPanel(
  entries: readonly PanelEntry[],
  chosen: PanelEntry,
  isPlaying: boolean,
  actions: PanelActions,
): void {
  for (const entry of entries) {
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name: "scene", value: entry.name, checked: entry === chosen });
    input.addEventListener("change", () => actions.show(entry.name));
    const title = document.createElement("span");
    title.textContent = entry.title;
    const label = document.createElement("label");
    label.append(input, title);
    element("scenes").append(label);
  }
  if (window.innerWidth <= PHONE_WIDTH) element("details").removeAttribute("open");
  element("reset").addEventListener("click", () => actions.reset());
  element("push").addEventListener("click", () => actions.push());

  const tools = ["pin", "cut"] as const;
  let used: ClothTool = "drag";
  for (const tool of tools) {
    element(tool).addEventListener("click", () => {
      used = used === tool ? "drag" : tool;
      for (const other of tools) element(other).setAttribute("aria-pressed", String(other === used));
      actions.use(used);
    });
  }

  const [pause, play] = [element("pause"), element("play")];
  let plays = isPlaying;
  const tell = (): void => {
    pause.textContent = plays ? "Pause" : "Resume";
    play.hidden = plays;
  };
  const toggle = (): void => {
    plays = !plays;
    tell();
    actions.play(plays);
  };
  pause.addEventListener("click", toggle);
  play.addEventListener("click", toggle);
  tell();
}

/**
 * Says what is shown.
 *
 * @param title - Of it.
 * @param description - What to look at.
 */
export function describe(title: string, description: string): void {
  element("description").textContent = description;
  document.title = `${title} – babylon-cloth`;
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
 * @param exhibitNow - What is shown, if anything.
 */
export function showFigures(exhibitNow: () => Exhibit | null): void {
  const write = (id: string, text: string): void => {
    element(id).textContent = text;
  };
  setInterval(() => {
    const exhibit = exhibitNow();
    if (!exhibit) return;
    const fps = exhibit.camera.getEngine().getFps();
    const sum = (figure: "particles" | "triangles"): string =>
      exhibit.cloths.reduce((total, { statistics }) => total + statistics[figure], 0).toLocaleString("en");
    write("frame", `${(1000 / fps).toFixed(1)} ms (${fps.toFixed(0)} fps)`);
    write("particles", sum("particles"));
    write("triangles", sum("triangles"));
    write("backend", exhibit.cloths[0]?.backend.toUpperCase() ?? "–");
  }, FIGURES_INTERVAL);
}
