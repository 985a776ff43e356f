// Where the worker comes from, in a page that has workers.
import { resolveObjectURL } from "node:buffer";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { messageLayout, type ClothRequest } from "../../../src/backends/cpu/worker/clothMessages.js";
import { MAX_START_SECONDS, MAX_STEP_SECONDS } from "../../../src/backends/cpu/worker/workerThread.js";
import { createWorker } from "../../../src/backends/cpu/worker/createWorker.js";
import { createClothScene } from "../../support/clothScene.js";

const { jest } = import.meta;
const { Worker: before } = globalThis;
const warn = Logger.Warn;
let started: string[] = [];

beforeEach(() => {
  started = [];
  Object.assign(globalThis, {
    Worker: function (url: string | URL) {
      started.push(String(url));
    },
  });
  Object.defineProperty(globalThis, "location", { value: new URL("https://page.test/shop/"), configurable: true });
});
afterEach(() => {
  Object.assign(globalThis, { Worker: before });
  Reflect.deleteProperty(globalThis, "location");
  Logger.Warn = warn;
  jest.useRealTimers();
});

function collectWarnings(): string[] {
  const warnings: string[] = [];
  Logger.Warn = (message) => warnings.push(String(message));
  return warnings;
}

test("an address is relative to the page", () => {
  createWorker("scripts/babylon-cloth.worker.js");
  createWorker(new URL("https://page.test/worker.js"));
  expect(started).toEqual(["https://page.test/shop/scripts/babylon-cloth.worker.js", "https://page.test/worker.js"]);
});

test("a worker of another server is a script of this page that loads it, and of which nothing is left in the page", async () => {
  const scripts: Promise<string>[] = [];
  Object.assign(globalThis, {
    Worker: function (url: string) {
      const script = resolveObjectURL(url);
      scripts.push(script ? script.text() : Promise.reject(new Error("no script")));
      started.push(url);
    },
  });
  createWorker("https://cdn.test/babylon-cloth.worker.js");
  expect(await Promise.all(scripts)).toEqual(['importScripts("https://cdn.test/babylon-cloth.worker.js");']);
  expect(started[0]).toMatch(/^blob:/);
  expect(resolveObjectURL(started[0])).toBeUndefined();
});

test("without an address it is the file of the package, as bundlers find it", () => {
  createWorker(undefined);
  expect(started[0]).toMatch(/^file:.*\/src\/backends\/cpu\/worker\/clothWorker\.js$/);
});

test("cloths that are disposed start no worker, which nobody would end", async () => {
  const stage = createClothScene();
  stage.system.dispose();
  expect(await stage.system.useWorkerAsync("worker.js")).toBe(false);
  expect(started).toEqual([]);
  stage.dispose();
});

test("a worker that has not answered, as another script never does, ends with the cloths that wait for it", async () => {
  const stage = createClothScene();
  let isTerminated = false;
  const silent = { postMessage: () => undefined, terminate: () => (isTerminated = true) };
  const answer = stage.system.useWorkerAsync(() => silent as unknown as Worker);
  stage.scene.dispose();
  expect([await answer, isTerminated]).toEqual([false, true]);
  stage.dispose();
});

test("a worker that never answers ends after a while, and cloth stays on the page's thread", async () => {
  jest.useFakeTimers();
  const stage = createClothScene();
  const warnings = collectWarnings();
  let isTerminated = false;
  const silent = { postMessage: () => undefined, terminate: () => (isTerminated = true) };
  const answer = stage.system.useWorkerAsync(() => silent as unknown as Worker);
  let answered: boolean | null = null;
  void answer.then((usesWorker) => (answered = usesWorker));
  await jest.advanceTimersByTimeAsync(1000 * MAX_START_SECONDS - 1);
  expect([answered, isTerminated]).toEqual([null, false]);
  await jest.advanceTimersByTimeAsync(1);
  expect([answered, isTerminated]).toEqual([false, true]);
  expect(warnings).toEqual([expect.stringContaining("it has not answered for 30 seconds")]);
  stage.dispose();
});

test("a worker that has answered and falls silent is given up: readings end, and cloth goes on here", async () => {
  jest.useFakeTimers();
  const stage = createClothScene();
  const warnings = collectWarnings();
  const port: Partial<Worker> = {
    terminate: () => undefined,
    postMessage: ({ kind }: ClothRequest) => {
      if (kind === "hello") {
        port.onmessage?.call(port as Worker, { data: { kind: "ready", layout: messageLayout } } as MessageEvent);
      }
    },
  };
  expect(await stage.system.useWorkerAsync(() => port as Worker)).toBe(true);
  const cloth = stage.add({ controlPoints: 5 });
  stage.scene.render();
  expect(cloth.isInWorker).toBe(true);
  let isRead = false;
  void cloth.readPositions().then(() => (isRead = true));
  await jest.advanceTimersByTimeAsync(1000 * MAX_STEP_SECONDS - 1);
  expect([isRead, stage.system.usesWorker]).toEqual([false, true]);
  await jest.advanceTimersByTimeAsync(1);
  expect([isRead, stage.system.usesWorker, cloth.isInWorker]).toEqual([true, false, false]);
  expect(warnings).toEqual([expect.stringContaining("it has not answered for 120 seconds")]);
  stage.dispose();
});
