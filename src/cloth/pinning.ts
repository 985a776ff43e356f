// The pinned particles of a cloth: what holds each of them, and what the solver is told of it.
import { grevilleAbscissae, nearest } from "../bspline/knots.js";
import { vec3, type ReadonlyMat3, type ReadonlyVec3 } from "gl-matrix";
import { nearestParticle } from "./nearestParticle.js";
import { constants } from "../shaders/shaders.gen.js";
import type { RestGrid } from "../sim/restGrid.js";
import type { ClothNode } from "../babylon/worldMatrix.js";
import { GripPoint, LockPoint, PinTargets, type PinPoint, type PinTarget } from "./pinTargets.js";

/** A pinned particle. */
export interface IClothPin {
  /** Of the particle, from 0 to 1 along the width. */
  readonly u: number;
  /** Of the particle, from 0 to 1 along the height. */
  readonly v: number;
  /** Node whose origin it follows, or null: it is nailed to its place in the mesh. */
  readonly target: ClothNode | null;
}

/** What happens to a particle: see clothKinds.wgsl. */
export interface PinCommand {
  readonly particle: number;
  readonly isPinned: boolean;
  readonly hold: number;
}

/** The pins of one cloth: which particles, and what they follow. Held and locked particles are pinned until they are let go. */
export class Pinning {
  /** 1 for each particle that is pinned, held or locked, shape [particleCount]. */
  public readonly pinned: Uint8Array;
  /** 1 for each particle that is pinned, whoever holds it meanwhile, shape [particleCount]. */
  public readonly pins: Uint8Array;
  /** What they follow. */
  public readonly targets = new PinTargets();
  /** Changes with every pin that comes or goes. */
  public version = 0;
  /** 1 where the solver knows the point of the mesh that the particle is nailed to. */
  private readonly _isPlaced: Uint8Array;
  private readonly _nodes = new Map<number, ClothNode>();
  /** Who holds a particle; the last one has it. */
  private readonly _holders = new Map<number, readonly PinPoint[]>();
  /** Particles that are locked to a point unless they are pinned or held. */
  private readonly _locks = new Map<number, LockPoint>();
  private readonly _u: Float64Array;
  private readonly _v: Float64Array;
  private _commands: PinCommand[] = [];

  /**
   * @param _restGrid - Of its net.
   * @param pinned - Pins that the cloth is made with, in their places in the mesh.
   */
  public constructor(
    private readonly _restGrid: RestGrid,
    pinned: Uint8Array,
  ) {
    this.pinned = pinned.slice();
    this.pins = pinned.slice();
    this._isPlaced = pinned.slice();
    this._u = grevilleAbscissae(_restGrid.countU);
    this._v = grevilleAbscissae(_restGrid.countV);
  }

  /**
   * What tethers lead to, shape [particleCount]: all that is pinned, but not what grips hold, if there is more. Tethers to both would part the cloth
   * where they meet, and a grip would feel nothing of that.
   */
  public get anchors(): Uint8Array {
    const firm = this.pinned.map((isPinned, i) => Number(isPinned && !(this.followedBy(i) instanceof GripPoint)));
    return firm.includes(1) ? firm : this.pinned;
  }

  /** All pins. */
  public get list(): IClothPin[] {
    const pins: IClothPin[] = [];
    this.pins.forEach((isPinned, particle) => {
      if (isPinned) {
        const [u, v] = this._parametersOf(particle);
        pins.push({ u, v, target: this._nodes.get(particle) ?? null });
      }
    });
    return pins;
  }

  /**
   * @param u - In [0, 1].
   * @param v - In [0, 1].
   * @param target - What the nearest particle follows; null nails it where it is.
   */
  public pin(u: number, v: number, target: ClothNode | null): void {
    for (const particle of this._particlesAt(u, v)) {
      this.pins[particle] = 1;
      this._isPlaced[particle] = 0;
      if (target) {
        this._nodes.set(particle, target);
      } else {
        this._nodes.delete(particle);
      }
      this._tell([particle]);
    }
  }

  /**
   * @param u - In [0, 1].
   * @param v - In [0, 1].
   */
  public unpin(u: number, v: number): void {
    for (const particle of this._particlesAt(u, v)) {
      if (this.pins[particle]) {
        this.pins[particle] = 0;
        this._nodes.delete(particle);
        this._tell([particle]);
      }
    }
  }

  /**
   * @param u - In [0, 1].
   * @param v - In [0, 1].
   * @returns Whether the nearest particle is pinned.
   */
  public isPinned(u: number, v: number): boolean {
    return this._particlesAt(u, v).some((particle) => this.pins[particle]);
  }

  /**
   * Lets a particle follow a point, pinned or not, until {@link letGo}.
   *
   * @param particle - Which.
   * @param point - Where the particle is, to be moved.
   */
  public hold(particle: number, point: PinPoint): void {
    this._holders.set(particle, [...(this._holders.get(particle) ?? []), point]);
    this.targets.startFrom(point, point.position.slice());
    this._tell([particle]);
  }

  /**
   * What has followed a point is free again, or pinned as it was, or held by who held it before.
   *
   * @param point - See {@link hold}.
   */
  public letGo(point: PinPoint): void {
    this.targets.forgetStart(point);
    for (const [particle, holders] of [...this._holders]) {
      const others = holders.filter((holder) => holder !== point);
      if (others.length === holders.length) {
        continue;
      }
      if (others.length > 0) {
        this._holders.set(particle, others);
      } else {
        this._holders.delete(particle);
      }
      this._tell([particle]);
    }
  }

  /**
   * Pins and holds as on another net of the same sheet.
   *
   * @param from - Of the other net.
   * @param first - Pins that the other net was made with.
   * @param ownFirst - Those of this net.
   */
  public takeOver(from: Pinning, first: Uint8Array, ownFirst: Uint8Array): void {
    for (const particle of [...this._holders.keys()]) {
      this._holders.delete(particle);
      this._tell([particle]);
    }
    for (let particle = 0; particle < this.pinned.length; particle++) {
      const [u, v] = this._parametersOf(particle);
      const isLost = first[from.nearest(u, v)] !== 0 && !from.isPinned(u, v);
      this._setPin(particle, ownFirst[particle] !== 0 && !isLost);
    }
    for (const { u, v, target } of from.list) {
      if (!first[from.nearest(u, v)] || target) {
        this.pin(u, v, target);
      }
    }
    for (const { u, v, point } of from.held) {
      this.hold(this.nearest(u, v), point);
    }
  }

  /**
   * Particles that are neither pinned nor held follow their locks.
   *
   * @param centers - Of the locked particles, local to the mesh [m].
   * @param linear - Mesh axes in the world, column by column, shape [9].
   * @param origin - Of the mesh in the world [m].
   */
  public lock(centers: ReadonlyMap<number, ArrayLike<number>>, linear: ReadonlyMat3, origin: ReadonlyVec3): void {
    const changed: number[] = [];
    for (const particle of this._locks.keys()) {
      if (!centers.has(particle)) {
        this._locks.delete(particle);
        changed.push(particle);
      }
    }
    for (const [particle, center] of centers) {
      const known = this._locks.get(particle);
      const lock = known ?? new LockPoint(new Float64Array(3));
      vec3.transformMat3(lock.position, center as vec3, linear);
      vec3.add(lock.position, lock.position, origin);
      if (!known) {
        this._locks.set(particle, lock);
        changed.push(particle);
      }
    }
    this._tell(changed);
  }

  /** What is held, in the order in which it was taken hold of. */
  public get held(): { readonly u: number; readonly v: number; readonly point: PinPoint }[] {
    return [...this._holders].flatMap(([particle, points]) => {
      const [u, v] = this._parametersOf(particle);
      return points.map((point) => ({ u, v, point }));
    });
  }

  /**
   * @param u - In [0, 1].
   * @param v - In [0, 1].
   * @returns The nearest particle.
   */
  public nearest(u: number, v: number): number {
    const { links, countU } = this._restGrid;
    return links ? nearestParticle(this._restGrid, u, v) : nearest(this._v, v) * countU + nearest(this._u, u);
  }

  /**
   * @param particle - Any.
   * @returns The particles that are one with it at a seam, itself among them.
   */
  public oneWith(particle: number): number[] {
    const { countU, countV, closedU, closedV } = this._restGrid;
    const rows = twins(Math.floor(particle / countU), countV, closedV);
    const columns = twins(particle % countU, countU, closedU);
    return rows.flatMap((row) => columns.map((column) => row * countU + column));
  }

  /** @returns What has happened since the last call. */
  public takeCommands(): readonly PinCommand[] {
    const commands = this._commands;
    this._commands = [];
    // The last one counts.
    const nailed = new Map(
      commands.map(({ particle, isPinned, hold }) => [particle, isPinned && hold === constants.PIN_HERE]),
    );
    nailed.forEach((isNailed, particle) => {
      this._isPlaced[particle] ||= Number(isNailed);
    });
    return commands;
  }

  /**
   * All pins are told again, to a solver that does not know them.
   *
   * @param hasParticles - It has the particles as the last step has left them: what has happened to these since is told, too.
   */
  public repeat(hasParticles: boolean): void {
    if (!hasParticles) {
      this._commands = [];
      this.targets.forgetStep();
    }
    for (const particle of this.pinned.keys()) {
      const followed = this.followedBy(particle);
      if (followed) {
        this._commands.push({ particle, isPinned: true, hold: this.targets.holdOf(followed) });
      } else if (this.pinned[particle] && !this._isPlaced[particle]) {
        this._commands.push({ particle, isPinned: true, hold: constants.PIN_HERE });
      }
    }
  }

  private _parametersOf(particle: number): [number, number] {
    const column = particle % this._restGrid.countU;
    return [this._u[column], this._v[(particle - column) / this._restGrid.countU]];
  }

  /** Pins a particle where it is, if it is not pinned that way, or lets it go. */
  private _setPin(particle: number, isPinned: boolean): void {
    if (Boolean(this.pins[particle]) !== isPinned || this._nodes.has(particle)) {
      this.pins[particle] = Number(isPinned);
      this._isPlaced[particle] = 0;
      this._nodes.delete(particle);
      this._tell([particle]);
    }
  }

  /**
   * @param particle - Any.
   * @returns What it follows; undefined if it is free or pinned to its place in the mesh.
   */
  public followedBy(particle: number): PinTarget | undefined {
    const pin = this._holders.get(particle)?.at(-1) ?? this._nodes.get(particle);
    return pin ?? (this.pins[particle] ? undefined : this._locks.get(particle));
  }

  /** The solver is told what particles do from now on. */
  private _tell(particles: readonly number[]): void {
    if (particles.length === 0) {
      return;
    }
    for (const particle of particles) {
      const followed = this.followedBy(particle);
      const isPinned = followed !== undefined || this.pins[particle] !== 0;
      this.pinned[particle] = Number(isPinned);
      const nailed = this._isPlaced[particle] ? constants.ON_MESH : constants.PIN_HERE;
      const free = isPinned ? nailed : constants.RELEASED;
      this._commands.push({ particle, isPinned, hold: followed ? this.targets.holdOf(followed) : free });
    }
    this._forgetTargets();
    this.version++;
  }

  private _forgetTargets(): void {
    const particles = [...this._nodes.keys(), ...this._holders.keys(), ...this._locks.keys()];
    this.targets.keep(new Set(particles.map((particle) => this.followedBy(particle))));
  }

  /** The nearest particle, and those that are one with it at a seam. */
  private _particlesAt(u: number, v: number): number[] {
    return this.oneWith(this.nearest(u, v));
  }
}

function twins(index: number, count: number, isClosed: boolean): number[] {
  return isClosed && (index === 0 || index === count - 1) ? [0, count - 1] : [index];
}
