// Simulates and draws cloths on the CPU, where there is no compute: the same phases, the same surface, an updatable mesh. Cloths are solved
// on the page's thread, or, if the scene asks for it, in a worker: then what is drawn is one step old.
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { ClothBackend, ClothBody, SceneStep } from "../clothBackend.js";
import { Meetings } from "../meetings.js";
import type { Cloth } from "../../cloth/cloth.js";
import type { Eyes } from "../../surface/eyes.js";
import { coarsenessWithin } from "../../surface/surfaceRoom.js";
import { CpuBody } from "./cpuBody.js";
import { runTogether } from "../../sim/cpu/runTogether.js";
import { CpuSewing } from "./cpuSewing.js";
import type { SteppedCloth } from "./worker/clothMessages.js";
import { createWorker, type ClothWorkerSource } from "./worker/createWorker.js";
import { WorkerThread, type ThreadListener } from "./worker/workerThread.js";

/** The CPU backend of a scene. */
export class CpuBackend implements ClothBackend {
  public readonly name = "cpu";
  public readonly isReady = true;
  public readonly timings: ReadonlyMap<string, number> = new Map();
  private readonly _bodies = new Set<CpuBody>();
  private readonly _sewing = new CpuSewing<CpuBody>();
  /** On the page's thread, and in the worker. */
  private readonly _meetings = { here: new Meetings(), there: new Meetings() };
  private _thread: WorkerThread | null = null;
  /** Time that the worker has not been asked to simulate, since it was busy [s]. */
  private _waiting = 0;
  private _isDisposed = false;
  /** Ends workers that have not answered yet. */
  private readonly _starts = new AbortController();

  /** @param _maxTriangles - Of all cloths together. */
  public constructor(private _maxTriangles: number) {}

  /** {@inheritDoc ClothBackend.whenReadyAsync} */
  public async whenReadyAsync(): Promise<void> {
    await Promise.resolve();
  }

  /** Whether cloths are solved in a worker, but for those that cannot be. */
  public get usesWorker(): boolean {
    return this._thread !== null;
  }

  /**
   * Solves cloths in a worker from the next step on, as soon as it answers. Where it does not, they stay on the page's thread, and a warning
   * says why.
   *
   * @param source - Which worker; undefined: that of this package.
   * @returns Whether there is one.
   */
  public async useWorkerAsync(source: ClothWorkerSource | undefined): Promise<boolean> {
    let thread: WorkerThread;
    try {
      const listener: ThreadListener = {
        know: (cloths) => {
          this._know(cloths);
        },
        fail: (reason) => {
          this._thread = null;
          this._bodies.forEach((body) => {
            body.solveHere();
          });
          warn(reason);
        },
      };
      thread = await WorkerThread.StartAsync(createWorker(source), listener, this._starts.signal);
    } catch (error) {
      if (!this._isDisposed) {
        warn(error instanceof Error ? error.message : String(error));
      }
      return false;
    }
    if (this._isDisposed || this._thread) {
      thread.dispose();
    } else {
      this._thread = thread;
    }
    return this.usesWorker;
  }

  /** {@inheritDoc ClothBackend.add} */
  public add(cloth: Cloth): ClothBody {
    const body = new CpuBody(cloth, {
      remove: () => this._bodies.delete(body),
      settleAsync: async () => {
        await this._thread?.idleAsync();
      },
    });
    this._bodies.add(body);
    return body;
  }

  /** {@inheritDoc ClothBackend.step} */
  public step(step: SceneStep): void {
    const bodies = [...this._bodies];
    this._share(bodies);
    const [there, here] = [true, false].map((isThere) => bodies.filter(({ isInWorker }) => isInWorker === isThere));
    this._stepThere(there, step);
    this._stepHere(here, step);
    this._shareTriangles(bodies, step.eyes);
    bodies.forEach((body) => {
      body.show(step);
    });
    // Listeners may dispose cloths.
    bodies.forEach((body) => {
      body.tell();
    });
  }

  /** {@inheritDoc ClothBackend.checkRoom} */
  public checkRoom(): void {
    // It always has the control grid.
  }

  /** {@inheritDoc ClothBackend.checkGridRoom} */
  public checkGridRoom(): void {
    // Each has buffers of its own.
  }

  /** {@inheritDoc ClothBackend.setMaxTriangles} */
  public setMaxTriangles(count: number): void {
    this._maxTriangles = count;
  }

  /** {@inheritDoc ClothBackend.submit} */
  public submit(): void {
    // Nothing waits: a step is done when it returns.
  }

  /** {@inheritDoc ClothBackend.dispose} */
  public dispose(): void {
    this._isDisposed = true;
    this._starts.abort();
    this._bodies.clear();
    this._thread?.dispose();
    this._thread = null;
  }

  /** Decides where cloths are solved. Those that meet are solved together. */
  private _share(bodies: readonly CpuBody[]): void {
    const { _thread: thread } = this;
    if (!thread?.isIdle) {
      return;
    }
    const doMeetHere = bodies.some(({ mesh, needsPage }) => needsPage && mesh.solver.clothCollision);
    for (const body of bodies) {
      const isHere = body.needsPage || (doMeetHere && body.mesh.solver.clothCollision);
      if (isHere && body.isInWorker) {
        body.solveHere();
      } else if (!isHere && !body.isInWorker) {
        body.solveIn(thread);
      }
    }
  }

  /** If the cloths ask for more triangles than they may have, all get coarser alike. */
  private _shareTriangles(bodies: readonly CpuBody[], eyes: Eyes): void {
    bodies.forEach((body) => {
      body.askSurface(eyes);
    });
    const coarseness = coarsenessWithin(this._maxTriangles, (tried) =>
      bodies.reduce((sum, body) => sum + body.trianglesAt(tried), 0),
    );
    bodies.forEach((body) => {
      body.coarseness = coarseness;
    });
  }

  private _stepHere(bodies: readonly CpuBody[], step: SceneStep): void {
    this._sewing.arrange(bodies, () => true);
    bodies.forEach((body) => {
      body.advance(step);
    });
    this._meetings.here.arrange(new Set(bodies), this._sewing.groups);
    bodies.forEach((body) => {
      body.begin();
    });
    const contacts = bodies.flatMap(({ contact }) => contact ?? []);
    bodies.forEach((body) => {
      body.findContacts(contacts);
    });
    const alone = bodies.filter((body) => body.isStepping && !this._sewing.has(body));
    runTogether([...alone.map(({ solver }) => solver), ...this._sewing.steppers], contacts);
    bodies.forEach((body) => {
      body.end();
    });
  }

  /** A frame does not wait for a worker that is busy: its time is simulated with that of the next one. */
  private _stepThere(bodies: readonly CpuBody[], step: SceneStep): void {
    const { _thread: thread } = this;
    if (!thread || bodies.length === 0) {
      this._waiting = 0;
      return;
    }
    const seconds = this._waiting + step.seconds;
    if (step.isFrame && !thread.isIdle) {
      this._waiting = seconds;
      return;
    }
    this._waiting = 0;
    bodies.forEach((body) => {
      body.advance({ ...step, seconds });
    });
    this._meetings.there.arrange(new Set(bodies), this._sewing.groups);
    this._shareTriangles([...this._bodies], step.eyes);
    const posted = bodies.flatMap((body) => body.post() ?? []);
    if (posted.length > 0) {
      thread.step(posted);
    }
  }

  private _know(cloths: readonly SteppedCloth[]): void {
    const bodies = new Map([...this._bodies].map((body) => [body.workerId, body]));
    for (const cloth of cloths) {
      bodies.get(cloth.id)?.know(cloth);
    }
    for (const { id } of cloths) {
      bodies.get(id)?.tell();
    }
  }
}

function warn(reason: string): void {
  Logger.Warn(`babylon-cloth: cloth on the CPU is simulated on the page's thread, not in a worker: ${reason}.`);
}
