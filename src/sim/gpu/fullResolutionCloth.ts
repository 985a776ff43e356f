// A cloth at full resolution: previous, current and next positions in three textures that take turns (NVIDIA 2005), one pass a
// substep. Between two steps its state is among the particles of all cloths, as that of a control grid is.
import type { Retire } from "../../gpu/bufferArena.js";
import type { Kernel, KernelSource, KernelResource } from "../../gpu/kernel.js";
import { StructArray, type StructValues } from "../../gpu/structArray.js";
import { constants, kernels, structs } from "../../shaders/shaders.gen.js";
import { stateOffsets } from "../clothStep.js";
import type { ClothGroup, SharedBuffers } from "./clothGroup.js";
import { HOLDS, MOVES, type FullResolutionKernels, type Stage } from "./fullResolutionKernels.js";
import type { SavedCloth } from "../savedCloth.js";

/** Workgroups that judge a cloth and end its step. */
const MAX_VERDICTS = 256;
const VECTOR_BYTES = 16;
const FIRST_IMPULSES = 16;

/** Which of the three textures are read and written. */
interface Turn {
  readonly before: number;
  readonly now: number;
  readonly next: number;
}

/** One cloth of type `C` at full resolution, in a group of its own. */
export class FullResolutionCloth<C> implements ClothGroup<C> {
  /** {@inheritDoc ClothGroup.members} */
  public readonly members: C[] = [];
  /** {@inheritDoc ClothGroup.stateBytes} */
  public readonly stateBytes = structs.ClothState.size;
  private readonly _inputs = new StructArray(structs.Cloth, 1);
  private readonly _inputBuffer: GPUBuffer;
  private readonly _stateBuffer: GPUBuffer;
  private readonly _links: GPUBuffer;
  private readonly _verdicts: GPUBuffer;
  private _masses: GPUBuffer;
  private readonly _textures: readonly GPUTexture[];
  private readonly _lengths: GPUTexture;
  private readonly _bindGroups = new Map<string, GPUBindGroup>();
  private _boundStep: ReturnType<FullResolutionKernels["stepKernel"]> | null = null;
  private _isCut = false;
  private _isChanged = true;
  /** Since the start: looks come at fixed substeps. */
  private _substeps = 0;

  /**
   * @param _kernels - Prepared.
   * @param _retire - Takes buffers and textures that are no longer needed.
   * @param _countU - Particles in a row.
   * @param _countV - Rows.
   * @throws RangeError if the device has no textures of this size.
   */
  public constructor(
    private readonly _kernels: FullResolutionKernels,
    private readonly _retire: Retire,
    private readonly _countU: number,
    private readonly _countV: number,
  ) {
    const { device } = _kernels;
    const maximum = device.limits.maxTextureDimension2D;
    if (Math.max(_countU, _countV) > maximum) {
      throw new RangeError(
        `Cloth at full resolution: ${_countU.toString()} x ${_countV.toString()} particles; ` +
          `this device has textures of at most ${maximum.toString()} in each direction.`,
      );
    }
    const { STORAGE, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const buffer = (label: string, size: number): GPUBuffer =>
      device.createBuffer({ label: `cloth full-resolution ${label}`, size, usage: STORAGE | COPY_DST | COPY_SRC });
    this._inputBuffer = buffer("step", structs.Cloth.size);
    this._stateBuffer = buffer("state", structs.ClothState.size);
    this._links = buffer("links", 4 * _countU * _countV);
    this._verdicts = buffer("verdicts", 2 * VECTOR_BYTES * MAX_VERDICTS);
    this._masses = buffer("impulse masses", 4 * FIRST_IMPULSES);
    const texture = (label: string): GPUTexture =>
      device.createTexture({
        label: `cloth full-resolution ${label}`,
        size: [_countU, _countV],
        format: "rgba32float",
        usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.STORAGE_BINDING,
      });
    this._textures = ["a", "b", "c"].map((name) => texture(`positions ${name}`));
    this._lengths = texture("lengths");
    this.setLinks(new Uint32Array(_countU * _countV).fill(constants.ALL_LINKS));
  }

  /**
   * @param links - Which links of each particle live: sums of LINK constants in clothKinds.wgsl, shape [particleCount].
   */
  public setLinks(links: Uint32Array<ArrayBuffer>): void {
    this._isCut = links.some((living) => living !== constants.ALL_LINKS);
    this._kernels.device.queue.writeBuffer(this._links, 0, links);
  }

  /** {@inheritDoc ClothGroup.add} */
  public add(cloth: C, last: SavedCloth | null): number {
    const state = last?.state ?? new Float32Array(stateOffsets.size);
    this.members.push(cloth);
    this._kernels.device.queue.writeBuffer(this._stateBuffer, 0, state);
    this._substeps = new Uint32Array(state.buffer, state.byteOffset)[stateOffsets.substeps];
    return 0;
  }

  /** {@inheritDoc ClothGroup.pullsOf} */
  public pullsOf(): null {
    return null;
  }

  /** {@inheritDoc ClothGroup.setPulls} */
  public setPulls(): void {
    // There are none.
  }

  /** {@inheritDoc ClothGroup.remove} */
  public remove(): boolean {
    this.dispose();
    return true;
  }

  /** {@inheritDoc ClothGroup.write} */
  public write(_slot: number, input: Partial<StructValues<typeof structs.Cloth>>): void {
    this._inputs.write(0, input);
    this._isChanged = true;
  }

  /** {@inheritDoc ClothGroup.encode} */
  public encode(pass: GPUComputePassEncoder, shared: SharedBuffers, isBound: boolean): void {
    const substepCount = this._word("substepCount");
    const isReset = this._word("reset") !== 0;
    const compiled = this._kernels.compiled;
    if (!isBound) {
      this._bindGroups.clear();
    }
    if (!compiled || (substepCount === 0 && !isReset)) {
      return;
    }
    const step = this._kernels.stepKernel(this._word("continuousCollision") !== 0, this._isCut);
    // What is bound fits one pipeline only.
    if (this._kernels.reserve(substepCount) || step !== this._boundStep) {
      this._bindGroups.clear();
      this._boundStep = step;
    }
    const { device } = this._kernels;
    if (this._isChanged) {
      this._isChanged = false;
      device.queue.writeBuffer(this._inputBuffer, 0, this._inputs.bytes);
    }
    this._reserveMasses(this._word("impulseCount"));
    const resources = {
      ...shared,
      cloths: this._inputBuffer,
      states: this._stateBuffer,
      links: this._links,
      masses: this._masses,
      verdicts: this._verdicts,
      lengths: this._lengths,
    };
    const run = <S extends KernelSource>(
      kernel: Kernel<S>,
      { before, now, next }: Turn,
      [x, y]: readonly [number, number],
      substep = 0,
      stage: Stage = 0,
    ): void => {
      const key = [kernel.name, before, now, next, substep, stage].join(" ");
      let bindGroup = this._bindGroups.get(key);
      if (!bindGroup) {
        const [a, b, c] = [before, now, next].map((t) => this._textures[t]);
        const phase = this._kernels.phaseOf(substep, stage);
        const all: Record<string, KernelResource> = { ...resources, before: a, now: b, next: c, phase };
        bindGroup = kernel.bind(all as Record<keyof S["bindings"], KernelResource>);
        this._bindGroups.set(key, bindGroup);
      }
      pass.setPipeline(kernel.pipeline);
      pass.setBindGroup(0, bindGroup);
      pass.dispatchWorkgroups(x, y);
    };
    const tilesOf = (side: number): readonly [number, number] => [
      Math.ceil(this._countU / side),
      Math.ceil(this._countV / side),
    ];

    let turn: Turn = { before: 0, now: 1, next: 2 };
    if (this._word("impulseCount") > 0) {
      run(compiled.weigh, turn, [this._word("impulseCount"), 1]);
    }
    run(compiled.begin, turn, tilesOf(kernels.beginFullResolution.constants.WORKGROUP_WIDTH));
    const iterations = this._word("iterationCount");
    const interval = this._word("airInterval");
    const tiles = tilesOf(this._kernels.tile);
    const substepsBefore = isReset ? 0 : this._substeps;
    for (let substep = 0; substep < substepCount; substep++) {
      if ((substepsBefore + substep) % interval === 0) {
        run(compiled.look, turn, tilesOf(kernels.lookAtFullResolution.constants.WORKGROUP_WIDTH), substep);
        turn = { before: turn.next, now: turn.now, next: turn.before };
      }
      for (let iteration = 0; iteration < iterations; iteration++) {
        const isFirst = iteration === 0;
        const stage = (isFirst ? MOVES : 0) + (iteration + 1 === iterations ? HOLDS : 0);
        run(step, turn, tiles, substep, stage);
        turn = isFirst
          ? { before: turn.now, now: turn.next, next: turn.before }
          : { before: turn.before, now: turn.next, next: turn.now };
      }
    }
    const groups = Math.min(Math.ceil((this._countU * this._countV) / MAX_VERDICTS), MAX_VERDICTS);
    run(compiled.judge, turn, [groups, 1]);
    run(compiled.end, turn, [groups, 1]);
    this._substeps = (substepsBefore + substepCount) % constants.LONGEST_COUNT;
  }

  /** {@inheritDoc ClothGroup.encodeStates} */
  public encodeStates(encoder: GPUCommandEncoder, target: GPUBuffer, offset: number): number {
    encoder.copyBufferToBuffer(this._stateBuffer, 0, target, offset, this.stateBytes);
    return this.stateBytes;
  }

  /** {@inheritDoc ClothGroup.dispose} */
  public dispose(): void {
    const { _inputBuffer, _stateBuffer, _links, _verdicts, _masses, _textures, _lengths } = this;
    [_inputBuffer, _stateBuffer, _links, _verdicts, _masses, ..._textures, _lengths].forEach((resource) => {
      this._retire(resource);
    });
  }

  private _word(
    field: "substepCount" | "reset" | "impulseCount" | "iterationCount" | "airInterval" | "continuousCollision",
  ): number {
    return this._inputs.words[structs.Cloth.fields[field].offset / 4];
  }

  private _reserveMasses(count: number): void {
    if (4 * count > this._masses.size) {
      this._retire(this._masses);
      const { label, usage } = this._masses;
      this._masses = this._kernels.device.createBuffer({ label, usage, size: 8 * count });
      this._bindGroups.clear();
    }
  }
}
