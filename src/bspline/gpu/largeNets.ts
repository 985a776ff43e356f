// Control nets with too many patches for one workgroup: their cells are several spans wide, and a dispatch of its own measures
// them before refineSurface.
import type { Retire } from "../../gpu/bufferArena.js";
import type { Kernel } from "../../gpu/kernel.js";
import { constants, kernels } from "../../shaders/shaders.gen.js";

const { MAX_COARSE_SPANS, MAX_FINE_CELLS } = constants;
const { WORKGROUP_SIZE } = kernels.measureSurface.constants;

/** The smallest cells of a surface. */
export interface Cells {
  /** Along u and v; the last cells may have fewer. */
  readonly spansPerCell: number;
  readonly cellsU: number;
  readonly cellsV: number;
}

/**
 * @param countU - Control points in a row.
 * @param countV - Rows.
 * @returns Cells of one span, or of a power of two of them for large nets.
 */
export function cellsOf(countU: number, countV: number): Cells {
  const [spansU, spansV] = [countU - 2, countV - 2];
  const cellsAlong = (spans: number): number => Math.ceil(spans / spansPerCell);
  let spansPerCell = spansU * spansV > MAX_COARSE_SPANS ? 2 : 1;
  while (spansPerCell > 1 && cellsAlong(spansU) * cellsAlong(spansV) > MAX_FINE_CELLS) {
    spansPerCell *= 2;
  }
  return { spansPerCell, cellsU: cellsAlong(spansU), cellsV: cellsAlong(spansV) };
}

/** A surface with a large net. */
export interface LargeNet {
  /** Element in the buffer of surfaces. */
  readonly slot: number;
  readonly cells: Cells;
}

/** The large nets of one device. */
export class LargeNets {
  private _buffer: GPUBuffer;
  private _count = 0;
  private _groupsEach = 0;

  /**
   * @param _device - Device to measure on.
   * @param _retire - Takes buffers that are no longer needed.
   * @param measure - The kernel that measures them.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
    public readonly measure: Kernel<typeof kernels.measureSurface>,
  ) {
    this._buffer = this._create(1);
  }

  /** Their slots. Another one after {@link set}. */
  public get buffer(): GPUBuffer {
    return this._buffer;
  }

  /** How many there are. */
  public get count(): number {
    return this._count;
  }

  /** @param nets - All that there are from now on. */
  public set(nets: readonly LargeNet[]): void {
    if (4 * nets.length > this._buffer.size) {
      this._retire(this._buffer);
      this._buffer = this._create(2 * nets.length);
    }
    this._device.queue.writeBuffer(
      this._buffer,
      0,
      Uint32Array.from(nets, ({ slot }) => slot),
    );
    const groups = nets.map(({ cells: { spansPerCell, cellsU, cellsV } }) =>
      Math.ceil((cellsU * cellsV * Math.min(spansPerCell * spansPerCell, WORKGROUP_SIZE)) / WORKGROUP_SIZE),
    );
    this._count = nets.length;
    this._groupsEach = Math.max(...groups, 0);
  }

  /**
   * Records the measurement; nothing without large nets.
   *
   * @param pass - Where to.
   * @param bindings - Of {@link measure}, with {@link buffer}.
   */
  public encode(pass: GPUComputePassEncoder, bindings: GPUBindGroup): void {
    if (this._count > 0) {
      pass.setPipeline(this.measure.pipeline);
      pass.setBindGroup(0, bindings);
      pass.dispatchWorkgroups(this._groupsEach, this._count);
    }
  }

  /** Gives the buffer back. */
  public dispose(): void {
    this._retire(this._buffer);
  }

  private _create(capacity: number): GPUBuffer {
    const { STORAGE, COPY_DST } = GPUBufferUsage;
    return this._device.createBuffer({ label: "cloth large nets", size: 4 * capacity, usage: STORAGE | COPY_DST });
  }
}
