// The only file that touches Babylon's internal WebGPU members: the device, the frame's command encoder, the draw context
// and the buffer wrapper. What they do, and why a raw pass instead of ComputeShader.dispatch: docs/architecture.md.
import type { DataBuffer } from "@babylonjs/core/Buffers/dataBuffer.js";
import type { AbstractEngine } from "@babylonjs/core/Engines/abstractEngine.pure.js";
import type { WebGPUDrawContext } from "@babylonjs/core/Engines/WebGPU/webgpuDrawContext.js";
import type { WebGPUEngine } from "@babylonjs/core/Engines/webgpuEngine.pure.js";
import { WebGPUDataBuffer } from "@babylonjs/core/Meshes/WebGPU/webgpuDataBuffer.js";
import type { Observer } from "@babylonjs/core/Misc/observable.pure.js";
import { measuresGpuTime } from "./gpuTimes.js";

/** Members of the engine that are private in its types. */
interface EngineInternals {
  _device: GPUDevice;
  _renderEncoder: GPUCommandEncoder;
  _endCurrentRenderPass(): void;
  _getCurrentRenderPass(): GPURenderPassEncoder;
  _currentDrawContext: WebGPUDrawContext | undefined;
}

/** Members of a draw context that are private in its types. */
type DrawContextInternals = Pick<WebGPUDrawContext, "enableIndirectDraw"> & {
  indirectDrawBuffer: GPUBuffer | undefined;
  _indirectDrawData: unknown;
};

/** Where the five numbers of an indexed indirect draw are. */
export interface IndirectArguments {
  readonly buffer: GPUBuffer;
  /** [bytes] */
  readonly offset: number;
}

/** Work of one kind that is recorded in a frame; timed on its own where timing is on. */
export interface RecordedStage {
  readonly name: string;
  encode(pass: GPUComputePassEncoder): void;
}

/** What recorded commands may use. */
type Retired = GPUBuffer | GPUTexture | GPUQuerySet;

/** Records compute work into the frame that Babylon is about to submit, so that it runs before the frame's draws. */
export class ComputeRecorder {
  /** Device of the engine. */
  public readonly device: GPUDevice;
  private readonly _internals: EngineInternals;
  private readonly _retired: Retired[] = [];
  private readonly _waiting: (() => void)[] = [];
  private readonly _endFrame: Observer<AbstractEngine>;
  private _timestamps: Timestamps | null = null;

  /** @param _engine - A WebGPU engine: see {@link ComputeRecorder.IsSupported}. */
  public constructor(private readonly _engine: WebGPUEngine) {
    // Which members are private differs between versions of Babylon.
    const engine: unknown = _engine;
    this._internals = engine as EngineInternals;
    this.device = this._internals._device;
    this._endFrame = _engine.onEndFrameObservable.add(() => {
      this._submitted();
    });
  }

  /**
   * @param engine - Any engine.
   * @returns Whether it has compute shaders.
   */
  public static IsSupported(engine: AbstractEngine): engine is WebGPUEngine {
    return engine.getCaps().supportComputeShaders;
  }

  /**
   * @param engine - A WebGPU engine.
   * @returns What its device allows.
   */
  public static LimitsOf(engine: WebGPUEngine): GPUSupportedLimits {
    return (engine as unknown as { readonly _device: GPUDevice })._device.limits;
  }

  /** GPU time of each stage that was timed last [ms], by its name, and of the copies behind them. Empty unless they are measured. */
  public get timings(): ReadonlyMap<string, number> {
    return this._timestamps?.milliseconds ?? new Map<string, number>();
  }

  /**
   * Records stages one after the other: in one compute pass, or in one each where GPU times are measured.
   *
   * @param before - Records copies in front of them.
   * @param stages - In order.
   * @param after - Records copies behind them.
   */
  public record(
    before: (encoder: GPUCommandEncoder) => void,
    stages: readonly RecordedStage[],
    after: (encoder: GPUCommandEncoder) => void,
  ): void {
    this._internals._endCurrentRenderPass();
    const encoder = this._internals._renderEncoder;
    before(encoder);
    const timestamps = this._timestampsOfFrame();
    if (timestamps) {
      stages.forEach((stage, i) => {
        const pass = encoder.beginComputePass({ label: `cloth ${stage.name}`, timestampWrites: timestamps.writes(i) });
        stage.encode(pass);
        pass.end();
      });
      after(encoder);
      // Copies have no timestamps of their own: they lie between two passes.
      encoder.beginComputePass({ label: "cloth readback", timestampWrites: timestamps.writes(stages.length) }).end();
      this.afterSubmit(timestamps.resolve(encoder, stages));
    } else {
      const pass = encoder.beginComputePass({ label: "cloth" });
      for (const stage of stages) {
        stage.encode(pass);
      }
      pass.end();
      after(encoder);
    }
  }

  /** Submits what is recorded now, instead of at the end of the frame. */
  public submit(): void {
    this._engine.flushFramebuffer();
    this._submitted();
  }

  /** @param callback - Called once, after the commands recorded so far are submitted. */
  public afterSubmit(callback: () => void): void {
    this._waiting.push(callback);
  }

  /** Destroys a resource after the commands recorded so far, which may use it, are submitted. */
  public readonly retire = (resource: Retired): void => {
    this._retired.push(resource);
  };

  /**
   * @param buffer - A vertex or index buffer.
   * @returns The same for Babylon. Babylon never destroys it.
   */
  public wrap(buffer: GPUBuffer): DataBuffer {
    const wrapped = new WebGPUDataBuffer(buffer, buffer.size);
    wrapped.references = 1;
    return wrapped;
  }

  /**
   * Draws with arguments that are in a GPU buffer, whatever the pass. Babylon takes them from the start of a buffer. Where it
   * encodes the draw at once, the pass is told the right place, and all cloths share one buffer; where it records a bundle,
   * the arguments have a buffer of their own. The buffer is taken out of Babylon's draw context again: with it there, the
   * context would destroy the buffer on its own disposal.
   *
   * @param shared - Arguments among those of others; null: only their own buffer will do.
   * @param own - The same in a buffer of their own.
   * @param draw - Babylon's own draw.
   * @returns What it returns.
   */
  public drawIndirect<T>(shared: IndirectArguments | null, own: () => GPUBuffer, draw: () => T): T {
    const context = this._internals._currentDrawContext as DrawContextInternals | undefined;
    if (!context) {
      return draw();
    }
    const { indirectDrawBuffer, _indirectDrawData } = context;
    // With data of its own, Babylon would write them to the buffer.
    context._indirectDrawData = undefined;
    const isBundle = !this._engine.compatibilityMode || this._engine.snapshotRendering;
    const source = isBundle ? null : shared;
    context.indirectDrawBuffer = source?.buffer ?? own();
    context.enableIndirectDraw = true;
    const pass: Partial<GPURenderPassEncoder> = source ? this._internals._getCurrentRenderPass() : {};
    const offset = source?.offset ?? 0;
    // Materials that pull vertices draw without an index buffer.
    const { drawIndexedIndirect, drawIndirect } = pass;
    pass.drawIndexedIndirect = (buffer) => drawIndexedIndirect?.call(pass as GPURenderPassEncoder, buffer, offset);
    pass.drawIndirect = (buffer) => drawIndirect?.call(pass as GPURenderPassEncoder, buffer, offset);
    try {
      return draw();
    } finally {
      // What the pass has inherited comes to light again.
      delete pass.drawIndexedIndirect;
      delete pass.drawIndirect;
      context.indirectDrawBuffer = indirectDrawBuffer;
      context._indirectDrawData = _indirectDrawData;
    }
  }

  /**
   * @param source - Usable as a copy source.
   * @returns A copy of it as it is after the commands recorded so far; to be destroyed.
   */
  public copy(source: GPUBuffer): GPUBuffer {
    const { COPY_SRC, COPY_DST } = GPUBufferUsage;
    const copy = this.device.createBuffer({ label: "cloth copy", size: source.size, usage: COPY_SRC | COPY_DST });
    this._internals._endCurrentRenderPass();
    this._internals._renderEncoder.copyBufferToBuffer(source, 0, copy, 0, source.size);
    return copy;
  }

  /**
   * Reads a part of a buffer back, as it is after the commands recorded so far.
   *
   * @param source - Usable as a copy source.
   * @param offset - First byte.
   * @param size - Bytes.
   * @returns A copy.
   */
  public async readAsync(source: GPUBuffer, offset: number, size: number): Promise<Float32Array<ArrayBuffer>> {
    const copied = this.copyAsync(size, (encoder, staging) => {
      encoder.copyBufferToBuffer(source, offset, staging, 0, size);
    });
    return new Float32Array(await copied);
  }

  /**
   * Copies to the host, after all that was recorded, which is submitted now.
   *
   * @param size - Of the copy [bytes].
   * @param record - Records what is copied to where the host can map it.
   * @returns The copy.
   */
  public async copyAsync(
    size: number,
    record: (encoder: GPUCommandEncoder, staging: GPUBuffer) => void,
  ): Promise<ArrayBuffer> {
    const staging = this.device.createBuffer({
      label: "cloth read-back",
      size,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
    this._internals._endCurrentRenderPass();
    record(this._internals._renderEncoder, staging);
    this.submit();
    try {
      await staging.mapAsync(GPUMapMode.READ);
      return staging.getMappedRange().slice(0);
    } finally {
      staging.destroy();
    }
  }

  /** Lets go of the engine. What is retired is destroyed at the end of the frame. */
  public dispose(): void {
    this._endFrame.remove(true);
    this._timestamps?.dispose(this.retire);
    this._timestamps = null;
    this._engine.onEndFrameObservable.addOnce(() => {
      this._submitted();
    });
  }

  private _submitted(): void {
    for (const resource of this._retired.splice(0)) {
      resource.destroy();
    }
    for (const callback of this._waiting.splice(0)) {
      callback();
    }
  }

  private _timestampsOfFrame(): Timestamps | null {
    if (!measuresGpuTime(this._engine) || !this.device.features.has("timestamp-query")) {
      return null;
    }
    this._timestamps ??= new Timestamps(this.device);
    return this._timestamps.isFree ? this._timestamps : null;
  }
}

/** Two timestamps a stage, read back before the next ones are taken. */
class Timestamps {
  private static readonly _MaxStages = 4;
  public readonly milliseconds = new Map<string, number>();
  public isFree = true;
  private _isDisposed = false;
  private readonly _querySet: GPUQuerySet;
  private readonly _resolved: GPUBuffer;
  private readonly _staging: GPUBuffer;

  public constructor(device: GPUDevice) {
    const count = 2 * Timestamps._MaxStages;
    this._querySet = device.createQuerySet({ type: "timestamp", count });
    this._resolved = device.createBuffer({
      label: "cloth timestamps",
      size: 8 * count,
      usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
    });
    this._staging = device.createBuffer({
      label: "cloth timestamp read-back",
      size: 8 * count,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
  }

  public writes(stage: number): GPUComputePassTimestampWrites {
    return { querySet: this._querySet, beginningOfPassWriteIndex: 2 * stage, endOfPassWriteIndex: 2 * stage + 1 };
  }

  public resolve(encoder: GPUCommandEncoder, stages: readonly RecordedStage[]): () => void {
    this.isFree = false;
    const count = 2 * (stages.length + 1);
    encoder.resolveQuerySet(this._querySet, 0, count, this._resolved, 0);
    encoder.copyBufferToBuffer(this._resolved, 0, this._staging, 0, 8 * count);
    return () => {
      if (!this._isDisposed) {
        this._read(stages).catch(() => {
          // The device is gone: so are the times.
        });
      }
    };
  }

  public dispose(retire: (resource: Retired) => void): void {
    this._isDisposed = true;
    retire(this._querySet);
    retire(this._resolved);
    retire(this._staging);
  }

  private async _read(stages: readonly RecordedStage[]): Promise<void> {
    await this._staging.mapAsync(GPUMapMode.READ);
    const times = new BigUint64Array(this._staging.getMappedRange());
    const between = (from: number, to: number): number => Number(times[to] - times[from]) / 1e6;
    stages.forEach((stage, i) => this.milliseconds.set(stage.name, between(2 * i, 2 * i + 1)));
    this.milliseconds.set("readback", between(2 * stages.length - 1, 2 * stages.length));
    this._staging.unmap();
    this.isFree = true;
  }
}
