import type { Retire } from "../../gpu/bufferArena.js";
import { constants } from "../../shaders/shaders.gen.js";

/** Offset of a uniform that every device allows [bytes]. */
const STRIDE = 256;
const { CLOTH_PARTS } = constants;

/** Structs StepPart of one device: what a dispatch takes of a step. */
export class StepParts {
  private _count: number = CLOTH_PARTS;
  private _buffer: GPUBuffer;

  /**
   * @param _device - Device to solve on.
   * @param _retire - Takes a buffer when it is no longer needed.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
  ) {
    this._buffer = this._createBuffer();
  }

  /**
   * @param count - Parts of a step.
   * @returns Whether {@link of} returned parts of another buffer until now.
   */
  public reserve(count: number): boolean {
    if (count <= this._count) {
      return false;
    }
    this._count = Math.max(count, 2 * this._count);
    this._retire(this._buffer);
    this._buffer = this._createBuffer();
    return true;
  }

  /**
   * @param part - Its number, below what was reserved.
   * @returns What kernels bind.
   */
  public of(part: number): GPUBufferBinding {
    return { buffer: this._buffer, offset: STRIDE * part, size: Uint32Array.BYTES_PER_ELEMENT };
  }

  /** Gives the buffer back. */
  public dispose(): void {
    this._retire(this._buffer);
  }

  private _createBuffer(): GPUBuffer {
    const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
    const buffer = this._device.createBuffer({ label: "cloth step parts", size: STRIDE * this._count, usage });
    for (let part = 0; part < this._count; part++) {
      this._device.queue.writeBuffer(buffer, STRIDE * part, Uint32Array.of(part));
    }
    return buffer;
  }
}
