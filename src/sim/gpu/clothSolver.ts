// Solves all cloths of a scene on the GPU. Control grids: one workgroup a cloth, one dispatch a size class, so that the cost on the host does not
// grow with the substeps and hardly with the cloths. Full resolution: FullResolutionCloth. Evidence: docs/figures.md.
import { BufferArena, type Retire } from "../../gpu/bufferArena.js";
import { StructArray } from "../../gpu/structArray.js";
import { constants, structs } from "../../shaders/shaders.gen.js";
import { capacityOf, SizeClass, type SavedCloth, type WorkgroupShape } from "./sizeClass.js";
import { writeCollider } from "./colliderArray.js";
import type { ClothStep, ColliderState, VectorList } from "../clothStep.js";
import type { RestGrid } from "../restGrid.js";
import { FullResolutionCloth } from "./fullResolutionCloth.js";
import { FullResolutionKernels } from "./fullResolutionKernels.js";
import type { Tethers } from "../tethers.js";

/** By size class; a cloth takes the first that has room for its particles. WebGPU's default limits allow all of them. */
const workgroupShapes: readonly WorkgroupShape[] = [
  { size: 32, particlesPerInvocation: 2 },
  { size: 128, particlesPerInvocation: 2 },
  { size: 256, particlesPerInvocation: 4 },
];
/** The last of them on devices that allow more invocations: see docs/figures.md. */
const LARGE_SHAPE: WorkgroupShape = { size: 512, particlesPerInvocation: 2 };
/** The workgroup memory and the invocations that WebGPU guarantees end here. */
export const MAX_PARTICLES = Math.max(...workgroupShapes.map(capacityOf));

const PARTICLE_WORDS = structs.Particle.size / 4;
const particleFields = structs.Particle.fields;
/** Numbers that a collider's struct ColliderImpulse has in the buffer: two vectors, packed. */
const IMPULSE_WORDS = 6;
const FLOATS_PER_VECTOR = 4;

/** A cloth in the solver. */
export interface SolverCloth {
  readonly restGrid: RestGrid;
  /** Element of {@link ClothSolver.particles} that holds the cloth's first particle. */
  readonly firstParticle: number;
}

/** A range of one of the arenas. */
interface Range {
  first: number;
  count: number;
}

interface Member extends SolverCloth {
  readonly sizeClass: SizeClass | FullResolutionCloth;
  /** Its element in the class. */
  readonly slot: number;
  /** Where its fabric's rest positions are, and how many cloths share them. */
  readonly rest: Shared;
  bends: object | null;
  readonly tethers: Range;
  readonly colliders: Range;
  colliderCount: number;
  /** Planes of its convexes. */
  planes: readonly Float32Array<ArrayBuffer>[];
  readonly vectors: Record<VectorList, Range>;
}

/** Lists of a cloth in the arena of vectors, and the fields of struct Cloth that lead to them. */
const vectorLists = {
  targets: { first: "firstTarget", count: null },
  motion: { first: "firstMotion", count: "motionCount" },
  separation: { first: "firstSeparation", count: "separationCount" },
  impulses: { first: "firstImpulse", count: "impulseCount" },
} as const satisfies Record<VectorList, object>;
/** Vectors that one entry of such a list has. */
const VECTORS_PER_ENTRY = 2;

/** A range of vectors that several cloths read. */
interface Shared extends Range {
  users: number;
}

/** The GPU solver for the cloths of one device. */
export class ClothSolver {
  private readonly _classes: SizeClass[];
  private readonly _fullResolutionKernels: FullResolutionKernels;
  private readonly _fullResolution = new Set<FullResolutionCloth>();
  private readonly _particles: BufferArena;
  private readonly _vectors: BufferArena;
  private readonly _tethers: BufferArena;
  private readonly _colliders: BufferArena;
  private readonly _impulses: BufferArena;
  /** The colliders as the host has them, all of the arena: many change in a frame and go up at once. */
  private readonly _colliderStates = new StructArray(structs.Collider, 64);
  private _changedColliders = { first: Infinity, end: 0 };
  private readonly _shared = new Map<object, Shared>();
  private _bound: readonly GPUBuffer[] = [];
  /** Cloths with colliders that collect impulses. */
  private readonly _pushing = new Set<Member>();

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
    const arena = (label: string, stride: number, capacity: number): BufferArena =>
      new BufferArena(_device, _retire, `cloth ${label}`, GPUBufferUsage.STORAGE, stride, capacity);
    /** State of every cloth. Shape [particles], struct Particle. */
    this._particles = arena("particles", structs.Particle.size, 1024);
    /** See vectors in stepControlGrid.compute.wgsl. Shape [vectors, 4]. */
    this._vectors = arena("vectors", 4 * FLOATS_PER_VECTOR, 1024);
    /** Tethers of every cloth, in the order of the kernel's memory. Shape [particles * perParticle], struct Tether. */
    this._tethers = arena("tethers", structs.Tether.size, 1024);
    /** Colliders of every cloth. Shape [colliders], struct Collider. */
    this._colliders = arena("colliders", structs.Collider.size, 64);
    /** What cloth did to them. Shape [colliders, 6], 32-bit integers. */
    this._impulses = arena("impulses", 4 * IMPULSE_WORDS, 64);
    this._classes = shapesFor(_device).map((shape) => new SizeClass(_device, _retire, shape));
    this._fullResolutionKernels = new FullResolutionKernels(_device, _retire, tile);
  }

  /**
   * @param particleCount - Of a cloth.
   * @param isFullResolution - Whether it is to be solved at full resolution.
   * @returns Whether such a cloth can be added.
   */
  public isPrepared(particleCount: number, isFullResolution = false): boolean {
    return isFullResolution ? this._fullResolutionKernels.compiled !== null : this._classFor(particleCount).isPrepared;
  }

  /**
   * Compiles the kernel for cloths of one size, once: it takes a while, and few scenes have cloths of all sizes.
   *
   * @param particleCount - Of a cloth, at most {@link MAX_PARTICLES} if it is a control grid.
   * @param isFullResolution - Whether it is to be solved at full resolution.
   * @returns Resolves when such a cloth can be added.
   */
  public prepareAsync(particleCount: number, isFullResolution = false): Promise<void> {
    return isFullResolution ? this._fullResolutionKernels.prepareAsync() : this._classFor(particleCount).prepareAsync();
  }

  /** Particles of every cloth: positions are the control points of the surface. Struct Particle. */
  public get particles(): GPUBuffer {
    return this._particles.buffer;
  }

  /**
   * @param fabric - As many particles as the solver {@link isPrepared} for.
   * @param inverseMasses - [1/kg], 0 = pinned to its place in the mesh, shape [particleCount].
   * @param last - What it goes on from. Without it, it has no shape until a step with `reset`.
   * @param isFullResolution - Whether it is solved at full resolution, in textures.
   * @returns The cloth, without tethers and colliders.
   * @throws RangeError if the device has no room for it.
   */
  public add(
    restGrid: RestGrid,
    inverseMasses: Float32Array,
    last: SavedCloth | null = null,
    isFullResolution = false,
  ): SolverCloth {
    // What may find no room comes first, before anything else is taken.
    const firstParticle = this._particles.allocate(restGrid.particleCount);
    const sizeClass = isFullResolution
      ? this._addFullResolution(restGrid, last)
      : this._classFor(restGrid.particleCount);
    const member: Member = {
      restGrid,
      firstParticle,
      sizeClass,
      slot: "add" in sizeClass ? sizeClass.add(last?.state) : 0,
      rest: this._share(restGrid, () => restVectors(restGrid)),
      bends: null,
      tethers: { first: 0, count: 0 },
      colliders: { first: 0, count: 0 },
      colliderCount: 0,
      planes: [],
      vectors: {
        targets: { first: 0, count: 0 },
        motion: { first: 0, count: 0 },
        separation: { first: 0, count: 0 },
        impulses: { first: 0, count: 0 },
      },
    };
    sizeClass.members[member.slot] = member;
    sizeClass.write(member.slot, {
      firstParticle: member.firstParticle,
      firstRest: member.rest.first,
      countU: restGrid.countU,
      countV: restGrid.countV,
      closed: (restGrid.closedU ? constants.CLOSED_U : 0) + (restGrid.closedV ? constants.CLOSED_V : 0),
      tethersPerParticle: 0,
      colliderCount: 0,
      motionCount: 0,
      separationCount: 0,
      impulseCount: 0,
      substepCount: 0,
      reset: 0,
    });
    const states = new StructArray(structs.Particle, restGrid.particleCount);
    inverseMasses.forEach((inverseMass, i) => {
      states.write(i, { inverseMass, previous: restGrid.restPositions.subarray(3 * i, 3 * i + 3) });
    });
    this._particles.write(member.firstParticle, last?.particles ?? states.bytes);
    return member;
  }

  /** @param cloth - What {@link add} returned; not to be used again. */
  public remove(cloth: SolverCloth): void {
    const member = cloth as Member;
    this.setColliders(member, []);
    resize([this._colliders, this._impulses], member.colliders, 0);
    resize([this._tethers], member.tethers, 0);
    for (const range of Object.values(member.vectors)) {
      resize([this._vectors], range, 0);
    }
    this._particles.release(member.firstParticle, member.restGrid.particleCount);
    this._unshare(member.restGrid);
    this._unshare(member.bends);
    if ("remove" in member.sizeClass) {
      member.sizeClass.remove(member.slot);
    } else {
      member.sizeClass.dispose();
      this._fullResolution.delete(member.sizeClass);
    }
  }

  /**
   * @param cloth - Which.
   * @param particle - Which of its particles.
   * @param inverseMass - [1/kg], 0 = pinned.
   * @param hold - See clothKinds.wgsl: how it is pinned, or that it is released.
   */
  public setPin(cloth: SolverCloth, particle: number, inverseMass: number, hold: number): void {
    const at = ((cloth as Member).firstParticle + particle) * structs.Particle.size;
    const { queue } = this._device;
    queue.writeBuffer(this.particles, at + particleFields.inverseMass.offset, Float32Array.of(inverseMass));
    queue.writeBuffer(this.particles, at + particleFields.hold.offset, Float32Array.of(hold));
  }

  /**
   * @param cloth - Which.
   * @param tethers - Replace all that the cloth had.
   */
  public setTethers(cloth: SolverCloth, tethers: Tethers): void {
    const { tethers: range, restGrid, sizeClass, slot } = cloth as Member;
    const { perParticle, anchors, lengths } = tethers;
    resize([this._tethers], range, anchors.length);
    if (range.count > 0) {
      const states = new StructArray(structs.Tether, range.count);
      for (let t = 0; t < range.count; t++) {
        const particle = Math.floor(t / perParticle);
        const place = sizeClass.placeOf(particle, restGrid.countU) * perParticle + (t % perParticle);
        states.write(place, { anchor: sizeClass.placeOf(anchors[t], restGrid.countU), length: lengths[t] });
      }
      this._tethers.write(range.first, states.bytes);
    }
    sizeClass.write(slot, { firstTether: range.first, tethersPerParticle: perParticle });
  }

  /**
   * @param cloth - Which.
   * @param bends - What bends at rest, from cookBends; cloths that bring the same array share its place.
   */
  public setBends(cloth: SolverCloth, bends: Float32Array<ArrayBuffer>): void {
    const member = cloth as Member;
    const { first } = this._share(bends, () => bends);
    this._unshare(member.bends);
    member.bends = bends;
    member.sizeClass.write(member.slot, { firstBend: first });
  }

  /**
   * @param cloth - Which.
   * @param colliders - Replace all that the cloth had; at most MAX_COLLIDERS.
   */
  public setColliders(cloth: SolverCloth, colliders: readonly ColliderState[]): void {
    const member = cloth as Member;
    const { colliders: range, sizeClass, slot, planes } = member;
    if (colliders.length > range.count) {
      resize([this._colliders, this._impulses], range, colliders.length);
      const zeros = new Float32Array(IMPULSE_WORDS * range.count);
      this._impulses.write(range.first, zeros);
      this._colliderStates.reserve(range.first + range.count);
      sizeClass.write(slot, { firstCollider: range.first });
    }
    const convexes: Float32Array<ArrayBuffer>[] = [];
    let pushed = 0;
    for (let i = 0; i < colliders.length; i++) {
      const state = colliders[i];
      const shape = state.planes;
      const shared = shape && this._share(shape, () => shape);
      writeCollider(this._colliderStates, range.first + i, state, shared?.first ?? 0, shared?.count ?? 0);
      if (shape) {
        convexes.push(shape);
      }
      pushed += state.isPushed;
    }
    for (const shape of planes) {
      this._unshare(shape);
    }
    member.planes = convexes;
    if (colliders.length !== member.colliderCount) {
      member.colliderCount = colliders.length;
      sizeClass.write(slot, { colliderCount: colliders.length });
    }
    const changed = this._changedColliders;
    changed.first = Math.min(changed.first, range.first);
    changed.end = Math.max(changed.end, range.first + colliders.length);
    if (pushed > 0) {
      this._pushing.add(member);
    } else {
      this._pushing.delete(member);
    }
  }

  /**
   * @param cloth - Which.
   * @param list - Targets of pins: position at the end and at the start of the step. Motion or separation constraints: center
   * and radius now and in the step before, one a particle, or none. Impulses: point and radius, impulse.
   * @param entries - Replace all that it had, shape [entries, 2, 4].
   */
  public setVectors(cloth: SolverCloth, list: VectorList, entries: Float32Array<ArrayBuffer>): void {
    const { vectors, sizeClass, slot } = cloth as Member;
    const range = vectors[list];
    resize([this._vectors], range, entries.length / FLOATS_PER_VECTOR);
    if (range.count > 0) {
      this._vectors.write(range.first, entries);
    }
    const fields = vectorLists[list];
    const count = range.count / VECTORS_PER_ENTRY;
    sizeClass.write(slot, { [fields.first]: range.first, ...(fields.count && { [fields.count]: count }) });
  }

  /**
   * @param cloth - Which.
   * @param step - Input of its next step.
   */
  public setStep(cloth: SolverCloth, step: ClothStep): void {
    const { sizeClass, slot } = cloth as Member;
    sizeClass.write(slot, step);
  }

  /**
   * For a cloth that goes on as in its last step: cheaper than {@link setStep}.
   *
   * @param cloth - Which.
   * @param substepCount - Substeps of its next step.
   */
  public setSubstepCount(cloth: SolverCloth, substepCount: number): void {
    const { sizeClass, slot } = cloth as Member;
    sizeClass.write(slot, { substepCount });
  }

  /**
   * Records one step of every cloth.
   *
   * @param pass - Compute pass that is submitted before the next call.
   */
  public encode(pass: GPUComputePassEncoder): void {
    this._uploadColliders();
    const shared = [this._particles, this._vectors, this._tethers, this._colliders, this._impulses].map(
      (arena) => arena.buffer,
    );
    const isBound = shared.every((buffer, i) => buffer === this._bound[i]);
    this._bound = shared;
    const [particles, vectors, tethers, colliders, impulses] = shared;
    for (const sizeClass of [...this._classes, ...this._fullResolution]) {
      sizeClass.encode(pass, { particles, vectors, tethers, colliders, impulses }, isBound);
    }
  }

  /** Bytes that {@link encodeStates} writes. */
  public get stateBytes(): number {
    return [...this._classes, ...this._fullResolution].reduce((sum, sizeClass) => sum + sizeClass.stateBytes, 0);
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
    for (const sizeClass of [...this._classes, ...this._fullResolution]) {
      offset += sizeClass.encodeStates(encoder, target, offset);
    }
    return [...this._classes, ...this._fullResolution].flatMap(({ members }) => members as (Member | null)[]);
  }

  /** Bytes that {@link encodeImpulses} writes. */
  public get impulseBytes(): number {
    return [...this._pushing].reduce((sum, { colliders }) => sum + 4 * IMPULSE_WORDS * colliders.count, 0);
  }

  /**
   * Copies what cloths have done to colliders that are pushed to where the host can map it, and starts again from zero.
   *
   * @param encoder - Outside of a pass, after {@link encode}.
   * @param target - At least `offset` + {@link impulseBytes} long.
   * @param offset - Where in it [bytes].
   * @returns Where each of these cloths' linear and angular impulses are [bytes, numbers]; one is 1 / IMPULSE_UNIT N s.
   */
  public encodeImpulses(
    encoder: GPUCommandEncoder,
    target: GPUBuffer,
    offset: number,
  ): { cloth: SolverCloth; offset: number; count: number }[] {
    let at = offset;
    return [...this._pushing].map((cloth) => {
      const { first, count } = cloth.colliders;
      const size = 4 * IMPULSE_WORDS * count;
      const source = this._impulses.buffer;
      encoder.copyBufferToBuffer(source, 4 * IMPULSE_WORDS * first, target, at, size);
      encoder.clearBuffer(source, 4 * IMPULSE_WORDS * first, size);
      at += size;
      return { cloth, offset: at - size, count: IMPULSE_WORDS * count };
    });
  }

  /** Gives all buffers back. */
  public dispose(): void {
    for (const arena of [this._particles, this._vectors, this._tethers, this._colliders, this._impulses]) {
      arena.dispose();
    }
    for (const sizeClass of [...this._classes, ...this._fullResolution]) {
      sizeClass.dispose();
    }
    this._fullResolutionKernels.dispose();
  }

  private _addFullResolution({ countU, countV }: RestGrid, last: SavedCloth | null): FullResolutionCloth {
    const cloth = new FullResolutionCloth(this._fullResolutionKernels, this._retire, countU, countV, last?.state);
    this._fullResolution.add(cloth);
    return cloth;
  }

  private _classFor(particleCount: number): SizeClass {
    const sizeClass = this._classes.find(({ capacity }) => capacity >= particleCount);
    if (!sizeClass) {
      throw new RangeError(`A control grid has at most ${MAX_PARTICLES.toString()} particles.`);
    }
    return sizeClass;
  }

  private _uploadColliders(): void {
    const { first, end } = this._changedColliders;
    if (first < end) {
      const { size } = structs.Collider;
      this._device.queue.writeBuffer(
        this._colliders.buffer,
        first * size,
        this._colliderStates.bytes,
        first * size,
        (end - first) * size,
      );
      this._changedColliders = { first: Infinity, end: 0 };
    }
  }

  /** Vectors that all who bring the same object read from one place. */
  private _share(owner: object, vectors: () => Float32Array<ArrayBuffer>): Shared {
    let shared = this._shared.get(owner);
    if (!shared) {
      const data = vectors();
      const count = data.length / FLOATS_PER_VECTOR;
      shared = { first: this._vectors.allocate(count), count, users: 0 };
      this._vectors.write(shared.first, data);
      this._shared.set(owner, shared);
    }
    shared.users++;
    return shared;
  }

  private _unshare(owner: object | null): void {
    const shared = owner && this._shared.get(owner);
    if (shared && --shared.users === 0) {
      this._vectors.release(shared.first, shared.count);
      this._shared.delete(owner);
    }
  }
}

function shapesFor({ limits }: GPUDevice): readonly WorkgroupShape[] {
  const maximum = Math.min(limits.maxComputeInvocationsPerWorkgroup, limits.maxComputeWorkgroupSizeX);
  return maximum < LARGE_SHAPE.size ? workgroupShapes : [...workgroupShapes.slice(0, -1), LARGE_SHAPE];
}

/** Gives a range another length, the same in all arenas; what was in it is lost. An empty one owns nothing. */
function resize(arenas: readonly BufferArena[], range: Range, count: number): void {
  if (count === range.count) {
    return;
  }
  for (const arena of arenas) {
    if (range.count > 0) {
      arena.release(range.first, range.count);
    }
  }
  const [first = 0] = count > 0 ? arenas.map((arena) => arena.allocate(count)) : [];
  range.first = first;
  range.count = count;
}

function restVectors({ particleCount, restPositions }: RestGrid): Float32Array<ArrayBuffer> {
  const vectors = new Float32Array(FLOATS_PER_VECTOR * particleCount);
  for (let i = 0; i < particleCount; i++) {
    vectors.set(restPositions.subarray(3 * i, 3 * i + 3), FLOATS_PER_VECTOR * i);
  }
  return vectors;
}

/**
 * @param particles - Copy of a cloth's range of {@link ClothSolver.particles}.
 * @returns Positions alone, shape [particleCount, 3].
 */
export function readPositions(particles: Float32Array): Float32Array {
  const positions = new Float32Array((3 * particles.length) / PARTICLE_WORDS);
  for (let i = 0; 3 * i < positions.length; i++) {
    positions.set(particles.subarray(i * PARTICLE_WORDS, i * PARTICLE_WORDS + 3), 3 * i);
  }
  return positions;
}
