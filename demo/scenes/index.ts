// All demo scenes, in the order in which they are offered. Each is loaded when it is chosen.
import type { DemoScene } from "./demoScene.js";

/** A scene to choose. */
export interface DemoEntry {
  /** In addresses and on the command line. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly load: () => Promise<DemoScene>;
}

/** The scenes. */
export const demoScenes: readonly DemoEntry[] = [
  { name: "flag", title: "Flag", load: async () => (await import("./flag.js")).flag },
  { name: "curtain", title: "Curtain", load: async () => (await import("./curtain.js")).curtain },
  { name: "cape", title: "Cape", load: async () => (await import("./cape.js")).cape },
  { name: "table", title: "Still life", load: async () => (await import("./table.js")).table },
  { name: "twist", title: "Twist", load: async () => (await import("./twist.js")).twist },
  { name: "ball", title: "Ball", load: async () => (await import("./ball.js")).ball },
  { name: "banners", title: "200 banners", load: async () => (await import("./banners.js")).banners },
  { name: "drape", title: "Table cloth", load: async () => (await import("./drape.js")).drape },
  { name: "fabrics", title: "Fabrics", load: async () => (await import("./fabrics.js")).fabrics },
  { name: "shapes", title: "Shapes", load: async () => (await import("./shapes.js")).shapes },
  { name: "sail", title: "Sail in a storm", load: async () => (await import("./sail.js")).sail },
  { name: "cushion", title: "Cushions", load: async () => (await import("./cushion.js")).cushion },
  { name: "tent", title: "Tent", load: async () => (await import("./tent.js")).tent },
  { name: "outlines", title: "Outlines", load: async () => (await import("./outlines.js")).outlines },
  { name: "meshes", title: "Meshes as cloth", load: async () => (await import("./meshes.js")).meshes },
  { name: "solids", title: "Stairs, ring, bowl", load: async () => (await import("./solids.js")).solids },
  { name: "runner", title: "Runner", load: async () => (await import("./runner.js")).runner },
  { name: "skirt", title: "Skirt", load: async () => (await import("./skirt.js")).skirt },
  { name: "nvidia2005", title: "NVIDIA 2005", load: async () => (await import("./nvidia2005.js")).nvidia2005 },
  {
    name: "glassenberg2003",
    title: "Glassenberg 2003",
    load: async () => (await import("./glassenberg2003.js")).glassenberg2003,
  },
  { name: "bspline", title: "B-spline article", load: async () => (await import("./bspline.js")).bspline },
];

/** Scenes for pictures: too much for the smallest machines that show the demo. */
export const pictureScenes: readonly DemoEntry[] = [
  { name: "fidelity", title: "Two fidelities", load: async () => (await import("./fidelity.js")).fidelity },
];
