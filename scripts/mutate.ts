// Changes the source in ways that a test must notice, one at a time, and runs the tests concerned. Survivors are defects of the
// tests. Works on a copy of the repository.
//
//   npm run mutate              all mutations
//   npm run mutate -- sleep     those with this in their name
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { mutations, type Mutation } from "./mutations/mutations.js";

const ROOT = process.cwd();
/** Are not copied: dependencies are linked, the rest is built or recorded. */
const LEFT_OUT = new Set(["node_modules", ".git", "build", "dist"]);

function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), "babylon-cloth-mutated-"));
  cpSync(ROOT, copy, {
    recursive: true,
    filter: (path) => !LEFT_OUT.has(relative(ROOT, path).split(sep)[0]),
  });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"), "junction");
  return copy;
}

function jest(folder: string, tests: string): number {
  const options = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"];
  const words = ["--selectProjects", "unit", "--testPathPatterns", tests, "--bail"];
  const { status } = spawnSync(process.execPath, [...options, "node_modules/jest/bin/jest.js", ...words], {
    cwd: folder,
    stdio: "ignore",
  });
  return status ?? 1;
}

/** @returns Whether a test fails. */
function isKilled(folder: string, { changes, tests }: Mutation): boolean {
  const originals = changes.map(({ file }) => readFileSync(join(folder, file), "utf8"));
  const hasShaders = changes.some(({ file }) => file.endsWith(".wgsl"));
  const generate = (): void => {
    if (hasShaders)
      execFileSync("npm", ["run", "shaders"], { cwd: folder, shell: process.platform === "win32", stdio: "ignore" });
  };
  changes.forEach(({ file, from, to }, i) => {
    writeFileSync(
      join(folder, file),
      originals[i].replace(from, () => to),
    );
  });
  try {
    generate();
    return jest(folder, tests) !== 0;
  } finally {
    changes.forEach(({ file }, i) => {
      writeFileSync(join(folder, file), originals[i]);
    });
    generate();
  }
}

const wanted = process.argv[2] ?? "";
const chosen = mutations.filter(({ name }) => name.includes(wanted));
if (chosen.length === 0) throw new Error(`No mutation has "${wanted}" in its name.`);
const folder = copyRepository();
try {
  const patterns = [...new Set(chosen.map(({ tests }) => tests))];
  const broken = patterns.filter((tests) => jest(folder, tests) !== 0);
  if (broken.length > 0) throw new Error(`These tests fail without any mutation: ${broken.join(", ")}.`);
  const survivors = chosen.filter((mutation) => {
    const killed = isKilled(folder, mutation);
    console.log(`${killed ? "killed  " : "SURVIVED"} ${mutation.name}`);
    return !killed;
  });
  console.log(`${chosen.length} mutations, ${survivors.length} survived.`);
  process.exitCode = survivors.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}
