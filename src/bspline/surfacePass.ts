// Draws the surfaces of all cloths of a scene into one vertex and one index buffer, in two dispatches: how finely, and then
// vertices and triangles. How many there are only the GPU knows; the draws are indirect.
import { BufferArena, type RetireBuffer } from "../gpu/bufferArena.js";
import { Kernel } from "../gpu/kernel.js";
import { StructArray, type StructValues } from "../gpu/structArray.js";
import { constants, kernels, structs } from "../shaders/shaders.gen.js";

const { VERTEX_VECTORS } = kernels.evaluateSurface.constants;
const { CHUNK_ITEMS, QUAD_INDICES } = constants;

/** Floats of one vertex: position 3, normal 3, tangent 4, uv 2. */
export const VERTEX_FLOATS = 4 * VERTEX_VECTORS;
/** Floats before each attribute of a vertex. */
export const VERTEX_OFFSETS = { position: 0, normal: 3, tangent: 6, uv: 10 };

const FIRST_CAPACITY = 64;
/** Eyes of a scene that count. */
export const MOST_EYES = 16;
/** A grid of quads has hardly more vertices than quads; cells that are one quad share theirs with their neighbours. */
const VERTICES_PER_QUAD = 1.5;
const DRAW_BYTES = structs.DrawArguments.size;

/** Where a surface's control points are, and how it is drawn: struct Surface, but for what the pass itself knows. */
export type SurfaceInput = Omit<StructValues<typeof structs.Surface>, "firstCell">;

/** What an eye asks of all surfaces: struct Eye. */
export type EyeState = StructValues<typeof structs.Eye>;

/** Faces that can be drawn on their own. */
export type SurfaceFaces = "all" | "front" | "back";

/** A surface in the pass. */
export interface DrawnSurface {
  /** Element in {@link SurfacePass.drawn}. */
  readonly slot: number;
  /** Arguments of the indirect draws: see {@link SurfacePass.argumentsOf}. */
  readonly drawArguments: Partial<Record<SurfaceFaces, GPUBuffer>>;
}

interface Member extends DrawnSurface {
  slot: number;
  readonly drawArguments: Partial<Record<SurfaceFaces, GPUBuffer>>;
  firstCell: number;
  cellCount: number;
  isDrawn: boolean;
}

/** The surfaces of one device. */
export class SurfacePass {
  /** Vertices of every surface. Shape [vertices, VERTEX_FLOATS]. */
  public vertices: GPUBuffer;
  /** Indices of every surface, counted from its own first vertex. Shape [indices]. */
  public indices: GPUBuffer;
  /** Struct SurfaceTotals. */
  public readonly totals: GPUBuffer;
  private readonly _members: Member[] = [];
  private readonly _surfaces = new StructArray(structs.Surface, FIRST_CAPACITY);
  private readonly _cells: BufferArena;
  private readonly _view: GPUBuffer;
  private readonly _eyes: GPUBuffer;
  private readonly _eyeStates = new StructArray(structs.Eye, MOST_EYES);
  private readonly _viewState = new StructArray(structs.View, 1);
  private _surfaceBuffer: GPUBuffer;
  private _drawnBuffer: GPUBuffer;
  private _chunks: GPUBuffer;
  private _changed = { first: Infinity, end: 0 };
  private _bound: { readonly buffers: readonly GPUBuffer[]; readonly groups: readonly GPUBindGroup[] } | null = null;

  private constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: RetireBuffer,
    private readonly _refine: Kernel<typeof kernels.refineSurface>,
    private readonly _evaluate: Kernel<typeof kernels.evaluateSurface>,
    private _mostTriangles: number,
  ) {
    const { STORAGE, COPY_SRC, COPY_DST, UNIFORM, INDIRECT } = GPUBufferUsage;
    [this.vertices, this.indices] = this._createByBudget();
    this.totals = this._create("surface totals", structs.SurfaceTotals.size, STORAGE | INDIRECT | COPY_SRC | COPY_DST);
    this._view = this._create("view", structs.View.size, UNIFORM | COPY_DST);
    this._eyes = this._create("eyes", MOST_EYES * structs.Eye.size, STORAGE | COPY_DST);
    this._cells = new BufferArena(_device, _retire, "cloth surface cells", STORAGE, structs.SurfaceCell.size, 1024);
    [this._surfaceBuffer, this._drawnBuffer, this._chunks] = this._createByCapacity();
  }

  /**
   * @param device - Device to evaluate on.
   * @param retire - Takes buffers that are no longer needed.
   * @param mostTriangles - Of all surfaces together.
   * @returns A pass whose pipelines are compiled.
   */
  public static async CreateAsync(
    device: GPUDevice,
    retire: RetireBuffer,
    mostTriangles: number,
  ): Promise<SurfacePass> {
    const [refine, evaluate] = await Promise.all([
      Kernel.CreateAsync(device, kernels.refineSurface),
      Kernel.CreateAsync(device, kernels.evaluateSurface),
    ]);
    return new SurfacePass(device, retire, refine, evaluate, mostTriangles);
  }

  /** Triangles that fit. */
  public get mostTriangles(): number {
    return this._mostTriangles;
  }

  /** Vertices that fit. */
  public get mostVertices(): number {
    return Math.ceil((VERTICES_PER_QUAD * this._mostTriangles) / 2);
  }

  /** @param mostTriangles - Of all surfaces together, at most {@link mostTrianglesOn} the device. */
  public resize(mostTriangles: number): void {
    this._mostTriangles = mostTriangles;
    [this.vertices, this.indices, this._chunks].forEach(this._retire);
    [this.vertices, this.indices] = this._createByBudget();
    this._chunks = this._createChunks();
    this._bound = null;
  }

  /** What became of each surface, by slot: struct DrawnSurface. */
  public get drawn(): GPUBuffer {
    return this._drawnBuffer;
  }

  /** Bytes of {@link drawn} that are in use. */
  public get drawnBytes(): number {
    return this._members.length * structs.DrawnSurface.size;
  }

  /**
   * @param countU - Control points in a row.
   * @param countV - Rows.
   * @returns A new surface; it draws nothing until {@link setInput}.
   */
  public add(countU: number, countV: number): DrawnSurface {
    const cellCount = (countU - 1) * (countV - 1);
    const member: Member = {
      slot: this._members.length,
      drawArguments: {},
      firstCell: this._cells.allocate(cellCount),
      cellCount,
      isDrawn: false,
    };
    this._members.push(member);
    if (this._members.length > this._surfaces.capacity) {
      this._surfaces.reserve(this._members.length);
      [this._surfaceBuffer, this._drawnBuffer, this._chunks].forEach(this._retire);
      [this._surfaceBuffer, this._drawnBuffer, this._chunks] = this._createByCapacity();
      this._bound = null;
      this._changed = { first: 0, end: this._members.length };
    }
    this._surfaces.write(member.slot, { mode: constants.HIDDEN });
    this._change(member.slot);
    return member;
  }

  /** @param surface - What {@link add} returned; not to be used again. */
  public remove(surface: DrawnSurface): void {
    const member = surface as Member;
    this._cells.release(member.firstCell, member.cellCount);
    Object.values(member.drawArguments).forEach(this._retire);
    const last = this._members.pop();
    if (last && last !== member) {
      this._surfaces.copyWithin(last.slot, member.slot);
      last.slot = member.slot;
      this._members[member.slot] = last;
      this._change(member.slot);
    }
  }

  /**
   * @param surface - Which.
   * @param faces - Of its faces.
   * @returns Arguments of an indexed indirect draw of them, as the last {@link encodeDraws} leaves them.
   */
  public argumentsOf(surface: DrawnSurface, faces: SurfaceFaces): GPUBuffer {
    const { drawArguments } = surface as Member;
    const usage = GPUBufferUsage.INDIRECT | GPUBufferUsage.COPY_DST;
    return (drawArguments[faces] ??= this._create(`draw arguments, ${faces}`, DRAW_BYTES, usage));
  }

  /**
   * @param surface - Which.
   * @param input - What changes of where its control points are and how it is drawn.
   */
  public setInput(surface: DrawnSurface, input: Partial<SurfaceInput>): void {
    const { slot, firstCell } = surface as Member;
    this._surfaces.write(slot, { ...input, firstCell });
    this._change(slot);
  }

  /**
   * @param eyes - At most {@link MOST_EYES}.
   * @param coarseness - Segments are divided by it.
   */
  public setView(eyes: readonly EyeState[], coarseness: number): void {
    const { mostVertices } = this;
    this._viewState.write(0, { eyeCount: eyes.length, coarseness, mostVertices, mostQuads: this._mostTriangles / 2 });
    eyes.forEach((eye, i) => {
      this._eyeStates.write(i, eye);
    });
    this._device.queue.writeBuffer(this._view, 0, this._viewState.bytes);
    this._device.queue.writeBuffer(this._eyes, 0, this._eyeStates.bytes, 0, eyes.length * structs.Eye.size);
  }

  /**
   * Records the evaluation of every surface. Commands that an earlier call has recorded must be submitted before.
   *
   * @param pass - Compute pass that is submitted before the next call.
   * @param particles - Buffer of the control points, struct Particle.
   */
  public encode(pass: GPUComputePassEncoder, particles: GPUBuffer): void {
    const count = this._members.length;
    if (count === 0) {
      return;
    }
    const { queue } = this._device;
    const { first, end } = this._changed;
    if (first < end) {
      const { size } = structs.Surface;
      queue.writeBuffer(this._surfaceBuffer, first * size, this._surfaces.bytes, first * size, (end - first) * size);
      this._changed = { first: Infinity, end: 0 };
    }
    queue.writeBuffer(this.totals, 0, noTotals);
    const [refine, evaluate] = this._bind(particles);
    pass.setPipeline(this._refine.pipeline);
    pass.setBindGroup(0, refine);
    pass.dispatchWorkgroups(count);
    pass.setPipeline(this._evaluate.pipeline);
    pass.setBindGroup(0, evaluate);
    pass.dispatchWorkgroupsIndirect(this.totals, 0);
  }

  /**
   * Copies the arguments of the draws to where the draws take them from.
   *
   * @param encoder - Outside of a pass, after {@link encode}.
   */
  public encodeDraws(encoder: GPUCommandEncoder): void {
    const { size, fields } = structs.DrawnSurface;
    for (const member of this._members) {
      const isDrawn = this._surfaces.words[(member.slot * structs.Surface.size + MODE_OFFSET) / 4] !== constants.HIDDEN;
      // What is hidden stays so: its arguments are zero already.
      if (isDrawn || member.isDrawn) {
        member.isDrawn = isDrawn;
        const { drawArguments, slot } = member;
        for (const faces in drawArguments) {
          const target = drawArguments[faces as SurfaceFaces];
          if (target) {
            const source = slot * size + fields[faces as SurfaceFaces].offset;
            encoder.copyBufferToBuffer(this._drawnBuffer, source, target, 0, DRAW_BYTES);
          }
        }
      }
    }
  }

  /** Gives all buffers back. */
  public dispose(): void {
    this._cells.dispose();
    const { vertices, indices, totals, _view, _eyes, _surfaceBuffer, _drawnBuffer, _chunks } = this;
    [vertices, indices, totals, _view, _eyes, _surfaceBuffer, _drawnBuffer, _chunks].forEach(this._retire);
    for (const { drawArguments } of this._members) {
      Object.values(drawArguments).forEach(this._retire);
    }
    this._members.length = 0;
  }

  private _change(slot: number): void {
    this._changed.first = Math.min(this._changed.first, slot);
    this._changed.end = Math.max(this._changed.end, slot + 1);
  }

  /** Vertices and indices. */
  private _createByBudget(): [GPUBuffer, GPUBuffer] {
    const { STORAGE, VERTEX, INDEX, COPY_SRC } = GPUBufferUsage;
    const indexBytes = 2 * QUAD_INDICES * this._mostTriangles;
    return [
      this._create("vertices", this.mostVertices * 4 * VERTEX_FLOATS, STORAGE | VERTEX | COPY_SRC),
      this._create("indices", indexBytes, STORAGE | INDEX | COPY_SRC),
    ];
  }

  /** Input, result and chunks of as many surfaces as there is capacity for. */
  private _createByCapacity(): [GPUBuffer, GPUBuffer, GPUBuffer] {
    const { STORAGE, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const { capacity } = this._surfaces;
    return [
      this._create("surfaces", capacity * structs.Surface.size, STORAGE | COPY_DST),
      this._create("drawn surfaces", capacity * structs.DrawnSurface.size, STORAGE | COPY_SRC),
      this._createChunks(),
    ];
  }

  private _createChunks(): GPUBuffer {
    const items = this.mostVertices + this._mostTriangles / 2;
    // Each surface may leave two chunks partly filled.
    const count = Math.ceil(items / CHUNK_ITEMS) + 2 * this._surfaces.capacity;
    return this._create("surface chunks", count * structs.SurfaceChunk.size, GPUBufferUsage.STORAGE);
  }

  private _create(label: string, size: number, usage: GPUBufferUsageFlags): GPUBuffer {
    return this._device.createBuffer({ label: `cloth ${label}`, size, usage });
  }

  /** The bind groups last until a buffer is replaced: here, or those of others that they hold. */
  private _bind(particles: GPUBuffer): readonly GPUBindGroup[] {
    const cells = this._cells.buffer;
    const { _surfaceBuffer: surfaces, _drawnBuffer: drawn, _chunks: chunks, vertices, indices, totals } = this;
    const buffers = [particles, cells];
    if (!this._bound || buffers.some((buffer, i) => buffer !== this._bound?.buffers[i])) {
      const shared = { surfaces, particles, cells, drawn, chunks };
      this._bound = {
        buffers,
        groups: [
          this._refine.bind({ ...shared, view: this._view, eyes: this._eyes, totals }),
          this._evaluate.bind({ ...shared, vertices, indices }),
        ],
      };
    }
    return this._bound.groups;
  }
}

const MODE_OFFSET = structs.Surface.fields.mode.offset;
/** Struct SurfaceTotals before anything is counted. */
const noTotals = Uint32Array.of(0, 1, 1, 0, 0, 0);

/**
 * @param device - A device.
 * @returns Triangles that it can bind and dispatch.
 */
export function mostTrianglesOn({ limits }: GPUDevice): number {
  const bytesPerQuad = Math.max(VERTICES_PER_QUAD * 4 * VERTEX_FLOATS, 4 * QUAD_INDICES);
  const bound = Math.floor(limits.maxStorageBufferBindingSize / bytesPerQuad);
  const dispatched = Math.floor((limits.maxComputeWorkgroupsPerDimension * CHUNK_ITEMS) / (1 + VERTICES_PER_QUAD) / 2);
  return 2 * Math.min(bound, dispatched);
}
