// Solves all cloths of a scene on the GPU. Control grids: one workgroup a cloth, one dispatch a size class, a few where cloths meet, so that the
// cost on the host does not grow with the substeps and hardly with the cloths. Full resolution: FullResolutionCloth. Evidence: docs/figures.
// Long, as it alone knows the order of all dispatches of a step.
import { BufferArena, type Retire } from "../../gpu/bufferArena.js";
import { constants, structs } from "../../shaders/shaders.gen.js";
import type { ClosedCounts, NetCounts, RestGrid } from "../restGrid.js";
import type { GatheredLink } from "../gathers.js";
import type { SavedCloth } from "../savedCloth.js";
import type { ClothGroup, SharedBuffers } from "./clothGroup.js";
import { ContactKernels } from "./contactSearch.js";
import { ColliderArena, type CopiedSums } from "./colliderArena.js";
import { DepthCopies } from "./depthCopies.js";
import { FullResolutionCloth } from "./fullResolutionCloth.js";
import { encodeSection } from "./fullResolutionStep.js";
import { FullResolutionKernels } from "./fullResolutionKernels.js";
import { MAX_PARTICLES, shapesFor } from "./gridShapes.js";
import { GripSteps } from "./gripSteps.js";
import { GridJoints } from "./gridJoints.js";
import { JointKernels } from "./jointKernels.js";
import type { JoinedGrids } from "./joinedGrids.js";
import { NetPressure, type NetPressurePart } from "./netPressure.js";
import { NetSeams, type NetSeamPart } from "./netSeams.js";
import type { SeamRow } from "../seamSystem.js";
import { SizeClass } from "./sizeClass.js";
import { SolverCloth, type SolverArenas } from "./solverCloth.js";
import type { ComingCloth } from "./stepFeatures.js";
import { StepParts } from "./stepParts.js";
import { VectorArena } from "./vectorArena.js";

/** Asks for nothing. */
const PLAIN: ComingCloth = { features: [], hasSprings: false };

/** A cloth at full resolution, and what joins it to others. */
interface JoinedCloth {
  readonly cloth: SolverCloth;
  readonly seams: NetSeamPart | null;
  readonly pressure: NetPressurePart | null;
}

/** Cloths that are joined. */
export interface JoinedCloths {
  readonly cloths: readonly JoinedCloth[];
  /** That they take together in the next step, at least the substeps of each cloth. */
  readonly rounds: number;
}

/** Cloths at full resolution that take a step together. */
interface Together {
  readonly cloths: readonly FullResolutionCloth<SolverCloth>[];
  readonly rounds: number;
}

/** The GPU solver for the cloths of one device. */
export class ClothSolver {
  private readonly _classes: readonly SizeClass<SolverCloth>[];
  /** The size classes, then the cloths at full resolution. */
  private readonly _groups: Set<ClothGroup<SolverCloth>>;
  /** Those at full resolution. */
  private readonly _fine = new WeakMap<ClothGroup<SolverCloth>, FullResolutionCloth<SolverCloth>>();
  private readonly _fullResolutionKernels: FullResolutionKernels;
  private readonly _contactKernels: ContactKernels;
  private readonly _parts: StepParts;
  private readonly _jointKernels: JointKernels;
  private readonly _joints: GridJoints;
  private _joinedGrids: readonly SolverCloth[] = [];
  private readonly _arenas: SolverArenas;
  private _bound: readonly GPUBuffer[] = [];
  /** What is sewn or inflated together in the next step. */
  private _joined: readonly Together[] = [];
  /**
   * Whether a step of control grids waits for kernels that are not compiled yet: that may take ten seconds, on fast GPUs too. Else they are
   * compiled beside, and cloths go on without what they ask for until then.
   */
  public mayStall = true;

  /**
   * @param _device - Device to solve on.
   * @param _retire - Takes buffers and textures that are no longer needed.
   * @param tile - Of cloths at full resolution, see {@link FullResolutionKernels}.
   */
  public constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: Retire,
    tile?: number,
  ) {
    const device = this._device;
    const arena = (label: string, stride: number, capacity = 1024): BufferArena =>
      new BufferArena(device, _retire, `cloth ${label}`, GPUBufferUsage.STORAGE, stride, capacity);
    const vectors = new VectorArena(device, _retire);
    this._arenas = {
      particles: arena("particles", structs.Particle.size),
      vectors,
      depths: new DepthCopies(vectors),
      tethers: arena("tethers", structs.Tether.size),
      colliders: new ColliderArena(device, _retire),
      grips: new GripSteps(device, _retire),
      // Each search looks through all of its room.
      patches: arena("patches", structs.ContactPatch.size, 64),
    };
    this._parts = new StepParts(device, _retire);
    this._jointKernels = new JointKernels(device);
    this._joints = new GridJoints(device, _retire, this._jointKernels);
    this._contactKernels = new ContactKernels(device, this._parts);
    this._classes = shapesFor(device).map(
      (shape) => new SizeClass<SolverCloth>(device, _retire, shape, this._contactKernels),
    );
    this._groups = new Set(this._classes);
    this._fullResolutionKernels = new FullResolutionKernels(device, _retire, tile);
  }

  /**
   * @param net - Of a cloth.
   * @param isFullResolution - Whether it is to be solved at full resolution.
   * @param coming - What it asks for.
   * @returns Whether such a cloth can be added.
   */
  public isPrepared(net: ClosedCounts, isFullResolution = false, coming = PLAIN): boolean {
    if (isFullResolution) {
      return this._fullResolutionKernels.isPrepared(net, coming);
    }
    const areJointsReady = !isJoined(coming) || this._jointKernels.isPrepared;
    return areJointsReady && this._classFor(net.particleCount).kernels.isPrepared(coming);
  }

  /**
   * Compiles the kernels for cloths of one size, once: it takes a while, and few scenes have cloths of all sizes. Cloths that come in one
   * microtask are compiled for together.
   *
   * @param net - Of a cloth, at most {@link MAX_PARTICLES} if it is a control grid.
   * @param isFullResolution - Whether it is to be solved at full resolution.
   * @param coming - What it asks for: it asks for more later as {@link mayStall} says.
   * @returns Resolves when such a cloth can be added.
   */
  public prepareAsync(net: ClosedCounts, isFullResolution = false, coming = PLAIN): Promise<void> {
    if (isFullResolution) {
      return this._fullResolutionKernels.prepareAsync(net, coming);
    }
    const own = this._classFor(net.particleCount).kernels.prepareAsync(coming);
    return isJoined(coming) ? Promise.all([own, this._jointKernels.prepareAsync()]).then(() => undefined) : own;
  }

  /** Particles of every cloth: positions are the control points of the surface. Struct Particle. */
  public get particles(): GPUBuffer {
    return this._arenas.particles.buffer;
  }

  /**
   * @param restGrid - As many particles as the solver {@link isPrepared} for.
   * @param inverseAreas - One over the areas that particles carry [1/m2], 0 = pinned to its place in the mesh, shape [particleCount].
   * @param last - What it goes on from. Without it, it has no shape until a step with `reset`.
   * @param isFullResolution - Whether it is solved at full resolution, in textures.
   * @returns The cloth, without tethers and colliders.
   * @throws RangeError if the device has no room for it.
   */
  public add(
    restGrid: RestGrid,
    inverseAreas: Float32Array,
    last: SavedCloth | null = null,
    isFullResolution = false,
  ): SolverCloth {
    const group = isFullResolution ? this._groupOf(restGrid) : this._classFor(restGrid.particleCount);
    // Without room it takes nothing, and its group ends with it.
    const cloth = new SolverCloth(restGrid, inverseAreas, last, group, this._arenas);
    this._groups.add(group);
    return cloth;
  }

  /** @param cloth - What {@link add} returned; not to be used again. */
  public remove(cloth: SolverCloth): void {
    if (cloth.leave()) {
      this._groups.delete(cloth.group);
    }
  }

  /**
   * @param rows - Stitches.
   * @param nets - Of the cloths that they join.
   * @param gathers - Links of each of them that are gathered.
   * @returns What sews them on the GPU; to be disposed.
   */
  public createSeams(
    rows: readonly SeamRow[],
    nets: readonly NetCounts[],
    gathers: readonly (readonly GatheredLink[])[],
  ): NetSeams {
    return new NetSeams(this._device, this._retire, rows, nets, gathers);
  }

  /**
   * @param nets - Of cloths around the same air.
   * @returns What inflates them on the GPU; to be disposed.
   */
  public createPressure(nets: readonly NetCounts[]): NetPressure {
    return new NetPressure(this._device, this._retire, nets);
  }

  /** Nodes of a line of joined control grids that can answer what seams pull at its ends. */
  public get maxSewnNodes(): number {
    return this._jointKernels.maxNodes;
  }

  /** @param all - Control grids that are joined in the next step, and only there; a cloth is in one of them. */
  public joinGrids(all: readonly JoinedGrids[]): void {
    const groups = all.filter((group) => this.mayStall || this._canJoin(group));
    this._joints.prepare(groups);
    const rounds = new Map(groups.flatMap((group) => group.cloths.map((cloth) => [cloth, Math.max(group.rounds, 1)])));
    for (const cloth of new Set([...this._joinedGrids, ...rounds.keys()])) {
      cloth.setSewnRounds(rounds.get(cloth) ?? 0);
    }
    this._joinedGrids = [...rounds.keys()];
    if (this._parts.arrange(this._joints.parts)) {
      this._groups.forEach((group) => {
        group.unbind();
      });
    }
  }

  /** @param groups - What is joined at full resolution in the next step, and only there; a cloth is in one of them. */
  public join(groups: readonly JoinedCloths[]): void {
    const before = this._joined.flatMap(({ cloths }) => cloths);
    this._joined = groups.map(({ cloths, rounds }) => ({
      cloths: cloths.flatMap(({ cloth, ...joints }) => {
        const fine = this._fine.get(cloth.group);
        fine?.setJoints(joints);
        return fine ?? [];
      }),
      rounds,
    }));
    const now = new Set(this._joined.flatMap(({ cloths }) => cloths));
    for (const cloth of before) {
      if (!now.has(cloth)) {
        cloth.setJoints(null);
      }
    }
  }

  /**
   * Copies depth maps that were drawn since the last step.
   *
   * @param encoder - Outside of a pass, before {@link encode}.
   */
  public encodeDepths(encoder: GPUCommandEncoder): void {
    this._arenas.depths.encode(encoder);
  }

  /**
   * Records one step of every cloth.
   *
   * @param pass - Compute pass that is submitted before the next call.
   */
  public encode(pass: GPUComputePassEncoder): void {
    const { particles, vectors, tethers, colliders, patches } = this._arenas;
    colliders.upload();
    const shared = {
      particles: particles.buffer,
      vectors: vectors.arena.buffer,
      tethers: tethers.buffer,
      colliders: colliders.colliders,
      impulses: colliders.impulses,
      patches: patches.buffer,
    };
    this._classes.forEach((sizeClass) => {
      sizeClass.choose(this.mayStall);
    });
    this._groups.forEach((group) => this._fine.get(group)?.choose(this.mayStall));
    this._arenas.grips.encode(pass, shared.particles, shared.vectors, this.mayStall);
    const buffers = Object.values(shared);
    const isBound = buffers.every((buffer, i) => buffer === this._bound[i]);
    this._bound = buffers;
    this._encodeGrids(pass, shared, isBound);
    const together = this._findTogether();
    const done = new Set<ClothGroup<SolverCloth>>([...this._classes, ...together.flatMap(({ cloths }) => cloths)]);
    for (const group of this._groups) {
      if (!done.has(group)) {
        group.encode(pass, shared, isBound);
      }
    }
    for (const { cloths, rounds } of together) {
      const programs = cloths.map((cloth) => cloth.begin(shared, isBound, rounds));
      for (let section = 0; section < Math.max(...programs.map(({ length }) => length)); section++) {
        for (const program of programs.filter(({ length }) => length > section)) {
          encodeSection(pass, program[section]);
        }
      }
    }
  }

  /** Cloths at full resolution that wait for each other in each substep: what is joined, and all that meet other cloths. */
  private _findTogether(): readonly Together[] {
    const meeting = [...this._groups].flatMap((group) => {
      const fine = this._fine.get(group);
      return fine?.meets ? [fine] : [];
    });
    if (meeting.length < 2) {
      return this._joined;
    }
    const isMet = ({ cloths }: Together): boolean => cloths.some(({ meets }) => meets);
    const met = this._joined.filter(isMet);
    const cloths = [...new Set([...met.flatMap((group) => group.cloths), ...meeting])];
    const rounds = Math.max(...met.map((group) => group.rounds), ...cloths.map(({ substepCount }) => substepCount));
    return [...this._joined.filter((group) => !isMet(group)), { cloths, rounds }];
  }

  /** Bytes that {@link encodeStates} writes. */
  public get stateBytes(): number {
    return [...this._groups].reduce((sum, { stateBytes }) => sum + stateBytes, 0);
  }

  /**
   * Copies the states of all cloths to where the host can map them.
   *
   * @param encoder - Outside of a pass, after {@link encode}.
   * @param target - At least {@link stateBytes} long.
   * @returns The cloths in the order of their structs ClothState; null where there is none.
   */
  public encodeStates(encoder: GPUCommandEncoder, target: GPUBuffer): readonly (SolverCloth | null)[] {
    let offset = 0;
    for (const group of this._groups) {
      offset += group.encodeStates(encoder, target, offset);
    }
    return [...this._groups].flatMap(({ members }) => members);
  }

  /** Bytes that {@link encodeImpulses} writes. */
  public get impulseBytes(): number {
    return this._arenas.colliders.impulseBytes;
  }

  /**
   * Copies what cloths have done to colliders that are pushed to where the host can map it.
   *
   * @param encoder - Outside of a pass, after {@link encode}.
   * @param target - At least `offset` + {@link impulseBytes} long.
   * @param offset - Where in it [bytes].
   * @returns Where the sums of each cloth are in it.
   */
  public encodeImpulses(
    encoder: GPUCommandEncoder,
    target: GPUBuffer,
    offset: number,
  ): readonly CopiedSums<SolverCloth>[] {
    return this._arenas.colliders.encodeImpulses(encoder, target, offset);
  }

  /** Gives all buffers back. */
  public dispose(): void {
    const { particles, vectors, tethers, colliders, grips, patches } = this._arenas;
    for (const arena of [particles, vectors, tethers, colliders, grips, patches]) {
      arena.dispose();
    }
    for (const group of this._groups) {
      group.dispose();
    }
    this._fullResolutionKernels.dispose();
    this._parts.dispose();
    this._joints.dispose();
  }

  /** Steps of all control grids, and what cloths at full resolution may meet in theirs. */
  private _encodeGrids(pass: GPUComputePassEncoder, shared: SharedBuffers, isBound: boolean): void {
    const groups = [...this._groups];
    if (!isBound) {
      groups.forEach((group) => {
        group.unbind();
      });
      this._joints.unbind();
    }
    if (!groups.some(({ moves }) => moves)) {
      return;
    }
    const meeting = this._classes.some(({ takesParts }) => takesParts);
    const parts = this._joints.parts || (meeting ? constants.CLOTH_PARTS : 1);
    for (let part = 0; part < parts; part++) {
      if (part === 0 || (meeting && this._parts.opensMeeting(part))) {
        this._encodeContacts(pass, shared, part);
      }
      this._joints.encodeAir(pass, shared, part);
      for (const sizeClass of this._classes) {
        sizeClass.encodePart(pass, shared, part);
      }
      this._joints.encodeSeams(pass, shared, part);
    }
  }

  /** Before any cloth takes a part of the step, those that meet others find their contacts: they run beside each other. */
  private _encodeContacts(pass: GPUComputePassEncoder, shared: SharedBuffers, part: number): void {
    for (const group of this._groups) {
      group.encodeGather(pass, shared, part);
    }
    if (![...this._groups].some(({ meets }) => meets)) {
      return;
    }
    this._contactKernels.encodeBounds(pass, shared.patches);
    for (const group of this._groups) {
      group.encodeSearch(pass, shared, part);
    }
  }

  /** Whether kernels are compiled that join these. If not, they will be. */
  private _canJoin({ cloths }: JoinedGrids): boolean {
    const isPrepared = this._jointKernels.isPrepared;
    if (!isPrepared) {
      void this._jointKernels.prepareAsync();
    }
    const classes = new Set(cloths.map(({ restGrid }) => this._classFor(restGrid.particleCount)));
    return [...classes].map((sizeClass) => sizeClass.kernels.canSew()).every(Boolean) && isPrepared;
  }

  /** A cloth at full resolution has a group of its own. */
  private _groupOf(restGrid: RestGrid): ClothGroup<SolverCloth> {
    const { _fullResolutionKernels: kernels, _contactKernels: contactKernels } = this;
    const group = new FullResolutionCloth<SolverCloth>(kernels, contactKernels, this._retire, restGrid);
    this._fine.set(group, group);
    return group;
  }

  private _classFor(particleCount: number): SizeClass<SolverCloth> {
    const sizeClass = this._classes.find(({ capacity }) => capacity >= particleCount);
    if (!sizeClass) {
      throw new RangeError(`A control grid has at most ${MAX_PARTICLES.toString()} particles.`);
    }
    return sizeClass;
  }
}

function isJoined({ features }: ComingCloth): boolean {
  return features.includes("sewnRounds");
}
