// How far the vertices of all surfaces have moved since the frame before. Exists only while something draws velocities.
import type { Retire } from "../../gpu/bufferArena.js";
import { Kernel } from "../../gpu/kernel.js";
import { kernels, structs } from "../../shaders/shaders.gen.js";

/** Floats of the way of one vertex. */
export const WAY_FLOATS = kernels.evaluateWays.constants.WAY_FLOATS;

/** What evaluateSurface has drawn. */
export type DrawnBuffers = Record<"surfaces" | "cells" | "drawn" | "chunks" | "totals" | "vertices", GPUBuffer>;

/** Ways of the vertices of one surface pass. */
export class SurfaceWays {
  private _ways: GPUBuffer;
  /** Particles as the frame before showed them. */
  private _previous: GPUBuffer;
  private readonly _kernel: Kernel<typeof kernels.evaluateWays>;

  /**
   * @param _device - Device of the surface pass.
   * @param _retire - Takes buffers that are no longer needed.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
  ) {
    this._kernel = Kernel.Create(_device, kernels.evaluateWays);
    this._ways = this._createWays(1);
    this._previous = this._createPrevious(structs.Particle.size);
  }

  /** Ways of all vertices, local to their meshes [m], shape [vertices, 3]. Another buffer after {@link reserve}. */
  public get ways(): GPUBuffer {
    return this._ways;
  }

  /** @param maxVertices - Of the surface pass. */
  public reserve(maxVertices: number): void {
    if (4 * WAY_FLOATS * maxVertices !== this._ways.size) {
      this._retire(this._ways);
      this._ways = this._createWays(maxVertices);
    }
  }

  /**
   * Keeps what the last frame has shown.
   *
   * @param encoder - Outside of a pass, before particles move again.
   * @param particles - Structs Particle of all nets.
   */
  public keep(encoder: GPUCommandEncoder, particles: GPUBuffer): void {
    if (particles.size !== this._previous.size) {
      this._retire(this._previous);
      this._previous = this._createPrevious(particles.size);
    }
    encoder.copyBufferToBuffer(particles, 0, this._previous, 0, particles.size);
  }

  /**
   * @param pass - After evaluateSurface.
   * @param groups - Workgroups, as many as evaluateSurface has.
   * @param buffers - What it has drawn.
   */
  public encode(pass: GPUComputePassEncoder, groups: number, buffers: DrawnBuffers): void {
    pass.setPipeline(this._kernel.pipeline);
    pass.setBindGroup(0, this._kernel.bind({ ...buffers, particles: this._previous, ways: this._ways }));
    pass.dispatchWorkgroups(groups);
  }

  /** Gives the buffers back. */
  public dispose(): void {
    this._retire(this._ways);
    this._retire(this._previous);
  }

  private _createWays(vertices: number): GPUBuffer {
    const { STORAGE, VERTEX, COPY_SRC } = GPUBufferUsage;
    return this._device.createBuffer({
      label: "cloth ways",
      size: 4 * WAY_FLOATS * vertices,
      usage: STORAGE | VERTEX | COPY_SRC,
    });
  }

  private _createPrevious(size: number): GPUBuffer {
    const { STORAGE, COPY_DST } = GPUBufferUsage;
    return this._device.createBuffer({ label: "cloth previous particles", size, usage: STORAGE | COPY_DST });
  }
}
