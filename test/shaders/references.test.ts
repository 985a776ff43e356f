/** Comments name files and functions that exist. */
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const source = fileURLToPath(new URL("../../src/", import.meta.url));
const texts = new Map(
  readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(wgsl|ts)$/.test(file) && !file.endsWith(".gen.ts"))
    .map((file) => [basename(file), readFileSync(join(source, file), "utf8")]),
);
/** What comments may name beside the files of src. */
const others = ["scripts/generateShaders.ts", "shaders.gen.ts", ".wgsl"];

/** Functions, constants and structs that a file declares, in WGSL or TypeScript, methods among them. */
function declares(file: string, name: string): boolean {
  return new RegExp(
    `^\\s*(?:@\\w+\\(\\d+\\) )*(?:(?:export|public|private|static|async) )*(?:fn|function|const|var(?:<[^>]*>)?|struct|class|interface|type) ${name}\\b|^ {2}(?:(?:public|private|static|async) )*${name}\\(`,
    "m",
  ).test(texts.get(file) ?? "");
}

/** Comments of a text, each with the lines that follow it in one. */
function commentsOf(text: string): string[] {
  const blocks = text.match(/(?:^[ \t]*\/\/.*\n?)+|\/\*[^]*?\*\/|\/\/.*$/gm) ?? [];
  return blocks.map((block) => block.replace(/^[ \t]*(?:\/{2,3}|\/\*\*?|\*\/|\*)/gm, " ").replace(/\s+/g, " "));
}

/** What comments say of files: `a.wgsl`, `a.wgsl: b`, `a and b in c.wgsl`. */
function brokenReferences(comment: string): string[] {
  const files = [...comment.matchAll(/(?<![\w/.])[\w./]*\.(?:wgsl|ts)\b/g)].map(([file]) => file);
  const missing = files.filter((file) => !others.includes(file) && !texts.has(basename(file)));
  const named = [...comment.matchAll(/(\w+(?:\.compute)?\.(?:wgsl|ts)): (\w+)\(/g)].map(([, file, name]) => ({
    file,
    name,
  }));
  const listed = [
    ...comment.matchAll(/(?:\bof|[Ss]ee) ((?:\w+(?:, | and |, and ))*\w+) in (\w+(?:\.compute)?\.(?:wgsl|ts))\b/g),
  ].flatMap(([, names, file]) => names.split(/, and |, | and /).map((name) => ({ file, name })));
  const unknown = [...named, ...listed].filter(({ file, name }) => texts.has(file) && !declares(file, name));
  return [
    ...missing.map((file) => `there is no ${file}`),
    ...unknown.map(({ file, name }) => `${file} has no ${name}`),
  ];
}

test("files and functions that comments name exist", () => {
  const broken = [...texts].flatMap(([file, text]) =>
    commentsOf(text).flatMap((comment) => brokenReferences(comment).map((problem) => `${file}: ${problem}`)),
  );
  expect(broken).toEqual([]);
  // The patterns find something.
  expect(brokenReferences("twins of look and nothing in gridLook.wgsl, see nowhere.wgsl")).toEqual([
    "there is no nowhere.wgsl",
    "gridLook.wgsl has no nothing",
  ]);
});

/** Names that `@param` gives to no parameter of the function below it. A destructured parameter may have any name. */
function strangersIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const names = node.parameters.map(({ name }) => name.getText(source));
      const unnamed = node.parameters.filter(({ name }) => !ts.isIdentifier(name)).length;
      const documented = ts.getJSDocTags(node).filter(ts.isJSDocParameterTag);
      const strangers = documented.map(({ name }) => name.getText(source)).filter((name) => !names.includes(name));
      found.push(...strangers.slice(unnamed).map((name) => `${file}: @param ${name}`));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test("parameters that comments name exist", () => {
  expect([...texts].flatMap(([file, text]) => (file.endsWith(".ts") ? strangersIn(file, text) : []))).toEqual([]);
  expect(strangersIn("a.ts", "/** @param b - B. */ function f(a: number) { return a; }")).toEqual(["a.ts: @param b"]);
});
