// The page's side of a worker: what is on its way there, and whether it answers.
import type { ClothReply, ClothRequest, PostedStep, SteppedCloth } from "./clothMessages.js";
import { messageLayout } from "./clothMessages.js";

/** A worker that has not said hello after so long never will: its file is loaded and its script has run by then [s]. */
export const MAX_START_SECONDS = 30;
/** Longer than any step takes, many seconds by hand included. A browser may end a worker for its memory and tell nobody [s]. */
export const MAX_STEP_SECONDS = 120;

/** A worker, as far as it is needed: tests have ports of a channel. */
export type ClothWorkerPort = Pick<Worker, "onmessage" | "onmessageerror" | "onerror" | "postMessage" | "terminate">;

/** Is told what comes from a worker. */
export interface ThreadListener {
  /** A step is done. */
  know(cloths: readonly SteppedCloth[]): void;
  /** No more answers come. */
  fail(reason: string): void;
}

/** A worker that has answered. */
export class WorkerThread {
  private _inFlight = 0;
  private _waiting: (() => void)[] = [];
  private _nextId = 0;
  private _deadline?: ReturnType<typeof setTimeout>;

  private constructor(
    private readonly _port: ClothWorkerPort,
    private readonly _listener: ThreadListener,
  ) {
    this._listen();
  }

  /**
   * @param port - A worker that has just been made, or any that runs clothWorker.ts.
   * @param listener - Told what comes from it.
   * @param signal - Ends it before it has answered: another script may never do so.
   * @returns It, once it has answered.
   * @throws Error if it fails or is ended before that, is of another version, or has not answered after {@link MAX_START_SECONDS}.
   */
  public static async StartAsync(
    port: ClothWorkerPort,
    listener: ThreadListener,
    signal: AbortSignal,
  ): Promise<WorkerThread> {
    let deadline: ReturnType<typeof setTimeout> | undefined;
    const silent = new Promise<never>((_, reject) => {
      deadline = setTimeout(() => {
        reject(new Error(silence(MAX_START_SECONDS)));
      }, 1000 * MAX_START_SECONDS);
    });
    try {
      await Promise.race([greet(port, signal), silent]);
    } catch (error) {
      port.terminate();
      throw error;
    } finally {
      clearTimeout(deadline);
    }
    return new WorkerThread(port, listener);
  }

  /** Whether it has done all steps. */
  public get isIdle(): boolean {
    return this._inFlight === 0;
  }

  /** @returns A number for a cloth. */
  public takeId(): number {
    return this._nextId++;
  }

  /** @param cloths - Take a step. */
  public step(cloths: readonly PostedStep[]): void {
    this._inFlight++;
    if (this._inFlight === 1) {
      this._waitForAnswer();
    }
    try {
      this._post({ kind: "step", cloths });
    } catch (error) {
      // An error in the middle of a frame would end the render loop.
      this._fail(String(error));
    }
  }

  /** @param id - Of a cloth that the worker may forget. */
  public remove(id: number): void {
    this._post({ kind: "remove", id });
  }

  /** Resolves when all steps are done, or never will be: a worker that does not answer fails after {@link MAX_STEP_SECONDS}. */
  public async idleAsync(): Promise<void> {
    if (!this.isIdle) {
      await new Promise<void>((resolve) => this._waiting.push(resolve));
    }
  }

  /** Ends the worker. */
  public dispose(): void {
    this._port.onmessage = null;
    this._port.onerror = null;
    this._port.onmessageerror = null;
    this._port.terminate();
    this._settle();
  }

  private _listen(): void {
    this._port.onmessage = ({ data }: MessageEvent<ClothReply>) => {
      if (data.kind === "failed") {
        this._fail(data.message);
      } else if (data.kind === "stepped") {
        this._inFlight--;
        this._waitForAnswer();
        try {
          this._listener.know(data.cloths);
        } finally {
          if (this.isIdle) {
            this._settle();
          }
        }
      }
    };
    this._port.onerror = (event) => {
      this._fail(reasonOf(event));
    };
    this._port.onmessageerror = () => {
      this._fail("a message cannot be read");
    };
  }

  /** From the last answer on, or from the first step without one. */
  private _waitForAnswer(): void {
    clearTimeout(this._deadline);
    if (!this.isIdle) {
      this._deadline = setTimeout(() => {
        this._fail(silence(MAX_STEP_SECONDS));
      }, 1000 * MAX_STEP_SECONDS);
    }
  }

  private _post(request: ClothRequest): void {
    this._port.postMessage(request);
  }

  private _fail(reason: string): void {
    this._listener.fail(reason);
    this.dispose();
  }

  private _settle(): void {
    this._inFlight = 0;
    clearTimeout(this._deadline);
    const waiting = this._waiting;
    this._waiting = [];
    for (const resolve of waiting) {
      resolve();
    }
  }
}

/** Resolves with the first answer. */
function greet(port: ClothWorkerPort, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => {
      reject(new Error("its cloths are disposed"));
    });
    port.onmessage = ({ data }: MessageEvent<ClothReply>) => {
      if (data.kind === "ready" && data.layout === messageLayout) {
        resolve();
      } else {
        reject(new Error("its file is of another version of babylon-cloth"));
      }
    };
    port.onerror = (event) => {
      reject(new Error(reasonOf(event)));
    };
    port.onmessageerror = () => {
      reject(new Error("its first message cannot be read"));
    };
    port.postMessage({ kind: "hello" } satisfies ClothRequest);
  });
}

function silence(seconds: number): string {
  return `it has not answered for ${seconds.toString()} seconds`;
}

/** A file that is not found says nothing. */
function reasonOf(event: Event | string): string {
  const message = typeof event === "string" ? event : (event as Partial<ErrorEvent>).message;
  return message === undefined || message === "" ? "its file cannot be loaded" : message;
}
