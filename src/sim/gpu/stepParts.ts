import type { Retire } from "../../gpu/bufferArena.js";
import { constants } from "../../shaders/shaders.gen.js";

/** Offset of a uniform that every device allows [bytes]. */
const STRIDE = 256;
const { CLOTH_PARTS } = constants;

/** Structs StepPart of one device: what a dispatch takes of a step. */
export class StepParts {
  private readonly _buffer: GPUBuffer;

  /**
   * @param device - Device to solve on.
   * @param _retire - Takes the buffer when it is no longer needed.
   */
  public constructor(
    device: GPUDevice,
    private readonly _retire: Retire,
  ) {
    const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
    this._buffer = device.createBuffer({ label: "cloth step parts", size: STRIDE * CLOTH_PARTS, usage });
    for (let part = 0; part < CLOTH_PARTS; part++) {
      device.queue.writeBuffer(this._buffer, STRIDE * part, Uint32Array.of(part));
    }
  }

  /**
   * @param part - Its number.
   * @returns What kernels bind.
   */
  public of(part: number): GPUBufferBinding {
    return { buffer: this._buffer, offset: STRIDE * part, size: Uint32Array.BYTES_PER_ELEMENT };
  }

  /** Gives the buffer back. */
  public dispose(): void {
    this._retire(this._buffer);
  }
}
