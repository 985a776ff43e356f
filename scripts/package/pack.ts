// The package as npm would publish it.
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Windows has npm as a script of its shell. */
const shell = process.platform === "win32";

/**
 * Runs npm, and shows what it writes.
 *
 * @param folder - Where.
 * @param words - Command and options.
 * @throws Error if npm fails.
 */
export function npm(folder: string, ...words: string[]): void {
  execFileSync("npm", words, { cwd: folder, shell, stdio: ["ignore", "inherit", "inherit"] });
}

/** @returns A new folder outside of the repository: nothing there finds the packages of the repository. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "babylon-cloth-"));
}

/**
 * Builds the library and packs it.
 *
 * @param folder - Receives the file.
 * @returns Path of the file.
 */
export function pack(folder: string): string {
  npm(process.cwd(), "pack", "--pack-destination", folder);
  return join(folder, `babylon-cloth-${process.env.npm_package_version ?? ""}.tgz`);
}
