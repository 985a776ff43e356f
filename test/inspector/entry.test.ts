import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** What a file imports when it is loaded: not its types, nor what it imports when it is asked for. */
async function importsOf(file: string): Promise<string[]> {
  const source = await readFile(file, "utf8");
  return [...source.matchAll(/^(?:import|export)\s+(?!type\s)(?:[^;"]*?from\s+)?"([^"]+)"/gm)].map(([, name]) => name);
}

/** All files and packages that loading a file loads. */
async function loadedBy(file: string, found = new Set<string>()): Promise<Set<string>> {
  if (!found.has(file)) {
    found.add(file);
    for (const name of await importsOf(file)) {
      if (name.startsWith(".")) {
        await loadedBy(join(dirname(file), name.replace(/\.js$/, ".ts")), found);
      } else {
        found.add(name);
      }
    }
  }
  return found;
}

test("the library does not know the Inspector", async () => {
  const loaded = [...(await loadedBy("src/index.ts"))];
  expect(loaded).toContain("src/scene/clothMesh.ts");
  expect(loaded.filter((name) => /inspector|debug|react/i.test(name))).toEqual([]);
});

test("the second entry loads neither the Inspector nor React, nor names them where a bundler must find them", async () => {
  const loaded = [...(await loadedBy("src/inspector/index.ts")), ...(await loadedBy("src/inspector/clothServices.ts"))];
  expect(loaded).toContain("src/debug/clothDebugView.ts");
  expect(loaded).toContain("src/inspector/clothPanels.ts");
  expect(loaded.filter((name) => /@babylonjs\/inspector|^react/.test(name))).toEqual([]);
  // A bundler only warns of what is imported inside a try block.
  const source = await readFile("src/inspector/inspectorPackages.ts", "utf8");
  const [, tried] = /try {([^]*?)} catch/.exec(source) ?? [];
  expect(tried).toMatch(/import\("@babylonjs\/inspector"\), import\("react"\)/);
});
