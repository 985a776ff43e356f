// What the control grids of a size class that keep apart from themselves or from others take before their step.
import { Kernel } from "../../gpu/kernel.js";
import { kernels } from "../../shaders/shaders.gen.js";
import type { SharedBuffers } from "./clothGroup.js";
import type { ContactKernels } from "./contactSearch.js";
import type { StepFeature } from "./stepFeatures.js";
import { TangleSearch } from "./tangleSearch.js";

type FindKernel = Kernel<typeof kernels.findContacts>;

/** Features that take searches. */
const searching = ["selfCollision", "meets"] as const;

/** Particles that a workgroup of findContacts searches for. Each one reads the whole cloth, so a cloth has few. */
const FIND_GROUP = 256;

/** Slots of the cloths that ask for each, as far as the kernel of the step has it. */
export type SearchingSlots = Readonly<Record<(typeof searching)[number], ReadonlySet<number>>>;

/** The search of cloths for themselves, and that for what has passed through something. Compiled when a cloth asks for them. */
export class GridSearches {
  private _find: FindKernel | null = null;
  private _findGroup: GPUBindGroup | null = null;
  private readonly _tangles: TangleSearch;
  private readonly _findConstants: { readonly CAPACITY: number; readonly GROUP: number };

  /**
   * @param _device - Device to compile on.
   * @param shape - Constants of the workgroups that solve a cloth.
   * @param capacity - The most particles of a cloth.
   * @param _contactKernels - Of the search for others.
   */
  public constructor(
    private readonly _device: GPUDevice,
    shape: { readonly WORKGROUP_SIZE: number; readonly PARTICLES_PER_INVOCATION: number },
    capacity: number,
    private readonly _contactKernels: ContactKernels,
  ) {
    this._tangles = new TangleSearch(_device, shape);
    this._findConstants = { CAPACITY: capacity, GROUP: Math.min(capacity, FIND_GROUP) };
  }

  /**
   * @param features - That cloths ask for.
   * @returns Those of them whose searches are not compiled.
   */
  public lackingOf(features: ReadonlySet<StepFeature>): ReadonlySet<StepFeature> {
    const areThere = { selfCollision: this._find !== null, meets: this._contactKernels.isPrepared };
    return new Set(searching.filter((name) => features.has(name) && !(areThere[name] && this._tangles.isPrepared)));
  }

  /**
   * @param features - That cloths ask for.
   * @returns Resolves when searches are compiled for all of them.
   */
  public async prepareAsync(features: ReadonlySet<StepFeature>): Promise<void> {
    await Promise.all([
      features.has("selfCollision") && this._prepareFindAsync(),
      features.has("meets") && this._contactKernels.prepareAsync(),
      searching.some((name) => features.has(name)) && this._tangles.prepareAsync(),
    ]);
  }

  /** The buffers are others now. */
  public unbind(): void {
    this._findGroup = null;
    this._tangles.unbind();
  }

  /**
   * @param pass - Compute pass, in which others have been found.
   * @param shared - Buffers that all groups bind.
   * @param own - Inputs and states of the size class, and what is known of the lines.
   * @param slots - Of the cloths that search.
   */
  public encode(
    pass: GPUComputePassEncoder,
    shared: SharedBuffers,
    own: Readonly<Record<"cloths" | "states" | "particleVectors", GPUBuffer>>,
    { selfCollision, meets }: SearchingSlots,
  ): void {
    if (selfCollision.size > 0) {
      this._encodeFind(pass, shared, own, Math.max(...selfCollision) + 1);
    }
    if (selfCollision.size + meets.size > 0) {
      this._tangles.encode(pass, shared, own, Math.max(...selfCollision, ...meets) + 1);
    }
  }

  /** Finds what may meet in the cloths that keep apart from themselves; the others end at once. */
  private _encodeFind(
    pass: GPUComputePassEncoder,
    { vectors, particles }: SharedBuffers,
    { cloths, particleVectors }: Readonly<Record<"cloths" | "particleVectors", GPUBuffer>>,
    end: number,
  ): void {
    this._find ??= Kernel.Create(this._device, kernels.findContacts, this._findConstants);
    this._findGroup ??= this._find.bind({ cloths, vectors, particles, particleVectors });
    pass.setPipeline(this._find.pipeline);
    pass.setBindGroup(0, this._findGroup);
    pass.dispatchWorkgroups(Math.ceil(this._findConstants.CAPACITY / this._findConstants.GROUP), end);
  }

  private async _prepareFindAsync(): Promise<void> {
    this._find ??= await Kernel.CreateAsync(this._device, kernels.findContacts, this._findConstants);
  }
}
