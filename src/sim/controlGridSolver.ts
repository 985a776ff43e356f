// Solves all control grids of a scene on the GPU, one workgroup a cloth, one dispatch a size class: the cost on the host
// does not grow with the substeps and hardly with the cloths. Evidence: docs/figures.md.
import { BufferArena, type RetireBuffer } from "../gpu/bufferArena.js";
import { Kernel } from "../gpu/kernel.js";
import { StructArray } from "../gpu/structArray.js";
import { kernels, structs } from "../shaders/shaders.gen.js";
import type { ClothStep, ColliderState } from "./clothStep.js";
import type { Fabric } from "./fabric.js";
import type { Tethers } from "./tethers.js";

const { PARTICLES_PER_INVOCATION } = kernels.stepControlGrid.constants;
/** Workgroup sizes by size class; a cloth takes the first that has room for its particles. */
const WORKGROUP_SIZES = [16, 64, 256];
const capacities = WORKGROUP_SIZES.map((size) => size * PARTICLES_PER_INVOCATION);
/** The workgroup memory and the invocations that WebGPU guarantees end here. */
export const MOST_PARTICLES = Math.max(...capacities);

const FLOATS_PER_PARTICLE = structs.Particle.size / 4;
const FIRST_CAPACITY = 64;

/** A cloth in the solver. */
export interface SolverCloth {
  readonly fabric: Fabric;
  /** Element of {@link ControlGridSolver.particles} that holds the cloth's first particle. */
  readonly firstParticle: number;
}

interface Member extends SolverCloth {
  readonly sizeClass: SizeClass;
  /** Where its fabric's rest positions are, and how many cloths share them. */
  readonly rest: { readonly first: number; users: number };
  /** Position among the members of the size class. */
  slot: number;
  firstTether: number;
  tetherCount: number;
  tethersPerParticle: number;
  firstCollider: number;
  colliderRoom: number;
  /** Of its last step. */
  substepCount: number;
}

/** Cloths that share a pipeline and a dispatch. */
interface SizeClass {
  readonly capacity: number;
  readonly kernel: Kernel<typeof kernels.stepControlGrid>;
  readonly members: Member[];
  readonly cloths: StructArray<typeof structs.Cloth>;
  /** Whether the buffer is behind {@link cloths}. */
  hasNewInput: boolean;
  clothBuffer: GPUBuffer;
  extentBuffer: GPUBuffer;
  bindGroup: GPUBindGroup | null;
}

/** The GPU solver for the cloths of one device. */
export class ControlGridSolver {
  private readonly _sizeClasses: SizeClass[];
  private readonly _particles: BufferArena;
  private readonly _restParticles: BufferArena;
  private readonly _tethers: BufferArena;
  private readonly _colliders: BufferArena;
  private readonly _colliderStates = new StructArray(structs.Collider, 1);
  private readonly _fabrics = new Map<Fabric, Member["rest"]>();
  private _bound: readonly GPUBuffer[] = [];
  /** All members, until one comes or goes. */
  private _order: readonly SolverCloth[] | null = null;

  private constructor(
    private readonly _device: GPUDevice,
    private readonly _retire: RetireBuffer,
    steps: readonly Kernel<typeof kernels.stepControlGrid>[],
  ) {
    const arena = (label: string, stride: number, capacity: number): BufferArena =>
      new BufferArena(_device, _retire, `cloth ${label}`, GPUBufferUsage.STORAGE, stride, capacity);
    /** State of every cloth. Shape [particles], struct Particle. */
    this._particles = arena("particles", structs.Particle.size, 1024);
    /** Rest position [m] of every particle of every fabric. Shape [particles, 4]. */
    this._restParticles = arena("rest particles", 16, 1024);
    /** Tethers of every cloth. Shape [particles * perParticle], struct Tether. */
    this._tethers = arena("tethers", structs.Tether.size, 1024);
    /** Colliders of every cloth. Shape [colliders], struct Collider. */
    this._colliders = arena("colliders", structs.Collider.size, FIRST_CAPACITY);
    this._sizeClasses = steps.map((kernel, i) => ({
      capacity: capacities[i],
      kernel,
      members: [],
      cloths: new StructArray(structs.Cloth, FIRST_CAPACITY),
      hasNewInput: false,
      ...this._createClassBuffers(FIRST_CAPACITY),
      bindGroup: null,
    }));
  }

  /**
   * @param device - Device to solve on.
   * @param retire - Takes buffers that are no longer needed.
   * @returns A solver whose pipelines are compiled.
   */
  public static async CreateAsync(device: GPUDevice, retire: RetireBuffer): Promise<ControlGridSolver> {
    const steps = WORKGROUP_SIZES.map((size) =>
      Kernel.CreateAsync(device, kernels.stepControlGrid, { WORKGROUP_SIZE: size }),
    );
    return new ControlGridSolver(device, retire, await Promise.all(steps));
  }

  /** Particles of every cloth: positions are the control points of the surface. Struct Particle. */
  public get particles(): GPUBuffer {
    return this._particles.buffer;
  }

  /**
   * @param fabric - At most {@link MOST_PARTICLES} particles.
   * @param inverseMasses - [1/kg], 0 = pinned, shape [particleCount].
   * @returns The cloth, without tethers and colliders. It has no shape until a step with `reset`.
   */
  public add(fabric: Fabric, inverseMasses: Float32Array): SolverCloth {
    const sizeClass = this._sizeClasses.find((candidate) => candidate.capacity >= fabric.particleCount);
    if (!sizeClass) {
      throw new RangeError(`A control grid has at most ${MOST_PARTICLES.toString()} particles.`);
    }
    const rest = this._fabrics.get(fabric) ?? { first: this._uploadFabric(fabric), users: 0 };
    rest.users++;
    this._fabrics.set(fabric, rest);
    const member: Member = {
      fabric,
      firstParticle: this._particles.allocate(fabric.particleCount),
      sizeClass,
      rest,
      slot: sizeClass.members.length,
      firstTether: this._tethers.allocate(0),
      tetherCount: 0,
      tethersPerParticle: 0,
      firstCollider: this._colliders.allocate(0),
      colliderRoom: 0,
      substepCount: 0,
    };
    sizeClass.members.push(member);
    this._order = null;
    this._reserve(sizeClass);
    this._uploadInverseMasses(member, inverseMasses);
    return member;
  }

  /** @param cloth - What {@link add} returned; not to be used again. */
  public remove(cloth: SolverCloth): void {
    const member = cloth as Member;
    const { fabric, sizeClass } = member;
    this._particles.release(member.firstParticle, fabric.particleCount);
    this._tethers.release(member.firstTether, member.tetherCount);
    this._colliders.release(member.firstCollider, member.colliderRoom);
    if (--member.rest.users === 0) {
      this._restParticles.release(member.rest.first, fabric.particleCount);
      this._fabrics.delete(fabric);
    }
    this._order = null;
    // The last member moves into the gap; its input follows.
    const last = sizeClass.members.pop();
    if (last && last !== member) {
      sizeClass.cloths.copyWithin(last.slot, member.slot);
      sizeClass.hasNewInput = true;
      last.slot = member.slot;
      sizeClass.members[member.slot] = last;
    }
  }

  /**
   * @param cloth - Which.
   * @param tethers - Replace all that the cloth had.
   */
  public setTethers(cloth: SolverCloth, tethers: Tethers): void {
    const member = cloth as Member;
    this._tethers.release(member.firstTether, member.tetherCount);
    member.tetherCount = tethers.anchors.length;
    member.tethersPerParticle = tethers.perParticle;
    member.firstTether = this._tethers.allocate(member.tetherCount);
    const states = new StructArray(structs.Tether, Math.max(member.tetherCount, 1));
    tethers.anchors.forEach((anchor, t) => {
      states.write(t, { anchor, length: tethers.lengths[t] });
    });
    this._tethers.write(member.firstTether, states.bytes);
  }

  /**
   * @param cloth - Which.
   * @param colliders - Replace all that the cloth had.
   */
  public setColliders(cloth: SolverCloth, colliders: readonly ColliderState[]): void {
    const member = cloth as Member;
    if (colliders.length > member.colliderRoom) {
      this._colliders.release(member.firstCollider, member.colliderRoom);
      member.colliderRoom = colliders.length;
      member.firstCollider = this._colliders.allocate(member.colliderRoom);
    }
    this._colliderStates.reserve(colliders.length);
    colliders.forEach((collider, i) => {
      this._colliderStates.write(i, collider);
    });
    const size = colliders.length * structs.Collider.size;
    if (size > 0) {
      this._colliders.write(member.firstCollider, this._colliderStates.bytes, size);
    }
  }

  /**
   * @param cloth - Which.
   * @param step - Input of its next step.
   * @param colliderCount - How many of its colliders count.
   */
  public setStep(cloth: SolverCloth, step: ClothStep, colliderCount: number): void {
    const { sizeClass, slot, fabric, ...address } = cloth as Member;
    (cloth as Member).substepCount = step.substepCount;
    sizeClass.hasNewInput = true;
    sizeClass.cloths.write(slot, {
      ...step,
      firstParticle: address.firstParticle,
      firstRest: address.rest.first,
      firstTether: address.firstTether,
      countU: fabric.countU,
      countV: fabric.countV,
      tethersPerParticle: address.tethersPerParticle,
      firstCollider: address.firstCollider,
      colliderCount,
    });
  }

  /**
   * For a cloth that goes on as in its last step: cheaper than {@link setStep}.
   *
   * @param cloth - Which.
   * @param substepCount - Substeps of its next step.
   */
  public setSubstepCount(cloth: SolverCloth, substepCount: number): void {
    const member = cloth as Member;
    if (substepCount !== member.substepCount) {
      member.substepCount = substepCount;
      member.sizeClass.hasNewInput = true;
      member.sizeClass.cloths.set(member.slot, "substepCount", substepCount);
    }
  }

  /**
   * Records one step of every cloth.
   *
   * @param pass - Compute pass that is submitted before the next call.
   */
  public encode(pass: GPUComputePassEncoder): void {
    for (const sizeClass of this._sizeClasses) {
      const count = sizeClass.members.length;
      if (count > 0) {
        if (sizeClass.hasNewInput) {
          sizeClass.hasNewInput = false;
          const size = count * structs.Cloth.size;
          this._device.queue.writeBuffer(sizeClass.clothBuffer, 0, sizeClass.cloths.bytes, 0, size);
        }
        pass.setPipeline(sizeClass.kernel.pipeline);
        pass.setBindGroup(0, this._bindGroup(sizeClass));
        pass.dispatchWorkgroups(count);
      }
    }
  }

  /** Bytes that {@link encodeExtents} writes. */
  public get extentBytes(): number {
    return this._sizeClasses.reduce((sum, sizeClass) => sum + sizeClass.members.length * structs.ClothExtent.size, 0);
  }

  /**
   * Copies the extents of all cloths to where the host can map them.
   *
   * @param encoder - Outside of a pass, after {@link encode}.
   * @param target - At least {@link extentBytes} long.
   * @returns The cloths in the order of their extents.
   */
  public encodeExtents(encoder: GPUCommandEncoder, target: GPUBuffer): readonly SolverCloth[] {
    let offset = 0;
    for (const { members, extentBuffer } of this._sizeClasses) {
      const size = members.length * structs.ClothExtent.size;
      if (size > 0) {
        encoder.copyBufferToBuffer(extentBuffer, 0, target, offset, size);
        offset += size;
      }
    }
    this._order ??= this._sizeClasses.flatMap((sizeClass) => sizeClass.members);
    return this._order;
  }

  /** Gives all buffers back. */
  public dispose(): void {
    for (const arena of [this._particles, this._restParticles, this._tethers, this._colliders]) {
      arena.dispose();
    }
    for (const { clothBuffer, extentBuffer } of this._sizeClasses) {
      this._retire(clothBuffer);
      this._retire(extentBuffer);
    }
  }

  private _uploadFabric(fabric: Fabric): number {
    const first = this._restParticles.allocate(fabric.particleCount);
    const rest = new Float32Array(4 * fabric.particleCount);
    for (let i = 0; i < fabric.particleCount; i++) {
      rest.set(fabric.restPositions.subarray(3 * i, 3 * i + 3), 4 * i);
    }
    this._restParticles.write(first, rest);
    return first;
  }

  private _uploadInverseMasses(member: Member, inverseMasses: Float32Array): void {
    const states = new StructArray(structs.Particle, inverseMasses.length);
    inverseMasses.forEach((inverseMass, i) => {
      states.set(i, "inverseMass", inverseMass);
    });
    this._particles.write(member.firstParticle, states.bytes);
  }

  private _reserve(sizeClass: SizeClass): void {
    const count = sizeClass.members.length;
    sizeClass.cloths.reserve(count);
    if (count * structs.Cloth.size > sizeClass.clothBuffer.size) {
      this._retire(sizeClass.clothBuffer);
      this._retire(sizeClass.extentBuffer);
      Object.assign(sizeClass, this._createClassBuffers(sizeClass.cloths.capacity), {
        bindGroup: null,
        hasNewInput: true,
      });
    }
  }

  private _createClassBuffers(capacity: number): Pick<SizeClass, "clothBuffer" | "extentBuffer"> {
    return {
      /** Input of every cloth of the class. Shape [capacity], struct Cloth. */
      clothBuffer: this._device.createBuffer({
        label: "cloth steps",
        size: capacity * structs.Cloth.size,
        usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST,
      }),
      /** Bounds of every cloth of the class. Shape [capacity], struct ClothExtent. */
      extentBuffer: this._device.createBuffer({
        label: "cloth extents",
        size: capacity * structs.ClothExtent.size,
        usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC,
      }),
    };
  }

  /** Bind groups last until an arena grows. */
  private _bindGroup(sizeClass: SizeClass): GPUBindGroup {
    const shared = [this._particles, this._restParticles, this._tethers, this._colliders].map((arena) => arena.buffer);
    if (shared.some((buffer, i) => buffer !== this._bound[i])) {
      this._bound = shared;
      this._sizeClasses.forEach((each) => (each.bindGroup = null));
    }
    sizeClass.bindGroup ??= sizeClass.kernel.bind({
      cloths: sizeClass.clothBuffer,
      restParticles: this._restParticles.buffer,
      tethers: this._tethers.buffer,
      colliders: this._colliders.buffer,
      particles: this._particles.buffer,
      extents: sizeClass.extentBuffer,
    });
    return sizeClass.bindGroup;
  }
}

/**
 * @param particles - Copy of a cloth's range of {@link ControlGridSolver.particles}.
 * @returns Positions alone, shape [particleCount, 3].
 */
export function readPositions(particles: Float32Array): Float32Array {
  const positions = new Float32Array((3 * particles.length) / FLOATS_PER_PARTICLE);
  for (let i = 0; 3 * i < positions.length; i++) {
    positions.set(particles.subarray(i * FLOATS_PER_PARTICLE, i * FLOATS_PER_PARTICLE + 3), 3 * i);
  }
  return positions;
}
