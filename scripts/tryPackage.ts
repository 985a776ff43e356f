// Packs the package and builds apps from it, as users would: with Vite, with webpack, with script tags, with an ES module beside
// Babylon's UMD bundle, and in Node. Each app makes a cloth and says how far it has fallen. Run by `npm run try:package`.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "../test/support/chromium.js";
import { serveFolder } from "../test/support/fileServer.js";
import { newFolder, npm, pack } from "./package/pack.js";

const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
  devDependencies: Record<string, string>;
};
const BABYLON = devDependencies["@babylonjs/core"];
/** The tools that apps are built with. */
const tools = [`webpack@${devDependencies.webpack}`, `webpack-cli@${devDependencies["webpack-cli"]}`, "vite@8"];

/** The sheet falls freely for half a second, in air [m]. */
const FALL = { least: 0.3, most: 1.23 };

const page = (scripts: string): string =>
  `<!doctype html><link rel="icon" href="data:," /><canvas id="canvas" width="64" height="64"></canvas>\n${scripts}\n`;

/** Says in the title of the page how far a cloth falls on each backend, and on the CPU where it is simulated. */
const fall = `
async function fallOn(engine, { Scene, CreateCloth, ClothSystem, FreeCamera, Vector3 }) {
  const scene = new Scene(engine);
  new FreeCamera("camera", new Vector3(0, 0, -5), scene);
  const cloth = CreateCloth("cloth", { controlPoints: 6, pins: "none" }, scene);
  const system = ClothSystem.For(scene);
  system.paused = true;
  await system.useWorkerAsync();
  await scene.whenReadyAsync();
  scene.render();
  const before = await cloth.readPositions();
  system.step(0.5);
  scene.render();
  const after = await cloth.readPositions();
  return { backend: cloth.backend + (cloth.isInWorker ? " worker" : ""), fall: before[1] - after[1] };
}`;
const tell = `
const canvas = document.getElementById("canvas");
async function run(names) {
  const gpu = new names.WebGPUEngine(canvas);
  await gpu.initAsync();
  return [await fallOn(gpu, names), await fallOn(new names.NullEngine(), names)];
}
function say(result) { document.title = JSON.stringify(result); }
function sayError(error) { document.title = JSON.stringify(String(error?.stack ?? error)); }`;

const babylonImports = `
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/core/Materials/standardMaterial.js";
import { CreateCloth, ClothSystem } from "babylon-cloth";`;

/** It has none of the Inspector's packages, and uses what does without them. */
const bundledApp = `${babylonImports}
import { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.js";
import { ClothDebugView, ShowClothInspector } from "babylon-cloth/inspector";
${fall}${tell}
async function withoutInspector() {
  const scene = new Scene(new NullEngine());
  new ClothDebugView(CreateCloth("cloth", {}, scene), { links: true }).dispose();
  const message = await ShowClothInspector(scene).catch(({ message }) => message);
  if (!message.includes("install the packages")) throw new Error("The Inspector: " + message);
}
withoutInspector()
  .then(() => run({ WebGPUEngine, NullEngine, Scene, CreateCloth, ClothSystem, FreeCamera, Vector3 }))
  .then(say, sayError);
`;

interface App {
  readonly name: string;
  /** In the folder of apps. */
  readonly make: (folder: string) => void;
}

function bundled(name: string, bundle: (folder: string) => void): App {
  return {
    name,
    make: (folder) => {
      const own = join(folder, name);
      mkdirSync(own);
      writeFileSync(join(own, "app.js"), bundledApp);
      bundle(own);
    },
  };
}

/** A page with Babylon's UMD bundle, and nothing else of Babylon. */
function withGlobal(name: string, file: string, script: string): App {
  return {
    name,
    make: (folder) => {
      const own = join(folder, name, "dist");
      mkdirSync(own, { recursive: true });
      cpSync(join(folder, "node_modules/babylonjs/babylon.js"), join(own, "babylon.js"));
      for (const part of [file, "babylon-cloth.worker.js"]) {
        cpSync(join(folder, "node_modules/babylon-cloth/dist", part), join(own, part));
      }
      writeFileSync(join(own, "index.html"), page(`<script src="babylon.js"></script>\n${script}`));
    },
  };
}

const apps: readonly App[] = [
  bundled("vite", (own) => {
    writeFileSync(join(own, "index.html"), page('<script type="module" src="./app.js"></script>'));
    npm(own, "exec", "--", "vite", "build", "--logLevel", "warn");
  }),
  bundled("webpack", (own) => {
    npm(own, "exec", "--", "webpack", "--mode", "production", "--entry", "./app.js", "--stats", "errors-warnings");
    writeFileSync(join(own, "dist/index.html"), page('<script src="main.js"></script>'));
  }),
  withGlobal(
    "scriptTags",
    "babylon-cloth.umd.js",
    `<script src="babylon-cloth.umd.js"></script>
<script>${fall}${tell}
run({ ...BABYLON, ...BabylonCloth }).then(say, sayError);</script>`,
  ),
  withGlobal(
    "globalModule",
    "babylon-cloth.global.js",
    `<script type="module">import * as cloth from "./babylon-cloth.global.js";${fall}${tell}
run({ ...BABYLON, ...cloth }).then(say, sayError);</script>`,
  ),
];

/** Throws unless the cloth fell on each of these backends. */
function check(name: string, text: string, backends: readonly string[]): void {
  const result = JSON.parse(text) as { backend: string; fall: number }[] | string;
  if (typeof result === "string") throw new Error(`${name}: ${result}`);
  const isRight = result.every(({ fall: way }) => way > FALL.least && way < FALL.most);
  if (!isRight || result.map(({ backend }) => backend).join() !== backends.join()) {
    throw new Error(`${name}: ${text}, must fall by ${FALL.least} to ${FALL.most} m on ${backends.join(" and ")}.`);
  }
  console.log(`${name}: ${text}`);
}

function tryNode(folder: string): void {
  writeFileSync(
    join(folder, "node.mjs"),
    `${babylonImports}${fall}
import { Logger } from "@babylonjs/core/Misc/logger.js";
Logger.LogLevels = Logger.ErrorLogLevel;
const engine = new NullEngine();
console.log(JSON.stringify([await fallOn(engine, { Scene, CreateCloth, ClothSystem, FreeCamera, Vector3 })]));`,
  );
  check("node", execFileSync(process.execPath, ["node.mjs"], { cwd: folder, encoding: "utf8" }), ["cpu"]);
}

async function tryPages(folder: string): Promise<void> {
  const browser = await launchChromium();
  try {
    for (const { name, make } of apps) {
      make(folder);
      const server = await serveFolder(join(folder, name, "dist"));
      try {
        const tab = await browser.newPage();
        await tab.goto(server.url);
        await tab.waitForFunction(() => document.title !== "", undefined, { timeout: 300_000 });
        check(name, await tab.title(), ["gpu", "cpu worker"]);
        await tab.close();
      } finally {
        await server.close();
      }
    }
  } finally {
    await browser.close();
  }
}

const folder = newFolder();
try {
  const tarball = pack(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "apps", private: true, type: "module" }));
  // Without the optional peers, the Inspector and React.
  npm(
    folder,
    "install",
    "--no-audit",
    "--no-fund",
    tarball,
    `@babylonjs/core@${BABYLON}`,
    `babylonjs@${BABYLON}`,
    ...tools,
  );
  tryNode(folder);
  await tryPages(folder);
  console.log("The package works in all apps.");
} finally {
  rmSync(folder, { recursive: true });
}
