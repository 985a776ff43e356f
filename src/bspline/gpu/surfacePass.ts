// Draws the surfaces of all cloths of a scene into one vertex and one index buffer, in two dispatches: how finely, and then
// vertices and triangles. How many there are only the GPU knows; the draws are indirect. Large nets take one dispatch more.
import { BufferArena, type Retire } from "../../gpu/bufferArena.js";
import { DirtyRange } from "../../gpu/dirtyRange.js";
import { Kernel } from "../../gpu/kernel.js";
import { StructArray, type StructValues } from "../../gpu/structArray.js";
import { constants, kernels, structs } from "../../shaders/shaders.gen.js";
import { DrawArguments, type SurfaceFaces } from "./drawArguments.js";
import { knownNames, shareRoom, type KnownInput, type RoomUser } from "./cutRoom.js";
import { CutSurfaces } from "./cutSurfaces.js";
import { cellsOf, LargeNets, type LargeNet } from "./largeNets.js";
import { SurfaceEyes, type EyeState } from "./surfaceEyes.js";
import { checkNet, checkTriangles, VERTICES_PER_QUAD } from "./surfaceLimits.js";
import type { SurfaceWays } from "./surfaceWays.js";
import { trimCounts, type TrimCounts, type TrimmedMeshes } from "./trimWords.js";
import { VERTEX_FLOATS } from "./vertexLayout.js";

const { CHUNK_ITEMS, QUAD_INDICES } = constants;

const FIRST_CAPACITY = 64;
/** Workgroups that evaluate: enough to fill a GPU, and idle ones cost little. */
const GROUPS_PER_SURFACE = 32;
/** Near ones of full resolution have a million triangles. */
const GROUPS_PER_LARGE_NET = 1024;
const MIN_GROUPS = 256;
const MAX_GROUPS = 8192;

/** Where a surface's control points are, and how it is drawn: struct Surface, but for what the pass itself knows. */
export type SurfaceInput = Omit<
  StructValues<typeof structs.Surface>,
  "firstCell" | "spansPerCell" | "firstLink" | "firstTrim" | keyof TrimCounts
>;

/** A surface in the pass. */
export interface DrawnSurface {
  /** Element of its input. Another one when a surface ends and this one takes its place. */
  readonly slot: number;
  /** Element in {@link SurfacePass.drawn}: its slot when surfaces were evaluated last. */
  readonly drawnSlot: number;
}

interface Member extends DrawnSurface, LargeNet, RoomUser {
  readonly known: KnownInput;
  /** As the kernels know it. */
  mode: number;
  slot: number;
  drawnSlot: number;
  readonly drawArguments: DrawArguments;
  firstCell: number;
  cellCount: number;
}

/** The surfaces of one device. */
export class SurfacePass {
  /** Vertices of every surface. Shape [vertices, VERTEX_FLOATS]. */
  public vertices: GPUBuffer;
  /** Indices of every surface, counted from its own first vertex. Shape [indices]. */
  public indices: GPUBuffer;
  /** Struct SurfaceTotals. */
  public readonly totals: GPUBuffer;
  /** Evaluated with the surfaces; null while nothing draws velocities. */
  public ways: SurfaceWays | null = null;
  /** Those that are cut. */
  public readonly cuts: CutSurfaces<DrawnSurface>;
  private readonly _members: Member[] = [];
  private readonly _surfaces = new StructArray(structs.Surface, FIRST_CAPACITY);
  private readonly _cells: BufferArena;
  private readonly _largeNets: LargeNets;
  private _areLargeNetsStale = false;
  private readonly _eyes: SurfaceEyes;
  private _surfaceBuffer: GPUBuffer;
  private _drawnBuffer: GPUBuffer;
  private _chunks: GPUBuffer;
  private readonly _changed = new DirtyRange();
  private _isRoomStale = false;
  private _leastTriangles = 0;
  /** Surfaces whose arguments are copied. */
  private readonly _copied = new Set<Member>();
  private _hasNewCopy = false;
  private _bound: { readonly buffers: readonly GPUBuffer[]; readonly groups: readonly GPUBindGroup[] } | null = null;

  private constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
    private readonly _refine: Kernel<typeof kernels.refineSurface>,
    private readonly _evaluate: Kernel<typeof kernels.evaluateSurface>,
    measure: Kernel<typeof kernels.measureSurface>,
    private _maxTriangles: number,
  ) {
    const { STORAGE, COPY_SRC, COPY_DST } = GPUBufferUsage;
    [this.vertices, this.indices] = this._createByBudget();
    this.totals = this._create("surface totals", structs.SurfaceTotals.size, STORAGE | COPY_SRC | COPY_DST);
    this._eyes = new SurfaceEyes(_device, _retire);
    this._cells = new BufferArena(_device, _retire, "cloth surface cells", STORAGE, structs.SurfaceCell.size, 1024);
    this._largeNets = new LargeNets(_device, _retire, measure);
    this.cuts = new CutSurfaces(_device, _retire);
    [this._surfaceBuffer, this._drawnBuffer, this._chunks] = this._createByCapacity();
  }

  /**
   * @param device - Device to evaluate on.
   * @param retire - Takes buffers that are no longer needed.
   * @param maxTriangles - Of all surfaces together, at most maxTrianglesOn the device.
   * @returns A pass whose pipelines are compiled.
   * @throws RangeError if they are more.
   */
  public static async CreateAsync(device: GPUDevice, retire: Retire, maxTriangles: number): Promise<SurfacePass> {
    checkTriangles(device, maxTriangles);
    const [refine, evaluate, measure] = await Promise.all([
      Kernel.CreateAsync(device, kernels.refineSurface),
      Kernel.CreateAsync(device, kernels.evaluateSurface),
      Kernel.CreateAsync(device, kernels.measureSurface),
    ]);
    return new SurfacePass(device, retire, refine, evaluate, measure, maxTriangles);
  }

  /** Triangles that fit. */
  public get maxTriangles(): number {
    return this._maxTriangles;
  }

  /** Vertices that fit. */
  public get maxVertices(): number {
    return Math.ceil((VERTICES_PER_QUAD * this._maxTriangles) / 2);
  }

  /**
   * @param maxTriangles - Of all surfaces together, at most maxTrianglesOn the device.
   * @throws RangeError if they are more.
   */
  public resize(maxTriangles: number): void {
    checkTriangles(this._device, maxTriangles);
    this._maxTriangles = maxTriangles;
    [this.vertices, this.indices, this._chunks].forEach(this._retire);
    [this.vertices, this.indices] = this._createByBudget();
    this._chunks = this._createChunks();
    this._bound = null;
    this._isRoomStale = true;
  }

  /** Triangles that surfaces that are cut or have an outline take at least, together: nothing makes them coarser. */
  public get leastTriangles(): number {
    return this._leastTriangles;
  }

  /**
   * @param surface - Which.
   * @returns Triangles that it needs at least and had no room for when surfaces were evaluated last: it was not drawn. 0 if it was.
   */
  public lackOf(surface: DrawnSurface): number {
    return 2 * (surface as Member).lacks;
  }

  /** What became of each surface, by its drawnSlot: struct DrawnSurface. */
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
   * @throws RangeError if the device cannot bind its control points, or the cells of all surfaces together.
   */
  public add(countU: number, countV: number): DrawnSurface {
    checkNet(this._device, countU, countV);
    const cells = cellsOf(countU, countV);
    // The border is a column and a row of its own.
    const cellCount = (cells.cellsU + 1) * (cells.cellsV + 1);
    const member: Member = {
      slot: this._members.length,
      drawnSlot: this._members.length,
      drawArguments: new DrawArguments(this._device, this._retire),
      cells,
      firstCell: this._cells.allocate(cellCount),
      cellCount,
      known: {},
      mode: constants.HIDDEN,
      lacks: 0,
    };
    this._members.push(member);
    this._isRoomStale = true;
    if (this._members.length > this._surfaces.capacity) {
      this._surfaces.reserve(this._members.length);
      [this._surfaceBuffer, this._drawnBuffer, this._chunks].forEach(this._retire);
      [this._surfaceBuffer, this._drawnBuffer, this._chunks] = this._createByCapacity();
      this._bound = null;
      this._changed.mark(0, this._members.length);
    }
    this._surfaces.write(member.slot, { mode: constants.HIDDEN, spansPerCell: cells.spansPerCell });
    this._change(member.slot);
    this._areLargeNetsStale ||= cells.spansPerCell > 1;
    return member;
  }

  /** @param surface - What {@link add} returned; not to be used again. */
  public remove(surface: DrawnSurface): void {
    const member = surface as Member;
    this._cells.release(member.firstCell, member.cellCount);
    member.drawArguments.dispose();
    this.cuts.release(member);
    this._isRoomStale = true;
    this._copied.delete(member);
    const last = this._members.pop();
    if (last && last !== member) {
      this._surfaces.copyWithin(last.slot, member.slot);
      last.slot = member.slot;
      this._members[member.slot] = last;
      this._change(member.slot);
    }
    this._areLargeNetsStale ||= member.cells.spansPerCell > 1 || (last?.cells.spansPerCell ?? 1) > 1;
  }

  /**
   * @param surface - Which.
   * @param faces - Of its faces.
   * @returns Where arguments of an indexed indirect draw of them are, after {@link encode}: in {@link drawn} [bytes].
   */
  public argumentsOffset(surface: DrawnSurface, faces: SurfaceFaces): number {
    return surface.drawnSlot * structs.DrawnSurface.size + structs.DrawnSurface.fields[faces].offset;
  }

  /**
   * @param surface - Which.
   * @param faces - Of its faces.
   * @param instanceCount - Times that they are drawn.
   * @returns A buffer of their own for these arguments, as the last {@link encodeDraws} leaves it.
   */
  public argumentsOf(surface: DrawnSurface, faces: SurfaceFaces, instanceCount: number): GPUBuffer {
    const member = surface as Member;
    if (!member.drawArguments.has(faces, instanceCount)) {
      this._copied.add(member);
      this._hasNewCopy = true;
    }
    return member.drawArguments.of(faces, instanceCount);
  }

  /** Whether {@link encode} and {@link encodeDraws} have something to do even if no cloth moves. */
  public get isStale(): boolean {
    return !this._changed.isEmpty || this._hasNewCopy;
  }

  /**
   * @param surface - Which.
   * @param input - What changes of where its control points are and how it is drawn.
   */
  public setInput(surface: DrawnSurface, input: Partial<SurfaceInput>): void {
    const member = surface as Member;
    const { slot, firstCell } = member;
    this._know(member, input);
    const { mode = member.known.mode ?? constants.HIDDEN } = input;
    // What lacks room stays hidden until that is shared out anew.
    member.mode = member.lacks > 0 ? constants.HIDDEN : mode;
    this._surfaces.write(slot, { ...input, mode: member.mode, firstCell });
    this._change(slot);
  }

  /**
   * @param surface - Is drawn as cut while its mode is CUT or TRIMMED. {@link cuts} must be prepared.
   * @param links - Which links of its net live, shape [particles]; null: it is whole again.
   * @param trim - What its outline leaves; null: it has none.
   */
  public setLinks(
    surface: DrawnSurface,
    links: Uint32Array<ArrayBuffer> | null,
    trim: TrimmedMeshes | null = null,
  ): void {
    if (links) {
      const firstLink = this.cuts.set(surface, links, trim);
      const trimmed = trim && { firstTrim: firstLink + links.length, ...trimCounts(trim) };
      this._know(surface as Member, trimmed ?? {});
      this._surfaces.write(surface.slot, { firstLink, ...trimmed });
      this._change(surface.slot);
    } else {
      this.cuts.release(surface);
    }
  }

  /**
   * Commands that an earlier {@link encode} has recorded must be submitted before.
   *
   * @param eyes - Everyone who looks.
   * @param coarseness - Segments are divided by it.
   */
  public setView(eyes: readonly EyeState[], coarseness: number): void {
    this._eyes.set(eyes, coarseness, Math.floor(this._maxTriangles / 2));
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
    if (this._isRoomStale) {
      this._shareRoom();
    }
    this._changed.upload(queue, this._surfaceBuffer, this._surfaces);
    for (const member of this._members) {
      member.drawnSlot = member.slot;
    }
    queue.writeBuffer(this.totals, 0, noTotals);
    if (this._areLargeNetsStale) {
      this._areLargeNetsStale = false;
      this._largeNets.set(this._members.filter(({ cells }) => cells.spansPerCell > 1));
    }
    const [measure, refine, evaluate] = this._bind(particles);
    this._largeNets.encode(pass, measure);
    pass.setPipeline(this._refine.pipeline);
    pass.setBindGroup(0, refine);
    pass.dispatchWorkgroups(count);
    pass.setPipeline(this._evaluate.pipeline);
    pass.setBindGroup(0, evaluate);
    const wanted = count * GROUPS_PER_SURFACE + this._largeNets.count * GROUPS_PER_LARGE_NET;
    const groups = Math.min(Math.max(wanted, MIN_GROUPS), MAX_GROUPS);
    pass.dispatchWorkgroups(groups);
    const { _surfaceBuffer: surfaces, drawn, _chunks: chunks, totals, vertices, indices } = this;
    this.cuts.encode(pass, groups, { surfaces, particles, drawn, chunks, vertices, indices, totals });
    this.ways?.encode(pass, groups, { surfaces, cells: this._cells.buffer, drawn, chunks, totals, vertices });
  }

  /**
   * Copies the arguments of draws that have a buffer of their own.
   *
   * @param encoder - Outside of a pass, after {@link encode}.
   */
  public encodeDraws(encoder: GPUCommandEncoder): void {
    this._hasNewCopy = false;
    for (const member of this._copied) {
      member.drawArguments.encode(encoder, this._drawnBuffer, (faces) => this.argumentsOffset(member, faces));
    }
  }

  /** Gives all buffers back. */
  public dispose(): void {
    this._cells.dispose();
    this._largeNets.dispose();
    this.cuts.dispose();
    this._eyes.dispose();
    const { vertices, indices, totals, _surfaceBuffer, _drawnBuffer, _chunks } = this;
    [vertices, indices, totals, _surfaceBuffer, _drawnBuffer, _chunks].forEach(this._retire);
    for (const { drawArguments } of this._members) {
      drawArguments.dispose();
    }
    this._members.length = 0;
  }

  private _know({ known }: Member, input: KnownInput): void {
    for (const name of knownNames.filter((one) => input[one] !== undefined && input[one] !== known[one])) {
      known[name] = input[name];
      this._isRoomStale = true;
    }
  }

  /** What is cut and has no room is hidden, so that it makes no others coarser. */
  private _shareRoom(): void {
    this._isRoomStale = false;
    const quads = shareRoom(this._members, Math.floor(this._maxTriangles / 2), (member, mode) => {
      if (mode !== member.mode) {
        member.mode = mode;
        this._surfaces.write(member.slot, { mode });
        this._change(member.slot);
      }
    });
    this._leastTriangles = 2 * quads;
  }

  private _change(slot: number): void {
    this._changed.mark(slot, slot + 1);
  }

  /** Vertices and indices. */
  private _createByBudget(): [GPUBuffer, GPUBuffer] {
    const { STORAGE, VERTEX, INDEX, COPY_SRC } = GPUBufferUsage;
    const indexBytes = 2 * QUAD_INDICES * this._maxTriangles;
    return [
      this._create("vertices", this.maxVertices * 4 * VERTEX_FLOATS, STORAGE | VERTEX | COPY_SRC),
      this._create("indices", indexBytes, STORAGE | INDEX | COPY_SRC),
    ];
  }

  /** Input, result and chunks of as many surfaces as there is capacity for. */
  private _createByCapacity(): [GPUBuffer, GPUBuffer, GPUBuffer] {
    const { STORAGE, INDIRECT, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const { capacity } = this._surfaces;
    return [
      this._create("surfaces", capacity * structs.Surface.size, STORAGE | COPY_DST),
      this._create("drawn surfaces", capacity * structs.DrawnSurface.size, STORAGE | INDIRECT | COPY_SRC),
      this._createChunks(),
    ];
  }

  private _createChunks(): GPUBuffer {
    const items = this.maxVertices + this._maxTriangles / 2;
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
    const large = this._largeNets.buffer;
    const { _surfaceBuffer: surfaces, _drawnBuffer: drawn, _chunks: chunks, vertices, indices, totals } = this;
    const { view, eyes } = this._eyes;
    const buffers = [particles, cells, large, eyes];
    if (!this._bound || buffers.some((buffer, i) => buffer !== this._bound?.buffers[i])) {
      const shared = { surfaces, particles, cells, drawn, chunks };
      this._bound = {
        buffers,
        groups: [
          this._largeNets.measure.bind({ view, eyes, surfaces, particles, cells, large }),
          this._refine.bind({ ...shared, view, eyes, totals }),
          this._evaluate.bind({ ...shared, vertices, indices, totals }),
        ],
      };
    }
    return this._bound.groups;
  }
}

/** Struct SurfaceTotals before anything is counted. */
const noTotals = new Uint32Array(structs.SurfaceTotals.size / 4);
