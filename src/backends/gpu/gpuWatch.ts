// What the host learns of one cloth on the GPU, a few frames late: its state, its shape, and what it does to colliders.
import type { Cloth } from "../../cloth/cloth.js";
import type { ClothBounds } from "../../motion/clothBounds.js";
import { ClothContacts } from "../../motion/clothContacts.js";
import type { ClothDriver } from "../../motion/clothDriver.js";
import type { ShapeMark } from "../../motion/lastShape.js";
import { stateOffsets } from "../../sim/clothStep.js";
import { readParticlesAsync, readPullsAsync, readStateAsync, type GpuNet } from "./gpuNet.js";
import type { GpuNets } from "./gpuNets.js";
import type { ShapeWatcher } from "./shapeReader.js";
import type { StateWatcher } from "./stateReader.js";

/** Number of a read that no reader gives. */
const FETCHED = -2;

/** Watches one cloth. */
export class GpuWatch implements StateWatcher, ShapeWatcher {
  /** Struct ClothState as it was known last. */
  public state: Float32Array<ArrayBuffer> = new Float32Array(stateOffsets.size);
  /** As they were when the shape was known last; empty if they were not read. */
  public pulls: Float32Array<ArrayBuffer> = new Float32Array(0);
  private _faults = 0;
  private readonly _contacts: ClothContacts;
  /** Simulated since the state was read [s]. */
  private _unreadTime = 0;
  /** Whether what is torn is on its way here. */
  private _isReadingTears = false;

  /**
   * @param _mesh - The cloth.
   * @param _nets - Its nets.
   * @param _driver - Of the cloth.
   * @param _bounds - Of the cloth.
   */
  public constructor(
    private readonly _mesh: Cloth,
    private readonly _nets: GpuNets,
    private readonly _driver: ClothDriver,
    private readonly _bounds: ClothBounds,
  ) {
    this._contacts = new ClothContacts(_mesh, _driver.motion);
  }

  /** Steps that were undone, of the net that is watched. */
  public get faults(): number {
    return this._faults;
  }

  /** Of particles with the cloth itself and with others, when the state was known last. */
  public get contacts(): number {
    return new Uint32Array(this.state.buffer)[stateOffsets.contacts];
  }

  /** @param net - Is watched from now on. */
  public watch({ gpu, cloth, faults }: GpuNet): void {
    this._faults = faults;
    this.pulls = new Float32Array(0);
    gpu.states.watch(cloth, this);
    gpu.shapes.watch(cloth, this);
  }

  /**
   * Takes note of a step in which particles move.
   *
   * @param net - The net that is watched.
   */
  public follow({ gpu, cloth }: GpuNet): void {
    const { _driver: driver, _bounds: bounds } = this;
    this._unreadTime += driver.seconds;
    this._nets.shape.follow();
    this._contacts.follow(driver.seconds);
    gpu.shapes.touch(cloth);
    bounds.advance(driver.seconds, driver.motion.step, driver.motion.isMoving);
    bounds.fit(driver.motion.step);
  }

  /**
   * Brings shape and state of now to the host.
   *
   * @param net - The net that is watched.
   */
  public async fetchAsync(net: GpuNet): Promise<void> {
    const { shape } = net;
    const mark = shape.mark();
    this.mark(FETCHED);
    const [particles, state, pulls] = await Promise.all([
      readParticlesAsync(net),
      readStateAsync(net),
      readPullsAsync(net),
    ]);
    shape.knowLate(mark, particles);
    if (this._nets.current === net) {
      this.pulls = pulls;
      this.know(FETCHED, new Float32Array(state), new Uint32Array(state), 0);
    }
    await this._readTears();
  }

  /** {@inheritDoc StateWatcher.mark} */
  public mark(read: number): void {
    this._bounds.mark(read);
    this._driver.substeps.mark(read);
    if (read !== FETCHED) {
      this._contacts.mark(read);
    }
  }

  /** {@inheritDoc StateWatcher.know} */
  public know(read: number, states: Float32Array, words: Uint32Array, at: number): void {
    this._bounds.know(read, states, at);
    this.state.set(states.subarray(at, at + stateOffsets.size));
    this._driver.pace.rest(states[at + stateOffsets.stepSpeed], this._unreadTime);
    this._unreadTime = 0;
    this._driver.substeps.know(read, states[at + stateOffsets.strain99]);
    if (read !== FETCHED && !this._isReadingTears) {
      this._isReadingTears = true;
      void this._readTears()
        .catch(() => undefined)
        .finally(() => (this._isReadingTears = false));
    }
    const faults = words[at + stateOffsets.faults];
    if (faults !== this._faults) {
      this._faults = faults;
      this._mesh.events.notifyError();
    }
  }

  /** What is torn of the cloth, if it may tear. */
  private async _readTears(): Promise<void> {
    const net = this._nets.current;
    const torn = net?.cloth.torn;
    // After a reset they are there until its step is taken.
    if (!torn || !this._driver.motion.hasShape) {
      return;
    }
    const { cuts } = this._mesh;
    const { seasons } = cuts;
    const words = await net.gpu.recorder.readAsync(torn, 0, torn.size);
    if (cuts.seasons === seasons && this._nets.current === net) {
      this._mesh.events.notifyTears(new Uint32Array(words.buffer));
    }
  }

  /** {@inheritDoc StateWatcher.push} */
  public push(sums: Int32Array, handed: Int32Array): void {
    this._mesh.seenColliders.push(sums, handed, this._driver.seconds);
  }

  /** {@inheritDoc StateWatcher.meet} */
  public meet(read: number, sums: Float64Array, told: Float64Array): void {
    this._contacts.know(read, sums, told);
  }

  /** {@inheritDoc ShapeWatcher.markShape} */
  public markShape(): ShapeMark {
    return this._nets.shape.mark();
  }

  /** {@inheritDoc ShapeWatcher.knowShape} */
  public knowShape(mark: ShapeMark, particles: Float32Array): void {
    this._nets.shape.knowLate(mark, particles);
    this.pulls = new Float32Array(0);
  }
}
