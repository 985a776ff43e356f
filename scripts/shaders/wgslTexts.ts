// WGSL files by name: what they include and need, which names they declare and use.

/** Ends the name of a file with an entry point; all others are includes. */
export const kernelSuffix = ".compute.wgsl";

/** Text by file name: an include names no folder. */
export type WgslTexts = ReadonlyMap<string, string>;

/** A name in the code of a file. */
interface Names {
  /** Constants, variables, functions and structs of the module. */
  readonly declared: ReadonlySet<string>;
  /** Every other name in the text, without members, parameters and local variables. */
  readonly used: ReadonlySet<string>;
}

const includePattern = /^#include<(\w+)>[ \t]*$/gm;
const needsPattern = /^\/\/ needs: (.*)$/gm;
const declarationPattern = /^(?:@\w+(?:\([^)]*\))?\s*)*(?:const|override|var(?:<[^>]*>)?|fn|struct|alias)\s+(\w+)/gm;

/**
 * @param texts - All files.
 * @param file - Its name.
 * @returns The file's text.
 * @throws Error if there is no such file.
 */
export function textOf(texts: WgslTexts, file: string): string {
  const text = texts.get(file);
  if (text === undefined) throw new Error(`There is no ${file}.`);
  return text;
}

/**
 * @param text - Of a file.
 * @returns Files that it includes itself, without those that they include.
 */
export function directIncludes(text: string): string[] {
  return [...text.matchAll(includePattern)].map(([, name]) => name);
}

/**
 * @param texts - All files.
 * @param file - Its name.
 * @param done - Includes that come before those of this file; the new ones are added.
 * @returns Everything that the file includes, each once and after those that it includes itself.
 * @throws Error that names the file if there is no such include.
 */
export function includesOf(texts: WgslTexts, file: string, done: string[] = []): string[] {
  for (const name of directIncludes(textOf(texts, file))) {
    if (!texts.has(`${name}.wgsl`)) throw new Error(`${file}: there is no ${name}.wgsl to #include.`);
    if (!done.includes(name)) {
      includesOf(texts, `${name}.wgsl`, done);
      if (!done.includes(name)) done.push(name);
    }
  }
  return done;
}

/**
 * @param text - Of a file.
 * @returns Names that kernels must bring along, from its lines `// needs: a, b`.
 */
export function needsOf(text: string): string[] {
  return [...text.matchAll(needsPattern)].flatMap(([, names]) => names.split(",").map((name) => name.trim()));
}

/**
 * The browser needs neither comments nor indentation, nor spaces behind commas.
 *
 * @param text - Of a file.
 * @returns Its code, without the files that it includes.
 */
export function codeOf(text: string): string {
  return withoutComments(text)
    .split("\n")
    .map((line) => line.trim().replaceAll(", ", ","))
    .filter((line) => line !== "")
    .join("\n");
}

/**
 * @param texts - All files.
 * @param file - Its name.
 * @returns The code of the file behind that of all that it includes.
 */
export function resolvedCode(texts: WgslTexts, file: string): string {
  return [...includesOf(texts, file).map((name) => `${name}.wgsl`), file]
    .map((each) => codeOf(textOf(texts, each)))
    .join("\n");
}

/**
 * @param text - Of a file.
 * @returns Constants whose value is a plain number.
 */
export function constantsOf(text: string): Record<string, number> {
  const constants = text.matchAll(/^const (\w+) = (-?[\d.]+(?:e[+-]?\d+)?)[uif]?;/gm);
  return Object.fromEntries([...constants].map(([, name, value]) => [name, Number(value)]));
}

/**
 * @param text - Of a file.
 * @returns What it declares for others and uses from others. A local name hides one of the module in its own function alone.
 */
export function namesOf(text: string): Names {
  const code = withoutComments(text);
  const declared = new Set([...code.matchAll(declarationPattern)].map(([, name]) => name));
  const used = new Set<string>();
  for (const block of code.split(/^\}/m)) {
    const typed = block
      .replace(/\bcase ([^:]*):/g, "case $1;")
      .replace(
        /^struct (\w+) \{([^]*)$/m,
        (_, name: string, fields: string) => `struct ${name} ${fields.replace(/\w+\s*:/g, "")}`,
      )
      .replace(/@\w+(?:\((?:position|workgroup_id|num_workgroups|(?:local|global)_invocation_\w+)\))?/g, "");
    const local = new Set([...typed.matchAll(/(\w+)\s*:|\b(?:let|const|var)\s+(\w+)/g)].map(([, a, b]) => a || b));
    for (const [name] of typed.replace(/\.\s*[a-z]\w*/gi, "").matchAll(/\b[A-Za-z_]\w*/g)) {
      if (!local.has(name) && !declared.has(name) && !isBuiltin(name)) used.add(name);
    }
  }
  return { declared, used };
}

function withoutComments(text: string): string {
  return text.replace(includePattern, "").replace(/\/\/.*$/gm, "");
}

const builtins = new Set(
  `alias break case const const_assert continue continuing default discard else false fn for if let loop override return
  struct switch true var while
  bool f16 f32 i32 u32 array atomic ptr mat2x2f mat2x3f mat3x3f mat4x4f
  texture_2d texture_storage_2d rgba32float rg32float
  function private read read_write storage uniform workgroup write
  abs all any arrayLength ceil clamp cos countOneBits cross determinant distance dot exp firstTrailingBit floor fract
  inverseSqrt length log2 max min mix normalize pack4x8unorm pow round select sign sin smoothstep sqrt step transpose trunc
  unpack4x8unorm pack2x16float unpack2x16float bitcast atomicAdd atomicLoad atomicStore atomicExchange atomicMax atomicMin atomicOr textureLoad textureStore textureDimensions
  workgroupBarrier storageBarrier workgroupUniformLoad`.split(/\s+/),
);

/** Of WGSL itself, as far as these shaders go. */
function isBuiltin(name: string): boolean {
  return name === "_" || builtins.has(name) || /^vec[234][fiuh]?$/.test(name);
}
