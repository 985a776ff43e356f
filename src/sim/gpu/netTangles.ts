// What a cloth at full resolution needs to come out of itself and of other cloths: made when it meets one of them.
import { Kernel, type KernelResource } from "../../gpu/kernel.js";
import type { Retire } from "../../gpu/bufferArena.js";
import { kernels } from "../../shaders/shaders.gen.js";

const VECTOR_BYTES = 16;
/** Struct NetTangle. */
const TANGLE_BYTES = 16;

/** Kernels of one device. */
export class NetTangleKernels {
  public readonly find: Kernel<typeof kernels.findNetTangles>;
  public readonly trace: Kernel<typeof kernels.traceNetTangles>;

  /** @param device - Device to compile on. */
  public constructor(device: GPUDevice) {
    this.find = Kernel.Create(device, kernels.findNetTangles);
    this.trace = Kernel.Create(device, kernels.traceNetTangles);
  }
}

/** Buffers of one cloth. */
export class NetTangleBuffers {
  /** By the names under which kernels bind them. */
  public readonly resources: Readonly<Record<"tangles" | "pulls", KernelResource>>;
  private readonly _buffers: readonly GPUBuffer[];

  /**
   * @param device - Where they are.
   * @param particleCount - Of the cloth.
   * @param _retire - Takes them in the end.
   */
  public constructor(
    device: GPUDevice,
    particleCount: number,
    private readonly _retire: Retire,
  ) {
    const buffer = (label: string, size: number): GPUBuffer =>
      device.createBuffer({ label: `cloth full-resolution ${label}`, size, usage: GPUBufferUsage.STORAGE });
    // A word that counts, then all particles: struct NetTangles.
    const tangles = buffer("tangles", 4 + TANGLE_BYTES * particleCount);
    const pulls = buffer("pulls", VECTOR_BYTES * particleCount);
    this._buffers = [tangles, pulls];
    this.resources = { tangles, pulls };
  }

  /** Gives them back. */
  public dispose(): void {
    this._buffers.forEach((buffer) => {
      this._retire(buffer);
    });
  }
}
