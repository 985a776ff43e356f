// Reads all .wgsl files below src/shaders and writes src/shaders/shaders.gen.ts: resolved sources, binding numbers, constants and struct
// layouts, so that no number of a shader is written twice. Fails if a file uses names without saying where they come from. `--check`
// writes nothing and fails when the generated file is stale.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkNeeds } from "./shaders/needs.js";
import { readTexts } from "./shaders/readTexts.js";
import { shaderModule } from "./shaders/shaderModule.js";

const folder = new URL("../src/shaders/", import.meta.url);
const target = new URL("shaders.gen.ts", folder);

const texts = readTexts(fileURLToPath(folder));
const problems = checkNeeds(texts);
problems.forEach((problem) => {
  console.error(problem);
});
if (problems.length > 0) process.exit(1);

const generated = shaderModule(texts);
if (!process.argv.includes("--check")) {
  writeFileSync(target, generated);
} else if (readFileSync(target, "utf8").replaceAll("\r\n", "\n") !== generated) {
  console.error(`${fileURLToPath(target)} is stale: run "npm run shaders".`);
  process.exit(1);
}
