// One net of a cloth on the GPU: its ranges of the buffers of the solver and of the surface pass.
import type { DrawnSurface, SurfacePass } from "../../bspline/gpu/surfacePass.js";
import type { PreparedTransfer } from "../../bspline/gpu/netTransferPass.js";
import type { ClothNet, ClothNets } from "../../cloth/clothNets.js";
import type { ComputeRecorder } from "../../babylon/computeRecorder.js";
import type { LastShape } from "../../motion/lastShape.js";
import type { NetChanges } from "./netChanges.js";
import { structs } from "../../shaders/shaders.gen.js";
import type { ShapeReader } from "./shapeReader.js";
import type { ClothSolver } from "../../sim/gpu/clothSolver.js";
import type { SolverCloth } from "../../sim/gpu/solverCloth.js";
import type { SavedCloth } from "../../sim/savedCloth.js";
import { FLOATS_PER_VECTOR } from "../../sim/gpu/vectorArena.js";
import type { StateReader } from "./stateReader.js";
import type { GpuWays } from "./gpuWays.js";
import type { SurfaceReader } from "./surfaceReader.js";

/** What exists once the pipeline of the surfaces is compiled, all on one device. */
export interface Gpu {
  readonly recorder: ComputeRecorder;
  readonly solver: ClothSolver;
  readonly surfaces: SurfacePass;
  readonly states: StateReader;
  readonly shapes: ShapeReader;
  readonly drawn: SurfaceReader;
  readonly changes: NetChanges;
  readonly ways: GpuWays;
}

/** Where one net is. */
export interface GpuNet {
  readonly gpu: Gpu;
  readonly net: ClothNet;
  readonly shape: LastShape;
  readonly cloth: SolverCloth;
  readonly surface: DrawnSurface;
  /** Steps that were undone until it was left. */
  faults: number;
  /** To here from the cloth's other net. */
  change: PreparedTransfer | null;
}

/**
 * @param gpu - Where.
 * @param net - What is to be there.
 * @param shape - As the host knows it.
 * @param last - What it goes on from; null starts from the first shape.
 * @returns The net on the GPU. Nothing of it is drawn yet.
 * @throws RangeError if the device has no room for it: nothing is taken then.
 */
export function makeGpuNet(gpu: Gpu, net: ClothNet, shape: LastShape, last: SavedCloth | null): GpuNet {
  const { solver, surfaces } = gpu;
  const { restGrid, pinning, isFullResolution } = net;
  const surface = surfaces.add(restGrid.countU, restGrid.countV);
  try {
    const cloth = solver.add(restGrid, restGrid.inverseAreas(pinning.pinned), last, isFullResolution);
    return { gpu, net, shape, cloth, surface, faults: 0, change: null };
  } catch (error) {
    surfaces.remove(surface);
    throw error;
  }
}

/**
 * Prepares the changes between both nets of a cloth.
 *
 * @param one - Of one net.
 * @param other - Of the other.
 * @param nets - Both.
 */
export function planChanges(one: GpuNet, other: GpuNet, nets: ClothNets): void {
  const plan = (from: GpuNet, to: GpuNet): PreparedTransfer => {
    const change = nets.changeTo(to.net.isFullResolution);
    return from.gpu.changes.plan(from.gpu.solver.particles, {
      ...change,
      from: { ...change.from, first: from.cloth.firstParticle },
      to: { ...change.to, first: to.cloth.firstParticle },
    });
  };
  other.change = plan(one, other);
  one.change = plan(other, one);
}

/** Gives back what a net has of the buffers. */
export function releaseGpuNet({ gpu, cloth, surface, change }: GpuNet): void {
  gpu.states.unwatch(cloth);
  gpu.shapes.unwatch(cloth);
  gpu.solver.remove(cloth);
  gpu.surfaces.remove(surface);
  if (change) {
    gpu.changes.release(change);
  }
}

/**
 * What is there after all that was recorded.
 *
 * @param net - A net on the GPU.
 * @returns Its particles, struct Particle each.
 */
export async function readParticlesAsync({ gpu, cloth }: GpuNet): Promise<Float32Array<ArrayBuffer>> {
  const { size } = structs.Particle;
  return gpu.recorder.readAsync(gpu.solver.particles, cloth.firstParticle * size, cloth.restGrid.particleCount * size);
}

/**
 * As {@link readParticlesAsync}.
 *
 * @param net - A net on the GPU.
 * @returns Its pulls, see SavedCloth.
 */
export async function readPullsAsync({ gpu, cloth }: GpuNet): Promise<Float32Array<ArrayBuffer>> {
  const { pulls, restGrid } = cloth;
  if (!pulls) {
    return new Float32Array(0);
  }
  const vectors = new Float32Array(await gpu.recorder.readAsync(pulls.buffer, pulls.offset, pulls.size));
  return Float32Array.from({ length: restGrid.particleCount }, (_, i) => vectors[FLOATS_PER_VECTOR * i]);
}

/**
 * As {@link readParticlesAsync}.
 *
 * @param net - A net on the GPU.
 * @returns Its struct ClothState.
 */
export async function readStateAsync({ gpu: { recorder, solver }, cloth }: GpuNet): Promise<ArrayBuffer> {
  let slot = 0;
  const states = await recorder.copyAsync(solver.stateBytes, (encoder, staging) => {
    slot = solver.encodeStates(encoder, staging).indexOf(cloth);
  });
  const { size } = structs.ClothState;
  return states.slice(slot * size, (slot + 1) * size);
}
