// The page's side of a worker: what is on its way there, and whether it answers.
import type { ClothReply, ClothRequest, PostedStep, SteppedCloth } from "./clothMessages.js";
import { messageLayout } from "./clothMessages.js";

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
   * @throws Error if it fails or is ended before that, or is of another version.
   */
  public static async StartAsync(
    port: ClothWorkerPort,
    listener: ThreadListener,
    signal: AbortSignal,
  ): Promise<WorkerThread> {
    try {
      await greet(port, signal);
    } catch (error) {
      port.terminate();
      throw error;
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

  /** Resolves when all steps are done, or never will be. */
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

  private _post(request: ClothRequest): void {
    this._port.postMessage(request);
  }

  private _fail(reason: string): void {
    this._listener.fail(reason);
    this.dispose();
  }

  private _settle(): void {
    this._inFlight = 0;
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

/** A file that is not found says nothing. */
function reasonOf(event: Event | string): string {
  const message = typeof event === "string" ? event : (event as Partial<ErrorEvent>).message;
  return message === undefined || message === "" ? "its file cannot be loaded" : message;
}
