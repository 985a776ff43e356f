// The compute kernels of the full-resolution solver, and the descriptions of the passes over the textures of a cloth.
import type { Retire } from "../../gpu/bufferArena.js";
import { Kernel } from "../../gpu/kernel.js";
import { kernels, structs } from "../../shaders/shaders.gen.js";

/** Particles along a side of the tile that a workgroup has: see docs/figures.md. */
const DEFAULT_TILE = 16;
/** Offsets of uniform buffers are multiples of this on every device [bytes]. */
const PHASE_STRIDE = 256;
const FIRST_SUBSTEPS = 32;
/** What a pass does: a sum of MOVES and HOLDS. */
export type Stage = number;
export const MOVES = 1;
export const HOLDS = 2;
const STAGES = 4;

type StepKernel = Kernel<typeof kernels.stepFullResolution>;

/** Kernels in the order in which a step needs them. */
interface Compiled {
  readonly weigh: Kernel<typeof kernels.weighImpulses>;
  readonly begin: Kernel<typeof kernels.beginFullResolution>;
  readonly look: Kernel<typeof kernels.lookAtFullResolution>;
  readonly step: StepKernel;
  readonly judge: Kernel<typeof kernels.judgeFullResolution>;
  readonly end: Kernel<typeof kernels.endFullResolution>;
}

/** What all cloths at full resolution of one device share. */
export class FullResolutionKernels {
  private _compiled: Compiled | null = null;
  /** Those that few cloths need, by their constants: they are compiled when they are first asked for. */
  private readonly _rare = new Map<string, StepKernel>();
  private _preparation: Promise<void> | null = null;
  private _phases: GPUBuffer;
  private _substeps = FIRST_SUBSTEPS;

  /**
   * @param device - Device to solve on.
   * @param _retire - Takes buffers that are no longer needed.
   * @param tile - Particles along a side of a tile, even.
   */
  public constructor(
    public readonly device: GPUDevice,
    private readonly _retire: Retire,
    public readonly tile = DEFAULT_TILE,
  ) {
    this._phases = this._createPhases();
  }

  /** The kernels, once they are prepared. */
  public get compiled(): Compiled | null {
    return this._compiled;
  }

  /** @returns Resolves when the kernels are compiled, which starts with the first call. */
  public prepareAsync(): Promise<void> {
    this._preparation ??= this._compileAsync();
    return this._preparation;
  }

  /**
   * @param isContinuous - Whether particles are followed along their way.
   * @param isCut - Whether some links do not live: to ask each of them costs a tenth.
   * @returns The kernel of a substep.
   */
  public stepKernel(isContinuous: boolean, isCut: boolean): StepKernel {
    const { step } = this._require();
    if (!isContinuous && !isCut) {
      return step;
    }
    const key = `${isContinuous.toString()} ${isCut.toString()}`;
    let kernel = this._rare.get(key);
    if (!kernel) {
      const constants = { ...this._shape, CONTINUOUS: Number(isContinuous), CUTTABLE: Number(isCut) };
      kernel = Kernel.Create(this.device, kernels.stepFullResolution, constants);
      this._rare.set(key, kernel);
    }
    return kernel;
  }

  /**
   * @param substepCount - Of a step.
   * @returns Whether {@link phaseOf} returned parts of another buffer until now.
   */
  public reserve(substepCount: number): boolean {
    if (substepCount <= this._substeps) {
      return false;
    }
    this._substeps = Math.max(substepCount, 2 * this._substeps);
    this._retire(this._phases);
    this._phases = this._createPhases();
    return true;
  }

  /**
   * @param substep - Below what was reserved.
   * @param stage - What the pass does.
   * @returns Its struct SubstepPass.
   */
  public phaseOf(substep: number, stage: Stage): GPUBufferBinding {
    return { buffer: this._phases, offset: (substep * STAGES + stage) * PHASE_STRIDE, size: structs.SubstepPass.size };
  }

  /** Gives the buffers back. */
  public dispose(): void {
    this._retire(this._phases);
  }

  private get _shape(): { TILE: number; PARTICLES_PER_INVOCATION: number } {
    const { WORKGROUP_SIZE } = kernels.stepFullResolution.constants;
    return { TILE: this.tile, PARTICLES_PER_INVOCATION: Math.ceil(this.tile ** 2 / WORKGROUP_SIZE) };
  }

  private _require(): Compiled {
    if (!this._compiled) {
      throw new Error("FullResolutionKernels: a cloth moves before its kernels are prepared.");
    }
    return this._compiled;
  }

  private async _compileAsync(): Promise<void> {
    const { device } = this;
    const [weigh, begin, look, step, judge, end] = await Promise.all([
      Kernel.CreateAsync(device, kernels.weighImpulses),
      Kernel.CreateAsync(device, kernels.beginFullResolution),
      Kernel.CreateAsync(device, kernels.lookAtFullResolution),
      Kernel.CreateAsync(device, kernels.stepFullResolution, this._shape),
      Kernel.CreateAsync(device, kernels.judgeFullResolution),
      Kernel.CreateAsync(device, kernels.endFullResolution),
    ]);
    this._compiled = { weigh, begin, look, step, judge, end };
  }

  private _createPhases(): GPUBuffer {
    const size = this._substeps * STAGES * PHASE_STRIDE;
    const words = new Uint32Array(size / 4);
    const { substep, moves, holds } = structs.SubstepPass.fields;
    for (let entry = 0; entry < this._substeps * STAGES; entry++) {
      const at = (offset: number): number => (entry * PHASE_STRIDE + offset) / 4;
      words[at(substep.offset)] = Math.floor(entry / STAGES);
      words[at(moves.offset)] = entry & MOVES ? 1 : 0;
      words[at(holds.offset)] = entry & HOLDS ? 1 : 0;
    }
    const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
    const buffer = this.device.createBuffer({ label: "cloth phases", size, usage });
    this.device.queue.writeBuffer(buffer, 0, words);
    return buffer;
  }
}
