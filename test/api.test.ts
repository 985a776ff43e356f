// The public API is what docs/api-report.md says: a change of it is seen in review.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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
