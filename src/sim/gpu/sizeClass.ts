// Cloths of one size class: they share a pipeline, a dispatch and the buffers of their inputs and states.
import { grownSize, type Retire } from "../../gpu/bufferArena.js";
import { DirtyRange } from "../../gpu/dirtyRange.js";
import { Kernel } from "../../gpu/kernel.js";
import { StructArray, type StructValues } from "../../gpu/structArray.js";
import { constants, kernels, structs } from "../../shaders/shaders.gen.js";
import type { SavedCloth } from "../savedCloth.js";
import type { BufferRange, ClothGroup, SharedBuffers } from "./clothGroup.js";
import { ClassKernels } from "./classKernels.js";
import { ContactSearch, type ContactKernels } from "./contactSearch.js";
import { GridSearches } from "./gridSearches.js";
import { capacityOf, type WorkgroupShape } from "./gridShapes.js";
import { SpringSteps } from "./springSteps.js";
import { KernelVariants, stepFeatures } from "./stepFeatures.js";
import { FLOATS_PER_VECTOR } from "./vectorArena.js";

const FIRST_CAPACITY = 64;
const VECTOR_BYTES = 16;
/** Of a particle, see particleVectors in gridMemory.wgsl. */
export const LINE_BYTES = constants.LINE_VECTORS * VECTOR_BYTES;

type StepKernel = Kernel<typeof kernels.stepControlGrid>;

/** Cloths of type `C` in one size class: one workgroup a cloth. */
export class SizeClass<C> implements ClothGroup<C> {
  /** {@inheritDoc ClothGroup.isFullResolution} */
  public readonly isFullResolution = false;
  /** {@inheritDoc ClothGroup.members} */
  public readonly members: (C | null)[] = [];
  /** The most particles of a cloth. */
  public readonly capacity: number;
  /** What its cloths ask for, and get. */
  public readonly kernels: ClassKernels;
  private readonly _inputs = new StructArray(structs.Cloth, FIRST_CAPACITY);
  private readonly _moving = new Set<number>();
  private readonly _changed = new DirtyRange();
  /** Cloths that there is room for. */
  private _slots = FIRST_CAPACITY;
  /** Input of every cloth. Shape [slots], struct Cloth. */
  private _inputBuffer: GPUBuffer;
  /** What every cloth is like. Shape [slots], struct ClothState. */
  private _stateBuffer: GPUBuffer;
  /** What is known of the lines of every cloth. Shape [slots, LINE_VECTORS, capacity], vec4f. */
  private _lineBuffer: GPUBuffer;
  /** By part of the step. */
  private readonly _bindGroups: GPUBindGroup[] = [];
  private _boundKernel: StepKernel | null = null;
  private readonly _searches: GridSearches;
  private readonly _contacts: ContactSearch;
  /** Slots of the cloths that have the spring model. */
  private readonly _elastic = new Set<number>();
  private readonly _springs: SpringSteps;

  /**
   * @param _device - Device to solve on.
   * @param _retire - Takes buffers that are no longer needed.
   * @param shape - Of the workgroup that solves a cloth.
   * @param _contactKernels - For cloths that meet others.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
    shape: WorkgroupShape,
    private readonly _contactKernels: ContactKernels,
  ) {
    this.capacity = capacityOf(shape);
    this._contacts = new ContactSearch(_contactKernels, Math.ceil(this.capacity / constants.GROUP));
    const { size, particlesPerInvocation } = shape;
    const ownConstants = { WORKGROUP_SIZE: size, PARTICLES_PER_INVOCATION: particlesPerInvocation };
    const stepKernels = new KernelVariants(stepFeatures, {
      now: (switches) => Kernel.Create(_device, kernels.stepControlGrid, { ...ownConstants, ...switches }),
      later: (switches) => Kernel.CreateAsync(_device, kernels.stepControlGrid, { ...ownConstants, ...switches }),
    });
    this._searches = new GridSearches(_device, ownConstants, this.capacity, _contactKernels);
    this._springs = new SpringSteps(_device, _retire, ownConstants, this.capacity);
    this.kernels = new ClassKernels(stepKernels, this._springs.kernels, this._searches);
    [this._inputBuffer, this._stateBuffer, this._lineBuffer] = this._createBuffers();
  }

  /** {@inheritDoc ClothGroup.stateBytes} */
  public get stateBytes(): number {
    return this.members.length * structs.ClothState.size;
  }

  /** {@inheritDoc ClothGroup.add} */
  public add(cloth: C, last: SavedCloth | null): number {
    // What was removed leaves a gap, which the next one fills.
    const gap = this.members.indexOf(null);
    const slot = gap < 0 ? this.members.length : gap;
    if (slot >= this._slots) {
      this._grow();
    }
    this.members[slot] = cloth;
    const { size } = structs.ClothState;
    this._device.queue.writeBuffer(this._stateBuffer, slot * size, last?.state ?? new Float32Array(size / 4));
    if (last) {
      // Else it starts with a reset, which forgets the pulls of whoever was here before.
      this.setPulls(slot, last.pulls);
    }
    this._springs.forget(slot);
    return slot;
  }

  /** {@inheritDoc ClothGroup.pullsOf} */
  public pullsOf(slot: number): BufferRange {
    return { buffer: this._lineBuffer, offset: slot * this.capacity * LINE_BYTES, size: this.capacity * VECTOR_BYTES };
  }

  /** {@inheritDoc ClothGroup.setPulls} */
  public setPulls(slot: number, pulls: Float32Array): void {
    const vectors = new Float32Array(FLOATS_PER_VECTOR * this.capacity);
    pulls.forEach((pull, i) => (vectors[FLOATS_PER_VECTOR * i] = pull));
    this._device.queue.writeBuffer(this._lineBuffer, this.pullsOf(slot).offset, vectors);
  }

  /** {@inheritDoc ClothGroup.torn} */
  public readonly torn = null;

  /** {@inheritDoc ClothGroup.setTearLimits} */
  public setTearLimits(): void {
    throw new Error("Control grids on the GPU do not tear: a cloth takes full resolution first.");
  }

  /** {@inheritDoc ClothGroup.setLivingLinks} */
  public setLivingLinks(): void {
    throw new Error("Control grids on the GPU know no cuts: a cloth takes full resolution first.");
  }

  /** {@inheritDoc ClothGroup.remove} */
  public remove(slot: number): boolean {
    const none = Object.fromEntries(stepFeatures.map((feature) => [feature, 0]));
    this.write(slot, { substepCount: 0, reset: 0, integrator: 0, ...none });
    this.kernels.forget(slot);
    this.members[slot] = null;
    while (this.members.at(-1) === null) {
      this.members.pop();
    }
    return false;
  }

  /** {@inheritDoc ClothGroup.write} */
  public write(slot: number, input: Partial<StructValues<typeof structs.Cloth>>): void {
    this._inputs.write(slot, input);
    this._changed.mark(slot, slot + 1);
    const { integrator, substepCount, reset } = input;
    if (integrator !== undefined && integrator > 0 !== this._elastic.has(slot)) {
      // Pulls of another model.
      this.setPulls(slot, new Float32Array(0));
      setMember(this._elastic, slot, integrator > 0);
    }
    this.kernels.ask(slot, input);
    if (substepCount !== undefined || reset !== undefined) {
      setMember(this._moving, slot, (substepCount ?? 0) > 0 || (reset ?? 0) > 0);
    }
  }

  /** {@inheritDoc ClothGroup.moves} */
  public get moves(): boolean {
    return this._moving.size > 0;
  }

  /** {@inheritDoc ClothGroup.meets} */
  public get meets(): boolean {
    return this.kernels.slotsOf("meets").size > 0 && this.kernels.canMeet;
  }

  /**
   * Chooses the kernels of the next step, see {@link ClassKernels.choose}.
   *
   * @param mayStall - Whether the step waits for what is not compiled.
   */
  public choose(mayStall: boolean): void {
    this.kernels.choose(mayStall, {
      constraints: this._movesConstraints,
      springs: this.moves && this._elastic.size > 0,
    });
  }

  /** {@inheritDoc ClothGroup.unbind} */
  public unbind(): void {
    this._bindGroups.length = 0;
    this._searches.unbind();
    this._contacts.unbind();
  }

  /** {@inheritDoc ClothGroup.encodeGather} */
  public encodeGather(pass: GPUComputePassEncoder, shared: SharedBuffers, part: number): void {
    if (this.meets) {
      this._upload();
      this._contacts.encodeGather(pass, shared, this._inputBuffer, this._meetingEnd, part);
    }
  }

  /** {@inheritDoc ClothGroup.encodeSearch} */
  public encodeSearch(pass: GPUComputePassEncoder, shared: SharedBuffers, part: number): void {
    if (this.takesParts) {
      this._contacts.encodeSearch(pass, shared, this._inputBuffer, this._meetingEnd, part);
    }
  }

  /** Whether some of its cloths may meet others in the step: these take it in parts. */
  public get takesParts(): boolean {
    return this.moves && this.meets && this.kernels.meets;
  }

  /**
   * Records a part of a step: the first one of all cloths, later ones of those that meet others or are joined to others.
   *
   * @param pass - See {@link encode}.
   * @param shared - Buffers that all groups bind: the same for all parts.
   * @param part - Of the step.
   */
  public encodePart(pass: GPUComputePassEncoder, shared: SharedBuffers, part: number): void {
    if (part === 0) {
      this.encode(pass, shared);
      return;
    }
    const { parts } = this._contactKernels;
    const meeting = parts.opensMeeting(part) && this.takesParts ? this.kernels.slotsOf("meets") : [];
    const end = Math.max(...meeting, ...this.kernels.slotsOf("sewnRounds"), -1) + 1;
    if (end > 0 && this.moves) {
      this._dispatch(pass, shared, part, end);
    }
  }

  /** {@inheritDoc ClothGroup.encode} */
  public encode(pass: GPUComputePassEncoder, shared: SharedBuffers): void {
    if (!this.moves) {
      return;
    }
    this._upload();
    if (this._movesConstraints) {
      this._encodeConstraints(pass, shared);
    }
    if (this._elastic.size > 0) {
      const part = this._contactKernels.parts.of(0);
      const own = { cloths: this._inputBuffer, states: this._stateBuffer, part };
      const end = Math.max(...this._elastic) + 1;
      this._springs.encode(pass, { ...shared, ...own }, this.kernels.springFeatures, end);
    }
  }

  /** {@inheritDoc ClothGroup.encodeStates} */
  public encodeStates(encoder: GPUCommandEncoder, target: GPUBuffer, offset: number): number {
    if (this.stateBytes > 0) {
      encoder.copyBufferToBuffer(this._stateBuffer, 0, target, offset, this.stateBytes);
    }
    return this.stateBytes;
  }

  /** {@inheritDoc ClothGroup.dispose} */
  public dispose(): void {
    this._springs.dispose();
    this._retire(this._inputBuffer);
    this._retire(this._stateBuffer);
    this._retire(this._lineBuffer);
  }

  private _encodeConstraints(pass: GPUComputePassEncoder, shared: SharedBuffers): void {
    const own = { cloths: this._inputBuffer, states: this._stateBuffer, particleVectors: this._lineBuffer };
    const [selfCollision, meets] = [this.kernels.servedSlotsOf("selfCollision"), this.kernels.servedSlotsOf("meets")];
    this._searches.encode(pass, shared, own, { selfCollision, meets });
    this._dispatch(pass, shared, 0, Math.max(...this._moving) + 1);
  }

  private _dispatch(pass: GPUComputePassEncoder, shared: SharedBuffers, part: number, end: number): void {
    const kernel = this.kernels.step;
    if (kernel !== this._boundKernel) {
      this._boundKernel = kernel;
      this._bindGroups.length = 0;
    }
    this._bindGroups[part] ??= kernel.bind({
      ...shared,
      cloths: this._inputBuffer,
      states: this._stateBuffer,
      particleVectors: this._lineBuffer,
      part: this._contactKernels.parts.of(part),
    });
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, this._bindGroups[part]);
    pass.dispatchWorkgroups(end);
  }

  private _grow(): void {
    // Of the three buffers, that of the lines is by far the largest.
    const bytes = this.capacity * LINE_BYTES;
    const size = grownSize(this._device, "cloth line memory", (this._slots + 1) * bytes, this._lineBuffer.size);
    this._slots = Math.floor(size / bytes);
    this._inputs.reserve(this._slots);
    const [oldStates, oldLines] = [this._stateBuffer, this._lineBuffer];
    this._retire(this._inputBuffer);
    [this._inputBuffer, this._stateBuffer, this._lineBuffer] = this._createBuffers();
    const encoder = this._device.createCommandEncoder({ label: "cloth states growth" });
    encoder.copyBufferToBuffer(oldStates, 0, this._stateBuffer, 0, oldStates.size);
    encoder.copyBufferToBuffer(oldLines, 0, this._lineBuffer, 0, oldLines.size);
    this._device.queue.submit([encoder.finish()]);
    this._retire(oldStates);
    this._retire(oldLines);
    this.unbind();
    this._changed.mark(0, this.members.length);
  }

  private _upload(): void {
    this._changed.upload(this._device.queue, this._inputBuffer, this._inputs);
  }

  /** One past the last slot that meets others. */
  private get _meetingEnd(): number {
    return Math.max(...this.kernels.slotsOf("meets")) + 1;
  }

  /** Whether some of its cloths move that have constraints. */
  private get _movesConstraints(): boolean {
    for (const slot of this._moving) {
      if (!this._elastic.has(slot)) {
        return true;
      }
    }
    return false;
  }

  /** Inputs, states and line memory. */
  private _createBuffers(): [GPUBuffer, GPUBuffer, GPUBuffer] {
    return [
      this._createBuffer("steps", this._slots * structs.Cloth.size),
      this._createBuffer("states", this._slots * structs.ClothState.size),
      this._createBuffer("line memory", this._slots * this.capacity * LINE_BYTES),
    ];
  }

  private _createBuffer(label: string, size: number): GPUBuffer {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
    return this._device.createBuffer({ label: `cloth ${label}`, size, usage });
  }
}

function setMember<T>(set: Set<T>, value: T, isMember: boolean): void {
  if (isMember) {
    set.add(value);
  } else {
    set.delete(value);
  }
}
