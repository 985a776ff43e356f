// Who looks at the surfaces of a device, in its memory.
import type { Retire } from "../../gpu/bufferArena.js";
import { StructArray, type StructValues } from "../../gpu/structArray.js";
import { structs } from "../../shaders/shaders.gen.js";

/** Room for eyes at first. */
const FIRST_EYES = 16;

/** What an eye asks of all surfaces: struct Eye. */
export type EyeState = StructValues<typeof structs.Eye>;

/** The eyes of one device, and what they share. */
export class SurfaceEyes {
  /** Struct View. */
  public readonly view: GPUBuffer;
  private _eyes: GPUBuffer;
  private readonly _viewState = new StructArray(structs.View, 1);
  private readonly _eyeStates = new StructArray(structs.Eye, FIRST_EYES);

  /**
   * @param _device - Device to evaluate on.
   * @param _retire - Takes buffers that are no longer needed.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
  ) {
    const { UNIFORM, COPY_DST } = GPUBufferUsage;
    this.view = _device.createBuffer({ label: "cloth view", size: structs.View.size, usage: UNIFORM | COPY_DST });
    this._eyes = this._createEyes();
  }

  /** Shape [eyes], struct Eye. Another one after {@link set}, if it had no room. */
  public get eyes(): GPUBuffer {
    return this._eyes;
  }

  /**
   * @param eyes - Everyone who looks.
   * @param coarseness - Segments are divided by it.
   * @param maxQuads - Of all surfaces together.
   */
  public set(eyes: readonly EyeState[], coarseness: number, maxQuads: number): void {
    if (eyes.length > this._eyeStates.capacity) {
      this._eyeStates.reserve(eyes.length);
      this._retire(this._eyes);
      this._eyes = this._createEyes();
    }
    this._viewState.write(0, { eyeCount: eyes.length, coarseness, maxQuads });
    eyes.forEach((eye, i) => {
      this._eyeStates.write(i, eye);
    });
    this._device.queue.writeBuffer(this.view, 0, this._viewState.bytes);
    this._device.queue.writeBuffer(this._eyes, 0, this._eyeStates.bytes, 0, eyes.length * structs.Eye.size);
  }

  /** Gives the buffers back. */
  public dispose(): void {
    [this.view, this._eyes].forEach(this._retire);
  }

  private _createEyes(): GPUBuffer {
    return this._device.createBuffer({
      label: "cloth eyes",
      size: this._eyeStates.capacity * structs.Eye.size,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST,
    });
  }
}
