// Changes between control grids and full resolution that happen in the next step.
import { NetTransfer, type PreparedTransfer } from "../../bspline/gpu/netTransferPass.js";
import type { NetChange } from "../../bspline/netTransfer.js";
import type { Retire } from "../../gpu/bufferArena.js";

/** Those of one device. */
export class NetChanges {
  private _transfer: NetTransfer | null = null;
  private _preparation: Promise<void> | null = null;
  private _asked: PreparedTransfer[] = [];

  /**
   * @param _device - Of the solver.
   * @param _retire - Takes buffers that are no longer needed.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
  ) {}

  /** Whether changes can be planned. */
  public get isPrepared(): boolean {
    return this._transfer !== null;
  }

  /** @returns Resolves when the kernels are compiled, which starts with the first call. */
  public prepareAsync(): Promise<void> {
    this._preparation ??= NetTransfer.CreateAsync(this._device, this._retire).then((transfer) => {
      this._transfer = transfer;
    });
    return this._preparation;
  }

  /**
   * Allocates all that a change takes.
   *
   * @param particles - Structs Particle of both nets.
   * @param change - The nets.
   * @returns What {@link ask} takes, as often as needed.
   */
  public plan(particles: GPUBuffer, change: NetChange): PreparedTransfer {
    return this._require().prepare(particles, change);
  }

  /** @param transfer - Happens before the next step. */
  public ask(transfer: PreparedTransfer): void {
    this._asked.push(transfer);
  }

  /** @param transfer - What {@link plan} returned; not to be used again. */
  public release(transfer: PreparedTransfer): void {
    this._asked = this._asked.filter((asked) => asked !== transfer);
    this._require().release(transfer);
  }

  /**
   * @param pass - Compute pass, before the solver's work.
   * @param particles - Structs Particle of all nets.
   */
  public encode(pass: GPUComputePassEncoder, particles: GPUBuffer): void {
    for (const transfer of this._asked.splice(0)) {
      this._require().encode(pass, particles, transfer);
    }
  }

  /** Gives all buffers back. */
  public dispose(): void {
    this._transfer?.dispose();
  }

  private _require(): NetTransfer {
    if (!this._transfer) {
      throw new Error("NetChanges: a net changes before the kernels are prepared.");
    }
    return this._transfer;
  }
}
