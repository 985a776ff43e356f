// Firefox compiles WGSL by naga, into HLSL on Windows, MSL on macOS and SPIR-V elsewhere. What Chromium takes, it may refuse.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseWgsl, validate, writeHlsl, writeMsl, writeSpirv } from "naga-wasm";
import { kernels } from "../../src/shaders/shaders.gen.js";

test.each(Object.values(kernels).map(({ name, code }) => [name, code]))("%s compiles", (_, code) => {
  const module = parseWgsl(code);
  const info = validate(module);
  expect(writeHlsl(module, info, { shaderModel: "6_0" })).not.toBe("");
  expect(writeMsl(module, info, { langVersion: [2, 4] })).not.toBe("");
  expect(writeSpirv(module, info).length).toBeGreaterThan(0);
  info.free();
  module.free();
});

test("a pointer to a part of a variable is no argument: WGSL has that by a language feature alone", () => {
  const code = `
    fn add(sum: ptr<function, f32>) { *sum += 1.0; }
    @compute @workgroup_size(1) fn run() {
      var sums: array<f32, 2>;
      for (var i = 0u; i < 2u; i++) { add(&sums[i]); }
    }`;
  expect(() => {
    const module = parseWgsl(code);
    writeSpirv(module, validate(module));
  }).toThrow();
});

test("what a block declares has a value: naga 29 does not clear it when a loop comes to it again", () => {
  const folder = fileURLToPath(new URL("../../src/shaders/", import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".wgsl"));
  const without = files.flatMap((file) =>
    (readFileSync(join(folder, file), "utf8").match(/^ {4,}var \w+: [^=;]*;/gm) ?? []).map(
      (line) => `${file}: ${line}`,
    ),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(without).toEqual([]);
});
