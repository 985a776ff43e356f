// What a cloth at full resolution needs to keep its momentum as one body: made when it asks for it.
import { Kernel } from "../../gpu/kernel.js";
import type { Retire } from "../../gpu/bufferArena.js";
import { constants, kernels } from "../../shaders/shaders.gen.js";
import type { NetCounts } from "../restGrid.js";

const VECTOR_BYTES = 16;

const { MAX_MOMENTA, MOMENTA_VECTORS } = constants;

/** Kernels of one device. */
export class NetMomentumKernels {
  public readonly note: Kernel<typeof kernels.noteMomenta>;
  public readonly weigh: Kernel<typeof kernels.weighMomenta>;
  public readonly keep: Kernel<typeof kernels.keepMomenta>;

  /** @param device - Device to compile on. */
  public constructor(device: GPUDevice) {
    this.note = Kernel.Create(device, kernels.noteMomenta);
    this.weigh = Kernel.Create(device, kernels.weighMomenta);
    this.keep = Kernel.Create(device, kernels.keepMomenta);
  }
}

/** Memory of one cloth. */
export class NetMomenta {
  /** By the names under which kernels bind them. */
  public readonly resources: Readonly<Record<"momenta", GPUBuffer>>;
  /** For particles that are being relaxed: where they were one substep ago is needed after that. */
  public readonly positions: GPUTexture;

  /**
   * @param device - Where it is.
   * @param counts - Of the cloth.
   * @param _retire - Takes it in the end.
   */
  public constructor(
    device: GPUDevice,
    { countU, countV }: NetCounts,
    private readonly _retire: Retire,
  ) {
    const label = "cloth full-resolution momenta";
    const { STORAGE } = GPUBufferUsage;
    const size = VECTOR_BYTES * MOMENTA_VECTORS * MAX_MOMENTA;
    this.resources = { momenta: device.createBuffer({ label, size, usage: STORAGE }) };
    this.positions = device.createTexture({
      label,
      size: [countU, countV],
      format: "rgba32float",
      usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.STORAGE_BINDING,
    });
  }

  /** Gives everything back. */
  public dispose(): void {
    this._retire(this.resources.momenta);
    this._retire(this.positions);
  }
}
