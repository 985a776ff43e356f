// Seams at full resolution: what cloths that are sewn together share on the GPU. Made when some are.
import type { Retire } from "../../gpu/bufferArena.js";
import { Kernel } from "../../gpu/kernel.js";
import { packed } from "../../gpu/structArray.js";
import { constants, kernels, structs } from "../../shaders/shaders.gen.js";
import type { NetCounts } from "../restGrid.js";
import type { GatheredLink } from "../gathers.js";
import type { SeamRow } from "../seamSystem.js";
import { LineKernels } from "./lineKernels.js";
import { SeamTables, type InverseMassOf, type SeamNumbers } from "./seamTables.js";

const VECTOR_BYTES = 16;
/** Vectors of a stitch among pulls: see pullLines. */
const PULLS = 2;

const { ANSWERS, SEAM_VECTORS } = constants;
/** The tables have buffers of their own. */
const FROM_START = { place: 0, row: 0, term: 0 };

/** Kernels of one device. */
export class NetSeamKernels {
  /** As a step begins, before each round, once lines have moved; and of cloth that takes no step. */
  public readonly start: Kernel<typeof kernels.gatherSeams>;
  public readonly gather: Kernel<typeof kernels.gatherSeams>;
  public readonly gatherMoved: Kernel<typeof kernels.gatherSeams>;
  public readonly startStill: Kernel<typeof kernels.gatherSeams>;
  public readonly gatherStill: Kernel<typeof kernels.gatherSeams>;
  public readonly gatherMovedStill: Kernel<typeof kernels.gatherSeams>;
  /** How lines answer, how they move, and what moves them. */
  public readonly answer: LineKernels<typeof kernels.answerLines>;
  public readonly move: LineKernels<typeof kernels.moveLines>;
  public readonly close: Kernel<typeof kernels.closeSeams>;
  public readonly pull: Kernel<typeof kernels.pullLines>;
  /** Links that are gathered. */
  public readonly threads: Kernel<typeof kernels.gatherThreads>;
  public readonly shift: Kernel<typeof kernels.shiftLines>;
  public readonly sew: Kernel<typeof kernels.sewFullResolution>;

  /** @param device - Device to compile on. */
  public constructor(device: GPUDevice) {
    this.start = Kernel.Create(device, kernels.gatherSeams, { BEGINS: 1 });
    this.gather = Kernel.Create(device, kernels.gatherSeams);
    this.gatherMoved = Kernel.Create(device, kernels.gatherSeams, { AFTER_MOVE: 1 });
    this.startStill = Kernel.Create(device, kernels.gatherSeams, { BEGINS: 1, STILL: 1 });
    this.gatherStill = Kernel.Create(device, kernels.gatherSeams, { STILL: 1 });
    this.gatherMovedStill = Kernel.Create(device, kernels.gatherSeams, { AFTER_MOVE: 1, STILL: 1 });
    this.answer = new LineKernels(device, kernels.answerLines);
    this.move = new LineKernels(device, kernels.moveLines);
    this.close = Kernel.Create(device, kernels.closeSeams);
    this.threads = Kernel.Create(device, kernels.gatherThreads);
    this.pull = Kernel.Create(device, kernels.pullLines);
    this.shift = Kernel.Create(device, kernels.shiftLines);
    this.sew = Kernel.Create(device, kernels.sewFullResolution);
  }
}

type Shared = "sewnParticles" | "seamRows" | "places";
type Own = "sewn" | "sewnEnds" | "answers" | "lineWays" | "pulls" | "seamPulls";

/** What one of the cloths binds. */
export interface NetSeamPart {
  /** By the names under which kernels bind them. */
  readonly resources: Readonly<Record<Shared | Own | "seamTerms", GPUBuffer>>;
  /** Of its particles. */
  readonly count: number;
  /** Whether rows end at its seams, and whether columns do. */
  readonly ends: readonly [rows: boolean, columns: boolean];
  /** Its links that seams gather; null if none is. */
  readonly gathered: GPUBuffer | null;
}

/** Stitches of cloths that are sewn together. */
export class NetSeams {
  private readonly _tables: SeamTables;
  /** Places of the first particle of each cloth, and of all. */
  private readonly _firsts: readonly number[];
  private readonly _own: readonly Readonly<Record<Own, GPUBuffer>>[];
  private readonly _buffers: Readonly<Record<Shared, GPUBuffer>>;
  private readonly _gathered: readonly (GPUBuffer | null)[];
  private _seamTerms: GPUBuffer;
  private _parts: readonly NetSeamPart[] = [];
  private _frames = "";
  private _roundTime = NaN;

  /**
   * @param _device - Where they are.
   * @param _retire - Takes the buffers in the end.
   * @param rows - The stitches.
   * @param nets - Of the cloths that they join.
   * @param gathers - Links of each of them that are gathered.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
    rows: readonly SeamRow[],
    nets: readonly NetCounts[],
    gathers: readonly (readonly GatheredLink[])[],
  ) {
    this._tables = new SeamTables(rows, nets);
    const { particles } = this._tables.system;
    this._firsts = [...nets, null].map((_, cloth) => particles.filter((particle) => particle.cloth < cloth).length);
    this._buffers = {
      sewnParticles: this._buffer("particles", structs.SewnParticle.size * particles.length),
      seamRows: this._buffer("rows", structs.SeamRow.size * rows.length),
      places: this._buffer("places", SEAM_VECTORS * VECTOR_BYTES * particles.length),
    };
    this._seamTerms = this._buffer("terms", structs.SeamTerm.size);
    this._own = nets.map(({ countU, countV }) => ({
      sewn: this._buffer("cloth", structs.SewnCloth.size, GPUBufferUsage.UNIFORM),
      sewnEnds: this._buffer("ends", 4 * 2 * (countU + countV)),
      answers: this._buffer("answers", 2 * 8 * countU * countV),
      pulls: this._buffer("pulls", PULLS * VECTOR_BYTES * rows.length),
      lineWays: this._buffer("ways", 2 * VECTOR_BYTES * countU * countV),
      seamPulls: this._buffer("pulls at particles", VECTOR_BYTES * particles.length),
    }));
    this._gathered = nets.map((net, cloth) => this._gatheredIn(net, gathers[cloth]));
    nets.forEach((net, cloth) => {
      this._write(this._own[cloth].sewnEnds, this._endsOf(net, cloth));
    });
    this._bind();
  }

  /** What each cloth binds; others when it changes. */
  public get parts(): readonly NetSeamPart[] {
    return this._parts;
  }

  /**
   * Prepares a step.
   *
   * @param cloths - That are sewn.
   * @param masses - Another one whenever anything of them changes.
   * @param frames - Where their frames are, relative to that of all, shape [cloths][3].
   * @param roundTime - From one round of stitches to the next [s].
   */
  public prepare(
    cloths: readonly InverseMassOf[],
    masses: string,
    frames: readonly (readonly number[])[],
    roundTime: number,
  ): void {
    const hasChanged = this._tables.weigh(cloths, masses);
    if (hasChanged) {
      this._writeTerms();
    }
    const key = frames.flat().join(" ");
    if (key !== this._frames || hasChanged) {
      this._frames = key;
      this._write(this._buffers.seamRows, packed(structs.SeamRow, this._tables.rowsAt(frames, FROM_START)));
    }
    if (roundTime !== this._roundTime) {
      this._roundTime = roundTime;
      const { particles, rows } = this._tables.system;
      this._parts.forEach(({ count, resources }, cloth) => {
        this._write(
          resources.sewn,
          packed(structs.SewnCloth, [
            { first: this._firsts[cloth], count, total: particles.length, rowCount: rows.length, roundTime },
          ]),
        );
      });
    }
  }

  /** Gives the buffers back. */
  public dispose(): void {
    const own = this._own.flatMap((buffers) => Object.values(buffers));
    for (const buffer of [...Object.values(this._buffers), ...own, ...this._gathered, this._seamTerms]) {
      if (buffer) {
        this._retire(buffer);
      }
    }
  }

  /** Masses are others. */
  private _writeTerms(): void {
    const { nets } = this._tables;
    const numbers: SeamNumbers = {
      particle: (_, particle) => particle,
      // In the order of threads: see measureNet.
      line: (cloth, { isColumn, line }) => {
        const { countU, countV } = nets[cloth];
        return isColumn ? countV * (countU + line) : countU * line;
      },
    };
    const bytes = packed(structs.SeamTerm, this._tables.termsAt(FROM_START));
    if (bytes.byteLength > this._seamTerms.size) {
      this._retire(this._seamTerms);
      this._seamTerms = this._buffer("terms", 2 * bytes.byteLength);
      this._bind();
    }
    this._write(this._seamTerms, bytes);
    this._write(this._buffers.sewnParticles, packed(structs.SewnParticle, this._tables.placesAt(numbers, FROM_START)));
  }

  /** See shiftLines. */
  private _endsOf({ countU, countV }: NetCounts, cloth: number): ArrayBuffer {
    const ends = new Uint32Array(2 * (countU + countV));
    const add = (first: number, place: number, answers: boolean): void => {
      ends[first] = place + 1 + (answers ? ANSWERS : 0);
    };
    this._tables.system.particles.forEach((sewn, place) => {
      const [column, row] = [sewn.particle % countU, Math.floor(sewn.particle / countU)];
      const end = sewn.cloth === cloth ? this._tables.ends[place] : null;
      if (sewn.cloth === cloth && (column === 0 || column === countU - 1)) {
        add((column > 0 ? countV : 0) + row, place, end?.isColumn === false);
      }
      if (sewn.cloth === cloth && (row === 0 || row === countV - 1)) {
        add(2 * countV + (row > 0 ? countU : 0) + column, place, end?.isColumn === true);
      }
    });
    return ends.buffer;
  }

  private _gatheredIn({ countU, countV }: NetCounts, gathers: readonly GatheredLink[]): GPUBuffer | null {
    if (gathers.length === 0) {
      return null;
    }
    // Rows one after the other, then columns: see measureNet.
    const links = gathers.map(({ particle, isColumn, share }) => ({
      particle,
      step: isColumn ? countU : 1,
      thread: isColumn ? countV * (countU + (particle % countU)) + Math.floor(particle / countU) : particle,
      share,
    }));
    const buffer = this._buffer("gathered links", structs.GatheredLink.size * links.length);
    this._write(buffer, packed(structs.GatheredLink, links));
    return buffer;
  }

  private _bind(): void {
    this._parts = this._own.map((own, cloth) => ({
      resources: { ...this._buffers, ...own, seamTerms: this._seamTerms },
      count: this._firsts[cloth + 1] - this._firsts[cloth],
      ends: [this._tables.hasEnds(cloth, false), this._tables.hasEnds(cloth, true)],
      gathered: this._gathered[cloth],
    }));
  }

  private _buffer(label: string, size: number, usage: GPUBufferUsageFlags = GPUBufferUsage.STORAGE): GPUBuffer {
    return this._device.createBuffer({ label: `cloth seams ${label}`, size, usage: usage | GPUBufferUsage.COPY_DST });
  }

  private _write(buffer: GPUBuffer, bytes: ArrayBuffer): void {
    this._device.queue.writeBuffer(buffer, 0, bytes);
  }
}
