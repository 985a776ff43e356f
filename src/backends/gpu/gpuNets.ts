// Which net of a cloth the GPU simulates and draws: the one it has, the other that waits, and the change between them.
import type { Cloth } from "../../cloth/cloth.js";
import type { ClothNet } from "../../cloth/clothNets.js";
import type { ClothMotion } from "../../motion/clothMotion.js";
import { LastShape } from "../../motion/lastShape.js";
import { PARTICLE_WORDS } from "../../shaders/particleWords.js";
import { constants } from "../../shaders/shaders.gen.js";
import type { SavedCloth } from "../../sim/savedCloth.js";
import { comingCloth } from "./comingCloth.js";
import { makeGpuNet, planChanges, releaseGpuNet, type Gpu, type GpuNet } from "./gpuNet.js";

/** The nets of one cloth. */
export class GpuNets {
  /** As the host knows it. */
  public shape: LastShape;
  private _current: GpuNet | null = null;
  /** The net that the cloth had before: it waits, so that nothing is allocated when it is needed again. */
  private _spare: GpuNet | null = null;

  /**
   * @param _mesh - The cloth.
   * @param _motion - Of the cloth.
   */
  public constructor(
    private readonly _mesh: Cloth,
    private readonly _motion: ClothMotion,
  ) {
    this.shape = this._shapeOf(_mesh.nets.current);
  }

  /** The net that is drawn, and simulated unless it waits for kernels; null before the cloth has ranges of the buffers. */
  public get current(): GpuNet | null {
    return this._current;
  }

  /**
   * @param gpu - Where the cloth is going to be.
   * @returns Resolves when the solver can take it.
   */
  public async compileAsync({ solver, surfaces, changes }: Gpu): Promise<void> {
    const { fidelity, nets } = this._mesh;
    const { isFullResolution, restGrid } = nets.current;
    await solver.prepareAsync(restGrid, isFullResolution, comingCloth(this._mesh, nets.current));
    if (nets.hasOutline) {
      await surfaces.cuts.prepareAsync("trimmed");
    }
    if (fidelity === "auto" || (fidelity === "fullResolution") !== isFullResolution) {
      const other = nets.of(!isFullResolution);
      await Promise.all([
        solver.prepareAsync(other.restGrid, other.isFullResolution, comingCloth(this._mesh, other)),
        changes.prepareAsync(),
      ]);
    }
  }

  /**
   * @param gpu - Where the cloth is going to be.
   * @returns Whether the solver can take it, and it can be drawn.
   */
  public isPrepared(gpu: Gpu): boolean {
    const { current } = this._mesh.nets;
    const { isFullResolution, restGrid } = current;
    return this._canTrim(gpu) && gpu.solver.isPrepared(restGrid, isFullResolution, comingCloth(this._mesh, current));
  }

  /**
   * @param gpu - Where the cloth is going to be.
   * @returns Whether it can take its place there and be drawn, though not stepped yet.
   */
  public canWait(gpu: Gpu): boolean {
    return this._canTrim(gpu);
  }

  /**
   * The current net takes its place in the buffers.
   *
   * @param gpu - Prepared for it.
   * @param last - What it goes on from; null starts from the first shape.
   * @returns The net.
   */
  public enter(gpu: Gpu, last: SavedCloth | null): GpuNet {
    const net = makeGpuNet(gpu, this._mesh.nets.current, this.shape, last);
    this._current = net;
    if (this._mesh.fidelity === "auto" && gpu.changes.isPrepared) {
      this._prepareSpare(net);
    }
    return net;
  }

  /**
   * The cloth takes its other net, if it is to and can; else nothing happens.
   *
   * @param old - The net that it has.
   * @param wantsFullResolution - Which net a cloth of fidelity "auto" is to have; null as it is.
   * @param faults - Steps that were undone, of the net that it has.
   * @returns The other net, if the cloth has changed.
   */
  public change(old: GpuNet, wantsFullResolution: boolean | null, faults: number): GpuNet | null {
    const { gpu, net } = old;
    const { fidelity, nets } = this._mesh;
    const isFullResolution =
      fidelity === "auto" ? (wantsFullResolution ?? net.isFullResolution) : fidelity === "fullResolution";
    if (isFullResolution === net.isFullResolution) {
      return null;
    }
    const coming = nets.of(isFullResolution);
    if (
      !gpu.changes.isPrepared ||
      !gpu.solver.isPrepared(coming.restGrid, isFullResolution, comingCloth(this._mesh, coming))
    ) {
      void this.compileAsync(gpu);
      return null;
    }
    const next = this._spare ?? this._prepareSpare(old);
    nets.change();
    this._leave(old, faults);
    repin(next);
    next.cloth.forgetPulls();
    next.shape.changeFrom(this.shape, next.change?.change ?? null);
    if (next.change) {
      gpu.changes.ask(next.change);
    }
    this._current = next;
    this._spare = old;
    this.shape = next.shape;
    return next;
  }

  /** Gives the ranges of the buffers back. The cloth takes new ones in the next step, if it is still there. */
  public release(): void {
    for (const net of [this._current, this._spare]) {
      if (net) {
        releaseGpuNet(net);
      }
    }
    this.forget();
  }

  /** Forgets the ranges: the buffers are gone with their device. */
  public forget(): void {
    this._current = null;
    this._spare = null;
  }

  /**
   * Another shape, which is not in the buffers yet.
   *
   * @param particles - Structs Particle of the cloth's current net.
   */
  public goOn(particles: Float32Array): void {
    this.shape = this._shapeOf(this._mesh.nets.current);
    this.shape.knowLate(this.shape.mark(), particles);
  }

  private _shapeOf({ restGrid }: ClothNet): LastShape {
    return new LastShape(restGrid.startPositions, this._motion, PARTICLE_WORDS);
  }

  private _canTrim({ surfaces }: Gpu): boolean {
    return !this._mesh.nets.hasOutline || surfaces.cuts.isPrepared("trimmed");
  }

  /** The other net of the cloth gets its ranges of the buffers, and waits there. */
  private _prepareSpare(current: GpuNet): GpuNet {
    const { nets } = this._mesh;
    const other = nets.of(!current.net.isFullResolution);
    const spare = makeGpuNet(current.gpu, other, this._shapeOf(other), null);
    planChanges(current, spare, nets);
    this._spare = spare;
    return spare;
  }

  /** A net that waits is not stepped, drawn or read. */
  private _leave(old: GpuNet, faults: number): void {
    const { gpu, cloth, surface } = old;
    cloth.setStep({ ...this._motion.step, substepCount: 0, reset: 0, contactScale: 0 });
    cloth.setMeeting(null);
    gpu.surfaces.setInput(surface, { mode: constants.HIDDEN });
    gpu.states.unwatch(cloth);
    gpu.shapes.unwatch(cloth);
    old.faults = faults;
    repin(old);
  }
}

/** The solver gets the pins of a net that have changed since its last step: while it waited, or just before it is left. */
function repin({ net: { pinning, restGrid }, cloth }: GpuNet): void {
  for (const { particle, isPinned, hold } of pinning.takeCommands()) {
    cloth.setPin(particle, restGrid.inverseArea(particle, isPinned), hold);
  }
}
