// All demo scenes, in the order in which they are offered.
import type { DemoScene } from "./demoScene.js";
import { drape } from "./drape.js";
import { fabrics } from "./fabrics.js";
import { flag } from "./flag.js";
import { shapes } from "./shapes.js";
import { skirt } from "./skirt.js";

/** The first is shown unless another is asked for. */
export const demoScenes: readonly DemoScene[] = [flag, drape, fabrics, shapes, skirt];
