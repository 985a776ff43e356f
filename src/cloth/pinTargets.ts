// What pinned particles follow, and where each target was in the last step of the cloth.
import { worldMatrixOf, type ClothNode } from "../babylon/worldMatrix.js";
import { constants } from "../shaders/shaders.gen.js";

const FLOATS_PER_TARGET = 8;

/** A point that held particles follow. */
export class PinPoint {
  /** @param position - World [m]. */
  public constructor(public readonly position: Float64Array) {}
}

/** A point that a grip leads. */
export class GripPoint extends PinPoint {
  /**
   * @param position - World [m].
   * @param grip - Number of the grip: another one for each.
   */
  public constructor(
    position: Float64Array,
    public readonly grip: number,
  ) {
    super(position);
  }
}

/** A point of the mesh's space that a locked particle follows. It goes along with a teleport. */
export class LockPoint extends PinPoint {}

/** What a particle follows. */
export type PinTarget = ClothNode | PinPoint;

/** The targets of one cloth's pins. A solver knows them by number. */
export class PinTargets {
  /** Null: the number is free. */
  private readonly _list: (PinTarget | null)[] = [];
  /** Where each of them is in the list. */
  private readonly _indices = new Map<PinTarget, number>();
  private _entries = new Float32Array(0);
  /** Targets a step ago and their world positions [m]. */
  private _listBefore: readonly (PinTarget | null)[] = [];
  private _before = new Float64Array(0);
  /** Where targets were a step ago that the last step did not know, world [m]. */
  private readonly _starts = new Map<PinTarget, Float64Array>();

  /** Whether any pin follows something. */
  public get areAny(): boolean {
    return this._list.length > 0;
  }

  /**
   * @param target - What a particle follows from now on.
   * @returns How the solver holds the particle: see clothKinds.wgsl.
   */
  public holdOf(target: PinTarget): number {
    const known = this._indices.get(target);
    const gap = this._indices.size < this._list.length ? this._list.indexOf(null) : this._list.length;
    const index = known ?? gap;
    this._list[index] = target;
    this._indices.set(target, index);
    return constants.FIRST_TARGET + index;
  }

  /**
   * Forgets the targets that no particle follows. The others keep their numbers, because particles know them by number.
   *
   * @param used - What particles follow; undefined for particles that follow nothing.
   */
  public keep(used: ReadonlySet<PinTarget | undefined>): void {
    this._list.forEach((target, index) => {
      if (target && !used.has(target)) {
        this._list[index] = null;
        this._indices.delete(target);
      }
    });
    while (this._list.at(-1) === null) {
      this._list.pop();
    }
  }

  /**
   * @param target - What pins are going to follow.
   * @param position - Its position in the step to go on from, world [m].
   */
  public startFrom(target: PinTarget, position: Float64Array): void {
    this._starts.set(target, position);
  }

  /** @param target - Was given to {@link startFrom}; if pins follow it again, it starts where it is then. */
  public forgetStart(target: PinTarget): void {
    this._starts.delete(target);
  }

  /** The solver does not know the last step: targets start from where they are, or from their start. */
  public forgetStep(): void {
    this._listBefore = [];
  }

  /**
   * @param target - What pins follow.
   * @returns Where it was in the last step, world [m]; null if that did not know it.
   */
  public placeOf(target: PinTarget): Float64Array | null {
    const t = this._listBefore.indexOf(target);
    return t < 0 ? null : this._before.slice(3 * t, 3 * t + 3);
  }

  /**
   * Follows the targets.
   *
   * @param origin - Of the cloth's frame in the world [m].
   * @param isCarried - Whether the mesh takes along what is locked to it.
   * @param isTeleported - Whether nothing has moved for the cloth, since its targets have gone along with it.
   * @returns Positions now and a step ago in the frame, shape [targets, 2, 4]; the same array as before if none has moved.
   */
  public follow(origin: ArrayLike<number>, isCarried = false, isTeleported = false): Float32Array<ArrayBuffer> {
    const targets = this._list;
    if (this._entries.length !== FLOATS_PER_TARGET * targets.length) {
      this._entries = new Float32Array(FLOATS_PER_TARGET * targets.length);
    }
    const next = new Float64Array(3 * targets.length);
    let entries = this._entries;
    targets.forEach((target, t) => {
      const position = target && positionNow(target);
      const hasJumped = isTeleported || (isCarried && target instanceof LockPoint);
      const isNew = hasJumped || this._listBefore[t] !== target;
      const start = target && isNew ? ((hasJumped ? null : this._starts.get(target)) ?? position) : null;
      for (let axis = 0; axis < 3; axis++) {
        next[3 * t + axis] = position ? position[axis] : 0;
        const before = start ? start[axis] : position ? this._before[3 * t + axis] : 0;
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
    this._starts.clear();
    this._listBefore = [...targets];
    this._before = next;
    this._entries = entries;
    return entries;
  }
}

/**
 * @param target - What pins follow.
 * @returns Where it is, world [m].
 */
export function positionNow(target: PinTarget): ArrayLike<number> {
  return target instanceof PinPoint ? target.position : worldMatrixOf(target).m.slice(12, 15);
}
