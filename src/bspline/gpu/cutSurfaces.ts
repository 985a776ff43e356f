// Surfaces that are cut or have an outline: which links live, and the kernels that draw them. Nothing is compiled or allocated before there is one.
import { BufferArena, type Retire } from "../../gpu/bufferArena.js";
import { Kernel } from "../../gpu/kernel.js";
import { kernels } from "../../shaders/shaders.gen.js";
import { linkWords, type TrimmedMeshes } from "./trimWords.js";

const WORD_BYTES = 4;
const FIRST_CAPACITY = 16384;

/** Which of the kernels draws a surface: the same for all triangles of its patches, or as its outline trims them. */
export type CutKind = "cut" | "trimmed";

const kernelOf = { cut: kernels.evaluateCutSurface, trimmed: kernels.evaluateTrimmedSurface } as const;
type CutKernel = Kernel<typeof kernels.evaluateCutSurface> | Kernel<typeof kernels.evaluateTrimmedSurface>;

/** What both kernels bind, but for the links. */
type CutBuffers = Record<"surfaces" | "particles" | "drawn" | "chunks" | "vertices" | "indices" | "totals", GPUBuffer>;

/** Those of one surface pass, by surface of type `S`. */
export class CutSurfaces<S> {
  private readonly _ranges = new Map<S, { readonly kind: CutKind; readonly first: number; readonly count: number }>();
  private _links: BufferArena | null = null;
  private readonly _kernels = new Map<CutKind, CutKernel>();
  private readonly _preparations = new Map<CutKind, Promise<void>>();

  /**
   * @param _device - Of the surface pass.
   * @param _retire - Takes buffers that are no longer needed.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
  ) {}

  /**
   * @param kind - Of surfaces.
   * @returns Whether they can be drawn.
   */
  public isPrepared(kind: CutKind): boolean {
    return this._kernels.has(kind);
  }

  /**
   * @param kind - Of surfaces.
   * @returns Resolves when they can be drawn. Compiling starts with the first call.
   */
  public prepareAsync(kind: CutKind): Promise<void> {
    const preparation =
      this._preparations.get(kind) ??
      Kernel.CreateAsync<typeof kernels.evaluateCutSurface | typeof kernels.evaluateTrimmedSurface>(
        this._device,
        kernelOf[kind],
      ).then((kernel) => {
        this._kernels.set(kind, kernel as CutKernel);
      });
    this._preparations.set(kind, preparation);
    return preparation;
  }

  /**
   * @param surface - Which.
   * @param links - Which links of its net live, shape [particles].
   * @param trim - What its outline leaves; null: it has none.
   * @returns Where they are.
   */
  public set(surface: S, links: Uint32Array<ArrayBuffer>, trim: TrimmedMeshes | null): number {
    const kind = trim ? "trimmed" : "cut";
    const words = linkWords(links, trim);
    this._links ??= new BufferArena(
      this._device,
      this._retire,
      "cloth cut links",
      GPUBufferUsage.STORAGE,
      WORD_BYTES,
      FIRST_CAPACITY,
    );
    let range = this._ranges.get(surface);
    if (range?.count !== words.length || range.kind !== kind) {
      this.release(surface);
      range = { kind, first: this._links.allocate(words.length), count: words.length };
      this._ranges.set(surface, range);
    }
    this._links.write(range.first, words.buffer);
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
    const kinds = new Set([...this._ranges.values()].map(({ kind }) => kind));
    for (const kind of kinds) {
      const kernel = this._kernels.get(kind);
      if (kernel && this._links) {
        pass.setPipeline(kernel.pipeline);
        pass.setBindGroup(0, kernel.bind({ ...buffers, links: this._links.buffer }));
        pass.dispatchWorkgroups(groups);
      }
    }
  }

  /** Gives the buffer back. */
  public dispose(): void {
    this._links?.dispose();
  }
}
