import { RangeAllocator } from "./rangeAllocator.js";

/** Destroys a buffer or texture once the commands recorded so far, which may use it, are submitted. */
export type Retire = (resource: GPUBuffer | GPUTexture) => void;

/** What the cloths of a scene share on a device has no room for more. Who knows the cloth names it: see {@link NoRoomError.label}. */
export class NoRoomError extends RangeError {
  /**
   * @param label - Of the buffer.
   * @param needed - Bytes that it must have.
   * @param limit - Bytes that it can have.
   */
  public constructor(
    public readonly label: string,
    needed: number,
    limit: number,
  ) {
    super(
      `${label}: all cloths of the scene together need ${needed.toString()} bytes, ` +
        `this device binds at most ${limit.toString()}.`,
    );
  }
}

/**
 * @param device - Binds the buffer.
 * @param label - Of the buffer.
 * @param needed - Bytes that it must have.
 * @param size - Bytes that it has.
 * @returns Bytes to give it: twice as many, as far as the device binds them.
 * @throws NoRoomError if the device cannot bind what is needed.
 */
export function grownSize({ limits }: GPUDevice, label: string, needed: number, size: number): number {
  const limit = limits.maxStorageBufferBindingSize;
  if (needed > limit) {
    throw new NoRoomError(label, needed, limit);
  }
  return Math.min(Math.max(needed, 2 * size), limit);
}

/** One GPU buffer shared by all cloths: each has a range of elements. It grows by copying itself into a larger one. */
export class BufferArena {
  private readonly _ranges = new RangeAllocator();
  private _buffer: GPUBuffer;

  /**
   * @param _device - Device to allocate on.
   * @param _retire - Takes buffers that were outgrown.
   * @param _label - Shown in the device's error messages.
   * @param _usage - Usage flags; those for copying are added.
   * @param _stride - Bytes of one element, a multiple of 4.
   * @param capacity - Elements to make room for at first.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
    private readonly _label: string,
    private readonly _usage: GPUBufferUsageFlags,
    private readonly _stride: number,
    capacity: number,
  ) {
    this._buffer = this._create(capacity * _stride);
  }

  /** The buffer. Another one after the arena has grown. */
  public get buffer(): GPUBuffer {
    return this._buffer;
  }

  /**
   * @param count - Elements in a row.
   * @returns The first of them.
   * @throws NoRoomError if the device cannot bind a buffer of the size that this takes.
   */
  public allocate(count: number): number {
    const first = this._ranges.allocate(Math.max(count, 1));
    const needed = this._ranges.end * this._stride;
    if (needed > this._buffer.size) {
      try {
        this._grow(grownSize(this._device, this._label, needed, this._buffer.size));
      } catch (error) {
        this.release(first, count);
        throw error;
      }
    }
    return first;
  }

  /**
   * @param first - What {@link allocate} returned.
   * @param count - What it was called with.
   */
  public release(first: number, count: number): void {
    this._ranges.release(first, Math.max(count, 1));
  }

  /**
   * @param first - Element to write first.
   * @param data - Whole elements.
   */
  public write(first: number, data: ArrayBuffer | Float32Array<ArrayBuffer>): void {
    this._device.queue.writeBuffer(this._buffer, first * this._stride, data);
  }

  /**
   * Writes a part of one element.
   *
   * @param index - The element.
   * @param offset - First byte in it.
   * @param data - Its new content from there.
   */
  public writePart(index: number, offset: number, data: Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer>): void {
    this._device.queue.writeBuffer(this._buffer, index * this._stride + offset, data);
  }

  /** Gives the buffer back. */
  public dispose(): void {
    this._retire(this._buffer);
  }

  private _grow(size: number): void {
    const old = this._buffer;
    this._buffer = this._create(size);
    const encoder = this._device.createCommandEncoder({ label: `${this._label} growth` });
    encoder.copyBufferToBuffer(old, 0, this._buffer, 0, old.size);
    this._device.queue.submit([encoder.finish()]);
    this._retire(old);
  }

  private _create(size: number): GPUBuffer {
    return this._device.createBuffer({
      label: this._label,
      size,
      usage: this._usage | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
    });
  }
}
