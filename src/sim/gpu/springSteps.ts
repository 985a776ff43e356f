// Steps of the cloths of one size class that have the spring model: a kernel of its own, and a buffer for the states of integrators. Neither is
// there before a cloth asks for springs.
import { grownSize, type Retire } from "../../gpu/bufferArena.js";
import { Kernel } from "../../gpu/kernel.js";
import { constants, kernels } from "../../shaders/shaders.gen.js";
import type { SharedBuffers } from "./clothGroup.js";
import { KernelVariants, springFeatures, type StepFeature } from "./stepFeatures.js";

/** Floats of a vector. */
const VECTOR = 4;

/** What a size class sets in its kernels. */
interface ShapeConstants {
  readonly WORKGROUP_SIZE: number;
  readonly PARTICLES_PER_INVOCATION: number;
}

/** The spring model of one size class. */
export class SpringSteps {
  /** That step. */
  public readonly kernels: KernelVariants<typeof kernels.stepSprings>;
  /** Shape [slots, SPRING_VECTORS, particles], vec4f: see gridSprings.wgsl. */
  private _memory: GPUBuffer | null = null;

  /**
   * @param _device - Device to solve on.
   * @param _retire - Takes buffers that are no longer needed.
   * @param shape - Of the workgroup that solves a cloth.
   * @param _capacity - The most particles of a cloth.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
    shape: ShapeConstants,
    private readonly _capacity: number,
  ) {
    this.kernels = new KernelVariants(springFeatures, {
      now: (switches) => Kernel.Create(_device, kernels.stepSprings, { ...shape, ...switches }),
      later: (switches) => Kernel.CreateAsync(_device, kernels.stepSprings, { ...shape, ...switches }),
    });
  }

  /**
   * Records one step of every cloth that has springs.
   *
   * @param pass - Compute pass that is submitted before the next call.
   * @param buffers - Of all cloths, and of the size class.
   * @param asked - What cloths of the size class ask for.
   * @param end - One past the last slot that has springs.
   */
  public encode(
    pass: GPUComputePassEncoder,
    buffers: SharedBuffers & Record<"cloths" | "states", GPUBuffer> & Record<"part", GPUBufferBinding>,
    asked: ReadonlySet<StepFeature>,
    end: number,
  ): void {
    const kernel = this.kernels.of(asked);
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, kernel.bind({ ...buffers, particleVectors: this._memoryFor(end) }));
    pass.dispatchWorkgroups(end);
  }

  /** @param slot - Of a new cloth: what is known of the steps of the last one in its place goes. */
  public forget(slot: number): void {
    const bytes = this._bytesOf(1);
    if (this._memory && (slot + 1) * bytes <= this._memory.size) {
      this._device.queue.writeBuffer(this._memory, slot * bytes, new Float32Array(bytes / 4));
    }
  }

  /** Gives the buffer back. */
  public dispose(): void {
    if (this._memory) {
      this._retire(this._memory);
    }
  }

  /** With room for so many slots. Cloths that are there already start Adams-Bashforth again when it grows. */
  private _memoryFor(slots: number): GPUBuffer {
    if (!this._memory || this._memory.size < this._bytesOf(slots)) {
      const label = "cloth springs";
      // There is room: the line memory of a cloth, which takes more, has found some.
      const size = grownSize(this._device, label, this._bytesOf(slots), this._memory?.size ?? 0);
      this.dispose();
      this._memory = this._device.createBuffer({
        label,
        size,
        usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST,
      });
    }
    return this._memory;
  }

  private _bytesOf(slots: number): number {
    return slots * constants.SPRING_VECTORS * this._capacity * VECTOR * Float32Array.BYTES_PER_ELEMENT;
  }
}
