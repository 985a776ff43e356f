// Seams at full resolution: what cloths that are sewn together share on the GPU. Made when some are.
import type { Retire } from "../../gpu/bufferArena.js";
import { Kernel } from "../../gpu/kernel.js";
import { StructArray } from "../../gpu/structArray.js";
import { kernels, structs } from "../../shaders/shaders.gen.js";
import { SeamSystem, type SeamRow, type SewnParticle } from "../seamSystem.js";

/** A gap that moves a particle by less, as a part of what moves it most, is left out. */
const LEAST_FACTOR = 1e-7;
/** Takes the place of Infinity, which WGSL does not have [m/s]. */
const AT_ONCE = 1e30;

/** Kernels of one device. */
export class NetSeamKernels {
  /** As a step begins, before each round, and of cloth that takes no step. */
  public readonly start: Kernel<typeof kernels.gatherSeams>;
  public readonly gather: Kernel<typeof kernels.gatherSeams>;
  public readonly startStill: Kernel<typeof kernels.gatherSeams>;
  public readonly gatherStill: Kernel<typeof kernels.gatherSeams>;
  public readonly sew: Kernel<typeof kernels.sewFullResolution>;

  /** @param device - Device to compile on. */
  public constructor(device: GPUDevice) {
    this.start = Kernel.Create(device, kernels.gatherSeams, { BEGINS: 1 });
    this.gather = Kernel.Create(device, kernels.gatherSeams);
    this.startStill = Kernel.Create(device, kernels.gatherSeams, { BEGINS: 1, STILL: 1 });
    this.gatherStill = Kernel.Create(device, kernels.gatherSeams, { STILL: 1 });
    this.sew = Kernel.Create(device, kernels.sewFullResolution);
  }
}

/** What one of the cloths binds. */
export interface NetSeamPart {
  /** By the names under which kernels bind them. */
  readonly resources: Readonly<
    Record<"sewn" | "sewnParticles" | "seamRows" | "rowTerms" | "wayTerms" | "places", GPUBuffer>
  >;
  /** Of its particles. */
  readonly count: number;
}

/** Stitches of cloths that are sewn together. */
export class NetSeams {
  private readonly _system: SeamSystem;
  private readonly _rows: StructArray<typeof structs.SeamRow>;
  private readonly _firsts: readonly number[];
  private readonly _sewn: readonly GPUBuffer[];
  private readonly _buffers: Readonly<Record<"sewnParticles" | "seamRows" | "rowTerms" | "places", GPUBuffer>>;
  private _wayTerms: GPUBuffer;
  private _parts: readonly NetSeamPart[] = [];
  private _frames = "";
  private _roundTime = NaN;

  /**
   * @param _device - Where they are.
   * @param _retire - Takes the buffers in the end.
   * @param rows - The stitches.
   * @param clothCount - How many cloths they join.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
    rows: readonly SeamRow[],
    clothCount: number,
  ) {
    this._system = new SeamSystem(rows);
    const { particles } = this._system;
    this._firsts = Array.from(
      { length: clothCount + 1 },
      (_, cloth) => particles.filter((p) => p.cloth < cloth).length,
    );
    const placeOf = new Map(
      particles.map(({ cloth, particle }, i) => [`${cloth.toString()} ${particle.toString()}`, i]),
    );
    this._rows = new StructArray(structs.SeamRow, rows.length);
    let firstTerm = 0;
    rows.forEach(({ particles: own, speed }, i) => {
      this._rows.write(i, { speed: Math.min(speed, AT_ONCE), firstTerm, termCount: own.length });
      firstTerm += own.length;
    });
    const terms = new StructArray(structs.SeamTerm, firstTerm);
    rows
      .flatMap(({ cloths, particles: own, weights }) =>
        own.map((particle, k) => ({
          number: placeOf.get(`${cloths[k].toString()} ${particle.toString()}`) ?? 0,
          factor: weights[k],
        })),
      )
      .forEach((term, i) => {
        terms.write(i, term);
      });
    this._buffers = {
      sewnParticles: this._buffer("particles", structs.SewnParticle.size * particles.length),
      seamRows: this._buffer("rows", structs.SeamRow.size * rows.length),
      rowTerms: this._buffer("terms of rows", terms.bytes.byteLength),
      places: this._buffer("places", 2 * 16 * particles.length),
    };
    this._wayTerms = this._buffer("terms of ways", structs.SeamTerm.size * firstTerm);
    this._sewn = this._firsts.slice(1).map(() => this._buffer("cloth", structs.SewnCloth.size, GPUBufferUsage.UNIFORM));
    _device.queue.writeBuffer(this._buffers.rowTerms, 0, terms.bytes);
    this._bind();
  }

  /** What each cloth binds; others when it changes. */
  public get parts(): readonly NetSeamPart[] {
    return this._parts;
  }

  /**
   * Prepares a step.
   *
   * @param inverseMassOf - Of a particle [1/kg]; 0: it does not move.
   * @param frames - Where the frames of the cloths are, relative to that of all, shape [cloths][3].
   * @param roundTime - From one round of stitches to the next [s].
   */
  public prepare(
    inverseMassOf: (particle: SewnParticle) => number,
    frames: readonly (readonly number[])[],
    roundTime: number,
  ): void {
    if (this._system.weigh(inverseMassOf)) {
      this._writeWays();
    }
    const key = frames.flat().join(" ");
    if (key !== this._frames) {
      this._frames = key;
      this._writeFrames(frames);
    }
    if (roundTime !== this._roundTime) {
      this._roundTime = roundTime;
      this._sewn.forEach((buffer, cloth) => {
        const first = this._firsts[cloth];
        const values = new StructArray(structs.SewnCloth, 1);
        values.write(0, { first, count: this._parts[cloth].count, total: this._system.particles.length, roundTime });
        this._device.queue.writeBuffer(buffer, 0, values.bytes);
      });
    }
  }

  /** Gives the buffers back. */
  public dispose(): void {
    for (const buffer of [...Object.values(this._buffers), ...this._sewn, this._wayTerms]) {
      this._retire(buffer);
    }
  }

  /** What the frames of cloths add to each row. */
  private _writeFrames(frames: readonly (readonly number[])[]): void {
    this._system.rows.forEach(({ cloths, weights }, i) => {
      const sum = [0, 1, 2].map((axis) =>
        weights.reduce((all, weight, k) => all + weight * frames[cloths[k]][axis], 0),
      );
      this._rows.write(i, { frames: sum });
    });
    this._device.queue.writeBuffer(this._buffers.seamRows, 0, this._rows.bytes);
  }

  /** How each gap moves each particle: its column of C times the inverse of C W C^T, times its inverse mass. */
  private _writeWays(): void {
    const { _system: system, _device: device } = this;
    const sewn = new StructArray(structs.SewnParticle, system.particles.length);
    const terms: { number: number; factor: number }[] = [];
    const ways = new Float64Array(system.rows.length);
    system.particles.forEach(({ particle, rows }, i) => {
      const firstTerm = terms.length;
      const inverseMass = system.inverseMasses[i];
      if (inverseMass > 0) {
        ways.fill(0);
        for (const [row, weight] of rows) {
          ways[row] = weight * inverseMass;
        }
        system.solve(ways, 1);
        const least = LEAST_FACTOR * ways.reduce((most, way) => Math.max(most, Math.abs(way)), 0);
        ways.forEach((factor, number) => {
          if (Math.abs(factor) > least) {
            terms.push({ number, factor });
          }
        });
      }
      sewn.write(i, { particle, firstTerm, termCount: terms.length - firstTerm });
    });
    const bytes = new StructArray(structs.SeamTerm, Math.max(terms.length, 1));
    terms.forEach((term, i) => {
      bytes.write(i, term);
    });
    if (bytes.bytes.byteLength > this._wayTerms.size) {
      this._retire(this._wayTerms);
      this._wayTerms = this._buffer("terms of ways", 2 * bytes.bytes.byteLength);
      this._bind();
    }
    device.queue.writeBuffer(this._wayTerms, 0, bytes.bytes);
    device.queue.writeBuffer(this._buffers.sewnParticles, 0, sewn.bytes);
  }

  private _bind(): void {
    this._parts = this._sewn.map((sewn, cloth) => ({
      resources: { ...this._buffers, wayTerms: this._wayTerms, sewn },
      count: this._firsts[cloth + 1] - this._firsts[cloth],
    }));
  }

  private _buffer(label: string, size: number, usage: GPUBufferUsageFlags = GPUBufferUsage.STORAGE): GPUBuffer {
    return this._device.createBuffer({ label: `cloth seams ${label}`, size, usage: usage | GPUBufferUsage.COPY_DST });
  }
}
