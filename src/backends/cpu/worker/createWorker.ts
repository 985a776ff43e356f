import { createOwnWorker } from "./ownWorker.js";
import { shown } from "../../../babylon/shown.js";
import type { ClothWorkerPort } from "./workerThread.js";

/** Address of `babylon-cloth.worker.js`, or a function that makes the worker. */
export type ClothWorkerSource = string | URL | (() => Worker);

/**
 * @param source - As a user gives it.
 * @throws TypeError if it is none.
 */
export function checkWorkerSource(source: unknown): void {
  const isSource = ["undefined", "string", "function"].includes(typeof source) || source instanceof URL;
  if (!isSource) {
    throw new TypeError(
      `ClothSystem.useWorkerAsync: source is ${shown(source)}, must be an address or a function that makes a Worker.`,
    );
  }
}

/**
 * @param source - Which worker; undefined: that of this package.
 * @returns The worker.
 * @throws Error if there is none.
 */
export function createWorker(source: ClothWorkerSource | undefined): ClothWorkerPort {
  if (typeof source === "function") {
    return source();
  }
  if (typeof Worker === "undefined") {
    throw new Error("there is no Worker here");
  }
  return source === undefined ? createOwnWorker() : workerAt(new URL(source, location.href));
}

/**
 * @param url - Of `babylon-cloth.worker.js`, on any server.
 * @returns Its worker.
 */
export function workerAt(url: URL): Worker {
  if (url.origin === location.origin) {
    return new Worker(url);
  }
  // Browsers refuse workers of other servers, but not scripts of them.
  const script = new Blob([`importScripts(${JSON.stringify(url.href)});`], { type: "text/javascript" });
  const address = URL.createObjectURL(script);
  try {
    return new Worker(address);
  } finally {
    // The worker has taken what it leads to; else the page would keep the script.
    URL.revokeObjectURL(address);
  }
}
