// The worker's side: it has the solvers, takes the steps that the page asks for, and evaluates surfaces.
import type { ReadonlyMat3 } from "gl-matrix";
import type { ClothStep } from "../../../sim/clothStep.js";
import { runTogether } from "../../../sim/cpu/runTogether.js";
import { CpuSurface, type SurfaceSource } from "../../../surface/cpuSurface.js";
import { CpuCloth } from "../cpuCloth.js";
import { localNet, movedVerticesOf, type EvaluatedSurface, type SurfaceShape } from "../evaluatedSurface.js";
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

/** A cloth with its surface. */
class ServedCloth {
  public readonly cloth: CpuCloth;
  private readonly _source: SurfaceSource;
  private readonly _local: Float32Array;
  private _surface: CpuSurface | null = null;

  /** @param added - By the page. */
  public constructor({ restGrid, inverseAreas, isFullResolution, saved, surface }: AddedCloth) {
    const grid = gridOf(restGrid);
    this.cloth = new CpuCloth(grid, inverseAreas, isFullResolution);
    if (saved) {
      this.cloth.goOn(saved);
    }
    this._source = { ...surface, restGrid: grid };
    this._local = new Float32Array(3 * grid.particleCount);
  }

  /**
   * @param shape - Of the surface.
   * @param step - That was taken last.
   * @returns The surface after it.
   */
  public evaluate({ segments, links }: SurfaceShape, { toLocal }: ClothStep): EvaluatedSurface {
    const { _surface: old } = this;
    const isSame = segments.u === old?.segments.u && segments.v === old.segments.v && areSame(links, old.links);
    const surface = isSame ? old : new CpuSurface(this._source, segments, links);
    this._surface = surface;
    localNet(this._local, this.cloth.known.positions, toLocal as ReadonlyMat3);
    surface.evaluate(this._local);
    return { vertices: surface.vertices.slice(), ...movedVerticesOf(surface) };
  }
}

/** All cloths of one page. */
class ClothServer {
  private readonly _cloths = new Map<number, ServedCloth>();

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
    const all = posted.map((input) => {
      const served = this._prepared(input);
      return { ...input, served, cloth: served.cloth };
    });
    for (const { cloth, step, isMoving } of all) {
      cloth.begin(step, isMoving);
    }
    const moving = all.filter(({ isMoving }) => isMoving);
    const contacts = all.flatMap(({ cloth }) => cloth.contact ?? []);
    for (const { cloth } of moving) {
      cloth.contact?.find(contacts);
    }
    runTogether(
      moving.map(({ cloth }) => cloth.solver),
      contacts,
    );
    return moving.map(({ id, served, cloth, step, shape }) => ({
      id,
      ...cloth.save(),
      torn: cloth.isFullResolution ? cloth.known.torn.slice() : null,
      contactSums: step.contactScale > 0 ? cloth.known.contactSums.sums.slice() : null,
      surface: served.evaluate(shape, step),
    }));
  }

  /** The cloth, told all that is new to it. */
  private _prepared({ id, added, calls, colliders }: PostedStep): ServedCloth {
    const served = added ? new ServedCloth(added) : this._cloths.get(id);
    if (!served) {
      throw new Error(`the worker has no cloth ${id}`);
    }
    this._cloths.set(id, served);
    const { cloth } = served;
    for (const [method, ...args] of calls) {
      (cloth[method].bind(cloth) as (...all: unknown[]) => void)(...args);
    }
    if (colliders) {
      const before = cloth.colliders.map(({ field }) => field);
      cloth.setColliders(collidersOf(colliders, before));
    }
    return served;
  }
}

function areSame(a: Uint32Array | null, b: Uint32Array | null): boolean {
  return a === b || (a !== null && b !== null && a.every((word, i) => word === b[i]));
}

/** What is handed over, not copied. */
function buffersOf(reply: ClothReply): ArrayBuffer[] {
  if (reply.kind !== "stepped") {
    return [];
  }
  return reply.cloths.flatMap(({ particles, state, pulls, torn, contactSums, surface }) => {
    const { vertices, position, normal, tangent } = surface;
    const lists = [particles, state, pulls, torn, contactSums, vertices, position, normal, tangent];
    return lists.flatMap((list) => list?.buffer ?? []);
  });
}
