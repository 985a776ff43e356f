// In place of ownWorker.ts where the library is one file: see webpack.config.js.
import { workerAt } from "./createWorker.js";

/** Address of the script that this is in, as far as it is known when it starts; webpack puts it here. */
declare const BABYLON_CLOTH_ADDRESS: string | undefined;

const address = BABYLON_CLOTH_ADDRESS;

/** @returns A worker of the file that is published beside the bundle. */
export function createOwnWorker(): Worker {
  if (!address) {
    throw new Error("the address of babylon-cloth.worker.js is not known; give it to useWorkerAsync");
  }
  return workerAt(new URL("babylon-cloth.worker.js", address));
}
