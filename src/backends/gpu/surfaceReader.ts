import type { DrawnSurface, SurfacePass } from "../../bspline/gpu/surfacePass.js";
import { VERTEX_FLOATS } from "../../bspline/gpu/vertexLayout.js";
import type { ComputeRecorder } from "../../babylon/computeRecorder.js";
import { Readback } from "../../gpu/readback.js";
import { constants, structs } from "../../shaders/shaders.gen.js";

const { size: DRAWN_BYTES, fields: drawnFields } = structs.DrawnSurface;
const { size: TOTAL_BYTES, fields: totalFields } = structs.SurfaceTotals;

/** Reads on their way at the same time; with all of them busy, a frame goes unread. */
const READS = 2;
/** Frames from one read to the next, while something changes. */
const FRAMES_PER_READ = 4;
/** Part of the budget that may be taken before surfaces get coarser, and below which they get finer again. */
const FULL = 0.95;
const ROOMY = 0.75;
/** What to aim at in between. */
const AIM = 0.85;
/** How much coarser at least when some found no room. */
const COARSER = 1.05;
/** Then all that can be a single quad is one: more would take its time to go back. */
const MOST = 4096;

/** Knows, a few frames late, how much of the buffers each surface takes, and keeps all of them within the budget. */
export class SurfaceReader {
  /** Segments are divided by it: see SurfacePass.setView. */
  public coarseness = 1;
  /** Whether the last frame went unread. */
  public isStale = false;
  private readonly _readback: Readback;
  private _words = new Uint32Array(0);
  private _frames = FRAMES_PER_READ;

  /**
   * @param _recorder - Of the device.
   * @param _surfaces - Whose surfaces to read.
   */
  public constructor(
    private readonly _recorder: ComputeRecorder,
    private readonly _surfaces: SurfacePass,
  ) {
    this._readback = new Readback(_recorder, "cloth surface read-back", READS);
  }

  /**
   * @param surface - Of the pass.
   * @returns Triangles of all its faces, as far as it is known.
   */
  public trianglesOf({ drawnSlot }: DrawnSurface): number {
    const at = (drawnSlot * DRAWN_BYTES + drawnFields.all.offset) / 4;
    return at < this._words.length ? this._words[at] / 3 : 0;
  }

  /** @param encoder - Outside of a pass, after the surfaces. */
  public read(encoder: GPUCommandEncoder): void {
    this.isStale = ++this._frames < FRAMES_PER_READ;
    if (this.isStale) {
      return;
    }
    const { drawn, drawnBytes, totals } = this._surfaces;
    const size = TOTAL_BYTES + drawnBytes;
    const staging = this._readback.take(size);
    this.isStale = staging === null;
    if (!staging) {
      return;
    }
    this._frames = 0;
    encoder.copyBufferToBuffer(totals, 0, staging.buffer, 0, TOTAL_BYTES);
    if (drawnBytes > 0) {
      encoder.copyBufferToBuffer(drawn, 0, staging.buffer, TOTAL_BYTES, drawnBytes);
    }
    const { coarseness } = this;
    this._readback.send(staging, size, (bytes) => {
      const words = new Uint32Array(bytes.slice(0));
      this._words = words.subarray(TOTAL_BYTES / 4);
      this._balance(words, coarseness);
    });
  }

  /**
   * @param surface - Of the pass.
   * @param faceCount - Of its faces.
   * @returns Vertices and triangles of all faces as they are now.
   */
  public async readAsync(
    surface: DrawnSurface,
    faceCount: number,
  ): Promise<{ readonly vertices: Float32Array; readonly indices: Uint32Array }> {
    const { _recorder: recorder, _surfaces: surfaces } = this;
    // Where the surface is, only the GPU knows, and the next frame may put it elsewhere.
    const vertices = recorder.copy(surfaces.vertices);
    const indices = recorder.copy(surfaces.indices);
    try {
      const drawn = await recorder.readAsync(surfaces.drawn, surface.drawnSlot * DRAWN_BYTES, DRAWN_BYTES);
      const words = new Uint32Array(drawn.buffer);
      const [indexCount, , firstIndex] = words;
      const firstVertex = words[drawnFields.firstVertex.offset / 4];
      const count = faceCount * words[drawnFields.vertexCount.offset / 4];
      if (indexCount === 0) {
        return { vertices: new Float32Array(0), indices: new Uint32Array(0) };
      }
      const stride = 4 * VERTEX_FLOATS;
      const [vertexData, indexData] = await Promise.all([
        recorder.readAsync(vertices, firstVertex * stride, count * stride),
        recorder.readAsync(indices, 4 * firstIndex, 4 * indexCount),
      ]);
      return { vertices: vertexData, indices: new Uint32Array(indexData.buffer).map((index) => index - firstVertex) };
    } finally {
      vertices.destroy();
      indices.destroy();
    }
  }

  /** Gives the buffers back. */
  public dispose(): void {
    this._readback.dispose();
  }

  /** @param used - Coarseness of the frame that was read. */
  private _balance(words: Uint32Array, used: number): void {
    const word = (name: keyof typeof totalFields): number => words[totalFields[name].offset / 4];
    // What nothing makes coarser is no reason to make others coarser than they must be beside it.
    const { maxTriangles, leastTriangles } = this._surfaces;
    const asked = Math.max(2 * constants.DEMAND_UNIT * word("demand") - leastTriangles, 0);
    const load = asked / Math.max(maxTriangles - leastTriangles, 1);
    const isFull = load > FULL || word("coarsened") > 0;
    if (isFull || (load < ROOMY && used > 1)) {
      // Segments go along two directions, triangles with their product.
      const change = Math.sqrt(Math.max(load, 0.1) / AIM);
      this.coarseness = Math.min(Math.max(used * (isFull ? Math.max(change, COARSER) : change), 1), MOST);
    }
  }
}
