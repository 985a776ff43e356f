// Changes control nets of cloths for finer or coarser ones on the GPU. Everything is made ahead of time: the change itself is
// two dispatches.
import type { Retire } from "../../gpu/bufferArena.js";
import { Kernel } from "../../gpu/kernel.js";
import { kernels, structs } from "../../shaders/shaders.gen.js";
import { checkNets, type NetChange, type NetMatrix } from "../netTransfer.js";

const { FROM_FIRST, FROM_U, FROM_V, TO_FIRST, TO_U, TO_V, PINNED_FOLLOW, FIRST_ROW, ROW_WORDS, TILE } =
  kernels.transferNet.constants;
/** Position and motion of a particle between the two directions [bytes]: as large as a particle. */
const STATE_BYTES = structs.Particle.size;

type TransferKernel = Kernel<typeof kernels.transferNet>;

/** A change that can be recorded at any time. */
export interface PreparedTransfer {
  readonly change: NetChange;
}

/** What was allocated for a change. */
interface Resources {
  /** What the kernel is told: see transferNet.compute.wgsl. */
  readonly plan: GPUBuffer;
  /** Of both matrices, row by row. Shape [weights]. */
  readonly weights: GPUBuffer;
  /** For one buffer of particles. */
  groups: { readonly particles: GPUBuffer; readonly both: readonly GPUBindGroup[] };
}

/** Gives one net of particles the surface and the velocity of another: GPU twin of `transferNet`. */
export class NetTransfer {
  private readonly _prepared = new Map<PreparedTransfer, Resources>();
  /** What is transferred along u only, of one change at a time. Shape [rows, columns, 2, 4]. */
  private _between: GPUBuffer;

  private constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
    private readonly _alongU: TransferKernel,
    private readonly _alongV: TransferKernel,
  ) {
    this._between = this._createBuffer("between", STATE_BYTES);
  }

  /**
   * Compiles without stalling the frame.
   *
   * @param device - Device of the particles.
   * @param retire - Takes buffers that are no longer needed.
   * @returns The pass.
   * @throws GPUPipelineError if the device rejects the shader.
   */
  public static async CreateAsync(device: GPUDevice, retire: Retire): Promise<NetTransfer> {
    const [alongU, alongV] = await Promise.all(
      [0, 1].map((ALONG_V) => Kernel.CreateAsync(device, kernels.transferNet, { ALONG_V })),
    );
    return new NetTransfer(device, retire, alongU, alongV);
  }

  /**
   * Allocates all that a change takes.
   *
   * @param particles - Structs Particle of both nets.
   * @param change - The nets, which must not overlap, and the matrices between them.
   * @returns What {@link encode} takes, as often as needed.
   * @throws RangeError if a matrix does not fit the nets, or the device cannot bind what they need.
   */
  public prepare(particles: GPUBuffer, change: NetChange): PreparedTransfer {
    checkNets(change);
    this._reserve(STATE_BYTES * change.to.countU * change.from.countV);
    const [plan, weights] = describe(change);
    const buffers = { plan: this._upload("plan", plan), weights: this._upload("weights", weights) };
    const transfer = { change };
    this._prepared.set(transfer, { ...buffers, groups: this._bind(buffers, particles) });
    return transfer;
  }

  /**
   * Records a change: the new net gets position and previous position of its free particles.
   *
   * @param pass - Compute pass; the old net is read as what is recorded before has left it.
   * @param particles - As in {@link prepare}, or the buffer that it was outgrown by.
   * @param transfer - From {@link prepare}, not released yet.
   * @throws Error if it is not of this pass.
   */
  public encode(pass: GPUComputePassEncoder, particles: GPUBuffer, transfer: PreparedTransfer): void {
    const resources = this._find(transfer);
    if (resources.groups.particles !== particles) {
      resources.groups = this._bind(resources, particles);
    }
    const { from, to } = transfer.change;
    [this._alongU, this._alongV].forEach((kernel, i) => {
      pass.setPipeline(kernel.pipeline);
      pass.setBindGroup(0, resources.groups.both[i]);
      pass.dispatchWorkgroups(Math.ceil(to.countU / TILE), Math.ceil((i === 0 ? from : to).countV / TILE));
    });
  }

  /**
   * Gives the buffers of a change back.
   *
   * @param transfer - From {@link prepare}, not released yet.
   * @throws Error if it is not of this pass.
   */
  public release(transfer: PreparedTransfer): void {
    const { plan, weights } = this._find(transfer);
    this._prepared.delete(transfer);
    this._retire(plan);
    this._retire(weights);
  }

  /** Gives all buffers back. */
  public dispose(): void {
    for (const transfer of this._prepared.keys()) {
      this.release(transfer);
    }
    this._retire(this._between);
  }

  private _find(transfer: PreparedTransfer): Resources {
    const resources = this._prepared.get(transfer);
    if (!resources) {
      throw new Error("NetTransfer: this change was not prepared here, or is released.");
    }
    return resources;
  }

  /** Changes follow each other and share it. */
  private _reserve(size: number): void {
    if (size <= this._between.size) {
      return;
    }
    const limit = this._device.limits.maxStorageBufferBindingSize;
    if (size > limit) {
      throw new RangeError(
        `NetTransfer: this change needs ${size} bytes between its directions, this device binds at most ${limit}.`,
      );
    }
    this._retire(this._between);
    this._between = this._createBuffer("between", size);
    for (const resources of this._prepared.values()) {
      resources.groups = this._bind(resources, resources.groups.particles);
    }
  }

  private _bind({ plan, weights }: Omit<Resources, "groups">, particles: GPUBuffer): Resources["groups"] {
    const between = this._between;
    const both = [this._alongU, this._alongV].map((kernel) => kernel.bind({ plan, weights, particles, between }));
    return { particles, both };
  }

  private _upload(label: string, data: Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer>): GPUBuffer {
    const buffer = this._createBuffer(label, data.byteLength);
    this._device.queue.writeBuffer(buffer, 0, data);
    return buffer;
  }

  private _createBuffer(label: string, size: number): GPUBuffer {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
    return this._device.createBuffer({ label: `net transfer ${label}`, size, usage });
  }
}

/** What the kernel is told, and the weights of both matrices. */
function describe(change: NetChange): [plan: Uint32Array<ArrayBuffer>, weights: Float32Array<ArrayBuffer>] {
  const { from, to, alongU, alongV, pinned = "stay" } = change;
  const matrices: readonly NetMatrix[] = [alongU, alongV];
  const rows = matrices.flatMap(({ firsts, weights }) => weights.map((row, i) => ({ first: firsts[i], row })));
  const plan = new Uint32Array(FIRST_ROW + ROW_WORDS * rows.length);
  plan[FROM_FIRST] = from.first;
  plan[FROM_U] = from.countU;
  plan[FROM_V] = from.countV;
  plan[TO_FIRST] = to.first;
  plan[TO_U] = to.countU;
  plan[TO_V] = to.countV;
  plan[PINNED_FOLLOW] = pinned === "follow" ? 1 : 0;
  const weights = new Float32Array(rows.reduce((count, { row }) => count + row.length, 0));
  let firstWeight = 0;
  rows.forEach(({ first, row }, i) => {
    plan.set([first, row.length, firstWeight], FIRST_ROW + ROW_WORDS * i);
    weights.set(row, firstWeight);
    firstWeight += row.length;
  });
  return [plan, weights];
}
