// Draws that need their arguments in a buffer of their own: those of instances, and those that are recorded in bundles.
import type { Retire } from "../../gpu/bufferArena.js";
import { structs } from "../../shaders/shaders.gen.js";

const DRAW_BYTES = structs.DrawArguments.size;
const INSTANCE_COUNT = structs.DrawArguments.fields.instanceCount.offset;

/** Faces that can be drawn on their own. */
export type SurfaceFaces = "all" | "front" | "back";

/** Copies of the draw arguments of one surface. */
export class DrawArguments {
  /** By faces and number of instances. */
  private readonly _buffers: Partial<Record<SurfaceFaces, GPUBuffer[]>> = {};

  /**
   * @param _device - Device to draw on.
   * @param _retire - Takes buffers that are no longer needed.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
  ) {}

  /**
   * @param faces - Those that are drawn.
   * @param instanceCount - Times that they are drawn.
   * @returns Whether {@link of} has a buffer for them.
   */
  public has(faces: SurfaceFaces, instanceCount: number): boolean {
    return instanceCount in (this._buffers[faces] ?? []);
  }

  /**
   * @param faces - Those that are drawn.
   * @param instanceCount - Times that they are drawn.
   * @returns Their buffer; a new one draws nothing before {@link encode}.
   */
  public of(faces: SurfaceFaces, instanceCount: number): GPUBuffer {
    const byCount = (this._buffers[faces] ??= []);
    if (!(instanceCount in byCount)) {
      const own = this._device.createBuffer({
        label: `cloth draw arguments, ${faces}, ${instanceCount.toString()} times`,
        size: DRAW_BYTES,
        usage: GPUBufferUsage.INDIRECT | GPUBufferUsage.COPY_DST,
        mappedAtCreation: true,
      });
      new Uint32Array(own.getMappedRange())[INSTANCE_COUNT / 4] = instanceCount;
      own.unmap();
      byCount[instanceCount] = own;
    }
    return byCount[instanceCount];
  }

  /**
   * @param encoder - Outside of a pass.
   * @param drawn - Holds the arguments.
   * @param offsetOf - Where in it those of some faces are [bytes].
   */
  public encode(encoder: GPUCommandEncoder, drawn: GPUBuffer, offsetOf: (faces: SurfaceFaces) => number): void {
    // All but the number of instances, which is there.
    const rest = INSTANCE_COUNT + 4;
    for (const [faces, byCount] of Object.entries(this._buffers)) {
      const source = offsetOf(faces as SurfaceFaces);
      byCount.forEach((target) => {
        encoder.copyBufferToBuffer(drawn, source, target, 0, INSTANCE_COUNT);
        encoder.copyBufferToBuffer(drawn, source + rest, target, rest, DRAW_BYTES - rest);
      });
    }
  }

  /** Gives the buffers back. */
  public dispose(): void {
    Object.values(this._buffers).forEach((byCount) => {
      byCount.forEach(this._retire);
    });
  }
}
