import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { WgslTexts } from "./wgslTexts.js";

/**
 * @param folder - Of .wgsl files, in folders of their own or not.
 * @returns Their texts, by name in the order of the alphabet.
 */
export function readTexts(folder: string): WgslTexts {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".wgsl"));
  return new Map(
    files
      .map((file): [string, string] => [
        basename(file),
        readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n"),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
