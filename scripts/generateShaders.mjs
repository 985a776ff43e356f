// Reads src/shaders/*.wgsl and writes src/shaders/shaders.gen.ts: resolved sources, binding numbers, constants and struct
// layouts, so that no number of a shader is written twice. `--check` fails when the generated file is stale.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { WgslReflect } from "wgsl_reflect/wgsl_reflect.module.js";

const folder = new URL("../src/shaders/", import.meta.url);
const target = new URL("shaders.gen.ts", folder);
const kernelSuffix = ".compute.wgsl";

const texts = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith(".wgsl"))
    .sort()
    .map((file) => [file, readFileSync(new URL(file, folder), "utf8")]),
);

/** Replaces each `#include<name>` by the file of that name, once. */
function resolve(text, done = new Set()) {
  return text.replace(/^#include<(\w+)>[ \t]*$/gm, (_, name) => {
    if (done.has(name)) {
      return "";
    }
    done.add(name);
    const included = texts.get(`${name}.wgsl`);
    if (included === undefined) {
      throw new Error(`#include<${name}>: there is no ${name}.wgsl`);
    }
    return resolve(included, done);
  });
}

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
    const code = strip(resolve(text));
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
    kernels[name] = { name, code, bindings: Object.fromEntries(bindings), constants: constantsOf(code) };
  } else {
    const name = file.slice(0, -".wgsl".length);
    includes[name] = strip(resolve(text));
    Object.assign(constants, constantsOf(text));
  }
}
const structs = Object.fromEntries(
  new WgslReflect(includes.structs).structs.map((struct) => [struct.name, layoutOf(struct)]),
);

const json = (value) => JSON.stringify(value, null, 2);
const generated = `// Made by scripts/generateShaders.mjs from the .wgsl files beside it. Do not edit.

/** Memory layouts of the structs in structs.wgsl [bytes]. */
export const structs = ${json(structs)} as const;

/** Constants that TypeScript shares with the WGSL functions. */
export const constants = ${json(constants)} as const;

/** Compute kernels, includes resolved. */
export const kernels = ${json(kernels)} as const;

/** WGSL functions by file, for tests of a single function. */
export const includes = ${json(includes)} as const;
`;

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8").replaceAll("\r\n", "\n") !== generated) {
    console.error(`${fileURLToPath(target)} is stale: run "npm run shaders".`);
    process.exit(1);
  }
} else {
  writeFileSync(target, generated);
}
