// Babylon's Inspector beside the picture, with all settings of the cloth: megabytes that nobody loads who does not ask for it.
import type { IClothInspector } from "../src/inspector/index.js";
import { element } from "./controls.js";
import type { Exhibit } from "./exhibit.js";
import { showMessage } from "./panel.js";

/** Opens and closes the Inspector. */
export interface InspectorButton {
  /** Closes it if it is open; resolves then. */
  close(): Promise<void>;
}

/**
 * Lets the button of index.html open and close the Inspector.
 *
 * @param exhibitNow - What is shown, if anything: its first cloth is inspected.
 */
export function createInspectorButton(exhibitNow: () => Exhibit | null): InspectorButton {
  const button = element("inspector");
  let inspector: IClothInspector | null = null;
  /** What people asked for last: one thing after the other. */
  let work = Promise.resolve();
  const tell = (isLoading: boolean): void => {
    button.textContent = isLoading ? "Loading the Inspector…" : "Inspector";
    button.setAttribute("aria-busy", String(isLoading));
    button.setAttribute("aria-pressed", String(inspector !== null));
  };

  const open = async (): Promise<void> => {
    const cloth = exhibitNow()?.cloths[0];
    if (!cloth) return;
    tell(true);
    try {
      const { ShowClothInspector } = await import(/* webpackChunkName: "inspector" */ "../src/inspector/index.js");
      inspector = await ShowClothInspector(cloth.getScene(), {
        cloth,
        // The picture stays visible: it makes room for one column.
        layoutMode: "inline",
        containerElement: element("stage"),
        sidePaneRemapper: ({ verticalLocation }: { verticalLocation: string }) => ({
          horizontalLocation: "right",
          verticalLocation,
        }),
        themeMode: "dark",
        disableTeachingMoments: true,
      });
    } catch (error) {
      showMessage(`The Inspector could not be loaded: ${String(error)}`);
    }
    tell(false);
  };
  const close = async (): Promise<void> => {
    await inspector?.dispose();
    inspector = null;
    tell(false);
  };
  button.addEventListener("click", () => {
    work = work.then(() => (inspector ? close() : open()));
  });
  return {
    close: () => (work = work.then(close)),
  };
}
