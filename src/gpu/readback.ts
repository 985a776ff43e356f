/** Knows when recorded commands are submitted. */
export interface Submissions {
  readonly device: GPUDevice;
  /** Destroys a buffer after the commands recorded so far, which may use it, are submitted. */
  readonly retire: (buffer: GPUBuffer) => void;
  /** Calls back once, after the commands recorded so far are submitted. */
  afterSubmit(callback: () => void): void;
}

/** A buffer that the host can map. */
export interface Staging {
  /** Below the number of reads of its {@link Readback}; no two reads that are on their way have the same. */
  readonly index: number;
  readonly buffer: GPUBuffer;
}

/**
 * Brings bytes to the host a few frames late, without waiting for the GPU. Its buffers are used again and again, and grow. A read has
 * three parts: {@link take} a buffer, record copies to it, {@link send} it.
 */
export class Readback {
  private readonly _free: Staging[] = [];
  private _created = 0;
  private _isDisposed = false;

  /**
   * @param _submissions - Of the commands that copy.
   * @param _label - Shown in the device's error messages.
   * @param _maxReads - That can be on their way at the same time.
   */
  public constructor(
    private readonly _submissions: Submissions,
    private readonly _label: string,
    private readonly _maxReads: number,
  ) {}

  /**
   * @param bytes - To be read.
   * @param room - Bytes of a buffer that is made for them: more, so that it lasts while the reads grow.
   * @returns Where to copy them, to be given to {@link send}; null while all reads are on their way.
   */
  public take(bytes: number, room = 2 * bytes): Staging | null {
    const free = this._free.pop();
    if (free && free.buffer.size >= bytes) {
      return free;
    }
    if (free) {
      this._submissions.retire(free.buffer);
    } else if (this._created === this._maxReads) {
      return null;
    }
    const buffer = this._submissions.device.createBuffer({
      label: this._label,
      size: Math.max(bytes, room),
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
    return { index: free?.index ?? this._created++, buffer };
  }

  /**
   * @param staging - What {@link take} returned; not to be used again.
   * @param bytes - That are copied to it, from its start.
   * @param receive - Gets them, valid until it returns. It is never called if the device is lost or this is disposed before.
   */
  public send(staging: Staging, bytes: number, receive: (bytes: ArrayBuffer) => void): void {
    const { buffer } = staging;
    this._submissions.afterSubmit(() => {
      buffer.mapAsync(GPUMapMode.READ, 0, bytes).then(
        () => {
          this._arrive(staging, bytes, receive);
        },
        () => {
          // Lost with its device while it waited.
        },
      );
    });
  }

  /** Gives the buffers back; those that are on their way follow when they arrive. */
  public dispose(): void {
    this._isDisposed = true;
    for (const { buffer } of this._free.splice(0)) {
      this._submissions.retire(buffer);
    }
  }

  private _arrive(staging: Staging, bytes: number, receive: (bytes: ArrayBuffer) => void): void {
    try {
      if (!this._isDisposed) {
        receive(staging.buffer.getMappedRange(0, bytes));
      }
    } finally {
      this._release(staging);
    }
  }

  private _release(staging: Staging): void {
    if (this._isDisposed) {
      staging.buffer.destroy();
    } else {
      staging.buffer.unmap();
      this._free.push(staging);
    }
  }
}
