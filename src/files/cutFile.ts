// Cuts in files.
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { DecodeBase64ToBinary, EncodeArrayBufferToBase64 } from "@babylonjs/core/Misc/stringTools.js";
import { areLinks, type ClothCuts } from "../cloth/clothCuts.js";
import { complaint } from "../options/rules.js";

/** Cuts of a file, checked. */
export interface ReadCuts {
  readonly count: number;
  readonly tornThreads: number;
  /** See {@link ClothCuts.links}. */
  readonly links: Uint32Array<ArrayBuffer>;
}

/**
 * @param cuts - Of a cloth.
 * @returns What a file says of them; undefined if there are none.
 */
export function writeCuts({ count, tornThreads, links }: ClothCuts): object | undefined {
  return links && count + tornThreads > 0
    ? { count, tornThreads, links: EncodeArrayBufferToBase64(Uint8Array.from(links)) }
    : undefined;
}

/**
 * @param cloth - Name of the cloth.
 * @param value - Of a file.
 * @param particleCounts - Of the nets that can be cut.
 * @returns The cuts; null if the file has none.
 * @throws TypeError that names the cloth if they are anything else.
 */
export function readCuts(cloth: string, value: unknown, particleCounts: readonly number[]): ReadCuts | null {
  if (value === undefined) {
    return null;
  }
  const { count, tornThreads = 0, links: text } = (value ?? {}) as Readonly<Record<string, unknown>>;
  for (const [name, number] of Object.entries({ count, tornThreads })) {
    if (!Number.isInteger(number) || Number(number) < 0) {
      throw new TypeError(complaint({ cloth, option: `cuts.${name} in its file` }, number, "a whole number from 0 up"));
    }
  }
  const links = typeof text === "string" ? decoded(text) : null;
  if (!links || !particleCounts.includes(links.length) || !areLinks(links)) {
    const needed = `the base64 text of a byte for each of ${particleCounts.join(" or ")} particles`;
    throw new TypeError(complaint({ cloth, option: "cuts.links in its file" }, text, needed));
  }
  return { count: Number(count), tornThreads: Number(tornThreads), links };
}

function decoded(text: string): Uint32Array<ArrayBuffer> | null {
  try {
    return Uint32Array.from(new Uint8Array(DecodeBase64ToBinary(text)));
  } catch {
    return null;
  }
}

/**
 * @param name - Of the cloth.
 * @param cuts - Of the cloth.
 * @param read - What it gets. The two backends cut different nets: cuts of the other one are mended, and a warning says so.
 */
export function takeCuts(name: string, cuts: ClothCuts, read: ReadCuts | null): void {
  if (read?.links.length === cuts.particleCount) {
    cuts.set(read);
  } else if (read) {
    Logger.Warn(
      `Cloth "${name}": its file has cuts of ${read.links.length.toString()} particles, ` +
        `this backend cuts ${cuts.particleCount.toString()}; they are mended.`,
    );
  }
}
