// A cloth at full resolution: previous, current and next positions in three textures that take turns (NVIDIA 2005), a few passes a
// substep. Between two steps its state is among the particles of all cloths, as that of a control grid is.
import type { Retire } from "../../gpu/bufferArena.js";
import { StructArray, type StructValues } from "../../gpu/structArray.js";
import { constants, structs } from "../../shaders/shaders.gen.js";
import { stateOffsets } from "../clothStep.js";
import { blockedNodes } from "../cutLevels.js";
import { restSpacing } from "../links.js";
import { cookLevel, isCoarsest, levelStrides, type NetLevel } from "../levels.js";
import type { RestGrid } from "../restGrid.js";
import type { ClothGroup, SharedBuffers } from "./clothGroup.js";
import { ContactSearch, type ContactKernels } from "./contactSearch.js";
import type { SavedCloth } from "../savedCloth.js";
import type { Compiled, FullResolutionKernels } from "./fullResolutionKernels.js";
import { composeProgram, composeStill } from "./fullResolutionProgram.js";
import { MAX_VERDICTS, TURNS, type ProgramCloth, type Section, type StepKind } from "./fullResolutionStep.js";
import { GpuLevel } from "./gpuLevel.js";
import { NetContactBuffers } from "./netContacts.js";
import { NetTangleBuffers } from "./netTangles.js";
import type { NetPressurePart } from "./netPressure.js";
import type { NetSeamPart } from "./netSeams.js";
import { NetSpringMemory } from "./netSprings.js";
import { NetTearBuffers } from "./netTears.js";

/** See judgeFullResolution.compute.wgsl. */
const VERDICT_VECTORS = 4;
const VECTOR_BYTES = 16;
/** A strain limit from here on limits nothing. */
const UNLIMITED = 1e8;
const FIRST_IMPULSES = 16;
/** Programs that are kept: steps of different lengths take different ones. */
const MAX_PROGRAMS = 64;

/** Of a matrix in struct Cloth: its columns have four each. */
const LINEAR_FLOATS = 12;

/** Members of struct Cloth that decide what a step runs. */
type Word =
  | "substepCount"
  | "integrator"
  | "reset"
  | "impulseCount"
  | "iterationCount"
  | "warpSolver"
  | "weftSolver"
  | "airInterval"
  | "bendRounds"
  | "continuousCollision"
  | "selfCollision"
  | "meets"
  | "colliderCount"
  | "pushes"
  | "fields"
  | "depths"
  | "tethersPerParticle"
  | "motionCount"
  | "separationCount";

/** One cloth of type `C` at full resolution, in a group of its own. */
export class FullResolutionCloth<C> implements ClothGroup<C> {
  /** {@inheritDoc ClothGroup.isFullResolution} */
  public readonly isFullResolution = true;
  /** {@inheritDoc ClothGroup.members} */
  public readonly members: C[] = [];
  /** {@inheritDoc ClothGroup.stateBytes} */
  public readonly stateBytes = structs.ClothState.size;
  private readonly _inputs = new StructArray(structs.Cloth, 1);
  private readonly _inputBuffer: GPUBuffer;
  private readonly _stateBuffer: GPUBuffer;
  private readonly _links: GPUBuffer;
  private readonly _verdicts: GPUBuffer;
  private readonly _touches: GPUBuffer;
  /** Of cells at rest: see measureNet.compute.wgsl. */
  private readonly _skews: GPUBuffer;
  private _masses: GPUBuffer;
  /** The net itself; then coarser levels by stride. */
  private readonly _net: GpuLevel;
  private readonly _levels = new Map<number, GpuLevel>();
  private readonly _programs = new Map<string, readonly Section[]>();
  private _strides: readonly number[] = [];
  /** While it keeps apart from itself, from then on. */
  private _contacts: NetContactBuffers | null = null;
  /** While it meets itself or others, from then on. */
  private _tangles: NetTangleBuffers | null = null;
  private readonly _search: ContactSearch;
  /** From when it has springs on. */
  private _springs: NetSpringMemory | null = null;
  /** From when it may tear on. */
  private _tears: NetTearBuffers | null = null;
  /** What joins it to other cloths. */
  private _seams: NetSeamPart | null = null;
  private _pressure: NetPressurePart | null = null;
  private _spacedAt = "";
  /** For which scale, and for which levels, lengths at rest are known. */
  private _measured = "";
  /** Of a cut net; null of a whole one. */
  private _living: Uint32Array<ArrayBuffer> | null = null;
  private _blockedAt = "";
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
    this._links = buffer("links", 4 * _countU * _countV);
    this._skews = buffer("skews", 8 * _countU * _countV);
    this._verdicts = buffer("verdicts", VERDICT_VECTORS * VECTOR_BYTES * MAX_VERDICTS);
    this._touches = buffer("touches", 4);
    this._masses = buffer("impulse masses", 4 * FIRST_IMPULSES);
    this._search = new ContactSearch(contactKernels, _restGrid.particleCount);
    const none = new Float32Array(0);
    const level = { stride: 1, countU: _countU, countV: _countV, inverseAreas: none };
    this._net = new GpuLevel(device, _retire, level, TURNS);
    this.setLivingLinks(new Uint32Array(_countU * _countV).fill(constants.ALL_LINKS));
  }

  /** {@inheritDoc ClothGroup.setLivingLinks} */
  public setLivingLinks(links: Uint32Array<ArrayBuffer>): void {
    const isCut = links.some((living) => living !== constants.ALL_LINKS);
    this._living = isCut ? links : null;
    this._blockedAt = "";
    this._isChanged = true;
    this._measured = "";
    this._kernels.device.queue.writeBuffer(this._links, 0, links);
  }

  /** {@inheritDoc ClothGroup.setTearLimits} */
  public setTearLimits(limits: Float32Array<ArrayBuffer> | null): void {
    this._isChanged = true;
    if (limits && !this._tears) {
      this._tears = new NetTearBuffers(this._kernels.device, this._restGrid, this._retire);
      this._programs.clear();
    }
    // Without limits nothing breaks any more; what is torn stays so.
    this._tears?.setLimits(limits ?? new Float32Array(2 * this._restGrid.particleCount));
  }

  /** {@inheritDoc ClothGroup.torn} */
  public get torn(): GPUBuffer | null {
    return this._tears?.resources.torn ?? null;
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
    return this._word("substepCount");
  }

  /** Whether it keeps apart from other cloths. */
  public get meets(): boolean {
    return this._word("meets") !== 0;
  }

  /** {@inheritDoc ClothGroup.moves} */
  public get moves(): boolean {
    return this.substepCount > 0 || this._word("reset") !== 0;
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
    const isReset = this._word("reset") !== 0;
    const compiled = this._kernels.compiled;
    if (!isBound) {
      this._programs.clear();
    }
    if (!compiled) {
      return [];
    }
    if (this._kernels.reserve(Math.max(substepCount, rounds))) {
      this._programs.clear();
    }
    if (!this.moves) {
      return rounds > 0 ? composeStill(this._kernels, this._programCloth(shared)) : [];
    }
    this._upload();
    if (isReset) {
      this._tears?.forget();
    }
    this._reserveMasses(this._word("impulseCount"));
    const substepsBefore = isReset || this._float("timeChange") !== 1 ? 0 : this._substeps;
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
    const { _inputBuffer, _stateBuffer, _links, _verdicts, _touches, _skews, _masses } = this;
    [_inputBuffer, _stateBuffer, _links, _verdicts, _touches, _skews, _masses].forEach((resource) => {
      this._retire(resource);
    });
    for (const level of [this._net, ...this._levels.values()]) {
      level.dispose();
    }
    this._contacts?.dispose();
    this._tangles?.dispose();
    this._springs?.dispose();
    this._tears?.dispose();
  }

  private _word(field: Word): number {
    return this._inputs.words[structs.Cloth.fields[field].offset / 4];
  }

  private _floats(field: "linear" | "gravity" | "wind" | "warp" | "weft", count: number): Float32Array {
    return new Float32Array(this._inputs.bytes, structs.Cloth.fields[field].offset, count);
  }

  private _float(field: "drag" | "substepTime" | "timeChange" | "strainLimit" | "contactScale" | "zoneSpeed"): number {
    return new Float32Array(this._inputs.bytes, structs.Cloth.fields[field].offset, 1)[0];
  }

  private get _hasSprings(): boolean {
    return this._word("integrator") !== constants.CONSTRAINTS;
  }

  /** Whether threads may reach the strain limit in a substep: as isSoftCloth in linkLimits.wgsl. */
  private get _isSoft(): boolean {
    const [warp, weft] = [this._floats("warp", 1)[0], this._floats("weft", 1)[0]];
    return constants.LIMIT_LOAD * Math.max(warp, weft) > this._float("strainLimit");
  }

  /** Whether threads give freely between limits. */
  private get _isSlack(): boolean {
    return Math.min(this._floats("warp", 4)[3], this._floats("weft", 4)[3]) < 1;
  }

  /** What the step needs of its input. */
  private _upload(): void {
    if (!this._isChanged) {
      return;
    }
    this._isChanged = false;
    const { device } = this._kernels;
    const { particleCount } = this._restGrid;
    if (this._word("selfCollision") !== 0) {
      this._contacts ??= new NetContactBuffers(device, this._restGrid, this._retire);
    }
    if (this._word("selfCollision") !== 0 || this.meets) {
      this._findSpacing();
      this._tangles ??= new NetTangleBuffers(device, this._restGrid, this._retire);
    }
    if (this._hasSprings) {
      this._springs ??= new NetSpringMemory(device, particleCount, this._retire);
    }
    device.queue.writeBuffer(this._inputBuffer, 0, this._inputs.bytes);
    this._chooseLevels();
  }

  /** Contact of cloth needs to know how far particles are apart at rest. */
  private _findSpacing(): void {
    const linear = this._floats("linear", LINEAR_FLOATS);
    const scale = linear.join(" ");
    if (scale !== this._spacedAt) {
      this._spacedAt = scale;
      this._inputs.write(0, restSpacing(this._restGrid, columnsOf(linear)));
    }
  }

  /** Levels follow from what pulls at the cloth. Tears are found by kernels, so levels do not know them; springs do without. */
  private _chooseLevels(): void {
    const strides =
      this._tears || this._hasSprings
        ? []
        : levelStrides(this._restGrid, {
            linear: columnsOf(this._floats("linear", LINEAR_FLOATS)),
            gravity: this._floats("gravity", 3),
            wind: this._floats("wind", 3),
            zoneSpeed: this._float("zoneSpeed"),
            drag: this._float("drag"),
            substepTime: this._float("substepTime"),
            warpSolver: this._word("warpSolver"),
            weftSolver: this._word("weftSolver"),
          });
    this._strides = strides;
    let coarser: NetLevel | null = null;
    for (const [number, stride] of strides.entries()) {
      const level = this._levelOf(stride);
      level.follow(coarser, this._bitsOf(number - 1));
      ({ level: coarser } = level);
    }
    this._net.follow(coarser, this._bitsOf(strides.length - 1));
    this._block(strides);
  }

  /** Where words of links have the nodes of a level. */
  private _bitsOf(number: number): number {
    return this._living && number >= 0 ? constants.LINK_BITS + constants.CELL_NODES * number : 0;
  }

  /** Tells which nodes of levels particles of a cut net follow. */
  private _block(strides: readonly number[]): void {
    const key = strides.join(" ");
    if (!this._living || key === this._blockedAt) {
      return;
    }
    this._blockedAt = key;
    const blocked = blockedNodes(this._restGrid, this._living, strides);
    const words = this._living.map((links, i) => links | (blocked[i] << constants.LINK_BITS));
    this._kernels.device.queue.writeBuffer(this._links, 0, words);
  }

  private _levelOf(stride: number): GpuLevel {
    let level = this._levels.get(stride);
    if (!level) {
      const cooked = cookLevel(this._restGrid, stride);
      const isSwept = isCoarsest(cooked, this._restGrid);
      level = new GpuLevel(this._kernels.device, this._retire, cooked, 2, isSwept ? constants.COARSEST_SWEEPS - 1 : 0);
      this._levels.set(stride, level);
    }
    return level;
  }

  /** The dispatches of a step. Steps of the same kind have the same ones. */
  private _programFor(
    compiled: Compiled,
    shared: SharedBuffers,
    substepsBefore: number,
    rounds: number,
  ): readonly Section[] {
    const kind = { ...this._kindOf(substepsBefore), rounds };
    const key = JSON.stringify([kind, this._strides]);
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
    const resources = {
      ...shared,
      cloths: this._inputBuffer,
      states: this._stateBuffer,
      cut: this._links,
      links: this._links,
      masses: this._masses,
      verdicts: this._verdicts,
      touches: this._touches,
      threads: this._net.threads,
      skews: this._skews,
      // Without contact with itself nothing reads them.
      contacts: this._links,
      ...this._contacts?.resources,
      ...this._tangles?.resources,
      ...this._springs?.resources,
      ...this._tears?.resources,
    };
    const levels = this._strides.map((stride) => this._levelOf(stride));
    return { counts: this._restGrid, net: this._net, levels, resources, seams: this._seams, pressure: this._pressure };
  }

  private _kindOf(substepsBefore: number): Omit<StepKind, "rounds"> {
    const { substepCount } = this;
    const airInterval = this._word("airInterval");
    const measured = [...this._floats("linear", LINEAR_FLOATS), ...this._strides].join(" ");
    // Gathers follow how far they are pulled together.
    const isMeasured = measured !== this._measured || (this._seams?.gathered ?? null) !== null;
    this._measured = measured;
    const hasSprings = this._hasSprings;
    const holders = ["colliderCount", "tethersPerParticle", "motionCount", "separationCount"] as const;
    return {
      substepCount,
      integrator: this._word("integrator"),
      iterationCount: this._word("iterationCount"),
      impulseCount: this._word("impulseCount"),
      airInterval,
      sinceLook: substepsBefore % airInterval,
      isMeasured,
      tears: this._tears !== null,
      bends: !hasSprings && this._word("bendRounds") > 0,
      keepsLimits: this._isSoft || this._isSlack,
      areFast: [
        this._word("warpSolver") === constants.FAST_THREADS,
        this._word("weftSolver") === constants.FAST_THREADS,
      ],
      isLimited: !hasSprings && this._float("strainLimit") < UNLIMITED && !this._isSoft && substepCount > 0,
      meetsColliders: this._word("colliderCount") > 0,
      isHeld: holders.some((count) => this._word(count) > 0),
      isContinuous: this._word("continuousCollision") !== 0,
      keepsApart: this._word("selfCollision") !== 0,
      meets: this.meets,
      pushes: this._word("pushes") !== 0,
      hasFields: this._word("fields") !== 0,
      tells: this._float("contactScale") > 0,
      isInZones: this._float("zoneSpeed") > 0,
      hasDepths: this._word("depths") !== 0,
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

/**
 * @param pass - Compute pass.
 * @param section - Is recorded.
 */
export function encodeSection(pass: GPUComputePassEncoder, section: Section): void {
  for (const { pipeline, bindGroup, x, y } of section) {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindGroup);
    pass.dispatchWorkgroups(x, y);
  }
}

/** Without what pads them. */
function columnsOf(linear: Float32Array): number[] {
  return [0, 1, 2, 4, 5, 6, 8, 9, 10].map((at) => linear[at]);
}
