/** Node's fetch reads no files, which a page gets from its server. */
import { readFile } from "node:fs/promises";

/** Lets fetch read addresses of files. */
export function installFileFetch(): void {
  const fetchAddress = globalThis.fetch;
  globalThis.fetch = async (input, init) =>
    input instanceof URL && input.protocol === "file:"
      ? new Response(await readFile(input))
      : fetchAddress(input, init);
}
