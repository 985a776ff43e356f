// What a cloth at full resolution needs to come out of itself and of other cloths: made when it meets one of them.
import { Kernel, type KernelResource } from "../../gpu/kernel.js";
import type { Retire } from "../../gpu/bufferArena.js";
import { constants, kernels } from "../../shaders/shaders.gen.js";
import type { NetCounts } from "../restGrid.js";

const VECTOR_BYTES = 16;
/** Struct NetTangle, and what struct NetTangles has before these. */
const TANGLE_BYTES = 16;
/** Struct Piercer. */
const PIERCER_BYTES = 48;

/** Kernels of one device. */
export class NetTangleKernels {
  public readonly find: Kernel<typeof kernels.findNetTangles>;
  public readonly trace: Kernel<typeof kernels.traceNetTangles>;
  public readonly draw: Kernel<typeof kernels.drawNetTangles>;

  /** @param device - Device to compile on. */
  public constructor(device: GPUDevice) {
    this.find = Kernel.Create(device, kernels.findNetTangles);
    this.trace = Kernel.Create(device, kernels.traceNetTangles);
    this.draw = Kernel.Create(device, kernels.drawNetTangles);
  }
}

/** Buffers of one cloth. */
export class NetTangleBuffers {
  /** By the names under which kernels bind them. */
  public readonly resources: Readonly<Record<"tangles" | "piercers" | "pulls", KernelResource>>;
  private readonly _buffers: readonly GPUBuffer[];

  /**
   * @param device - Where they are.
   * @param counts - Of the cloth.
   * @param _retire - Takes them in the end.
   */
  public constructor(
    device: GPUDevice,
    counts: NetCounts,
    private readonly _retire: Retire,
  ) {
    const buffer = (label: string, size: number): GPUBuffer =>
      device.createBuffer({ label: `cloth full-resolution ${label}`, size, usage: GPUBufferUsage.STORAGE });
    const { particleCount } = counts;
    const tangles = buffer("tangles", TANGLE_BYTES * (1 + particleCount));
    const piercers = buffer("piercers", PIERCER_BYTES * piercerCount(counts));
    const pulls = buffer("pulls", VECTOR_BYTES * particleCount);
    this._buffers = [tangles, piercers, pulls];
    this.resources = { tangles, piercers, pulls };
  }

  /** Gives them back. */
  public dispose(): void {
    this._buffers.forEach((buffer) => {
      this._retire(buffer);
    });
  }
}

/** Workgroups that find how uneven threads are: one invocation for each edge of a piercer. */
export function threadGroups(counts: NetCounts): number {
  return Math.ceil((constants.EDGES * piercerCount(counts)) / kernels.traceNetTangles.constants.WORKGROUP_SIZE);
}

/** With more, a cloth is a heap. */
function piercerCount({ countU, countV }: NetCounts): number {
  return constants.MOST_MARKED * (countU + countV);
}
