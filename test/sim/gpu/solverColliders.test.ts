/** Colliders of a cloth on a device that has no room for all of them. */
import { ColliderArena } from "../../../src/sim/gpu/colliderArena.js";
import { DepthCopies } from "../../../src/sim/gpu/depthCopies.js";
import { SolverColliders } from "../../../src/sim/gpu/solverColliders.js";
import { VectorArena } from "../../../src/sim/gpu/vectorArena.js";
import type { ColliderState, DepthTexels } from "../../../src/sim/clothStep.js";
import { colliderAt } from "../../support/colliderStates.js";

/** Vectors that there is room for. */
const ROOM = 1024;

interface Stage {
  readonly vectors: VectorArena;
  /** Of one cloth. */
  readonly colliders: SolverColliders<object>;
  /** What it has written of its struct Cloth. */
  readonly written: Record<string, unknown>;
}

function createStage(): Stage {
  Object.assign(globalThis, { GPUBufferUsage: { STORAGE: 1, COPY_SRC: 2, COPY_DST: 4 } });
  const nothing = (): undefined => undefined;
  const device = {
    limits: { maxStorageBufferBindingSize: 16 * ROOM },
    queue: { writeBuffer: nothing },
    createBuffer: ({ size }: GPUBufferDescriptor) => ({ size }),
  } as unknown as GPUDevice;
  const vectors = new VectorArena(device, nothing);
  const written: Record<string, unknown> = {};
  const arenas = { vectors, depths: new DepthCopies(vectors), colliders: new ColliderArena<object>(device, nothing) };
  const colliders = new SolverColliders({}, arenas, (fields) => Object.assign(written, fields));
  return { vectors, colliders, written };
}

/** A convex of so many planes. */
function convex(planes: number): ColliderState {
  return colliderAt([0, 0, 0], { planes: new Float32Array(4 * planes) });
}

function mapped(texels: number): ColliderState {
  const maps: DepthTexels = { count: texels, values: null, texture: null, version: 0 };
  return colliderAt([0, 0, 0], { maps, planes: new Float32Array(12) });
}

test.each<[string, ColliderState[]]>([
  ["planes", [convex(600), convex(600)]],
  [
    "a field",
    [colliderAt([0, 0, 0], { ...convex(600), field: { values: new Float32Array(900), counts: [30, 30, 1] } })],
  ],
  ["depth maps", [mapped(600), mapped(600)]],
])("a cloth without room for %s of its colliders has none, and others get what it had", (_, tooMany) => {
  const { vectors, colliders, written } = createStage();
  colliders.set([convex(400)]);
  expect(() => {
    colliders.set(tooMany);
  }).toThrow(RangeError);
  expect(written.colliderCount).toBe(0);
  expect([colliders.range.count, colliders.handed.length]).toEqual([0, 0]);
  const all = vectors.arena.allocate(ROOM);
  vectors.arena.release(all, ROOM);
  // As soon as there is room, it has them.
  colliders.set([convex(400), convex(600)]);
  expect(written.colliderCount).toBe(2);
});
