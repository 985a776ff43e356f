// Controls that belong to one scene.
import type { Scene } from "@babylonjs/core/scene.js";
import { element } from "./controls.js";

/**
 * Adds controls to the panel, as long as a scene lives.
 *
 * @param scene - The one that they change.
 * @param controls - From the top.
 */
export function showSceneControls(scene: Scene, ...controls: readonly HTMLElement[]): void {
  const host = document.createElement("div");
  host.className = "controls";
  host.append(...controls);
  element("choices").append(host);
  scene.onDisposeObservable.addOnce(() => {
    host.remove();
  });
}
