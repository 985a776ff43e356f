// Pressure at full resolution: what cloths around the same air share on the GPU. Made when some are.
import type { Retire } from "../../gpu/bufferArena.js";
import { Kernel } from "../../gpu/kernel.js";
import { StructArray } from "../../gpu/structArray.js";
import { kernels, structs } from "../../shaders/shaders.gen.js";
import type { Air } from "../pressure.js";
import type { NetCounts } from "../restGrid.js";

const SUM_BYTES = 8;
/** Workgroups that measure a cloth, at most. */
const MAX_GROUPS = 64;
/** Takes the place of Infinity, which WGSL does not have [J]. */
const ENDLESS = 1e30;

/** Kernels of one device. */
export class NetPressureKernels {
  public readonly measure: Kernel<typeof kernels.measureVolume>;
  public readonly inflate: Kernel<typeof kernels.inflateFullResolution>;

  /** @param device - Device to compile on. */
  public constructor(device: GPUDevice) {
    this.measure = Kernel.Create(device, kernels.measureVolume);
    this.inflate = Kernel.Create(device, kernels.inflateFullResolution);
  }
}

/** What one of the cloths binds. */
export interface NetPressurePart {
  /** By the names under which kernels bind them. */
  readonly resources: Readonly<Record<"inflated" | "volumeSums", GPUBuffer>>;
  /** Workgroups that measure it. */
  readonly groups: number;
}

/** Air inside of cloths. */
export class NetPressure {
  public readonly parts: readonly NetPressurePart[];
  private readonly _sums: GPUBuffer;
  private _written = "";

  /**
   * @param _device - Where they are.
   * @param _retire - Takes the buffers in the end.
   * @param nets - Of the cloths around the air.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
    nets: readonly NetCounts[],
  ) {
    const { UNIFORM, STORAGE, COPY_DST } = GPUBufferUsage;
    const groups = nets.map(({ particleCount }) =>
      Math.min(Math.ceil(particleCount / kernels.measureVolume.constants.WORKGROUP_SIZE), MAX_GROUPS),
    );
    const buffer = (label: string, size: number, usage: GPUBufferUsageFlags): GPUBuffer =>
      _device.createBuffer({ label: `cloth pressure ${label}`, size, usage });
    this._sums = buffer("sums", SUM_BYTES * groups.reduce((sum, count) => sum + count, 0), STORAGE);
    this.parts = groups.map((count) => ({
      groups: count,
      resources: { inflated: buffer("cloth", structs.InflatedCloth.size, UNIFORM | COPY_DST), volumeSums: this._sums },
    }));
  }

  /**
   * Prepares a step.
   *
   * @param air - What is inside.
   * @param sides - See InflatedCloth.
   * @param frames - Where the frames of the cloths are, relative to that of the first, shape [cloths][3].
   */
  public prepare({ pressure, amount }: Air, sides: readonly number[], frames: readonly (readonly number[])[]): void {
    const key = [pressure, amount, ...sides, ...frames.flat()].join(" ");
    if (key === this._written) {
      return;
    }
    this._written = key;
    const sumCount = this._sums.size / SUM_BYTES;
    let firstSum = 0;
    this.parts.forEach(({ groups, resources }, i) => {
      const values = new StructArray(structs.InflatedCloth, 1);
      const center = frames[i].map((coordinate) => -coordinate);
      values.write(0, { center, side: sides[i], pressure, amount: Math.min(amount, ENDLESS), firstSum, sumCount });
      this._device.queue.writeBuffer(resources.inflated, 0, values.bytes);
      firstSum += groups;
    });
  }

  /** Gives the buffers back. */
  public dispose(): void {
    for (const { resources } of this.parts) {
      this._retire(resources.inflated);
    }
    this._retire(this._sums);
  }
}
