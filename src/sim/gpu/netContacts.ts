// What a cloth at full resolution needs to keep apart from itself: made when it asks for it.
import { Kernel, type KernelResource } from "../../gpu/kernel.js";
import type { Retire } from "../../gpu/bufferArena.js";
import { constants, kernels } from "../../shaders/shaders.gen.js";

const WORD_BYTES = 4;

/** Kernels of one device. */
export class NetContactKernels {
  public readonly clear: Kernel<typeof kernels.hashParticles>;
  public readonly measure: Kernel<typeof kernels.hashParticles>;
  public readonly fill: Kernel<typeof kernels.hashParticles>;
  public readonly find: Kernel<typeof kernels.findNetContacts>;
  public readonly keepApart: Kernel<typeof kernels.keepApart>;

  /** @param device - Device to compile on. */
  public constructor(device: GPUDevice) {
    const { CLEARING, MEASURING, FILLING } = kernels.hashParticles.constants;
    this.clear = Kernel.Create(device, kernels.hashParticles, { TASK: CLEARING });
    this.measure = Kernel.Create(device, kernels.hashParticles, { TASK: MEASURING });
    this.fill = Kernel.Create(device, kernels.hashParticles, { TASK: FILLING });
    this.find = Kernel.Create(device, kernels.findNetContacts);
    this.keepApart = Kernel.Create(device, kernels.keepApart);
  }
}

/** Buffers of one cloth. */
export class NetContactBuffers {
  /** By the names under which kernels bind them. */
  public readonly resources: Readonly<Record<"cells" | "followers" | "growths" | "contacts", KernelResource>>;
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
    const buffer = (label: string, words: number): GPUBuffer =>
      device.createBuffer({
        label: `cloth full-resolution ${label}`,
        size: WORD_BYTES * words,
        usage: GPUBufferUsage.STORAGE,
      });
    // The greatest power of two that is not above the number of particles.
    const buckets = 2 ** Math.floor(Math.log2(particleCount));
    // The longest way, a bucket each: struct ContactCells.
    const cells = buffer("cells", 1 + buckets);
    const followers = buffer("followers", particleCount);
    const growths = buffer("growths", particleCount);
    const contacts = buffer("contacts", constants.MAX_NET_CONTACTS * particleCount);
    this._buffers = [cells, followers, growths, contacts];
    this.resources = { cells, followers, growths, contacts };
  }

  /** Gives them back. */
  public dispose(): void {
    this._buffers.forEach((buffer) => {
      this._retire(buffer);
    });
  }
}
