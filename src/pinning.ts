import type { TransformNode } from "@babylonjs/core/Meshes/transformNode.pure.js";
import { grevilleAbscissae } from "./bspline/knots.js";
import { constants } from "./shaders/shaders.gen.js";
import type { Fabric } from "./sim/fabric.js";
import { worldMatrixOf } from "./worldMatrix.js";

const FLOATS_PER_TARGET = 8;

/** A pinned particle. */
export interface IClothPin {
  readonly u: number;
  readonly v: number;
  /** Node whose origin it follows, or null: it is nailed to its place in the mesh. */
  readonly target: TransformNode | null;
}

/** What happens to a particle: see clothKinds.wgsl. */
export interface PinCommand {
  readonly particle: number;
  readonly isPinned: boolean;
  readonly hold: number;
}

/** The pins of one cloth: which particles, and what they follow. */
export class Pinning {
  /** 1 for each pinned particle, shape [particleCount]. */
  public readonly pinned: Uint8Array;
  /** Changes with every pin that comes or goes. */
  public version = 0;
  private readonly _targets: (TransformNode | null)[] = [];
  private readonly _targetOf = new Map<number, number>();
  private readonly _u: Float64Array;
  private readonly _v: Float64Array;
  private _commands: PinCommand[] = [];
  private _entries = new Float32Array(0);
  /** World positions of the targets a step ago [m]. */
  private _before = new Float64Array(0);

  /**
   * @param _fabric - The sheet.
   * @param pinned - Pins that the cloth is made with, in their places in the mesh.
   */
  public constructor(
    private readonly _fabric: Fabric,
    pinned: Uint8Array,
  ) {
    this.pinned = pinned.slice();
    this._u = grevilleAbscissae(_fabric.countU);
    this._v = grevilleAbscissae(_fabric.countV);
  }

  /** Whether any pin follows a node. */
  public get hasTargets(): boolean {
    return this._targets.length > 0;
  }

  /** All pins. */
  public get list(): IClothPin[] {
    const pins: IClothPin[] = [];
    this.pinned.forEach((isPinned, particle) => {
      if (isPinned) {
        const target = this._targetOf.get(particle);
        const column = particle % this._fabric.countU;
        const row = (particle - column) / this._fabric.countU;
        pins.push({
          u: this._u[column],
          v: this._v[row],
          target: target === undefined ? null : this._targets[target],
        });
      }
    });
    return pins;
  }

  /**
   * @param u - In [0, 1].
   * @param v - In [0, 1].
   * @param target - What the nearest particle follows; null nails it where it is.
   */
  public pin(u: number, v: number, target: TransformNode | null): void {
    for (const particle of this._particlesAt(u, v)) {
      this.pinned[particle] = 1;
      this._targetOf.delete(particle);
      if (target) {
        let index = this._targets.indexOf(target);
        index = index < 0 ? this._targets.push(target) - 1 : index;
        this._targetOf.set(particle, index);
        this._commands.push({ particle, isPinned: true, hold: constants.FIRST_TARGET + index });
      } else {
        this._commands.push({ particle, isPinned: true, hold: constants.PIN_HERE });
      }
    }
    this._forgetTargets();
    this.version++;
  }

  /**
   * @param u - In [0, 1].
   * @param v - In [0, 1].
   */
  public unpin(u: number, v: number): void {
    for (const particle of this._particlesAt(u, v)) {
      if (this.pinned[particle]) {
        this.pinned[particle] = 0;
        this._targetOf.delete(particle);
        this._commands.push({ particle, isPinned: false, hold: constants.RELEASED });
        this.version++;
      }
    }
    this._forgetTargets();
  }

  /** @returns What has happened since the last call. */
  public takeCommands(): readonly PinCommand[] {
    const commands = this._commands;
    this._commands = [];
    return commands;
  }

  /** All pins are told again, to a solver that does not know them. */
  public repeat(): void {
    this._commands = [...this._targetOf].map(([particle, target]) => ({
      particle,
      isPinned: true,
      hold: constants.FIRST_TARGET + target,
    }));
    this._before = new Float64Array(0);
  }

  /**
   * Follows the targets.
   *
   * @param origin - Of the cloth's frame in the world [m].
   * @returns Positions now and a step ago in the frame, shape [targets, 2, 4]; the same array as before if none has moved.
   */
  public follow(origin: ArrayLike<number>): Float32Array<ArrayBuffer> {
    const targets = this._targets;
    if (this._entries.length !== FLOATS_PER_TARGET * targets.length) {
      this._entries = new Float32Array(FLOATS_PER_TARGET * targets.length);
    }
    const next = new Float64Array(3 * targets.length);
    let entries = this._entries;
    targets.forEach((target, t) => {
      const position = target ? worldMatrixOf(target).m : null;
      for (let axis = 0; axis < 3; axis++) {
        next[3 * t + axis] = position ? position[12 + axis] : 0;
        const before = 3 * t < this._before.length ? this._before[3 * t + axis] : next[3 * t + axis];
        const at = FLOATS_PER_TARGET * t + axis;
        const now = Math.fround(next[3 * t + axis] - origin[axis]);
        const then = Math.fround(before - origin[axis]);
        if (entries[at] !== now || entries[at + 4] !== then) {
          entries = entries === this._entries ? entries.slice() : entries;
          entries[at] = now;
          entries[at + 4] = then;
        }
      }
    });
    this._before = next;
    this._entries = entries;
    return entries;
  }

  /** Places of targets are not moved: a particle knows its target by number. */
  private _forgetTargets(): void {
    const used = new Set(this._targetOf.values());
    this._targets.forEach((_, index) => {
      if (!used.has(index)) {
        this._targets[index] = null;
      }
    });
    while (this._targets.at(-1) === null) {
      this._targets.pop();
    }
  }

  /** The nearest particle, and those that are one with it at a seam. */
  private _particlesAt(u: number, v: number): number[] {
    const { countU, countV, closedU, closedV } = this._fabric;
    const columns = twins(nearest(this._u, u), countU, closedU);
    const rows = twins(nearest(this._v, v), countV, closedV);
    return rows.flatMap((row) => columns.map((column) => row * countU + column));
  }
}

function twins(index: number, count: number, isClosed: boolean): number[] {
  return isClosed && (index === 0 || index === count - 1) ? [0, count - 1] : [index];
}

function nearest(parameters: Float64Array, parameter: number): number {
  return parameters.reduce(
    (best, candidate, i) => (Math.abs(candidate - parameter) < Math.abs(parameters[best] - parameter) ? i : best),
    0,
  );
}
