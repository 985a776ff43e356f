import type { Retire } from "./bufferArena.js";

/** Buffers of tables that the host writes whole: each is as large as its table was at most. */
export class NamedBuffers<N extends string> {
  private readonly _buffers = new Map<N, GPUBuffer>();

  /**
   * @param _device - Where they are.
   * @param _retire - Takes buffers that are no longer needed.
   * @param _label - Shown in the device's error messages, before their names.
   * @param _onChange - Called when one of them is another buffer.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
    private readonly _label: string,
    private readonly _onChange: () => void,
  ) {}

  /**
   * @param name - Of a table.
   * @param bytes - Its content, not empty.
   * @param usage - Of the buffer, beside copying.
   */
  public write(name: N, bytes: ArrayBuffer, usage: GPUBufferUsageFlags = GPUBufferUsage.STORAGE): void {
    let buffer = this._buffers.get(name);
    if (!buffer || buffer.size < bytes.byteLength) {
      if (buffer) {
        this._retire(buffer);
      }
      const label = `${this._label} ${name}`;
      buffer = this._device.createBuffer({ label, size: bytes.byteLength, usage: usage | GPUBufferUsage.COPY_DST });
      this._buffers.set(name, buffer);
      this._onChange();
    }
    this._device.queue.writeBuffer(buffer, 0, bytes);
  }

  /**
   * @param names - Of tables that were written.
   * @returns Their buffers.
   */
  public named<M extends N>(names: readonly M[]): Record<M, GPUBuffer> {
    return Object.fromEntries(names.map((name) => [name, this.get(name)])) as Record<M, GPUBuffer>;
  }

  /**
   * @param name - Of a table that was written.
   * @returns Its buffer.
   */
  public get(name: N): GPUBuffer {
    const buffer = this._buffers.get(name);
    if (!buffer) {
      throw new Error(`${this._label} ${name} was not written.`);
    }
    return buffer;
  }

  /** Gives the buffers back. */
  public dispose(): void {
    this._buffers.forEach((buffer) => {
      this._retire(buffer);
    });
    this._buffers.clear();
  }
}
