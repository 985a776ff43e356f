/** @returns A worker of the file beside this one: written so that bundlers find the file. */
export function createOwnWorker(): Worker {
  return new Worker(new URL("./clothWorker.js", import.meta.url), { type: "module" });
}
