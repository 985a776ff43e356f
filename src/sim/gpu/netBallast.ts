// What a cloth at full resolution needs to carry ballast: made when it pushes bodies.
import { Kernel } from "../../gpu/kernel.js";
import type { Retire } from "../../gpu/bufferArena.js";
import { kernels } from "../../shaders/shaders.gen.js";
import type { NetLevel } from "../levels.js";
import type { NetCounts } from "../restGrid.js";
import type { GpuLevel } from "./gpuLevel.js";

const WORD_BYTES = 4;
const VECTOR_BYTES = 16;

/** Invocations of a node: of levels up to FINE_STRIDE, and of coarser ones, where many particles are around it. */
export const WEIGH_LANES = [16, 256] as const;
const FINE_STRIDE = 8;

/** Kernels of one device. */
export class NetBallastKernels {
  public readonly take: Kernel<typeof kernels.takeBallast>;
  /** By their invocations of a node. */
  private readonly _weigh: readonly Kernel<typeof kernels.weighNodes>[];
  public readonly give: Kernel<typeof kernels.giveBallast>;

  /** @param device - Device to compile on. */
  public constructor(device: GPUDevice) {
    this.take = Kernel.Create(device, kernels.takeBallast);
    this._weigh = WEIGH_LANES.map((LANES) => Kernel.Create(device, kernels.weighNodes, { LANES }));
    this.give = Kernel.Create(device, kernels.giveBallast);
  }

  /**
   * @param level - Coarser than the net.
   * @returns What weighs its nodes, and workgroups for that.
   */
  public weigh({ stride, countU, countV }: NetLevel): { kernel: Kernel<typeof kernels.weighNodes>; groups: number } {
    const number = stride <= FINE_STRIDE ? 0 : 1;
    const groups = Math.ceil((countU * countV * WEIGH_LANES[number]) / kernels.weighNodes.constants.WORKGROUP_SIZE);
    return { kernel: this._weigh[number], groups };
  }
}

/** Buffers of one cloth. */
export class NetBallastBuffers {
  /** By the names under which kernels bind them. */
  public readonly resources: Readonly<Record<"touchedBodies" | "ballasts" | "unlinked", GPUBuffer>>;
  private readonly _areas = new Map<GpuLevel, GPUBuffer>();

  /**
   * @param _device - Where they are.
   * @param counts - Of the cloth.
   * @param _retire - Takes them in the end.
   */
  public constructor(
    private readonly _device: GPUDevice,
    { countU, countV }: NetCounts,
    private readonly _retire: Retire,
  ) {
    const count = countU * countV;
    this.resources = {
      touchedBodies: this._buffer("touched bodies", WORD_BYTES * count),
      ballasts: this._buffer("ballasts", WORD_BYTES * count),
      unlinked: this._buffer("unlinked", VECTOR_BYTES * count),
    };
  }

  /**
   * @param level - Coarser than the net.
   * @returns One over the areas that its nodes carry, if ballast were cloth [1/m2].
   */
  public areasOf(level: GpuLevel): GPUBuffer {
    let areas = this._areas.get(level);
    if (!areas) {
      areas = this._buffer("areas with ballast", level.inverseAreas.size);
      this._areas.set(level, areas);
    }
    return areas;
  }

  /** Gives them back. */
  public dispose(): void {
    for (const buffer of [...Object.values(this.resources), ...this._areas.values()]) {
      this._retire(buffer);
    }
  }

  private _buffer(label: string, size: number): GPUBuffer {
    return this._device.createBuffer({ label: `cloth full-resolution ${label}`, size, usage: GPUBufferUsage.STORAGE });
  }
}
