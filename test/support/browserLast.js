import Sequencer from "@jest/test-sequencer";

/** Files of the GPU come before those of the browser: by then nothing else runs, and a browser wants the whole machine. */
export default class BrowserLast extends Sequencer {
  sort(tests) {
    const isBrowser = ({ context }) => Number(context.config.displayName?.name === "browser");
    return super.sort(tests).sort((a, b) => isBrowser(a) - isBrowser(b));
  }
}
