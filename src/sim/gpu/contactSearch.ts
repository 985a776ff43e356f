// Finds the contacts of a group of cloths with other cloths: first all groups gather where their cloths are, then boxes around them are made, then
// each one searches.
import { Kernel } from "../../gpu/kernel.js";
import { constants, kernels, structs } from "../../shaders/shaders.gen.js";
import type { SharedBuffers } from "./clothGroup.js";
import type { StepParts } from "./stepParts.js";

type GatherKernel = Kernel<typeof kernels.gatherCloths>;
type BoundKernel = Kernel<typeof kernels.boundPatches>;
type SearchKernel = Kernel<typeof kernels.findClothContacts>;

/** Kernels of one device, which all groups use. Compiled when a cloth asks for them. */
export class ContactKernels {
  private _gather: GatherKernel | null = null;
  private _bound: BoundKernel | null = null;
  private _search: SearchKernel | null = null;
  private _preparation: Promise<void> | null = null;
  private _boundGroup: GPUBindGroup | null = null;
  private _boundPatches: GPUBuffer | null = null;

  /**
   * @param _device - Device to compile on.
   * @param parts - Of a step on it.
   */
  public constructor(
    private readonly _device: GPUDevice,
    public readonly parts: StepParts,
  ) {}

  /** Whether all of them are compiled. */
  public get isPrepared(): boolean {
    return this._gather !== null && this._bound !== null && this._search !== null;
  }

  /** @returns Resolves when all of them are compiled, which starts with the first call. */
  public prepareAsync(): Promise<void> {
    this._preparation ??= this._compileAsync();
    return this._preparation;
  }

  public get gather(): GatherKernel {
    this._gather ??= Kernel.Create(this._device, kernels.gatherCloths);
    return this._gather;
  }

  public get search(): SearchKernel {
    this._search ??= Kernel.Create(this._device, kernels.findClothContacts);
    return this._search;
  }

  /**
   * Records what all searches look at first.
   *
   * @param pass - Compute pass, in which all groups have gathered.
   * @param patches - Of all cloths that meet others.
   */
  public encodeBounds(pass: GPUComputePassEncoder, patches: GPUBuffer): void {
    this._bound ??= Kernel.Create(this._device, kernels.boundPatches);
    if (this._boundPatches !== patches) {
      this._boundPatches = patches;
      this._boundGroup = this._bound.bind({ patches });
    }
    pass.setPipeline(this._bound.pipeline);
    pass.setBindGroup(0, this._boundGroup);
    pass.dispatchWorkgroups(Math.ceil(patches.size / (structs.ContactPatch.size * constants.GROUP)));
  }

  private async _compileAsync(): Promise<void> {
    const [gather, bound, search] = await Promise.all([
      Kernel.CreateAsync(this._device, kernels.gatherCloths),
      Kernel.CreateAsync(this._device, kernels.boundPatches),
      Kernel.CreateAsync(this._device, kernels.findClothContacts),
    ]);
    this._gather ??= gather;
    this._bound ??= bound;
    this._search ??= search;
  }
}

/** The cloths of one group that meet others. */
export class ContactSearch {
  /** By part of the step. */
  private readonly _gatherGroups: GPUBindGroup[] = [];
  private readonly _searchGroups: GPUBindGroup[] = [];

  /**
   * @param _kernels - Of the device.
   * @param _patchCount - The most patches of a cloth.
   */
  public constructor(
    private readonly _kernels: ContactKernels,
    private readonly _patchCount: number,
  ) {}

  /** The buffers are others now. */
  public unbind(): void {
    this._gatherGroups.length = 0;
    this._searchGroups.length = 0;
  }

  /**
   * @param pass - Compute pass.
   * @param shared - Buffers that all groups bind.
   * @param cloths - Inputs of the group.
   * @param end - One past the last slot that meets others.
   * @param part - Of the step, which is about to begin.
   */
  public encodeGather(
    pass: GPUComputePassEncoder,
    shared: SharedBuffers,
    cloths: GPUBuffer,
    end: number,
    part: number,
  ): void {
    const { gather, parts } = this._kernels;
    this._gatherGroups[part] ??= gather.bind({ ...shared, cloths, part: parts.of(part) });
    this._dispatch(pass, gather.pipeline, this._gatherGroups[part], end);
  }

  /**
   * @param pass - Compute pass, in which all groups have gathered.
   * @param shared - Buffers that all groups bind.
   * @param cloths - Inputs of the group.
   * @param end - One past the last slot that meets others.
   * @param part - Of the step.
   */
  public encodeSearch(
    pass: GPUComputePassEncoder,
    shared: SharedBuffers,
    cloths: GPUBuffer,
    end: number,
    part: number,
  ): void {
    const { search, parts } = this._kernels;
    this._searchGroups[part] ??= search.bind({ ...shared, cloths, part: parts.of(part) });
    this._dispatch(pass, search.pipeline, this._searchGroups[part], end);
  }

  private _dispatch(pass: GPUComputePassEncoder, pipeline: GPUComputePipeline, bound: GPUBindGroup, end: number): void {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bound);
    pass.dispatchWorkgroups(this._patchCount, end);
  }
}
