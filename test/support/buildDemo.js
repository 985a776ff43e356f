/** Builds the demo page before the browser tests open it. Jest loads this file by itself, hence no TypeScript. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** In a process of its own, since what a compiler has taken of memory stays with its process. */
export default async function buildDemo() {
  const webpack = ["node_modules/webpack/bin/webpack.js", "--config-name", "demo"];
  try {
    await promisify(execFile)(process.execPath, webpack);
  } catch (error) {
    throw new Error(`The demo cannot be built:\n${error.stdout}`, { cause: error });
  }
}
