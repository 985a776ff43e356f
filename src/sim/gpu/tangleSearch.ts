// Finds where the control grids of a size class have passed through themselves or through others.
import { Kernel } from "../../gpu/kernel.js";
import { kernels } from "../../shaders/shaders.gen.js";
import type { SharedBuffers } from "./clothGroup.js";

type TangleKernel = Kernel<typeof kernels.findTangles>;

/** See findTangles.compute.wgsl. Compiled when a cloth asks for it. */
export class TangleSearch {
  private _kernel: TangleKernel | null = null;
  private _bound: GPUBindGroup | null = null;
  private _preparation: Promise<void> | null = null;

  /**
   * @param _device - Device to compile on.
   * @param _constants - Of the workgroups that solve a cloth.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _constants: { readonly WORKGROUP_SIZE: number; readonly PARTICLES_PER_INVOCATION: number },
  ) {}

  /** Whether it is compiled. */
  public get isPrepared(): boolean {
    return this._kernel !== null;
  }

  /** @returns Resolves when it is compiled, which starts with the first call. */
  public prepareAsync(): Promise<void> {
    this._preparation ??= this._compileAsync();
    return this._preparation;
  }

  /** The buffers are others now. */
  public unbind(): void {
    this._bound = null;
  }

  /**
   * @param pass - Compute pass, in which what particles may meet has been found.
   * @param shared - Buffers that all groups bind.
   * @param own - Inputs and states of the size class, and what is known of the lines.
   * @param end - One past the last slot that may meet something.
   */
  public encode(
    pass: GPUComputePassEncoder,
    { vectors, particles, patches }: SharedBuffers,
    own: Readonly<Record<"cloths" | "states" | "particleVectors", GPUBuffer>>,
    end: number,
  ): void {
    this._kernel ??= Kernel.Create(this._device, kernels.findTangles, this._constants);
    this._bound ??= this._kernel.bind({ ...own, vectors, particles, patches });
    pass.setPipeline(this._kernel.pipeline);
    pass.setBindGroup(0, this._bound);
    pass.dispatchWorkgroups(end);
  }

  private async _compileAsync(): Promise<void> {
    const kernel = await Kernel.CreateAsync(this._device, kernels.findTangles, this._constants);
    this._kernel ??= kernel;
  }
}
