/** WGSL files say where their names come from: the check that `npm run shaders` makes. */
import { checkNeeds } from "../../scripts/shaders/needs.js";
import { codeOf, constantsOf, includesOf, resolvedCode } from "../../scripts/shaders/wgslTexts.js";

const area = `// needs: sides
/// Square metres.
fn area(index: u32) -> f32 {
  return sides[index] * sides[index];
}
`;
const kernel = `#include<area>

@group(0) @binding(0) var<storage, read_write> sides: array<f32>;

@compute @workgroup_size(64)
fn square(@builtin(global_invocation_id) id: vec3u) {
  let index = id.x;
  sides[index] = area(index);
}
`;

function check(files: Record<string, string>): string[] {
  return checkNeeds(new Map(Object.entries({ "area.wgsl": area, "square.compute.wgsl": kernel, ...files })));
}

test("a name is declared, included, local, of the language, or in the line of needs", () => {
  expect(check({})).toEqual([]);
});

test("a name from nowhere is told with its file and what to do", () => {
  expect(check({ "area.wgsl": area.replace("// needs: sides\n", "") })).toEqual([
    'area.wgsl uses sides, which it neither declares nor includes: add sides to its line "// needs:".',
  ]);
  const twice = "fn twice(index: u32) -> f32 {\n  return 2.0 * area(index);\n}\n";
  expect(check({ "twice.wgsl": twice })).toEqual([
    "twice.wgsl uses area, which it neither declares nor includes: add #include<area>.",
  ]);
});

test("what an include needs must be in the kernel", () => {
  expect(check({ "square.compute.wgsl": kernel.replaceAll("sides", "lengths") })).toEqual([
    "square.compute.wgsl includes area.wgsl, which needs sides: declare sides or include it.",
  ]);
});

test("needs and includes that nobody uses are errors", () => {
  const needs = (names: string): string[] => check({ "area.wgsl": area.replace("sides", names) });
  expect(needs("sides, heights")).toEqual([
    'area.wgsl needs heights, but does not use it: remove heights from its line "// needs:".',
    "square.compute.wgsl includes area.wgsl, which needs heights: declare heights or include it.",
  ]);
  expect(needs("sides, sides")).toEqual(['area.wgsl needs sides twice: remove sides from its line "// needs:".']);
  expect(needs("sides, area")).toEqual([
    'area.wgsl needs area, but declares it: remove area from its line "// needs:".',
  ]);
  expect(check({ "square.compute.wgsl": kernel.replace("area(index)", "2.0") })).toEqual([
    "square.compute.wgsl includes area.wgsl, but uses nothing of it: remove the #include.",
  ]);
});

test("a parameter, a member and a comment are no use of a name; a local name is known in its function alone", () => {
  const shadow = (use: string): string => `// sides and heights
struct Box {
  sides: f32,
}

fn sideOf(box: Box) -> f32 {
  let heights = box.sides;
  return heights;
}

fn heightOf(box: Box) -> f32 {
  return ${use};
}
`;
  expect(check({ "box.wgsl": shadow("box.sides") })).toEqual([]);
  expect(check({ "box.wgsl": shadow("heights") })).toEqual([
    'box.wgsl uses heights, which it neither declares nor includes: add heights to its line "// needs:".',
  ]);
});

test("includes come once, before those that include them, and an unknown one is told", () => {
  const texts = new Map([
    ["a.wgsl", "const A = 1.0;\n"],
    ["b.wgsl", "#include<a>\nconst B = 2.0 * A;\n"],
    ["c.wgsl", "#include<a>\n#include<b>\nconst C = A + B; // both\n"],
    ["d.wgsl", "#include<e>\n"],
  ]);
  expect(includesOf(texts, "c.wgsl")).toEqual(["a", "b"]);
  expect(resolvedCode(texts, "c.wgsl")).toBe("const A = 1.0;\nconst B = 2.0 * A;\nconst C = A + B;");
  expect(() => includesOf(texts, "d.wgsl")).toThrow("d.wgsl: there is no e.wgsl to #include.");
});

test("constants are read with their exponents and signs; what is computed is none", () => {
  const text = "const FAR = 1e9;\nconst SMALL = -2.5e-3;\nconst COUNT = 64u;\nconst HALF = COUNT / 2u;\n";
  expect(constantsOf(text)).toEqual({ FAR: 1e9, SMALL: -0.0025, COUNT: 64 });
});

test("code is the text without comments, indentation and spaces behind commas, its lines as they are", () => {
  const text = "// Of a file.\nfn two(a: f32, b: f32) -> vec2f {\n  // Both.\n  return vec2f(a, b);\n}\n";
  expect(codeOf(text)).toBe("fn two(a: f32,b: f32) -> vec2f {\nreturn vec2f(a,b);\n}");
});
