// Where the worker comes from, in a page that has workers.
import { resolveObjectURL } from "node:buffer";
import { createWorker } from "../../../src/backends/cpu/worker/createWorker.js";
import { createClothScene } from "../../support/clothScene.js";

const { Worker: before } = globalThis;
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
});

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
