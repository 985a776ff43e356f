// Reads all .wgsl files below src/shaders and writes src/shaders/shaders.gen.ts: resolved sources, binding numbers, constants and struct
// layouts, so that no number of a shader is written twice. `--check` fails when the generated file is stale.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { WgslReflect } from "wgsl_reflect/wgsl_reflect.module.js";

const folder = new URL("../src/shaders/", import.meta.url);
const target = new URL("shaders.gen.ts", folder);
const kernelSuffix = ".compute.wgsl";

/** By file name: an include names no folder. */
const texts = new Map(
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".wgsl"))
    .map((file) => [basename(file), readFileSync(join(fileURLToPath(folder), file), "utf8")])
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);

const includePattern = /^#include<(\w+)>[ \t]*$/gm;

/** Names of the files that a text includes, each once and after those that it includes itself. */
function includedBy(text, done = []) {
  for (const [, name] of text.matchAll(includePattern)) {
    const included = texts.get(`${name}.wgsl`);
    if (included === undefined) {
      throw new Error(`#include<${name}>: there is no ${name}.wgsl`);
    }
    if (!done.includes(name)) {
      includedBy(included, done);
      if (!done.includes(name)) done.push(name);
    }
  }
  return done;
}

/** A text without the files that it includes. */
const ownText = (text) => strip(text.replace(includePattern, ""));

/** The whole code. */
const resolve = (text) =>
  [...includedBy(text).map((name) => ownText(texts.get(`${name}.wgsl`))), ownText(text)].join("\n");

const nameOf = (include) => `${include}Text`;

/** An expression for it: what several kernels include is there once. */
const expressionOf = (text) =>
  `/* @__PURE__ */ [${[...includedBy(text).map(nameOf), JSON.stringify(ownText(text))].join(", ")}].join("\\n")`;

/** The browser needs neither comments nor indentation. */
function strip(text) {
  return text
    .replace(/\/\/.*$/gm, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

/** Constants whose value is a plain number. */
function constantsOf(text) {
  return Object.fromEntries(
    [...text.matchAll(/^const (\w+) = (-?[\d.]+)[uif]?;/gm)].map(([, name, value]) => [name, Number(value)]),
  );
}

function layoutOf(struct) {
  const fields = struct.members.map((member) => [member.name, { offset: member.offset, type: member.type.name }]);
  return { size: struct.size, fields: Object.fromEntries(fields) };
}

const includes = {};
const constants = {};
const kernels = {};
for (const [file, text] of texts) {
  if (file.endsWith(kernelSuffix)) {
    const name = file.slice(0, -kernelSuffix.length);
    const code = resolve(text);
    const reflected = new WgslReflect(code);
    if (!reflected.entry.compute.some((entry) => entry.name === name)) {
      throw new Error(`${file}: the entry point must be called ${name}`);
    }
    const bindings = [...reflected.storage, ...reflected.uniforms, ...reflected.textures].map((variable) => {
      if (variable.group !== 0) {
        throw new Error(`${file}: ${variable.name} must be in group 0`);
      }
      return [variable.name, variable.binding];
    });
    kernels[name] = {
      name,
      code: expressionOf(text),
      bindings: Object.fromEntries(bindings),
      constants: constantsOf(code),
    };
  } else {
    const name = file.slice(0, -".wgsl".length);
    includes[name] = expressionOf(text);
    Object.assign(constants, constantsOf(text));
  }
}
const structs = Object.fromEntries(
  new WgslReflect(resolve(texts.get("structs.wgsl"))).structs.map((struct) => [struct.name, layoutOf(struct)]),
);

const json = (value) => JSON.stringify(value, null, 2);
/** JSON in which members called `code`, or all, are expressions. */
const withExpressions = (value, isExpression) => {
  const found = [];
  const text = JSON.stringify(
    value,
    (key, member) => (isExpression(key, member) ? `\u0000${found.push(member) - 1}\u0000` : member),
    2,
  );
  return text.replace(/"\\u0000(\d+)\\u0000"/g, (_, index) => found[Number(index)]);
};
const included = [...texts].filter(([file]) => !file.endsWith(kernelSuffix));
const generated = `// Made by scripts/generateShaders.mjs from the .wgsl files beside it. Do not edit.

/** Memory layouts of the structs in structs.wgsl [bytes]. */
export const structs = ${json(structs)} as const;

/** Constants that TypeScript shares with the WGSL functions. */
export const constants = ${json(constants)} as const;

${included.map(([file, text]) => `const ${nameOf(file.slice(0, -".wgsl".length))} = ${JSON.stringify(ownText(text))};`).join("\n")}

/** Compute kernels, includes resolved. */
export const kernels = ${withExpressions(kernels, (key) => key === "code")} as const;

/** WGSL functions by file, for tests of a single function. */
export const includes = ${withExpressions(includes, (_, member) => typeof member === "string")} as const;
`;

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8").replaceAll("\r\n", "\n") !== generated) {
    console.error(`${fileURLToPath(target)} is stale: run "npm run shaders".`);
    process.exit(1);
  }
} else {
  writeFileSync(target, generated);
}
