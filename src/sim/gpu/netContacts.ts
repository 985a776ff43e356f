// What a cloth at full resolution needs to keep apart from itself: made when it asks for it.
import { Kernel, type KernelResource } from "../../gpu/kernel.js";
import type { Retire } from "../../gpu/bufferArena.js";
import { constants, kernels } from "../../shaders/shaders.gen.js";
import type { NetCounts } from "../restGrid.js";

const WORD_BYTES = 4;
/** Of a particle, in the largest of its buffers. */
export const NET_CONTACT_BYTES = WORD_BYTES * constants.MAX_NET_CONTACTS;
/** Struct NetBox, and what struct NetBoxes has before these. */
const BOX_BYTES = 64;

/** Kernels of one device. */
export class NetContactKernels {
  /** Around particles; then around boxes. */
  public readonly bound: readonly Kernel<typeof kernels.boundNet>[];
  public readonly find: Kernel<typeof kernels.findNetContacts>;
  public readonly keepApart: Kernel<typeof kernels.keepApart>;

  /** @param device - Device to compile on. */
  public constructor(device: GPUDevice) {
    this.bound = [0, 1].map((LEVEL) => Kernel.Create(device, kernels.boundNet, { LEVEL }));
    this.find = Kernel.Create(device, kernels.findNetContacts);
    this.keepApart = Kernel.Create(device, kernels.keepApart);
  }
}

/** Buffers of one cloth. */
export class NetContactBuffers {
  /** By the names under which kernels bind them. */
  public readonly resources: Readonly<Record<"boxes" | "growths" | "contacts", KernelResource>>;
  private readonly _buffers: readonly GPUBuffer[];

  /**
   * @param device - Where they are.
   * @param counts - Of the cloth.
   * @param _retire - Takes them in the end.
   */
  public constructor(
    device: GPUDevice,
    { countU, countV }: NetCounts,
    private readonly _retire: Retire,
  ) {
    const buffer = (label: string, size: number): GPUBuffer =>
      device.createBuffer({ label: `cloth full-resolution ${label}`, size, usage: GPUBufferUsage.STORAGE });
    const [tilesU, tilesV] = tilesOf(countU, countV);
    const [blocksU, blocksV] = tilesOf(tilesU, tilesV);
    const boxes = buffer("boxes", BOX_BYTES * (1 + tilesU * tilesV + blocksU * blocksV));
    const growths = buffer("growths", WORD_BYTES * countU * countV);
    const contacts = buffer("contacts", NET_CONTACT_BYTES * countU * countV);
    this._buffers = [boxes, growths, contacts];
    this.resources = { boxes, growths, contacts };
  }

  /** Gives them back. */
  public dispose(): void {
    this._buffers.forEach((buffer) => {
      this._retire(buffer);
    });
  }
}

/** How many tiles hold so many particles, or blocks so many tiles. */
function tilesOf(countU: number, countV: number): [number, number] {
  return [Math.ceil(countU / constants.NET_TILE), Math.ceil(countV / constants.NET_TILE)];
}
