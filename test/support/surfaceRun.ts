/** Draws control nets with the surface pass, without Babylon. */
import type { EyeState } from "../../src/bspline/gpu/surfaceEyes.js";
import { SurfacePass, type SurfaceInput } from "../../src/bspline/gpu/surfacePass.js";
import { VERTEX_FLOATS, VERTEX_OFFSETS } from "../../src/bspline/gpu/vertexLayout.js";
import { SurfaceWays } from "../../src/bspline/gpu/surfaceWays.js";
import { StructArray } from "../../src/gpu/structArray.js";
import { constants, structs } from "../../src/shaders/shaders.gen.js";
import { readBuffer } from "./readback.js";

/** A control net and how to draw it. */
export interface Net {
  /** Shape [countU * countV, 3]. */
  readonly net: Float32Array;
  readonly countU: number;
  readonly countV: number;
  readonly input?: Partial<SurfaceInput>;
  /** Its control points in the frame before. With them, or with those of any other net, ways are evaluated. */
  readonly before?: Float32Array;
}

/** A drawn surface, read back. */
export interface DrawnNet {
  /** Interleaved, shape [vertices, VERTEX_FLOATS], of all faces. */
  readonly vertices: Float32Array;
  readonly indices: Uint32Array;
  /** Shape [vertices, 3]; empty if no net has points in the frame before. */
  readonly ways: Float32Array;
  /** Where they start in the buffers. */
  readonly firstVertex: number;
  readonly firstIndex: number;
  /** Struct DrawnSurface, word by word after its draw arguments. */
  readonly vertexCount: number;
  readonly quadCount: number;
  readonly cells: readonly [number, number];
  readonly spansPerCell: number;
}

const plain: Omit<SurfaceInput, "firstParticle" | "countU" | "countV"> = {
  toLocal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  origin: [0, 0, 0],
  minSegments: [1, 1],
  maxSegments: [1, 1],
  closed: 0,
  mode: constants.FIXED,
  tolerance: 0.5,
  near: 1,
  far: 10,
  faces: constants.FRONT_FACE,
  halfThickness: 0,
  frontUVs: [0, 0, 1, 1],
  backUVs: [0, 0, 1, 1],
  tangentSign: 1,
  previousToLocal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  isPreviousKnown: 0,
  cutSegments: 1,
};

function totalsOf(words: Uint32Array): { quads: number; demand: number; coarsened: number } {
  const { quads, demand, coarsened } = structs.SurfaceTotals.fields;
  return {
    quads: words[quads.offset / 4],
    demand: words[demand.offset / 4],
    coarsened: words[coarsened.offset / 4],
  };
}

/** Draws frames with one pass, as a scene does. */
export class SurfaceRun {
  /** Of the last {@link draw}: struct SurfaceTotals. */
  public totals = totalsOf(new Uint32Array(structs.SurfaceTotals.size / 4));
  private readonly _kept: GPUBuffer[] = [];

  private constructor(
    private readonly _device: GPUDevice,
    private readonly _pass: SurfacePass,
    private readonly _retired: (GPUBuffer | GPUTexture)[],
  ) {}

  public static async CreateAsync(device: GPUDevice, maxTriangles = 200_000): Promise<SurfaceRun> {
    const retired: (GPUBuffer | GPUTexture)[] = [];
    const pass = await SurfacePass.CreateAsync(device, (buffer) => retired.push(buffer), maxTriangles);
    return new SurfaceRun(device, pass, retired);
  }

  /** Draws nets once, seen by eyes. With `gone`, hidden first, until one of that size, which came before all others, has gone. */
  public async draw(
    nets: readonly Net[],
    eyes: readonly EyeState[] = [],
    coarseness = 1,
    gone?: readonly [number, number],
  ): Promise<DrawnNet[]> {
    const { _device: device, _pass: pass } = this;
    const total = nets.reduce((sum, { net }) => sum + net.length / 3, 0);
    const particles = new StructArray(structs.Particle, total);
    const previous = new StructArray(structs.Particle, total);
    let next = 0;
    const before = gone && pass.add(...gone);
    const surfaces = nets.map(({ net, countU, countV, input, before }) => {
      const surface = pass.add(countU, countV);
      const isPreviousKnown = before ? 1 : 0;
      pass.setInput(surface, { ...plain, isPreviousKnown, ...input, firstParticle: next, countU, countV });
      for (let i = 0; i < net.length; i += 3) {
        previous.write(next, { position: (before ?? net).subarray(i, i + 3) });
        particles.write(next++, { position: net.subarray(i, i + 3) });
      }
      return surface;
    });
    const buffer = this._bufferOf(particles.bytes);
    if (nets.some(({ before }) => before)) this._keep(this._bufferOf(previous.bytes));
    pass.setView(eyes, coarseness);
    if (before) {
      for (const surface of surfaces) pass.setInput(surface, { mode: constants.HIDDEN });
      this._record(buffer);
      pass.remove(before);
      surfaces.forEach((surface, i) => {
        pass.setInput(surface, { mode: nets[i].input?.mode ?? plain.mode });
      });
    }
    this._record(buffer);

    const words = new Uint32Array(await readBuffer(device, pass.drawn));
    this.totals = totalsOf(new Uint32Array(await readBuffer(device, pass.totals)));
    const stride = 4 * VERTEX_FLOATS;
    // One copy for all: each waits for the device.
    const quads = this.totals.coarsened > 0 ? Infinity : this.totals.quads;
    const vertexBytes = Math.min(Math.ceil((constants.VERTICES_PER_PAIR * quads) / 2) * stride, pass.vertices.size);
    const indexBytes = Math.min(quads * 4 * constants.QUAD_INDICES, pass.indices.size);
    const allVertices = new Float32Array(
      vertexBytes > 0 ? await readBuffer(device, pass.vertices, 0, vertexBytes) : [],
    );
    const allIndices = new Uint32Array(indexBytes > 0 ? await readBuffer(device, pass.indices, 0, indexBytes) : []);
    const wayBytes = 12 * (vertexBytes / stride);
    const allWays = new Float32Array(pass.ways ? await readBuffer(device, pass.ways.ways, 0, wayBytes) : []);
    pass.ways?.dispose();
    pass.ways = null;
    const results: DrawnNet[] = [];
    for (const [i, { slot }] of surfaces.entries()) {
      const at = (slot * structs.DrawnSurface.size) / 4;
      const word = (name: keyof typeof structs.DrawnSurface.fields): number =>
        words[at + structs.DrawnSurface.fields[name].offset / 4];
      const [indexCount, , firstIndex] = words.subarray(at, at + 3);
      const firstVertex = word("firstVertex");
      const faces = nets[i].input?.faces ?? plain.faces;
      const vertexCount = word("vertexCount") * (faces === 3 ? 2 : 1);
      results.push({
        vertices: allVertices.slice(firstVertex * VERTEX_FLOATS, (firstVertex + vertexCount) * VERTEX_FLOATS),
        indices: allIndices.slice(firstIndex, firstIndex + indexCount).map((index) => index - firstVertex),
        ways: allWays.slice(3 * firstVertex, 3 * (firstVertex + vertexCount)),
        firstVertex,
        firstIndex,
        vertexCount: word("vertexCount"),
        quadCount: word("quadCount"),
        cells: [word("cellsU"), word("cellsV")],
        spansPerCell: word("spansPerCell"),
      });
    }
    for (const surface of [...surfaces].reverse()) pass.remove(surface);
    this._kept.splice(0).forEach((each) => {
      each.destroy();
    });
    return results;
  }

  private _bufferOf(bytes: ArrayBuffer): GPUBuffer {
    const { STORAGE, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const buffer = this._device.createBuffer({ size: bytes.byteLength, usage: STORAGE | COPY_DST | COPY_SRC });
    this._kept.push(buffer);
    this._device.queue.writeBuffer(buffer, 0, bytes);
    return buffer;
  }

  /** The frame before has shown these particles. */
  private _keep(particles: GPUBuffer): void {
    const { _device: device, _pass: pass } = this;
    pass.ways = new SurfaceWays(device, (buffer) => this._retired.push(buffer));
    pass.ways.reserve(pass.maxVertices);
    const encoder = device.createCommandEncoder();
    pass.ways.keep(encoder, particles);
    device.queue.submit([encoder.finish()]);
  }

  private _record(particles: GPUBuffer): void {
    const encoder = this._device.createCommandEncoder();
    const compute = encoder.beginComputePass();
    this._pass.encode(compute, particles);
    compute.end();
    this._pass.encodeDraws(encoder);
    this._device.queue.submit([encoder.finish()]);
  }

  /** The pass itself: its limits. */
  public get pass(): SurfacePass {
    return this._pass;
  }

  public dispose(): void {
    this._pass.dispose();
    [...this._retired, ...this._kept].forEach((each) => {
      each.destroy();
    });
  }
}

/** One attribute of one vertex. */
export function attributeOf(
  vertices: Float32Array,
  vertex: number,
  name: keyof typeof VERTEX_OFFSETS,
  size: number,
): Float32Array {
  const at = vertex * VERTEX_FLOATS + VERTEX_OFFSETS[name];
  return vertices.subarray(at, at + size);
}

/** A perspective eye at a point that looks at another. */
export function eyeAt(
  position: readonly number[],
  lookAt: readonly number[],
  fov = 0.8,
  [width, height] = [1920, 1080],
): EyeState {
  const unit = (v: readonly number[]): number[] => v.map((c) => c / Math.hypot(...v));
  const cross = (a: readonly number[], b: readonly number[]): number[] => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const forward = unit(lookAt.map((c, i) => c - position[i]));
  const right = unit(cross(Math.abs(forward[1]) > 0.99 ? [1, 0, 0] : [0, 1, 0], forward));
  const up = cross(forward, right);
  const tangent = Math.tan(fov / 2);
  const aspect = width / height;
  const side = (axis: readonly number[], sign: number, slope: number): number[] => {
    const normal = unit(axis.map((c, i) => sign * c + forward[i] * slope));
    return [...normal, -normal.reduce((sum, c, i) => sum + c * position[i], 0)];
  };
  return {
    left: side(right, 1, tangent * aspect),
    right: side(right, -1, tangent * aspect),
    bottom: side(up, 1, tangent),
    top: side(up, -1, tangent),
    position,
    pixelsPerUnit: height / 2 / tangent,
    forward,
    near: 0.01,
    isOrthographic: 0,
    isAllAround: 0,
    slant: Math.hypot(1, tangent, tangent * aspect),
    isLight: 0,
  };
}

/** An orthographic eye that sees as much as one of `fov` does in the distance of what it looks at. */
export function parallelEye(
  position: readonly number[],
  lookAt: readonly number[],
  distance: number,
  fov = 0.8,
  size = [1920, 1080],
): EyeState {
  const eye = eyeAt(position, lookAt, fov, [size[0], size[1]]);
  const half = distance * Math.tan(fov / 2);
  const { forward } = eye;
  const side = (plane: ArrayLike<number>, reach: number): number[] => {
    const normal = [0, 1, 2].map((axis) => plane[axis]);
    const along = normal.reduce((sum, c, axis) => sum + c * forward[axis], 0);
    const across = normal.map((c, axis) => c - along * forward[axis]);
    const unit = across.map((c) => c / Math.hypot(...across));
    return [...unit, reach - unit.reduce((sum, c, axis) => sum + c * position[axis], 0)];
  };
  return {
    ...eye,
    left: side(eye.left, (half * size[0]) / size[1]),
    right: side(eye.right, (half * size[0]) / size[1]),
    bottom: side(eye.bottom, half),
    top: side(eye.top, half),
    pixelsPerUnit: size[1] / 2 / half,
    forward: [0, 0, 0],
    isOrthographic: 1,
    slant: 1,
  };
}
