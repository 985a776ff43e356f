import { StructArray } from "../../gpu/structArray.js";
import type { Retire } from "../../gpu/bufferArena.js";
import { constants, structs } from "../../shaders/shaders.gen.js";

/** Offset of a uniform that every device allows [bytes]. */
const STRIDE = 256;
const { CLOTH_PARTS } = constants;

/** Structs StepPart of one device: what a dispatch takes of a step. */
export class StepParts {
  /** That there is room for. */
  private _room = 0;
  private _buffer: GPUBuffer;
  /** By dispatches: the part in which cloths are that meet others. */
  private _meetings: readonly number[] = [];

  /**
   * @param _device - Device to solve on.
   * @param _retire - Takes a buffer when it is no longer needed.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
  ) {
    this._buffer = this._createBuffer(CLOTH_PARTS);
    this.arrange(0);
  }

  /**
   * @param joined - Dispatches of a step in which cloths are joined: one for their places, then one per round, at least CLOTH_PARTS; 0: none is.
   * @returns Whether {@link of} returned parts of another buffer until now.
   */
  public arrange(joined: number): boolean {
    const meetings = meetingsOf(joined);
    if (meetings.length === this._meetings.length) {
      return false;
    }
    this._meetings = meetings;
    const isNew = meetings.length > this._room;
    if (isNew) {
      this._retire(this._buffer);
      this._buffer = this._createBuffer(2 * meetings.length);
    }
    const parts = new StructArray(structs.StepPart, 1);
    for (const [number, meeting] of meetings.entries()) {
      parts.write(0, { number, meeting, opensMeeting: Number(this.opensMeeting(number)) });
      this._device.queue.writeBuffer(this._buffer, STRIDE * number, parts.bytes);
    }
    return isNew;
  }

  /**
   * @param part - Number of a dispatch.
   * @returns Whether cloths that meet others tell before it where they are.
   */
  public opensMeeting(part: number): boolean {
    return part < this._meetings.length && this._meetings[part] !== this._meetings[part - 1];
  }

  /**
   * @param part - Number of a dispatch, as it was arranged.
   * @returns What kernels bind.
   */
  public of(part: number): GPUBufferBinding {
    return { buffer: this._buffer, offset: STRIDE * part, size: structs.StepPart.size };
  }

  /** Gives the buffer back. */
  public dispose(): void {
    this._retire(this._buffer);
  }

  private _createBuffer(room: number): GPUBuffer {
    const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
    this._room = room;
    return this._device.createBuffer({ label: "cloth step parts", size: STRIDE * room, usage });
  }
}

/** Alone, cloths that meet others take a part per dispatch; beside joined ones, each begins with the round that is due then. */
function meetingsOf(joined: number): number[] {
  if (joined === 0) {
    return Array.from({ length: CLOTH_PARTS }, (_, part) => part);
  }
  const rounds = joined - 1;
  const meetings = [0];
  for (let round = 0, meeting = 0; round < rounds; round++) {
    while (meeting + 1 < CLOTH_PARTS && Math.floor(((meeting + 1) * rounds) / CLOTH_PARTS) <= round) {
      meeting++;
    }
    meetings.push(meeting);
  }
  return meetings;
}
