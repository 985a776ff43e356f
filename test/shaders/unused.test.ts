/** Nothing is declared in WGSL for nothing: shaders use it, or TypeScript does. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readTexts } from "../../scripts/shaders/readTexts.js";
import { codeOf } from "../../scripts/shaders/wgslTexts.js";

const source = fileURLToPath(new URL("../../src/", import.meta.url));
const scripts = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".gen.ts"))
  .map((file) => readFileSync(join(source, file), "utf8"))
  .join("\n");

/** `file: name` of constants, functions and variables, but entry points, that no other line names. */
function unusedIn(texts: ReadonlyMap<string, string>, elsewhere: string): string[] {
  const codes = [...texts].map(([file, text]) => [file, codeOf(text)] as const);
  const times = new Map<string, number>();
  for (const [word] of `${codes.map(([, code]) => code).join("\n")}\n${elsewhere}`.matchAll(/\b[A-Za-z]\w*\b/g)) {
    times.set(word, (times.get(word) ?? 0) + 1);
  }
  return codes.flatMap(([file, code]) =>
    [...code.matchAll(/^(?:const|fn|var<(?:workgroup|private)>) (\w+)/gm)]
      .map(([, name]) => name)
      .filter((name) => times.get(name) === 1 && file !== `${name}.compute.wgsl`)
      .map((name) => `${file}: ${name}`),
  );
}

test("every constant, function and variable is used", () => {
  expect(unusedIn(readTexts(join(source, "shaders")), scripts)).toEqual([]);
});

test("one that is not used is told with its file", () => {
  const text = "const A = 1u;\nconst B = 2u;\nvar<workgroup> c: u32;\nfn d() -> u32 {\n  return A;\n}\n";
  expect(unusedIn(new Map([["e.wgsl", text]]), "constants.B")).toEqual(["e.wgsl: c", "e.wgsl: d"]);
});
