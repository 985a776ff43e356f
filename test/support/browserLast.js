import Sequencer from "@jest/test-sequencer";

/** Files of the browser come last: unit tests tell sooner what is wrong, and the GPU files that run beside them have nearly ended by then. */
export default class BrowserLast extends Sequencer {
  sort(tests) {
    const isBrowser = ({ context }) => Number(context.config.displayName?.name === "browser");
    return super.sort(tests).sort((a, b) => isBrowser(a) - isBrowser(b));
  }
}
