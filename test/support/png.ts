/** PNG files and pixels. */
import { writeFile } from "node:fs/promises";
import { PNG } from "pngjs";

/** Pixels row by row, top row first, RGBA, shape [height, width, 4]. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Pixels of a PNG file, given its bytes. */
export function decodePng(file: Uint8Array): Picture {
  return PNG.sync.read(Buffer.from(file));
}

/** Writes a PNG file. */
export async function writePng(path: string, { width, height, data }: Picture): Promise<void> {
  const png = new PNG({ width, height });
  png.data.set(data);
  await writeFile(path, PNG.sync.write(png));
}
