// What an editor shows over each option and setting: its doc comment, which agrees with its rule, and plain types.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { checkOptions, optionRules } from "../../src/options/clothOptions.js";
import { densityRange, massRange } from "../../src/options/sheetOptions.js";
import { tessellationRules } from "../../src/options/tessellation.js";
import { fabricRules } from "../../src/options/fabricSettings.js";
import { rangeOf, type NumberRange, type NumberRule } from "../../src/options/rules.js";
import { solverRules } from "../../src/options/solverSettings.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FILE = join(ROOT, "build/hover.ts");

type Rule =
  | NumberRule
  | (NumberRange & { readonly default: number | string; readonly words: readonly string[] })
  | { readonly default: boolean }
  | { readonly default: string; readonly names: readonly string[] };
interface RuleGroup {
  readonly [name: string]: Rule | RuleGroup;
}

function isRule(rule: Rule | RuleGroup): rule is Rule {
  return ["number", "boolean", "string"].includes(typeof rule.default);
}

/** Rules by their path, such as "stretch.warp". */
function leaves(rules: RuleGroup, prefix = ""): [string, Rule][] {
  return Object.entries(rules).flatMap(([name, rule]) =>
    isRule(rule) ? [[prefix + name, rule] as [string, Rule]] : leaves(rule, `${prefix}${name}.`),
  );
}

/** Paths of the groups among them, such as "stretch". */
function groups(rules: RuleGroup, prefix = ""): string[] {
  return Object.entries(rules).flatMap(([name, rule]) =>
    isRule(rule) ? [] : [prefix + name, ...groups(rule, `${prefix}${name}.`)],
  );
}

const standard = checkOptions("standard", {});
const shown = (value: unknown): string => JSON.stringify(value);
/** Options that are no number, and what their text says of the default; the defaults themselves are those of the code. */
const otherOptions: Readonly<Record<string, string>> = {
  restShape: standard.rest === null ? "flat" : "",
  startShape: standard.start === null ? "at rest" : "",
  closed: shown(standard.closedU || standard.closedV ? "" : "none"),
  fidelity: shown(standard.fidelity),
  density: standard.fabric.density === fabricRules.density.default ? "that of the `fabric`" : "",
  mass: "none",
  massScale: standard.massScale === null ? "1 everywhere" : "",
  tearScale: standard.tearScale === null ? "1 everywhere" : "",
  virtualParticles: standard.virtualParticles === null ? "the knots, where four control points count alike" : "",
  outline: standard.outline === null ? "everywhere" : "",
  fabric: "cotton",
  pins: shown(standard.pins),
  solver: "that of each of its members",
  tessellation: `by ${standard.tessellation.mode}, half a pixel`,
  sideOrientation: standard.faces.isOneForBoth ? "one face that is lit on both sides" : "",
  frontUVs: `(${standard.faces.frontUVs.join(", ")})`,
  backUVs: `(${standard.faces.backUVs.join(", ")})`,
  backend: shown(standard.backend),
};
const optionNames = [...Object.keys(optionRules), ...Object.keys(otherOptions)];

/** What is written for a path: an object in an object. */
const literal = (path: string, value: string): string =>
  path
    .split(".")
    .reverse()
    .reduce((inner, name) => `{ ${name}: ${inner} }`, value);
const valueOf = (rule: Rule): string => (rule.default === Infinity ? "Infinity" : JSON.stringify(rule.default));

interface Place {
  /** Path of the option, from the options or from the cloth. */
  readonly path: string;
  /** A line of code, in which the last member of the path is asked for. */
  readonly code: string;
}

/** A setting as it is given to CreateCloth, set as a whole, and read. */
function placesOf(group: "solver" | "fabric", path: string, value: string): Place[] {
  return [
    `CreateCloth("x", { ${group}: ${literal(path, value)} }, scene);`,
    `cloth.${group} = ${literal(path, value)};`,
    `cloth.${group}.${path};`,
  ].map((code) => ({ path: `${group}.${path}`, code }));
}

const optionValues: Readonly<Record<string, string>> = {
  restShape: "() => undefined",
  startShape: "() => undefined",
  closed: '"u"',
  fidelity: '"auto"',
  density: "1",
  mass: "1",
  massScale: "() => 1",
  outline: "() => true",
  tearScale: "() => 1",
  virtualParticles: "[]",
  fabric: "{}",
  pins: '"none"',
  solver: "{}",
  tessellation: '{ mode: "error" }',
  sideOrientation: "2",
  frontUVs: "uvs",
  backUVs: "uvs",
  backend: '"cpu"',
};
const modes = Object.entries(tessellationRules) as [keyof typeof tessellationRules, RuleGroup][];
const counts = ["controlPoints", "fullResolution"] as const;

const places: readonly Place[] = [
  ...optionNames.map((name) => ({
    path: name,
    code: `CreateCloth("x", { ${name}: ${optionValues[name] ?? "16"} }, scene);`,
  })),
  ...counts.flatMap((name) =>
    // The one that is asked for is written last.
    Object.entries({ u: "{ v: 32, u: 32 }", v: "{ u: 32, v: 32 }" }).map(([axis, pair]) => ({
      path: `${name}.${axis}`,
      code: `CreateCloth("x", { ${name}: ${pair} }, scene);`,
    })),
  ),
  ...leaves(solverRules).flatMap(([path, rule]) => placesOf("solver", path, valueOf(rule))),
  ...groups(solverRules).flatMap((path) => placesOf("solver", path, "{}")),
  ...placesOf("solver", "gravity", "vector"),
  ...leaves(fabricRules).flatMap(([path, rule]) => placesOf("fabric", path, valueOf(rule))),
  ...groups(fabricRules).flatMap((path) => placesOf("fabric", path, "{}")),
  ...modes.flatMap(([mode, rules]) =>
    leaves(rules).flatMap(([name, rule]) =>
      [
        `CreateCloth("x", { tessellation: { mode: "${mode}", ${name}: ${valueOf(rule)} } }, scene);`,
        `cloth.tessellation = { mode: "${mode}", ${name}: ${valueOf(rule)} };`,
        `if (cloth.tessellation.mode === "${mode}") cloth.tessellation.${name};`,
      ].map((code) => ({ path: `tessellation.${name}`, code })),
    ),
  ),
  { path: "cloth.thickness", code: "cloth.thickness;" },
];

const text = [
  'import type { Scene } from "@babylonjs/core/scene.js";',
  'import type { Vector3, Vector4 } from "@babylonjs/core/Maths/math.vector.js";',
  'import { CreateCloth, type ClothMesh } from "../src/index.js";',
  "declare const scene: Scene, cloth: ClothMesh, vector: Vector3, uvs: Vector4;",
  ...places.map(({ code }) => code),
].join("\n");

const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
  config: { compilerOptions: object };
};
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
const service = ts.createLanguageService({
  getCompilationSettings: () => ({ ...options, types: ["@webgpu/types"] }),
  getScriptFileNames: () => [FILE],
  getScriptVersion: () => "1",
  getScriptSnapshot: (file) => {
    const content = file === FILE ? text : ts.sys.readFile(file);
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
  },
  getCurrentDirectory: () => ROOT,
  getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
  fileExists: (file) => file === FILE || ts.sys.fileExists(file),
  readFile: (file) => (file === FILE ? text : ts.sys.readFile(file)),
  directoryExists: (directory) => ts.sys.directoryExists(directory),
});

interface Hover {
  readonly type: string;
  readonly comment: string;
}

function hoverOf({ path, code }: Place): Hover {
  const name = path.slice(path.lastIndexOf(".") + 1);
  const within = [...code.matchAll(new RegExp(`\\b${name}\\b`, "g"))].at(-1)?.index ?? NaN;
  const info = service.getQuickInfoAtPosition(FILE, text.indexOf(`\n${code}`) + 1 + within);
  return {
    type: ts.displayPartsToString(info?.displayParts),
    comment: ts.displayPartsToString(info?.documentation).replaceAll(/\s+/g, " "),
  };
}

/** Sentence at the end of a doc comment. */
const DEFAULT = /Default (?<value>\S+?)(?: (?<unit>[^,]+))?(?:, (?<range>an? (?:\w+ )?number [^;]+?))?(?:; .*)?\.$/;

/** All hovers at the places of a path. */
function hoversAt(path: string): readonly (readonly [Place, Hover])[] {
  return places.filter((place) => place.path === path).map((place) => [place, hoverOf(place)]);
}

test("the code that hovers are asked for compiles", () => {
  const messages = [...service.getSyntacticDiagnostics(FILE), ...service.getSemanticDiagnostics(FILE)];
  expect(messages.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))).toEqual([]);
});

test("every option has a place here", () => {
  const membersOf = (file: string, type: string): readonly ts.TypeElement[] =>
    service
      .getProgram()
      ?.getSourceFile(join(ROOT, `src/options/${file}.ts`))
      ?.statements.filter(ts.isInterfaceDeclaration)
      .find(({ name }) => name.text === type)?.members ?? [];
  const members = [...membersOf("clothOptions", "IClothOptions"), ...membersOf("sheetOptions", "ISheetOptions")];
  expect(members.map((member) => member.name?.getText()).sort()).toEqual([...optionNames].sort());
});

test("every hover has a text of its own, and no rule in its type", () => {
  const wrong = places
    .map((place) => [place, hoverOf(place)] as const)
    .filter(
      ([, { type, comment }]) =>
        !/^\((property|accessor)\)/.test(type) ||
        /Rule|Settings<|default:|\bmin: [0-9]|satisfies|any\b/.test(type) ||
        comment.length < 30,
    );
  expect(wrong.map(([{ code }, hover]) => [code, hover])).toEqual([]);
});

const ruled: readonly (readonly [string, Rule])[] = [
  ...Object.entries(optionRules),
  ...counts.flatMap((name) => ["u", "v"].map((axis) => [`${name}.${axis}`, optionRules[name]] as const)),
  ...leaves(solverRules).map(([path, rule]) => [`solver.${path}`, rule] as const),
  ...leaves(fabricRules).map(([path, rule]) => [`fabric.${path}`, rule] as const),
  ...modes.flatMap(([, rules]) => leaves(rules).map(([name, rule]) => [`tessellation.${name}`, rule] as const)),
];

test.each(ruled)("%s: its text has default, unit and range of its rule, its type is plain", (path, rule) => {
  const hovers = hoversAt(path);
  expect(hovers.length).toBeGreaterThan(0);
  for (const [{ code }, { type, comment }] of hovers) {
    const said = DEFAULT.exec(comment)?.groups ?? {};
    const isNumber = typeof rule.default === "number";
    expect([code, isNumber ? Number(said.value) : said.value]).toEqual([code, isNumber ? rule.default : valueOf(rule)]);
    const { unit, infinite = false } = rule as Partial<NumberRule>;
    expect([code, said.unit]).toEqual([code, unit]);
    expect([code, said.range]).toEqual([code, "min" in rule ? rangeOf(rule) : undefined]);
    expect(comment.includes("`Infinity`")).toBe(infinite);
    const plain = counts.includes(path as (typeof counts)[number])
      ? /number \| \{/
      : /: (number|boolean|ClothModel|ClothIntegrator|ClothThreadSolver|ClothSubstepsChoice)( \||$)/;
    expect(type).toMatch(plain);
  }
});

test.each(Object.entries(otherOptions))("%s: its text has its default %s", (path, said) => {
  for (const [, { comment }] of hoversAt(path)) {
    expect(said).not.toBe("");
    expect(comment).toContain(`Default ${said}`);
  }
});

test("what has a range or a unit but no rule says so", () => {
  for (const [path, range] of [
    ["density", densityRange],
    ["mass", massRange],
  ] as const) {
    const [[, { comment }]] = hoversAt(path);
    expect(comment).toContain(`[${range.unit ?? ""}]`);
    expect(comment).toContain(rangeOf(range));
  }
  for (const [, { comment, type }] of hoversAt("solver.gravity")) {
    expect(standard.solver.gravity).toBeNull();
    expect(comment).toContain("[m/s2]");
    expect(comment).toContain("Default that of the scene");
    expect(type).toMatch(/: Vector3$/);
  }
  const [[, thickness]] = hoversAt("cloth.thickness");
  expect(thickness.comment).toContain("[m]");
});
