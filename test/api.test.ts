// The public API is what docs/api-report.md says: a change of it is seen in review.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { apiReport, REPORT } from "../scripts/apiReport.js";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

test("the report of the public API is current: if it is not, npm run api, and look at what changed", () => {
  expect(apiReport(ROOT)).toBe(readFileSync(join(ROOT, REPORT), "utf8").replaceAll("\r\n", "\n"));
});

test("the report has every export and no internal member", async () => {
  const report = readFileSync(join(ROOT, REPORT), "utf8");
  // One after the other: Jest cannot link two graphs that share modules at once.
  const entries = [(await import("../src/index.js")) as object, (await import("../src/inspector/index.js")) as object];
  for (const name of entries.flatMap((entry) => Object.keys(entry))) {
    expect(report).toMatch(new RegExp(`^(class|const|function) ${name}\\b`, "m"));
  }
  expect(report).toContain("ClothMesh.wind: Vector3 (readonly)");
  expect(report).not.toMatch(/^ClothMesh\.(nets|body|_draw|events)\b/m);
  expect(report).not.toContain("new ClothMesh");
});

/** Of the language, and of Babylon. */
const elsewhere = new Set([
  ...[
    "ArrayBuffer",
    "ArrayLike",
    "Float32Array",
    "Int32Array",
    "Promise",
    "ReadonlyMap",
    "RegExp",
    "SharedArrayBuffer",
  ],
  ...["URL", "Uint16Array", "Uint32Array", "Worker"],
  ...["AbstractEngine", "AbstractMesh", "BaseTexture", "Bone", "BoundingInfo", "Camera", "DeepImmutableObject"],
  ...[
    "InstancedMesh",
    "Material",
    "Matrix",
    "Mesh",
    "Node",
    "Observable",
    "PhysicsAggregate",
    "PhysicsBody",
    "PickingInfo",
  ],
  ...["Quaternion", "Ray", "Scene", "Skeleton", "StandardMaterial", "TransformNode", "TrianglePickingPredicate"],
  ...["Vector3", "Vector4"],
]);

test("users can import every type that the report names, and members are written alike", () => {
  const lines = readFileSync(join(ROOT, REPORT), "utf8").split("\n");
  const exported = new Set(lines.flatMap((line) => /^(?:class|const|function|type) (\w+)/.exec(line)?.slice(1) ?? []));
  // What follows a member: its name may begin with a capital, too.
  const types = lines
    .flatMap((line) => /^\w+(?:\.\w+\??|\[\w+\])(.*)/.exec(line)?.slice(1) ?? [])
    .flatMap((rest) => rest.replace(/"[^"]*"/g, "").match(/\b[A-Z]\w+/g) ?? []);
  expect(types).toContain("ClothCollider");
  expect([...new Set(types)].filter((name) => !exported.has(name) && !elsewhere.has(name))).toEqual([]);
  expect(lines).toContain("ClothWeights[number]: number (readonly)");
  // Two exports that stand for the same type.
  expect(lines).toContain("IClothOptions.massScale?: ClothMassScale");
  expect(lines).toContain("IClothOptions.restShape?: ClothRestShape");
});

/** `Type.member` of members without a text that an editor shows: neither a sentence nor what they return. */
function bareMembers(file: string): string[] {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(ROOT, "tsconfig.build.json"),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    },
  );
  const program = ts.createProgram([join(ROOT, file)], config?.options ?? {});
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(ROOT, file));
  const entry = source && checker.getSymbolAtLocation(source);
  return (entry ? checker.getExportsOfModule(entry) : [])
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    .flatMap(({ name, declarations = [] }) =>
      declarations
        .filter((node) => ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node))
        .flatMap(({ members }) => [...members] as ts.Declaration[])
        .map((member) => checker.getSymbolAtLocation(ts.getNameOfDeclaration(member) ?? member))
        .filter((member) => member !== undefined)
        .filter((member) => {
          const tags = member.getJsDocTags(checker).map((tag) => tag.name);
          const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Override;
          const isHidden = member.declarations?.some((node) => ts.getCombinedModifierFlags(node) & hidden) ?? false;
          const isBare = member.getDocumentationComment(checker).length === 0 && !tags.includes("returns");
          return isBare && !isHidden && !tags.includes("internal");
        })
        .map((member) => `${name}.${member.name}`),
    );
}

test("every public member has a text", () => {
  expect(["src/index.ts", "src/inspector/index.ts"].flatMap(bareMembers)).toEqual([]);
});
