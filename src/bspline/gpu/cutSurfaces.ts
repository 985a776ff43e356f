// Surfaces that are cut: which links live, and the kernel that draws them. Nothing is compiled or allocated before the first cut.
import { BufferArena, type Retire } from "../../gpu/bufferArena.js";
import { Kernel } from "../../gpu/kernel.js";
import { kernels } from "../../shaders/shaders.gen.js";

const WORD_BYTES = 4;
const FIRST_CAPACITY = 16384;

/** What evaluateCutSurface binds, but for the links. */
type CutBuffers = Record<"surfaces" | "particles" | "drawn" | "chunks" | "vertices" | "indices" | "totals", GPUBuffer>;

/** Those of one surface pass, by surface of type `S`. */
export class CutSurfaces<S> {
  private readonly _ranges = new Map<S, { readonly first: number; readonly count: number }>();
  private _links: BufferArena | null = null;
  private _kernel: Kernel<typeof kernels.evaluateCutSurface> | null = null;
  private _preparation: Promise<void> | null = null;

  /**
   * @param _device - Of the surface pass.
   * @param _retire - Takes buffers that are no longer needed.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
  ) {}

  /** Whether surfaces can be cut. */
  public get isPrepared(): boolean {
    return this._kernel !== null;
  }

  /** @returns Resolves when surfaces can be cut. Compiling starts with the first call. */
  public prepareAsync(): Promise<void> {
    this._preparation ??= Kernel.CreateAsync(this._device, kernels.evaluateCutSurface).then((kernel) => {
      this._kernel = kernel;
    });
    return this._preparation;
  }

  /**
   * @param surface - Which.
   * @param links - Which links of its net live, shape [particles].
   * @returns Where they are.
   */
  public set(surface: S, links: Uint32Array<ArrayBuffer>): number {
    this._links ??= new BufferArena(
      this._device,
      this._retire,
      "cloth cut links",
      GPUBufferUsage.STORAGE,
      WORD_BYTES,
      FIRST_CAPACITY,
    );
    let range = this._ranges.get(surface);
    if (range?.count !== links.length) {
      this.release(surface);
      range = { first: this._links.allocate(links.length), count: links.length };
      this._ranges.set(surface, range);
    }
    this._links.write(range.first, links.slice().buffer);
    return range.first;
  }

  /** @param surface - Is whole, or gone. */
  public release(surface: S): void {
    const range = this._ranges.get(surface);
    if (range) {
      this._links?.release(range.first, range.count);
      this._ranges.delete(surface);
    }
  }

  /**
   * Records the evaluation of surfaces that are cut; nothing if there are none.
   *
   * @param pass - After refineSurface.
   * @param groups - Workgroups, as many as evaluateSurface has.
   * @param buffers - Of the surface pass.
   */
  public encode(pass: GPUComputePassEncoder, groups: number, buffers: CutBuffers): void {
    if (this._kernel && this._links && this._ranges.size > 0) {
      pass.setPipeline(this._kernel.pipeline);
      pass.setBindGroup(0, this._kernel.bind({ ...buffers, links: this._links.buffer }));
      pass.dispatchWorkgroups(groups);
    }
  }

  /** Gives the buffer back. */
  public dispose(): void {
    this._links?.dispose();
  }
}
