// The TypeScript module that is made of the WGSL files.
import { WgslReflect, type StructInfo } from "wgsl_reflect/wgsl_reflect.module.js";
import { codeOf, constantsOf, includesOf, kernelSuffix, resolvedCode, textOf, type WgslTexts } from "./wgslTexts.js";

/**
 * @param texts - All files; structs.wgsl among them.
 * @returns The module: struct layouts, constants, kernels with their bindings, and each include for tests of its functions. A constant
 * is there once, with the file that declares it; so is the text of an include, whoever includes it.
 * @throws Error if a kernel does not fit its file.
 */
export function shaderModule(texts: WgslTexts): string {
  const files = [...texts.keys()];
  const kernels = files.filter((file) => file.endsWith(kernelSuffix));
  const includes = files.filter((file) => !file.endsWith(kernelSuffix)).map((file) => file.slice(0, -".wgsl".length));
  const { structs } = new WgslReflect(resolvedCode(texts, "structs.wgsl"));
  const shared = includes.map((name) => constantsOf(textOf(texts, `${name}.wgsl`)));
  return `// Made by scripts/generateShaders.ts from the .wgsl files beside it. Do not edit.

/** Memory layouts of the structs in structs.wgsl [bytes]. */
export const structs = {
${structs.map(structLines).join("\n")}
} as const;

/** Constants of the includes, which TypeScript shares with WGSL. */
export const constants = {
${shared.flatMap((constants) => Object.entries(constants).map(([name, value]) => `  ${name}: ${value},`)).join("\n")}
} as const;

${includes.map((name) => `const ${variableOf(name)} = ${JSON.stringify(codeOf(textOf(texts, `${name}.wgsl`)))};`).join("\n")}

/** Compute kernels, includes resolved; \`constants\` are those of the kernel's own file. */
export const kernels = {
${kernels.map((file) => kernelLines(texts, file)).join("\n")}
} as const;

/** WGSL functions by file, for tests of a single function. */
export const includes = {
${includes.map((name) => `  ${name}: ${joined(includesOf(texts, `${name}.wgsl`).map(variableOf), variableOf(name))},`).join("\n")}
} as const;
`;
}

const variableOf = (include: string): string => `${include}Text`;

/** An expression; the mark lets bundlers drop it where nobody uses it. */
function joined(parts: readonly string[], last: string): string {
  return parts.length === 0 ? last : `/* @__PURE__ */ [${[...parts, last].join(", ")}].join("\\n")`;
}

/** A line a field. */
function structLines({ name, size, members }: StructInfo): string {
  const fields = members.map(
    (member) => `    ${member.name}: { offset: ${member.offset}, type: "${member.type.name}" },`,
  );
  return [`  ${name}: { size: ${size}, fields: {`, ...fields, "  } },"].join("\n");
}

function kernelLines(texts: WgslTexts, file: string): string {
  const name = file.slice(0, -kernelSuffix.length);
  const text = textOf(texts, file);
  const reflected = new WgslReflect(resolvedCode(texts, file));
  if (!reflected.entry.compute.some((entry) => entry.name === name)) {
    throw new Error(`${file}: the entry point must be called ${name}`);
  }
  const bindings = [...reflected.storage, ...reflected.uniforms, ...reflected.textures].map((variable) => {
    if (variable.group !== 0) {
      throw new Error(`${file}: ${variable.name} must be in group 0`);
    }
    return [variable.name, variable.binding] as const;
  });
  const code = joined(includesOf(texts, file).map(variableOf), JSON.stringify(codeOf(text)));
  return [
    `  ${name}: {`,
    `    name: "${name}",`,
    `    code: ${code},`,
    `    bindings: ${record(bindings)},`,
    `    constants: ${record(Object.entries(constantsOf(text)))},`,
    "  },",
  ].join("\n");
}

function record(entries: readonly (readonly [string, number])[]): string {
  return entries.length === 0 ? "{}" : `{ ${entries.map(([name, value]) => `${name}: ${value}`).join(", ")} }`;
}
