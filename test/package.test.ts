// What the package promises: files that its README leads to are in it, and its entries are made by the builds.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

interface Manifest {
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, string | { readonly types?: string; readonly default: string }>>;
  readonly unpkg: string;
  readonly jsdelivr: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
/** npm packs them always. */
const packed = [...manifest.files, "README.md", "LICENSE", "package.json"];
const isPacked = (path: string): boolean => packed.some((entry) => path === entry || path.startsWith(`${entry}/`));

/** Paths that a page leads to, links and pictures alike. */
function targetsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, path]) =>
    posix.join(posix.dirname(file), path),
  );
}

test("links and pictures of the pages of the package lead to files of the package", () => {
  const pages = [
    ...["README.md", "llms.txt", "CONTRIBUTING.md", "CHANGELOG.md", "src/README.md"],
    ...["docs/architecture.md", "docs/validation.md"],
    ...["docs/guide", "docs/sources", "docs/figures"].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".md"))
        .map((name) => `${folder}/${name}`),
    ),
  ];
  const targets = pages.flatMap(targetsOf);
  expect(targets).toContain("docs/pictures/drape.png");
  expect(targets.filter((path) => !existsSync(path) || !isPacked(path))).toEqual([]);
});

test("what is packed exists, or is built", () => {
  expect(manifest.files.filter((path) => path !== "dist" && !existsSync(path))).toEqual([]);
});

test("entries are what TypeScript and webpack make", async () => {
  const { default: builds } = (await import(join(process.cwd(), "webpack.config.js"))) as {
    default: { name: string; output: { filename: string } }[];
  };
  const bundle = (name: string): string =>
    `./dist/${builds.find((build) => build.name === name)?.output.filename ?? ""}`;
  const source = (path: string): string => path.replace(/^\.\/dist\/(.*?)(\.d\.ts|\.js)$/, "src/$1.ts");
  const { "./umd": umd, "./global": global, "./worker": worker, "./package.json": own, ...entries } = manifest.exports;
  expect(own).toBe("./package.json");
  expect(umd).toEqual({ default: bundle("umd") });
  expect(global).toEqual({ types: "./dist/index.d.ts", default: bundle("global") });
  expect(worker).toEqual({ default: bundle("worker") });
  expect([manifest.unpkg, manifest.jsdelivr]).toEqual([bundle("umd"), bundle("umd")]);
  const files = Object.values(entries).flatMap((entry) => Object.values(entry).map(source));
  expect(files).toHaveLength(4);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test("the lowest Babylon.js that is allowed is the one that tests run with", () => {
  const lowest = /^npm:@babylonjs\/core@(.*)$/.exec(manifest.devDependencies["babylon-lowest"])?.[1];
  expect(manifest.peerDependencies["@babylonjs/core"]).toBe(`^${lowest}`);
  const said = ["README.md", "docs/guide/getting-started.md"].flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/(?:Babylon\.js|`@babylonjs\/core`) (9\.\d+) or newer/g)].map(
      ([, version]) => `${version}.0`,
    ),
  );
  expect(said).toEqual([lowest, lowest]);
});
