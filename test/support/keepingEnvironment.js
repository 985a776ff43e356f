/** Node, with a place for what the files of one process hand on to each other: see keptDevices.ts. */
import { TestEnvironment } from "jest-environment-node";

const kept = new Map();

// Jest replaces a process by the size of V8's heap. What Dawn and the driver hold is outside of it.
const { memoryUsage } = process;
process.memoryUsage = Object.assign(() => ({ ...memoryUsage(), heapUsed: memoryUsage.rss() }), memoryUsage);

export default class KeepingEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.keptByProcess = kept;
  }
}
