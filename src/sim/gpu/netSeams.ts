// Seams at full resolution: what cloths that are sewn together share on the GPU. Made when some are.
import type { Retire } from "../../gpu/bufferArena.js";
import { Kernel } from "../../gpu/kernel.js";
import { StructArray, type StructLayout, type StructValues } from "../../gpu/structArray.js";
import { constants, kernels, structs } from "../../shaders/shaders.gen.js";
import type { NetCounts } from "../restGrid.js";
import type { GatheredLink } from "../gathers.js";
import { seamEnds, type SeamEnd } from "../seamLines.js";
import { SeamSystem, type SeamRow } from "../seamSystem.js";
import { LineKernels } from "./lineKernels.js";

/** A gap that moves a particle by less, as a part of what moves it most, is left out. */
const LEAST_FACTOR = 1e-7;
/** Takes the place of Infinity, which WGSL does not have [m/s]. */
const AT_ONCE = 1e30;
const VECTOR_BYTES = 16;
/** Vectors of a particle among places (see gatherSeams); of a stitch among pulls (see pullLines). */
const PLACES = 6;
const PULLS = 2;

const { ANSWERS, ENDS_COLUMN, ENDS_LAST, ENDS_LINE } = constants;

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
    this.gatherMoved = Kernel.Create(device, kernels.gatherSeams, { MOVED: 1 });
    this.startStill = Kernel.Create(device, kernels.gatherSeams, { BEGINS: 1, STILL: 1 });
    this.gatherStill = Kernel.Create(device, kernels.gatherSeams, { STILL: 1 });
    this.gatherMovedStill = Kernel.Create(device, kernels.gatherSeams, { MOVED: 1, STILL: 1 });
    this.answer = new LineKernels(device, kernels.answerLines);
    this.move = new LineKernels(device, kernels.moveLines);
    this.close = Kernel.Create(device, kernels.closeSeams);
    this.threads = Kernel.Create(device, kernels.gatherThreads);
    this.pull = Kernel.Create(device, kernels.pullLines);
    this.shift = Kernel.Create(device, kernels.shiftLines);
    this.sew = Kernel.Create(device, kernels.sewFullResolution);
  }
}

type Shared = "sewnParticles" | "seamRows" | "rowTerms" | "places";
type Own = "sewn" | "sewnEnds" | "answers" | "lineWays" | "pulls" | "seamPulls";

/** What one of the cloths binds. */
export interface NetSeamPart {
  /** By the names under which kernels bind them. */
  readonly resources: Readonly<Record<Shared | Own | "wayTerms", GPUBuffer>>;
  /** Of its particles. */
  readonly count: number;
  /** Whether rows end at its seams, and whether columns do. */
  readonly ends: readonly [rows: boolean, columns: boolean];
  /** Its links that seams gather; null if none is. */
  readonly gathered: GPUBuffer | null;
}

/** A cloth that is sewn: one over the mass of a particle [1/kg]; 0: it does not move. */
export type InverseMassOf = (particle: number) => number;

/** A part of a sum: see SeamTerm. */
interface Term {
  readonly number: number;
  readonly factor: number;
}

/** Stitches of cloths that are sewn together. */
export class NetSeams {
  private readonly _system: SeamSystem;
  /** Of the lines that end at particles of the system. */
  private readonly _lineEnds: readonly (SeamEnd | null)[];
  private readonly _rows: StructArray<typeof structs.SeamRow>;
  /** Places of the first particle of each cloth, and of all. */
  private readonly _firsts: readonly number[];
  private readonly _own: readonly Readonly<Record<Own, GPUBuffer>>[];
  private readonly _buffers: Readonly<Record<Shared, GPUBuffer>>;
  private readonly _gathered: readonly (GPUBuffer | null)[];
  private _wayTerms: GPUBuffer;
  private _parts: readonly NetSeamPart[] = [];
  private _masses = "";
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
    this._system = new SeamSystem(rows);
    this._lineEnds = seamEnds(this._system, nets);
    const { particles } = this._system;
    const terms = rows.map((row) =>
      row.particles.map((particle, k) => ({
        number: this._system.placeOf(row.cloths[k], particle),
        factor: row.weights[k],
      })),
    );
    const all = terms.flat();
    this._firsts = [...nets, null].map((_, cloth) => particles.filter((particle) => particle.cloth < cloth).length);
    this._rows = new StructArray(structs.SeamRow, rows.length);
    let firstTerm = 0;
    rows.forEach(({ speed }, i) => {
      this._rows.write(i, { speed: Math.min(speed, AT_ONCE), firstTerm, termCount: terms[i].length });
      firstTerm += terms[i].length;
    });
    this._buffers = {
      sewnParticles: this._buffer("particles", structs.SewnParticle.size * particles.length),
      seamRows: this._buffer("rows", structs.SeamRow.size * rows.length),
      rowTerms: this._buffer("terms of rows", structs.SeamTerm.size * all.length),
      places: this._buffer("places", PLACES * VECTOR_BYTES * particles.length),
    };
    this._wayTerms = this._buffer("terms of ways", structs.SeamTerm.size * all.length);
    this._own = nets.map(({ countU, countV }) => ({
      sewn: this._buffer("cloth", structs.SewnCloth.size, GPUBufferUsage.UNIFORM),
      sewnEnds: this._buffer("ends", 4 * 2 * (countU + countV)),
      answers: this._buffer("answers", 2 * 8 * countU * countV),
      pulls: this._buffer("pulls", PULLS * VECTOR_BYTES * rows.length),
      lineWays: this._buffer("ways", 2 * VECTOR_BYTES * countU * countV),
      seamPulls: this._buffer("pulls at particles", VECTOR_BYTES * particles.length),
    }));
    this._gathered = nets.map((net, cloth) => this._gatheredIn(net, gathers[cloth]));
    this._write(this._buffers.rowTerms, packed(structs.SeamTerm, all));
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
    const hasChanged = masses !== this._masses;
    if (hasChanged) {
      this._masses = masses;
      this._system.weigh(({ cloth, particle }) => cloths[cloth](particle));
      this._writeWays();
    }
    const key = frames.flat().join(" ");
    if (key !== this._frames || hasChanged) {
      this._frames = key;
      this._writeRows(frames);
    }
    if (roundTime !== this._roundTime) {
      this._roundTime = roundTime;
      const total = this._system.particles.length;
      this._parts.forEach(({ count, resources }, cloth) => {
        this._write(
          resources.sewn,
          packed(structs.SewnCloth, [
            { first: this._firsts[cloth], count, total, rowCount: this._system.rows.length, roundTime },
          ]),
        );
      });
    }
  }

  /** Gives the buffers back. */
  public dispose(): void {
    const own = this._own.flatMap((buffers) => Object.values(buffers));
    for (const buffer of [...Object.values(this._buffers), ...own, ...this._gathered, this._wayTerms]) {
      if (buffer) {
        this._retire(buffer);
      }
    }
  }

  /** What the frames of cloths add to each row. */
  private _writeRows(frames: readonly (readonly number[])[]): void {
    this._system.rows.forEach(({ cloths, weights }, i) => {
      const sum = [0, 1, 2].map((axis) =>
        weights.reduce((all, weight, k) => all + weight * frames[cloths[k]][axis], 0),
      );
      this._rows.write(i, { frames: sum });
    });
    this._write(this._buffers.seamRows, this._rows.bytes);
  }

  /** How each gap moves each particle: the solved system. */
  private _writeWays(): void {
    const { _system: system } = this;
    const terms: Term[] = [];
    const add = (own: readonly Term[]): { first: number; count: number } => {
      const first = terms.length;
      terms.push(...own);
      return { first, count: own.length };
    };
    const sewn = system.particles.map(({ particle, rows }, i) => {
      // A column of C times the inverse of C W C^T, times its inverse mass.
      const inverseMass = system.inverseMasses[i];
      const end = this._lineEnds[i];
      const column = new Float64Array(system.rows.length);
      rows.forEach(([row, weight]) => (column[row] = weight * inverseMass));
      system.solve(column, 1);
      const way = add(termsOf(column));
      const own = add(rows.map(([number, factor]) => ({ number, factor })));
      return {
        particle,
        firstTerm: way.first,
        termCount: way.count,
        firstRow: own.first,
        rowCount: own.count,
        weight: rows.reduce((sum, [, weight]) => sum + Math.abs(weight), 0),
        end: end ? ENDS_LINE | (end.isColumn ? ENDS_COLUMN : 0) | (end.isLast ? ENDS_LAST : 0) : 0,
        line: end?.line ?? 0,
        other: (end?.other ?? -1) + 1,
      };
    });
    const bytes = packed(structs.SeamTerm, terms);
    if (bytes.byteLength > this._wayTerms.size) {
      this._retire(this._wayTerms);
      this._wayTerms = this._buffer("terms of ways", 2 * bytes.byteLength);
      this._bind();
    }
    this._write(this._wayTerms, bytes);
    this._write(this._buffers.sewnParticles, packed(structs.SewnParticle, sewn));
  }

  /** See shiftLines. */
  private _endsOf({ countU, countV }: NetCounts, cloth: number): ArrayBuffer {
    const ends = new Uint32Array(2 * (countU + countV));
    const add = (first: number, place: number, answers: boolean): void => {
      ends[first] = place + 1 + (answers ? ANSWERS : 0);
    };
    this._system.particles.forEach((sewn, place) => {
      const [column, row] = [sewn.particle % countU, Math.floor(sewn.particle / countU)];
      const end = sewn.cloth === cloth ? this._lineEnds[place] : null;
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
    const { particles } = this._system;
    const endsAt = (cloth: number, isColumn: boolean): boolean =>
      this._lineEnds.some((end, place) => particles[place].cloth === cloth && end?.isColumn === isColumn);
    this._parts = this._own.map((own, cloth) => ({
      resources: { ...this._buffers, ...own, wayTerms: this._wayTerms },
      count: this._firsts[cloth + 1] - this._firsts[cloth],
      ends: [endsAt(cloth, false), endsAt(cloth, true)],
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

function termsOf(column: Float64Array): Term[] {
  const least = LEAST_FACTOR * column.reduce((most, factor) => Math.max(most, Math.abs(factor)), 0);
  return Array.from(column, (factor, number) => ({ number, factor })).filter(({ factor }) => Math.abs(factor) > least);
}

function packed<L extends StructLayout>(layout: L, values: readonly Partial<StructValues<L>>[]): ArrayBuffer {
  const array = new StructArray(layout, Math.max(values.length, 1));
  values.forEach((value, i) => {
    array.write(i, value);
  });
  return array.bytes;
}
