// Kernels that join control grids, of one device.
import { Kernel } from "../../gpu/kernel.js";
import { kernels } from "../../shaders/shaders.gen.js";

/** Invocations of a workgroup of sewGrids: at least those that a line needs, at most the largest. */
const { WORKGROUP_SIZE: SMALLEST_SIZE } = kernels.sewGrids.constants;
const LARGEST_SIZE = 1024;
/** Workgroup memory of each [bytes]. */
const LENT_BYTES = 20;

type SewKernel = Kernel<typeof kernels.sewGrids>;

/** Compiled when cloths that are joined ask for them. */
export class JointKernels {
  /** By invocations of a workgroup. */
  private readonly _sew = new Map<number, SewKernel>();
  private _inflate: Kernel<typeof kernels.inflateGrids> | null = null;
  private _preparation: Promise<void> | null = null;
  /** Invocations that the device allows, of which sewGrids has a use: a line of more nodes has no place in a workgroup. */
  public readonly maxNodes: number;

  /** @param _device - Device to compile on. */
  public constructor(private readonly _device: GPUDevice) {
    const { limits } = _device;
    const most = Math.min(
      limits.maxComputeInvocationsPerWorkgroup,
      limits.maxComputeWorkgroupSizeX,
      limits.maxComputeWorkgroupStorageSize / LENT_BYTES,
      LARGEST_SIZE,
    );
    this.maxNodes = Math.max(2 ** Math.floor(Math.log2(most)), SMALLEST_SIZE);
  }

  /** Whether all of them are compiled, for seams of any size. */
  public get isPrepared(): boolean {
    return this._inflate !== null && this._sizes.every((size) => this._sew.has(size));
  }

  /** @returns Resolves when all of them are compiled, which starts with the first call. */
  public prepareAsync(): Promise<void> {
    this._preparation ??= this._compileAsync();
    return this._preparation;
  }

  /**
   * @param nodes - Of lines that a workgroup may take at once.
   * @returns Invocations of a workgroup: enough to take all at once, as far as the device has them.
   */
  public sizeFor(nodes: number): number {
    return Math.min(Math.max(2 ** Math.ceil(Math.log2(Math.max(nodes, 1))), SMALLEST_SIZE), this.maxNodes);
  }

  /**
   * @param size - See {@link sizeFor}.
   * @returns Closes seams.
   */
  public sew(size: number): SewKernel {
    let kernel = this._sew.get(size);
    if (!kernel) {
      kernel = Kernel.Create(this._device, kernels.sewGrids, { WORKGROUP_SIZE: size });
      this._sew.set(size, kernel);
    }
    return kernel;
  }

  /** Blows up. */
  public get inflate(): Kernel<typeof kernels.inflateGrids> {
    this._inflate ??= Kernel.Create(this._device, kernels.inflateGrids);
    return this._inflate;
  }

  private get _sizes(): number[] {
    const count = Math.log2(this.maxNodes / SMALLEST_SIZE) + 1;
    return Array.from({ length: count }, (_, power) => SMALLEST_SIZE * 2 ** power);
  }

  private async _compileAsync(): Promise<void> {
    const sew = this._sizes.map(async (size) => {
      const kernel = await Kernel.CreateAsync(this._device, kernels.sewGrids, { WORKGROUP_SIZE: size });
      this._sew.set(size, this._sew.get(size) ?? kernel);
    });
    const inflate = await Kernel.CreateAsync(this._device, kernels.inflateGrids);
    this._inflate ??= inflate;
    await Promise.all(sew);
  }
}
