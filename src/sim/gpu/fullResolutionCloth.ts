// A cloth at full resolution: previous, current and next positions in three textures that take turns (NVIDIA 2005), a few passes a
// substep. Between two steps its state is among the particles of all cloths, as that of a control grid is.
import type { Retire } from "../../gpu/bufferArena.js";
import type { StructValues } from "../../gpu/structArray.js";
import { constants, structs } from "../../shaders/shaders.gen.js";
import { stateOffsets } from "../clothStep.js";
import { patchCountOf } from "../contactPatches.js";
import { restSpacing } from "../links.js";
import { levelStrides } from "../levels.js";
import type { RestGrid } from "../restGrid.js";
import type { ClothGroup, SharedBuffers } from "./clothGroup.js";
import { ContactSearch, type ContactKernels } from "./contactSearch.js";
import type { SavedCloth } from "../savedCloth.js";
import { ServedFeatures } from "./netFeatures.js";
import { FullResolutionInput } from "./fullResolutionInput.js";
import type { Compiled, FullResolutionKernels } from "./fullResolutionKernels.js";
import { FullResolutionLevels } from "./fullResolutionLevels.js";
import { composeProgram, composeStill } from "./fullResolutionProgram.js";
import { encodeSection, MAX_VERDICTS, type ProgramCloth, type Section, type StepKind } from "./fullResolutionStep.js";
import { NetParts } from "./netParts.js";
import type { NetPressurePart } from "./netPressure.js";
import type { NetSeamPart } from "./netSeams.js";

const VECTOR_BYTES = 16;
const FIRST_IMPULSES = 16;
/** Programs that are kept: steps of different lengths take different ones. */
const MAX_PROGRAMS = 64;

/** One cloth of type `C` at full resolution, in a group of its own. */
export class FullResolutionCloth<C> implements ClothGroup<C> {
  /** {@inheritDoc ClothGroup.isFullResolution} */
  public readonly isFullResolution = true;
  /** {@inheritDoc ClothGroup.members} */
  public readonly members: C[] = [];
  /** {@inheritDoc ClothGroup.stateBytes} */
  public readonly stateBytes = structs.ClothState.size;
  private readonly _input = new FullResolutionInput();
  private readonly _inputBuffer: GPUBuffer;
  private readonly _stateBuffer: GPUBuffer;
  private readonly _verdicts: GPUBuffer;
  private readonly _touches: GPUBuffer;
  /** Of cells at rest: see measureNet.compute.wgsl. */
  private readonly _skews: GPUBuffer;
  private _masses: GPUBuffer;
  private readonly _levels: FullResolutionLevels;
  private readonly _programs = new Map<string, readonly Section[]>();
  /** Which the programs bind; another cloth may have outgrown it since. */
  private _phases: GPUBuffer | null = null;
  private readonly _parts: NetParts;
  private readonly _search: ContactSearch;
  /** What joins it to other cloths. */
  private _seams: NetSeamPart | null = null;
  private _pressure: NetPressurePart | null = null;
  /** What it has of what it asks for. */
  private readonly _served: ServedFeatures;
  private _spacedAt = "";
  /** For which scale, and for which levels, lengths at rest are known. */
  private _measured = "";
  private _isChanged = true;
  /** Since the start: looks come at fixed substeps. */
  private _substeps = 0;

  /**
   * @param _kernels - Prepared.
   * @param contactKernels - Find contacts with other cloths.
   * @param _retire - Takes buffers and textures that are no longer needed.
   * @param _restGrid - Gives counts and masses.
   * @throws RangeError if the device has no textures of this size.
   */
  public constructor(
    private readonly _kernels: FullResolutionKernels,
    contactKernels: ContactKernels,
    private readonly _retire: Retire,
    private readonly _restGrid: RestGrid,
  ) {
    const { device } = _kernels;
    const { countU: _countU, countV: _countV } = _restGrid;
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
    this._skews = buffer("skews", 8 * _countU * _countV);
    this._verdicts = buffer("verdicts", constants.VERDICT_VECTORS * VECTOR_BYTES * MAX_VERDICTS);
    this._touches = buffer("touches", 4);
    this._masses = buffer("impulse masses", 4 * FIRST_IMPULSES);
    this._search = new ContactSearch(contactKernels, patchCountOf(_restGrid, true));
    this._served = new ServedFeatures(_kernels.features);
    this._parts = new NetParts(device, _restGrid, _retire);
    this._levels = new FullResolutionLevels(device, _retire, _restGrid);
  }

  /** {@inheritDoc ClothGroup.setLivingLinks} */
  public setLivingLinks(links: Uint32Array<ArrayBuffer>): void {
    this._levels.setLivingLinks(links);
    this._isChanged = true;
    this._measured = "";
  }

  /** {@inheritDoc ClothGroup.setTearLimits} */
  public setTearLimits(limits: Float32Array<ArrayBuffer> | null): void {
    this._isChanged = true;
    if (limits && !this._parts.tears) {
      this._parts.make({ mayTear: true });
      this._programs.clear();
    }
    // Without limits nothing breaks any more; what is torn stays so.
    this._parts.tears?.setLimits(limits ?? new Float32Array(2 * this._restGrid.particleCount));
  }

  /** {@inheritDoc ClothGroup.torn} */
  public get torn(): GPUBuffer | null {
    return this._parts.tears?.resources.torn ?? null;
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
    this._input.write(input);
    this._isChanged = true;
  }

  /** @param joints - What joins it to other cloths; null if nothing does. */
  public setJoints(joints: Pick<ProgramCloth, "seams" | "pressure"> | null): void {
    const { seams, pressure } = joints ?? { seams: null, pressure: null };
    if (seams !== this._seams || pressure !== this._pressure) {
      if (seams?.gathered !== this._seams?.gathered) {
        this._measured = "";
      }
      this._seams = seams;
      this._pressure = pressure;
      this._programs.clear();
    }
  }

  /** Substeps of the next step. */
  public get substepCount(): number {
    return this._input.word("substepCount");
  }

  /** Whether it keeps apart from other cloths: as soon as kernels are there, it and they know of each other. */
  public get meets(): boolean {
    return this._input.meets && this._served.has("meets");
  }

  /**
   * Chooses what the next step has: see ServedFeatures.
   *
   * @param mayStall - Whether the step waits for what is not compiled.
   */
  public choose(mayStall: boolean): void {
    if (this._served.choose(this._input.asked, mayStall)) {
      this._isChanged = true;
    }
  }

  /** {@inheritDoc ClothGroup.moves} */
  public get moves(): boolean {
    return this.substepCount > 0 || this._input.word("reset") !== 0;
  }

  /** {@inheritDoc ClothGroup.unbind} */
  public unbind(): void {
    this._search.unbind();
  }

  /** {@inheritDoc ClothGroup.encodeGather} */
  public encodeGather(pass: GPUComputePassEncoder, shared: SharedBuffers, part: number): void {
    if (this.meets) {
      this._upload();
      this._search.encodeGather(pass, shared, this._inputBuffer, 1, part);
    }
  }

  /** {@inheritDoc ClothGroup.encodeSearch} */
  public encodeSearch(pass: GPUComputePassEncoder, shared: SharedBuffers, part: number): void {
    // It takes its step at once.
    if (this.moves && this.meets && part === 0) {
      this._search.encodeSearch(pass, shared, this._inputBuffer, 1, part);
    }
  }

  /** {@inheritDoc ClothGroup.encode} */
  public encode(pass: GPUComputePassEncoder, shared: SharedBuffers, isBound: boolean): void {
    for (const section of this.begin(shared, isBound, 0)) {
      encodeSection(pass, section);
    }
  }

  /**
   * Begins a step.
   *
   * @param shared - See {@link encode}.
   * @param isBound - See {@link encode}.
   * @param rounds - That cloths take together in the step, at least its substeps; 0 if it is alone.
   * @returns What {@link encode} records. Cloths that take rounds together have as many sections, but for those that take no step.
   */
  public begin(shared: SharedBuffers, isBound: boolean, rounds: number): readonly Section[] {
    const { substepCount } = this;
    const isReset = this._input.word("reset") !== 0;
    const compiled = this._kernels.compiled;
    if (!isBound) {
      this._programs.clear();
    }
    if (!compiled) {
      return [];
    }
    const phases = this._kernels.reserve(Math.max(substepCount, rounds));
    if (phases !== this._phases) {
      this._phases = phases;
      this._programs.clear();
    }
    if (!this.moves) {
      return rounds > 0 ? composeStill(this._kernels, this._programCloth(shared)) : [];
    }
    this._upload();
    if (isReset) {
      this._parts.tears?.forget();
    }
    this._reserveMasses(this._input.word("impulseCount"));
    const substepsBefore = isReset || this._input.float("timeChange") !== 1 ? 0 : this._substeps;
    this._substeps = (substepsBefore + substepCount) % constants.LONGEST_COUNT;
    return this._programFor(compiled, shared, substepsBefore, rounds);
  }

  /** {@inheritDoc ClothGroup.encodeStates} */
  public encodeStates(encoder: GPUCommandEncoder, target: GPUBuffer, offset: number): number {
    encoder.copyBufferToBuffer(this._stateBuffer, 0, target, offset, this.stateBytes);
    return this.stateBytes;
  }

  /** {@inheritDoc ClothGroup.dispose} */
  public dispose(): void {
    const { _inputBuffer, _stateBuffer, _verdicts, _touches, _skews, _masses } = this;
    [_inputBuffer, _stateBuffer, _verdicts, _touches, _skews, _masses].forEach((resource) => {
      this._retire(resource);
    });
    this._levels.dispose();
    this._parts.dispose();
  }

  /** What the step needs of its input. */
  private _upload(): void {
    if (!this._isChanged) {
      return;
    }
    this._isChanged = false;
    const { _input: input } = this;
    const { device } = this._kernels;
    const { _keepsApart: keepsApart, meets } = this;
    const [pushes, isFree] = [this._served.has("pushes"), this._served.has("freedom")];
    this._parts.make({ pushes, isFree, keepsApart, meets, hasSprings: input.hasSprings });
    if (keepsApart || meets) {
      this._findSpacing();
    }
    const bytes = input.bytesFor({ selfCollision: keepsApart, meets });
    device.queue.writeBuffer(this._inputBuffer, 0, bytes);
    // Tears are found by kernels, so levels do not know them; springs do without.
    const hasLevels = !this._parts.tears && !input.hasSprings;
    this._levels.choose(hasLevels ? levelStrides(this._restGrid, input.levelStep) : []);
  }

  /** Contact of cloth needs to know how far particles are apart at rest. */
  private _findSpacing(): void {
    const { linear } = this._input;
    const scale = linear.join(" ");
    if (scale !== this._spacedAt) {
      this._spacedAt = scale;
      this._input.write(restSpacing(this._restGrid, linear));
    }
  }

  /** The dispatches of a step. Steps of the same kind have the same ones. */
  private _programFor(
    compiled: Compiled,
    shared: SharedBuffers,
    substepsBefore: number,
    rounds: number,
  ): readonly Section[] {
    const kind = { ...this._kindOf(substepsBefore), rounds };
    const key = JSON.stringify([kind, this._levels.strides]);
    let program = this._programs.get(key);
    if (!program) {
      if (this._programs.size >= MAX_PROGRAMS) {
        this._programs.clear();
      }
      program = composeProgram(this._kernels, compiled, this._programCloth(shared), kind);
      this._programs.set(key, program);
    }
    return program;
  }

  private _programCloth(shared: SharedBuffers): ProgramCloth {
    const { net, coarser, links } = this._levels;
    const resources = {
      ...shared,
      cloths: this._inputBuffer,
      states: this._stateBuffer,
      cut: links,
      links,
      masses: this._masses,
      verdicts: this._verdicts,
      touches: this._touches,
      threads: net.threads,
      skews: this._skews,
      // Without contact with itself nothing reads them.
      contacts: links,
      // Without bodies nothing writes them.
      touchedBodies: this._touches,
      ...this._parts.resources,
    };
    const { _restGrid: counts, _seams: seams, _pressure: pressure } = this;
    const ballast = this._served.has("pushes") ? this._parts.ballast : null;
    const momenta = this._served.has("freedom") ? this._parts.momenta : null;
    return { counts, net, levels: coarser, resources, ballast, momenta, seams, pressure };
  }

  private get _keepsApart(): boolean {
    return this._input.keepsApart && this._served.has("selfCollision");
  }

  private _kindOf(substepsBefore: number): Omit<StepKind, "rounds"> {
    const { kind } = this._input;
    const { _served: served } = this;
    const measured = [...this._input.linear, ...this._levels.strides].join(" ");
    // Gathers follow how far they are pulled together.
    const isMeasured = measured !== this._measured || (this._seams?.gathered ?? null) !== null;
    this._measured = measured;
    return {
      ...kind,
      // Kernels that can do more do the same for a cloth that does not ask.
      isContinuous: served.has("continuousCollision"),
      pushes: served.has("pushes"),
      hasFields: served.has("fields"),
      hasDepths: served.has("depths"),
      tells: served.has("contactScale"),
      slides: served.has("slideReach"),
      keepsApart: this._keepsApart,
      meets: this.meets,
      isFree: kind.isFree && served.has("freedom"),
      isInZones: kind.isInZones && served.has("zoneSpeed"),
      sinceLook: substepsBefore % kind.airInterval,
      isMeasured,
      tears: this._parts.tears !== null,
    };
  }

  private _reserveMasses(count: number): void {
    if (4 * count > this._masses.size) {
      this._retire(this._masses);
      const { label, usage } = this._masses;
      this._masses = this._kernels.device.createBuffer({ label, usage, size: 8 * count });
      this._programs.clear();
    }
  }
}
