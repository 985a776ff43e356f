// All demo scenes, in the order in which they are offered.
import type { DemoScene } from "./demoScene.js";
import { drape } from "./drape.js";
import { flag } from "./flag.js";

/** The first is shown unless another is asked for. */
export const demoScenes: readonly DemoScene[] = [flag, drape];
