// The worker's side: it has the solvers, and takes the steps that the page asks for.
import { CpuCloth } from "../cpuCloth.js";
import {
  collidersOf,
  gridOf,
  messageLayout,
  type AddedCloth,
  type ClothReply,
  type ClothRequest,
  type PostedStep,
  type SteppedCloth,
} from "./clothMessages.js";

/** What a worker and a port of a channel have in common. */
export interface ServedPort {
  onmessage: ((event: MessageEvent<ClothRequest>) => void) | null;
  postMessage(message: ClothReply, transfer: Transferable[]): void;
}

/**
 * Answers all requests of a page.
 *
 * @param port - Leads to the page.
 */
export function serveCloth(port: ServedPort): void {
  const server = new ClothServer();
  port.onmessage = ({ data }) => {
    const reply = server.answer(data);
    if (reply) {
      port.postMessage(reply, buffersOf(reply));
    }
  };
}

/** All cloths of one page. */
class ClothServer {
  private readonly _cloths = new Map<number, CpuCloth>();

  /**
   * @param request - Of the page.
   * @returns What to tell it; null: nothing.
   */
  public answer(request: ClothRequest): ClothReply | null {
    switch (request.kind) {
      case "hello":
        return { kind: "ready", layout: messageLayout };
      case "remove":
        this._cloths.delete(request.id);
        return null;
      case "step":
        try {
          return { kind: "stepped", cloths: this._step(request.cloths) };
        } catch (error) {
          return { kind: "failed", message: String(error) };
        }
    }
  }

  /** The same order as in CpuBackend. */
  private _step(posted: readonly PostedStep[]): SteppedCloth[] {
    const all = posted.map((input) => ({ ...input, cloth: this._prepared(input) }));
    for (const { cloth, step, isMoving } of all) {
      cloth.begin(step, isMoving);
    }
    const moving = all.filter(({ isMoving }) => isMoving);
    const contacts = all.flatMap(({ cloth }) => cloth.contact ?? []);
    for (const { cloth } of moving) {
      cloth.contact?.find(contacts);
    }
    for (const { cloth } of moving) {
      cloth.solver.run();
    }
    return moving.map(({ id, cloth, step }) => ({
      id,
      ...cloth.save(),
      torn: cloth.isFullResolution ? cloth.known.torn.slice() : null,
      contactSums: step.contactScale > 0 ? cloth.known.contactSums.sums.slice() : null,
    }));
  }

  /** The cloth, told all that is new to it. */
  private _prepared({ id, added, calls, colliders }: PostedStep): CpuCloth {
    const cloth = added ? createCloth(added) : this._cloths.get(id);
    if (!cloth) {
      throw new Error(`the worker has no cloth ${id}`);
    }
    this._cloths.set(id, cloth);
    for (const [method, ...args] of calls) {
      (cloth[method].bind(cloth) as (...all: unknown[]) => void)(...args);
    }
    if (colliders) {
      const before = cloth.colliders.map(({ field }) => field);
      cloth.setColliders(collidersOf(colliders, before));
    }
    return cloth;
  }
}

function createCloth({ restGrid, inverseAreas, isFullResolution, saved }: AddedCloth): CpuCloth {
  const cloth = new CpuCloth(gridOf(restGrid), inverseAreas, isFullResolution);
  if (saved) {
    cloth.goOn(saved);
  }
  return cloth;
}

/** What is handed over, not copied. */
function buffersOf(reply: ClothReply): ArrayBuffer[] {
  if (reply.kind !== "stepped") {
    return [];
  }
  return reply.cloths.flatMap(({ particles, state, pulls, torn, contactSums }) =>
    [particles, state, pulls, torn, contactSums].flatMap((list) => list?.buffer ?? []),
  );
}
