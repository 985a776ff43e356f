/** Node, with a place for what the files of one process hand on to each other: see keptDevices.ts. */
import { TestEnvironment } from "jest-environment-node";

const kept = new Map();

export default class KeepingEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.keptByProcess = kept;
  }
}
