/**
 * What the npm package `@sparticuz/chromium` carries for a Linux machine that has neither a GPU driver nor a browser:
 * SwiftShader (Vulkan in software), headless Chromium and the shared libraries a bare machine lacks.
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

const decompress = promisify(brotliDecompress);

const TAR_BLOCK = 512;
const TAR_REGULAR_FILE = "0";

/** The regular files of an uncompressed ustar archive. */
function* tarFiles(tar: Buffer): Generator<{ path: string; content: Buffer }> {
  const text = (from: number, length: number): string =>
    tar.toString("latin1", from, from + length).split("\0")[0] ?? "";
  for (let header = 0; text(header, 100) !== "";) {
    const size = parseInt(text(header + 124, 12), 8);
    const content = tar.subarray(header + TAR_BLOCK, header + TAR_BLOCK + size);
    if (text(header + 156, 1) === TAR_REGULAR_FILE) yield { path: text(header, 100), content };
    header += TAR_BLOCK * (1 + Math.ceil(size / TAR_BLOCK));
  }
}

/** What the package holds. `al2023` are shared libraries, in `lib/`; `fonts` lie in `fonts/`. */
type Archive = "swiftshader" | "chromium" | "al2023" | "fonts";

/**
 * Unpacks archives of the package into one folder below `node_modules/.cache/babylon-cloth`, unless that was done before.
 *
 * @param name - Name of the folder; the version of the package is added.
 * @returns Path of the folder.
 * @throws Error on other machines than Linux x64, which the package is not built for.
 */
export async function unpackChromium(name: string, archives: readonly Archive[]): Promise<string> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(`@sparticuz/chromium is built for linux x64, not for ${process.platform} ${process.arch}.`);
  }
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium"); // build/cjs/index.cjs
  const packageFolder = join(dirname(entry), "..", "..");
  const { version } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8")) as { version: string };
  const cache = join(packageFolder, "..", "..", ".cache", "babylon-cloth");
  const folder = join(cache, `${name}-${version}`);
  if (existsSync(folder)) return folder;

  // Two jest workers may come here at once: each unpacks for itself, the first to rename wins.
  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  for (const archive of archives) {
    for (const { path, content } of await readArchive(join(packageFolder, "bin"), archive)) {
      await mkdir(dirname(join(own, path)), { recursive: true });
      await writeFile(join(own, path), content, { mode: 0o755 });
    }
  }
  await rename(own, folder).catch(async (error: unknown) => {
    await rm(own, { recursive: true });
    if (!existsSync(folder)) throw error;
  });
  return folder;
}

async function readArchive(bin: string, archive: Archive): Promise<Iterable<{ path: string; content: Buffer }>> {
  const name = archive === "chromium" ? "chromium.br" : `${archive}.tar.br`;
  const content = await decompress(await readFile(join(bin, name)));
  return archive === "chromium" ? [{ path: "chromium", content }] : tarFiles(content);
}
