// README.md, llms.txt, the guide and the sources: samples in TypeScript compile and run, those in JavaScript parse, the one for the Playground runs.
// All pages: links lead somewhere, and what is named exists.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";
import { ArcRotateCamera } from "@babylonjs/core/Cameras/arcRotateCamera.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateBox } from "@babylonjs/core/Meshes/Builders/boxBuilder.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import { CreateSphere } from "@babylonjs/core/Meshes/Builders/sphereBuilder.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import ts from "typescript";
import * as BabylonCloth from "../src/index.js";
import { kernels } from "../src/shaders/shaders.gen.js";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const GUIDE = "docs/guide";
const SOURCES = "docs/sources";
const SHORT = "llms.txt";
const ARCHITECTURE = "docs/architecture.md";
const KERNELS = "src/README.md";
const BUNDLE = "/dist/babylon-cloth.umd.js";
const PRELUDE = join(ROOT, "build/samples/prelude.ts");

/** What docs/guide/getting-started.md says that samples take for granted, and the names of README.md's two. */
const prelude = `
declare global {
  const engine: import("@babylonjs/core/Engines/webgpuEngine.js").WebGPUEngine;
  const scene: import("@babylonjs/core/scene.js").Scene;
  const camera: import("@babylonjs/core/Cameras/arcRotateCamera.js").ArcRotateCamera;
  const canvas: HTMLCanvasElement;
  const ground: import("@babylonjs/core/Meshes/mesh.js").Mesh;
  const cloth: import("babylon-cloth").ClothMesh;

  const table: import("@babylonjs/core/Meshes/mesh.js").Mesh;
  const hand: import("@babylonjs/core/Meshes/transformNode.js").TransformNode;
  const ball: import("@babylonjs/core/Physics/v2/physicsBody.js").PhysicsBody;
  const PBRMaterial: typeof import("@babylonjs/core/Materials/PBR/pbrMaterial.js").PBRMaterial;
  const CreateCloth: typeof import("babylon-cloth").CreateCloth;
  const Fabrics: typeof import("babylon-cloth").Fabrics;
}
export {};
`;

interface Sample {
  /** File and line where it starts. */
  readonly place: string;
  readonly language: string;
  readonly text: string;
}

function samplesOf(file: string, markdown = readFileSync(join(ROOT, file), "utf8")): Sample[] {
  return [...markdown.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(({ 1: language, 2: text, index }) => ({
    place: `${file}:${markdown.slice(0, index).split("\n").length}`,
    language,
    text,
  }));
}

const pagesOf = (folder: string): string[] => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
const guide = pagesOf(GUIDE);
const sources = pagesOf(SOURCES);
const pages = ["README.md", SHORT, ...guide, ...sources];
/** Pages for those who work on the library: their samples are not run, their links and names are checked. */
const inner = ["CONTRIBUTING.md", ARCHITECTURE, KERNELS];
const samples = pages.flatMap((file) => samplesOf(file));
const inLanguage = (language: string): Sample[] => samples.filter((sample) => sample.language === language);

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ["@webgpu/types"],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  paths: {
    "babylon-cloth": [join(ROOT, "src/index.ts")],
    "babylon-cloth/inspector": [join(ROOT, "src/inspector/index.ts")],
    "@babylonjs/inspector": [join(ROOT, "src/inspector/babylonInspector.d.ts")],
  },
};

/** One program for all samples: `place: message` for each mistake. */
function mistakesIn(given: readonly Sample[]): string[] {
  const files = new Map([[PRELUDE, prelude]]);
  const places = new Map<string, string>();
  for (const [i, { place, text }] of given.entries()) {
    const file = join(ROOT, `build/samples/sample${i}.ts`);
    // A module, whether it imports anything or not: its names are its own.
    files.set(file, `${text}\nexport {};\n`);
    places.set(file, place);
  }
  const host = ts.createCompilerHost(options);
  host.readFile = (name) => files.get(name) ?? ts.sys.readFile(name);
  host.fileExists = (name) => files.has(name) || ts.sys.fileExists(name);
  host.getSourceFile = (name, version) => {
    const text = host.readFile(name);
    return text === undefined ? undefined : ts.createSourceFile(name, text, version);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const mistakes = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
  for (const file of files.keys()) {
    const source = program.getSourceFile(file);
    mistakes.push(...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source));
  }
  return mistakes.map(({ file, messageText }) => {
    const place = places.get(file?.fileName ?? "") ?? file?.fileName ?? "options";
    return `${place}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

test("every page of the guide and of the sources is in the reference, and there are samples", () => {
  const { projectDocuments } = JSON.parse(readFileSync(join(ROOT, "typedoc.json"), "utf8")) as {
    projectDocuments: string[];
  };
  expect(projectDocuments.filter((file) => !/^docs\/[^/]*$/.test(file)).sort()).toEqual([...guide, ...sources].sort());
  expect(inLanguage("ts").length).toBeGreaterThan(20);
});

test("llms.txt has ten samples", () => {
  expect(inLanguage("ts").filter(({ place }) => place.startsWith(SHORT))).toHaveLength(10);
});

test("what the package exports is in the guide and in the changelog", async () => {
  const inspector = (await import("../src/inspector/index.js")) as object;
  const names = [BabylonCloth, inspector].flatMap((entry) => Object.keys(entry));
  expect(names).toContain("CreateCloth");
  for (const files of [["CHANGELOG.md"], guide]) {
    const text = files.map((file) => readFileSync(join(ROOT, file), "utf8")).join("\n");
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  }
});

test("TypeScript samples compile, and broken ones do not", () => {
  const broken: Sample[] = [
    { place: "option", language: "ts", text: 'CreateCloth("flag", { substeps: 4 }, scene);' },
    { place: "import", language: "ts", text: 'import { CreateFlag } from "babylon-cloth";\nCreateFlag();' },
    { place: "name", language: "ts", text: "cloth.solver.wind = 3;" },
    { place: "whole", language: "ts", text: 'if (cloth.tessellation.mode === "error") cloth.tessellation.pixels = 1;' },
    { place: "syntax", language: "ts", text: "cloth.wind.set(1, 2" },
  ];
  const mistakes = mistakesIn([...inLanguage("ts"), ...broken]);
  const isOf =
    ({ place }: Sample) =>
    (mistake: string) =>
      mistake.startsWith(`${place}: `);
  expect(mistakes.filter((mistake) => !broken.some((sample) => isOf(sample)(mistake)))).toEqual([]);
  expect(broken.filter((sample) => !mistakes.some(isOf(sample)))).toEqual([]);
});

/** What needs a GPU, a browser, physics or a file. */
const BROWSER = /WebGPUEngine|ShowClothInspector|ClothInspectorServices|addPhysicsBody|hero\.glb/;
const FRAMES = 3;

/** Modules of a sample, by name: the two entries stand for the package. */
async function modulesOf({ text }: Sample): Promise<Map<string, unknown>> {
  const names = [...text.matchAll(/^import (?:[^"]*? from )?"([^"]+)"/gm)].map(([, name]) => name);
  const modules = new Map<string, unknown>();
  const entries: Readonly<Record<string, string>> = {
    "babylon-cloth": "../src/index.js",
    "babylon-cloth/inspector": "../src/inspector/index.js",
  };
  // One after the other: Jest links modules that are imported at the same time too early.
  for (const name of names) modules.set(name, await import(entries[name] ?? name));
  return modules;
}

test.each(
  inLanguage("ts")
    .filter(({ text }) => !BROWSER.test(text))
    .map((sample) => [sample.place, sample] as const),
)("%s runs", async (_, sample) => {
  Logger.LogLevels = Logger.ErrorLogLevel;
  const engine = new NullEngine();
  const scene = new Scene(engine);
  const globals = {
    engine,
    scene,
    camera: new ArcRotateCamera("camera", -1.2, 1.4, 4, Vector3.Zero(), scene),
    canvas: undefined,
    ground: CreateGround("ground", { width: 4, height: 4 }, scene),
    table: CreateBox("table", {}, scene),
    cloth: BabylonCloth.CreateCloth("cloth", { controlPoints: 8 }, scene),
    console: { log: () => undefined, error: console.error },
  };
  scene.render();
  const modules = await modulesOf(sample);
  const { outputText } = ts.transpileModule(sample.text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
  });
  const run = compileFunction(`return (async () => {${outputText}\n})();`, [
    "require",
    "exports",
    ...Object.keys(globals),
  ]) as (...given: unknown[]) => Promise<void>;
  await run((name: string) => modules.get(name), {}, ...Object.values(globals));
  for (let frame = 0; frame < FRAMES; frame++) {
    scene.render();
  }
  BabylonCloth.ClothMesh.SerializeShape = false;
  engine.dispose();
});

/** As GitHub and TypeDoc make it of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

/** Links of a page, of which `markdown` is the text, that lead to no file or no heading. */
function deadLinks(file: string, markdown = readFileSync(join(ROOT, file), "utf8")): string[] {
  return [...markdown.matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)]
    .filter(([, path, anchor]) => {
      const target = path ? join(ROOT, dirname(file), path) : join(ROOT, file);
      const headings = anchor && existsSync(target) ? [...readFileSync(target, "utf8").matchAll(/^#+ (.*)$/gm)] : [];
      return anchor ? !headings.some(([, heading]) => anchorOf(heading) === anchor) : !existsSync(target);
    })
    .map(([link]) => `${file} ${link}`);
}

test("links lead to files and headings", () => {
  const others = ["CHANGELOG.md", "docs/validation.md", ...pagesOf("docs/figures")];
  expect(
    [...pages, ...inner, ...others.filter((file) => file.endsWith(".md"))].flatMap((file) => deadLinks(file)),
  ).toEqual([]);
  // The patterns find something.
  expect(deadLinks(KERNELS, "[a](nowhere.md), [b](../docs/architecture.md#nothing), [c](#nothing)")).toHaveLength(3);
});

test("files that texts name exist", () => {
  const folders = ["", "src/", "src/shaders/"];
  const all = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).concat(
    readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" }),
  );
  const names = new Set(all.map((file) => basename(file)));
  const isMade = (path: string): boolean => /^(build|dist)\//.test(path);
  const exists = (path: string): boolean =>
    path.includes("/") ? folders.some((folder) => existsSync(join(ROOT, folder, path))) : names.has(path);
  const named = [...pages, ...inner].flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/`([\w./-]+\.(?:ts|wgsl|mjs|js))`/g)].map(([, path]) => path),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !isMade(path) && !exists(path))).toEqual([]);
  // The overview of the architecture names a file by its last folders, or by its name alone beside another one of its folder.
  const [, overview] = /^```\n([^]*?)^```$/m.exec(readFileSync(join(ROOT, ARCHITECTURE), "utf8")) ?? [];
  const drawn = [...overview.matchAll(/[\w/]+\.ts\b/g)].map(([path]) => path);
  expect(drawn.length).toBeGreaterThan(50);
  expect(drawn.filter((path) => !all.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual([]);
});

test("rooms that the tables name exist", () => {
  const rooms = [ARCHITECTURE, KERNELS].flatMap((file) => {
    const [, table] =
      /^\| rooms? \|.*\n\|[-|]+\|\n([^]*?)^(?!\|)/m.exec(`${readFileSync(join(ROOT, file), "utf8")}\n`) ?? [];
    return [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell]) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, room]) => room),
    );
  });
  expect(rooms).toContain("sim/gpu");
  expect(rooms).toContain("shaders");
  expect(rooms.filter((room) => !existsSync(join(ROOT, "src", room)))).toEqual([]);
});

/** Names in a row of the table of kernels; what a texture becomes is its next name, and a kernel stands for its own row. */
function namesIn(cells: string, rows: ReadonlyMap<string, string>): string[] {
  return [...cells.replace(/becomes `\w+`(?: or `\w+`)?/g, "").matchAll(/`(\w+)`/g)].flatMap(([, name]) =>
    rows.has(name) ? namesIn(rows.get(name) ?? "", rows) : [name],
  );
}

/** What the table of kernels says that is not so. */
function mistakesInTable(markdown: string): string[] {
  const rows = new Map(
    [...markdown.matchAll(/^\| `(\w+)` \| ([^|\n]+) \| ([^|\n]+) \|/gm)].map(([, name, reads, writes]) => [
      name,
      `${reads} ${writes}`,
    ]),
  );
  const missing = Object.keys(kernels).filter((name) => !rows.has(name));
  return missing
    .map((name) => `there is no row of ${name}`)
    .concat(
      [...rows].flatMap(([name, cells]) => {
        const bindings = Object.keys(Object.entries(kernels).find(([key]) => key === name)?.[1].bindings ?? {});
        const named = new Set(namesIn(cells, rows));
        return [
          ...[...named].filter((one) => !bindings.includes(one)).map((one) => `${name} has no ${one}`),
          ...bindings.filter((one) => !named.has(one)).map((one) => `${name} also has ${one}`),
        ];
      }),
    );
}

test("the table of kernels has all kernels and all of their bindings", () => {
  const table = readFileSync(join(ROOT, KERNELS), "utf8");
  expect(mistakesInTable(table)).toEqual([]);
  const broken = table
    .replace("| `patches` | `patches` |", "| `patch` | `patch` |")
    .replace("| `findTears` |", "| `tears` |");
  expect(mistakesInTable(broken)).toEqual(
    expect.arrayContaining([
      "there is no row of findTears",
      "boundPatches has no patch",
      "boundPatches also has patches",
    ]),
  );
});

test("JavaScript samples parse", () => {
  for (const { text } of inLanguage("js")) {
    expect(() => compileFunction(text)).not.toThrow();
  }
  expect(() => compileFunction("const a = ;")).toThrow("Unexpected token");
});

test("the Playground's snippet makes a cloth that falls", async () => {
  Logger.LogLevels = Logger.ErrorLogLevel;
  const [{ text }] = inLanguage("js").filter(({ place }) => place.startsWith(`${GUIDE}/playground.md`));
  const loaded: string[] = [];
  const engine = new NullEngine();
  const BABYLON = {
    ...{ ArcRotateCamera, HemisphericLight, Scene, Vector3, MeshBuilder: { CreateGround, CreateSphere } },
    Tools: {
      LoadScriptAsync: (url: string) => {
        loaded.push(url);
        return Promise.resolve();
      },
    },
  };
  const globals = ["BABYLON", "BabylonCloth", "engine", "canvas"];
  const make = compileFunction(`${text}\nreturn createScene();`, globals) as (...given: unknown[]) => Promise<Scene>;
  const scene = await make(BABYLON, BabylonCloth, engine, undefined);
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  expect(loaded).toEqual([expect.stringContaining(`@${version}${BUNDLE}`)]);
  const [cloth] = BabylonCloth.ClothSystem.For(scene).cloths;
  const before = cloth.surfaceAt(0, 0).position.y;
  // The air carries silk: it falls at a metre a second.
  BabylonCloth.ClothSystem.For(scene).step(0.8);
  expect(cloth.surfaceAt(0, 0).position.y).toBeLessThan(before - 0.5);
  // The ball holds the middle up.
  expect(cloth.surfaceAt(0.5, 0.5).position.y).toBeGreaterThan(0.75);
  engine.dispose();
});
