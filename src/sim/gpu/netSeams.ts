// Seams at full resolution: what cloths that are sewn together share on the GPU. Made when some are.
import type { Retire } from "../../gpu/bufferArena.js";
import { Kernel } from "../../gpu/kernel.js";
import { StructArray, type StructLayout, type StructValues } from "../../gpu/structArray.js";
import { kernels, structs } from "../../shaders/shaders.gen.js";
import type { NetCounts } from "../restGrid.js";
import { SeamLines, type LinedCloth } from "../seamLines.js";
import { SeamSystem, type SeamRow } from "../seamSystem.js";

/** A gap that moves a particle by less, as a part of what moves it most, is left out. */
const LEAST_FACTOR = 1e-7;
/** Takes the place of Infinity, which WGSL does not have [m/s]. */
const AT_ONCE = 1e30;
const VECTOR_BYTES = 16;
/** Places of a particle: now, as the step began, and the middle of its line. */
const PLACES = 3;

/** Kernels of one device. */
export class NetSeamKernels {
  /** As a step begins, before each round, and of cloth that takes no step. */
  public readonly start: Kernel<typeof kernels.gatherSeams>;
  public readonly gather: Kernel<typeof kernels.gatherSeams>;
  public readonly startStill: Kernel<typeof kernels.gatherSeams>;
  public readonly gatherStill: Kernel<typeof kernels.gatherSeams>;
  /** Lines move, then border particles. */
  public readonly pull: Kernel<typeof kernels.pullLines>;
  public readonly shift: Kernel<typeof kernels.shiftLines>;
  public readonly sew: Kernel<typeof kernels.sewFullResolution>;

  /** @param device - Device to compile on. */
  public constructor(device: GPUDevice) {
    this.start = Kernel.Create(device, kernels.gatherSeams, { BEGINS: 1 });
    this.gather = Kernel.Create(device, kernels.gatherSeams);
    this.startStill = Kernel.Create(device, kernels.gatherSeams, { BEGINS: 1, STILL: 1 });
    this.gatherStill = Kernel.Create(device, kernels.gatherSeams, { STILL: 1 });
    this.pull = Kernel.Create(device, kernels.pullLines);
    this.shift = Kernel.Create(device, kernels.shiftLines);
    this.sew = Kernel.Create(device, kernels.sewFullResolution);
  }
}

type Shared = "sewnParticles" | "seamRows" | "rowTerms" | "places" | "shifts";

/** What one of the cloths binds. */
export interface NetSeamPart {
  /** By the names under which kernels bind them. */
  readonly resources: Readonly<Record<Shared | "sewn" | "sewnEnds" | "wayTerms", GPUBuffer>>;
  /** Of its particles. */
  readonly count: number;
}

/** A part of a sum: see SeamTerm. */
interface Term {
  readonly number: number;
  readonly factor: number;
}

/** Stitches of cloths that are sewn together. */
export class NetSeams {
  private readonly _system: SeamSystem;
  private readonly _lines: SeamLines;
  private readonly _rows: StructArray<typeof structs.SeamRow>;
  /** Places of the first particle of each cloth, and of all. */
  private readonly _firsts: readonly number[];
  private readonly _sewn: readonly GPUBuffer[];
  private readonly _ends: readonly GPUBuffer[];
  private readonly _buffers: Readonly<Record<Shared, GPUBuffer>>;
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
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
    rows: readonly SeamRow[],
    nets: readonly NetCounts[],
  ) {
    this._system = new SeamSystem(rows);
    this._lines = new SeamLines(rows, nets);
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
      shifts: this._buffer("shifts", VECTOR_BYTES * particles.length),
    };
    this._wayTerms = this._buffer("terms of ways", structs.SeamTerm.size * all.length);
    this._sewn = nets.map(() => this._buffer("cloth", structs.SewnCloth.size, GPUBufferUsage.UNIFORM));
    this._ends = nets.map((net) => this._buffer("ends", 4 * 2 * (net.countU + net.countV)));
    this._write(this._buffers.rowTerms, packed(structs.SeamTerm, all));
    nets.forEach((net, cloth) => {
      this._write(this._ends[cloth], this._endsOf(net, cloth));
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
    cloths: readonly LinedCloth[],
    masses: string,
    frames: readonly (readonly number[])[],
    roundTime: number,
  ): void {
    const hasChanged = masses !== this._masses;
    if (hasChanged) {
      this._masses = masses;
      this._system.weigh(({ cloth, particle }) => cloths[cloth].inverseMassOf(particle));
      this._lines.weigh(cloths);
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
          packed(structs.SewnCloth, [{ first: this._firsts[cloth], count, total, roundTime }]),
        );
      });
    }
  }

  /** Gives the buffers back. */
  public dispose(): void {
    for (const buffer of [...Object.values(this._buffers), ...this._sewn, ...this._ends, this._wayTerms]) {
      this._retire(buffer);
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

  /** How each gap moves each particle, and what it pulls at lines with: the solved systems. */
  private _writeWays(): void {
    const { _system: system, _lines: lines } = this;
    const terms: Term[] = [];
    const add = (own: readonly Term[]): { first: number; count: number } => {
      const first = terms.length;
      terms.push(...own);
      return { first, count: own.length };
    };
    const sewn = system.particles.map(({ particle, rows }, i) => {
      // A column of C times the inverse of C W C^T, times its inverse mass.
      const inverseMass = system.inverseMasses[i];
      const line = lines.lines[i];
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
        middle: line?.middle ?? particle,
        lineSteps: line?.steps ?? 0,
        lineInverseMass: line?.inverseMass ?? 0,
      };
    });
    system.rows.forEach((_, row) => {
      // The system is symmetric: its column is its row.
      const column = new Float64Array(system.rows.length);
      column[row] = 1;
      lines.solve(column, 1);
      const { first, count } = add(termsOf(column));
      this._rows.write(row, { firstLineTerm: first, lineTermCount: count });
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

  /** One more than the places of the particles at which rows end on the left and on the right, and columns below and above. */
  private _endsOf({ countU, countV }: NetCounts, cloth: number): ArrayBuffer {
    const ends = new Uint32Array(2 * (countU + countV));
    this._lines.particles.forEach((sewn, place) => {
      const stride = this._lines.lines[place]?.stride;
      if (sewn.cloth === cloth && stride !== undefined) {
        const isRow = Math.abs(stride) === 1;
        const [along, count] = isRow ? [Math.floor(sewn.particle / countU), countV] : [sewn.particle % countU, countU];
        ends[(isRow ? 0 : 2 * countV) + (stride > 0 ? 0 : count) + along] = place + 1;
      }
    });
    return ends.buffer;
  }

  private _bind(): void {
    this._parts = this._sewn.map((sewn, cloth) => ({
      resources: { ...this._buffers, wayTerms: this._wayTerms, sewn, sewnEnds: this._ends[cloth] },
      count: this._firsts[cloth + 1] - this._firsts[cloth],
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
