// What a cloth at full resolution needs to tear: made when it asks for it.
import type { Retire } from "../../gpu/bufferArena.js";
import { Kernel } from "../../gpu/kernel.js";
import { kernels } from "../../shaders/shaders.gen.js";
import type { NetCounts } from "../restGrid.js";
import { tornWords } from "../tears.js";

const WORD_BYTES = 4;
/** Strengths of a particle: along u and along v. */
const STRENGTHS = 2;

/** Kernels of one device. */
export class NetTearKernels {
  public readonly find: Kernel<typeof kernels.findTears>;
  /** The first round of a step, and those after it. */
  public readonly first: Kernel<typeof kernels.tearThreads>;
  public readonly again: Kernel<typeof kernels.tearThreads>;
  public readonly across: Kernel<typeof kernels.tearAcross>;

  /** @param device - Device to compile on. */
  public constructor(device: GPUDevice) {
    this.find = Kernel.Create(device, kernels.findTears);
    this.first = Kernel.Create(device, kernels.tearThreads, { BEGINS: 1 });
    this.again = Kernel.Create(device, kernels.tearThreads);
    this.across = Kernel.Create(device, kernels.tearAcross);
  }
}

/** Buffers of one cloth. */
export class NetTearBuffers {
  /** By the names under which kernels bind them. `links` takes the place of `cut`, which the host writes. */
  public readonly resources: Readonly<Record<"strengths" | "torn" | "tornNext" | "links" | "worst", GPUBuffer>>;

  /**
   * @param _device - Where they are.
   * @param counts - Of the cloth.
   * @param _retire - Takes them in the end.
   */
  public constructor(
    private readonly _device: GPUDevice,
    counts: NetCounts,
    private readonly _retire: Retire,
  ) {
    const { STORAGE, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const buffer = (label: string, words: number): GPUBuffer =>
      _device.createBuffer({
        label: `cloth full-resolution ${label}`,
        size: WORD_BYTES * words,
        usage: STORAGE | COPY_DST | COPY_SRC,
      });
    this.resources = {
      strengths: buffer("strengths", STRENGTHS * counts.particleCount),
      torn: buffer("torn", tornWords(counts)),
      tornNext: buffer("torn next", tornWords(counts)),
      worst: buffer("worst load", 1),
      links: buffer("living links", counts.particleCount),
    };
  }

  /** @param limits - See cookTearLimits. */
  public setLimits(limits: Float32Array<ArrayBuffer>): void {
    this._device.queue.writeBuffer(this.resources.strengths, 0, limits);
  }

  /** The cloth is whole. */
  public forget(): void {
    const { torn } = this.resources;
    this._device.queue.writeBuffer(torn, 0, new Uint32Array(torn.size / WORD_BYTES));
  }

  /** Gives them back. */
  public dispose(): void {
    Object.values(this.resources).forEach((buffer) => {
      this._retire(buffer);
    });
  }
}
