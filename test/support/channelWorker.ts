/** The worker of cloths without a thread: its messages go through a channel, and are cloned on the way. */
import { serveCloth } from "../../src/backends/cpu/worker/clothServer.js";

/** What it has been asked, and a way to break it. */
export interface ChannelWorker {
  readonly worker: Worker;
  /** Kinds of messages of the page, in order. */
  readonly asked: string[];
  isTerminated: boolean;
  /** The next step that it is asked for fails. */
  breakNext(): void;
}

export function createChannelWorker(): ChannelWorker {
  const { port1, port2 } = new MessageChannel();
  let isBroken = false;
  const made: ChannelWorker = {
    asked: [],
    isTerminated: false,
    breakNext: () => (isBroken = true),
    worker: {
      set onmessage(listener: MessagePort["onmessage"]) {
        port1.onmessage = listener;
      },
      onerror: null,
      onmessageerror: null,
      postMessage(message: { kind: string; cloths?: object[] }) {
        made.asked.push(message.kind);
        const broken = isBroken && message.kind === "step";
        port1.postMessage(broken ? { ...message, cloths: [{ id: -1, calls: [] }] } : message);
      },
      terminate() {
        made.isTerminated = true;
        port1.close();
      },
    } as unknown as Worker,
  };
  serveCloth(port2);
  return made;
}
