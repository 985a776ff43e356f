// Evaluates the surfaces of all cloths of a scene into one vertex and one index buffer, in one dispatch.
import { BufferArena, type RetireBuffer } from "../gpu/bufferArena.js";
import { Kernel } from "../gpu/kernel.js";
import { StructArray } from "../gpu/structArray.js";
import { kernels, structs } from "../shaders/shaders.gen.js";
import type { Segments } from "./tessellation.js";

const { WORKGROUP_SIZE, VERTEX_VECTORS, QUAD_INDICES } = kernels.evaluateSurface.constants;

/** Floats of one vertex: position 3, normal 3, tangent 4, uv 2. */
export const VERTEX_FLOATS = 4 * VERTEX_VECTORS;
/** Floats before each attribute of a vertex. */
export const VERTEX_OFFSETS = { position: 0, normal: 3, tangent: 6, uv: 10 };

const FIRST_CAPACITY = 64;
/** Segments to make room for over those drawn, so that coming nearer does not move the surface in every frame. */
const SPARE_ROOM = 1.1;
/** Vertices that a surface may have room for over those drawn. */
const IDLE_ROOM = 4;

/** Where a surface's control points are, and how finely it is drawn. */
export interface SurfaceInput {
  /** From the control points' frame to the mesh's local space, column by column, shape [9]. */
  readonly toLocal: ArrayLike<number>;
  /** In the particle buffer. */
  readonly firstParticle: number;
  readonly countU: number;
  readonly countV: number;
}

/** A surface in the pass. */
export interface DrawnSurface {
  /** Arguments of the indirect draw: index count, instances, first index, first vertex, first instance. */
  readonly drawArguments: GPUBuffer;
  readonly segments: Readonly<Segments>;
  /** In {@link SurfacePass.vertices}; another one when the surface is drawn finer than it ever was. */
  readonly firstVertex: number;
  /** In {@link SurfacePass.indices}. */
  readonly firstIndex: number;
}

interface Member extends DrawnSurface {
  readonly segments: Segments;
  firstVertex: number;
  firstIndex: number;
  /** Room in the buffers. */
  vertexCount: number;
  indexCount: number;
  slot: number;
}

/** The surfaces of one device. */
export class SurfacePass {
  private readonly _members: Member[] = [];
  private readonly _surfaces = new StructArray(structs.Surface, FIRST_CAPACITY);
  private readonly _vertices: BufferArena;
  private readonly _indices: BufferArena;
  private _surfaceBuffer: GPUBuffer;
  private _hasNewInput = false;
  private _bindGroup: GPUBindGroup | null = null;
  private _bound: readonly GPUBuffer[] = [];

  private constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: RetireBuffer,
    private readonly _kernel: Kernel<typeof kernels.evaluateSurface>,
  ) {
    /** Vertices of every surface. Shape [vertices, VERTEX_FLOATS]. */
    this._vertices = new BufferArena(
      _device,
      _retire,
      "cloth vertices",
      GPUBufferUsage.STORAGE | GPUBufferUsage.VERTEX,
      4 * VERTEX_FLOATS,
      1024,
    );
    /** Indices of every surface, counted from its own first vertex. Shape [indices]. */
    this._indices = new BufferArena(
      _device,
      _retire,
      "cloth indices",
      GPUBufferUsage.STORAGE | GPUBufferUsage.INDEX,
      4,
      1024,
    );
    this._surfaceBuffer = this._createSurfaceBuffer();
  }

  /**
   * @param device - Device to evaluate on.
   * @param retire - Takes buffers that are no longer needed.
   * @returns A pass whose pipeline is compiled.
   */
  public static async CreateAsync(device: GPUDevice, retire: RetireBuffer): Promise<SurfacePass> {
    return new SurfacePass(device, retire, await Kernel.CreateAsync(device, kernels.evaluateSurface));
  }

  /** Vertices of all surfaces, interleaved: see {@link VERTEX_OFFSETS}. */
  public get vertices(): GPUBuffer {
    return this._vertices.buffer;
  }

  /** Triangles of all surfaces, 32 bits an index. */
  public get indices(): GPUBuffer {
    return this._indices.buffer;
  }

  /** @returns A new surface; it draws nothing until {@link setInput}. */
  public add(): DrawnSurface {
    const drawArguments = this._device.createBuffer({
      label: "cloth draw arguments",
      size: 20,
      usage: GPUBufferUsage.INDIRECT | GPUBufferUsage.COPY_DST,
    });
    const member: Member = {
      drawArguments,
      segments: { u: 0, v: 0 },
      firstVertex: 0,
      firstIndex: 0,
      vertexCount: 0,
      indexCount: 0,
      slot: this._members.length,
    };
    this._members.push(member);
    this._surfaces.reserve(this._members.length);
    if (this._members.length * structs.Surface.size > this._surfaceBuffer.size) {
      this._retire(this._surfaceBuffer);
      this._surfaceBuffer = this._createSurfaceBuffer();
      this._bindGroup = null;
    }
    return member;
  }

  /** @param surface - What {@link add} returned; not to be used again. */
  public remove(surface: DrawnSurface): void {
    const member = surface as Member;
    this._release(member);
    this._retire(member.drawArguments);
    const last = this._members.pop();
    if (last && last !== member) {
      this._surfaces.copyWithin(last.slot, member.slot);
      last.slot = member.slot;
      this._members[member.slot] = last;
      this._hasNewInput = true;
    }
  }

  /**
   * @param surface - Which.
   * @param input - Where its control points are.
   * @param segments - How finely to draw it.
   * @throws RangeError if all surfaces together are too large for the device.
   */
  public setInput(surface: DrawnSurface, input: SurfaceInput, segments: Readonly<Segments>): void {
    const member = surface as Member;
    const isNew = segments.u !== member.segments.u || segments.v !== member.segments.v;
    if (isNew) {
      this._makeRoom(member, segments);
    }
    this._hasNewInput = true;
    this._surfaces.write(member.slot, {
      toLocal: input.toLocal,
      firstParticle: input.firstParticle,
      countU: input.countU,
      countV: input.countV,
      segmentsU: segments.u,
      segmentsV: segments.v,
      firstVertex: member.firstVertex,
      firstIndex: member.firstIndex,
    });
    if (isNew) {
      Object.assign(member.segments, segments);
      const indexCount = QUAD_INDICES * segments.u * segments.v;
      const draw = new Uint32Array([indexCount, 1, member.firstIndex, member.firstVertex, 0]);
      this._device.queue.writeBuffer(member.drawArguments, 0, draw);
    }
  }

  /**
   * Records the evaluation of every surface.
   *
   * @param pass - Compute pass that is submitted before the next call.
   * @param particles - Buffer of the control points, struct Particle.
   */
  public encode(pass: GPUComputePassEncoder, particles: GPUBuffer): void {
    const count = this._members.length;
    if (count === 0) {
      return;
    }
    const most = this._members.reduce((sum, { segments }) => Math.max(sum, (segments.u + 1) * (segments.v + 1)), 0);
    if (this._hasNewInput) {
      this._hasNewInput = false;
      this._device.queue.writeBuffer(this._surfaceBuffer, 0, this._surfaces.bytes, 0, count * structs.Surface.size);
    }
    pass.setPipeline(this._kernel.pipeline);
    pass.setBindGroup(0, this._bind(particles));
    pass.dispatchWorkgroups(Math.ceil(most / WORKGROUP_SIZE), count);
  }

  /** Gives all buffers back. */
  public dispose(): void {
    this._vertices.dispose();
    this._indices.dispose();
    this._retire(this._surfaceBuffer);
    this._members.forEach((member) => {
      this._retire(member.drawArguments);
    });
    this._members.length = 0;
  }

  /** Room is taken as a surface comes near, and given back when most of it lies idle. */
  private _makeRoom(member: Member, segments: Readonly<Segments>): void {
    const vertexCount = (segments.u + 1) * (segments.v + 1);
    const fits = vertexCount <= member.vertexCount && QUAD_INDICES * segments.u * segments.v <= member.indexCount;
    if (fits && member.vertexCount <= IDLE_ROOM * vertexCount) {
      return;
    }
    this._release(member);
    const roomy = { u: Math.ceil(segments.u * SPARE_ROOM), v: Math.ceil(segments.v * SPARE_ROOM) };
    member.vertexCount = (roomy.u + 1) * (roomy.v + 1);
    member.indexCount = QUAD_INDICES * roomy.u * roomy.v;
    member.firstVertex = this._vertices.allocate(member.vertexCount);
    member.firstIndex = this._indices.allocate(member.indexCount);
  }

  private _release(member: Member): void {
    if (member.vertexCount > 0) {
      this._vertices.release(member.firstVertex, member.vertexCount);
      this._indices.release(member.firstIndex, member.indexCount);
      member.vertexCount = 0;
    }
  }

  private _createSurfaceBuffer(): GPUBuffer {
    /** Input of every surface. Shape [capacity], struct Surface. */
    return this._device.createBuffer({
      label: "cloth surfaces",
      size: this._surfaces.capacity * structs.Surface.size,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST,
    });
  }

  /** The bind group lasts until a buffer is replaced. */
  private _bind(particles: GPUBuffer): GPUBindGroup {
    const buffers = [particles, this._vertices.buffer, this._indices.buffer];
    if (buffers.some((buffer, i) => buffer !== this._bound[i])) {
      this._bound = buffers;
      this._bindGroup = null;
    }
    this._bindGroup ??= this._kernel.bind({
      surfaces: this._surfaceBuffer,
      particles,
      vertices: this._vertices.buffer,
      indices: this._indices.buffer,
    });
    return this._bindGroup;
  }
}
